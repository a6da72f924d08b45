import { type FocusEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceZone, zoneLabel, zuluText } from '#web/client/clock.ts';
import { MomentNote } from './moment-note.tsx';
import { WallMomentPicker } from './pickers.tsx';
import { leftOutTime, storedMoment, wallClock } from './wall-clock.ts';
import { readWallText } from './wall-dates.ts';

interface Props {
  /** UTC, ISO 8601. */
  value: unknown;
  onChange: (value: string | undefined) => void;
  id?: string;
  disabled?: boolean;
  status?: 'error' | '';
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
  onBlur?: () => void;
  onFocus?: () => void;
}

/** A moment: kept in UTC, entered in the service's zone, both written beside it. */
export function MomentInput({ value, onChange, onBlur, ...rest }: Props) {
  const { t } = useTranslation();
  const [moved, setMoved] = useState<{ asked: string; iso: string } | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const iso = typeof value === 'string' ? value : undefined;
  const left = (event: FocusEvent<HTMLElement>) => {
    const typed = event.target instanceof HTMLInputElement ? event.target.value.trim() : '';
    setUnread(typed !== '' && readWallText(typed) === null ? typed : null);
    onBlur?.();
  };
  return (
    <div>
      <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
        <WallMomentPicker
          {...rest}
          style={{ flex: 1, minWidth: 0 }}
          // The picker works on wall-clock figures; the zone is added and taken off here, whatever the browser's own is.
          value={iso === undefined ? null : wallClock(iso)}
          onBlur={left}
          onChange={(date) => {
            setUnread(null);
            const next = date === null ? undefined : storedMoment(date, iso);
            const asked = date && leftOutTime(date);
            setMoved(asked && next !== undefined ? { asked, iso: next } : null);
            onChange(next);
          }}
        />
        <span className="cw-figures" style={{ color: 'var(--cw-soft)' }}>
          {zoneLabel(iso)}
          {iso === undefined ? ` (${serviceZone()})` : ` · ${zuluText(iso)}`}
        </span>
      </div>
      {unread !== null && (
        <div className="cw-error" role="alert">
          {t('form.moment.unread', { text: unread })}
        </div>
      )}
      {iso !== undefined && (
        <MomentNote
          value={iso}
          leftOut={moved?.iso === iso ? moved.asked : null}
          disabled={rest.disabled === true}
          onChange={onChange}
        />
      )}
    </div>
  );
}
