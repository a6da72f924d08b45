import { sql as raw } from 'kysely';
import { planMeasures, workMeasures } from '#domain/statistics/measures.ts';
import { snakeCase } from './names.ts';
import type { Sql } from './sql.ts';

/**
 * Sums of plans and of the service's decisions by day, company and what they are split by, and which of them have to be
 * counted again: noted by triggers in the transaction of the change, so that no way of changing what is counted is forgotten
 * (features/statistics/fold.ts counts).
 */
const noted: [table: string, what: string][] = [
  ['plan', 'plan'],
  ['job_task', 'task'],
  ['operate_record', 'journal'],
  ['approval', 'approval'],
  ['aircraft', 'aircraft'],
  ['airspace', 'airspace'],
  ['flight_track', 'track'],
  ['track_flight', 'track'],
];

const trigger = 'statistics_noted';

/** Makes the tables and triggers where they are missing; inside the transaction that brings the tables up. */
export async function ensureStatistics(db: Sql): Promise<void> {
  const { rows } = await raw<{ tables: number; has: boolean }>`
    select count(*) filter (where relname in ('plan', 'job_task', 'operate_record', 'approval', 'flow_instance', 'aircraft',
      'airspace'))::int as tables, to_regclass('statistics_state') is not null as has
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
  if (rows[0]?.tables !== 7) return;
  if (!rows[0].has) await makeTables(db);
  await addTrackFlights(db);
  const there = await raw<{ table: string }>`
    select c.relname as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = ${trigger} and c.relnamespace = current_schema()::regnamespace`.execute(db);
  const missing = noted.filter(([table]) => !there.rows.some((row) => row.table === table));
  if (missing.length === 0) return;
  await raw.raw(noteFunction).execute(db);
  for (const [table, what] of missing) {
    await raw
      .raw(
        `create trigger ${trigger} after insert or update or delete on "${table}"
         for each row execute function note_statistics('${what}')`,
      )
      .execute(db);
  }
}

async function makeTables(db: Sql): Promise<void> {
  const sums = (names: readonly string[]) =>
    names.map((name) => `${snakeCase(name)} double precision not null default 0`).join(', ');
  for (const statement of [
    // What changed: in which company and at which moment the plan or the decision was or is.
    `create table statistics_mark (
      id bigint generated always as identity primary key, kind text not null, at timestamptz not null,
      company bigint not null)`,
    `create table statistics_state (
      name text primary key, value jsonb not null, at timestamptz not null default clock_timestamp())`,
    `create table plan_sum (
      grain "char" not null, day date not null, company bigint not null, coverage_ids bigint[] not null,
      by text not null, key text not null, ${sums(planMeasures)})`,
    'create index plan_sum_read on plan_sum (by, grain, day, company)',
    'create index plan_sum_cell on plan_sum (company, grain, day)',
    `create table plan_heat (
      grain "char" not null, day date not null, company bigint not null, coverage_ids bigint[] not null,
      cell integer not null, plans double precision not null)`,
    'create index plan_heat_read on plan_heat (grain, day, company)',
    `create table work_sum (
      day date not null, company bigint not null, coverage_ids bigint[] not null, kind text not null,
      person bigint, ${sums(workMeasures)})`,
    'create index work_sum_read on work_sum (day, company)',
    // Of the recorded tracks: positions by day on the wall of the service and cell, and how far the flight of a plan went.
    'create table track_heat (day date not null, cell integer not null, positions bigint not null, primary key (day, cell))',
    'create table flight_track (plan_id bigint primary key, km double precision not null)',
  ]) {
    await raw.raw(statement).execute(db);
  }
}

/**
 * The flights that recorded tracks show, and what is remembered of a track until its next minute is read; the take-offs and
 * landings of plans by place, from tracks and as reported. Installations that have sums without them get the new columns, and
 * everything is counted again.
 */
async function addTrackFlights(db: Sql): Promise<void> {
  const { rows } = await raw<{ has: boolean }>`select to_regclass('track_flight') is not null as has`.execute(
    db,
  );
  if (rows[0]?.has) return;
  const movement = (name: string) => `${name}_at timestamptz, ${name}_latitude double precision,
    ${name}_longitude double precision, ${name}_airport bigint, ${name}_point bigint, ${name}_inferred boolean`;
  const added = planMeasures.map(
    (name) => `add column if not exists ${snakeCase(name)} double precision not null default 0`,
  );
  for (const statement of [
    `create table track_flight (
      track text not null, begun_at timestamptz not null, ended_at timestamptz, plan_id bigint, icao24 text, callsign text,
      off_block_at timestamptz, ${movement('takeoff')}, ${movement('landing')}, on_block_at timestamptz,
      primary key (track, begun_at))`,
    'create index track_flight_plan on track_flight (plan_id)',
    'create index track_flight_begun on track_flight (begun_at)',
    'create table track_log (track text primary key, at timestamptz not null, state jsonb not null)',
    `create table movement_sum (
      day date not null, company bigint not null, coverage_ids bigint[] not null, airport bigint, point bigint,
      take_offs double precision not null, landings double precision not null, inferred double precision not null,
      reported_take_offs double precision not null, reported_landings double precision not null)`,
    'create index movement_sum_read on movement_sum (day, company)',
    `alter table plan_sum ${added.join(', ')}`,
    `delete from statistics_state where name = 'basis'`,
  ]) {
    await raw.raw(statement).execute(db);
  }
}

const noteFunction = `create or replace function note_statistics() returns trigger language plpgsql as $body$
  declare
    plan_id bigint;
    about text;
  begin
    case tg_argv[0]
      when 'plan' then
        if tg_op <> 'INSERT' and old.start_time is not null then
          insert into statistics_mark (kind, at, company) values ('plan', old.start_time, old.company);
        end if;
        if tg_op <> 'DELETE' and new.start_time is not null and (tg_op = 'INSERT'
          or old.start_time is distinct from new.start_time or old.company <> new.company) then
          insert into statistics_mark (kind, at, company) values ('plan', new.start_time, new.company);
        end if;
        if tg_op = 'UPDATE' and (old.coverage_ids <> new.coverage_ids or old.decide_by is distinct from new.decide_by) then
          insert into statistics_mark (kind, at, company)
            select distinct 'work', a.decided_at, coalesce(a.company, 0)
            from flow_instance f join approval a on a.flow_instance = f.id
            where f.document_resource = 'plan' and f.document_id = new.id;
        end if;
      when 'task' then
        if tg_op <> 'INSERT' then
          insert into statistics_mark (kind, at, company)
            select 'plan', start_time, company from plan where id = old.plan and start_time is not null;
        end if;
        if tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.plan <> new.plan) then
          insert into statistics_mark (kind, at, company)
            select 'plan', start_time, company from plan where id = new.plan and start_time is not null;
        end if;
      when 'journal' then
        if tg_op = 'DELETE' then
          plan_id := old.record_id;
          about := old.record_resource;
        else
          plan_id := new.record_id;
          about := new.record_resource;
        end if;
        if about = 'plan' then
          insert into statistics_mark (kind, at, company)
            select 'plan', start_time, company from plan where id = plan_id and start_time is not null;
        end if;
      when 'track' then
        if tg_op = 'DELETE' then plan_id := old.plan_id; else plan_id := new.plan_id; end if;
        insert into statistics_mark (kind, at, company)
          select 'plan', start_time, company from plan where id = plan_id and start_time is not null;
      when 'approval' then
        if tg_op <> 'INSERT' then
          insert into statistics_mark (kind, at, company) values ('work', old.decided_at, coalesce(old.company, 0));
        end if;
        if tg_op <> 'DELETE' then
          insert into statistics_mark (kind, at, company) values ('work', new.decided_at, coalesce(new.company, 0));
        end if;
      when 'aircraft' then
        if tg_op = 'UPDATE' and old.type is distinct from new.type then
          insert into statistics_mark (kind, at, company)
            select distinct 'plan', p.start_time, p.company from job_task j join plan p on p.id = j.plan
            where j.aircraft = new.id and p.start_time is not null;
        end if;
      when 'airspace' then
        if tg_op = 'UPDATE' and old.geometry is distinct from new.geometry then
          insert into statistics_mark (kind, at, company)
            select distinct 'plan', p.start_time, p.company from plan p left join job_task j on j.plan = p.id
            where (p.airspace = new.id or j.airspace = new.id) and p.start_time is not null;
        end if;
        if tg_op = 'UPDATE' and (old.coverage_ids <> new.coverage_ids or old.decide_by is distinct from new.decide_by) then
          insert into statistics_mark (kind, at, company)
            select distinct 'work', a.decided_at, coalesce(a.company, 0)
            from flow_instance f join approval a on a.flow_instance = f.id
            where f.document_resource = 'airspace' and f.document_id = new.id;
        end if;
    end case;
    return null;
  end $body$`;
