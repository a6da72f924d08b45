import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { Checkbox, Input, Select, Space } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { numberOf } from '#domain/text/narrow.ts';
import { useDictionary } from '#web/engine/labels.ts';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { DayPicker } from '#web/ui/pickers.tsx';

/** What every control of a form has in common: its id, its state, and what describes it. */
export function controlProps({ id, disabled, readonly, rawErrors, value, onBlur, onFocus }: WidgetProps) {
  return {
    id,
    disabled: disabled || readonly,
    status: rawErrors?.length ? ('error' as const) : ('' as const),
    'aria-invalid': Boolean(rawErrors?.length),
    'aria-describedby': ariaDescribedByIds(id),
    onBlur: () => onBlur(id, value),
    onFocus: () => onFocus(id, value),
  };
}

export function LineWidget(props: WidgetProps) {
  const { value, onChange, schema } = props;
  return (
    <Input
      {...controlProps(props)}
      value={value ?? ''}
      maxLength={schema.maxLength}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}

export function TextareaWidget(props: WidgetProps) {
  const { value, onChange, schema } = props;
  return (
    <Input.TextArea
      {...controlProps(props)}
      value={value ?? ''}
      maxLength={schema.maxLength}
      showCount={schema.maxLength !== undefined}
      autoSize={{ minRows: 2, maxRows: 12 }}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}

/** A number with its unit beside it. */
export function QuantityWidget(props: WidgetProps) {
  const { value, onChange, options } = props;
  const { status, ...rest } = controlProps(props);
  const input = (
    <NumberInput
      unit={options.unit === undefined ? undefined : String(options.unit)}
      {...rest}
      status={status}
      style={{ width: '100%' }}
      value={numberOf(value)}
      precision={options.whole ? 0 : undefined}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
  if (!options.unit) return input;
  return (
    <Space.Compact block>
      {input}
      <Space.Addon>{String(options.unit)}</Space.Addon>
    </Space.Compact>
  );
}

export function CheckboxWidget(props: WidgetProps) {
  const { value, onChange, label, id, disabled, readonly } = props;
  return (
    <Checkbox
      id={id}
      checked={value === true}
      disabled={disabled || readonly}
      aria-describedby={ariaDescribedByIds(id)}
      onChange={(event) => onChange(event.target.checked)}
    >
      {label}
    </Checkbox>
  );
}

/** A day, kept as `2026-11-21`. */
export function DayWidget(props: WidgetProps) {
  const { value, onChange } = props;
  return (
    <DayPicker
      {...controlProps(props)}
      style={{ width: '100%' }}
      value={typeof value === 'string' ? dayjs(value) : null}
      onChange={(date) => onChange(date?.format('YYYY-MM-DD'))}
    />
  );
}

/** A moment: kept in UTC, entered in the service's zone, both written beside it. */
export function MomentWidget(props: WidgetProps) {
  return <MomentInput {...controlProps(props)} value={props.value} onChange={props.onChange} />;
}

/** Items of a dictionary: the code is kept, the text is shown and searched. */
export function DictionaryWidget(props: WidgetProps) {
  const { value, onChange, options } = props;
  const { t } = useTranslation();
  const choices = useDictionary(String(options.dictionary));
  const { status, ...rest } = controlProps(props);
  return (
    <Select
      {...rest}
      status={status || undefined}
      style={{ width: '100%' }}
      mode={options.many ? 'multiple' : undefined}
      value={value ?? undefined}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={t('form.choose')}
      notFoundContent={t('form.noneFound')}
      options={choices.map(({ value: code, label, disabled }) => ({ value: code, label, disabled }))}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** A list of short texts, each entered with Enter. */
export function TextsWidget(props: WidgetProps) {
  const { value, onChange } = props;
  const { status, ...rest } = controlProps(props);
  return (
    <Select
      {...rest}
      status={status || undefined}
      style={{ width: '100%' }}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', '、', ';', '；']}
      value={Array.isArray(value) ? value : []}
      onChange={(next) => onChange(next)}
    />
  );
}
