import type { FieldProps } from '@rjsf/utils';
import { InputNumber, Select, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  type Altitude,
  type AltitudeReference,
  altitudeReferences,
  altitudeUnits,
} from '#domain/geo/altitude.ts';
import { readAltitudeParts } from '#domain/geo/altitude-text.ts';
import { isObject } from '#domain/text/narrow.ts';

interface Props {
  id?: string;
  value: unknown;
  onChange: (value: Altitude | undefined) => void;
  disabled?: boolean;
  invalid?: boolean;
  /** What it is above unless somebody chooses otherwise. */
  datum?: AltitudeReference;
}

/** An altitude is a figure, a unit and a datum, and none of them alone. A flight level is always from standard pressure. */
export function AltitudeInput({ id, value, onChange, disabled, invalid, datum = 'AGL' }: Props) {
  const { t } = useTranslation();
  const { value: number, unit = 'm', reference = datum } = partOf(value);
  const set = (change: Partial<ReturnType<typeof partOf>>) => {
    const next = { value: number, unit, reference, ...change };
    if (next.unit === 'FL') next.reference = 'STD';
    else if (change.unit !== undefined && unit === 'FL') next.reference = change.reference ?? 'AMSL';
    onChange(next.value === undefined ? undefined : { ...next, value: next.value });
  };
  const status = invalid ? 'error' : undefined;
  return (
    <Space.Compact block>
      <InputNumber<number>
        id={id}
        style={{ flex: '1 1 64px', minWidth: 64 }}
        disabled={disabled}
        status={status}
        value={number ?? null}
        changeOnWheel={false}
        parser={(typed) => typedParts(typed).value ?? Number.NaN}
        // After onChange: a unit or datum that was typed with the figure counts too.
        onInput={(typed) => {
          const parts = typedParts(typed);
          if (parts.unit || parts.reference) set(parts);
        }}
        onChange={(next) => set({ value: next ?? undefined })}
      />
      <Select
        style={{ flex: '0 0 60px' }}
        aria-label={t('form.unit')}
        disabled={disabled}
        status={status}
        value={unit}
        options={altitudeUnits.map((one) => ({ value: one, label: one }))}
        onChange={(next) => set({ unit: next })}
      />
      <Select
        style={{ flex: '0 1 168px', minWidth: 74 }}
        aria-label={t('form.reference')}
        disabled={disabled || unit === 'FL'}
        status={status}
        value={reference}
        options={altitudeReferences.map((one) => ({ value: one, label: t(`form.reference.${one}`) }))}
        onChange={(next) => set({ reference: next })}
      />
    </Space.Compact>
  );
}

/** What a typed height says: `120`, `120米`, `FL100`, `真高300米`; nothing where it is none yet. */
function typedParts(typed: string | undefined): Partial<Altitude> {
  const parts = readAltitudeParts(typed ?? '');
  return 'error' in parts ? {} : parts;
}

function partOf(value: unknown): { [F in keyof Altitude]: Altitude[F] | undefined } {
  const part = isObject(value) ? value : {};
  return {
    value: typeof part.value === 'number' ? part.value : undefined,
    unit: altitudeUnits.find((one) => one === part.unit),
    reference: altitudeReferences.find((one) => one === part.reference),
  };
}

export function AltitudeField({
  schema,
  formData,
  onChange,
  fieldPathId,
  disabled,
  readonly,
  rawErrors,
}: FieldProps) {
  const datum = altitudeReferences.find((one) => one === schema['x-datum' as keyof typeof schema]);
  return (
    <AltitudeInput
      id={fieldPathId.$id}
      {...(datum ? { datum } : {})}
      value={formData}
      disabled={disabled || readonly}
      invalid={Boolean(rawErrors?.length)}
      onChange={(value) => onChange(value, fieldPathId.path)}
    />
  );
}
