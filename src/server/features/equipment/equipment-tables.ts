import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import { makeInterferenceTables } from './interference-rows.ts';

/** Width of a slot of the history, s. */
export const slotS = 900;

/**
 * What is kept of equipment for about a month: cells in which each source heard, a row a day (UTC), cell and band; how each
 * source went in each quarter of an hour; terminals that were heard, a row a day and source; and which server counts a
 * source, so that two that hear the same do not count it twice. `is_demo`: of the demo's past, nobody observed it.
 */
export async function makeEquipmentTables(sql: Sql): Promise<void> {
  await raw`
    create table if not exists coverage_cell (
      day date not null,
      source_id bigint not null,
      band smallint not null,
      cell integer not null,
      reports bigint not null,
      hours integer not null,
      last_at timestamptz not null,
      primary key (day, source_id, band, cell)
    )`.execute(sql);
  await raw`
    create table if not exists equipment_slot (
      source_id bigint not null,
      at timestamptz not null,
      up_s double precision not null,
      down_s double precision not null,
      reports bigint not null,
      delays integer[] not null,
      is_demo boolean not null default false,
      primary key (source_id, at)
    )`.execute(sql);
  await raw`
    create table if not exists equipment_terminal (
      day date not null,
      source_id bigint not null,
      terminal text not null,
      kind text not null,
      reports bigint not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (day, source_id, terminal)
    )`.execute(sql);
  await raw`
    create table if not exists equipment_counter (
      source_id bigint primary key,
      server text not null,
      hears boolean not null,
      at timestamptz not null
    )`.execute(sql);
  await makeInterferenceTables(sql);
}

/** Drops the UTC days that ended before a moment (UTC ms); how many rows went. */
export async function dropEquipmentDays(sql: Sql, before: number): Promise<number> {
  const day = new Date(before).toISOString().slice(0, 10);
  let rows = 0;
  for (const [table, column] of [
    ['coverage_cell', 'day'],
    ['equipment_terminal', 'day'],
    ['equipment_slot', 'at'],
    ['interference_cell', 'hour'],
  ] as const) {
    const first = column === 'day' ? raw`${day}::date` : raw`${`${day}T00:00:00Z`}::timestamptz`;
    const { numAffectedRows } =
      await raw`delete from ${raw.table(table)} where ${raw.ref(column)} < ${first}`.execute(sql);
    rows += Number(numAffectedRows ?? 0);
  }
  // Of sources that are no more nothing is counted.
  await raw`
    delete from equipment_counter where at < ${new Date(before).toISOString()}::timestamptz`.execute(sql);
  return rows;
}
