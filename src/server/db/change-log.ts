import { sql as raw } from 'kysely';
import type { Sql } from './sql.ts';

/**
 * Which records that take or close air were changed, by which transaction: written by triggers, so that no way of
 * changing them is forgotten, and read by every server to keep its index of volumes current.
 */
const noted: [table: string, idColumn: string, source: string][] = [
  ['plan', 'id', 'plan'],
  ['job_task', 'plan', 'plan'],
  ['airspace', 'id', 'airspace'],
  ['airspace_event', 'airspace', 'airspace'],
  ['airspace_version', 'airspace', 'airspace'],
  ['notice', 'id', 'notice'],
  ['notam', 'id', 'notam'],
  ['weather_report', 'id', 'weather'],
  // What many plans or NOTAMs hang on: everything is read again.
  ['mission_type', 'id', 'places'],
  ['airport', 'id', 'places'],
  ['takeoff_landing_point', 'id', 'places'],
  ['holiday', 'id', 'places'],
];

const trigger = 'conflict_change_noted';

/** Makes the log and its triggers where they are missing; inside the transaction that brings the tables up. */
export async function ensureChangeLog(db: Sql): Promise<void> {
  const { rows } = await raw<{ table: string; has: boolean }>`
    select c.relname as "table",
      exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = ${trigger}) as has
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${noted.map(([table]) => table)}::text[])`.execute(db);
  const missing = noted.filter(([table]) => rows.some((row) => row.table === table && !row.has));
  if (missing.length === 0) return;
  await raw`create table if not exists conflict_change (
    xid xid8 not null default pg_current_xact_id(), source text not null, record_id bigint not null,
    at timestamptz not null default clock_timestamp(), primary key (xid, source, record_id))`.execute(db);
  await raw
    .raw(
      `create or replace function note_conflict_change() returns trigger language plpgsql as $body$
      declare
        id bigint;
      begin
        if tg_argv[0] = 'plan' then
          if tg_op = 'DELETE' then id := old.plan; else id := new.plan; end if;
        elsif tg_argv[0] = 'airspace' then
          if tg_op = 'DELETE' then id := old.airspace; else id := new.airspace; end if;
        else
          if tg_op = 'DELETE' then id := old.id; else id := new.id; end if;
        end if;
        if tg_argv[1] = 'places' then id := 0; end if;
        insert into conflict_change (source, record_id) values (tg_argv[1], id) on conflict do nothing;
        return null;
      end $body$`,
    )
    .execute(db);
  for (const [table, idColumn, source] of missing) {
    await raw
      .raw(
        `create trigger ${trigger} after insert or update or delete on "${table}"
         for each row execute function note_conflict_change('${idColumn}', '${source}')`,
      )
      .execute(db);
  }
}

/** A change that was committed; `xid` is its transaction. */
export interface NotedChange {
  xid: string;
  source: string;
  id: number;
}

/**
 * What was committed by transactions from `since` on. `changed`: of it, what this one does not change itself; of what it
 * does change, it cannot read how that stands for everybody else, and those changes are `withheld`. `horizon`: all before
 * it is settled, and need not be asked for again.
 */
export async function changesSince(
  db: Sql,
  since: string,
): Promise<{ horizon: string; changed: NotedChange[]; withheld: NotedChange[] }> {
  const { rows } = await raw<{
    horizon: string;
    xid: string | null;
    source: string;
    id: number | string;
    own: boolean;
  }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, c.xid::text as xid, c.source,
      c.record_id as id, exists (select 1 from conflict_change own
        where own.xid = pg_current_xact_id_if_assigned() and own.source = c.source
          and own.record_id = c.record_id) as own
    from (select 1) one left join conflict_change c on c.xid >= ${since}::xid8
      and c.xid is distinct from pg_current_xact_id_if_assigned()`.execute(db);
  const noted = rows.flatMap(({ xid, source, id, own }) =>
    xid === null ? [] : [{ xid, source, id: Number(id), own }],
  );
  return {
    horizon: rows[0]?.horizon ?? since,
    changed: noted.filter(({ own }) => !own),
    withheld: noted.filter(({ own }) => own),
  };
}

/** What this transaction changes itself; of no transaction nothing. */
export async function ownChanges(db: Sql): Promise<Pick<NotedChange, 'source' | 'id'>[]> {
  const { rows } = await raw<{ source: string; id: number | string }>`
    select source, record_id as id from conflict_change where xid = pg_current_xact_id_if_assigned()`.execute(
    db,
  );
  return rows.map(({ source, id }) => ({ source, id: Number(id) }));
}

/** From where on to ask after a reading of everything that begins now. */
export async function horizonNow(db: Sql): Promise<string> {
  const { rows } = await raw<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db);
  return rows[0]?.horizon ?? '3';
}

/** How long a change is kept for servers that did not ask; one that was away longer reads everything again. */
export const retentionMs = 3_600_000;

export async function forgetOldChanges(db: Sql): Promise<void> {
  await raw`delete from conflict_change where at < clock_timestamp() - ${`${(2 * retentionMs) / 1000} seconds`}::interval`.execute(
    db,
  );
}
