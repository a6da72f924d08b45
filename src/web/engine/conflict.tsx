import { Alert, Button, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { localText } from '#web/client/clock.ts';
import { useLabel } from '#web/client/locale.ts';
import { fieldOf } from './fields.ts';
import type { Difference } from './merge.ts';
import { NamedValue } from './named-value.tsx';
import type { Values } from './record-validator.ts';
import { useAuthors } from './show/use-authors.ts';

interface Props {
  resource: Resource;
  /** The record as it is now. */
  current: Values;
  found: Difference[];
  onChoose: (field: string, choice: 'mine' | 'theirs') => void;
  onSave: () => void;
  busy: boolean;
}

/** A stale save: who changed the record and when, both values side by side, and a choice for each field. */
export function Conflict({ resource, current, found, onChoose, onSave, busy }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const by = typeof current.updatedBy === 'number' ? current.updatedBy : undefined;
  const authors = useAuthors(resource, Number(current.id), Number(current.version));
  const who = by === undefined || by === 0 ? t('form.system') : (authors.get(by) ?? `#${by}`);
  const open = found.some(({ choice }) => choice === null);
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={t('form.conflict', { who, when: localText(String(current.updatedAt ?? '')) })}
      description={
        <div style={{ overflowX: 'auto' }}>
          <table className="cw-changes" style={{ minWidth: 560 }}>
            <thead>
              <tr>
                <th scope="col">{t('form.field')}</th>
                <th scope="col">{t('form.before')}</th>
                <th scope="col">{t('form.mine')}</th>
                <th scope="col">{t('form.theirs')}</th>
                <th scope="col">{t('form.choice')}</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ field, base, mine, theirs, choice }) => (
                <tr key={field}>
                  <th scope="row">{label(fieldOf(resource, field)?.['x-label'], field)}</th>
                  <td>
                    <NamedValue resource={resource} field={field} value={base} />
                  </td>
                  <td>
                    <NamedValue resource={resource} field={field} value={mine} />
                  </td>
                  <td>
                    <NamedValue resource={resource} field={field} value={theirs} />
                  </td>
                  <td>
                    <Radio.Group
                      value={choice}
                      aria-label={label(fieldOf(resource, field)?.['x-label'], field)}
                      onChange={(event) => onChoose(field, event.target.value)}
                      options={[
                        { value: 'mine', label: t('form.keepMine') },
                        { value: 'theirs', label: t('form.takeTheirs') },
                      ]}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="cw-bar" style={{ marginTop: 8 }}>
            {(['mine', 'theirs'] as const).map((side) => (
              <Button
                key={side}
                size="small"
                onClick={() => {
                  for (const { field } of found) onChoose(field, side);
                }}
              >
                {t(side === 'mine' ? 'form.keepAllMine' : 'form.takeAllTheirs')}
              </Button>
            ))}
            <Button type="primary" disabled={open} loading={busy} onClick={onSave}>
              {t('form.saveMerged')}
            </Button>
            {open && <span>{t('form.chooseEach')}</span>}
          </div>
        </div>
      }
    />
  );
}
