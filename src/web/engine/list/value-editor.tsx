import { Input, Radio, Select, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { dayAfter } from '#domain/plans/working-days.ts';
import { type FieldSchema, relationOf } from '#domain/record/resource.ts';
import { mostDays, namedSpans, parseSpan } from '#domain/statistics/relative-dates.ts';
import { instantAt } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { type FilterOperator, kindOf } from '#web/engine/fields.ts';
import { enumChoices, useDictionary } from '#web/engine/labels.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { DayPicker, DayRangePicker } from '#web/ui/pickers.tsx';
import { wallClock } from '#web/ui/wall-clock.ts';

interface ValueProps {
  schema: FieldSchema;
  label: string;
  operator: FilterOperator;
  values: string[];
  onChange: (values: string[]) => void;
}

/** Takes the value of one condition, as texts of the address; what it is follows from the field and the operator. */
export function ValueEditor(props: ValueProps) {
  const { schema, label, operator, values, onChange } = props;
  const { t } = useTranslation();
  if (operator === 'relative') return <SpanEditor {...props} />;
  switch (kindOf(schema)) {
    case 'relation':
    case 'relations':
      return (
        <RelationSelect
          resource={relationOf(schema)?.resource ?? ''}
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
        <NumberInput
          unit={schema['x-unit']}
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
        <Space direction="vertical" style={{ width: '100%' }}>
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
          aria-label={label}
          value={values[0] ?? ''}
          onChange={(event) => onChange([event.target.value])}
        />
      );
  }
}

function ChoiceEditor({ schema, label, values, onChange }: ValueProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const items = useDictionary(schema['x-dictionary']);
  const choices = schema.enum ? enumChoices(schema, locale) : items;
  return (
    <Select
      mode="multiple"
      style={{ width: '100%' }}
      placeholder={t('list.pickValues')}
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
  const shown = (value: string | undefined): Dayjs | null =>
    value ? (timed ? wallClock(value) : dayjs(value)) : null;
  const storedOf = (date: Dayjs | null | undefined, end: boolean): string => {
    if (!date) return '';
    const day = date.format('YYYY-MM-DD');
    if (!timed) return day;
    return new Date(end ? instantAt(dayAfter(day, 1)) - 1 : instantAt(day)).toISOString();
  };
  if (operator === 'between') {
    return (
      <DayRangePicker
        style={{ width: '100%' }}
        aria-label={label}
        allowEmpty={[true, true]}
        value={[shown(values[0]), shown(values[1])]}
        onChange={(range) => onChange([storedOf(range[0], false), storedOf(range[1], true)])}
        placeholder={[t('list.from'), t('list.to')]}
      />
    );
  }
  return (
    <DayPicker
      style={{ width: '100%' }}
      aria-label={label}
      value={shown(values[0])}
      onChange={(date) => onChange([storedOf(date, operator === 'lte')])}
    />
  );
}

/** A span that moves with the clock: a named one, or so many days before or after today. */
function SpanEditor({ label, values, onChange }: ValueProps) {
  const { t } = useTranslation();
  const span = parseSpan(values[0] ?? '');
  const days = span && 'days' in span ? span.days : 7;
  const chosen = span ? ('side' in span ? span.side : span.name) : undefined;
  return (
    <Space.Compact block>
      <Select
        style={{ flex: 1 }}
        aria-label={label}
        placeholder={t('list.span')}
        value={chosen}
        onChange={(next) => onChange([next === 'last' || next === 'next' ? `${next}${days}d` : next])}
        options={[...namedSpans, 'last' as const, 'next' as const].map((value) => ({
          value,
          label: t(`list.span.${value}`),
        }))}
      />
      {(chosen === 'last' || chosen === 'next') && (
        <NumberInput
          style={{ width: 110 }}
          aria-label={t('list.spanDays')}
          min={1}
          max={mostDays}
          precision={0}
          suffix={t('list.days')}
          value={days}
          onChange={(next) => onChange([`${chosen}${next ?? 1}d`])}
        />
      )}
    </Space.Compact>
  );
}
