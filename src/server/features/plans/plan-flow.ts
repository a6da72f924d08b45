import { altitudeM } from '#domain/geo/altitude.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { userIdOf } from '#server/kernel/caller.ts';
import type { PlanRecord, TaskRecord } from './plan-rows.ts';

/** The plan as the flow engine sees it: the company applies, by the user who acts for it. */
export function flowOf(kind: 'plan' | 'release', caller: Caller, plan: PlanRecord, tasks: TaskRecord[]) {
  return {
    kind,
    resource: 'plan',
    id: plan.id,
    companyId: plan.company,
    applicantId: userIdOf(caller),
    document: flowDocument(plan, tasks),
  };
}

/** What the conditions of a flow may read of a plan. Heights are metres above the limit's own datum. */
function flowDocument(plan: PlanRecord, tasks: TaskRecord[]): Record<string, unknown> {
  const tops = tasks.flatMap((task) => (task.upper ? [altitudeM(task.upper)] : []));
  return {
    kind: plan.kind,
    urgency: plan.urgency,
    unmanned: plan.unmanned === true,
    company: plan.company,
    missionType: plan.missionType,
    departure: plan.departure ?? null,
    destination: plan.destination ?? null,
    airspace: plan.airspace ?? null,
    upper: plan.upper ?? null,
    lower: plan.lower ?? null,
    upperM: tops.length > 0 ? Math.max(...tops) : null,
    taskCount: tasks.length,
    withinTerm: plan.withinTerm === true,
    durationMinutes:
      plan.startTime && plan.endTime
        ? (Date.parse(plan.endTime) - Date.parse(plan.startTime)) / 60_000
        : null,
  };
}
