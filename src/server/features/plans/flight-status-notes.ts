import { sql as raw } from 'kysely';
import { holds } from '#domain/identity/access.ts';
import {
  flightStatuses,
  type SeenEvent,
  type StatusFacts,
  type StatusNote,
  settableStatuses,
  statusSeen,
} from '#domain/plans/flight-status.ts';
import { airspaceWatch } from '#domain/plans/readers.ts';
import { AppError, formError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, systemCaller, userIdOf } from '#server/kernel/caller.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { type FlightStatusRecord, flightStatusRecord, msOf, type PlanRecord } from './plan-rows.ts';
import { isFlightController, lockPlan } from './plan-store.ts';

/** What surveillance saw become of a flight. */
export interface SeenStatus {
  plan: number;
  jobTask: number | null;
  event: SeenEvent;
  /** State of the plan by which it was judged. */
  planState: number;
  /** UTC ms. */
  at: number;
}

/** Notes of a flight's status beside what its plan says (s_FLT, specification §4). */
export interface FlightStatusNotes {
  /** What surveillance saw; the same seen by another server too is noted once. */
  see(seen: SeenStatus): Promise<void>;
  set(caller: Caller, planId: number, code: number, reason: string): Promise<void>;
  withdraw(caller: Caller, planId: number, reason: string): Promise<void>;
}

/** A note with the task that it is of; null: all of the plan. */
export interface TaskNote extends StatusNote {
  jobTask: number | null;
  reason: string | null;
}

const codeOfLabel = new Map(flightStatuses.map(({ code, label }) => [label, code]));

/** The notes in force of these plans. */
export async function statusNotesOf(sql: Sql, plans: number[]): Promise<Map<number, TaskNote[]>> {
  const notes = new Map<number, TaskNote[]>();
  if (plans.length === 0) return notes;
  const rows = await sql
    .selectFrom('flightStatus')
    .select(['plan', 'jobTask', 'status', 'source', 'planState', 'at', 'reason'])
    .where('plan', '=', raw<number>`any(${plans}::bigint[])`)
    .where('withdrawnAt', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const note: TaskNote = {
      code: codeOfLabel.get(row.status) ?? 0,
      source: row.source === 'hand' ? 'hand' : 'surveillance',
      planState: row.planState,
      at: Date.parse(row.at),
      jobTask: row.jobTask,
      reason: row.reason,
    };
    notes.set(row.plan, [...(notes.get(row.plan) ?? []), note]);
  }
  return notes;
}

/** All that the status of a plan's flight follows from. */
export function statusFactsOf(
  plan: Pick<PlanRecord, 'state' | 'startTime' | 'realEtd' | 'realEta'>,
  notes: readonly StatusNote[],
  { preActiveMs, reportGraceMs }: PlanParameters,
): StatusFacts {
  const departureAt = msOf(plan.realEtd) ?? msOf(plan.startTime);
  return { state: plan.state, departureAt, preActiveMs, landedAt: msOf(plan.realEta), reportGraceMs, notes };
}

export function createFlightStatusNotes(deps: { records: Records; clock: () => Date }): FlightStatusNotes {
  const { records, clock } = deps;
  const watcher = systemCaller('surveillance');

  async function lastOf(
    transaction: Transaction,
    plan: PlanRecord,
    source: StatusNote['source'],
    jobTask?: number | null,
  ): Promise<FlightStatusRecord | null> {
    const rows = await records.rows(
      asService(watcher),
      'flightStatus',
      {
        filter: { field: 'plan', operator: 'eq', value: plan.id },
        sort: [{ field: 'id', order: 'desc' }],
        most: 200,
      },
      transaction.sql,
    );
    return (
      rows
        .map(flightStatusRecord)
        .find(
          (one) =>
            one.source === source &&
            one.planState === plan.state &&
            (one.withdrawnAt ?? null) === null &&
            (jobTask === undefined || (one.jobTask ?? null) === jobTask),
        ) ?? null
    );
  }

  async function withdrawOne(
    transaction: Transaction,
    caller: Caller,
    { id, version }: FlightStatusRecord,
    reason: string,
  ): Promise<void> {
    const values = {
      withdrawnAt: clock().toISOString(),
      withdrawnBy: userIdOf(caller),
      withdrawReason: reason,
    };
    await records.update(asService(caller), 'flightStatus', id, version, values, transaction);
  }

  /** The plan, locked, of whoever watches the air for everybody. */
  async function watched(transaction: Transaction, caller: Caller, planId: number): Promise<PlanRecord> {
    const plan = await lockPlan(records, transaction, caller, planId);
    if (!holds(caller.actor, airspaceWatch) || !isFlightController(caller)) {
      throw new AppError('forbidden', { key: 'plan.refused.watchOnly' });
    }
    return plan;
  }

  return {
    see: ({ plan: planId, jobTask, event, planState, at }) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, watcher, planId);
        const status = statusSeen(event);
        // The plan went on meanwhile, or another server saw the same.
        if (plan.state !== planState) return;
        const before = await lastOf(transaction, plan, 'surveillance', jobTask);
        if (before?.status === status) return;
        await records.create(
          watcher,
          'flightStatus',
          {
            plan: planId,
            jobTask,
            company: plan.company,
            status,
            source: 'surveillance',
            planState,
            at: new Date(at).toISOString(),
          },
          transaction,
        );
      }),

    set: (caller, planId, code, reason) =>
      records.transaction(async (transaction) => {
        const plan = await watched(transaction, caller, planId);
        const settable = settableStatuses(plan.state);
        const status = settable.find((one) => one.code === code)?.label;
        if (!status) {
          const labels = settable.map(({ label }) => label).join(', ') || '-';
          throw formError('code', 'plan.refused.statusCode', { labels });
        }
        const before = await lastOf(transaction, plan, 'hand');
        if (before) await withdrawOne(transaction, caller, before, reason);
        await records.create(
          asService(caller),
          'flightStatus',
          {
            plan: planId,
            company: plan.company,
            status,
            source: 'hand',
            planState: plan.state,
            at: clock().toISOString(),
            reason,
            setBy: userIdOf(caller),
          },
          transaction,
        );
      }),

    withdraw: (caller, planId, reason) =>
      records.transaction(async (transaction) => {
        const plan = await watched(transaction, caller, planId);
        const before = await lastOf(transaction, plan, 'hand');
        if (!before) throw refused('plan.refused.noStatus');
        await withdrawOne(transaction, caller, before, reason);
      }),
  };
}
