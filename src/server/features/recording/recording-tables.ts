import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';

/**
 * Tables of the recorded tracks: a row a track and minute, in a partition a UTC day, so that a day goes as a whole; how much
 * there is of each minute; what came in since the last minute was written, so that a server that is killed loses a second; when sources fell
 * silent and came back; and alerts of days that were recorded elsewhere.
 */
export async function makeRecordingTables(sql: Sql): Promise<void> {
  await raw`
    create table if not exists track_minute (
      minute timestamptz not null,
      track text not null,
      icao24 text,
      address_type text,
      callsign text,
      source_id bigint not null,
      plan_id bigint,
      west double precision not null,
      south double precision not null,
      east double precision not null,
      north double precision not null,
      positions integer not null,
      data bytea not null,
      primary key (minute, track)
    ) partition by range (minute)`.execute(sql);
  await addAddressType(sql);
  await raw`create index if not exists track_minute_track on track_minute (track, minute)`.execute(sql);
  await raw`
    create table if not exists track_density (
      minute timestamptz primary key,
      tracks integer not null,
      positions integer not null
    )`.execute(sql);
  await raw`
    create table if not exists track_journal (
      id bigint generated always as identity primary key,
      server text not null,
      at timestamptz not null,
      data json not null
    )`.execute(sql);
  await raw`
    create table if not exists feed_journal (
      source_id bigint not null,
      at timestamptz not null,
      state text not null,
      primary key (source_id, at)
    )`.execute(sql);
  await raw`
    create table if not exists imported_alert (
      id bigint generated always as identity primary key,
      day text not null,
      raised_at timestamptz not null,
      cleared_at timestamptz,
      data json not null
    )`.execute(sql);
}

/** Of tables made before recordings had the kind of an identity: what they hold has none. Looked up first, as `alter table` locks. */
async function addAddressType(sql: Sql): Promise<void> {
  const { rows } = await raw`
    select 1 from pg_attribute
    where attrelid = 'track_minute'::regclass and attname = 'address_type' and not attisdropped`.execute(sql);
  if (rows.length === 0)
    await raw`alter table track_minute add column if not exists address_type text`.execute(sql);
}

const partitionPattern = /^track_minute_(\d{4})(\d{2})(\d{2})$/;

/** The partition of a UTC day, `YYYY-MM-DD`, made where there is none. */
export async function makePartition(sql: Sql, day: string): Promise<void> {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
  const name = `track_minute_${day.replaceAll('-', '')}`;
  await raw`
    create table if not exists ${raw.table(name)} partition of track_minute
    for values from (${raw.lit(`${day}T00:00:00Z`)}) to (${raw.lit(next)})`.execute(sql);
}

/** Drops the UTC days that ended before a moment (UTC ms); the days dropped. */
export async function dropDaysBefore(sql: Sql, before: number): Promise<string[]> {
  const { rows } = await raw<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'track_minute'::regclass order by 1`.execute(sql);
  const first = Math.floor(before / 86_400_000) * 86_400_000;
  const dropped: string[] = [];
  for (const { name } of rows) {
    const [, year, month, day] = partitionPattern.exec(name) ?? [];
    const text = `${year}-${month}-${day}`;
    if (!day || Date.parse(`${text}T00:00:00Z`) >= first) continue;
    await raw`drop table ${raw.table(name)}`.execute(sql);
    dropped.push(text);
  }
  await raw`delete from track_density where minute < ${new Date(first).toISOString()}::timestamptz`.execute(
    sql,
  );
  await raw`delete from feed_journal where at < ${new Date(first).toISOString()}::timestamptz`.execute(sql);
  await raw`
    delete from imported_alert where coalesce(cleared_at, raised_at) < ${new Date(first).toISOString()}::timestamptz`.execute(
    sql,
  );
  return dropped;
}
