import { sql as raw } from 'kysely';
import { mostTasks } from '#contract/plans/plan-input.ts';
import { adminPermission, holds } from '#domain/identity/access.ts';
import { flightControllers, planMakers } from '#domain/plans/readers.ts';
import { AppError } from '#domain/text/errors.ts';
import { wallClockAt } from '#domain/time/wall-clock.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { type PlanRecord, planRecord, type TaskRecord, taskRecord } from './plan-rows.ts';

/**
 * The plan, if it is among the caller's rows and not in the trash; otherwise there is none for a service
 * (404).
 */
export async function getPlan(records: Records, caller: Caller, id: number, sql?: Sql): Promise<PlanRecord> {
  return living(caller, planRecord(await records.get(caller, 'plan', id, sql)));
}

/**
 * The plan, locked until the transaction ends: two who decide at once follow one another,
 * and the second sees what the first did.
 */
export async function lockPlan(
  records: Records,
  transaction: Transaction,
  caller: Caller,
  id: number,
): Promise<PlanRecord> {
  return living(caller, planRecord(await records.get(caller, 'plan', id, transaction.sql, { lock: true })));
}

function living(caller: Caller, plan: PlanRecord): PlanRecord {
  if (plan.deletedAt === null) return plan;
  const type = caller.locale === 'en' ? 'Flight plan' : '飞行计划';
  throw new AppError('notFound', { key: 'common.notFound', values: { type, id: plan.id } });
}

/** In the order in which they are flown. */
export async function tasksOf(
  records: Records,
  sql: Sql,
  caller: Caller,
  planId: number,
): Promise<TaskRecord[]> {
  const rows = await records.rows(
    asService(caller),
    'jobTask',
    {
      filter: { field: 'plan', operator: 'eq', value: planId },
      sort: [{ field: 'sequence', order: 'asc' }],
      most: mostTasks,
    },
    sql,
  );
  return rows.map(taskRecord);
}

/** The same of several plans, by plan. */
export async function tasksOfMany(
  records: Records,
  sql: Sql,
  caller: Caller,
  planIds: number[],
): Promise<Map<number, TaskRecord[]>> {
  if (planIds.length === 0) return new Map();
  const rows = await records.rows(
    asService(caller),
    'jobTask',
    {
      filter: { field: 'plan', operator: 'in', value: planIds },
      sort: [
        { field: 'plan', order: 'asc' },
        { field: 'sequence', order: 'asc' },
      ],
      most: mostTasks * planIds.length,
    },
    sql,
  );
  const byPlan = new Map<number, TaskRecord[]>(planIds.map((id) => [id, []]));
  for (const task of rows.map(taskRecord)) byPlan.get(task.plan)?.push(task);
  return byPlan;
}

/** The detour of a plan that waits for its answer: there is at most one. */
export async function openDetourOf(sql: Sql, planId: number): Promise<number | null> {
  const row = await sql
    .selectFrom('detour')
    .select('id')
    .where('plan', '=', planId)
    .where('state', '=', 'open')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ? row.id : null;
}

export interface OrderInForce {
  id: number;
  state: 'open' | 'acknowledged';
}

/** The stop or recall of a flight that is in force; a further one takes its place, so there is at most one. */
export async function orderInForce(sql: Sql, planId: number): Promise<OrderInForce | null> {
  const row = await sql
    .selectFrom('flightOrder')
    .select(['id', 'state'])
    .where('plan', '=', planId)
    .where('state', 'in', ['open', 'acknowledged'])
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? { id: row.id, state: row.state === 'open' ? 'open' : 'acknowledged' } : null;
}

const isAdmin = ({ permissions }: Caller['actor']) => permissions.includes(adminPermission);

/** May the user act as the operator of this plan: its company is theirs, or one that they serve. */
export function isOperatorOf(caller: Caller, companyId: number): boolean {
  const { actor } = caller;
  return holds(actor, planMakers) && (isAdmin(actor) || actor.companyIds.includes(companyId));
}

/** Does the user stop and recall flights: a body's, who acts for no company. */
export function isFlightController({ actor }: Caller): boolean {
  if (!holds(actor, flightControllers)) return false;
  return isAdmin(actor) || (actor.companyId === null && actor.companyIds.length === 0);
}

/**
 * The permissions of which one makes such a plan: standing plans have their own, other plans theirs, and the
 * plans of the days of a standing plan are for both.
 */
export function makersOf({ kind, standingPlan }: Pick<PlanRecord, 'kind' | 'standingPlan'>): string[] {
  if (standingPlan) return planMakers;
  return [kind === 'standing' ? 'Pages.StandingNAircraft.Create' : 'Pages.Navigation.Create'];
}

/** `FP202611210001`: the day of filing on the wall, then a count that starts anew each day. */
export async function nextPlanNumber(sql: Sql, now: Date, timeZone: string): Promise<string> {
  const { year, month, day } = wallClockAt(now.getTime(), timeZone);
  const prefix = `FP${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
  await lockNames(sql, [`plan number ${prefix}`]);
  const { rows } = await raw<{ last: number | null }>`
    select max(substring(plan_number from ${prefix.length + 1}::int)::bigint) as last
    from plan where plan_number like ${`${prefix}%`}`.execute(sql);
  return `${prefix}${String((rows[0]?.last ?? 0) + 1).padStart(4, '0')}`;
}
