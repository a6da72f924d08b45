import { type WorkCalendar, workingDeadline } from '../plan/working-days.ts';

/** The figures of Order 371, art. 9 and 10, as an administrator set them. */
export interface AirspaceFigures {
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

export const defaultAirspaceFigures: AirspaceFigures = {
  timeZone: 'Asia/Shanghai',
  submitWorkingDays: 7,
  decideWorkingDays: 3,
  maxMonths: 12,
  remindDays: 30,
};

/** By when an airspace that is used from `startAt` is applied for and decided, UTC ms. */
export function airspaceDeadlines(
  startAt: number,
  figures: AirspaceFigures,
  calendar: WorkCalendar,
): { submitBy: number; decideBy: number } {
  const { timeZone } = figures;
  return {
    submitBy: workingDeadline(startAt, figures.submitWorkingDays, calendar, timeZone),
    decideBy: workingDeadline(startAt, figures.decideWorkingDays, calendar, timeZone),
  };
}

/** The moment `months` calendar months later, UTC ms; the last day of a month where that has no such day. */
export function monthsAfter(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  const moved = new Date(at);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, last));
  return moved.getTime();
}

/** Is the validity longer than the law allows? Art 10: at most twelve months. */
export function isTooLong(from: number, to: number, { maxMonths }: AirspaceFigures): boolean {
  return to > monthsAfter(from, maxMonths);
}
