import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { ErrorSchema, FieldProps } from '@rjsf/utils';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneLabel } from '#web/client/clock.ts';
import {
  overlapping,
  pastMidnight,
  readWeekly,
  tidyTime,
  usualDays,
  type WeeklyEntry,
  weekDays,
  writeWeekly,
} from './weekly.ts';

const usual = Object.entries(usualDays);

/** Days of the week with times from and to, as many as are needed. */
export function WeeklyField(props: FieldProps) {
  const { formData, onChange, onBlur, fieldPathId, disabled, readonly, errorSchema, schema } = props;
  const { t } = useTranslation();
  const closed = disabled || readonly;
  const id = fieldPathId.$id;
  const entries = readWeekly(formData);
  const clashes = overlapping(entries);
  const set = (next: WeeklyEntry[]) => onChange(writeWeekly(next), fieldPathId.path);
  const change = (place: number, part: Partial<WeeklyEntry>) =>
    set(entries.map((entry, index) => (index === place ? { ...entry, ...part } : entry)));
  return (
    <fieldset id={id} tabIndex={-1} className="cw-plain" aria-label={schema.title}>
      {entries.map((entry, place) => (
        <fieldset
          className="cw-weekly"
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone
          key={place}
          aria-label={t('form.weekly.entry', { number: place + 1 })}
        >
          <Checkbox.Group
            value={entry.days}
            disabled={closed}
            options={weekDays.map((day) => ({ value: day, label: t(`form.weekly.day.${day}`) }))}
            onChange={(days) => change(place, { days })}
          />
          {!closed && (
            <span>
              {usual.map(([name, days]) => (
                <Button key={name} type="link" size="small" onClick={() => change(place, { days })}>
                  {t(`form.weekly.${name}`)}
                </Button>
              ))}
            </span>
          )}
          <span className="cw-bar">
            {(['startTime', 'endTime'] as const).map((name) => (
              <TimeText
                key={name}
                id={`${id}_${place}_${name}`}
                label={t(`form.weekly.${name}`)}
                value={entry[name]}
                disabled={closed}
                invalid={errorsAt(errorSchema, place, name).length > 0}
                onChange={(time) => change(place, { [name]: time })}
                onBlur={() => onBlur(`${id}_${place}_${name}`, entry[name])}
              />
            ))}
            <span className="cw-soft">
              {zoneLabel()}
              {pastMidnight(entry) && ` · ${t('form.weekly.nextDay')}`}
            </span>
            {!closed && (
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={t('form.remove', { number: place + 1 })}
                onClick={() => set(entries.filter((_, index) => index !== place))}
              />
            )}
          </span>
          {clashes.has(place) && <div className="cw-help">⚠ {t('form.weekly.clash')}</div>}
          {(['days', 'startTime', 'endTime'] as const).flatMap((name) =>
            errorsAt(errorSchema, place, name).map((text) => (
              <div key={`${name} ${text}`} className="cw-error" role="alert">
                {text}
              </div>
            )),
          )}
        </fieldset>
      ))}
      {entries.length === 0 && <div className="cw-help">{t('form.weekly.empty')}</div>}
      {!closed && (
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => set([...entries, { days: usualDays.every, startTime: '0800', endTime: '1800' }])}
        >
          {t('form.weekly.add')}
        </Button>
      )}
    </fieldset>
  );
}

interface TimeProps {
  id: string;
  label: string;
  value: string | undefined;
  disabled: boolean | undefined;
  invalid: boolean;
  onChange: (value: string | undefined) => void;
  onBlur: () => void;
}

/** A time in four figures, written in any usual way: put in order when it is left. */
function TimeText({ id, label, value, disabled, invalid, onChange, onBlur }: TimeProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      id={id}
      aria-label={label}
      aria-invalid={invalid}
      addonBefore={label}
      className="cw-figures cw-time"
      inputMode="numeric"
      maxLength={10}
      placeholder="0800"
      disabled={disabled}
      status={invalid ? 'error' : ''}
      value={typed ?? value ?? ''}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(tidyTime(event.target.value) || undefined);
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
    />
  );
}

function errorsAt(errors: ErrorSchema | undefined, place: number, name: string): string[] {
  const list: unknown = Reflect.get(Reflect.get(errors ?? {}, String(place)) ?? {}, name);
  if (typeof list !== 'object' || list === null) return [];
  const own: unknown = Reflect.get(list, '__errors');
  return Array.isArray(own) ? own.map(String) : [];
}
