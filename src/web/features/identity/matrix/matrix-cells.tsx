import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordRule, RoleGrant } from '#domain/identity/access.ts';
import { alwaysShown } from '#domain/plans/filed-fields.ts';
import type { Action, Resource } from '#domain/record/resource.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { actionText, cellReason, fieldReason } from './cell-texts.ts';
import {
  cellOf,
  type Edits,
  type FieldState,
  fieldCellOf,
  grantOf,
  isAdmin,
  type MatrixRole,
  matrixActions,
  nextStated,
  rulesOf,
  withAction,
  withField,
  withRows,
} from './matrix-model.ts';

interface Shared {
  role: MatrixRole;
  edits: Edits;
  grant: RoleGrant;
  resource: Resource;
  onChange: (role: MatrixRole, rules: RecordRule[]) => void;
}

/** Allowed or denied and why; a click goes on: as the permissions say, allowed, denied. */
export function ActionCell({ role, edits, grant, resource, action, onChange }: Shared & { action: Action }) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const cell = cellOf(grant, resource, action);
  const rules = rulesOf(role, edits);
  const stated = rules.find((rule) => rule.resource === resource.name)?.actions?.[action];
  const saved = role.recordRules.find((rule) => rule.resource === resource.name)?.actions?.[action];
  const fixed = isAdmin(role) || cell.by === 'readOnlyResource';
  const why = cellReason(cell, locale, t);
  const what = `${role.displayName} · ${label(resource.schema['x-label'], resource.name)} · ${actionText(action, t)}`;
  return (
    <button
      type="button"
      className="cw-cell"
      data-cell
      data-allowed={cell.allowed}
      data-own={cell.own || undefined}
      data-changed={stated !== saved || undefined}
      aria-disabled={fixed || undefined}
      aria-label={`${what}: ${t(cell.allowed ? 'matrix.allowed' : 'matrix.denied')}. ${why}`}
      title={why}
      onClick={() => {
        if (!fixed) onChange(role, withAction(rules, resource.name, action, nextStated(stated)));
      }}
    >
      <span aria-hidden="true">{cell.by === 'readOnlyResource' ? '–' : cell.allowed ? '✓' : '✕'}</span>
    </button>
  );
}

/** The rows of its company or area, or only those that the user made themselves. */
export function RowsCell({ role, edits, grant, resource, onChange }: Shared) {
  const { t } = useTranslation();
  const label = useLabel();
  const rules = rulesOf(role, edits);
  const own = rules.find((rule) => rule.resource === resource.name)?.rows === 'own';
  const saved = role.recordRules.find((rule) => rule.resource === resource.name)?.rows === 'own';
  const any = matrixActions.some((action) => cellOf(grant, resource, action).allowed);
  const fixed = isAdmin(role) || !any;
  const text = t(isAdmin(role) ? 'matrix.rows.all' : own ? 'matrix.rows.own' : 'matrix.rows.scope');
  const what = `${role.displayName} · ${label(resource.schema['x-label'], resource.name)}`;
  return (
    <button
      type="button"
      className="cw-cell cw-cell-rows"
      data-cell
      data-own={own || undefined}
      data-changed={own !== saved || undefined}
      aria-disabled={fixed || undefined}
      aria-label={`${what} · ${t('matrix.rows')}: ${text}`}
      title={t(own ? 'matrix.rows.ownHelp' : 'matrix.rows.scopeHelp')}
      onClick={() => {
        if (!fixed) onChange(role, withRows(rules, resource.name, own ? 'scope' : 'own'));
      }}
    >
      {any || isAdmin(role) ? text : ''}
    </button>
  );
}

const states: FieldState[] = ['visible', 'readOnly', 'hidden'];

/** The fields of a record type, each visible, read-only or hidden for each role. */
export function FieldCells({
  resource,
  roles,
  edits,
  onChange,
}: Pick<Shared, 'resource' | 'edits' | 'onChange'> & { roles: MatrixRole[] }) {
  const label = useLabel();
  const fields = Object.entries(resource.schema.properties).filter(([, schema]) => !schema['x-secret']);
  return fields.map(([field, schema]) => (
    <tr key={field} className="cw-matrix-field">
      <th scope="row" className="cw-matrix-name">
        {label(schema['x-label'], field)}
      </th>
      {roles.map((role) => (
        <td key={role.id} colSpan={matrixActions.length + 1} data-first>
          <FieldChoice role={role} edits={edits} resource={resource} field={field} onChange={onChange} />
        </td>
      ))}
    </tr>
  ));
}

/** One field for one role; where the entry or a permission decides, it is said and cannot be changed here. */
export function FieldChoice({
  role,
  edits,
  resource,
  field,
  onChange,
}: Omit<Shared, 'grant'> & { field: string }) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const cell = fieldCellOf(grantOf(role, edits), resource, field);
  const why = fieldReason(cell, locale, t);
  if (isAdmin(role) || (cell.by === 'permission' && cell.state === 'hidden')) {
    return (
      <span className="cw-matrix-soft" title={why}>
        {t(`matrix.state.${cell.state}`)} · {why}
      </span>
    );
  }
  const fixed = (cell.by === 'service' || cell.by === 'permission') && cell.state === 'readOnly';
  const name = label(resource.schema.properties[field]?.['x-label'], field);
  return (
    <span className="cw-bar">
      <Segmented
        size="small"
        aria-label={`${role.displayName} · ${name}`}
        value={cell.state}
        options={states
          // What nobody sets by hand is read-only as it is; it can only be hidden.
          .filter((state) => !(state === 'visible' && (fixed || isFixedWhenShown(resource, field))))
          .filter((state) => state !== 'hidden' || !alwaysShown[resource.name]?.includes(field))
          .map((state) => ({ value: state, label: t(`matrix.state.${state}`) }))}
        onChange={(state) =>
          onChange(
            role,
            withField(
              rulesOf(role, edits),
              resource.name,
              field,
              state === 'readOnly' && isFixedWhenShown(resource, field) ? 'visible' : state,
            ),
          )
        }
      />
      {(cell.by === 'service' || cell.by === 'permission') && <span className="cw-matrix-soft">{why}</span>}
    </span>
  );
}

function isFixedWhenShown(resource: Resource, field: string): boolean {
  return (
    resource.readOnly === true ||
    resource.serviceOnly?.includes(field) === true ||
    resource.schema.properties[field]?.readOnly === true
  );
}
