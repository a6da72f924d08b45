import pg from 'pg';
import { dayAfter } from '#domain/plans/working-days.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import { resources } from '#resources';
import { openDatabase } from '#server/db/database.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { migrateTables } from '#server/db/tables.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import { foldMarks } from '#server/features/statistics/fold.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { log } from './own-postgres.ts';

/** Days with plans: two years that end a week from now. */
export const days = 730;
const daysAhead = 6;
/** Coverage areas, in a grid of four; the first two are those of the demo. */
const regions = 16;
/** Cells of a heat map in which anything is recorded in a year, and how many of them on a day. */
const trackCells = 20_000;
const trackDays = 365;
const firstFlow = 1_000_000;

/** What was made, and how long that took, s. */
export interface TwoYears {
  companies: number;
  /** The first and the last day with plans on the wall of the service. */
  from: string;
  to: string;
  fillS: number;
  indexS: number;
  foldS: number;
  /** Rows of the sums by day, month and year, and of where plans mean to fly. */
  sums: number;
  heat: number;
  /** The whole database, bytes. */
  bytes: number;
}

/** Tables of records: their indexes are made again once they are filled. */
const filled = ['plan', 'job_task', 'operate_record', 'flow_instance', 'approval'];

/**
 * Fills a database of the demo with two years of plans, their tasks, journal and decisions, and a year of what was recorded;
 * then lets the product count all of it into its sums. Repeats itself: every choice follows from the number of the plan.
 */
export async function fillTwoYears(url: string, plans: number): Promise<TwoYears> {
  const client = new pg.Client(url);
  await client.connect();
  const database = openDatabase({ url, log, statementTimeoutMs: 0 });
  try {
    const parameters = createParameters({ sql: database.kysely, changes: createChangeFeed(log) });
    const { deadlines, onTimeMinutes, lateReportMinutes } = await readPlanParameters(parameters);
    const { timeZone } = deadlines;
    const companies = Math.min(500, Math.max(20, Math.round(plans / 2_000)));
    const today = dayOf(Date.now(), timeZone);
    const from = dayAfter(today, daysAhead + 1 - days);
    const fillS = await secondsOf(() => fill(client, { plans, companies, from, timeZone }));
    const indexS = await secondsOf(async () => {
      await migrateTables({ sql: database.kysely, resources, migrations, log });
      await client.query('vacuum analyze');
    });
    await client.query(`delete from statistics_state where name = 'basis'`);
    const basis = { timeZone, onTimeMinutes, lateReportMinutes };
    const foldS = await secondsOf(async () => {
      while ((await foldMarks(database, basis)) > 0);
    });
    await client.query('vacuum analyze plan_sum, plan_heat, work_sum, statistics_mark');
    await client.query('checkpoint');
    const { rows } = await client.query(`select (select count(*) from plan_sum)::int as sums,
      (select count(*) from plan_heat)::int as heat, pg_database_size(current_database())::float8 as bytes`);
    return { companies, from, to: dayAfter(today, daysAhead), fillS, indexS, foldS, ...rows[0] };
  } finally {
    await database.close();
    await client.end();
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

async function fill(
  client: pg.Client,
  { plans, companies, from, timeZone }: { plans: number; companies: number; from: string; timeZone: string },
): Promise<void> {
  const statements = [
    // Neither triggers nor references; what a crash would lose is made again.
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    `set maintenance_work_mem = '1GB'`,
    `alter database ${client.escapeIdentifier(client.database ?? '')} set maintenance_work_mem = '1GB'`,
    // A number from 0 to 1 for each plan and question.
    `create function pg_temp.chance(n bigint, about int) returns float8 language sql immutable as $$
      select (hashint8extended($1, $2) & 1048575) / 1048576.0::float8 $$`,
    `insert into company (name, uscc, legal_representative, contact, phone)
      select 'Company ' || n, lpad(n::text, 18, '0'), 'x', 'x', '028-85700000'
      from generate_series(1, ${companies} - (select count(*) from company)) n`,
    // Whom the service decides by.
    `insert into "user" overriding system value
      select (jsonb_populate_record(u, jsonb_build_object('id', 1000 + n, 'user_name', 'bench' || n, 'name', 'Controller ' || n,
        'email_address', null, 'phone_number', null, 'second_factor_at', null))).*
      from "user" u, generate_series(1, 60) n where u.user_name = 'atmb'`,
    `insert into aircraft overriding system value
      select (jsonb_populate_record(a, jsonb_build_object('id', 10000 + n, 'registration', 'B-' || upper(to_hex(65536 + n)),
        'icao24', lpad(to_hex(7929856 + n), 6, '0'), 'serial_number', 'bench ' || n, 'type', 1 + (n * 7) % 60,
        'company', c.ids[1 + n / 12]))).*
      from aircraft a, generate_series(0, 12 * ${companies} - 1) n, (select array_agg(id order by id) as ids from company) c
      where a.id = (select min(id) from aircraft)`,
    `insert into airspace overriding system value
      select (jsonb_populate_record(a, jsonb_build_object('id', 10000 + n, 'name', 'Area ' || n, 'designator', null,
        'geometry', jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
          jsonb_build_array(x, y), jsonb_build_array(x + w, y), jsonb_build_array(x + w, y + w),
          jsonb_build_array(x, y + w), jsonb_build_array(x, y))))))).*
      from airspace a, (select n, ${east(`n % ${regions}`)} + 2 * pg_temp.chance(n, 1) as x,
          ${north(`n % ${regions}`)} + 2 * pg_temp.chance(n, 2) as y, 0.05 + 0.15 * pg_temp.chance(n, 3) as w
        from generate_series(0, 60 * ${regions} - 1) n) of
      where a.id = (select min(id) from airspace)`,
  ];
  for (const statement of statements) await client.query(statement);
  const { rows: indexes } = await client.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = any($1) and indexname !~ '_pkey$'`,
    [filled],
  );
  for (const { name } of indexes) await client.query(`drop index "${name}"`);
  for (const [statement, values] of [
    [planSql, [plans, days, `${from} 00:00`, timeZone, companies]],
    [taskSql, []],
    [journalSql, []],
    [flowSql, []],
    [approvalSql, []],
    [`select setval(pg_get_serial_sequence('flow_instance', 'id'), (select max(id) from flow_instance))`, []],
    [`select setval(pg_get_serial_sequence('aircraft', 'id'), (select max(id) from aircraft))`, []],
    [`select setval(pg_get_serial_sequence('airspace', 'id'), (select max(id) from airspace))`, []],
    [`select setval(pg_get_serial_sequence('"user"', 'id'), (select max(id) from "user"))`, []],
    [flightSql, []],
    [
      `insert into flight_track (plan_id, km) select plan_id, 20 + 180 * pg_temp.chance(plan_id, 30) from track_flight`,
      [],
    ],
    [heatSql, [dayAfter(from, days - daysAhead - 1), trackCells, trackDays]],
  ] as const) {
    await client.query(statement, [...values]);
  }
}

/** Degrees of the south-west corner of a region, three degrees wide. */
function east(region: string): string {
  return `(98 + 4 * ((${region}) % 4))::float8`;
}
function north(region: string): string {
  return `(24 + 3 * ((${region}) / 4))::float8`;
}
/** Its coverage area. */
function area(region: string): string {
  return `(case ${region} when 0 then 5 when 1 then 6 else 100 + ${region} end)::bigint`;
}

/**
 * $1 plans in the order of $2 days from $3 on the wall of $4, of $5 companies of which the largest has a twelfth: fewer at
 * weekends, most around noon. Their region is that of the company, of every fifth the next one too.
 */
const planSql = `
  insert into plan (kind, urgency, company, mission_type, mission, state, start_time, end_time, departure, destination, airspace,
    takeoff_at, real_eta, actual_num, submitted_at, submitted_by, decide_by, decided_at, coverage_ids)
  select (array['nextDay', 'quick', 'sameDay'])[1 + floor(3 * pg_temp.chance(n, 3))::int], 'normal', c.ids[1 + company],
    m.ids[1 + floor(array_length(m.ids, 1) * power(pg_temp.chance(n, 4), 2))::int], 'survey of area ' || n % 977, state,
    start, start + minutes * interval '1 minute',
    a.ids[1 + (region * 70 + floor(6 * power(pg_temp.chance(n, 5), 2))::int + company) % array_length(a.ids, 1)],
    case when pg_temp.chance(n, 6) < 0.7 then a.ids[1 + (region * 70 + company) % array_length(a.ids, 1)] end,
    case when pg_temp.chance(n, 7) < 0.4 then 10000 + region + ${regions} * floor(60 * pg_temp.chance(n, 8))::int end,
    takeoff, case when state = 10 then takeoff + minutes * 0.9 * interval '1 minute' end,
    case when state = 10 and pg_temp.chance(n, 9) < 0.5 then 1 + floor(4 * pg_temp.chance(n, 10))::int end,
    submitted, 1001 + n % 60, submitted + interval '8 hours',
    case when state > 2 then submitted + power(pg_temp.chance(n, 11), 2) * interval '10 hours' end,
    case when pg_temp.chance(n, 12) < 0.2 then array[${area('region')}, ${area(`(region + 1) % ${regions}`)}] else array[${area('region')}] end
  from (
    select *, company % ${regions} as region, start - (12 + 30 * pg_temp.chance(n, 13)) * interval '1 hour' as submitted,
      case when state = 10 then start + (power(pg_temp.chance(n, 14), 3) * 70 - 5) * interval '1 minute' end as takeoff,
      20 + 5 * floor(30 * pg_temp.chance(n, 15)) as minutes
    from (
      select *, case when start < now() - interval '6 hours' then
          case when luck < 0.82 then 10 when luck < 0.87 then 3 when luck < 0.89 then 11 else 12 end
        else case when luck < 0.4 then 4 when luck < 0.7 then 2 when luck < 0.9 then 1 else 3 end end as state
      from (
        select n, floor($5::int * power(pg_temp.chance(n, 1), 2.5))::int as company, pg_temp.chance(n, 2) as luck,
          (($3::timestamp + least($2::int - 1, greatest(0, day - case when weekday > 5 and pg_temp.chance(n, 17) < 0.4 then 2 else 0 end))
              * interval '1 day'
            + 5 * floor(78 + 144 * (pg_temp.chance(n, 18) + pg_temp.chance(n, 19) + pg_temp.chance(n, 20)) / 3) * interval '1 minute')
            at time zone $4) as start
        from (
          select n, floor((n - 1) * $2::float8 / $1::bigint)::int as day,
            extract(isodow from $3::timestamp + floor((n - 1) * $2::float8 / $1::bigint) * interval '1 day') as weekday
          from generate_series(1, $1::bigint) n) as placed) as begun) as ended) as made,
    (select array_agg(id order by id) as ids from company) c, (select array_agg(id order by id) as ids from mission_type) m,
    (select array_agg(id order by id) as ids from airport) a`;

/** One to three tasks of the company's own aircraft; a third draws its route, the others use an airspace of the region. */
const taskSql = `
  insert into job_task (plan, company, sequence, callsign, aircraft, departure, destination, etd, eta, airspace, geometry, coverage_ids)
  select p.id, p.company, s, '', 10000 + 12 * (c.place - 1) + floor(12 * power(pg_temp.chance(p.id * 3 + s, 21), 2))::int,
    p.departure, p.destination, p.start_time, p.end_time,
    case when line then null else coalesce(p.airspace, 10000 + region + ${regions} * floor(60 * pg_temp.chance(p.id, 22))::int) end,
    case when line then jsonb_build_object('type', 'LineString', 'coordinates', jsonb_build_array(
      jsonb_build_array(round(x::numeric, 4), round(y::numeric, 4)),
      jsonb_build_array(round((x + 0.5 * pg_temp.chance(p.id, 25))::numeric, 4), round((y + 0.2)::numeric, 4)),
      jsonb_build_array(round((x + 0.4)::numeric, 4), round((y + 0.6 * pg_temp.chance(p.id, 26))::numeric, 4)))) end,
    p.coverage_ids
  from (select *, pg_temp.chance(id, 27) as many, pg_temp.chance(id, 28) < 0.33 as line from plan where plan_number is null) as p
    join (select id, row_number() over (order by id) as place from company) as c on c.id = p.company
    cross join lateral (select ((c.place - 1) % ${regions})::int as region) as r
    cross join lateral (select ${east('r.region')} + 2 * pg_temp.chance(p.company, 23) as x,
      ${north('r.region')} + 2 * pg_temp.chance(p.company, 24) as y) as o
    cross join lateral generate_series(1, case when p.many < 0.85 then 1 when p.many < 0.95 then 2 else 3 end) as s`;

const journalSql = `
  insert into operate_record (record_resource, record_id, company, action, operated_at, rule)
  select 'plan', p.id, p.company, e.action, e.at, e.rule
  from plan p cross join lateral (values
    ('submit', p.submitted_at, null::text, true),
    (case when p.state = 3 then 'reject' else 'approve' end, p.decided_at,
      case when p.state = 3 then 'plan.rule.' || (array['late', 'flow', 'order371-16', 'airspace'])[1 + p.id % 4] end, p.state > 2),
    ('takeOff', p.takeoff_at + power(pg_temp.chance(p.id, 31), 4) * interval '40 minutes', null, p.takeoff_at is not null),
    ('land', p.real_eta + power(pg_temp.chance(p.id, 32), 4) * interval '40 minutes', null, p.real_eta is not null),
    (case when pg_temp.chance(p.id, 33) < 0.4 then 'lapse' else 'cancel' end, p.end_time, null, p.state = 12)
  ) as e(action, at, rule, happened) where p.plan_number is null and e.happened`;

/** What waits has its steps; a tenth of it is past its limit. */
const flowSql = `
  insert into flow_instance (id, flow_version, document_kind, document_resource, document_id, company, applicant, state, step_index,
    steps, step_started_at, step_due_at, ended_at, reminded_at, submitted_at)
  overriding system value
  select ${firstFlow} + p.id, v.flow_version, 'plan', 'plan', p.id, p.company, p.submitted_by,
    case when p.state in (1, 2) then 'running' when p.state = 3 then 'rejected' else 'approved' end, 0,
    case when p.state in (1, 2) then v.steps end, p.submitted_at,
    case when p.state in (1, 2) then now() + case when p.id % 10 = 0 then interval '-1 hour' else interval '1 day' end end,
    p.decided_at, case when p.state in (1, 2) then now() end, p.submitted_at
  from plan p, (select flow_version, steps from flow_instance where document_kind = 'plan' and steps is not null limit 1) v
  where p.plan_number is null`;

/** One decision, of every tenth a second one before it. */
const approvalSql = `
  insert into approval (flow_instance, company, step_index, decision, decided_by, decided_at)
  select ${firstFlow} + p.id, p.company, s - 1, case when p.state = 3 and s = last then 'reject' else 'approve' end,
    1001 + floor(60 * power(pg_temp.chance(p.id, 34), 2))::int, p.decided_at - (last - s) * interval '40 minutes'
  from (select *, case when id % 10 = 0 then 2 else 1 end as last from plan where plan_number is null and state > 2) as p,
    generate_series(1, p.last) as s`;

/** Of three fifths of what flew within a year. */
const flightSql = `
  insert into track_flight (track, begun_at, ended_at, plan_id, off_block_at, takeoff_at, takeoff_inferred, landing_at, landing_inferred,
    on_block_at)
  select 'bench ' || id, takeoff_at - interval '10 minutes', real_eta + interval '10 minutes', id,
    takeoff_at - interval '8 minutes', takeoff_at + interval '1 minute', false, real_eta, false, real_eta + interval '6 minutes'
  from plan where plan_number is null and state = 10 and takeoff_at > now() - interval '1 year' and pg_temp.chance(id, 35) < 0.6`;

/** $3 days up to $1: of $2 cells, ten degrees by five, a quarter each, the middle ones more often. */
const heatSql = `
  insert into track_heat (day, cell, positions)
  select $1::date - d, 7200 * (2280 + i / 200) + 5560 + i % 200, 1 + floor(400 * power(pg_temp.chance(d * $2::bigint + i, 36), 3))
  from generate_series(0, $3::int - 1) d, generate_series(0, $2::int - 1) i
  where pg_temp.chance(d * $2::bigint + i, 37) < 0.05 + 0.45 * (1 - (2 * abs(i / 200 - 50) + abs(i % 200 - 100)) / 200.0)`;
