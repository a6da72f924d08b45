import { sql as raw } from 'kysely';
import {
  affectedPercent,
  type CellState,
  type InterferenceLimits,
  type InterferenceSample,
  type InterferenceState,
  interferenceOf,
  interferenceStates,
} from '#domain/equipment/interference.ts';
import { type AffectedAircraft, addTo } from '#domain/equipment/interference-counts.ts';
import type { Sql } from '#server/db/sql.ts';

/**
 * Aircraft of the last hours by address, so that one that several servers or sources heard counts once; counts of each hour
 * and cell, worked out of them; and the state of each cell that has one.
 */
export async function makeInterferenceTables(sql: Sql): Promise<void> {
  await raw`
    create table if not exists interference_aircraft (
      hour timestamptz not null,
      cell integer not null,
      address integer not null,
      last_at timestamptz not null,
      degraded_at timestamptz,
      jumped_at timestamptz,
      jumps integer not null,
      losses integer not null,
      worst_m double precision,
      primary key (hour, cell, address)
    )`.execute(sql);
  await raw`
    create table if not exists interference_cell (
      hour timestamptz not null,
      cell integer not null,
      heard integer not null,
      degraded integer not null,
      jumped integer not null,
      affected integer not null,
      jumps integer not null,
      losses integer not null,
      accuracy_m double precision,
      state text not null,
      primary key (hour, cell)
    )`.execute(sql);
  await raw`
    create table if not exists interference_state (
      cell integer primary key,
      state text not null,
      since timestamptz not null,
      lower_since timestamptz,
      heard integer not null,
      affected integer not null,
      accuracy_m double precision,
      at timestamptz not null
    )`.execute(sql);
  await raw`alter table interference_state add column if not exists region text`.execute(sql);
}

const hourMs = 3_600_000;
/** Aircraft by address are needed for the hour that ends and for the window of the present state. */
const aircraftMs = 3 * hourMs;
/** Cells of one answer at most, those with the most affected aircraft first. */
export const mostCells = 1_000;

const numbers = (values: readonly (number | null)[]) =>
  `{${values.map((value) => (value === null ? 'null' : value)).join(',')}}`;
const iso = (ms: number) => new Date(ms).toISOString();

/** One server at a time: what is worked out of all rows must see those of the others. */
export const lockInterference = (sql: Sql) =>
  raw`select pg_advisory_xact_lock(hashtext('clearway interference'))`.execute(sql);

/** Adds aircraft to those that are there, in a transaction, and works out the hours and cells that they are in. */
export async function addAffected(
  sql: Sql,
  aircraft: readonly AffectedAircraft[],
  limits: InterferenceLimits,
): Promise<void> {
  if (aircraft.length === 0) return;
  await lockInterference(sql);
  const merged = mergedOf(aircraft);
  const of = (pick: (one: AffectedAircraft) => number | null) => numbers(merged.map(pick));
  await raw`
    insert into interference_aircraft as known
      (hour, cell, address, last_at, degraded_at, jumped_at, jumps, losses, worst_m)
    select to_timestamp(h * 3600.0), c, a, to_timestamp(l / 1000), to_timestamp(d / 1000), to_timestamp(j / 1000), n, o, w
    from unnest(${of((one) => one.hour)}::int[], ${of((one) => one.cell)}::int[], ${of((one) => one.address)}::int[],
      ${of((one) => one.lastAt)}::float8[], ${of((one) => one.degradedAt)}::float8[], ${of((one) => one.jumpedAt)}::float8[],
      ${of((one) => one.jumps)}::int[], ${of((one) => one.losses)}::int[], ${of((one) => one.worstM)}::float8[])
      as u(h, c, a, l, d, j, n, o, w)
    on conflict (hour, cell, address) do update set last_at = greatest(known.last_at, excluded.last_at),
      degraded_at = greatest(known.degraded_at, excluded.degraded_at),
      jumped_at = greatest(known.jumped_at, excluded.jumped_at),
      jumps = known.jumps + excluded.jumps, losses = known.losses + excluded.losses,
      worst_m = greatest(known.worst_m, excluded.worst_m)`.execute(sql);
  const touched = [...new Map(merged.map((one) => [`${one.hour}|${one.cell}`, one])).values()];
  const { rows } = await raw<HourCell>`
    select extract(epoch from a.hour)::float8 / 3600 as hour, a.cell, ${counts}
    from interference_aircraft a
      join unnest(${numbers(touched.map(({ hour }) => hour))}::int[], ${numbers(touched.map(({ cell }) => cell))}::int[]) as t(h, c)
        on a.hour = to_timestamp(t.h * 3600.0) and a.cell = t.c
    group by a.hour, a.cell`.execute(sql);
  const column = (pick: (one: HourCell) => number | null) => numbers(rows.map(pick));
  await raw`
    insert into interference_cell (hour, cell, heard, degraded, jumped, affected, jumps, losses, accuracy_m, state)
    select to_timestamp(h * 3600.0), c, n, d, j, a, m, o, w, s
    from unnest(${column(({ hour }) => Math.round(hour))}::int[], ${column(({ cell }) => cell)}::int[],
      ${column(({ heard }) => heard)}::int[], ${column(({ degraded }) => degraded)}::int[],
      ${column(({ jumped }) => jumped)}::int[], ${column(({ affected }) => affected)}::int[],
      ${column(({ jumps }) => jumps)}::int[], ${column(({ losses }) => losses)}::int[],
      ${column(({ accuracyM }) => accuracyM)}::float8[], ${rows.map((one) => interferenceOf(one, limits))}::text[])
      as u(h, c, n, d, j, a, m, o, w, s)
    on conflict (hour, cell) do update set heard = excluded.heard, degraded = excluded.degraded, jumped = excluded.jumped,
      affected = excluded.affected, jumps = excluded.jumps, losses = excluded.losses, accuracy_m = excluded.accuracy_m,
      state = excluded.state`.execute(sql);
}

/** Sources may have heard the same aircraft: one row each, in one order for all servers. */
function mergedOf(aircraft: readonly AffectedAircraft[]): AffectedAircraft[] {
  const rows = new Map<string, AffectedAircraft>();
  for (const one of aircraft) {
    const key = `${one.hour}|${one.cell}|${one.address}`;
    const known = rows.get(key);
    if (known) addTo(known, one);
    else rows.set(key, { ...one });
  }
  return [...rows.values()].sort((a, b) => a.hour - b.hour || a.cell - b.cell || a.address - b.address);
}

const counts = raw`count(*)::int as heard, count(a.degraded_at)::int as degraded, count(a.jumped_at)::int as jumped,
  count(coalesce(a.degraded_at, a.jumped_at))::int as affected, sum(a.jumps)::int as jumps, sum(a.losses)::int as losses,
  percentile_disc(0.95) within group (order by a.worst_m) as "accuracyM"`;

/** Distinct aircraft of a cell in an hour. */
export interface HourCell extends InterferenceSample {
  hour: number;
  cell: number;
  degraded: number;
  jumped: number;
  jumps: number;
  losses: number;
  accuracyM: number | null;
}

export interface CellNow extends CellState, InterferenceSample {
  cell: number;
  /** The region with interference that it is of; null: it has none. */
  region: string | null;
  /** 95 of 100 aircraft state no worse accuracy, metres; null: none states any. */
  accuracyM: number | null;
  /** When it was evaluated, UTC ms. */
  at: number;
}

const stateOf = (text: string): InterferenceState => interferenceStates.find((one) => one === text) ?? 'few';

export async function readCellStates(sql: Sql): Promise<CellNow[]> {
  const ms = (name: string) => raw`extract(epoch from ${raw.ref(name)})::float8 * 1000`;
  const { rows } = await raw<Omit<CellNow, 'state'> & { state: string }>`
    select cell, state, ${ms('since')} as since, ${ms('lower_since')} as "lowerSince", heard, affected,
      accuracy_m as "accuracyM", ${ms('at')} as at, region from interference_state`.execute(sql);
  return rows.map((row) => ({ ...row, state: stateOf(row.state) }));
}

/** Distinct aircraft by cell since a moment: those that were affected since, too. */
export async function readSince(
  sql: Sql,
  since: number,
): Promise<(InterferenceSample & { cell: number; accuracyM: number | null })[]> {
  const from = raw`${iso(since)}::timestamptz`;
  const { rows } = await raw<InterferenceSample & { cell: number; accuracyM: number | null }>`
    select cell, count(distinct address)::int as heard,
      (count(distinct address) filter (where degraded_at >= ${from} or jumped_at >= ${from}))::int as affected,
      percentile_disc(0.95) within group (order by worst_m) as "accuracyM"
    from interference_aircraft
    where last_at >= ${from} and hour >= ${iso(Math.floor(since / hourMs) * hourMs)}::timestamptz
    group by cell`.execute(sql);
  return rows;
}

/** Distinct aircraft since a moment in each of these regions, and those of them that were affected since. */
export async function readRegionSamples(
  sql: Sql,
  regions: readonly { id: string; cells: readonly { cell: number }[] }[],
  since: number,
): Promise<Map<string, InterferenceSample>> {
  const cells = regions.flatMap((one, index) => one.cells.map(({ cell }) => ({ cell, index })));
  const from = raw`${iso(since)}::timestamptz`;
  const { rows } = await raw<InterferenceSample & { index: number }>`
    select r.index, count(distinct a.address)::int as heard,
      (count(distinct a.address) filter (where a.degraded_at >= ${from} or a.jumped_at >= ${from}))::int as affected
    from unnest(${numbers(cells.map(({ cell }) => cell))}::int[], ${numbers(cells.map(({ index }) => index))}::int[]) as r(cell, index)
      join interference_aircraft a on a.cell = r.cell
    where a.last_at >= ${from} and a.hour >= ${iso(Math.floor(since / hourMs) * hourMs)}::timestamptz
    group by r.index`.execute(sql);
  return new Map(rows.map(({ index, ...sample }) => [regions[index]?.id ?? '', sample]));
}

export async function writeCellStates(sql: Sql, cells: readonly CellNow[]): Promise<void> {
  // A cell of which nothing is known any more has no row.
  await raw`delete from interference_state where cell <> all(${numbers(cells.map(({ cell }) => cell))}::int[])`.execute(
    sql,
  );
  if (cells.length === 0) return;
  const of = (pick: (one: CellNow) => number | null) => numbers(cells.map(pick));
  await raw`
    insert into interference_state (cell, state, since, lower_since, heard, affected, accuracy_m, at, region)
    select c, s, to_timestamp(f / 1000), to_timestamp(l / 1000), h, a, w, to_timestamp(t / 1000), r
    from unnest(${of(({ cell }) => cell)}::int[], ${cells.map(({ state }) => state)}::text[],
      ${of(({ since }) => since)}::float8[], ${of(({ lowerSince }) => lowerSince)}::float8[],
      ${of(({ heard }) => heard)}::int[], ${of(({ affected }) => affected)}::int[],
      ${of(({ accuracyM }) => accuracyM)}::float8[], ${of(({ at }) => at)}::float8[],
      ${cells.map(({ region }) => region)}::text[]) as u(c, s, f, l, h, a, w, t, r)
    on conflict (cell) do update set state = excluded.state, since = excluded.since, lower_since = excluded.lower_since,
      heard = excluded.heard, affected = excluded.affected, accuracy_m = excluded.accuracy_m, at = excluded.at,
      region = excluded.region`.execute(sql);
}

export interface HourTotal extends InterferenceSample {
  /** Its beginning, UTC ms. */
  at: number;
  jumps: number;
  losses: number;
  suspected: number;
  interference: number;
  percent: number;
}

/** Each hour that has counts, the earliest first: aircraft count once in each cell. */
export async function readHours(sql: Sql, from: number, to: number): Promise<HourTotal[]> {
  const { rows } = await raw<Omit<HourTotal, 'percent'>>`
    select extract(epoch from hour)::float8 * 1000 as at, sum(heard)::int as heard, sum(affected)::int as affected,
      sum(jumps)::int as jumps, sum(losses)::int as losses,
      (count(*) filter (where state = 'suspected'))::int as suspected,
      (count(*) filter (where state = 'interference'))::int as interference
    from interference_cell where hour >= ${iso(from)}::timestamptz and hour < ${iso(to)}::timestamptz
    group by hour order by hour`.execute(sql);
  return rows.map((row) => ({
    ...row,
    percent: row.heard === 0 ? 0 : Math.round((1_000 * row.affected) / row.heard) / 10,
  }));
}

/** The cells of one hour, the most affected first; one more than are shown, where there are more. */
export async function readHourCells(sql: Sql, hour: number) {
  const { rows } = await raw<HourCell & { state: string }>`
    select extract(epoch from hour)::float8 / 3600 as hour, cell, heard, degraded, jumped, affected, jumps, losses,
      accuracy_m as "accuracyM", state
    from interference_cell where hour = ${iso(hour)}::timestamptz
    order by affected desc, heard desc, cell limit ${mostCells + 1}`.execute(sql);
  return rows.map((row) => ({
    ...row,
    state: stateOf(row.state),
    percent: Math.round(10 * affectedPercent(row)) / 10,
  }));
}

/** Aircraft by address go after some hours. */
export async function dropAircraft(sql: Sql, nowMs: number): Promise<void> {
  await raw`delete from interference_aircraft where hour < ${iso(nowMs - aircraftMs)}::timestamptz`.execute(
    sql,
  );
}
