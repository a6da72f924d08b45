import type { FieldProps } from '@rjsf/utils';
import { InputNumber, Select, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { isObject } from '#web/client/http.ts';

const units = ['m', 'ft', 'FL'];
const references = ['AGL', 'AMSL', 'QFE', 'STD', 'WGS84'];

interface Props {
  id?: string;
  value: unknown;
  onChange: (value: Record<string, unknown> | undefined) => void;
  disabled?: boolean;
  invalid?: boolean;
}

/** An altitude is a figure, a unit and a datum, and none of them alone. A flight level is always from standard pressure. */
export function AltitudeInput({ id, value, onChange, disabled, invalid }: Props) {
  const { t } = useTranslation();
  const altitude = isObject(value) ? value : {};
  const set = (change: Record<string, unknown>) => {
    const next = { unit: 'm', reference: 'AGL', ...altitude, ...change };
    if (next.unit === 'FL') next.reference = 'STD';
    else if (change.unit !== undefined && altitude.unit === 'FL') next.reference = 'AMSL';
    onChange('value' in next && next.value !== null && next.value !== undefined ? next : undefined);
  };
  const status = invalid ? 'error' : undefined;
  return (
    <Space.Compact block>
      <InputNumber
        id={id}
        style={{ flex: '1 1 64px', minWidth: 64 }}
        disabled={disabled}
        status={status}
        value={typeof altitude.value === 'number' ? altitude.value : null}
        changeOnWheel={false}
        onChange={(next) => set({ value: next })}
      />
      <Select
        style={{ flex: '0 0 60px' }}
        aria-label={t('form.unit')}
        disabled={disabled}
        status={status}
        value={typeof altitude.unit === 'string' ? altitude.unit : 'm'}
        options={units.map((unit) => ({ value: unit, label: unit }))}
        onChange={(unit) => set({ unit })}
      />
      <Select
        style={{ flex: '0 1 168px', minWidth: 74 }}
        aria-label={t('form.reference')}
        disabled={disabled || altitude.unit === 'FL'}
        status={status}
        value={typeof altitude.reference === 'string' ? altitude.reference : 'AGL'}
        options={references.map((reference) => ({
          value: reference,
          label: t(`form.reference.${reference}`),
        }))}
        onChange={(reference) => set({ reference })}
      />
    </Space.Compact>
  );
}

export function AltitudeField({
  formData,
  onChange,
  fieldPathId,
  disabled,
  readonly,
  rawErrors,
}: FieldProps) {
  return (
    <AltitudeInput
      id={fieldPathId.$id}
      value={formData}
      disabled={disabled || readonly}
      invalid={Boolean(rawErrors?.length)}
      onChange={(value) => onChange(value, fieldPathId.path)}
    />
  );
}
