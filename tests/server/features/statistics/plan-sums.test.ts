import { sql as raw } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from '#contract/services.ts';
import { abilityOf } from '#domain/identity/access.ts';
import { bucketAt } from '#domain/plans/report-period.ts';
import { cellsOf, cornerOf } from '#domain/statistics/heat-cells.ts';
import { noPlans, type PlanKey, type PlanMeasures } from '#domain/statistics/measures.ts';
import { packPositions } from '#domain/surveillance/recording/positions.ts';
import type { Row } from '#server/db/sql.ts';
import { makePartition, makeRecordingTables } from '#server/features/recording/recording-tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** Sums are kept and follow every change; here each is counted again, plan by plan, from the rows as they stand. */

type Answer = OutputOf<'Statistics', 'GetPlans'>;

let world: PlanWorld;
const minute = 60_000;
const zone = 'Asia/Shanghai';
const whole = { period: 'custom', from: '2025-10-01', to: '2027-03-31' } as const;
const iso = (at: number) => new Date(at).toISOString();
const midnight = (day: string) => Date.parse(`${day}T00:00:00+08:00`);

/** Repeats itself: a failure can be looked into. */
let seed = 20261123;
function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const pick = <T>(list: readonly T[]): T => {
  const one = list[random(list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

const states = [0, 1, 2, 3, 4, 5, 8, 9, 10, 10, 10, 10, 11, 12] as const;
let companies: number[] = [];
let missionTypes: number[] = [];
let airports: number[] = [];
let crafts: { id: number; type: number | null }[] = [];
let airspaces: number[] = [];
let areas: number[] = [];
let number = 0;

/** The figures of a plan in some state. */
function values() {
  const state = pick(states);
  const startTime = Date.parse('2025-11-01T00:00:00Z') + random(420 * 24 * 60) * minute;
  const off = state === 9 || state === 10;
  const takeoffAt = off ? startTime + (random(60) - 10) * minute : null;
  const submittedAt = startTime - (600 + random(3_000)) * minute;
  const decidedAt = [3, 4, 5, 8, 9, 10, 12].includes(state) ? submittedAt + random(900) * minute : null;
  return {
    state,
    kind: pick(['quick', 'nextDay', 'sameDay', 'standing'] as const),
    company: pick(companies),
    missionType: pick(missionTypes),
    departure: random(5) === 0 ? null : pick(airports),
    destination: random(5) === 0 ? null : pick(airports),
    airspace: random(3) === 0 ? pick(airspaces) : null,
    startTime: iso(startTime),
    endTime: iso(startTime + (30 + random(240)) * minute),
    takeoffAt: takeoffAt === null ? null : iso(takeoffAt),
    realEta: state === 10 && takeoffAt !== null ? iso(takeoffAt + (20 + random(300)) * minute) : null,
    actualNum: off && random(2) === 0 ? 1 + random(9) : null,
    submittedAt: iso(submittedAt),
    decidedAt: decidedAt === null ? null : iso(decidedAt),
    decideBy: random(4) === 0 ? null : iso(submittedAt + 450 * minute),
    coverageIds: areas.filter(() => random(2) === 0),
  };
}

async function addTask(plan: number, startTime: string) {
  const craft = pick(crafts);
  const line = random(2) === 0;
  await world.sql
    .insertInto('jobTask')
    .values({
      plan,
      sequence: raw`(select coalesce(max(sequence), 0) + 1 from job_task where plan = ${plan})`,
      callsign: 'B10QA',
      aircraft: craft.id,
      airspace: line ? null : pick(airspaces),
      geometry: line
        ? JSON.stringify({
            type: 'LineString',
            coordinates: [
              [104 + random(50) / 100, 30.5],
              [104.2, 30.5 + random(40) / 100],
            ],
          })
        : null,
      etd: startTime,
      eta: iso(Date.parse(startTime) + (30 + random(90)) * minute),
    })
    .execute();
}

async function addPlan(): Promise<void> {
  const own = values();
  number += 1;
  const { id } = await world.sql
    .insertInto('plan')
    .values({ planNumber: `S${number}`, urgency: 'normal', ...own })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let task = 0; task <= random(3); task += 1) await addTask(id, own.startTime);
  await addJournal(id);
}

async function addJournal(plan: number) {
  const action = pick(['takeOff', 'land', 'lapse', 'reject', 'refuse', 'submit']);
  await world.sql
    .insertInto('operateRecord')
    .values({
      recordResource: 'plan',
      recordId: plan,
      action,
      operatedAt: iso(Date.parse('2026-05-01T00:00:00Z') + random(200 * 24 * 60) * minute),
      rule: random(3) === 0 ? null : pick(['plan.rule.late', 'plan.rule.flow']),
    })
    .execute();
}

/** A flight of a recorded track, of which an end or the stand may not have been seen. */
async function addFlight(plan: number) {
  const begun = Date.parse('2026-03-01T00:00:00Z') + random(200 * 24 * 60) * minute;
  const [hasTakeOff, hasLanding] = pick([
    [true, true],
    [true, false],
    [false, true],
  ]);
  const after = (minutes: number, is: boolean) => (is ? iso(begun + minutes * minute) : null);
  const place = (is: boolean) => (is && random(4) > 0 ? pick(airports) : null);
  number += 1;
  await raw`
    insert into track_flight (track, begun_at, plan_id, off_block_at, takeoff_at, takeoff_airport, takeoff_inferred,
      landing_at, landing_airport, landing_inferred, on_block_at)
    values (${`f${number}`}, ${iso(begun)}, ${plan}, ${after(-5, hasTakeOff && random(2) === 0)}, ${after(0, hasTakeOff)},
      ${place(hasTakeOff)}, ${hasTakeOff ? random(3) === 0 : null}, ${after(20 + random(90), hasLanding)}, ${place(hasLanding)},
      ${hasLanding ? random(3) === 0 : null}, ${after(130, hasLanding && random(2) === 0)})`.execute(
    world.sql,
  );
}

/** One change of any kind, by whatever way: through the trash, of a task, of an aircraft's type. */
async function change(): Promise<void> {
  const { sql } = world;
  const plan = pick(await sql.selectFrom('plan').select(['id', 'startTime', 'deletedAt']).execute());
  const task = await sql
    .selectFrom('jobTask')
    .select('id')
    .where('plan', '=', plan.id)
    .limit(1)
    .executeTakeFirst();
  switch (random(12)) {
    case 0:
      await addPlan();
      break;
    case 1:
    case 2:
      await sql.updateTable('plan').set(values()).where('id', '=', plan.id).execute();
      break;
    case 3:
      await sql
        .updateTable('plan')
        .set({ deletedAt: plan.deletedAt === null ? iso(Date.now()) : null })
        .where('id', '=', plan.id)
        .execute();
      break;
    case 4:
      if (task)
        await sql
          .updateTable('jobTask')
          .set({ aircraft: pick(crafts).id })
          .where('id', '=', task.id)
          .execute();
      break;
    case 5:
      if (task) await sql.deleteFrom('jobTask').where('id', '=', task.id).execute();
      else await addTask(plan.id, String(plan.startTime));
      break;
    case 6:
      await addJournal(plan.id);
      break;
    case 7:
      await sql
        .updateTable('aircraft')
        .set({ type: pick(crafts.flatMap(({ type }) => type ?? [])) })
        .where('id', '=', pick(crafts).id)
        .execute();
      break;
    case 8:
    case 9:
      await addFlight(plan.id);
      break;
    case 10:
      await raw`delete from track_flight where ctid = (select ctid from track_flight order by track limit 1)`.execute(
        sql,
      );
      break;
    default:
      await raw`insert into flight_track (plan_id, km) values (${plan.id}, ${random(300)})
        on conflict (plan_id) do update set km = excluded.km`.execute(sql);
  }
}

beforeAll(async () => {
  world = await startPlanWorld();
  const { sql, demo } = world;
  await makeRecordingTables(sql);
  world.setClock('2026-12-20T04:00:00Z');
  companies = [demo.companies.yunyi, demo.companies.shuxiang, demo.companies.xiling];
  missionTypes = [...demo.missionTypes.values()].slice(0, 5);
  airports = [...demo.airports.values()].slice(0, 4);
  crafts = (await sql.selectFrom('aircraft').select(['id', 'type']).execute()).slice(0, 6);
  airspaces = (
    await sql
      .insertInto('airspace')
      .values(
        [104.1, 104.6].map((x, index) => ({
          name: `A${index}`,
          kind: 'temporary' as const,
          shape: 'polygon' as const,
          geometry: JSON.stringify({
            type: 'Polygon',
            coordinates: [
              [
                [x, 30.1],
                [x + 0.3, 30.1],
                [x + 0.3, 30.4],
                [x, 30.4],
                [x, 30.1],
              ],
            ],
          }),
          lower: JSON.stringify({ value: 0, unit: 'm', reference: 'AGL' }),
          upper: JSON.stringify({ value: 300, unit: 'm', reference: 'AGL' }),
        })),
      )
      .returning('id')
      .execute()
  ).map(({ id }) => id);
  areas = [world.atmb.actor.coverageIds[0] ?? 1, 9_999];
  for (let index = 0; index < 120; index += 1) await addPlan();
  const flown = await sql.selectFrom('plan').select('id').where('state', 'in', [9, 10]).execute();
  for (let index = 0; index < 60; index += 1) await addFlight(pick(flown).id);
});
afterAll(() => world.close());

interface Counted extends PlanMeasures {
  plan: Row<'plan'>;
  keys: Record<Exclude<PlanKey, 'total'>, Map<string, number>>;
  cells: number[];
}

interface FlightRow {
  planId: number;
  offBlockAt: string | null;
  takeoffAt: string | null;
  takeoffAirport: number | null;
  takeoffInferred: boolean | null;
  landingAt: string | null;
  landingAirport: number | null;
  landingInferred: boolean | null;
  onBlockAt: string | null;
}

async function flightRows(): Promise<FlightRow[]> {
  const { rows } = await raw<FlightRow>`select * from track_flight`.execute(world.sql);
  return rows;
}

/** The slow way, from the same rules in words. */
async function recount(): Promise<Counted[]> {
  const { sql } = world;
  const plans = await sql.selectFrom('plan').selectAll().execute();
  const tasks = await sql.selectFrom('jobTask').selectAll().where('deletedAt', 'is', null).execute();
  const journal = await sql.selectFrom('operateRecord').selectAll().execute();
  const types = new Map(
    (await sql.selectFrom('aircraft').select(['id', 'type']).execute()).map((one) => [one.id, one.type]),
  );
  const areasOf = new Map(
    (await sql.selectFrom('airspace').select(['id', 'geometry']).execute()).map((one) => [
      one.id,
      one.geometry,
    ]),
  );
  const flights = await flightRows();
  const { rows: tracks } = await raw<{ planId: number; km: number }>`select * from flight_track`.execute(sql);
  return plans.flatMap((plan): Counted[] => {
    if (plan.deletedAt !== null || plan.kind === 'standing' || !plan.state || !plan.startTime) return [];
    const own = tasks.filter((task) => task.plan === plan.id);
    const events = journal.filter((one) => one.recordResource === 'plan' && one.recordId === plan.id);
    const first = (action: string) =>
      Math.min(...events.filter((one) => one.action === action).map((one) => Date.parse(one.operatedAt)));
    const { state } = plan;
    const at = (text: string | null) => (text === null ? Number.NaN : Date.parse(text));
    const off = state === 9 || state === 10;
    const start = at(plan.startTime);
    const takeoff = at(plan.takeoffAt);
    const landing = at(plan.realEta);
    const lapsed = events.some(({ action }) => action === 'lapse');
    const applied = own.reduce((sum, task) => sum + (at(task.eta) - at(task.etd)) / minute, 0);
    const approved = (state >= 4 && state <= 10) || state === 12;
    const isLate = (told: number, event: number) => Number.isFinite(told) && told > event + 15 * minute;
    const decided = plan.decidedAt !== null && plan.submittedAt !== null;
    const route = own.reduce((sum, { geometry }) => sum + lengthOf(geometry), 0);
    const track = tracks.find(({ planId }) => planId === plan.id)?.km;
    const flew = flights.filter(({ planId }) => planId === plan.id);
    const between = (from: string | null, to: string | null) =>
      from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / minute;
    const share = (keyOf: (task: Row<'jobTask'>) => number | null | undefined) => {
      const shares = new Map<string, number>();
      for (const task of own) {
        const key = String(keyOf(task) ?? '');
        shares.set(key, (shares.get(key) ?? 0) + 1 / own.length);
      }
      return shares;
    };
    const single = (list: (string | number | null)[]) => new Map(list.map((key) => [String(key ?? ''), 1]));
    const day = bucketAt('day', start, zone);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
    return [
      {
        plan,
        plans: 1,
        pending: Number(state === 1 || state === 2),
        approved: Number(approved),
        rejected: Number(state === 3),
        revoked: Number(state === 11),
        cancelled: Number(state === 12 && !lapsed),
        lapsed: Number(state === 12 && lapsed),
        inFlight: Number(state === 9),
        flown: Number(state === 10),
        departed: Number(off && plan.takeoffAt !== null),
        onTime: Number(off && takeoff <= start + 15 * minute),
        lateReports:
          Number(off && isLate(first('takeOff'), takeoff)) +
          Number(state === 10 && isLate(first('land'), landing)),
        decided: Number(decided),
        decidedInTime: Number(decided && (plan.decideBy === null || at(plan.decidedAt) <= at(plan.decideBy))),
        decisionMinutes: decided ? (at(plan.decidedAt) - at(plan.submittedAt)) / minute : 0,
        delayMinutes: off ? Math.max(0, (takeoff - start) / minute) : 0,
        sorties: off ? (plan.actualNum ?? Math.max(1, own.length)) : 0,
        minutes: state === 10 ? (landing - takeoff) / minute : 0,
        km: off ? (track ?? route) : 0,
        appliedMinutes: applied,
        approvedMinutes: approved ? applied : 0,
        tracked: Number(off && plan.takeoffAt !== null && flew.length > 0),
        trackTakeoffs: flew.filter(({ takeoffAt }) => takeoffAt !== null).length,
        trackLandings: flew.filter(({ landingAt }) => landingAt !== null).length,
        trackMinutes: flew.reduce((all, one) => all + between(one.takeoffAt, one.landingAt), 0),
        blockMinutes: flew.reduce((all, one) => all + between(one.offBlockAt, one.onBlockAt), 0),
        keys: {
          hour: single([`${weekday}-${bucketAt('hour', start, zone).slice(-2)}`]),
          company: single([plan.company]),
          missionType: single([plan.missionType]),
          airport: single([plan.departure, plan.destination]),
          aircraft: share(({ aircraft }) => aircraft),
          aircraftType: share(({ aircraft }) => types.get(aircraft)),
          airspace: share(({ airspace }) => airspace ?? plan.airspace),
          refusal: single(
            events
              .filter(({ action, deletedAt }) => ['reject', 'refuse'].includes(action) && deletedAt === null)
              .map(({ rule }) => rule),
          ),
        },
        cells: [
          ...new Set(
            own.flatMap((task) => {
              const place = task.geometry ?? areasOf.get(task.airspace ?? plan.airspace ?? 0);
              return place ? cellsOf(place as Parameters<typeof cellsOf>[0]) : [];
            }),
          ),
        ],
      },
    ];
  });
}

/** On the sphere, by the law of cosines. */
function lengthOf(geometry: unknown): number {
  const line = geometry as { type: string; coordinates: [number, number][] } | null;
  if (line?.type !== 'LineString') return 0;
  const rad = Math.PI / 180;
  return line.coordinates.slice(1).reduce((sum, [x2, y2], index) => {
    const [x1, y1] = line.coordinates[index] ?? [x2, y2];
    const cosine =
      Math.sin(y1 * rad) * Math.sin(y2 * rad) +
      Math.cos(y1 * rad) * Math.cos(y2 * rad) * Math.cos((x2 - x1) * rad);
    return sum + 6371.0088 * Math.acos(Math.min(1, cosine));
  }, 0);
}

const volumes = [
  'sorties',
  'minutes',
  'km',
  'appliedMinutes',
  'approvedMinutes',
  'trackTakeoffs',
  'trackLandings',
  'trackMinutes',
  'blockMinutes',
];

function sum(list: Counted[], shareOf: (one: Counted) => number = () => 1): PlanMeasures {
  const total = { ...noPlans };
  for (const one of list) {
    for (const name of Object.keys(total) as (keyof PlanMeasures)[])
      total[name] += one[name] * (volumes.includes(name) ? shareOf(one) : 1);
  }
  return total;
}

function close(found: PlanMeasures, expected: PlanMeasures, of: string): void {
  for (const name of Object.keys(noPlans) as (keyof PlanMeasures)[]) {
    const same = Math.abs(found[name] - expected[name]) < 0.05 + Math.abs(expected[name]) * 1e-6;
    expect([of, name, same ? expected[name] : found[name]]).toEqual([of, name, expected[name]]);
  }
}

const ask = async (caller: Caller, request: object = whole) =>
  (await world.call(caller, 'Statistics/GetPlans', request)) as Answer;

const keys = [
  'hour',
  'company',
  'aircraft',
  'aircraftType',
  'missionType',
  'airport',
  'airspace',
  'refusal',
] as const;

function compare(answer: Answer, plans: Counted[]): void {
  close(answer.totals, sum(plans), 'total');
  expect(answer.groups.map(({ by }) => by).sort()).toEqual([...keys].sort());
  for (const { by, items, totalCount } of answer.groups) {
    if (by === 'total') throw new Error('the total is no group');
    const expected = new Set(plans.flatMap((one) => [...one.keys[by].keys()]));
    expect([by, new Set(items.map(({ key }) => key))]).toEqual([by, expected]);
    expect(totalCount).toBe(items.length);
    for (const item of items) {
      const own = plans.filter((one) => one.keys[by].has(item.key));
      close(
        item,
        sum(own, (one) => one.keys[by].get(item.key) ?? 0),
        `${by} ${item.key}`,
      );
    }
  }
  for (const point of answer.series) {
    const own = plans.filter(
      ({ plan }) =>
        bucketAt(answer.bucket, Date.parse(String(plan.startTime)), answer.timeZone) === point.key,
    );
    close(point, sum(own), `point ${point.key}`);
  }
  expect(answer.series.reduce((all, { plans: one }) => all + one, 0)).toBe(plans.length);
}

const inSpan = (plans: Counted[], { from, to }: { from: string; to: string }) =>
  plans.filter(({ plan }) => {
    const day = bucketAt('day', Date.parse(String(plan.startTime)), zone);
    return day >= from && day <= to;
  });

describe('sums of plans', () => {
  test('are what counting plan by plan gives, after any changes and whatever the period', async () => {
    for (let round = 0; round < 6; round += 1) {
      for (let index = 0; index < 25; index += 1) await change();
      const plans = await recount();
      const answer = await ask(world.admin);
      expect(answer).toMatchObject({ source: 'sums', pending: 0, timeZone: zone });
      compare(answer, inSpan(plans, answer));
      for (const [period, from] of [
        ['year', '2026-05-05'],
        ['quarter', '2026-08-01'],
        ['month', '2026-03-03'],
        ['week', '2026-06-10'],
        ['day', String(bucketAt('day', Date.parse(String(plans[round]?.plan.startTime)), zone))],
      ]) {
        const part = await ask(world.admin, { period, from });
        compare(part, inSpan(plans, part));
      }
    }
  });

  test("hold the caller's plans alone: an operator's own, an agent's companies, a body's area", async () => {
    const plans = inSpan(await recount(), whole);
    const { yunyi, shuxiang, xiling } = world.demo.companies;
    for (const [caller, mine] of [
      [world.operator, [yunyi]],
      [world.operator2, [shuxiang]],
      [world.agent, [yunyi, xiling]],
    ] as const) {
      const own = plans.filter(({ plan }) => mine.some((id) => id === plan.company));
      compare(await ask(caller), own);
      // Asking for another's gives nothing of it.
      const others = companies.filter((id) => !mine.some((one) => one === id));
      expect((await ask(caller, { ...whole, companies: others })).totals).toEqual(noPlans);
    }
    const area = world.atmb.actor.coverageIds;
    const covered = plans.filter(({ plan }) => plan.coverageIds.some((id) => area.includes(id)));
    expect(covered.length).toBeGreaterThan(10);
    expect(covered.length).toBeLessThan(plans.length);
    const answer = await ask(world.atmb);
    expect(answer.source).toBe('sums');
    compare(answer, covered);
  });

  test('are counted from the plans where rows or filters ask for what no sum is kept of', async () => {
    const plans = inSpan(await recount(), whole);
    const [missionType = 0] = missionTypes;
    const filtered = await ask(world.admin, { ...whole, missionTypes: [missionType] });
    expect(filtered.source).toBe('plans');
    compare(
      filtered,
      plans.filter(({ plan }) => plan.missionType === missionType),
    );
    const own: Caller = {
      ...world.operator,
      ability: abilityOf([
        { action: 'read', subject: 'plan', conditions: { createdBy: 77 } },
        { action: 'read', subject: ['jobTask', 'aircraft'] },
      ]),
    };
    const some = plans.slice(0, 5).map(({ plan }) => plan.id);
    await world.sql.updateTable('plan').set({ createdBy: 77 }).where('id', 'in', some).execute();
    const mine = await ask(own);
    expect(mine.source).toBe('plans');
    compare(
      mine,
      plans.filter(({ plan }) => some.includes(plan.id)),
    );
  });

  test('of take-offs and landings stand by place beside the reported ones, and lead to the very flights', async () => {
    type Movements = OutputOf<'Statistics', 'GetMovements'>;
    const flights = await flightRows();
    const plans = inSpan(await recount(), whole);
    const filters: [Caller, object, (one: Counted) => boolean][] = [
      [world.admin, {}, () => true],
      [world.operator, {}, ({ plan }) => plan.company === world.demo.companies.yunyi],
      [
        world.atmb,
        {},
        ({ plan }) => plan.coverageIds.some((id) => world.atmb.actor.coverageIds.includes(id)),
      ],
      [
        world.admin,
        { missionTypes: missionTypes.slice(0, 2) },
        ({ plan }) => missionTypes.slice(0, 2).some((id) => id === plan.missionType),
      ],
    ];
    for (const [caller, filter, has] of filters) {
      const mine = plans.filter(has);
      const expected = new Map<string, Record<string, number>>();
      const add = (airport: number | null, name: string, count: number) => {
        if (count === 0) return;
        const key = airport === null ? 'elsewhere' : `airport:${airport}`;
        const place = expected.get(key) ?? {
          takeOffs: 0,
          landings: 0,
          inferred: 0,
          reportedTakeOffs: 0,
          reportedLandings: 0,
        };
        expected.set(key, { ...place, [name]: (place[name] ?? 0) + count });
      };
      for (const { plan, sorties } of mine) {
        add(plan.departure, 'reportedTakeOffs', sorties);
        if (plan.state === 10) add(plan.destination ?? plan.departure, 'reportedLandings', sorties);
        for (const one of flights.filter(({ planId }) => planId === plan.id)) {
          if (one.takeoffAt !== null) {
            add(one.takeoffAirport, 'takeOffs', 1);
            add(one.takeoffAirport, 'inferred', Number(one.takeoffInferred));
          }
          if (one.landingAt === null) continue;
          add(one.landingAirport, 'landings', 1);
          add(one.landingAirport, 'inferred', Number(one.landingInferred));
        }
      }
      const answer = (await world.call(caller, 'Statistics/GetMovements', {
        ...whole,
        ...filter,
      })) as Movements;
      const shown = answer.places.filter(({ sums }) => Object.values(sums).some((value) => value > 0));
      expect(new Map(shown.map(({ key, sums }) => [key, sums]))).toEqual(expected);
      expect(answer.places.length).toBeGreaterThan(2);
      for (const { key, sums } of shown) {
        for (const [movement, count] of [
          ['takeOff', sums.takeOffs],
          ['landing', sums.landings],
        ] as const) {
          const list = await world.call(caller, 'Statistics/GetTrackFlights', {
            ...whole,
            ...filter,
            part: 'withPlan',
            place: key,
            movement,
          });
          expect([key, movement, (list as { totalCount: number }).totalCount]).toEqual([
            key,
            movement,
            count,
          ]);
        }
      }
    }
  });

  test('lead to the very plans that they count, whatever they are divided by', async () => {
    const listed = async (caller: Caller, span: { from: string; to: string }, counted: object[]) => {
      const days = {
        startsFrom: iso(midnight(span.from)),
        startsTo: iso(midnight(span.to) + 24 * 60 * minute),
      };
      const page = await world.call(caller, 'Navigation/GetHistoryNAircraft', { ...days, counted });
      return (page as { totalCount: number }).totalCount;
    };
    for (const caller of [world.admin, world.operator]) {
      const answer = await ask(caller, { period: 'year', from: '2026-05-05' });
      expect(await listed(caller, answer, [{ by: 'total', keys: [''] }])).toBe(answer.totals.plans);
      const sums = answer.groups.flatMap(({ by, items }) =>
        [...items.slice(0, 4), ...items.filter(({ key }) => key === '')].map(({ key, plans }) => ({
          by,
          key,
          plans,
        })),
      );
      expect(new Set(sums.map(({ by }) => by)).size).toBe(8);
      for (const { by, key, plans } of sums)
        expect([by, key, await listed(caller, answer, [{ by, keys: [key] }])]).toEqual([by, key, plans]);
    }
    const [one = 0, two = 0] = missionTypes;
    const [airport = 0] = airports;
    const both = await ask(world.admin, { ...whole, missionTypes: [one, two], airports: [airport] });
    const counted = [
      { by: 'missionType', keys: [`${one}`, `${two}`] },
      { by: 'airport', keys: [`${airport}`] },
    ];
    expect(await listed(world.admin, whole, counted)).toBe(both.totals.plans);
    const blind: Caller = {
      ...world.admin,
      ability: abilityOf([
        { action: 'manage', subject: 'all' },
        { action: 'read', subject: 'jobTask', fields: ['aircraft'], inverted: true },
      ]),
    };
    const hidden = listed(blind, whole, [{ by: 'aircraft', keys: [`${crafts[0]?.id}`] }]);
    expect((await refusalOf(hidden)).code).toBe('validation');
  });

  test('tell nothing of a field that is hidden', async () => {
    const without = (subject: string, field: string): Caller => ({
      ...world.admin,
      ability: abilityOf([
        { action: 'manage', subject: 'all' },
        { action: 'read', subject, fields: [field], inverted: true },
      ]),
    });
    const answer = await ask(without('aircraft', 'type'));
    expect(answer.groups.map(({ by }) => by)).not.toContain('aircraftType');
    expect(answer.groups.map(({ by }) => by)).toContain('aircraft');
    expect((await refusalOf(ask(without('plan', 'decideBy')))).code).toBe('forbidden');
    const heat = await world.call(without('jobTask', 'geometry'), 'Statistics/GetHeat', {
      ...whole,
      of: 'plans',
    });
    expect(heat).toMatchObject({ cells: [] });
  });

  test('are drawn on a map of cells, finer or coarser, by the same rows', async () => {
    const plans = inSpan(await recount(), whole);
    for (const caller of [world.admin, world.operator]) {
      const { companyId } = caller.actor;
      const mine = plans.filter(({ plan }) => companyId === null || plan.company === companyId);
      const expected = new Map<string, number>();
      for (const { cells } of mine) {
        for (const cell of cells)
          expected.set(cornerOf(cell).join(), (expected.get(cornerOf(cell).join()) ?? 0) + 1);
      }
      const answer = (await world.call(caller, 'Statistics/GetHeat', { ...whole, of: 'plans' })) as OutputOf<
        'Statistics',
        'GetHeat'
      >;
      expect(new Map(answer.cells.map(([x, y, value]) => [`${x},${y}`, value]))).toEqual(expected);
      const wide = (await world.call(caller, 'Statistics/GetHeat', {
        ...whole,
        of: 'plans',
        factor: 4,
      })) as typeof answer;
      expect(wide.degrees).toBe(0.2);
      expect(wide.cells.length).toBeLessThan(answer.cells.length);
      const all = (cells: typeof answer.cells) => cells.reduce((value, [, , one]) => value + one, 0);
      expect(all(wide.cells)).toBe(all(answer.cells));
    }
  });

  const noMotion = {
    pressureAltitudeM: null,
    geometricAltitudeM: null,
    amslAltitudeM: null,
    groundSpeedMps: null,
    trackDeg: null,
    verticalRateMps: null,
    onGround: false,
  };

  test('of recorded tracks lie on the days of the service, and are counted again when its zone changes', async () => {
    const heard = (minuteText: string, longitude: number, seconds: number[]) => ({
      minute: minuteText,
      data: packPositions(
        seconds.map((second) => ({
          at: Date.parse(minuteText) + second * 1_000,
          latitude: 30.5,
          longitude,
          isCoasting: false,
          ...noMotion,
        })),
      ),
    });
    // On the wall of the service the 19th begins at 16:00 UTC of the 18th.
    const recorded = [
      heard('2026-11-18T15:59:00Z', 104.02, [1, 2]),
      heard('2026-11-18T16:00:00Z', 104.52, [1, 2, 3]),
      heard('2026-11-19T15:59:00Z', 105.02, [1, 2, 3, 4]),
    ];
    for (const day of ['2026-11-18', '2026-11-19']) await makePartition(world.sql, day);
    for (const { minute: at, data } of recorded)
      await raw`
        insert into track_minute (minute, track, source_id, west, south, east, north, positions, data)
        values (${at}::timestamptz, 't1', 1, 104, 30, 106, 31, 1, ${Buffer.from(data)})`.execute(world.sql);
    const heat = async (from: string) => {
      const answer = await world.call(world.admin, 'Statistics/GetHeat', {
        period: 'day',
        from,
        of: 'tracks',
      });
      return (answer as OutputOf<'Statistics', 'GetHeat'>).cells.map(([x, , count]) => [x, count]);
    };
    // As they were once counted, by UTC.
    await raw`insert into track_heat (day, cell, positions) values ('2026-11-18', 1, 5), ('2026-11-19', 1, 4)`.execute(
      world.sql,
    );
    await raw`insert into statistics_state (name, value)
      values ('tracks', ${JSON.stringify({ to: Date.parse('2026-11-20T00:00:00Z') })}::jsonb)`.execute(
      world.sql,
    );
    await world.statistics.upkeep.tracks();
    const ofDays = async () => [await heat('2026-11-18'), await heat('2026-11-19')];
    expect(await ofDays()).toEqual([
      [[104, 2]],
      [
        [104.5, 3],
        [105, 4],
      ],
    ]);
    // Once more changes nothing.
    await world.statistics.upkeep.tracks();
    expect(await ofDays()).toEqual([
      [[104, 2]],
      [
        [104.5, 3],
        [105, 4],
      ],
    ]);
    await raw`update statistics_state set value = ${JSON.stringify({ timeZone: 'UTC', next: null })}::jsonb
      where name = 'trackZone'`.execute(world.sql);
    await raw`update track_heat set day = day + 1`.execute(world.sql);
    await world.statistics.upkeep.tracks();
    expect(await ofDays()).toEqual([
      [[104, 2]],
      [
        [104.5, 3],
        [105, 4],
      ],
    ]);
  });

  test('follow the zone and the figures that an administrator sets', async () => {
    const parameter = await world.sql
      .selectFrom('parameter')
      .select(['id', 'version', 'value'])
      .where('key', '=', 'deadline.timeZone')
      .executeTakeFirstOrThrow();
    await world.records.update(world.admin, 'parameter', parameter.id, parameter.version, {
      value: 'Europe/Paris',
    });
    const answer = await ask(world.admin, { period: 'month', from: '2026-03-03' });
    expect(answer.timeZone).toBe('Europe/Paris');
    const plans = (await recount()).filter(({ plan }) =>
      bucketAt('month', Date.parse(String(plan.startTime)), 'Europe/Paris').startsWith('2026-03'),
    );
    close(answer.totals, sum(plans), 'in another zone');
    await world.records.update(world.admin, 'parameter', parameter.id, parameter.version + 1, {
      value: zone,
    });
    compare(await ask(world.admin), inSpan(await recount(), whole));
  });

  test('are compared with a full count: a sum that is wrong is named, made right and shown', async () => {
    const before = await ask(world.admin);
    expect(await world.statistics.upkeep.check()).toMatchObject({ differences: [] });
    const row = await raw<{ day: string; company: number }>`
      update plan_sum set plans = plans + 7 where ctid = (select ctid from plan_sum where grain = 'd' and by = 'total' limit 1)
      returning to_char(day, 'YYYY-MM-DD') as day, company`.execute(world.sql);
    const result = await world.statistics.upkeep.check();
    expect(result?.differences).toMatchObject([row.rows[0]]);
    const after = await ask(world.admin);
    expect(after.totals).toEqual(before.totals);
    expect(after.check?.differences).toEqual(result?.differences);
    const { day } = row.rows[0] ?? { day: '' };
    expect(await world.call(world.admin, 'Statistics/Recount', { from: day, to: day })).toEqual({
      days: 1,
      differences: [],
    });
  });

  test('are compared as a whole: where plans mean to fly, decisions, and the months too', async () => {
    const recounted = async (day: string) =>
      (await world.call(world.admin, 'Statistics/Recount', { from: day, to: day })) as {
        differences: object[];
      };
    const month = async () => (await ask(world.admin, { period: 'month', from: '2026-03-03' })).totals;
    const heat = async () =>
      (
        (await world.call(world.admin, 'Statistics/GetHeat', { ...whole, of: 'plans' })) as OutputOf<
          'Statistics',
          'GetHeat'
        >
      ).cells;
    const work = async () =>
      (
        (await world.call(world.admin, 'Statistics/GetWork', { ...whole })) as OutputOf<
          'Statistics',
          'GetWork'
        >
      ).totals;
    const before = [await month(), await heat(), await work()];
    expect((await recounted('2026-03-31')).differences).toEqual([]);
    const [company = 0] = companies;
    await raw`update plan_sum set plans = plans + 7 where grain = 'm' and day = '2026-03-01'`.execute(
      world.sql,
    );
    await raw`insert into plan_heat (grain, day, company, coverage_ids, cell, plans)
      values ('d', '2026-03-31', ${company}, '{}', 77, 3)`.execute(world.sql);
    await raw`insert into movement_sum (day, company, coverage_ids, take_offs, landings, inferred, reported_take_offs,
        reported_landings) values ('2026-03-31', ${company}, '{}', 1, 1, 0, 1, 1)`.execute(world.sql);
    await raw`insert into work_sum (day, company, coverage_ids, kind, decisions)
      values ('2026-03-31', ${company}, '{}', 'plan', 5)`.execute(world.sql);
    expect([await month(), await work()]).not.toEqual([before[0], before[2]]);
    const { differences } = await recounted('2026-03-31');
    expect(differences).toContainEqual({ day: '2026-03-31', company, rows: 3 });
    expect(differences.some((one) => 'day' in one && one.day === '2026-03-01')).toBe(true);
    expect([await month(), await heat(), await work()]).toEqual(before);
  });
});
