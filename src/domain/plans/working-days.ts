import { dayOf, onDay } from '#domain/time/wall-clock.ts';

/** A day that the State Council's yearly notice moves: off where it would be worked, or worked in exchange. */
export interface Holiday {
  /** YYYY-MM-DD */
  date: string;
  kind: 'holiday' | 'workday';
}

/** Which days are worked. Days that no notice names are worked Monday to Friday. */
export interface WorkCalendar {
  holidays: ReadonlyMap<string, Holiday['kind']>;
}

export function workCalendar(holidays: readonly Holiday[]): WorkCalendar {
  return { holidays: new Map(holidays.map(({ date, kind }) => [date, kind])) };
}

/** Location indicators of the mainland, whose holidays the calendar has: `ZBPE`, `ZUUU` and their like. */
export const isOfMainland = (indicator: string): boolean => /^Z[BGHJLPSUWY]/.test(indicator);

const dayMs = 86_400_000;

/** UTC ms of a calendar day's beginning as if the day were UTC's: for counting days, not for showing moments. */
function countable(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The calendar day `days` after (negative: before) `day`; both YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return new Date(countable(day) + days * dayMs).toISOString().slice(0, 10);
}

/** 1 Monday to 7 Sunday, as ISO 8601 counts. */
export function weekdayOf(day: string): number {
  return new Date(countable(day)).getUTCDay() || 7;
}

/** Days from one calendar day to another, negative where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((countable(to) - countable(from)) / dayMs);
}

export function isWorkingDay(day: string, calendar: WorkCalendar): boolean {
  const named = calendar.holidays.get(day);
  return named ? named === 'workday' : weekdayOf(day) <= 5;
}

/** Has the year a notice? Without one its working days are Monday to Friday, and a screen says so. */
export function isPublished(day: string, calendar: WorkCalendar): boolean {
  const year = `${day.slice(0, 4)}-`;
  return [...calendar.holidays.keys()].some((date) => date.startsWith(year));
}

/**
 * The working day that lies `count` working days before `day`, neither it nor what is not worked counted:
 * two working days before a Wednesday is the Monday.
 */
export function workingDaysBefore(day: string, count: number, calendar: WorkCalendar): string {
  let at = day;
  for (let left = count; left > 0; ) {
    at = dayAfter(at, -1);
    if (isWorkingDay(at, calendar)) left--;
  }
  return at;
}

/**
 * The last moment (UTC ms) of a limit "at least `count` working days before": the end of that day on the wall of
 * `timeZone` (Order 371, art. 9 says days, no hour), the day of `startAt` itself not counted.
 */
export function workingDeadline(
  startAt: number,
  count: number,
  calendar: WorkCalendar,
  timeZone: string,
): number {
  const start = dayOf(startAt, timeZone);
  const limit = workingDaysBefore(start, count, calendar);
  return onDay(startAt, 1 - daysBetween(limit, start), '00:00', timeZone) - 1;
}
