import type { DetourView } from '#contract/plans/detours.ts';
import { isDecider, isOwn } from '#domain/approvals/flow.ts';
import { mayReadField } from '#domain/identity/access.ts';
import { planState } from '#domain/plans/states.ts';
import type { Sql } from '#server/db/sql.ts';
import { namesOf } from '#server/engine/records/names.ts';
import type { Records, RelationLabels } from '#server/engine/records/records.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { type DetourRecord, detourRecord, type PlanRecord, planRecord } from './plan-rows.ts';
import { getPlan } from './plan-store.ts';

/** How detours are read: those of a plan, and those that wait. */
export interface DetourViews {
  /** Newest first; 404 where the plan is none of the caller's rows. */
  ofPlan(caller: Caller, planId: number): Promise<DetourView[]>;
  /** Of every flight that the caller sees, the longest waiting first. */
  open(caller: Caller): Promise<DetourView[]>;
}

export function createDetourViews(deps: { records: Records; sql: Sql; flows: FlowStore }): DetourViews {
  const { records, sql, flows } = deps;

  /** Named by a flow of the plan, and not its own applicant: as DecideDetour asks. */
  async function decides(caller: Caller, plan: PlanRecord): Promise<boolean> {
    if (plan.state !== planState.inFlight) return false;
    const instances = await flows.latest(sql, 'plan', plan.id);
    return (
      instances.some((one) => isDecider(one, caller.actor)) &&
      !instances.some((one) => isOwn(one, caller.actor))
    );
  }

  /** A field of a task that a role does not read is none of its detours either. */
  function readable(caller: Caller, values: DetourRecord['change']): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(values ?? {}).filter(([field]) => mayReadField(caller.ability, 'jobTask', field)),
    );
  }

  async function view(caller: Caller, plan: PlanRecord, found: DetourRecord[]): Promise<DetourView[]> {
    const mayDecide = await decides(caller, plan);
    const people = found.flatMap(({ appliedBy, decidedBy }) => [appliedBy, decidedBy]);
    const names = await namesOf(sql, 'user', people, caller.locale);
    const nameOf = (id: number | null | undefined) => (id ? (names.get(id) ?? null) : null);
    const views: DetourView[] = [];
    for (const detour of found) {
      const [change, before] = [readable(caller, detour.change), readable(caller, detour.before)];
      const named = await records.labels(caller, 'jobTask', [
        { id: 1, version: 1, ...change },
        { id: 2, version: 1, ...before },
      ]);
      const labelsOf = (row: number): RelationLabels => named.get(row) ?? {};
      views.push({
        id: detour.id,
        plan: plan.id,
        planNumber: plan.planNumber ?? `#${plan.id}`,
        callsign: plan.callsign ?? null,
        jobTask: detour.jobTask,
        state: detour.state,
        reason: detour.reason,
        change,
        before,
        changeLabels: labelsOf(1),
        beforeLabels: labelsOf(2),
        appliedAt: detour.appliedAt,
        appliedByName: nameOf(detour.appliedBy),
        decidedAt: detour.decidedAt ?? null,
        decidedByName: nameOf(detour.decidedBy),
        comment: detour.comment ?? null,
        mayDecide: mayDecide && detour.state === 'open',
      });
    }
    return views;
  }

  async function stored(caller: Caller, planId: number): Promise<DetourRecord[]> {
    const items = await records.rows(asService(caller), 'detour', {
      most: 100,
      sort: [
        { field: 'appliedAt', order: 'desc' },
        { field: 'id', order: 'desc' },
      ],
      filter: { field: 'plan', operator: 'eq', value: planId },
    });
    return items.map(detourRecord);
  }

  return {
    async ofPlan(caller, planId) {
      const plan = await getPlan(records, caller, planId);
      return view(caller, plan, await stored(caller, planId));
    },

    async open(caller) {
      const rows = await sql
        .selectFrom('detour')
        .select('plan')
        .where('state', '=', 'open')
        .where('deletedAt', 'is', null)
        .execute();
      if (rows.length === 0) return [];
      const items = await records.rows(caller, 'plan', {
        most: rows.length,
        filter: { field: 'id', operator: 'in', value: [...new Set(rows.map(({ plan }) => plan))] },
      });
      const views: DetourView[] = [];
      for (const plan of items.map(planRecord).filter(({ state }) => state === planState.inFlight)) {
        const waiting = (await stored(caller, plan.id)).filter(({ state }) => state === 'open');
        views.push(...(await view(caller, plan, waiting)));
      }
      return views.sort((a, b) => Date.parse(a.appliedAt) - Date.parse(b.appliedAt));
    },
  };
}
