import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

/**
 * Choices of an `enum`, found by typing their label. Replaces rjsf's own: on antd 5 its search compares with
 * nothing and finds nothing.
 */
export function SelectWidget({
  id,
  options,
  value,
  multiple,
  onChange,
  onBlur,
  disabled,
  readonly,
  label,
  rawErrors,
}: WidgetProps) {
  const { t } = useTranslation();
  const choices = (options.enumOptions ?? []).map(({ value: own, label: text }, index) => ({
    // Values may be numbers or texts; the place in the list is what identifies them here.
    value: index,
    label: String(text),
    raw: own as unknown,
  }));
  const indexOf = (own: unknown) => choices.find(({ raw }) => raw === own)?.value;
  const chosen = multiple
    ? (Array.isArray(value) ? value : []).map(indexOf).filter((index) => index !== undefined)
    : indexOf(value);
  return (
    <Select<number | number[]>
      id={id}
      style={{ width: '100%' }}
      mode={multiple ? 'multiple' : undefined}
      value={chosen}
      options={choices.map(({ value: index, label: text }) => ({ value: index, label: text }))}
      showSearch
      optionFilterProp="label"
      allowClear
      disabled={disabled || readonly}
      status={rawErrors?.length ? 'error' : undefined}
      aria-label={label}
      aria-invalid={Boolean(rawErrors?.length)}
      aria-describedby={ariaDescribedByIds(id)}
      placeholder={t('form.choose')}
      notFoundContent={t('form.noneFound')}
      onBlur={() => onBlur(id, value)}
      onChange={(next) => {
        const raw = (index: number) => choices[index]?.raw;
        onChange(Array.isArray(next) ? next.map(raw) : typeof next === 'number' ? raw(next) : undefined);
      }}
    />
  );
}
