import { ClockCircleOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText } from '#domain/text/times.ts';
import { localText, timesText, zuluText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';

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

/** From and to of a flight; the day is shown once where both are on it, the year where it matters. */
export function FlightSpan({
  from,
  to,
  year = false,
}: {
  from: string | null;
  to: string | null;
  year?: boolean;
}) {
  if (!from || !to) return <FlightTime at={from ?? to} year={year} />;
  return (
    <span className="cw-figures" title={`${localText(from)} – ${localText(to)}`}>
      {timesText(from, to, { year })}{' '}
      <span style={{ color: 'var(--cw-soft)' }}>
        {zuluText(from)}–{zuluText(to)}
      </span>
    </span>
  );
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

/** How long a figure of minutes may stand before it is counted again. */
const countMs = 5000;

interface CountdownProps {
  to: string | null | undefined;
  label?: string;
  /** In a row of a queue: what is left alone is seen, the rest is its title. */
  brief?: boolean;
}

/**
 * A time limit (UTC, ISO 8601): its name, when it is, and what is left until then, or by how much it is past:
 * `File by 11-23 15:00 (in 19 h 16 min)`. A word stands beside the colour.
 */
export function Countdown({ to, label, brief = false }: CountdownProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow(countMs);
  if (!to) return null;
  const left = Date.parse(to) - now;
  const level = left < 0 ? 'late' : left < urgentMs ? 'urgent' : 'calm';
  if (brief) {
    const title = [label, localText(to)].filter(Boolean).join(' ');
    return (
      <span role="timer" className="plan-clock cw-figures" data-level={level} title={title}>
        <span className="cw-hidden">{title} </span>
        {t(left < 0 ? 'plan.time.over' : 'plan.time.soon', { span: durationText(left, locale) })}
      </span>
    );
  }
  return (
    <span role="timer" className="plan-clock cw-figures" data-level={level} title={localText(to)}>
      <ClockCircleOutlined aria-hidden="true" />
      <span>
        {label && `${label} `}
        {t(left < 0 ? 'plan.time.past' : 'plan.time.left', {
          at: localText(to).slice(5, 16),
          span: durationText(left, locale),
        })}
      </span>
    </span>
  );
}

/** A time limit with its name. */
export interface Limit {
  /** UTC, ISO 8601; null where this one does not apply. */
  to: string | null | undefined;
  label: string;
}

/** Several limits of one thing, the earliest first; two of the same moment are said once, by the name of the later in the list. */
export function Countdowns({ limits }: { limits: readonly Limit[] }) {
  return inOrder(limits).map(({ to, label, at }) => <Countdown key={at} to={to} label={label} />);
}

/** The earliest of them, in a row of a queue. */
export function NextLimit({ limits }: { limits: readonly Limit[] }) {
  const [first] = inOrder(limits);
  return first ? <Countdown to={first.to} label={first.label} brief /> : null;
}

function inOrder(limits: readonly Limit[]) {
  const known = limits.flatMap(({ to, label }) => (to ? [{ to, label, at: Date.parse(to) }] : []));
  return [...new Map(known.map((limit) => [limit.at, limit])).values()].sort((a, b) => a.at - b.at);
}
