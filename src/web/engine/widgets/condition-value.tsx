import { Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '#domain/record/resource.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { useLocale } from '#web/client/locale.ts';
import { kindOf } from '#web/engine/fields.ts';
import { enumChoices, useDictionary } from '#web/engine/labels.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { DayPicker } from '#web/ui/pickers.tsx';
import { storedDay } from '#web/ui/wall-clock.ts';
import type { ConditionRow } from './condition.ts';
import { relatesTo } from './condition-documents.ts';

interface Props {
  schema: FieldSchema | undefined;
  row: ConditionRow;
  disabled: boolean | undefined;
  onChange: (value: unknown) => void;
}

/** The value that a row compares with, by what its field is. */
export function ConditionValue({ schema, row, disabled, onChange }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const items = useDictionary(schema?.['x-dictionary']);
  const { operator, value } = row;
  const label = t('form.condition.value');
  const list = operator === '$in' || operator === '$nin';
  const kind = schema && kindOf(schema);
  if (operator === '$exists' || kind === 'boolean') {
    return (
      <Select
        aria-label={label}
        disabled={disabled}
        value={typeof value === 'boolean' ? value : undefined}
        options={[
          { value: true, label: t('list.yes') },
          { value: false, label: t('list.no') },
        ]}
        onChange={onChange}
      />
    );
  }
  const related = relatesTo(schema);
  if (related) {
    return (
      <RelationSelect
        resource={related}
        label={label}
        multiple={list}
        disabled={disabled ?? false}
        value={list ? numbersOf(value) : typeof value === 'number' ? value : undefined}
        onChange={onChange}
      />
    );
  }
  if (schema && (kind === 'enum' || kind === 'dictionary')) {
    const choices = kind === 'enum' ? enumChoices(schema, locale) : items;
    const single = typeof value === 'string' || typeof value === 'number' ? value : undefined;
    return (
      <Select<string | number | (string | number)[]>
        aria-label={label}
        disabled={disabled}
        mode={list ? 'multiple' : undefined}
        showSearch
        optionFilterProp="label"
        value={list ? (Array.isArray(value) ? value : []) : single}
        options={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        onChange={onChange}
      />
    );
  }
  if (list) {
    return (
      <Select
        aria-label={label}
        mode="tags"
        open={false}
        suffixIcon={null}
        disabled={disabled}
        tokenSeparators={[',', '，', '、', ';', '；']}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next) => onChange(kind === 'number' ? next.map(Number).filter(Number.isFinite) : next)}
      />
    );
  }
  if (kind === 'number') {
    return (
      <NumberInput
        aria-label={label}
        disabled={disabled}
        style={{ width: '100%' }}
        unit={schema?.['x-unit']}
        suffix={schema?.['x-unit']}
        value={numberOf(value)}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  }
  if (kind === 'dateTime') {
    return <MomentInput aria-label={label} disabled={disabled ?? false} value={value} onChange={onChange} />;
  }
  if (kind === 'date') {
    return (
      <DayPicker
        aria-label={label}
        disabled={disabled}
        value={typeof value === 'string' ? dayjs(value) : null}
        onChange={(date) => onChange(date ? storedDay(date) : undefined)}
      />
    );
  }
  return (
    <Input
      aria-label={label}
      disabled={disabled}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
}
