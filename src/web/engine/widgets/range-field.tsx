import { ariaDescribedByIds, type FieldProps } from '@rjsf/utils';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { serviceZone, zoneLabel, zuluText } from '#web/client/clock.ts';
import type { FormContext } from '#web/engine/form-templates.tsx';
import { storedDay, storedMoment, wallClock } from '#web/ui/wall-clock.ts';

/**
 * Two fields that the schema orders (`x-order`) as one range: this one and the one after it. Days are kept as days;
 * times in UTC, entered in the service's zone, both written below.
 */
export function RangeField(props: FieldProps) {
  const { formData, name, fieldPathId, registry, schema, disabled, readonly, rawErrors, onBlur } = props;
  const { t } = useTranslation();
  const { setFields, beside, ranges, resource } = registry.formContext as FormContext;
  const second = ranges[name] ?? '';
  const id = fieldPathId.$id;
  const timed = resource.schema.properties[name]?.format === 'date-time';
  const shown = (value: unknown): Dayjs | null =>
    typeof value !== 'string' ? null : timed ? wallClock(value) : dayjs(value);
  const storedOf = (date: Dayjs | null | undefined) =>
    date ? (timed ? storedMoment(date) : storedDay(date)) : undefined;
  const zulu = [formData, beside[second]].map((value) =>
    typeof value === 'string' ? `${value.slice(0, 10)} ${zuluText(value)}` : '…',
  );
  return (
    <>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}_end` }}
        aria-label={schema.title}
        aria-describedby={ariaDescribedByIds(id)}
        aria-invalid={Boolean(rawErrors?.length)}
        style={{ width: '100%' }}
        disabled={disabled || readonly}
        status={rawErrors?.length ? 'error' : ''}
        allowEmpty={[true, true]}
        order={false}
        {...(timed
          ? { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm', showNow: false }
          : { format: 'YYYY-MM-DD' })}
        placeholder={[t('form.range.from'), t('form.range.to')]}
        value={[shown(formData), shown(beside[second])]}
        onCalendarChange={(dates) =>
          setFields({ [name]: storedOf(dates?.[0]), [second]: storedOf(dates?.[1]) })
        }
        onChange={(dates) => setFields({ [name]: storedOf(dates?.[0]), [second]: storedOf(dates?.[1]) })}
        onBlur={() => onBlur(id, formData)}
      />
      {timed && (
        <div className="cw-help cw-figures">
          {zoneLabel(typeof formData === 'string' ? formData : undefined)} ({serviceZone()})
          {(typeof formData === 'string' || typeof beside[second] === 'string') &&
            ` · UTC ${zulu[0]} – ${zulu[1]}`}
        </div>
      )}
    </>
  );
}
