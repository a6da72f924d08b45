import { ariaDescribedByIds, type FieldProps } from '@rjsf/utils';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceZone, zoneLabel, zuluText } from '#web/client/clock.ts';
import type { FormContext } from '#web/engine/form-templates.tsx';
import { MomentNote } from '#web/ui/moment-note.tsx';
import { DayRangePicker, WallRangePicker } from '#web/ui/pickers.tsx';
import { leftOutTime, storedDay, storedMoment, wallClock } from '#web/ui/wall-clock.ts';

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
  const storedOf = (date: Dayjs | null, before: unknown) =>
    date ? (timed ? storedMoment(date, before) : storedDay(date)) : undefined;
  const [moved, setMoved] = useState<{ asked: string; iso: string }[]>([]);
  const Picker = timed ? WallRangePicker : DayRangePicker;
  const zulu = [formData, beside[second]].map((value) =>
    typeof value === 'string' ? `${value.slice(0, 10)} ${zuluText(value)}` : '…',
  );
  return (
    <>
      <Picker
        id={{ start: id, end: `${id}_end` }}
        aria-label={schema.title}
        aria-describedby={ariaDescribedByIds(id)}
        aria-invalid={Boolean(rawErrors?.length)}
        style={{ width: '100%' }}
        disabled={disabled || readonly}
        status={rawErrors?.length ? 'error' : ''}
        allowEmpty={[true, true]}
        order={false}
        placeholder={[t('form.range.from'), t('form.range.to')]}
        value={[shown(formData), shown(beside[second])]}
        onChange={([from, to]) => {
          const next = { [name]: storedOf(from, formData), [second]: storedOf(to, beside[second]) };
          setMoved(
            [from, to].flatMap((date, end) => {
              const asked = timed && date ? leftOutTime(date) : null;
              const iso = next[end === 0 ? name : second];
              return asked !== null && iso !== undefined ? [{ asked, iso }] : [];
            }),
          );
          setFields(next);
        }}
        onBlur={() => onBlur(id, formData)}
      />
      {timed &&
        [name, second].map((field) => {
          const value = field === name ? formData : beside[field];
          if (typeof value !== 'string') return null;
          return (
            <MomentNote
              key={field}
              value={value}
              leftOut={moved.find(({ iso }) => iso === value)?.asked ?? null}
              disabled={disabled === true || readonly === true}
              onChange={(next) => setFields({ [field]: next })}
            />
          );
        })}
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
