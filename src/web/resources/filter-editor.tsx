import { Button, DatePicker, Input, InputNumber, Radio, Select, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '../../domain/resource.ts';
import { serviceZone } from '../clock.ts';
import { useLocale } from '../locale.ts';
import { type FilterOperator, kindOf, operatorsOf } from './fields.ts';
import { enumChoices, useDictionary } from './labels.ts';
import { RelationSelect } from './relation-select.tsx';
import type { FieldFilter } from './url-state.ts';

dayjs.extend(utc);

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
  const needsValue = operator !== 'null' && operator !== 'nnull';
  const complete = !needsValue || values.some((value) => value !== '');

  const apply = () => {
    if (complete) onApply({ field, operator, values: needsValue ? values : [] });
  };
  return (
    <form
      style={{ display: 'grid', gap: 8, padding: 12, width: 300 }}
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
          if (next !== operator) setValues(next === 'in' || next === 'nin' ? values : values.slice(0, 1));
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

interface ValueProps {
  schema: FieldSchema;
  label: string;
  operator: FilterOperator;
  values: string[];
  onChange: (values: string[]) => void;
}

function ValueEditor(props: ValueProps) {
  const { schema, label, operator, values, onChange } = props;
  const { t } = useTranslation();
  switch (kindOf(schema)) {
    case 'relation':
      return (
        <RelationSelect
          resource={schema['x-relation']?.resource ?? ''}
          multiple
          label={label}
          value={values.map(Number)}
          onChange={(ids) => onChange((Array.isArray(ids) ? ids : []).map(String))}
        />
      );
    case 'enum':
    case 'dictionary':
      return <ChoiceEditor {...props} />;
    case 'boolean':
      return (
        <Radio.Group
          value={values[0]}
          onChange={(event) => onChange([event.target.value])}
          options={[
            { value: 'true', label: t('list.yes') },
            { value: 'false', label: t('list.no') },
          ]}
        />
      );
    case 'number': {
      const at = (index: number, name: string) => (
        <InputNumber
          style={{ width: '100%' }}
          aria-label={`${label} ${name}`}
          placeholder={name}
          suffix={schema['x-unit']}
          value={values[index] ? Number(values[index]) : null}
          onChange={(next) => {
            const changed = [values[0] ?? '', values[1] ?? ''];
            changed[index] = next === null ? '' : String(next);
            onChange(operator === 'between' ? changed : changed.slice(0, 1));
          }}
        />
      );
      if (operator !== 'between') return at(0, t('list.value'));
      return (
        <Space direction="vertical">
          {at(0, t('list.from'))}
          {at(1, t('list.to'))}
        </Space>
      );
    }
    case 'date':
    case 'dateTime':
      return <DateEditor {...props} />;
    default:
      return (
        <Input
          autoFocus
          aria-label={label}
          value={values[0] ?? ''}
          onChange={(event) => onChange([event.target.value])}
        />
      );
  }
}

function ChoiceEditor({ schema, label, values, onChange }: ValueProps) {
  const locale = useLocale();
  const items = useDictionary(schema['x-dictionary']);
  const choices = schema.enum ? enumChoices(schema, locale) : items;
  return (
    <Select
      mode="multiple"
      aria-label={label}
      value={values}
      onChange={onChange}
      optionFilterProp="label"
      options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
    />
  );
}

/** Days as people mean them here: a day begins at midnight of the service's zone. */
function DateEditor({ schema, label, operator, values, onChange }: ValueProps) {
  const { t } = useTranslation();
  const timed = kindOf(schema) === 'dateTime';
  const zoneMinutes = serviceZone.offsetMs / 60_000;
  const shown = (value: string | undefined): Dayjs | null =>
    value ? (timed ? dayjs(value).utcOffset(zoneMinutes) : dayjs(value)) : null;
  const kept = (date: Dayjs | null | undefined, end: boolean): string => {
    if (!date) return '';
    const day = date.format('YYYY-MM-DD');
    if (!timed) return day;
    const start = Date.parse(`${day}T00:00:00Z`) - serviceZone.offsetMs;
    return new Date(end ? start + 86_400_000 - 1 : start).toISOString();
  };
  if (operator === 'between') {
    return (
      <DatePicker.RangePicker
        aria-label={label}
        allowEmpty={[true, true]}
        value={[shown(values[0]), shown(values[1])]}
        onChange={(range) => onChange([kept(range?.[0], false), kept(range?.[1], true)])}
        placeholder={[t('list.from'), t('list.to')]}
      />
    );
  }
  return (
    <DatePicker
      aria-label={label}
      value={shown(values[0])}
      onChange={(date) => onChange([kept(Array.isArray(date) ? date[0] : date, operator === 'lte')])}
    />
  );
}
