import { dayOf, instantOf, wallClockAt } from '#domain/time/wall-clock.ts';
import { dayAfter, daysBetween, weekdayOf } from './working-days.ts';

/** What of a standing plan says on which days it flies. Days are YYYY-MM-DD on the service's wall. */
export interface StandingTerm {
  validFrom?: string | null;
  validTo?: string | null;
  /** 1 Monday to 7 Sunday; none: every day. */
  weekdays?: readonly number[] | null;
}

/** A hand's slip in a year must not make a list without end; the longest term of an airspace is a year. */
const mostDays = 400;

/** The days on which a standing plan flies, in order. A plan without a term has none. */
export function standingDays(plan: StandingTerm): string[] {
  const { validFrom, validTo } = plan;
  if (!validFrom || !validTo) return [];
  const chosen = plan.weekdays?.length ? new Set(plan.weekdays) : null;
  const days: string[] = [];
  for (let offset = 0; offset <= Math.min(daysBetween(validFrom, validTo), mostDays); offset++) {
    const day = dayAfter(validFrom, offset);
    if (!chosen || chosen.has(weekdayOf(day))) days.push(day);
  }
  return days;
}

/** Does a standing plan fly on this day? */
export function fliesOn(plan: StandingTerm, day: string): boolean {
  const { validFrom, validTo, weekdays } = plan;
  if (!validFrom || !validTo || day < validFrom || day > validTo) return false;
  return !weekdays?.length || weekdays.includes(weekdayOf(day));
}

/** How long the term is, its first and last day counted; 0 without one. */
export function termDays(plan: StandingTerm): number {
  return plan.validFrom && plan.validTo ? daysBetween(plan.validFrom, plan.validTo) + 1 : 0;
}

/** A moment (UTC ms) with its wall-clock time kept, moved by whole calendar days. */
export function movedByDays(at: number, days: number, timeZone: string): number {
  const clock = wallClockAt(at, timeZone);
  return instantOf({ ...clock, day: clock.day + days }, timeZone);
}

/**
 * A task of a plan on `day`: the departure keeps its local time of day, and the flight keeps its duration, also across a
 * clock change. `firstDay` is the day on which the plan's first task
 * departs, so that a task after midnight stays after midnight.
 */
export function onFlightDay<T extends { etd: string; eta: string }>(
  task: T,
  firstDay: string,
  day: string,
  timeZone: string,
): T {
  const etd = Date.parse(task.etd);
  const departs = movedByDays(etd, daysBetween(firstDay, day), timeZone);
  const arrives = departs + Date.parse(task.eta) - etd;
  return { ...task, etd: new Date(departs).toISOString(), eta: new Date(arrives).toISOString() };
}

/** The day on the wall on which the first of the tasks departs; null: there is none. */
export function firstDayOf(tasks: readonly { etd: string }[], timeZone: string): string | null {
  const starts = tasks.map(({ etd }) => Date.parse(etd)).filter((at) => !Number.isNaN(at));
  return starts.length > 0 ? dayOf(Math.min(...starts), timeZone) : null;
}

/** Every task of a standing plan on every day that it flies: the air that the plan takes. Index: that of the task. */
export function standingTasks<T extends { etd: string; eta: string }>(
  plan: StandingTerm,
  tasks: readonly T[],
  timeZone: string,
): { day: string; index: number; task: T }[] {
  const first = firstDayOf(tasks, timeZone);
  if (first === null) return [];
  return standingDays(plan).flatMap((day) =>
    tasks.map((task, index) => ({ day, index, task: onFlightDay(task, first, day, timeZone) })),
  );
}
