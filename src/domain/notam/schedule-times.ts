import { getTimes } from 'suncalc';
import type { Position } from '#domain/geo/geodesy.ts';
import { isPublished, isWorkingDay, type WorkCalendar } from '#domain/plans/working-days.ts';
import { type Interval, within } from '#domain/time/interval.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { DateSpan, Days, DayTime, Exception, Moment, ScheduleItem, TimeRange } from './schedule.ts';

/** Which days are holidays, and worked in exchange, and the zone whose days they are. */
export interface KnownHolidays {
  calendar: WorkCalendar;
  timeZone: string;
}

/** Where the sun rises and sets; `aheadMs`: by which the clock of the schedule is ahead of UTC, where it is not UTC's. */
export type SunPlace = Position & { aheadMs?: number };

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** No further ahead is a schedule counted out. */
const mostMs = 400 * dayMs;

/**
 * When the clauses of D) hold within a window, UTC ms, in order, neither touching nor overlapping. `place` is where the sun
 * rises and sets. No clauses: at all times of the window. `holidays` null, or a year that they do not have: a clause holds on
 * any day that may be meant, and none is left out for what may be a holiday.
 */
export function scheduleTimes(
  items: readonly ScheduleItem[],
  window: Interval,
  place: SunPlace | null,
  holidays: KnownHolidays | null = null,
): Interval[] {
  if (items.length === 0) return [window];
  const span = { from: window.from, to: Math.min(window.to, window.from + mostMs) };
  // What begins on an earlier day may reach into the window: a week for `MON 0900-FRI 1700`, a day for a range.
  const found = items.flatMap((item) => {
    const raw = item.kind === 'ranges' ? rangesOf(item, span, place, holidays) : throughOf(item, span, place);
    return without(
      raw,
      item.except.flatMap((one) => exceptionTimes(one, span, place, holidays)),
    );
  });
  return merged(found.flatMap((one) => within(one, span) ?? []));
}

function rangesOf(
  item: Extract<ScheduleItem, { kind: 'ranges' }>,
  span: Interval,
  place: SunPlace | null,
  holidays: KnownHolidays | null,
): Interval[] {
  const whole = item.except.filter(({ ranges }) => ranges.length === 0);
  return daysOf(span, 2).flatMap((day) =>
    item.ranges.flatMap((range) => {
      const begins = { day, range, place, holidays };
      const isMeant =
        isOn(item.days, begins, 'may') && !whole.some(({ days }) => isOn(days, begins, 'surely'));
      return isMeant ? [rangeOn(day, range, place)] : [];
    }),
  );
}

function exceptionTimes(
  { days, ranges }: Exception,
  span: Interval,
  place: SunPlace | null,
  holidays: KnownHolidays | null,
): Interval[] {
  // Of whole days, those clauses that begin on them are left out; what began before ends in its time.
  if (ranges.length === 0) return [];
  return daysOf(span, 2).flatMap((day) =>
    ranges.flatMap((range) =>
      isOn(days, { day, range, place, holidays }, 'surely') ? [rangeOn(day, range, place)] : [],
    ),
  );
}

function throughOf(
  item: Extract<ScheduleItem, { kind: 'through' }>,
  span: Interval,
  place: SunPlace | null,
): Interval[] {
  const found: Interval[] = [];
  for (const day of daysOf(span, 35)) {
    if (!isMoment(item.from, day)) continue;
    const from = instantOn(day, item.from.time, place);
    // The first such moment after it; no span of this kind is longer than five weeks.
    for (let step = 0; step <= 35; step += 1) {
      const last = day + step * dayMs;
      if (!isMoment(item.to, last)) continue;
      const to = instantOn(last, item.to.time, place);
      if (to <= from) continue;
      found.push({ from, to });
      break;
    }
  }
  return found;
}

/** The days of the window and some before it, each as its beginning. */
function daysOf({ from, to }: Interval, before: number): number[] {
  const first = Math.floor(from / dayMs) - before;
  const last = Math.floor(to / dayMs);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * dayMs);
}

/** A range that begins on a day of UTC. */
interface Begins {
  day: number;
  range: TimeRange;
  place: SunPlace | null;
  holidays: KnownHolidays | null;
}

/**
 * Is a range that begins so on these days? A holiday begins elsewhere than a day of UTC: `may`, where either of both days is
 * one or nothing is known; `surely`, where both are.
 */
function isOn(days: Days, begins: Begins, how: 'may' | 'surely'): boolean {
  const date = new Date(begins.day);
  switch (days.kind) {
    case 'daily':
      return true;
    case 'week':
      return (
        days.days.includes(date.getUTCDay() || 7) ||
        (days.holidays === true && isSo(begins, how, (day, { holidays }) => holidays.get(day) === 'holiday'))
      );
    case 'workdays':
      return isSo(begins, how, isWorkingDay);
    case 'dates':
      return days.dates.some((span) => isInSpan(span, date.getUTCMonth() + 1, date.getUTCDate()));
  }
}

function isSo(
  { day, range, place, holidays }: Begins,
  how: 'may' | 'surely',
  is: (day: string, calendar: WorkCalendar) => boolean,
): boolean {
  if (!holidays) return how === 'may';
  const { calendar, timeZone } = holidays;
  const answers = [
    new Date(day).toISOString().slice(0, 10),
    dayOf(rangeOn(day, range, place).from, timeZone),
  ].map((one) => (isPublished(one, calendar) ? is(one, calendar) : how === 'may'));
  return how === 'may' ? answers.some(Boolean) : answers.every(Boolean);
}

function isInSpan({ from, to }: DateSpan, month: number, day: number): boolean {
  if (from.month === null || to.month === null) {
    // Without a month: of whatever month the validity is.
    return from.day <= to.day ? day >= from.day && day <= to.day : day >= from.day || day <= to.day;
  }
  const [at, first, last] = [month * 100 + day, from.month * 100 + from.day, to.month * 100 + to.day];
  return first <= last ? at >= first && at <= last : at >= first || at <= last;
}

function isMoment(moment: Moment, day: number): boolean {
  const date = new Date(day);
  if ('weekday' in moment) return (date.getUTCDay() || 7) === moment.weekday;
  return (
    date.getUTCDate() === moment.day && (moment.month === null || date.getUTCMonth() + 1 === moment.month)
  );
}

function rangeOn(day: number, range: TimeRange, place: SunPlace | null): Interval {
  const from = instantOn(day, range.from, place);
  let to = instantOn(day, range.to, place);
  if (to <= from) to = instantOn(day + dayMs, range.to, place);
  // Where the sun neither rises nor sets, the whole day counts rather than none of it.
  return to > from ? { from, to } : { from: day, to: day + dayMs };
}

function instantOn(day: number, time: DayTime, place: SunPlace | null): number {
  if ('minutes' in time) return day + time.minutes * minuteMs;
  const at = place && sunOn(day, time.sun, place);
  // Without a place, or under a sun that does not move so: the end of the day that keeps more of it.
  if (at === null) return time.sun === 'rise' ? day : day + dayMs;
  return at + time.offsetMin * minuteMs;
}

/** When the sun rises or sets on this day of the schedule's clock; null: it does not. */
function sunOn(
  day: number,
  what: 'rise' | 'set',
  { latitude, longitude, aheadMs = 0 }: SunPlace,
): number | null {
  for (const step of [0, -1, 1]) {
    const times = getTimes(new Date(day + dayMs / 2 + step * dayMs), latitude, longitude);
    const utc = (what === 'rise' ? times.sunrise : times.sunset)?.getTime();
    const at = utc === undefined ? undefined : utc + aheadMs;
    if (at !== undefined && at >= day && at < day + dayMs) return at;
  }
  return null;
}

function without(some: readonly Interval[], gaps: readonly Interval[]): Interval[] {
  return gaps.reduce<Interval[]>(
    (left, gap) =>
      left.flatMap((one) => {
        const before = { from: one.from, to: Math.min(one.to, gap.from) };
        const after = { from: Math.max(one.from, gap.to), to: one.to };
        return [before, after].filter(({ from, to }) => from < to);
      }),
    [...some],
  );
}

function merged(intervals: Interval[]): Interval[] {
  const out: Interval[] = [];
  for (const one of [...intervals].sort((a, b) => a.from - b.from)) {
    const before = out.at(-1);
    if (before && one.from <= before.to) before.to = Math.max(before.to, one.to);
    else out.push({ ...one });
  }
  return out;
}
