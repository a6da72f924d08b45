import type { DetourChange } from '#contract/plans/detours.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { refused } from '#domain/text/errors.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import { detourWords } from './detour-words.ts';
import { checkPlan, type PlanCheck } from './plan-check.ts';
import { refuseUnreadablePlace } from './plan-form.ts';
import {
  assertParty,
  checkedPlan,
  contextOf,
  destination,
  findingsError,
  movedTo,
  type PlanLifeDeps,
  reserveAirspace,
} from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import {
  type DetourRecord,
  detourRecord,
  msOf,
  type PlanRecord,
  planRecord,
  type TaskRecord,
} from './plan-rows.ts';
import { lockPlan, openDetourOf, tasksOf } from './plan-store.ts';

/** Another way in flight: applied for by the operator, answered by who released the flight (Flight Basic Rules, art. 38). */
export interface Detours {
  apply(caller: Caller, planId: number, task: number, change: DetourChange, reason: string): Promise<number>;
  decide(
    caller: Caller,
    planId: number,
    detour: number,
    accept: boolean,
    comment: string | null,
  ): Promise<PlanRecord>;
}

const geometryKinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

export function createDetours(deps: PlanLifeDeps): Detours {
  const { records, flows, journal, clock } = deps;

  /** The plan with the task on its new way: refused where that makes a conflict that was not there (decisions.md §4). */
  async function checkWay(
    transaction: Transaction,
    plan: PlanRecord,
    tasks: TaskRecord[],
    changed: TaskRecord,
    parameters: PlanParameters,
  ): Promise<PlanCheck> {
    const flown = tasks.map((task) => (task.id === changed.id ? changed : task));
    const realEtd = msOf(plan.realEtd);
    const checked = checkedPlan(plan, realEtd === null ? flown : movedTo(plan, flown, realEtd));
    const check = await checkPlan(transaction.sql, checked, clock(), parameters, deps.conflicts);
    const errors = check.findings.filter(
      ({ level, code, existing }) => level === 'error' && code.startsWith('conflict.') && !existing,
    );
    if (errors.length > 0) throw findingsError(errors);
    return check;
  }

  return {
    apply: (caller, planId, taskId, change, reason) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, planId);
        await assertParty(flows, transaction, caller, plan, 'applyDetour');
        const parameters = await deps.readParameters();
        const detourOpen = (await openDetourOf(transaction.sql, planId)) !== null;
        destination(plan, 'applyDetour', contextOf(clock(), parameters, plan, { reason, detourOpen }));
        const tasks = await tasksOf(records, transaction.sql, caller, planId);
        const task = tasks.find((one) => one.id === taskId);
        if (!task) throw refused('plan.refused.noSuchTask');
        const values = changeOf(change);
        if (Object.keys(values).length === 0) throw refused('plan.refused.noChange');
        const { destination: airport = null, destinationPoint: point = null } = change;
        const names = { airport: 'destination', point: 'destinationPoint' };
        await refuseUnreadablePlace(records, transaction.sql, caller, { airport, point }, names);
        await checkWay(transaction, plan, tasks, { ...task, ...values }, parameters);
        const made = await records.create(
          asService(caller),
          'detour',
          {
            plan: planId,
            jobTask: taskId,
            company: plan.company,
            state: 'open',
            reason,
            change: values,
            before: beforeOf(task, values),
            appliedBy: userIdOf(caller),
            appliedAt: clock().toISOString(),
          },
          transaction,
        );
        await journal(transaction, caller, plan, {
          action: 'applyDetour',
          from: plan.state,
          to: plan.state,
          reason,
          detail: { detour: made.id, task: taskId, change: values },
          messageType: 'detour.applied',
          values: await detourWords(records, transaction.sql, values),
        });
        return made.id;
      }),

    decide: (caller, planId, detourId, accept, comment) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, planId);
        const action = accept ? 'acceptDetour' : 'refuseDetour';
        await assertParty(flows, transaction, caller, plan, action);
        const parameters = await deps.readParameters();
        const detourOpen = (await openDetourOf(transaction.sql, planId)) === detourId;
        destination(plan, action, contextOf(clock(), parameters, plan, { reason: comment, detourOpen }));
        const system = asService(caller);
        const detour = detourRecord(await records.get(system, 'detour', detourId, transaction.sql));
        await records.update(
          system,
          'detour',
          detourId,
          detour.version,
          {
            state: accept ? 'accepted' : 'refused',
            comment,
            decidedBy: userIdOf(caller),
            decidedAt: clock().toISOString(),
          },
          transaction,
        );
        const changed = accept ? await follow(transaction, caller, plan, detour, parameters) : plan;
        await journal(transaction, caller, changed, {
          action,
          from: plan.state,
          to: changed.state,
          reason: comment,
          detail: { detour: detourId, task: detour.jobTask, change: detour.change, before: detour.before },
          messageType: accept ? 'detour.accepted' : 'detour.refused',
          values: await detourWords(records, transaction.sql, detour.change ?? {}),
        });
        return changed;
      }),
  };

  /** The plan flies the way that was accepted: its task, what of the plan follows from it, and its air. */
  async function follow(
    transaction: Transaction,
    caller: Caller,
    plan: PlanRecord,
    detour: DetourRecord,
    parameters: PlanParameters,
  ): Promise<PlanRecord> {
    const system = asService(caller);
    const tasks = await tasksOf(records, transaction.sql, caller, plan.id);
    const task = tasks.find((one) => one.id === detour.jobTask);
    if (!task) throw refused('plan.refused.noSuchTask');
    const values = detour.change ?? {};
    const after = { ...task, ...values };
    const check = await checkWay(transaction, plan, tasks, after, parameters);
    await records.update(system, 'jobTask', task.id, task.version, values, transaction);
    const ends = tasks.at(-1)?.id === task.id;
    const changed = planRecord(
      await records.update(
        system,
        'plan',
        plan.id,
        plan.version,
        {
          ...(tasks[0]?.id === task.id ? { geometry: after.geometry ?? null } : {}),
          ...(ends
            ? { destination: after.destination ?? null, destinationPoint: after.destinationPoint ?? null }
            : {}),
        },
        transaction,
      ),
    );
    await reserveAirspace(deps.guard, transaction, changed, check, parameters);
    return changed;
  }
}

/** The fields that change, as they are stored: a destination is an aerodrome or a point. */
function changeOf(change: DetourChange): Partial<TaskRecord> {
  const { route, geometry, destination: airport, destinationPoint, lower, upper } = change;
  return {
    ...(route === undefined ? {} : { route }),
    ...(isGeometry(geometry, geometryKinds) ? { geometry } : {}),
    ...(airport === undefined && destinationPoint === undefined
      ? {}
      : { destination: airport ?? null, destinationPoint: destinationPoint ?? null }),
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
  };
}

function beforeOf(task: TaskRecord, change: object): Record<string, unknown> {
  const stored = new Map<string, unknown>(Object.entries(task));
  return Object.fromEntries(Object.keys(change).map((field) => [field, stored.get(field) ?? null]));
}
