import { ClockCircleOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localText, zoneLabel, zuluText } from '#web/client/clock.ts';

/** A time as it is read on a watch: `11-21 10:30 CST 0230Z`; the year where it matters is in the title. */
export function FlightTime({ at, year = false }: { at: string | null | undefined; year?: boolean }) {
  if (!at) return <span style={{ color: 'var(--cw-soft)' }}>—</span>;
  const local = localText(at);
  return (
    <time dateTime={at} title={local} className="cw-figures">
      {year ? local : local.slice(5)} <span style={{ color: 'var(--cw-soft)' }}>{zuluText(at)}</span>
    </time>
  );
}

/** From and to of a flight; the day is said once where both are on it. */
export function FlightSpan({ from, to }: { from: string | null; to: string | null }) {
  if (!from || !to) return <FlightTime at={from ?? to} />;
  const [start, end] = [localText(from), localText(to)];
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return (
    <span className="cw-figures" title={`${start} – ${end}`}>
      {start.slice(5, 16)}–{sameDay ? end.slice(11, 16) : end.slice(5, 16)} {zoneLabel(to)}{' '}
      <span style={{ color: 'var(--cw-soft)' }}>
        {zuluText(from)}–{zuluText(to)}
      </span>
    </span>
  );
}

/** Milliseconds as `02:10:05`, from a day on `1 d 02:10`; never negative. */
export function spanText(ms: number, dayMark: string): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = two(Math.floor(seconds / 3600) % 24);
  const minutes = two(Math.floor(seconds / 60) % 60);
  return days > 0 ? `${days}${dayMark} ${hours}:${minutes}` : `${hours}:${minutes}:${two(seconds % 60)}`;
}

/** The time now, once a second. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Below this a clock is urgent. */
const urgentMs = 30 * 60_000;

/** What is left until a legal clock runs out; past it, by how much. A word stands beside the colour. */
export function Countdown({ to, label }: { to: string | null | undefined; label?: string }) {
  const { t } = useTranslation();
  const now = useNow();
  if (!to) return null;
  const left = Date.parse(to) - now;
  const level = left < 0 ? 'late' : left < urgentMs ? 'urgent' : 'calm';
  const digits = spanText(left, t('plan.time.dayMark'));
  return (
    <span role="timer" className="plan-clock cw-figures" data-level={level} title={localText(to)}>
      <ClockCircleOutlined aria-hidden="true" />
      {label && <span className="plan-clock-label">{label} </span>}
      {left < 0 ? t('plan.time.overdue', { figures: digits }) : digits}
    </span>
  );
}
