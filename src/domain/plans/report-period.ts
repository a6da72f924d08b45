import { instantOf, wallClockAt } from '#domain/time/wall-clock.ts';
import { dayAfter, daysBetween, weekdayOf } from './working-days.ts';

export const reportPeriods = ['day', 'week', 'month', 'quarter', 'year', 'custom'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** What one point of a line stands for. */
export const reportBuckets = ['hour', 'day', 'week', 'month'] as const;
export type ReportBucket = (typeof reportBuckets)[number];

/** Days of a report on the service's wall, `YYYY-MM-DD`, both included. */
export interface ReportSpan {
  from: string;
  to: string;
  bucket: ReportBucket;
}

/** Days of a report of one's own choice at most: three years. */
export const mostReportDays = 1_096;

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const dayText = (year: number, month: number, day: number) => textOf(Date.UTC(year, month - 1, day));

/** Whole days from one to the other, both included. */
export function daysIn(from: string, to: string): number {
  return daysBetween(from, to) + 1;
}

/** The Monday of the week in which the day lies (ISO 8601). */
export function mondayOf(day: string): string {
  return dayAfter(day, 1 - weekdayOf(day));
}

/** The period in which the day lies. Of a custom one `to` is the last day; without it, it is that day alone. */
export function spanOf(period: ReportPeriod, day: string, to?: string): ReportSpan {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  switch (period) {
    case 'day':
      return { from: day, to: day, bucket: 'hour' };
    case 'week': {
      const from = mondayOf(day);
      return { from, to: dayAfter(from, 6), bucket: 'day' };
    }
    case 'month':
      return { from: dayText(year, month, 1), to: dayText(year, month + 1, 0), bucket: 'day' };
    case 'quarter': {
      const first = month - ((month - 1) % 3);
      return { from: dayText(year, first, 1), to: dayText(year, first + 3, 0), bucket: 'week' };
    }
    case 'year':
      return { from: dayText(year, 1, 1), to: dayText(year, 12, 31), bucket: 'month' };
    case 'custom': {
      const last = to ?? day;
      const days = daysIn(day, last);
      return {
        from: day,
        to: last,
        bucket: days <= 2 ? 'hour' : days <= 62 ? 'day' : days <= 200 ? 'week' : 'month',
      };
    }
  }
}

/** The period before or after; a custom one moves by its own length. */
export function steppedSpan(
  period: ReportPeriod,
  { from, to }: Pick<ReportSpan, 'from' | 'to'>,
  by: 1 | -1,
): ReportSpan {
  const length = daysIn(from, to);
  if (period === 'custom') return spanOf('custom', dayAfter(from, by * length), dayAfter(to, by * length));
  return spanOf(period, by > 0 ? dayAfter(to, 1) : dayAfter(from, -1));
}

/**
 * The name of the point on the line in which a moment of the wall lies: `2026-11-21T08` an hour, `2026-11-21` a day or
 * the Monday of a week, `2026-11` a month.
 */
export function bucketKey(bucket: ReportBucket, day: string, hour: number): string {
  switch (bucket) {
    case 'hour':
      return `${day}T${String(hour).padStart(2, '0')}`;
    case 'day':
      return day;
    case 'week':
      return mondayOf(day);
    case 'month':
      return day.slice(0, 7);
  }
}

/** Every point of the line in order, also where nothing flew. */
export function bucketKeys({ from, to, bucket }: ReportSpan): string[] {
  const keys = new Set<string>();
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    for (let hour = 0; hour < (bucket === 'hour' ? 24 : 1); hour += 1) keys.add(bucketKey(bucket, day, hour));
  }
  return [...keys];
}

/** The moments (UTC ms) between which the days lie on the wall of the zone; the second is no longer part of them. */
export function instantsOf(
  { from, to }: Pick<ReportSpan, 'from' | 'to'>,
  timeZone: string,
): [number, number] {
  return [startOfDay(from, timeZone), startOfDay(dayAfter(to, 1), timeZone)];
}

/** The moment (UTC ms) at which the day begins on the wall of the zone. */
export function startOfDay(day: string, timeZone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return instantOf({ year, month, day: date, hour: 0, minute: 0, second: 0 }, timeZone);
}

/** The point of the line in which a moment (UTC ms) lies: what SQL does for a whole table, done for one plan. */
export function bucketAt(bucket: ReportBucket, at: number, timeZone: string): string {
  const { year, month, day, hour } = wallClockAt(at, timeZone);
  return bucketKey(bucket, dayText(year, month, day), hour);
}
