import { type RawBuilder, sql as raw } from 'kysely';
import {
  type PlanKey,
  planCounts,
  planMeasures,
  planVolumes,
  planWaits,
} from '#domain/statistics/measures.ts';
import type { Condition } from '#server/engine/records/scope.ts';

/** What the sums depend on beside the records: when one of these changes, all is counted again. */
export interface Basis {
  timeZone: string;
  onTimeMinutes: number;
  lateReportMinutes: number;
}

/** The plans that count at all, over the alias `p`. */
export const counts: Condition = raw`(p.deleted_at is null and p.kind <> 'standing' and p.state <> 0
  and p.start_time is not null)`;

/** Under which names `splitOf` finds each key; `total` is the plan itself. */
const splits: Record<Exclude<PlanKey, 'company'>, string> = {
  total: `select 'total' as by, '' as key, 1::float8 as share`,
  hour: `select 'hour', to_char(f.wall, 'ID-HH24'), 1`,
  missionType: `select 'missionType', coalesce(f.mission_type::text, ''), 1`,
  airport: `select distinct 'airport', coalesce(v.key::text, ''), 1::float8
    from (values (f.departure), (f.destination)) as v(key)`,
  aircraft: `select 'aircraft', coalesce(j.aircraft::text, ''), count(*)::float8 / f.tasks
    from job_task j where j.plan = f.id and j.deleted_at is null group by 2`,
  aircraftType: `select 'aircraftType', coalesce(a.type::text, ''), count(*)::float8 / f.tasks
    from job_task j left join aircraft a on a.id = j.aircraft
    where j.plan = f.id and j.deleted_at is null group by 2`,
  airspace: `select 'airspace', coalesce(coalesce(j.airspace, f.airspace)::text, ''), count(*)::float8 / f.tasks
    from job_task j where j.plan = f.id and j.deleted_at is null group by 2`,
  refusal: `select distinct 'refusal', coalesce(o.rule, ''), 1::float8 from operate_record o
    where o.record_resource = 'plan' and o.record_id = f.id and o.deleted_at is null
      and o.action in ('reject', 'refuse')`,
};

export const splitNames = Object.keys(splits) as Exclude<PlanKey, 'company'>[];

/**
 * Sums of the plans of `source` (an expression that names them `p`) by day, company, coverage and each of the splits:
 * columns `day, company, coverage_ids, by, key` and one for each measure. The one place where a plan becomes figures.
 */
export function planFacts(
  source: RawBuilder<unknown>,
  where: Condition,
  by: readonly Exclude<PlanKey, 'company'>[],
  { timeZone, onTimeMinutes, lateReportMinutes }: Basis,
): RawBuilder<unknown> {
  const late = raw`make_interval(mins => ${lateReportMinutes}::int)`;
  const one = (condition: RawBuilder<unknown>) => raw`(case when ${condition} then 1 else 0 end)`;
  const off = raw`b.state in (9, 10)`;
  const between = (from: string, to: string) =>
    raw`(extract(epoch from ${raw.raw(to)} - ${raw.raw(from)}) / 60.0)`;
  const sorties = raw`(case when ${off} then coalesce(b.actual_num, b.tasks) else 0 end)`;
  const figures: Record<(typeof planMeasures)[number], RawBuilder<unknown>> = {
    plans: raw`1`,
    pending: one(raw`b.state in (1, 2)`),
    approved: one(raw`b.state between 4 and 10 or b.state = 12`),
    rejected: one(raw`b.state = 3`),
    revoked: one(raw`b.state = 11`),
    cancelled: one(raw`b.state = 12 and not b.lapsed`),
    lapsed: one(raw`b.state = 12 and b.lapsed`),
    inFlight: one(raw`b.state = 9`),
    flown: one(raw`b.state = 10`),
    departed: one(raw`${off} and b.takeoff_at is not null`),
    onTime: one(raw`${off} and b.takeoff_at <= b.start_time + make_interval(mins => ${onTimeMinutes}::int)`),
    lateReports: raw`(${one(raw`${off} and b.takeoff_told > b.takeoff_at + ${late}`)}
      + ${one(raw`b.state = 10 and b.landing_told > b.real_eta + ${late}`)})`,
    decided: one(raw`b.decided_at is not null and b.submitted_at is not null`),
    decidedInTime: one(
      raw`b.submitted_at is not null and b.decided_at <= coalesce(b.decide_by, b.decided_at)`,
    ),
    decisionMinutes: raw`coalesce(greatest(0, ${between('b.submitted_at', 'b.decided_at')}), 0)`,
    delayMinutes: raw`(case when ${off} then coalesce(greatest(0, ${between('b.start_time', 'b.takeoff_at')}), 0)
      else 0 end)`,
    sorties,
    minutes: raw`(case when b.state = 10 then coalesce(${between('b.takeoff_at', 'b.real_eta')}, 0) else 0 end)`,
    km: raw`(case when ${off} then coalesce(b.track_km, b.route_km) else 0 end)`,
    tracked: one(raw`${off} and b.takeoff_at is not null and b.is_tracked`),
    trackTakeoffs: raw`b.track_takeoffs`,
    trackLandings: raw`b.track_landings`,
    trackMinutes: raw`b.track_minutes`,
    blockMinutes: raw`b.block_minutes`,
    appliedMinutes: raw`b.planned_minutes`,
    approvedMinutes: raw`(case when b.state between 4 and 10 or b.state = 12 then b.planned_minutes else 0 end)`,
  };
  const named = raw.join(planMeasures.map((name) => raw`${figures[name]} as ${raw.ref(name)}`));
  const whole = [...planCounts, ...planWaits].map(
    (name) => raw`sum(${raw.ref(`f.${name}`)})::float8 as ${raw.ref(name)}`,
  );
  // To a thousandth, whatever the order in which the parts are added.
  const shared = planVolumes.map(
    (name) => raw`round(sum(${raw.ref(`f.${name}`)} * k.share)::numeric, 3)::float8 as ${raw.ref(name)}`,
  );
  const sums = raw.join([...whole, ...shared]);
  const parts = raw.join(
    by.map((name) => raw.raw(splits[name])),
    raw` union all `,
  );
  return raw`
    select f.day, f.company, f.coverage_ids, k.by, k.key, ${sums}
    from (
      select b.id, b.day, b.wall, b.company, b.coverage_ids, b.mission_type, b.departure, b.destination, b.airspace, b.tasks,
        ${named}
      from (
        select p.id, (p.start_time at time zone ${timeZone}) as wall, (p.start_time at time zone ${timeZone})::date as day,
          p.company, p.coverage_ids, p.mission_type, p.departure, p.destination, p.airspace, p.state, p.start_time,
          p.takeoff_at, p.real_eta, p.actual_num, p.submitted_at, p.decided_at, p.decide_by,
          t.tasks, t.planned_minutes, t.route_km, r.lapsed, r.takeoff_told, r.landing_told, d.km as track_km,
          s.is_tracked, s.track_takeoffs, s.track_landings, s.track_minutes, s.block_minutes
        from ${source}
        cross join lateral (
          select greatest(count(*), 1)::int as tasks,
            coalesce(sum(extract(epoch from j.eta - j.etd) / 60.0), 0)::float8 as planned_minutes,
            coalesce(sum(case when j.geometry ->> 'type' = 'LineString' then ${routeKm('j.geometry')} else 0 end), 0)
              as route_km
          from job_task j where j.plan = p.id and j.deleted_at is null) as t
        cross join lateral (
          select coalesce(bool_or(o.action = 'lapse'), false) as lapsed,
            min(o.operated_at) filter (where o.action = 'takeOff') as takeoff_told,
            min(o.operated_at) filter (where o.action = 'land') as landing_told
          from operate_record o where o.record_resource = 'plan' and o.record_id = p.id) as r
        left join flight_track d on d.plan_id = p.id
        cross join lateral (
          select count(*) > 0 as is_tracked, count(g.takeoff_at)::int as track_takeoffs,
            count(g.landing_at)::int as track_landings,
            coalesce(sum(${between('g.takeoff_at', 'g.landing_at')}), 0)::float8 as track_minutes,
            coalesce(sum(${between('g.off_block_at', 'g.on_block_at')}), 0)::float8 as block_minutes
          from track_flight g where g.plan_id = p.id) as s
        where ${counts} and ${where}
      ) as b
    ) as f cross join lateral (${parts}) as k(by, key, share)
    group by f.day, f.company, f.coverage_ids, k.by, k.key`;
}

/** Length of a line of GeoJSON on the mean sphere (6,371.0088 km); for sums its half per cent is enough. */
function routeKm(column: string): RawBuilder<unknown> {
  const at = (offset: string, place: number) =>
    `radians((${column} -> 'coordinates' -> (${offset}) ->> ${place})::float8)`;
  const half = (from: string, to: string) => `power(sin((${to} - ${from}) / 2), 2)`;
  return raw.raw(`(select coalesce(sum(2 * 6371.0088 * asin(sqrt(least(1,
      ${half(at('i', 1), at('i + 1', 1))} + cos(${at('i', 1)}) * cos(${at('i + 1', 1)}) * ${half(at('i', 0), at('i + 1', 0))}
    )))), 0) from generate_series(0, jsonb_array_length(${column} -> 'coordinates') - 2) as i)`);
}
