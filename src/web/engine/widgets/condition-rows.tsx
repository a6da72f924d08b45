import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { type ConditionGroup, type ConditionRow, isGroup } from './condition.ts';
import { operatorsFor } from './condition-documents.ts';
import { ConditionValue } from './condition-value.tsx';

interface Props {
  group: ConditionGroup;
  fields: ReadonlyMap<string, FieldSchema>;
  disabled: boolean | undefined;
  onChange: (group: ConditionGroup) => void;
  /** How deep it stands; one group inside another is as much as people read. */
  depth?: number;
}

/** One group: all of its rows, or any. */
export function ConditionRows({ group, fields, disabled, onChange, depth = 0 }: Props) {
  const { t } = useTranslation();
  const { join, parts } = group;
  const set = (place: number, part: ConditionRow | ConditionGroup) =>
    onChange({ join, parts: parts.map((own, index) => (index === place ? part : own)) });
  const remove = (place: number) => onChange({ join, parts: parts.filter((_, index) => index !== place) });
  const firstField = [...fields.keys()][0] ?? '';
  const newRow = (): ConditionRow => ({
    field: firstField,
    operator: operatorsFor(fields.get(firstField))[0],
    value: undefined,
  });
  return (
    <fieldset className="cw-condition-group" aria-label={t(`form.condition.${join}`)}>
      {parts.length > 1 && (
        <Radio.Group
          size="small"
          optionType="button"
          value={join}
          disabled={disabled}
          onChange={(event) => onChange({ join: event.target.value, parts })}
          options={(['and', 'or'] as const).map((value) => ({ value, label: t(`form.condition.${value}`) }))}
        />
      )}
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
        <div key={place} className="cw-condition-part">
          {isGroup(part) ? (
            <ConditionRows
              group={part}
              fields={fields}
              disabled={disabled}
              depth={depth + 1}
              onChange={(next) => set(place, next)}
            />
          ) : (
            <Row row={part} fields={fields} disabled={disabled} onChange={(next) => set(place, next)} />
          )}
          {!disabled && (
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('form.remove', { number: place + 1 })}
              onClick={() => remove(place)}
            />
          )}
        </div>
      ))}
      {parts.length === 0 && <div className="cw-help">{t('form.condition.always')}</div>}
      {!disabled && (
        <div className="cw-bar">
          <Button
            type="dashed"
            size="small"
            icon={<PlusOutlined />}
            disabled={fields.size === 0}
            onClick={() => onChange({ join, parts: [...parts, newRow()] })}
          >
            {t('form.condition.addRow')}
          </Button>
          {depth === 0 && parts.length > 0 && (
            <Button
              type="dashed"
              size="small"
              icon={<PlusOutlined />}
              onClick={() =>
                onChange({
                  join,
                  parts: [...parts, { join: join === 'and' ? 'or' : 'and', parts: [newRow()] }],
                })
              }
            >
              {t('form.condition.addGroup')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

interface RowProps {
  row: ConditionRow;
  fields: ReadonlyMap<string, FieldSchema>;
  disabled: boolean | undefined;
  onChange: (row: ConditionRow) => void;
}

function Row({ row, fields, disabled, onChange }: RowProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const schema = fields.get(row.field);
  const operators = operatorsFor(schema);
  // A field or an operator that is stored and no longer usual stays to be seen.
  const names = [...new Set([...fields.keys(), row.field])];
  const known = [...new Set([...operators, row.operator])];
  return (
    <div className="cw-condition-row">
      <Select
        aria-label={t('form.condition.field')}
        disabled={disabled}
        showSearch
        optionFilterProp="label"
        value={row.field}
        options={names.map((name) => ({ value: name, label: label(fields.get(name)?.['x-label'], name) }))}
        onChange={(field) =>
          onChange({ field, operator: operatorsFor(fields.get(field))[0], value: undefined })
        }
      />
      <Select
        aria-label={t('form.condition.operator')}
        disabled={disabled}
        value={row.operator}
        options={known.map((operator) => ({ value: operator, label: t(`form.condition.${operator}`) }))}
        onChange={(operator) => {
          const list = operator === '$in' || operator === '$nin';
          const same = list === (row.operator === '$in' || row.operator === '$nin');
          const keeps = same && operator !== '$exists' && row.operator !== '$exists';
          onChange({
            ...row,
            operator,
            value: operator === '$exists' ? true : keeps ? row.value : undefined,
          });
        }}
      />
      <ConditionValue
        schema={schema}
        row={row}
        disabled={disabled}
        onChange={(value) => onChange({ ...row, value })}
      />
    </div>
  );
}
