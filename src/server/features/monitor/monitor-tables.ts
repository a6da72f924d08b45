import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';

/**
 * What is sampled of each server a minute, in a partition a UTC day, so that a day goes as a whole; days that are older
 * are coarser. And the servers there are, with when each was last heard of; the installation as a whole is the one
 * without a name.
 */
export async function makeMonitorTables(sql: Sql): Promise<void> {
  await raw`
    create table if not exists monitor_sample (
      server text not null,
      width_s integer not null,
      at timestamptz not null,
      figures jsonb not null,
      peaks jsonb,
      primary key (server, width_s, at)
    ) partition by range (at)`.execute(sql);
  await raw`
    create table if not exists monitor_server (
      server text primary key,
      version text not null,
      started_at timestamptz not null,
      last_at timestamptz not null,
      stopped_at timestamptz,
      details jsonb not null
    )`.execute(sql);
}

const partitionPattern = /^monitor_sample_(\d{4})(\d{2})(\d{2})$/;
export const dayMs = 86_400_000;

/** The partition of the UTC day of a moment (UTC ms), made where there is none. */
export async function makeSampleDay(sql: Sql, at: number): Promise<void> {
  const from = Math.floor(at / dayMs) * dayMs;
  const day = new Date(from).toISOString().slice(0, 10);
  const name = `monitor_sample_${day.replaceAll('-', '')}`;
  await raw`
    create table if not exists ${raw.table(name)} partition of monitor_sample
    for values from (${raw.lit(`${day}T00:00:00Z`)}) to (${raw.lit(new Date(from + dayMs).toISOString())})`.execute(
    sql,
  );
}

/** Drops the UTC days that ended before a moment (UTC ms); how many. */
export async function dropSampleDays(sql: Sql, before: number): Promise<number> {
  const { rows } = await raw<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'monitor_sample'::regclass order by 1`.execute(sql);
  const old = rows.filter(({ name }) => {
    const [, year, month, day] = partitionPattern.exec(name) ?? [];
    return day !== undefined && Date.parse(`${year}-${month}-${day}T00:00:00Z`) + dayMs <= before;
  });
  for (const { name } of old) await raw`drop table ${raw.table(name)}`.execute(sql);
  return old.length;
}

/** Width of what is older than the minutes are kept, s. */
export const coarseS = 900;

/**
 * Minutes before a moment (UTC ms) become quarters of an hour: the mean of each figure, and its peak beside it. In one
 * statement: a server that is killed loses none and doubles none.
 */
export async function coarsen(sql: Sql, before: number): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    with old as (
      delete from monitor_sample where width_s = 60 and at < ${new Date(before).toISOString()}::timestamptz
      returning server, at, figures
    ), each as (
      select server, to_timestamp(floor(extract(epoch from at) / ${coarseS}::int) * ${coarseS}::int) as at, key,
        avg(value::float8) as mean, max(value::float8) as high, min(value::float8) as low
      from old, jsonb_each_text(figures) group by 1, 2, 3
    ), made as (
      insert into monitor_sample (server, width_s, at, figures, peaks)
      select server, ${coarseS}::int, at, jsonb_object_agg(key, round(mean::numeric, 3)),
        jsonb_object_agg(key, case when key in ('diskFreeMb', 'diskFreePercent', 'certificateDays') then low else high end)
      from each group by 1, 2, 3
      on conflict (server, width_s, at) do nothing
    )
    select count(*)::int as count from old`.execute(sql);
  return rows[0]?.count ?? 0;
}
