import { type RawBuilder, sql as raw } from 'kysely';
import type { MovementMeasures } from '#domain/statistics/movements.ts';
import type { Condition } from '#server/engine/records/scope.ts';
import { counts } from './plan-facts.ts';

/** The column of each measure. */
export const movementColumns = {
  takeOffs: 'take_offs',
  landings: 'landings',
  inferred: 'inferred',
  reportedTakeOffs: 'reported_take_offs',
  reportedLandings: 'reported_landings',
} as const satisfies Record<keyof MovementMeasures, string>;
const measured = Object.values(movementColumns);
/** The columns of `movement_sum`, and of what is counted into it. */
export const movementFields = ['day', 'company', 'coverage_ids', 'airport', 'point', ...measured];

/**
 * Take-offs and landings of the plans of `source` (an expression that names them `p`) by day, company, coverage and place:
 * from their tracks, and as reported, a plan's sorties at its aerodrome of departure and where it landed.
 */
export function movementFacts(
  source: RawBuilder<unknown>,
  where: Condition,
  timeZone: string,
): RawBuilder<unknown> {
  const sums = raw.join(
    measured.map((name) => raw`sum(${raw.ref(`m.${name}`)})::float8 as ${raw.ref(name)}`),
  );
  return raw`
    select f.day, f.company, f.coverage_ids, m.airport, m.point, ${sums}
    from (
      select p.id, (p.start_time at time zone ${timeZone})::date as day, p.company, p.coverage_ids, p.state,
        p.departure, p.departure_point, coalesce(p.actual_num, t.tasks) as sorties,
        case when coalesce(p.landed_airport, p.landed_point) is not null then p.landed_airport
          when coalesce(p.destination, p.destination_point) is not null then p.destination else p.departure end as arrival,
        case when coalesce(p.landed_airport, p.landed_point) is not null then p.landed_point
          when coalesce(p.destination, p.destination_point) is not null then p.destination_point
          else p.departure_point end as arrival_point
      from ${source}
      cross join lateral (
        select greatest(count(*), 1)::int as tasks from job_task j where j.plan = p.id and j.deleted_at is null) as t
      where ${counts} and ${where}
    ) as f cross join lateral (
      select g.takeoff_airport, g.takeoff_point, 1, 0, g.takeoff_inferred::int, 0, 0
        from track_flight g where g.plan_id = f.id and g.takeoff_at is not null
      union all select g.landing_airport, g.landing_point, 0, 1, g.landing_inferred::int, 0, 0
        from track_flight g where g.plan_id = f.id and g.landing_at is not null
      union all select case when f.departure_point is null then f.departure end, f.departure_point, 0, 0, 0, f.sorties, 0
        where f.state in (9, 10)
      union all select case when f.arrival_point is null then f.arrival end, f.arrival_point, 0, 0, 0, 0, f.sorties
        where f.state = 10
    ) as m(airport, point, ${raw.raw(measured.join(', '))})
    group by f.day, f.company, f.coverage_ids, m.airport, m.point`;
}
