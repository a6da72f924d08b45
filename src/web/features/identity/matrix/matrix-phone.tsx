import { Card, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordRule } from '#domain/identity/access.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { actionText, cellReason } from './cell-texts.ts';
import { FieldChoice } from './matrix-cells.tsx';
import {
  cellOf,
  type Edits,
  grantOf,
  isAdmin,
  type MatrixRole,
  matrixActions,
  rulesOf,
  withAction,
  withRows,
} from './matrix-model.ts';
import type { MatrixGroup } from './matrix-table.tsx';

interface Props {
  groups: MatrixGroup[];
  role: MatrixRole;
  edits: Edits;
  onChange: (role: MatrixRole, rules: RecordRule[]) => void;
}

/** On a phone: one record type of one role at a time. */
export function MatrixPhone({ groups, role, edits, onChange }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const all = groups.flatMap(({ resources }) => resources);
  const [name, setName] = useState<string>();
  const resource = all.find((one) => one.name === name) ?? all[0];
  if (!resource) return null;
  const grant = grantOf(role, edits);
  const rules = rulesOf(role, edits);
  const rule = rules.find((one) => one.resource === resource.name);
  const fields = Object.entries(resource.schema.properties).filter(([, schema]) => !schema['x-secret']);
  return (
    <div className="cw-groups">
      <Select
        showSearch
        optionFilterProp="label"
        style={{ width: '100%' }}
        aria-label={t('matrix.resource')}
        value={resource.name}
        onChange={setName}
        options={groups.map((group) => ({
          label: t(`shell.group.${group.name}`, { defaultValue: t('matrix.otherGroup') }),
          options: group.resources.map((one) => ({
            value: one.name,
            label: label(one.schema['x-label'], one.name),
          })),
        }))}
      />
      <Card size="small" title={label(resource.schema['x-label'], resource.name)}>
        {matrixActions.map((action) => {
          const cell = cellOf(grant, resource, action);
          const stated = rule?.actions?.[action];
          const fixed = isAdmin(role) || cell.by === 'readOnlyResource';
          return (
            <div key={action} style={{ marginBottom: 12 }}>
              <strong>{actionText(action, t)}</strong>{' '}
              {cell.allowed ? `✓ ${t('matrix.allowed')}` : `✕ ${t('matrix.denied')}`}
              <div className="cw-matrix-soft">{cellReason(cell, locale, t)}</div>
              {!fixed && (
                <Segmented
                  aria-label={actionText(action, t)}
                  value={stated === undefined ? 'asPermitted' : stated ? 'allow' : 'deny'}
                  options={['asPermitted', 'allow', 'deny'].map((value) => ({
                    value,
                    label: t(`matrix.said.${value}`),
                  }))}
                  onChange={(value) =>
                    onChange(
                      role,
                      withAction(
                        rules,
                        resource.name,
                        action,
                        value === 'asPermitted' ? undefined : value === 'allow',
                      ),
                    )
                  }
                />
              )}
            </div>
          );
        })}
        {!isAdmin(role) && (
          <div>
            <strong>{t('matrix.rows')}</strong>
            <div>
              <Segmented
                aria-label={t('matrix.rows')}
                value={rule?.rows ?? 'scope'}
                options={[
                  { value: 'scope', label: t('matrix.rows.scope') },
                  { value: 'own', label: t('matrix.rows.own') },
                ]}
                onChange={(rows) =>
                  onChange(role, withRows(rules, resource.name, rows === 'own' ? 'own' : 'scope'))
                }
              />
            </div>
          </div>
        )}
      </Card>
      <Card size="small" title={t('matrix.fields')}>
        {fields.map(([field, schema]) => (
          <div key={field} style={{ marginBottom: 8 }}>
            <div>{label(schema['x-label'], field)}</div>
            <FieldChoice role={role} edits={edits} resource={resource} field={field} onChange={onChange} />
          </div>
        ))}
      </Card>
    </div>
  );
}
