import { sql as raw } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from '#contract/services.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/**
 * Two years of random plans: the answers of Statistics/GetPlans beside plain SQL over the records, written here by hand and
 * without anything of the product's own. `plan-sums.test.ts` has the rules one by one.
 */

type Answer = OutputOf<'Statistics', 'GetPlans'>;

const planCount = 2_000;
const dayCount = 730;
const minute = 60_000;
const first = Date.parse('2024-12-20T00:00:00+08:00');
const { random, pick } = choices(20_261_201);

/** The measures that are compared, and which of them are divided among the tasks of a plan. */
const whole = [
  'plans',
  'pending',
  'approved',
  'rejected',
  'revoked',
  'cancelled',
  'lapsed',
  'inFlight',
  'flown',
  'departed',
  'onTime',
  'lateReports',
  'decided',
  'decidedInTime',
  'decisionMinutes',
  'delayMinutes',
] as const;
const divided = ['sorties', 'minutes', 'km', 'appliedMinutes', 'approvedMinutes'] as const;
const measures = [...whole, ...divided];
type Sums = Record<(typeof measures)[number], number>;
const keys = [
  'company',
  'missionType',
  'hour',
  'airport',
  'aircraft',
  'aircraftType',
  'airspace',
  'refusal',
] as const;
type Key = (typeof keys)[number] | 'total';

let world: PlanWorld;
let companies: number[];
let missionTypes: number[];
let airports: number[];
let aircraft: number[];
let types: number[];
let airspaces: number[];
let areas: number[];

function choices(seed: number) {
  const { uniform } = seeded(seed);
  const below = (limit: number) => Math.floor(uniform() * limit);
  return {
    /** A whole number from 0 on. */
    random: below,
    pick<T>(list: readonly T[]): T {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
  };
}

const iso = (at: number) => new Date(at).toISOString();
const maybe = <T>(oneIn: number, value: () => T): T | null => (random(oneIn) === 0 ? value() : null);

/** Any moment of two years, most of them by day. */
const anyStart = () =>
  first + random(dayCount) * 1_440 * minute + (random(6) === 0 ? random(1_440) : 420 + random(720)) * minute;

/** Where a plan stands, with the times that belong to it. */
function course(start: number) {
  const state = pick([0, 1, 2, 3, 4, 5, 8, 9, 10, 10, 10, 10, 10, 11, 12, 12] as const);
  const takeoff = start + (random(80) - 15) * minute;
  const submitted = start - (300 + random(4_000)) * minute;
  return {
    state,
    takeoffAt: state === 9 || state === 10 ? iso(takeoff) : null,
    realEta: state === 10 ? iso(takeoff + (10 + random(300)) * minute) : null,
    actualNum: state === 9 || state === 10 ? maybe(2, () => 1 + random(8)) : null,
    submittedAt: iso(submitted),
    decidedAt: state > 2 ? iso(submitted + random(900) * minute) : null,
    decideBy: random(5) === 0 ? null : iso(submitted + 480 * minute),
  };
}

const period = (start: number) => ({
  startTime: iso(start),
  endTime: iso(start + (30 + random(240)) * minute),
});
const coverage = () => areas.filter(() => random(3) === 0);

function task(plan: number, sequence: number, start: number) {
  const route = maybe(2, () => ({
    type: 'LineString' as const,
    coordinates: [
      [103 + random(100) / 100, 30 + random(100) / 100],
      [104 + random(100) / 100, 30 + random(100) / 100],
    ],
  }));
  return {
    plan,
    sequence,
    callsign: 'B10QA',
    aircraft: pick(aircraft),
    airspace: route ? null : maybe(2, () => pick(airspaces)),
    geometry: route && JSON.stringify(route),
    etd: iso(start),
    eta: iso(start + (20 + random(90)) * minute),
  };
}

function event(plan: number, start: number) {
  return {
    recordResource: 'plan',
    recordId: plan,
    action: pick(['submit', 'reject', 'refuse', 'takeOff', 'land', 'lapse']),
    operatedAt: iso(start + (random(200) - 20) * minute),
    rule: maybe(2, () => pick(['plan.rule.late', 'plan.rule.flow', 'plan.rule.airspace'])),
  };
}

async function inParts<T>(list: readonly T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < list.length; at += 500) await insert(list.slice(at, at + 500));
}

async function addPlans(count: number): Promise<void> {
  const { sql } = world;
  const starts = Array.from({ length: count }, anyStart);
  const ids: number[] = [];
  await inParts(starts, async (part) => {
    const rows = await sql
      .insertInto('plan')
      .values(
        part.map((start) => ({
          kind: pick(['quick', 'nextDay', 'sameDay', 'sameDay', 'standing'] as const),
          urgency: 'normal' as const,
          // The first has most of them.
          company: companies[Math.floor((random(100) / 100) ** 3 * companies.length)] ?? 0,
          missionType: pick(missionTypes),
          departure: random(6) === 0 ? null : pick(airports),
          destination: random(3) === 0 ? null : pick(airports),
          airspace: maybe(3, () => pick(airspaces)),
          coverageIds: coverage(),
          ...period(start),
          ...course(start),
        })),
      )
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  });
  const plans = ids.map((id, index) => ({ id, start: starts[index] ?? first }));
  const tasks = plans.flatMap(({ id, start }) =>
    Array.from({ length: random(4) }, (_, index) => task(id, index + 1, start)),
  );
  const events = plans.flatMap(({ id, start }) => Array.from({ length: random(4) }, () => event(id, start)));
  const flown = plans.filter(() => random(5) === 0);
  await inParts(tasks, (part) => sql.insertInto('jobTask').values(part).execute());
  await inParts(events, (part) => sql.insertInto('operateRecord').values(part).execute());
  await raw`insert into flight_track (plan_id, km)
    select * from unnest(${flown.map(({ id }) => id)}::bigint[], ${flown.map(() => random(400))}::float8[])`.execute(
    sql,
  );
}

beforeAll(async () => {
  world = await startPlanWorld();
  const { sql, demo } = world;
  world.setClock('2026-12-01T04:00:00Z');
  companies = Object.values(demo.companies);
  missionTypes = [...demo.missionTypes.values()].slice(0, 8);
  airports = [...demo.airports.values()].slice(0, 6);
  const craft = await sql.selectFrom('aircraft').select(['id', 'type']).orderBy('id').limit(8).execute();
  aircraft = craft.map(({ id }) => id);
  types = [...new Set(craft.flatMap(({ type }) => type ?? []))];
  airspaces = (await sql.selectFrom('airspace').select('id').orderBy('id').limit(5).execute()).map(
    ({ id }) => id,
  );
  areas = [...world.atmb.actor.coverageIds, 8_001, 8_002];
  await addPlans(planCount);
});
afterAll(() => world.close());

/** Kilometres of a route of two points, by the law of cosines. */
const routeSql = `6371.0088 * acos(least(1,
  sin(radians((geometry #>> '{coordinates,0,1}')::float8)) * sin(radians((geometry #>> '{coordinates,1,1}')::float8))
  + cos(radians((geometry #>> '{coordinates,0,1}')::float8)) * cos(radians((geometry #>> '{coordinates,1,1}')::float8))
    * cos(radians((geometry #>> '{coordinates,1,0}')::float8 - (geometry #>> '{coordinates,0,0}')::float8))))`;

/** Every plan that counts with what it adds. */
const plansSql = `
  select p.*, (p.start_time at time zone 'Asia/Shanghai') as wall, greatest(coalesce(t.tasks, 0), 1) as tasks,
    1 as plans, (p.state in (1, 2))::int as pending, (p.state in (4, 5, 6, 7, 8, 9, 10, 12))::int as approved,
    (p.state = 3)::int as rejected, (p.state = 11)::int as revoked,
    (p.state = 12 and o.lapse is null)::int as cancelled, (p.state = 12 and o.lapse is not null)::int as lapsed,
    (p.state = 9)::int as "inFlight", (p.state = 10)::int as flown,
    (p.state in (9, 10) and p.takeoff_at is not null)::int as departed,
    coalesce(p.state in (9, 10) and p.takeoff_at - p.start_time <= interval '15 minutes', false)::int as "onTime",
    coalesce(p.state in (9, 10) and o.off - p.takeoff_at > interval '15 minutes', false)::int
      + coalesce(p.state = 10 and o.on - p.real_eta > interval '15 minutes', false)::int as "lateReports",
    (p.decided_at is not null and p.submitted_at is not null)::int as decided,
    (p.decided_at is not null and p.submitted_at is not null and (p.decide_by is null or p.decided_at <= p.decide_by))::int
      as "decidedInTime",
    coalesce(extract(epoch from p.decided_at - p.submitted_at) / 60, 0) as "decisionMinutes",
    case when p.state in (9, 10) and p.takeoff_at > p.start_time
      then extract(epoch from p.takeoff_at - p.start_time) / 60 else 0 end as "delayMinutes",
    case when p.state in (9, 10) then coalesce(p.actual_num, greatest(coalesce(t.tasks, 0), 1)) else 0 end as sorties,
    case when p.state = 10 then extract(epoch from p.real_eta - p.takeoff_at) / 60 else 0 end as minutes,
    case when p.state in (9, 10) then coalesce(f.km, t.km, 0) else 0 end as km,
    coalesce(t.minutes, 0) as "appliedMinutes",
    case when p.state in (4, 5, 6, 7, 8, 9, 10, 12) then coalesce(t.minutes, 0) else 0 end as "approvedMinutes"
  from plan p
    left join (select plan, count(*) as tasks, sum(extract(epoch from eta - etd)) / 60 as minutes, sum(${routeSql}) as km
      from job_task where deleted_at is null group by plan) t on t.plan = p.id
    left join (select record_id, min(operated_at) filter (where action = 'lapse') as lapse,
        min(operated_at) filter (where action = 'takeOff') as off, min(operated_at) filter (where action = 'land') as on
      from operate_record where record_resource = 'plan' group by record_id) o on o.record_id = p.id
    left join flight_track f on f.plan_id = p.id
  where p.deleted_at is null and p.kind <> 'standing' and p.state > 0 and p.start_time is not null`;

/** Under which key a plan `p` counts, and with which part of what is divided. */
const keysSql: Record<Key, string> = {
  total: `select id, '' as key, 1.0 as part from p`,
  company: `select id, company::text as key, 1.0 as part from p`,
  missionType: `select id, mission_type::text as key, 1.0 as part from p`,
  hour: `select id, extract(isodow from wall) || '-' || lpad(extract(hour from wall)::text, 2, '0') as key, 1.0 as part from p`,
  airport: `select id, coalesce(departure::text, '') as key, 1.0 as part from p
    union select id, coalesce(destination::text, ''), 1.0 from p`,
  aircraft: `select p.id, t.aircraft::text as key, count(*)::float8 / p.tasks as part
    from p join job_task t on t.plan = p.id where t.deleted_at is null group by 1, 2, p.tasks`,
  aircraftType: `select p.id, coalesce(a.type::text, '') as key, count(*)::float8 / p.tasks as part
    from p join job_task t on t.plan = p.id join aircraft a on a.id = t.aircraft
    where t.deleted_at is null group by 1, 2, p.tasks`,
  airspace: `select p.id, coalesce(t.airspace::text, p.airspace::text, '') as key, count(*)::float8 / p.tasks as part
    from p join job_task t on t.plan = p.id where t.deleted_at is null group by 1, 2, p.tasks`,
  refusal: `select distinct p.id, coalesce(o.rule, '') as key, 1.0 as part
    from p join operate_record o on o.record_resource = 'plan' and o.record_id = p.id
    where o.action in ('reject', 'refuse') and o.deleted_at is null`,
};

/** Takes the records as they are now: tables of plans and of their keys, from which all sums of a test are made. */
async function countByHand(): Promise<void> {
  const ofKeys = Object.entries(keysSql).map(([key, sql]) => `select '${key}' as by, k.* from (${sql}) as k`);
  for (const statement of [
    'analyze plan, job_task, operate_record, flight_track, aircraft',
    'drop table if exists by_hand, by_hand_key',
    `create table by_hand as ${plansSql}`,
    `create table by_hand_key as with p as (select * from by_hand) ${ofKeys.join(' union all ')}`,
    'analyze by_hand, by_hand_key',
  ])
    await world.database.pool.query(statement);
}

/** The sums of the plans of a condition by every key. */
async function byHand(condition: string): Promise<Map<string, Map<string, Sums>>> {
  const sums = [
    ...whole.map((name) => `sum(p."${name}")::float8 as "${name}"`),
    ...divided.map((name) => `sum(p."${name}" * k.part)::float8 as "${name}"`),
  ];
  const { rows } = await world.database.pool.query<{ by: string; key: string } & Sums>(`
    select k.by, k.key, ${sums.join(', ')} from by_hand p join by_hand_key k on k.id = p.id
    where ${condition} group by k.by, k.key`);
  const found = new Map<string, Map<string, Sums>>();
  for (const row of rows) found.set(row.by, (found.get(row.by) ?? new Map()).set(row.key, row));
  return found;
}

const none = Object.fromEntries(measures.map((name) => [name, 0])) as Sums;

/** The same to a tenth: a sum is stored to a thousandth, day by day. */
function expectSame(found: Sums | undefined, expected: Sums | undefined, of: string): void {
  const rounded = (sums: Sums = none) => measures.map((name) => [name, Number(sums[name])]);
  const differing = rounded(found).filter(([, value], index) => {
    const wanted = Number(rounded(expected)[index]?.[1]);
    return Math.abs(Number(value) - wanted) > 0.1 + Math.abs(wanted) * 1e-6;
  });
  expect([of, differing]).toEqual([of, []]);
}

const ask = async (caller: Caller, request: object) =>
  (await world.call(caller, 'Statistics/GetPlans', request)) as Answer;

/** Total, line and every group of an answer beside the SQL for the same plans. */
async function compare(caller: Caller, request: object, own: string, source: Answer['source'] = 'sums') {
  const answer = await ask(caller, request);
  expect(answer).toMatchObject({ source, pending: 0, timeZone: 'Asia/Shanghai' });
  const condition = `wall >= '${answer.from}' and wall < date '${answer.to}' + 1 and ${own}`;
  const wanted = await byHand(condition);
  expectSame(answer.totals, wanted.get('total')?.get(''), 'total');
  expect(answer.groups.map(({ by }) => by).sort()).toEqual([...keys].sort());
  for (const { by, items } of answer.groups) {
    const expected = wanted.get(by) ?? new Map<string, Sums>();
    expect([by, items.map(({ key }) => key).sort()]).toEqual([by, [...expected.keys()].sort()]);
    for (const item of items) expectSame(item, expected.get(item.key), `${by} ${item.key}`);
  }
  const points = await world.database.pool.query<{ key: string; plans: number; km: number }>(
    `select to_char(${{ hour: 'wall', day: 'wall', week: `date_trunc('week', wall)`, month: 'wall' }[answer.bucket]},
      '${{ hour: 'YYYY-MM-DD"T"HH24', day: 'YYYY-MM-DD', week: 'YYYY-MM-DD', month: 'YYYY-MM' }[answer.bucket]}') as key,
      count(*)::int as plans from by_hand as p where ${condition} group by 1 order by 1`,
  );
  expect(answer.series.flatMap(({ key, plans }) => (plans > 0 ? [{ key, plans }] : []))).toEqual(points.rows);
  return answer;
}

const twoYears = { period: 'custom', from: '2024-12-20', to: '2026-12-31' };
const spans = [
  twoYears,
  { period: 'year', from: '2025-07-01' },
  // Days, months, a whole year, months and days.
  { period: 'custom', from: '2024-12-27', to: '2026-03-09' },
  { period: 'custom', from: '2025-12-31', to: '2026-01-01' },
  { period: 'custom', from: '2025-03-05', to: '2025-08-20' },
  { period: 'quarter', from: '2026-05-05' },
  { period: 'month', from: '2025-02-11' },
  { period: 'week', from: '2026-01-01' },
];

/** Everybody's own plans, and the same without sums. */
async function compareAll(): Promise<void> {
  await countByHand();
  for (const span of spans) await compare(world.admin, span, 'true');
  const { yunyi, xiling } = world.demo.companies;
  const covered = `coverage_ids && '{${world.atmb.actor.coverageIds.join()}}'::bigint[]`;
  for (const [caller, own] of [
    [world.operator, `company = ${yunyi}`],
    [world.agent, `company in (${yunyi}, ${xiling})`],
    [world.atmb, covered],
  ] as const) {
    const [all, year] = spans;
    const { totals } = await compare(caller, all ?? twoYears, own);
    expect(totals.plans).toBeGreaterThan(100);
    await compare(caller, { ...year, companies: [yunyi] }, `${own} and company = ${yunyi}`);
  }
  const [mission = 0, other = 0] = missionTypes;
  const [type = 0] = types;
  const [airport = 0] = airports;
  await compare(
    world.atmb,
    { ...twoYears, missionTypes: [mission, other] },
    `${covered} and mission_type in (${mission}, ${other})`,
    'plans',
  );
  await compare(
    world.admin,
    { ...twoYears, aircraftTypes: [type], airports: [airport] },
    `(departure = ${airport} or destination = ${airport}) and p.id in (select t.plan from job_task t join aircraft a on a.id = t.aircraft
      where t.deleted_at is null and a.type = ${type})`,
    'plans',
  );
}

/** Changes one plan, task, aircraft or event: one of each kind in turn. */
const changes: (() => Promise<unknown>)[] = [
  () => changePlan((start) => course(start)),
  () => changePlan(() => period(anyStart())),
  () => changePlan(() => ({ company: pick(companies) })),
  () => changePlan(() => ({ coverageIds: coverage() })),
  () => changePlan(() => ({ missionType: pick(missionTypes), departure: maybe(2, () => pick(airports)) })),
  () => changePlan(() => ({ airspace: maybe(2, () => pick(airspaces)) })),
  () => changePlan(() => ({ deletedAt: iso(first) })),
  () =>
    world.sql
      .updateTable('plan')
      .set({ deletedAt: null })
      .where('deletedAt', 'is not', null)
      .where('id', '<', anyPlan())
      .execute(),
  () =>
    world.sql
      .deleteFrom('operateRecord')
      .where('recordResource', '=', 'plan')
      .where('recordId', '=', anyPlan())
      .execute(),
  async () => {
    const id = anyPlan();
    await world.sql.deleteFrom('jobTask').where('plan', '=', id).execute();
    await world.sql
      .deleteFrom('operateRecord')
      .where('recordResource', '=', 'plan')
      .where('recordId', '=', id)
      .execute();
    await world.sql.deleteFrom('plan').where('id', '=', id).execute();
  },
  () => world.sql.deleteFrom('jobTask').where('plan', '=', anyPlan()).where('sequence', '>', 1).execute(),
  () =>
    world.sql
      .updateTable('jobTask')
      .set({ deletedAt: iso(first) })
      .where('plan', '=', anyPlan())
      .execute(),
  () =>
    world.sql
      .updateTable('jobTask')
      .set({ plan: anyPlan(), sequence: 50 + random(40) })
      .where('plan', '=', anyPlan())
      .where('sequence', '=', 1)
      .execute(),
  () =>
    world.sql
      .updateTable('jobTask')
      .set({ aircraft: pick(aircraft) })
      .where('plan', '=', anyPlan())
      .execute(),
  () =>
    world.sql
      .updateTable('jobTask')
      .set({ airspace: pick(airspaces) })
      .where('plan', '=', anyPlan())
      .execute(),
  async () => {
    const row = await world.sql
      .selectFrom('plan')
      .select('startTime')
      .where('id', '=', anyPlan())
      .executeTakeFirst();
    if (row?.startTime)
      await world.sql
        .insertInto('operateRecord')
        .values(event(anyPlan(), Date.parse(row.startTime)))
        .execute();
  },
  () =>
    raw`insert into flight_track (plan_id, km) values (${anyPlan()}, ${random(500)})
    on conflict (plan_id) do update set km = excluded.km`.execute(world.sql),
];

let known: { from: number; to: number } | undefined;
function anyPlan(): number {
  if (!known) throw new Error('no plans yet');
  return known.from + random(known.to - known.from + 1);
}

async function changePlan(values: (start: number) => object): Promise<void> {
  const id = anyPlan();
  const row = await world.sql.selectFrom('plan').select('startTime').where('id', '=', id).executeTakeFirst();
  if (row?.startTime)
    await world.sql
      .updateTable('plan')
      .set(values(Date.parse(row.startTime)))
      .where('id', '=', id)
      .execute();
}

describe('sums of two years of random plans', () => {
  test('equal hand-written SQL for each caller, period, key and filter', async () => {
    await compareAll();
  });

  test('equal it after random changes of plans, tasks, journal, tracks and aircraft', async () => {
    const { rows } = await world.database.pool.query<{ from: number; to: number }>(
      'select min(id)::int as from, max(id)::int as to from plan',
    );
    known = rows[0];
    for (let round = 0; round < 15; round += 1) for (const change of changes) await change();
    await world.sql
      .updateTable('aircraft')
      .set({ type: types[0] ?? 0 })
      .where('id', '=', aircraft[1] ?? 0)
      .execute();
    await addPlans(40);
    await compareAll();
  });

  test('are found and corrected wherever they were wrong, and equal it again', async () => {
    await ask(world.admin, twoYears);
    const [from, to] = ['2026-01-01', '2026-02-28'];
    /** Changes one stored sum of these days. */
    const spoil = async (grain: 'd' | 'm' | 'y', by: string, change: (row: string) => string) => {
      const { rows } = await world.database.pool.query<{ day: string; company: number; row: string }>(
        `select to_char(day, 'YYYY-MM-DD') as day, company::int as company, ctid::text as row from plan_sum
          where grain = '${grain}' and by = '${by}' and day between '${from}' and '${to}'
          order by company, day, key limit 1`,
      );
      const [one] = rows;
      if (!one) throw new Error(`no sum ${grain} ${by}`);
      await world.database.pool.query(change(`ctid = '${one.row}'`));
      return { day: one.day, company: one.company };
    };
    const spoiled = [
      await spoil('d', 'airport', (row) => `update plan_sum set minutes = minutes + 30 where ${row}`),
      await spoil('d', 'airspace', (row) => `delete from plan_sum where ${row}`),
      await spoil('m', 'hour', (row) => `update plan_sum set plans = plans + 1 where ${row}`),
      await spoil('y', 'total', (row) => `delete from plan_sum where ${row}`),
    ];
    // What the check of the night does with every day.
    const { days, differences } = await world.statistics.upkeep.recount(from, to);
    expect(days).toBe(59);
    for (const one of spoiled) expect(differences).toContainEqual({ ...one, rows: expect.any(Number) });
    await countByHand();
    for (const span of [twoYears, { period: 'year', from }, { period: 'month', from }])
      await compare(world.admin, span, 'true');
    expect((await world.statistics.upkeep.recount(from, to)).differences).toEqual([]);
  });
});
