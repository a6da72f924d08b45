import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { changesOf, type Edits, type MatrixChange, type MatrixRole, rulesOf } from './matrix-model.ts';

interface Props {
  roles: MatrixRole[];
  edits: Edits;
  count: number;
}

/** How much is to be saved, and on a click each of it, before and after. */
export function ChangeList({ roles, edits, count }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const what = ({ resource, what: key }: MatrixChange) => {
    const type = resourceNamed(resource);
    const [kind, name = ''] = key.split(':');
    const text =
      kind === 'action'
        ? t(`matrix.action.${name}`)
        : kind === 'field'
          ? label(type?.schema.properties[name]?.['x-label'], name)
          : t('matrix.rows');
    return `${label(type?.schema['x-label'], resource)} · ${text}`;
  };
  const describe = ({ what: key }: MatrixChange, value: string) =>
    key === 'rows'
      ? t(`matrix.rows.${value}`)
      : t(key.startsWith('field') ? `matrix.state.${value}` : `matrix.said.${value}`);
  const content = (
    <div style={{ maxHeight: 360, maxWidth: '80vw', overflow: 'auto' }}>
      {roles.map((role) => (
        <section key={role.id}>
          <strong>{role.displayName}</strong>
          <ul style={{ margin: '0 0 8px', paddingInlineStart: 18 }}>
            {changesOf(role.recordRules, rulesOf(role, edits)).map((change) => (
              <li key={`${change.resource} ${change.what}`}>
                {what(change)}: {describe(change, change.before)} → {describe(change, change.after)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
  return (
    <Popover content={content} trigger="click">
      <Button type="link">{t('matrix.changes', { count })}</Button>
    </Popover>
  );
}
