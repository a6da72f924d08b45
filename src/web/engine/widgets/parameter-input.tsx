import { Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { boundsOf } from '#domain/identity/security-parameters.ts';
import { thousands } from '#domain/text/numbers.ts';
import { onEnter } from '#web/ui/composing.ts';
import { TidyInput } from '#web/ui/tidy-input.tsx';
import type { ParameterType } from './parameter-value.ts';
import { tidyTime } from './weekly.ts';

interface Props {
  id: string;
  /** Of the parameter: by it, its bounds are shown. */
  parameter: string;
  /** For listeners, where no label stands beside. */
  label?: string;
  type: ParameterType;
  unit: string | null;
  /** As it is kept; undefined: the default holds. */
  value: string | undefined;
  /** Shown in the empty control. */
  fallback: string;
  onChange: (value: string | undefined) => void;
  /** When the person is done with it. */
  onDone?: () => void;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
}

/** The control of a parameter by its type: a figure with its unit, yes or no, a time of day, a text. */
export function ParameterInput(props: Props) {
  const {
    id,
    parameter,
    label,
    type,
    unit,
    value,
    fallback,
    onChange,
    onDone,
    disabled,
    invalid,
    describedBy,
  } = props;
  const { t } = useTranslation();
  const bounds = type === 'integer' || type === 'number' ? boundsOf(parameter) : undefined;
  const described = [describedBy, bounds && `${id}-bounds`].filter(Boolean).join(' ');
  const shared = {
    id,
    ...(label ? { 'aria-label': label } : {}),
    'aria-invalid': invalid === true,
    ...(described ? { 'aria-describedby': described } : {}),
    disabled: disabled === true,
    status: invalid ? ('error' as const) : ('' as const),
  };
  const finish = { onBlur: () => onDone?.(), onPressEnter: onEnter(() => onDone?.()) };
  const text = (next: string) => onChange(next === '' ? undefined : next);

  if (type === 'boolean') {
    const { status: _, ...rest } = shared;
    return (
      <Select
        {...rest}
        {...(invalid ? { status: 'error' as const } : {})}
        style={{ width: '100%' }}
        value={value ?? fallback}
        options={[
          { value: 'true', label: t('admin.parameter.yes') },
          { value: 'false', label: t('admin.parameter.no') },
        ]}
        onChange={(next) => onChange(next)}
        onBlur={() => onDone?.()}
      />
    );
  }
  if (type === 'time') {
    // Four digits, as the rules of the day have them, and not by the browser's clock of twelve hours.
    return (
      <TidyInput
        {...shared}
        {...finish}
        className="cw-figures"
        inputMode="numeric"
        maxLength={10}
        suffix="HHMM"
        value={value ?? ''}
        placeholder={fallback}
        tidy={(typed) => tidyTime(typed).replace(/\D/g, '')}
        onChange={text}
      />
    );
  }
  if (type === 'integer' || type === 'number') {
    return (
      <>
        <InputNumber
          {...shared}
          {...finish}
          stringMode
          className="cw-figures"
          style={{ width: '100%' }}
          changeOnWheel={false}
          controls={type === 'integer'}
          {...(type === 'integer' ? { precision: 0 } : {})}
          value={value ?? null}
          placeholder={fallback}
          addonAfter={unit ?? undefined}
          onChange={(next: string | number | null) => text(next === null ? '' : String(next))}
        />
        {bounds && (
          <div id={`${id}-bounds`} className="cw-soft cw-figures">
            {t('admin.parameter.bounds', { least: thousands(bounds.least), most: thousands(bounds.most) })}{' '}
            {unit}
          </div>
        )}
      </>
    );
  }
  return (
    <Input
      {...shared}
      {...finish}
      maxLength={1000}
      value={value ?? ''}
      placeholder={fallback}
      onChange={(event) => text(event.target.value)}
    />
  );
}
