import { sql as raw } from 'kysely';
import type { HeardCell } from '#domain/equipment/heard-cells.ts';
import type { TerminalKind } from '#domain/equipment/terminals.ts';
import type { Sql } from '#server/db/sql.ts';

/** How a source went in one quarter of an hour. */
export interface Slot {
  /** Its beginning, UTC ms. */
  at: number;
  upS: number;
  downS: number;
  reports: number;
  /** Counts by `delayBoundsS`. */
  delays: number[];
}

export interface HeardTerminal {
  /** Days since 1970-01-01 UTC. */
  day: number;
  name: string;
  kind: TerminalKind;
  reports: number;
  /** UTC ms. */
  firstAt: number;
  lastAt: number;
}

type Of<T> = T & { sourceId: number };

/** An array of numbers as PostgreSQL reads it: many times faster than one that the driver writes. */
const numbers = (values: readonly number[]) => `{${values.join(',')}}`;

/** Adds cells to those that are there. */
export async function addCells(sql: Sql, cells: readonly Of<HeardCell>[]): Promise<void> {
  if (cells.length === 0) return;
  // Always in the same order: two servers that write at once wait for each other once.
  const sorted = [...cells].sort(
    (a, b) => a.day - b.day || a.sourceId - b.sourceId || a.band - b.band || a.cell - b.cell,
  );
  const of = (pick: (one: Of<HeardCell>) => number) => numbers(sorted.map(pick));
  await raw`
    insert into coverage_cell (day, source_id, band, cell, reports, hours, last_at)
    select '1970-01-01'::date + d, s, b, c, r, h, to_timestamp(l / 1000)
    from unnest(${of((one) => one.day)}::int[], ${of((one) => one.sourceId)}::bigint[], ${of((one) => one.band)}::smallint[],
      ${of((one) => one.cell)}::int[], ${of((one) => one.reports)}::bigint[], ${of((one) => one.hours)}::int[],
      ${of((one) => one.lastAt)}::float8[]) as u(d, s, b, c, r, h, l)
    on conflict (day, source_id, band, cell) do update set reports = coverage_cell.reports + excluded.reports,
      hours = coverage_cell.hours | excluded.hours, last_at = greatest(coverage_cell.last_at, excluded.last_at)`.execute(
    sql,
  );
}

/** Adds to the slots that are there; delays one by one. */
export async function addSlots(sql: Sql, slots: readonly Of<Slot>[]): Promise<void> {
  if (slots.length === 0) return;
  const sorted = [...slots].sort((a, b) => a.sourceId - b.sourceId || a.at - b.at);
  const rows = sorted.map(
    ({ sourceId, at, upS, downS, reports, delays }) =>
      raw`(${sourceId}::bigint, ${new Date(at).toISOString()}::timestamptz, ${upS}::float8, ${downS}::float8, ${reports}::bigint,
        ${numbers(delays)}::int[])`,
  );
  await raw`
    insert into equipment_slot as known (source_id, at, up_s, down_s, reports, delays)
    values ${raw.join(rows)}
    on conflict (source_id, at) do update set up_s = known.up_s + excluded.up_s, down_s = known.down_s + excluded.down_s,
      reports = known.reports + excluded.reports,
      delays = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place)
        from unnest(known.delays, excluded.delays) with ordinality as u(a, b, place))`.execute(sql);
}

/** Adds to the terminals that are there. */
export async function addTerminals(sql: Sql, terminals: readonly Of<HeardTerminal>[]): Promise<void> {
  if (terminals.length === 0) return;
  const sorted = [...terminals].sort(
    (a, b) => a.day - b.day || a.sourceId - b.sourceId || (a.name < b.name ? -1 : 1),
  );
  const of = (pick: (one: Of<HeardTerminal>) => number) => numbers(sorted.map(pick));
  await raw`
    insert into equipment_terminal (day, source_id, terminal, kind, reports, first_at, last_at)
    select '1970-01-01'::date + d, s, t, k, r, to_timestamp(f / 1000), to_timestamp(l / 1000)
    from unnest(${of((one) => one.day)}::int[], ${of((one) => one.sourceId)}::bigint[],
      ${sorted.map(({ name }) => name)}::text[], ${sorted.map(({ kind }) => kind)}::text[],
      ${of((one) => one.reports)}::bigint[], ${of((one) => one.firstAt)}::float8[], ${of((one) => one.lastAt)}::float8[])
      as u(d, s, t, k, r, f, l)
    on conflict (day, source_id, terminal) do update set reports = equipment_terminal.reports + excluded.reports,
      kind = excluded.kind, first_at = least(equipment_terminal.first_at, excluded.first_at),
      last_at = greatest(equipment_terminal.last_at, excluded.last_at)`.execute(sql);
}

/**
 * Which of these sources this server counts: those that nobody counts, whose counter fell silent, or whose counter does not
 * hear what this server hears. Of the others, `fresh` are those that another server has counted lately.
 */
export async function claimSources(
  sql: Sql,
  server: string,
  heard: readonly { sourceId: number; hears: boolean }[],
  nowMs: number,
): Promise<{ ours: Set<number>; fresh: Set<number> }> {
  if (heard.length === 0) return { ours: new Set(), fresh: new Set() };
  const sorted = [...heard].sort((a, b) => a.sourceId - b.sourceId);
  const before = (ms: number) => new Date(nowMs - ms).toISOString();
  const { rows: claimed } = await raw<{ sourceId: number }>`
    insert into equipment_counter as known (source_id, server, hears, at)
    select s, ${server}, h, ${before(0)}::timestamptz
    from unnest(${numbers(sorted.map(({ sourceId }) => sourceId))}::bigint[], ${sorted.map(({ hears }) => hears)}::boolean[]) as u(s, h)
    on conflict (source_id) do update set server = excluded.server, hears = excluded.hears, at = excluded.at
      where known.server = excluded.server or known.at < ${before(goneAfterMs)}::timestamptz
        or (excluded.hears and not known.hears)
    returning source_id`.execute(sql);
  const ours = new Set(claimed.map(({ sourceId }) => Number(sourceId)));
  const { rows: others } = await raw<{ sourceId: number }>`
    select source_id from equipment_counter where server <> ${server} and at >= ${before(freshMs)}::timestamptz`.execute(
    sql,
  );
  return { ours, fresh: new Set(others.map(({ sourceId }) => Number(sourceId))) };
}

/** A server that counts says so once a minute. */
const freshMs = 75_000;
const goneAfterMs = 150_000;

/** Whoever ends in order leaves its sources to the others. */
export async function leaveSources(sql: Sql, server: string): Promise<void> {
  await raw`delete from equipment_counter where server = ${server}`.execute(sql);
}
