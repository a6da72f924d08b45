import { type RawBuilder, sql as raw } from 'kysely';
import { mayReadField } from '#domain/identity/access.ts';
import { instantsOf } from '#domain/plans/report-period.ts';
import { cellDegrees, middleOf } from '#domain/statistics/heat-cells.ts';
import {
  type MovementMeasures,
  movementMeasures,
  movementPlace,
  reportToleranceMin,
  type TrackFlightPart,
} from '#domain/statistics/movements.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { and, type Condition, or } from '#server/engine/records/scope.ts';
import { conditionsOf, planScope, refuseHidden } from '#server/features/plans/plan-statistics.ts';
import type { Bounded } from '#server/features/surveillance/coverage-areas.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { movementColumns as columns, movementFacts } from './movement-facts.ts';
import { counts } from './plan-facts.ts';
import { isKept, ofCompanies, type PlanFilter } from './plan-sums.ts';
import type { Window } from './work-sums.ts';

/** Days on the wall of the zone, both included. */
interface Days {
  from: string;
  to: string;
}

/** An aerodrome, a take-off and landing point, or neither: elsewhere. */
export interface PlaceKey {
  airport: number | null;
  point: number | null;
}
export type PlaceSums = PlaceKey & MovementMeasures;

/** Flights of no plan: who sees them, and where; null: the caller sees none. */
export type Unfiled = { bounded: Bounded } | null;

export interface FlightFilter {
  part: TrackFlightPart;
  /** As `movementPlace` writes it; absent: anywhere. */
  place?: string | undefined;
  /** Only those that took off, or landed, there; absent: either. */
  movement?: 'takeOff' | 'landing' | undefined;
}

/** A flight of a recorded track; times UTC. What the caller may not see of it is null. */
export interface TrackFlightRow {
  track: string;
  begunAt: string;
  icao24: string | null;
  callsign: string | null;
  plan: number | null;
  planNumber: string | null;
  company: number | null;
  offBlockAt: string | null;
  takeoffAt: string | null;
  takeoffAirport: number | null;
  takeoffPoint: number | null;
  takeoffInferred: boolean | null;
  /** Of the first flight of its plan. */
  reportedTakeoffAt: string | null;
  landingAt: string | null;
  landingAirport: number | null;
  landingPoint: number | null;
  landingInferred: boolean | null;
  /** Of the last flight of its plan. */
  reportedLandingAt: string | null;
  onBlockAt: string | null;
}

export interface MovementSums {
  /** Take-offs and landings of the caller's plans by place, from tracks and as reported, of plans that begin in these days. */
  byPlace(caller: Caller, days: Days, filter: PlanFilter, timeZone: string): Promise<PlaceSums[]>;
  /** Those of no plan, of flights that begin in these days. */
  unfiledByPlace(days: Days, timeZone: string, unfiled: Unfiled): Promise<PlaceSums[]>;
  /** The very flights that the sums count, the latest first. */
  flights(
    caller: Caller,
    days: Days,
    filter: PlanFilter & FlightFilter,
    timeZone: string,
    unfiled: Unfiled,
    window: Window,
  ): Promise<{ totalCount: number; items: TrackFlightRow[] }>;
}

/** What the sums tell of a plan. */
const told = [
  'departure',
  'departurePoint',
  'destination',
  'destinationPoint',
  'landedAirport',
  'landedPoint',
];

export function createMovementSums(deps: { records: Pick<Records, 'resource'>; sql: Sql }): MovementSums {
  const { records, sql } = deps;

  function refuse(caller: Caller, filter: PlanFilter): void {
    refuseHidden(caller, ['airport'], filter);
    const hidden = told.filter((field) => !mayReadField(caller.ability, 'plan', field));
    if (hidden.length > 0)
      throw new AppError('forbidden', {
        key: 'report.refused.hidden',
        values: { fields: hidden.map((field) => `plan.${field}`).join(', ') },
      });
  }

  /** Which cells of the flights of no plan the caller sees, as a condition on one end; null: all. */
  async function within(days: Days, timeZone: string, bounded: Bounded): Promise<SeenEnd | null> {
    if (!bounded) return null;
    const { rows } = await raw<{ cell: number }>`
      select distinct ${cellOf('takeoff')} as cell from track_flight g where ${unfiledIn(days, timeZone)} and takeoff_at is not null
      union select ${cellOf('landing')} from track_flight g where ${unfiledIn(days, timeZone)} and landing_at is not null`.execute(
      sql,
    );
    const seen = rows.flatMap(({ cell }) => (bounded.covers(middleOf(cell)) ? [cell] : []));
    return (end) => raw<boolean>`(${cellOf(end)} = any(${seen}::int[]))`;
  }

  return {
    async byPlace(caller, days, filter, timeZone) {
      refuse(caller, filter);
      const source = isKept(caller, filter)
        ? raw`movement_sum as s where ${and([
            planScope(records, caller, 's'),
            raw`s.day between ${days.from}::date and ${days.to}::date`,
            ...ofCompanies(filter),
          ])}`
        : raw`(${movementFacts(
            raw`plan as p`,
            and([planScope(records, caller), ...conditionsOf(days, filter, timeZone)]),
            timeZone,
          )}) as s`;
      const { rows } = await raw<PlaceSums>`
        select s.airport, s.point, ${summed} from ${source} group by s.airport, s.point`.execute(sql);
      return rows;
    },

    async unfiledByPlace(days, timeZone, unfiled) {
      if (!unfiled) return [];
      const sees = await within(days, timeZone, unfiled.bounded);
      const end = (name: End, takeOff: 0 | 1) => raw`
        select ${column(name, 'airport')} as airport, ${column(name, 'point')} as point, ${raw.lit(takeOff)} as take_offs,
          ${raw.lit(1 - takeOff)} as landings, ${column(name, 'inferred')}::int as inferred, 0 as reported_take_offs,
          0 as reported_landings
        from track_flight g where ${and([
          unfiledIn(days, timeZone),
          raw`${column(name, 'at')} is not null`,
          ...(sees ? [sees(name)] : []),
        ])}`;
      const { rows } = await raw<PlaceSums>`
        select s.airport, s.point, ${summed} from (${end('takeoff', 1)} union all ${end('landing', 0)}) as s
        group by s.airport, s.point`.execute(sql);
      return rows;
    },

    async flights(caller, days, { part, place, movement, ...filter }, timeZone, unfiled, { skip, take }) {
      refuse(caller, filter);
      const sees = unfiled && (await within(days, timeZone, unfiled.bounded));
      // The end that lies outside the caller's areas stays hidden.
      const shown = (end: End, field: string) =>
        sees
          ? raw`case when ${sees(end)} then ${column(end, field)} end as ${raw.ref(`${end}_${field}`)}`
          : column(end, field);
      const ends = (of: (end: End, field: string) => RawBuilder<unknown>) =>
        raw.join(
          (['takeoff', 'landing'] as const).flatMap((end) => shownFields.map((field) => of(end, field))),
        );
      const ofPlans = raw`
        select g.track, g.begun_at, g.icao24, g.callsign, p.id as plan, p.plan_number, p.company, g.off_block_at,
          g.on_block_at, ${ends(column)},
          case when not exists (select 1 from track_flight e where e.plan_id = p.id and e.begun_at < g.begun_at)
            then p.takeoff_at end as reported_takeoff_at,
          case when p.state = 10 and not exists (select 1 from track_flight e where e.plan_id = p.id and e.begun_at > g.begun_at)
            then p.real_eta end as reported_landing_at
        from plan as p join track_flight as g on g.plan_id = p.id
        where ${and([planScope(records, caller), counts, ...conditionsOf(days, filter, timeZone)])}`;
      const ofNone = raw`
        select g.track, g.begun_at, g.icao24, g.callsign, null::bigint as plan, null::text as plan_number,
          null::bigint as company,
          ${sees ? raw`case when ${sees('takeoff')} then g.off_block_at end as off_block_at` : raw`g.off_block_at`},
          ${sees ? raw`case when ${sees('landing')} then g.on_block_at end as on_block_at` : raw`g.on_block_at`}, ${ends(shown)},
          null::timestamptz as reported_takeoff_at, null::timestamptz as reported_landing_at
        from track_flight as g where ${and([
          unfiledIn(days, timeZone),
          ...(sees ? [or([sees('takeoff'), sees('landing')])] : []),
        ])}`;
      const lists = [
        ...(part === 'withoutPlan' ? [] : [ofPlans]),
        ...(part === 'withPlan' || part === 'differing' || !unfiled ? [] : [ofNone]),
      ];
      if (lists.length === 0) return { totalCount: 0, items: [] };
      const source = raw`(${raw.join(lists, raw` union all `)}) as s where ${and([
        ...(part === 'differing' ? [isDiffering] : []),
        ...placeConditions(place, movement),
      ])}`;
      const counted = await raw<{ count: number }>`select count(*)::int as count from ${source}`.execute(sql);
      const { rows } = await raw<TrackFlightRow>`
        select s.* from ${source} order by s.begun_at desc, s.track limit ${take} offset ${skip}`.execute(
        sql,
      );
      return { totalCount: counted.rows[0]?.count ?? 0, items: rows };
    },
  };
}

type End = 'takeoff' | 'landing';
type SeenEnd = (end: End) => Condition;
const shownFields = ['at', 'airport', 'point', 'inferred'];

const column = (end: End, field: string) => raw`${raw.ref(`g.${end}_${field}`)}`;

/** As `cellAt` counts them. */
const cellOf = (
  end: End,
) => raw<number>`(floor((${column(end, 'latitude')} + 90) / ${raw.lit(cellDegrees)})::int
  * ${raw.lit(Math.round(360 / cellDegrees))} + floor((${column(end, 'longitude')} + 180) / ${raw.lit(cellDegrees)})::int)`;

function unfiledIn(days: Days, timeZone: string): Condition {
  const [from, to] = instantsOf(days, timeZone).map((at) => new Date(at).toISOString());
  return raw`(g.plan_id is null and g.begun_at >= ${from}::timestamptz and g.begun_at < ${to}::timestamptz)`;
}

const summed = raw.join(
  movementMeasures.map((name) => raw`sum(${raw.ref(`s.${columns[name]}`)})::float8 as ${raw.ref(name)}`),
);

const isDiffering: Condition = raw`(
  abs(extract(epoch from s.reported_takeoff_at - s.takeoff_at)) > ${raw.lit(reportToleranceMin * 60)}
  or abs(extract(epoch from s.reported_landing_at - s.landing_at)) > ${raw.lit(reportToleranceMin * 60)})`;

function placeConditions(place: string | undefined, movement: FlightFilter['movement']): Condition[] {
  const ends: End[] =
    movement === undefined ? ['takeoff', 'landing'] : [movement === 'takeOff' ? 'takeoff' : 'landing'];
  const [, kind, id] = (place && movementPlace.exec(place)) || [];
  const at = (end: End): Condition => {
    const of = (field: string) => raw.ref(`s.${end}_${field}`);
    const there = raw<boolean>`${of('at')} is not null`;
    if (place === undefined) return there;
    if (kind === undefined) return raw`(${there} and ${of('airport')} is null and ${of('point')} is null)`;
    return raw`(${of(kind)} = ${Number(id)}::bigint)`;
  };
  return place === undefined && movement === undefined ? [] : [or(ends.map(at))];
}
