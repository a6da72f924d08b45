import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';

/** Recorded minutes that are read at a time. */
const minuteMs = 60_000;
export const windowMs = 30 * minuteMs;
/** Minutes are written a few seconds after their end; what comes later is found by the recount of the night. */
const settledMs = 3 * minuteMs;

export interface MinuteRow {
  minute: string;
  track: string;
  icao24: string | null;
  callsign: string | null;
  planId: number | null;
  /** Packed positions. */
  data: Uint8Array;
}

/** What is counted of the recorded minutes, each by itself. */
type Counted = 'tracks' | 'flights';

/**
 * The next minutes that are recorded and not counted yet, between two moments (UTC ms); null: there are none. What lies
 * before them without a record is passed over.
 */
export async function nextWindow(
  sql: Sql,
  what: Counted,
  now: Date,
): Promise<{ from: number; to: number; isLast: boolean } | null> {
  const until = Math.floor((now.getTime() - settledMs) / minuteMs) * minuteMs;
  const counted = await countedTo(sql, what);
  if (counted === null || counted >= until) return null;
  const { rows } = await raw<{ at: string | null }>`
    select min(minute) as at from track_minute
    where minute >= ${new Date(counted).toISOString()}::timestamptz and minute < ${new Date(until).toISOString()}::timestamptz`.execute(
    sql,
  );
  const from = rows[0]?.at ? Date.parse(rows[0].at) : Math.max(counted, until - windowMs);
  const to = Math.min(until, from + windowMs);
  return { from, to, isLast: to === until };
}

/** The moment (UTC ms) to which it is counted; null: nothing was ever recorded. */
export async function countedTo(sql: Sql, what: Counted): Promise<number | null> {
  const { rows } = await raw<{ to: number | null }>`
    select (value ->> 'to')::float8 as to from statistics_state where name = ${what}`.execute(sql);
  if (rows[0]?.to != null) return rows[0].to;
  const { rows: first } = await raw<{
    at: string | null;
  }>`select min(minute) as at from track_minute`.execute(sql);
  return first[0]?.at ? Date.parse(first[0].at) : null;
}

export async function noteCounted(sql: Sql, what: Counted, to: number): Promise<void> {
  await raw`
    insert into statistics_state (name, value) values (${what}, ${JSON.stringify({ to })}::jsonb)
    on conflict (name) do update set value = excluded.value, at = clock_timestamp()`.execute(sql);
}

/** The minutes that begin between two moments (UTC ms; the second is no longer part of them), in order. */
export async function minutes(sql: Sql, from: number, to: number): Promise<MinuteRow[]> {
  const { rows } = await raw<MinuteRow>`
    select minute, track, icao24, callsign, plan_id, data from track_minute
    where minute >= ${new Date(from).toISOString()}::timestamptz and minute < ${new Date(to).toISOString()}::timestamptz
    order by minute`.execute(sql);
  return rows;
}
