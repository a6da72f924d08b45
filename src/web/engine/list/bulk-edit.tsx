import { useAbility } from '@casl/react';
import { Alert, Button, Drawer, Input, Segmented } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, mayWriteField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { type BulkChange, countMany } from '#web/client/data.ts';
import { useLabel } from '#web/client/locale.ts';
import { fieldOf, groupsOf } from '#web/engine/fields.ts';
import { FieldInput } from '#web/engine/form/field-input.tsx';
import type { Values } from '#web/engine/record-validator.ts';

type Way = 'keep' | 'set' | 'clear';

interface Props {
  resource: Resource;
  target: Pick<BulkChange, 'ids' | 'where'>;
  busy: boolean;
  onRun: (change: BulkChange) => Promise<void>;
  onClose: () => void;
}

/** Sets or clears fields of many records; what is neither set nor cleared stays as each of them has it. */
export function BulkEdit({ resource, target, busy, onRun, onClose }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const [ways, setWays] = useState<Record<string, Way>>({});
  const [values, setValues] = useState<Values>({});
  const [typed, setTyped] = useState('');
  const count = useCount(resource, target);

  const fields = useMemo(() => writable(resource, ability), [resource, ability]);
  const textOf = (field: string) => label(fieldOf(resource, field)?.['x-label'], field);
  const meets = (field: string) => textOf(field).toLowerCase().includes(typed.trim().toLowerCase());
  const chosen = (way: Way) => fields.filter((field) => ways[field] === way);
  const empty = chosen('set').filter((field) => values[field] === undefined || values[field] === '');
  const changes = chosen('set').length + chosen('clear').length;

  const run = () => {
    const set = Object.fromEntries(chosen('set').map((field) => [field, values[field]]));
    const clear = chosen('clear');
    void onRun({
      action: 'update',
      ...target,
      ...(Object.keys(set).length > 0 ? { set } : {}),
      ...(clear.length > 0 ? { clear } : {}),
    });
  };
  return (
    <Drawer
      open
      onClose={onClose}
      width={Math.min(640, window.innerWidth)}
      title={t('list.bulk.edit')}
      footer={
        <div className="cw-bar" style={{ justifyContent: 'flex-end' }}>
          <span className="cw-soft" aria-live="polite">
            {empty.length > 0
              ? t('list.bulk.emptySet', { fields: empty.map(textOf).join(t('list.comma')) })
              : changes > 0
                ? t('list.bulk.changes', {
                    fields: [...chosen('set'), ...chosen('clear')].map(textOf).join(t('list.comma')),
                  })
                : t('list.bulk.noChange')}
          </span>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            type="primary"
            loading={busy}
            disabled={changes === 0 || empty.length > 0 || count === 0}
            onClick={run}
          >
            {count === null ? t('list.bulk.apply') : t('list.bulk.applyTo', { count })}
          </Button>
        </div>
      }
    >
      <Alert
        type="info"
        showIcon
        message={count === null ? t('list.bulk.counting') : t('list.bulk.preview', { count })}
        description={t('list.bulk.permission')}
      />
      <Input
        allowClear
        aria-label={t('list.columnsFind')}
        placeholder={t('list.columnsFind')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        style={{ margin: '12px 0' }}
      />
      <ul className="cw-bulk">
        {fields.filter(meets).map((field) => (
          <li key={field}>
            <div className="cw-bar">
              <span className="cw-grow">{textOf(field)}</span>
              <Segmented
                size="small"
                aria-label={textOf(field)}
                value={ways[field] ?? 'keep'}
                onChange={(way) => setWays({ ...ways, [field]: way })}
                options={waysOf(resource, field).map((value) => ({
                  value,
                  label: t(`list.bulk.way.${value}`),
                }))}
              />
            </div>
            {ways[field] === 'set' && (
              <FieldInput
                resource={resource}
                field={field}
                value={values[field]}
                onChange={(value) => setValues((before) => ({ ...before, [field]: value }))}
              />
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

/** A required field cannot be emptied; the server would refuse each record. */
function waysOf({ schema }: Resource, field: string): Way[] {
  return schema.required?.includes(field) ? ['keep', 'set'] : ['keep', 'set', 'clear'];
}

/** What a form could set, but for what must differ from record to record. */
function writable(resource: Resource, ability: Ability): string[] {
  const service = new Set(resource.serviceOnly ?? []);
  return groupsOf(resource)
    .flatMap(({ fields }) => fields)
    .filter((field) => {
      const schema = resource.schema.properties[field];
      return (
        schema !== undefined &&
        !schema.readOnly &&
        !schema['x-unique'] &&
        !service.has(field) &&
        mayWriteField(ability, 'update', resource.name, field)
      );
    });
}

/** Asked at once: how many records it would be, as far as the user may change them at all. */
function useCount(resource: Resource, target: Props['target']): number | null {
  const [count, setCount] = useState<number | null>(null);
  const query = JSON.stringify(target);
  useEffect(() => {
    let gone = false;
    countMany(resource.name, { action: 'update', ...JSON.parse(query) })
      .then((matched) => {
        if (!gone) setCount(matched);
      })
      // Without the number the change can still be made; what then fails is told.
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [resource.name, query]);
  return count;
}
