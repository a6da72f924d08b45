import { type WorkCalendar, workingDeadline } from '#domain/plans/working-days.ts';
import { instantOf, wallClockAt } from '#domain/time/wall-clock.ts';

/** The figures of Order 371, art. 9 and 10, as an administrator set them. */
export interface AirspaceDeadlineParameters {
  timeZone: string;
  /** Applied for so many working days before its first use. */
  submitWorkingDays: number;
  /** Decided so many working days before its first use. */
  decideWorkingDays: number;
  /** The longest validity. */
  maxMonths: number;
  /** The holder is reminded so many days before the end. */
  remindDays: number;
}

export const defaultAirspaceDeadlines: AirspaceDeadlineParameters = {
  timeZone: 'Asia/Shanghai',
  submitWorkingDays: 7,
  decideWorkingDays: 3,
  maxMonths: 12,
  remindDays: 30,
};

/** The kinds that Order 371, art. 10, speaks of: set up for a time, at somebody's application. */
export const temporaryKinds = ['temporary', 'training', 'tempRestricted'];

/** By when an airspace that is used from `startAt` is applied for and decided, UTC ms. */
export function airspaceDeadlines(
  startAt: number,
  parameters: AirspaceDeadlineParameters,
  calendar: WorkCalendar,
): { submitBy: number; decideBy: number } {
  const { timeZone } = parameters;
  return {
    submitBy: workingDeadline(startAt, parameters.submitWorkingDays, calendar, timeZone),
    decideBy: workingDeadline(startAt, parameters.decideWorkingDays, calendar, timeZone),
  };
}

/**
 * The moment `months` calendar months later on the wall of `timeZone` (IANA name), UTC ms; the last day of a month where
 * that has no such day.
 */
export function monthsAfter(at: number, months: number, timeZone: string): number {
  const wall = wallClockAt(at, timeZone);
  const last = new Date(Date.UTC(wall.year, wall.month + months, 0)).getUTCDate();
  const moved = { ...wall, month: wall.month + months, day: Math.min(wall.day, last) };
  return instantOf(moved, timeZone) + (at % 1000);
}

/** Is the validity longer than the law allows? Art 10: at most twelve months, by the calendar on the wall. */
export function isTooLong(
  from: number,
  to: number,
  { maxMonths, timeZone }: AirspaceDeadlineParameters,
): boolean {
  return to > monthsAfter(from, maxMonths, timeZone);
}
