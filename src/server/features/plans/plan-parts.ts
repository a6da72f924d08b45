import { standingTasks } from '#domain/plans/standing.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { FlownPart, RouteDeps } from '#server/features/weather/route-weather.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { checkedPlan } from './plan-life.ts';
import { readPlanParameters } from './plan-parameters.ts';
import { getPlan, tasksOf } from './plan-store.ts';
import { loadPlaces, volumesOf } from './plan-volumes.ts';

/** Plans as whoever looks up what concerns a route sees them: the sorties of one with their air and times. */
export function createPlanParts(deps: {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
}): RouteDeps {
  const { records, sql, clock } = deps;
  return {
    widths: () => readPlanParameters(deps.parameters),
    async partsOfPlan(caller: Caller, id: number): Promise<FlownPart[]> {
      const parameters = await readPlanParameters(deps.parameters);
      const plan = await getPlan(records, caller, id);
      const { tasks: filed } = checkedPlan(plan, await tasksOf(records, sql, caller, plan.id));
      const isStanding = plan.kind === 'standing';
      const days = isStanding ? standingTasks(plan, filed, parameters.deadlines.timeZone) : [];
      // Of a plan for a term, its next day.
      const next = days.find(({ task }) => Date.parse(task.eta) > clock().getTime())?.day;
      const flown = isStanding ? days.filter(({ day }) => day === next).map(({ task }) => task) : filed;
      const owner = { resource: 'plan', id: plan.id, label: plan.planNumber ?? '' };
      return volumesOf(owner, flown, await loadPlaces(sql, flown), parameters).flatMap((volume) => {
        const { from, to } = volume;
        return from !== null && to !== null && from < to ? [{ ...volume, from, to }] : [];
      });
    },
  };
}
