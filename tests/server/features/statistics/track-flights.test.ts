import { text } from 'node:stream/consumers';
import { sql as raw } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InputOf, OutputOf } from '#contract/services.ts';
import { packPositions, type RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import { ensureStatistics } from '#server/db/statistics-tables.ts';
import { makePartition, makeRecordingTables } from '#server/features/recording/recording-tables.ts';
import { FileAnswer } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** Take-offs, landings and times of flights, read off recorded minutes and set beside what was reported. */

type Movements = OutputOf<'Statistics', 'GetMovements'>;
type Flights = OutputOf<'Statistics', 'GetTrackFlights'>;

let world: PlanWorld;
let aerodrome: { id: number; name: string; longitude: number; latitude: number; elevationM: number };
const day = '2026-11-20';
const minute = 60_000;
/** 10:00 on the wall of the service. */
const start = Date.parse(`${day}T02:00:00Z`);
const iso = (at: number) => new Date(at).toISOString();
const ofDay = { period: 'day', from: day } as const;

beforeAll(async () => {
  world = await startPlanWorld();
  const { sql } = world;
  await makeRecordingTables(sql);
  for (const one of ['2026-11-19', day, '2026-11-21']) await makePartition(sql, one);
  const rows = await sql.selectFrom('airport').select(['id', 'nameEn', 'position', 'elevation']).execute();
  const [found] = rows.flatMap(({ id, nameEn: name, position, elevation }) => {
    const [longitude, latitude] = (position as { coordinates: [number, number] }).coordinates;
    const { value, unit } = (elevation ?? {}) as { value?: number; unit?: string };
    return value === undefined || name === null
      ? []
      : { id, name, longitude, latitude, elevationM: unit === 'ft' ? value * 0.3048 : value };
  });
  if (!found) throw new Error('the demo has an aerodrome with an elevation');
  aerodrome = found;
});
afterAll(() => world.close());

beforeEach(async () => {
  world.setClock(`${day}T06:00:00Z`);
  await raw`truncate track_minute, track_flight, track_log, movement_sum`.execute(world.sql);
  await raw`delete from statistics_state where name in ('tracks', 'flights', 'basis')`.execute(world.sql);
});

type Part = 'ground' | 'stand' | 'air' | 'away' | 'final';

/** So many seconds of each part, a position each second. */
function positionsOf(parts: [part: Part, seconds: number][], from: number): RecordedPosition[] {
  const ways: Record<Part, Partial<RecordedPosition>> = {
    stand: { onGround: true, groundSpeedMps: 0 },
    ground: { onGround: true, groundSpeedMps: 10 },
    air: { groundSpeedMps: 50, amslAltitudeM: aerodrome.elevationM + 900 },
    away: { groundSpeedMps: 50, amslAltitudeM: aerodrome.elevationM + 900, latitude: aerodrome.latitude + 1 },
    final: { groundSpeedMps: 40, amslAltitudeM: aerodrome.elevationM + 100, verticalRateMps: -3 },
  };
  let at = from;
  return parts.flatMap(([part, seconds]) =>
    Array.from({ length: seconds }, () => {
      const position: RecordedPosition = {
        at,
        latitude: aerodrome.latitude,
        longitude: aerodrome.longitude,
        pressureAltitudeM: null,
        geometricAltitudeM: null,
        amslAltitudeM: null,
        groundSpeedMps: null,
        trackDeg: null,
        verticalRateMps: null,
        onGround: false,
        isCoasting: false,
        ...ways[part],
      };
      at += 1000;
      return position;
    }),
  );
}

async function record(
  track: string,
  parts: [part: Part, seconds: number][],
  { planId = null as number | null, from = start } = {},
): Promise<void> {
  const byMinute = new Map<number, RecordedPosition[]>();
  for (const one of positionsOf(parts, from)) {
    const at = Math.floor(one.at / minute) * minute;
    byMinute.set(at, [...(byMinute.get(at) ?? []), one]);
  }
  for (const [at, positions] of byMinute)
    await raw`
      insert into track_minute (minute, track, icao24, callsign, source_id, plan_id, west, south, east, north, positions, data)
      values (${iso(at)}::timestamptz, ${track}, ${track}, ${`C${track}`}, 1, ${planId}, 100, 30, 110, 31,
        ${positions.length}, ${Buffer.from(packPositions(positions))})`.execute(world.sql);
}

async function addPlan(
  values: { company?: number; takeoffAt?: string; realEta?: string } = {},
): Promise<number> {
  const { demo, sql } = world;
  const { id } = await sql
    .insertInto('plan')
    .values({
      planNumber: `T${Math.abs(start)}${(await sql.selectFrom('plan').select('id').execute()).length}`,
      urgency: 'normal',
      missionType: [...demo.missionTypes.values()][0] ?? 0,
      kind: 'quick',
      state: 10,
      company: demo.companies.yunyi,
      departure: aerodrome.id,
      destination: aerodrome.id,
      startTime: iso(start),
      endTime: iso(start + 120 * minute),
      takeoffAt: iso(start + 5 * minute),
      realEta: iso(start + 60 * minute),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const movements = async (caller: Caller, input: object = ofDay) =>
  (await world.call(caller, 'Statistics/GetMovements', input)) as Movements;
const flights = async (caller: Caller, input: object = ofDay) =>
  (await world.call(caller, 'Statistics/GetTrackFlights', input)) as Flights;
const noReplay = (caller: Caller): Caller => ({
  ...caller,
  actor: {
    ...caller.actor,
    permissions: caller.actor.permissions.filter((one) => one !== 'Pages.FlightWatch.Trackreplay'),
  },
});
const watching = (caller: Caller): Caller => ({
  ...caller,
  actor: { ...caller.actor, permissions: [...caller.actor.permissions, 'Pages.FlightWatch.Trackreplay'] },
});
const key = () => `airport:${aerodrome.id}`;

/** From stand to stand, 40 minutes of it in the air. */
const whole: [Part, number][] = [
  ['stand', 200],
  ['ground', 100],
  ['air', 2400],
  ['ground', 60],
  ['stand', 200],
];

describe('flights of recorded tracks', () => {
  test('are read minute by minute as they come, the same as a day at once', async () => {
    const plan = await addPlan();
    await record('aa0001', whole, { planId: plan });
    await record('aa0002', [
      ['ground', 60],
      ['air', 600],
      ['away', 300],
    ]);
    const stored = async () =>
      (
        await raw<{ track: string }>`
          select track, begun_at, ended_at, plan_id, off_block_at, takeoff_at, takeoff_airport, takeoff_inferred, landing_at,
            landing_airport, landing_inferred, on_block_at from track_flight order by track, begun_at`.execute(
          world.sql,
        )
      ).rows;
    for (let at = start; at <= start + 90 * minute; at += 7 * minute) {
      world.setClock(iso(at));
      await world.statistics.upkeep.tracks();
    }
    const stepwise = await stored();
    expect(stepwise).toMatchObject([
      {
        track: 'aa0001',
        planId: plan,
        offBlockAt: iso(start + 200_000),
        takeoffAt: iso(start + 300_000),
        takeoffAirport: aerodrome.id,
        takeoffInferred: false,
        landingAt: iso(start + 2_700_000),
        landingAirport: aerodrome.id,
        onBlockAt: iso(start + 2_760_000),
      },
      // Lost away from every aerodrome: it has ended, and where it landed nobody saw.
      {
        track: 'aa0002',
        planId: null,
        takeoffAt: iso(start + 60_000),
        landingAt: null,
        endedAt: iso(start + 959_000),
      },
    ]);
    await raw`truncate track_flight, track_log`.execute(world.sql);
    await raw`delete from statistics_state where name = 'flights'`.execute(world.sql);
    await world.statistics.upkeep.tracks();
    expect(await stored()).toEqual(stepwise);
    const { rows: left } = await raw`select 1 from track_log`.execute(world.sql);
    expect(left).toEqual([]);
  });

  test('count in the sums of their plan beside what was reported', async () => {
    const plan = await addPlan();
    await record('bb0001', whole, { planId: plan });
    await world.statistics.upkeep.tracks();
    const answer = (await world.call(world.operator, 'Statistics/GetPlans', ofDay)) as OutputOf<
      'Statistics',
      'GetPlans'
    >;
    expect(answer.totals).toMatchObject({
      tracked: 1,
      trackTakeoffs: 1,
      trackLandings: 1,
      trackMinutes: 40,
      blockMinutes: 42.667,
    });
    const { items } = await flights(world.operator, { ...ofDay, part: 'withPlan' });
    expect(items).toMatchObject([
      {
        plan,
        callsign: 'Cbb0001',
        takeOff: {
          at: iso(start + 300_000),
          place: aerodrome.name,
          isInferred: false,
        },
        reportedTakeOffAt: iso(start + 5 * minute),
        landing: { at: iso(start + 2_700_000) },
        reportedLandingAt: iso(start + 60 * minute),
        flightMinutes: 40,
        blockMinutes: (2760 - 200) / 60,
      },
    ]);
  });

  test('whose report tells another time are found: more than five minutes, at the first take-off or the last landing', async () => {
    const right = await addPlan({ realEta: iso(start + 2_700_000 + 5 * minute) });
    const late = await addPlan({ realEta: iso(start + 2_700_000 + 6 * minute) });
    const twice = await addPlan({ realEta: iso(start + 100 * minute) });
    await record('cc0001', whole, { planId: right });
    await record('cc0002', whole, { planId: late });
    await record('cc0003', whole, { planId: twice });
    await record('cc0003', whole, { planId: twice, from: start + 50 * minute });
    await world.statistics.upkeep.tracks();
    const { items } = await flights(world.admin, { ...ofDay, part: 'differing' });
    // The second flight of `twice` landed when it was reported.
    expect(items.map(({ plan }) => plan)).toEqual([late]);
    const all = await flights(world.admin, { ...ofDay, part: 'withPlan' });
    expect(all.items.filter(({ plan }) => plan === twice)).toMatchObject([
      { reportedTakeOffAt: null, reportedLandingAt: iso(start + 100 * minute) },
      { reportedTakeOffAt: iso(start + 5 * minute), reportedLandingAt: null },
    ]);
  });

  test('without a plan are seen by who may replay, within the areas, and by no filter', async () => {
    await record('dd0001', whole);
    await record('dd0002', [
      ['air', 60],
      ['final', 30],
    ]);
    await world.statistics.upkeep.tracks();
    const admin = await movements(world.admin);
    expect(admin.hasWithoutPlan).toBe(true);
    expect(admin.places.find(({ key: one }) => one === key())?.withoutPlan).toEqual({
      takeOffs: 1,
      landings: 2,
      inferred: 1,
      reportedTakeOffs: 0,
      reportedLandings: 0,
    });
    expect(
      (await flights(world.admin, { ...ofDay, part: 'withoutPlan', place: key(), movement: 'landing' }))
        .totalCount,
    ).toBe(2);
    expect((await movements(world.admin, { ...ofDay, companies: [1] })).hasWithoutPlan).toBe(false);
    expect((await flights(world.admin, { ...ofDay, companies: [1], part: 'withoutPlan' })).totalCount).toBe(
      0,
    );
    const operator = noReplay(world.operator);
    expect((await movements(operator)).hasWithoutPlan).toBe(false);
    expect((await flights(operator)).items).toEqual([]);
    // A body sees those within the area of its unit: here, then elsewhere.
    const { latitude, longitude } = aerodrome;
    const body = watching(world.atmb);
    for (const [shift, count] of [
      [0, 2],
      [3, 0],
    ] as const) {
      const [west, south] = [longitude + shift - 0.5, latitude - 0.5];
      const ring = [
        [west, south],
        [west + 1, south],
        [west + 1, south + 1],
        [west, south + 1],
        [west, south],
      ];
      await world.sql
        .updateTable('organizationUnit')
        .set({ area: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) })
        .where('id', '=', world.atmb.actor.coverageIds[0] ?? 0)
        .execute();
      await world.areas.refresh();
      expect((await movements(body)).withoutPlan.landings).toBe(count);
      expect((await flights(body)).items).toHaveLength(count);
    }
  });

  test('of a minute that came late are put right at night', async () => {
    await record('ee0001', whole.slice(0, 3));
    await world.statistics.upkeep.tracks();
    expect((await movements(world.admin)).withoutPlan).toMatchObject({ takeOffs: 1, landings: 0 });
    await record('ee0001', [['ground', 60]], { from: start + 2_700_000 });
    await world.statistics.upkeep.tracks();
    expect((await movements(world.admin)).withoutPlan).toMatchObject({ takeOffs: 1, landings: 0 });
    world.setClock('2026-11-21T02:00:00Z');
    await world.statistics.upkeep.check();
    expect((await movements(world.admin)).withoutPlan).toMatchObject({ takeOffs: 1, landings: 1 });
    // What flies over midnight is left as it was read.
    await raw`truncate track_minute`.execute(world.sql);
    await world.statistics.upkeep.check();
    expect((await movements(world.admin)).withoutPlan).toMatchObject({ takeOffs: 1, landings: 1 });
  });

  test('over midnight stay one flight, and the recount of the night leaves it so', async () => {
    // On the wall of the service the day ends at 16:00 UTC.
    const from = Date.parse(`${day}T15:40:00Z`);
    await record('ff0001', whole, { from });
    world.setClock('2026-11-21T02:00:00Z');
    await world.statistics.upkeep.tracks();
    const before = await flights(world.admin);
    expect(before.items).toMatchObject([{ flightMinutes: 40 }]);
    await world.statistics.upkeep.check();
    expect(await flights(world.admin)).toEqual(before);
  });

  test('are a file too', async () => {
    const plan = await addPlan();
    await record('ab0001', whole, { planId: plan });
    await world.statistics.upkeep.tracks();
    const linesOf = async (path: 'ExportMovementsCsv' | 'ExportTrackFlightsCsv', input: object) => {
      const method = world.statistics.service.methods.find(({ name }) => name === path);
      const answer = await method?.handle(input as InputOf<'Statistics', typeof path>, world.admin);
      if (!(answer instanceof FileAnswer)) throw new Error('no file');
      return (await text(answer.file.stream)).replace('\ufeff', '').trim().split('\r\n');
    };
    const places = await linesOf('ExportMovementsCsv', ofDay);
    expect(places).toHaveLength(1 + (await movements(world.admin)).totalCount);
    expect(await linesOf('ExportTrackFlightsCsv', ofDay)).toHaveLength(2);
  });

  test('come to an installation that had sums before: everything is counted again', async () => {
    const plan = await addPlan();
    await record('ac0001', whole, { planId: plan });
    await world.call(world.admin, 'Statistics/GetPlans', ofDay);
    for (const statement of [
      'drop table track_flight, track_log, movement_sum',
      ...['tracked', 'track_takeoffs', 'track_landings', 'track_minutes', 'block_minutes'].map(
        (name) => `alter table plan_sum drop column ${name}`,
      ),
    ])
      await raw.raw(statement).execute(world.sql);
    await ensureStatistics(world.sql);
    await world.statistics.upkeep.tracks();
    const { totals } = (await world.call(world.operator, 'Statistics/GetPlans', ofDay)) as OutputOf<
      'Statistics',
      'GetPlans'
    >;
    expect(totals).toMatchObject({ trackTakeoffs: 1, trackLandings: 1 });
  });
});
