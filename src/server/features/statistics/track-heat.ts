import { sql as raw } from 'kysely';
import { instantsOf } from '#domain/plans/report-period.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { cellAt } from '#domain/statistics/heat-cells.ts';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Condition } from '#server/engine/records/scope.ts';
import { betweenSteps } from '#server/kernel/in-slices.ts';
import { lock } from './fold.ts';
import { countedTo, minutes, nextWindow, noteCounted, windowMs } from './recorded-minutes.ts';

const minuteMs = 60_000;

/** Great-circle distance on the mean sphere, km. */
function distanceKm(a: { latitude: number; longitude: number }, b: typeof a): number {
  const rad = Math.PI / 180;
  const half =
    Math.sin(((b.latitude - a.latitude) * rad) / 2) ** 2 +
    Math.cos(a.latitude * rad) *
      Math.cos(b.latitude * rad) *
      Math.sin(((b.longitude - a.longitude) * rad) / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.sqrt(Math.min(1, half)));
}

/**
 * Adds the recorded minutes that are not counted yet to their days on the wall of the zone, a window in one transaction;
 * whether there may be more.
 */
export async function countTracks(
  database: Pick<Database, 'kysely'>,
  now: Date,
  timeZone: string,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (sql) => {
    await lock(sql);
    const window = await nextWindow(sql, 'tracks', now);
    if (!window) return false;
    const { from, to, isLast } = window;
    // A minute more shows where a flight was before.
    const rows = await minutes(sql, from - minuteMs, to);
    const cells = new Map<string, number>();
    const km = new Map<number, number>();
    const last = new Map<string, { latitude: number; longitude: number }>();
    const turn = betweenSteps();
    for (const { minute, track, planId, data } of rows) {
      await turn();
      const isNew = Date.parse(minute) >= from;
      const day = dayOf(Date.parse(minute), timeZone);
      for (const position of unpackPositions(data)) {
        const before = last.get(track);
        last.set(track, position);
        if (!isNew) continue;
        const cell = `${day} ${cellAt(position.longitude, position.latitude)}`;
        cells.set(cell, (cells.get(cell) ?? 0) + 1);
        if (planId !== null && before) km.set(planId, (km.get(planId) ?? 0) + distanceKm(before, position));
      }
    }
    await addCells(sql, cells);
    if (km.size > 0) {
      await raw`
        insert into flight_track (plan_id, km) select * from unnest(${[...km.keys()]}::bigint[], ${[...km.values()]}::float8[])
        on conflict (plan_id) do update set km = flight_track.km + excluded.km`.execute(sql);
    }
    await noteCounted(sql, 'tracks', to);
    return !isLast;
  });
}

/**
 * Counts the cells of a day on the wall of the zone again, as far as `countTracks` came: whether they were wrong. `isHeld`:
 * its tracks are still stored, if there were any; else a day without any is left as it is.
 */
export async function recountTracks(
  database: Pick<Database, 'kysely'>,
  day: string,
  timeZone: string,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<boolean> {
  return database.kysely.transaction().execute(async (sql) => {
    await lock(sql);
    const counted = await countedTo(sql, 'tracks');
    if (counted === null) return false;
    const [from, end] = instantsOf({ from: day, to: day }, timeZone);
    const until = Math.min(end, counted);
    const cells = new Map<string, number>();
    let recorded = 0;
    const turn = betweenSteps();
    for (let at = from; at < until; at += windowMs) {
      const rows = await minutes(sql, at, Math.min(until, at + windowMs));
      recorded += rows.length;
      for (const { data } of rows) {
        await turn();
        for (const { longitude, latitude } of unpackPositions(data)) {
          const cell = `${day} ${cellAt(longitude, latitude)}`;
          cells.set(cell, (cells.get(cell) ?? 0) + 1);
        }
      }
    }
    // Tracks are kept for a shorter time than their sums.
    if (recorded === 0 && !isHeld) return false;
    const { rows: kept } = await raw<{ cell: number; positions: number }>`
      select cell, positions from track_heat where day = ${day}::date`.execute(sql);
    const same =
      kept.length === cells.size &&
      kept.every(({ cell, positions }) => cells.get(`${day} ${cell}`) === positions);
    if (same) return false;
    await raw`delete from track_heat where day = ${day}::date`.execute(sql);
    await addCells(sql, cells);
    return true;
  });
}

/**
 * Counts the recorded days again where they were counted by another zone, or by UTC as they once were: a day at a time,
 * and on from where it was when a server ends meanwhile. The first day is left as it is where older ones are still summed:
 * a part of its tracks is gone.
 */
export async function rezoneTracks(database: Pick<Database, 'kysely'>, timeZone: string): Promise<void> {
  const sql = database.kysely;
  const { rows } = await raw<{ zone: string | null; next: string | null }>`
    select value ->> 'timeZone' as zone, value ->> 'next' as next from statistics_state where name = 'trackZone'`.execute(
    sql,
  );
  const [known] = rows;
  if (known?.zone === timeZone && known.next === null) return;
  const counted = await countedTo(sql, 'tracks');
  if (counted === null) return remember(null);
  const { rows: first } = await raw<{ at: string | null; older: boolean }>`
    select m.at, exists (select 1 from track_heat h where h.day < (m.at at time zone ${timeZone})::date) as older
    from (select min(minute) as at from track_minute) as m`.execute(sql);
  const at = first[0]?.at;
  if (!at) return remember(null);
  const firstDay = dayOf(Date.parse(at), timeZone);
  const start = first[0]?.older ? dayAfter(firstDay, 1) : firstDay;
  const resumed = known?.zone === timeZone && known.next ? known.next : start;
  for (let day = resumed; day <= dayOf(counted, timeZone); day = dayAfter(day, 1)) {
    await remember(day);
    await recountTracks(database, day, timeZone, { isHeld: true });
  }
  return remember(null);

  async function remember(next: string | null): Promise<void> {
    await raw`
      insert into statistics_state (name, value) values ('trackZone', ${JSON.stringify({ timeZone, next })}::jsonb)
      on conflict (name) do update set value = excluded.value, at = clock_timestamp()`.execute(sql);
  }
}

/** Minutes of tracks of which a heat map of some plans is made, the latest: what one answer can unpack. */
const mostMinutes = 50_000;

/**
 * Recorded positions by cell of the plans that a condition over `p` leaves, on days of the wall of `timeZone` (both included):
 * of the tracks that are still stored, for sums of them know no plan.
 */
export async function heatOfPlans(
  sql: Sql,
  span: { from: string; to: string },
  timeZone: string,
  where: Condition,
): Promise<{ cell: number; value: number }[]> {
  const [from, to] = instantsOf(span, timeZone).map((at) => new Date(at).toISOString());
  const { rows } = await raw<{ data: Uint8Array }>`
    select m.data from track_minute m
    where m.minute >= ${from}::timestamptz and m.minute < ${to}::timestamptz
      and m.plan_id in (select p.id from plan as p where ${where})
    order by m.minute desc limit ${mostMinutes}`.execute(sql);
  const cells = new Map<number, number>();
  for (const { data } of rows) {
    for (const { longitude, latitude } of unpackPositions(data)) {
      const cell = cellAt(longitude, latitude);
      cells.set(cell, (cells.get(cell) ?? 0) + 1);
    }
  }
  return [...cells].map(([cell, value]) => ({ cell, value }));
}

async function addCells(sql: Sql, cells: ReadonlyMap<string, number>): Promise<void> {
  if (cells.size === 0) return;
  const keys = [...cells.keys()].map((key) => key.split(' '));
  await raw`
    insert into track_heat (day, cell, positions)
    select * from unnest(${keys.map(([day]) => day)}::date[], ${keys.map(([, cell]) => Number(cell))}::int[],
      ${[...cells.values()]}::bigint[])
    on conflict (day, cell) do update set positions = track_heat.positions + excluded.positions`.execute(sql);
}
