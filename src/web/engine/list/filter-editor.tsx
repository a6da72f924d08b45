import { Button, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '#domain/record/resource.ts';
import { type FilterOperator, operatorsOf } from '#web/engine/fields.ts';
import { type FieldFilter, needsNoValue } from './filter-tree.ts';
import { ValueEditor } from './value-editor.tsx';

interface Props {
  field: string;
  schema: FieldSchema;
  label: string;
  filter: FieldFilter | undefined;
  /** undefined clears the filter. */
  onApply: (filter: FieldFilter | undefined) => void;
}

/** Sets the condition of one field: operators and the value's editor follow from its schema. */
export function FilterEditor({ field, schema, label, filter, onApply }: Props) {
  const { t } = useTranslation();
  const operators = operatorsOf(schema);
  const [operator, setOperator] = useState<FilterOperator>(filter?.operator ?? operators[0] ?? 'eq');
  const [values, setValues] = useState<string[]>(filter?.values ?? []);
  const needsValue = !needsNoValue(operator);
  const complete = !needsValue || values.some((value) => value !== '');

  const apply = () => {
    if (complete) onApply({ field, operator, values: needsValue ? values : [] });
  };
  return (
    <form
      style={{ display: 'grid', gap: 8, padding: 12, width: 300 }}
      aria-label={t('list.filterBy', { label })}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        apply();
      }}
    >
      <Select
        size="small"
        aria-label={t('list.operator', { label })}
        value={operator}
        onChange={(next) => {
          setOperator(next);
          setValues(valuesFor(next, operator, values));
        }}
        options={operators.map((value) => ({ value, label: t(`list.operator.${value}`) }))}
      />
      {needsValue && (
        <ValueEditor schema={schema} label={label} operator={operator} values={values} onChange={setValues} />
      )}
      <Space style={{ justifyContent: 'flex-end' }}>
        <Button size="small" onClick={() => onApply(undefined)}>
          {t('list.clear')}
        </Button>
        <Button size="small" type="primary" htmlType="submit" disabled={!complete}>
          {t('list.apply')}
        </Button>
      </Space>
    </form>
  );
}

/** What of the values still makes sense where another operator is chosen. */
export function valuesFor(next: FilterOperator, before: FilterOperator, values: string[]): string[] {
  if (next === before) return values;
  if (needsNoValue(next) || next === 'relative' || before === 'relative') return [];
  return next === 'in' || next === 'nin' ? values : values.slice(0, 1);
}
