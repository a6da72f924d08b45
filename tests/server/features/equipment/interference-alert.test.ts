import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LonLat } from '#domain/geo/geodesy.ts';
import { accuracyOfNacp, type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { resources } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createAlertService } from '#server/features/alerts/alert-calls.ts';
import { type Alerts, createAlerts } from '#server/features/alerts/alerts.ts';
import {
  createEquipmentCounter,
  type EquipmentCounter,
} from '#server/features/equipment/equipment-counter.ts';
import {
  createInterferenceWatch,
  type InterferenceWatch,
} from '#server/features/equipment/interference-watch.ts';
import { noAerodromes } from '#server/features/terrain/aerodrome-ground.ts';
import { noTerrain } from '#server/features/terrain/terrain.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { silentLog } from '#tests/support/database.ts';
import { beginning, type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** GNSS interference raises one alert for each connected region, to those who watch there, until it ends. */

const minuteMs = 60_000;
/** Ten past the hour: all of it lies in one hour. */
const start = Date.parse(beginning) + 10 * minuteMs;
let now = start;
let world: PlanWorld;
let counter: EquipmentCounter;
let running: { interference: InterferenceWatch; alerts: Alerts };
let watching: Record<'here' | 'east' | 'far', Caller>;

beforeAll(async () => {
  world = await startPlanWorld();
  const unit = async (displayName: string, west: number, east: number) => {
    const ring: LonLat[] = [
      [west, 30],
      [east, 30],
      [east, 31],
      [west, 31],
      [west, 30],
    ];
    const area = { type: 'Polygon' as const, coordinates: [ring] };
    const { id } = await world.records.create(world.admin, 'organizationUnit', { displayName, area });
    const { actor } = world.aiw;
    return { ...world.aiw, actor: { ...actor, coverageIds: [id] } };
  };
  watching = {
    here: await unit('Here', 104, 104.2),
    east: await unit('East', 104.3, 104.4),
    far: await unit('Far', 110, 111),
  };
  await world.areas.refresh();
  counter = await createEquipmentCounter({
    database: world.database,
    feeds: () => [],
    parameters: { number: async () => 31 },
    now: () => now,
    log: silentLog,
  });
  running = await run();
});
afterAll(async () => {
  await running?.alerts.close();
  await world?.close();
});

/** As a server does. */
async function run() {
  const { database, records, feed: changes, air, areas } = world;
  const parameters = createParameters({ sql: world.sql, changes });
  const interference = createInterferenceWatch({ records, parameters, now: () => now, log: silentLog });
  await interference.evaluate(now);
  const alerts = await createAlerts({
    database,
    records,
    webhooks: { tell: async () => undefined },
    changes,
    air,
    parameters,
    targets: { revision: 0, entries: () => [] },
    terrain: { ...noTerrain, heldElevationAt: () => undefined },
    aerodromes: async () => noAerodromes,
    feeds: () => [],
    uncertain: interference.uncertain,
    looked: async () => undefined,
    picture: { tell: () => undefined, last: null, close: () => undefined },
    areas,
    clock: () => new Date(now),
    log: silentLog,
  });
  return { interference, alerts };
}

/** Four aircraft of these longitudes state this NACp; then the state is evaluated, and the nets look for some seconds. */
async function hear(longitudes: readonly number[], nacp: number): Promise<void> {
  const reports = longitudes.flatMap((longitude) =>
    [1, 2, 3, 4].map(
      (number): Report => ({
        ...unsaid,
        longitude,
        latitude: 30.4,
        icao24: `78${Math.round(longitude * 100).toString(16)}0${number}`,
        addressType: 'icao',
        onGround: false,
        pressureAltitudeM: 1_200,
        accuracy: accuracyOfNacp(nacp),
        at: now,
      }),
    ),
  );
  counter.heard(900_001, 'httpPush', reports, now);
  await counter.flush();
  await look();
}

async function look(seconds = 3): Promise<void> {
  await running.interference.evaluate(now);
  for (let second = 0; second < seconds; second += 1) {
    now += 1_000;
    world.setClock(new Date(now).toISOString());
    running.alerts.tick(now);
    await running.alerts.settled();
  }
}

const shownTo = async (caller: Caller) =>
  (await running.alerts.list(caller)).alerts.filter(({ kind }) => kind === 'interference');
const stored = () =>
  world.sql
    .selectFrom('encounter')
    .select(['id', 'state', 'level', 'place', 'reasonEn', 'acknowledgedBy'])
    .where('kind', '=', 'interference')
    .orderBy('id')
    .execute();
const polygonsOf = async () => {
  const place = (await stored())[0]?.place as { coordinates: unknown[] } | undefined;
  return place?.coordinates.length;
};

test('one alert begins with the interference, and says where, how many aircraft and since when', async () => {
  await hear([104.1], 4);
  const [alert, ...others] = await shownTo(world.aiw);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    level: 'caution',
    state: 'announced',
    acknowledgedBy: null,
    middle: { longitude: 104.125, latitude: 30.375 },
  });
  const english = textIn(alert?.reason ?? { key: '' }, 'en');
  expect(english).toMatch(
    /^GNSS interference around 30.38°N 104.13°E, \d+ km from .*: 4 of 4 aircraft degraded or jumping, since 11-20 10:10 CST$/,
  );
  expect(textIn(alert?.reason ?? { key: '' }, 'zh-Hans')).toMatch(/4 架航空器中 4 架.*始于 11-20 10:10 CST/);
  expect(await stored()).toEqual([
    expect.objectContaining({ id: alert?.id, reasonEn: english, level: 'caution' }),
  ]);
});

test('it is shown to those whose areas it lies in, and to no operator', async () => {
  expect(await shownTo(watching.here)).toHaveLength(1);
  expect(await shownTo(watching.east)).toEqual([]);
  expect(await shownTo(watching.far)).toEqual([]);
  expect(await shownTo(world.operator)).toEqual([]);
});

test('whoever acknowledges it is named', async () => {
  const { alerts } = running;
  const service = createAlertService({
    alerts,
    records: world.records,
    catalogue: createCatalogue(resources),
    webhooks: { tell: async () => undefined },
    parameters: createParameters({ sql: world.sql, changes: world.feed }),
    sql: world.sql,
    clock: () => new Date(now),
  });
  const [alert] = await shownTo(world.aiw);
  const acknowledge = service.methods.find(({ name }) => name === 'Acknowledge');
  await acknowledge?.handle({ id: alert?.id, looked: true }, world.aiw);
  await look();
  expect((await shownTo(world.aiw))[0]).toMatchObject({ state: 'acknowledged', acknowledgedBy: '石磊' });
});

test('a region that grows stays one alert, and is shown to those whose areas it reaches', async () => {
  const [before] = await shownTo(world.aiw);
  now += minuteMs;
  await hear([104.1, 104.35], 4);
  await look(5);
  const [alert, ...others] = await shownTo(world.aiw);
  expect(others).toEqual([]);
  expect(alert?.id).toBe(before?.id);
  expect(alert?.reason.values).toMatchObject({ heard: 8, affected: 8, place: '30.38°N 104.25°E' });
  expect(alert?.state).toBe('acknowledged');
  expect(await polygonsOf()).toBe(2);
  expect(await shownTo(watching.east)).toHaveLength(1);
  expect(await shownTo(watching.far)).toEqual([]);
});

test('a region that does not touch it has an alert of its own', async () => {
  now += minuteMs;
  await hear([104.1, 104.35, 110.5], 4);
  expect(await shownTo(world.aiw)).toHaveLength(2);
  expect((await shownTo(watching.far)).map(({ reason }) => reason.values?.place)).toEqual([
    '30.38°N 110.63°E',
  ]);
});

test('a server that starts again neither raises it twice nor loses it', async () => {
  const before = (await shownTo(world.aiw)).map(({ id, state }) => ({ id, state }));
  await running.alerts.close();
  now += 30_000;
  running = await run();
  await look(30);
  now += minuteMs;
  await look();
  const after = (await shownTo(world.aiw)).map(({ id, state }) => ({ id, state }));
  expect(after.sort((a, b) => a.id - b.id)).toEqual(before.sort((a, b) => a.id - b.id));
  expect(await stored()).toHaveLength(2);
});

test('it ends when all cells are well again, and when its first cell is, it goes on', async () => {
  const [first] = await stored();
  now = start + 20 * minuteMs;
  await hear([104.1, 104.35, 110.5], 9);
  expect(await shownTo(world.aiw)).toHaveLength(2);
  // Only the cell in which it began and the far one are well for so long.
  now += 5 * minuteMs;
  await hear([104.35], 4);
  await look(15);
  expect((await shownTo(world.aiw)).map(({ id }) => id)).toEqual([first?.id]);
  now += 11 * minuteMs;
  await hear([104.35], 9);
  now += 6 * minuteMs;
  await hear([104.35], 9);
  await look(15);
  expect(await shownTo(world.aiw)).toEqual([]);
  expect((await stored()).map(({ state }) => state)).toEqual(['cleared', 'cleared']);
});
