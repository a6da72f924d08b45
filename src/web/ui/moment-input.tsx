import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { serviceZone, zoneLabel, zuluText } from '#web/client/clock.ts';
import { storedMoment, wallClock } from './wall-clock.ts';

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
export function MomentInput({ value, onChange, ...rest }: Props) {
  // The picker works on wall-clock figures; the zone is added and taken off here, whatever the browser's own is.
  const wall = typeof value === 'string' ? wallClock(value) : null;
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <DatePicker
        {...rest}
        style={{ flex: 1, minWidth: 0 }}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        // The picker's own "now" would be the browser's.
        showNow={false}
        value={wall}
        onChange={(date) => {
          const picked = one(date);
          onChange(picked && storedMoment(picked));
        }}
      />
      <span className="cw-figures" style={{ color: 'var(--cw-soft)' }}>
        {zoneLabel(typeof value === 'string' ? value : undefined)}
        {typeof value === 'string' ? ` · ${zuluText(value)}` : ` (${serviceZone()})`}
      </span>
    </div>
  );
}

function one(date: Dayjs | Dayjs[] | null): Dayjs | undefined {
  return (Array.isArray(date) ? date[0] : date) ?? undefined;
}
