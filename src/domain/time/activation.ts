import { type Interval, within } from '#domain/time/interval.ts';
import { momentsOf, type WallMoments, wallClockAt } from '#domain/time/wall-clock.ts';

/** One line of a weekly pattern, on the wall of a time zone. An end before or at its start is on the next day. */
export interface WeeklyTimes {
  /** 1 is Monday, 7 is Sunday: the days on which it begins. */
  days: readonly number[];
  /** `HHmm`; `2400` is the end of the day. */
  startTime: string;
  endTime: string;
}

/** When an airspace may be used, as its record says it. */
export interface AirspaceTimes {
  /** UTC, ISO 8601; null: without limit. */
  validFrom?: string | null;
  validTo?: string | null;
  /** Null or empty: at all times of its validity. */
  schedule?: readonly WeeklyTimes[] | null;
}

const dayMs = 86_400_000;
/** No further ahead is a weekly pattern counted out: twice as long as an airspace may be valid. */
const mostMs = 731 * dayMs;

/**
 * When the airspace is in use within the window, as UTC intervals in order that neither touch nor overlap.
 * Wall-clock times are those of `timeZone` (IANA name) on each day, so a change to or from daylight saving makes a
 * day's interval an hour shorter or longer, and never moves what stands on the clock.
 */
export function activations(times: AirspaceTimes, window: Interval, timeZone: string): Interval[] {
  const valid = within(window, validityOf(times));
  if (!valid) return [];
  const { schedule } = times;
  if (!schedule || schedule.length === 0) return [valid];
  const found: Interval[] = [];
  const end = Math.min(valid.to, valid.from + mostMs);
  // From two days before: an interval may reach over midnight, and the zone may be a day behind UTC.
  const first = wallClockAt(valid.from - 2 * dayMs, timeZone);
  for (let count = 0; ; count += 1) {
    // Counted on the calendar: a day of a change to or from daylight saving is not 24 hours long.
    const date = new Date(Date.UTC(first.year, first.month - 1, first.day + count));
    if (date.getTime() > end + 2 * dayMs) break;
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    const weekday = date.getUTCDay() || 7;
    for (const line of schedule) {
      if (!line.days.includes(weekday)) continue;
      const [start, end] = [minutesOf(line.startTime), minutesOf(line.endTime)];
      const wall = (minutes: number) =>
        momentsOf({ year, month, day, hour: 0, minute: minutes, second: 0 }, timeZone);
      const interval = within(between(wall(start), wall(end > start ? end : end + 1440)), valid);
      if (interval) found.push(interval);
    }
  }
  return merged(found);
}

/**
 * From the first time that the wall shows the one to the last that it shows the other; what it leaves out begins and ends
 * with the change. What lies wholly in the gap is as long after it.
 */
function between(start: WallMoments, end: WallMoments): Interval {
  const shown = { from: start.leftOutAt ?? start.first, to: end.leftOutAt ?? end.last };
  return shown.from < shown.to ? shown : { from: start.first, to: end.last };
}

/** Is it in use at any moment of [from, to)? Asked of a single moment with `to` a millisecond later. */
export function isActiveAt(times: AirspaceTimes, from: number, to: number, timeZone: string): boolean {
  return activations(times, { from, to }, timeZone).length > 0;
}

/** Its validity in UTC ms; the ends that are open are at infinity. */
export function validityOf({ validFrom, validTo }: AirspaceTimes): Interval {
  return {
    from: validFrom ? Date.parse(validFrom) : Number.NEGATIVE_INFINITY,
    to: validTo ? Date.parse(validTo) : Number.POSITIVE_INFINITY,
  };
}

function minutesOf(time: string): number {
  const digits = time.replace(':', '');
  return Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
}

function merged(intervals: Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => a.from - b.from);
  const out: Interval[] = [];
  for (const one of sorted) {
    const before = out.at(-1);
    if (before && one.from <= before.to) before.to = Math.max(before.to, one.to);
    else out.push({ ...one });
  }
  return out;
}
