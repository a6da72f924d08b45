import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OverlayField } from '#domain/overlays/overlay.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { useLocale } from '#web/client/locale.ts';
import { NumberInput } from '#web/ui/number-input.tsx';
import { FormLine } from './form-line.tsx';

interface Props {
  field: OverlayField;
  error: string | undefined;
  onChange: (value: OverlayField['default']) => void;
}

/** What a new record begins with, typed as the field is. */
export function DefaultLine({ field, error, onChange }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { kind, default: value } = field;
  const choices =
    kind === 'boolean'
      ? [
          { value: 'true', label: t('schema.yes') },
          { value: 'false', label: t('schema.no') },
        ]
      : (field.choices ?? []).map((choice) => ({
          value: choice.value,
          label: choice.label[locale] || choice.value,
        }));
  return (
    <FormLine label={t('schema.default')} error={error} help={t('schema.defaultHelp')}>
      {(control) => {
        if (kind === 'boolean' || kind === 'choice') {
          return (
            <Select
              {...control}
              allowClear
              value={value === undefined ? undefined : String(value)}
              options={choices}
              onChange={(next?: string) =>
                onChange(next === undefined ? undefined : kind === 'boolean' ? next === 'true' : next)
              }
            />
          );
        }
        if (kind === 'integer' || kind === 'number') {
          return (
            <NumberInput
              {...control}
              style={{ width: '100%' }}
              value={numberOf(value)}
              onChange={(next) => onChange(next ?? undefined)}
            />
          );
        }
        return (
          <Input
            {...control}
            placeholder={kind === 'date' ? '2026-11-21' : undefined}
            value={value === undefined ? '' : String(value)}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          />
        );
      }}
    </FormLine>
  );
}
