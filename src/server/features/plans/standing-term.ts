import { sql as raw } from 'kysely';
import type { PlanInput, TaskInput } from '#contract/plans/plan-input.ts';
import { temporaryKinds } from '#domain/airspace/deadlines.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { firstDayOf, fliesOn, onFlightDay, standingDays, termDays } from '#domain/plans/standing.ts';
import { planState } from '#domain/plans/states.ts';
import { daysBetween } from '#domain/plans/working-days.ts';
import { dayOf, isShownOnce, momentsOf, wallClockAt } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { PlanParameters } from './plan-parameters.ts';

/** What of a plan, stored or as a form sends it, says that it stands for a term. */
export interface Term {
  kind?: string | null;
  validFrom?: string | null;
  validTo?: string | null;
  weekdays?: number[] | null;
}

interface TermTask {
  etd: string;
  eta: string;
  airspace?: number | null;
}

/**
 * A form of a standing plan with its term filled in, and its tasks on the first day of flight on which no clock change skips
 * or repeats their departures; other forms unchanged.
 */
export function standingForm<T extends PlanInput>(input: T, timeZone: string): T {
  if (input.kind !== 'standing') return input;
  const first = firstDayOf(input.tasks, timeZone);
  const form = {
    ...input,
    // Without a first day it begins on that on which its tasks were typed.
    validFrom: input.validFrom ?? first,
    weekdays: [...(input.weekdays ?? [])].sort((a, b) => a - b),
  };
  const isTimed = input.tasks.every(({ etd, eta }) => !Number.isNaN(Date.parse(etd) + Date.parse(eta)));
  if (first === null || !isTimed) return form;
  const departures = input.tasks.map(({ etd }) => wallClockAt(Date.parse(etd), timeZone));
  const isClear = (day: string) =>
    departures.every((clock) =>
      isShownOnce(momentsOf({ ...clock, day: clock.day + daysBetween(first, day) }, timeZone)),
    );
  const days = standingDays(form);
  const day = days.find(isClear) ?? days[0];
  if (day === undefined) return form;
  return { ...form, tasks: input.tasks.map((task) => onFlightDay(task, first, day, timeZone)) };
}

/** What a plan keeps of its term; a plan that is not a standing one has none of its own. */
export function termFields(input: PlanInput): Record<string, unknown> {
  if (input.kind !== 'standing') return {};
  return {
    validFrom: input.validFrom ?? null,
    validTo: input.validTo ?? null,
    weekdays: input.weekdays ?? [],
  };
}

/** When a standing plan with these tasks, on its first day, ends: the arrival on its last day of flight. Others: {}. */
export function termEnd(plan: Term, tasks: TaskInput[], timeZone: string): { endTime?: string } {
  const days = plan.kind === 'standing' ? standingDays(plan) : [];
  const first = firstDayOf(tasks, timeZone);
  const last = days.at(-1);
  if (!last || first === null) return {};
  const ends = tasks
    .filter(({ etd, eta }) => !Number.isNaN(Date.parse(etd) + Date.parse(eta)))
    .map((task) => Date.parse(onFlightDay(task, first, last, timeZone).eta));
  return ends.length > 0 ? { endTime: new Date(Math.max(...ends)).toISOString() } : {};
}

/**
 * Until when the approved temporary airspaces of the tasks hold, UTC ms; Infinity: without limit. Null: not every
 * task uses one, so that the term of art. 17 is the ordinary one.
 */
async function airspaceTermEnd(db: Sql, tasks: TermTask[]): Promise<number | null> {
  const ids = [...new Set(tasks.map(({ airspace }) => airspace ?? 0))];
  if (ids.length === 0 || ids.includes(0)) return null;
  const { rows } = await raw<{ validTo: string | null }>`
    select valid_to as "validTo" from airspace
    where id = any(${ids}::bigint[]) and deleted_at is null and state = 1
      and kind = any(${temporaryKinds}::text[])`.execute(db);
  if (rows.length < ids.length) return null;
  return Math.min(
    ...rows.map(({ validTo }) => (validTo === null ? Number.POSITIVE_INFINITY : Date.parse(validTo))),
  );
}

/** What stands against the term of a standing plan (decisions.md §4; Order 371, art. 17). */
export async function termFindings(
  db: Sql,
  plan: Term,
  tasks: TermTask[],
  parameters: PlanParameters,
): Promise<Finding[]> {
  if (plan.kind !== 'standing') return [];
  const error = (code: string, field: string, values: Record<string, string | number> = {}): Finding => ({
    level: 'error',
    code: `standing.${code}`,
    rule: 'plan.rule.order371-17',
    field,
    message: { key: `plan.check.standing.${code}`, values },
    with: null,
  });
  const { validFrom, validTo } = plan;
  if (!validFrom || !validTo) return [error('noTerm', validFrom ? 'validTo' : 'validFrom')];
  if (validTo < validFrom) return [error('order', 'validTo')];
  if (standingDays(plan).length === 0) return [error('noDay', 'weekdays')];
  const { timeZone } = parameters.deadlines;
  const until = await airspaceTermEnd(db, tasks);
  if (until !== null) {
    if (until === Number.POSITIVE_INFINITY || validTo <= dayOf(until, timeZone)) return [];
    return [error('beyondAirspace', 'validTo', { until: dayOf(until, timeZone) })];
  }
  return termDays(plan) > parameters.standingMaxDays
    ? [error('tooLong', 'validTo', { days: parameters.standingMaxDays })]
    : [];
}

/**
 * Is this the flight of a day within the term of an approved standing plan that keeps to its approved temporary
 * airspace? Then nothing is filed on the eve, and the day is reported before it begins (Order 371, art. 17).
 */
export async function isWithinTerm(
  db: Sql,
  plan: { standingPlan?: number | null },
  tasks: TermTask[],
  timeZone: string,
): Promise<boolean> {
  const day = firstDayOf(tasks, timeZone);
  if (!plan.standingPlan || day === null) return false;
  const standing = await db
    .selectFrom('plan')
    .select(['state', 'validFrom', 'validTo', 'weekdays'])
    .where('id', '=', plan.standingPlan)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (Number(standing?.state) !== planState.approved || !standing) return false;
  const term = {
    validFrom: standing.validFrom,
    validTo: standing.validTo,
    weekdays: Array.isArray(standing.weekdays) ? standing.weekdays : [],
  };
  if (!fliesOn(term, day)) return false;
  const approved = await db
    .selectFrom('jobTask')
    .select('airspace')
    .where('plan', '=', plan.standingPlan)
    .where('deletedAt', 'is', null)
    .execute();
  const allowed = new Set(approved.map(({ airspace }) => airspace));
  if (tasks.some(({ airspace }) => !airspace || !allowed.has(airspace))) return false;
  const until = await airspaceTermEnd(db, tasks);
  return until !== null && tasks.every(({ eta }) => Date.parse(eta) <= until);
}
