import { MoreOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import type { HistoryEntry } from '#web/client/record-history.ts';
import { fieldOf } from '#web/engine/fields.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { ChangeTable } from './change-values.tsx';
import { sourceText } from './source-text.ts';

const colours = { create: 'green', update: 'blue', delete: 'red', restore: 'gold' } as const;

export interface EntryActions {
  /** Absent: the user may not. */
  restoreField?: ((field: string, toVersion: number) => void) | undefined;
  restoreVersion?: ((toVersion: number) => void) | undefined;
  view: (version: number) => void;
  chosen: readonly number[];
  choose: (version: number, chosen: boolean) => void;
}

interface Props {
  resource: Resource;
  /** The record as this entry left it, where the page knows it. */
  record?: RecordValues | undefined;
  entry: HistoryEntry;
  /** It is how the record is now. */
  newest: boolean;
  actions?: EntryActions;
}

/** One change: who, when, from which endpoint, and each field before and after. */
export function EntryCard({ resource, record, entry, newest, actions }: Props) {
  const { t } = useTranslation();
  // What the page hides, its history hides too.
  const shown = entry.changes.filter(
    ({ field }) => fieldOf(resource, field) && !resource.form?.hidden?.includes(field),
  );
  const records = {
    before: { ...record, ...valuesOf(entry.changes, 'before') },
    after: { ...record, ...valuesOf(entry.changes, 'after') },
  };
  const who = entry.by === null || entry.by === 0 ? t('form.system') : (entry.byName ?? `#${entry.by}`);
  // Before it was made there was nothing to compare with.
  const made = entry.action === 'create';
  const { version } = entry;
  const restoreField = actions?.restoreField;
  const restoreButton = (field: string, name: string) =>
    entry.action === 'update' &&
    field in resource.schema.properties && (
      <Tooltip title={t('show.restoreField', { name })}>
        <Button
          size="small"
          type="text"
          icon={<UndoOutlined />}
          aria-label={t('show.restoreField', { name })}
          onClick={() => restoreField?.(field, version - 1)}
        />
      </Tooltip>
    );
  return (
    <article className="cw-entry" aria-label={t('show.entry', { version, who })}>
      <header className="cw-bar">
        <Tag color={colours[entry.action]} style={{ color: 'var(--cw-ink)' }}>
          {t(`form.action.${entry.action}`)}
        </Tag>
        <strong>{who}</strong>
        <time className="cw-figures" dateTime={entry.at}>
          {localText(entry.at)} · {zuluText(entry.at)}
        </time>
        <span style={{ color: 'var(--cw-soft)' }}>
          {sourceText(t, entry.source)} · v{version}
          {newest && ` · ${t('show.present')}`}
        </span>
        <span className="cw-grow" />
        {actions && (
          <>
            <Checkbox
              checked={actions.chosen.includes(version)}
              disabled={actions.chosen.length >= 2 && !actions.chosen.includes(version)}
              onChange={(event) => actions.choose(version, event.target.checked)}
            >
              {t('show.compareThis')}
            </Checkbox>
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  {
                    key: 'view',
                    label: t('show.viewVersion', { version }),
                    onClick: () => actions.view(version),
                  },
                  ...(actions.restoreVersion && !newest
                    ? [
                        {
                          key: 'restore',
                          label: t('show.restoreVersion', { version }),
                          onClick: () => actions.restoreVersion?.(version),
                        },
                      ]
                    : []),
                ],
              }}
            >
              <Button
                size="small"
                type="text"
                icon={<MoreOutlined />}
                aria-label={t('show.entryActions', { version })}
              />
            </Dropdown>
          </>
        )}
      </header>
      {shown.length > 0 && (
        <ChangeTable
          resource={resource}
          records={records}
          changes={shown}
          {...(made ? {} : { before: t('form.before') })}
          after={t(made ? 'list.value' : 'form.after')}
          action={restoreField && !made ? restoreButton : undefined}
        />
      )}
    </article>
  );
}

function valuesOf(changes: HistoryEntry['changes'], side: 'before' | 'after'): RecordValues {
  return Object.fromEntries(changes.map((change) => [change.field, change[side]]));
}
