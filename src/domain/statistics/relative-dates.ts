import { startOfDay } from '#domain/plans/report-period.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { dayOf } from '#domain/time/wall-clock.ts';

/**
 * Spans of days that move with the clock. They stay relative in the address and in saved views, and become days
 * when the list is asked for; a day begins at midnight of the service's zone, a week on Monday.
 */
export const namedSpans = [
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'thisMonth',
  'lastMonth',
  'nextMonth',
] as const;

export type NamedSpan = (typeof namedSpans)[number];

export const mostDays = 3660;
const dayMs = 86_400_000;

/** What the text of an address says; undefined where it is no span. */
export function parseSpan(
  text: string,
): { name: NamedSpan } | { side: 'last' | 'next'; days: number } | undefined {
  const name = namedSpans.find((known) => known === text);
  if (name) return { name };
  const [, side, digits] = /^(last|next)([1-9]\d{0,3})d$/.exec(text) ?? [];
  const days = Number(digits);
  if ((side !== 'last' && side !== 'next') || days > mostDays) return undefined;
  return { side, days };
}

/** First and last day of the span, as `YYYY-MM-DD` of the zone. */
export function daysOf(
  text: string,
  nowMs: number,
  timeZone: string,
): [first: string, last: string] | undefined {
  const span = parseSpan(text);
  if (!span) return undefined;
  const today = Date.parse(dayOf(nowMs, timeZone)) / dayMs;
  const between = (first: number, last: number): [string, string] => [dayText(first), dayText(last)];
  if ('side' in span) {
    return span.side === 'last'
      ? between(today - span.days + 1, today)
      : between(today, today + span.days - 1);
  }
  // Day 0 of the epoch was a Thursday; the week begins on Monday.
  const monday = today - ((today + 3) % 7);
  const date = new Date(today * dayMs);
  const month = (offset: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1) / dayMs;
  switch (span.name) {
    case 'today':
      return between(today, today);
    case 'yesterday':
      return between(today - 1, today - 1);
    case 'tomorrow':
      return between(today + 1, today + 1);
    case 'thisWeek':
      return between(monday, monday + 6);
    case 'lastWeek':
      return between(monday - 7, monday - 1);
    case 'nextWeek':
      return between(monday + 7, monday + 13);
    case 'thisMonth':
      return between(month(0), month(1) - 1);
    case 'lastMonth':
      return between(month(-1), month(0) - 1);
    case 'nextMonth':
      return between(month(1), month(2) - 1);
  }
}

/** The same as times, UTC: the first and the last millisecond. */
export function timesOf(
  text: string,
  nowMs: number,
  timeZone: string,
): [first: string, last: string] | undefined {
  const days = daysOf(text, nowMs, timeZone);
  if (!days) return undefined;
  const start = startOfDay(days[0], timeZone);
  const end = startOfDay(dayAfter(days[1], 1), timeZone) - 1;
  return [new Date(start).toISOString(), new Date(end).toISOString()];
}

function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
