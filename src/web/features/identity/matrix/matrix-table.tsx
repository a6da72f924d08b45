import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordRule } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { actionText } from './cell-texts.ts';
import { ActionCell, FieldCells, RowsCell } from './matrix-cells.tsx';
import { type Edits, grantOf, isAdmin, type MatrixRole, matrixActions } from './matrix-model.ts';

export interface MatrixGroup {
  name: string;
  resources: Resource[];
}

interface Props {
  groups: MatrixGroup[];
  roles: MatrixRole[];
  edits: Edits;
  onChange: (role: MatrixRole, rules: RecordRule[]) => void;
  onView: (role: MatrixRole) => void;
}

/** Record types by roles: each cell says whether and why, a click changes it. Arrow keys go from cell to cell. */
export function MatrixTable({ groups, roles, edits, onChange, onView }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const [open, setOpen] = useState<string[]>([]);
  const width = 1 + roles.length * (matrixActions.length + 1);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its buttons, gathered
    <div className="cw-matrix" onKeyDown={moveByArrows}>
      <table>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className="cw-matrix-name">
              {t('matrix.resource')}
            </th>
            {roles.map((role) => (
              <th
                key={role.id}
                scope="colgroup"
                colSpan={matrixActions.length + 1}
                className="cw-matrix-role"
              >
                {role.displayName} <span className="cw-matrix-soft">{role.name}</span>
                {!isAdmin(role) && (
                  <Button
                    size="small"
                    type="text"
                    icon={<EyeOutlined />}
                    title={t('matrix.view.begin', { role: role.displayName })}
                    aria-label={t('matrix.view.begin', { role: role.displayName })}
                    onClick={() => onView(role)}
                  />
                )}
              </th>
            ))}
          </tr>
          <tr>
            {roles.map((role) => (
              <Fragment key={role.id}>
                {matrixActions.map((action, index) => (
                  <th key={action} scope="col" data-first={index === 0 || undefined}>
                    {actionText(action, t)}
                  </th>
                ))}
                <th scope="col">{t('matrix.rows')}</th>
              </Fragment>
            ))}
          </tr>
        </thead>
        {groups.map(({ name, resources }) => (
          <tbody key={name}>
            <tr className="cw-matrix-group">
              <th scope="rowgroup" colSpan={width}>
                <span>{t(`shell.group.${name}`, { defaultValue: t('matrix.otherGroup') })}</span>
              </th>
            </tr>
            {resources.map((resource) => {
              const text = label(resource.schema['x-label'], resource.name);
              const expanded = open.includes(resource.name);
              return (
                <Fragment key={resource.name}>
                  <tr>
                    <th scope="row" className="cw-matrix-name">
                      <button
                        type="button"
                        className="cw-matrix-open"
                        data-cell
                        aria-expanded={expanded}
                        onClick={() =>
                          setOpen(
                            expanded ? open.filter((one) => one !== resource.name) : [...open, resource.name],
                          )
                        }
                      >
                        <span aria-hidden="true">{expanded ? '▾' : '▸'}</span> {text}
                        <span className="cw-hidden"> {t('matrix.fields')}</span>
                      </button>
                    </th>
                    {roles.map((role) => {
                      const shared = { role, edits, grant: grantOf(role, edits), resource, onChange };
                      return (
                        <Fragment key={role.id}>
                          {matrixActions.map((action, index) => (
                            <td key={action} data-first={index === 0 || undefined}>
                              <ActionCell {...shared} action={action} />
                            </td>
                          ))}
                          <td>
                            <RowsCell {...shared} />
                          </td>
                        </Fragment>
                      );
                    })}
                  </tr>
                  {expanded && (
                    <FieldCells resource={resource} roles={roles} edits={edits} onChange={onChange} />
                  )}
                </Fragment>
              );
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Arrow keys go to the next button in the row, or to the one in the same place of the next row. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  const key = pressedKey(event);
  if (!key.startsWith('Arrow') || !(target instanceof HTMLElement) || !target.matches('[data-cell]')) return;
  const row = target.closest('tr');
  if (!row) return;
  const cells = (of: Element) => [...of.querySelectorAll<HTMLElement>('[data-cell]')];
  const own = cells(row);
  const index = own.indexOf(target);
  let next: HTMLElement | undefined;
  if (key === 'ArrowLeft') next = own[index - 1];
  else if (key === 'ArrowRight') next = own[index + 1];
  else {
    const rows = [...(row.closest('table')?.querySelectorAll('tr') ?? [])].filter(
      (one) => cells(one).length > 0,
    );
    const beside = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)];
    const others = beside ? cells(beside) : [];
    next = others[Math.min(index, others.length - 1)];
  }
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
