import { sql as raw } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/services.ts';
import { interferenceCellAt } from '#domain/equipment/interference-cells.ts';
import { accuracyOfNacp, type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { parseTime } from '#domain/text/times.ts';
import { createEquipmentCounter } from '#server/features/equipment/equipment-counter.ts';
import { createInterferenceWatch } from '#server/features/equipment/interference-watch.ts';
import { silentLog } from '#tests/support/database.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { rulesOfOneRecord } from '#tests/support/rules.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** GNSS interference as servers count it, evaluate it and show it. */

let server: RunningTestServer;
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Ten past the hour, so that all of a test lies in one hour. */
const hour = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
const start = hour + 10 * minuteMs;
let now = start;
const place = { longitude: 104.1, latitude: 30.4 };
const source = 900_001;

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) });
});
afterAll(() => server?.close());

const counter = () =>
  createEquipmentCounter({
    database: server.database.database,
    feeds: () => [],
    parameters: { number: async () => 31 },
    now: () => now,
    log: silentLog,
  });
const watchOn = () => {
  const { database } = server.database;
  const records = recordsOn(database, {
    clock: () => new Date(now),
    rules: rulesOfOneRecord(database),
  });
  return createInterferenceWatch({
    records,
    parameters: { all: async () => new Map([['interference.interferenceM', '1000']]) },
    now: () => now,
    log: silentLog,
  });
};
const report = (address: string, nacp: number, values: Partial<Report> = {}): Report => ({
  ...unsaid,
  ...place,
  icao24: address,
  addressType: 'icao',
  onGround: false,
  pressureAltitudeM: 1_200,
  accuracy: accuracyOfNacp(nacp),
  at: now,
  ...values,
});
const addresses = ['780a01', '780a02', '780a03', '780a04'];
const get = (input: object = {}, user = 'admin') =>
  server.service(user, 'Equipment/GetInterference', input, 'GET') as Promise<
    OutputOf<'Equipment', 'GetInterference'>
  >;
const shownTo = async (user: string) => {
  const answer = (await server.service(user, 'Equipment/GetInterferenceNow', {}, 'GET')) as OutputOf<
    'Equipment',
    'GetInterferenceNow'
  >;
  return answer.cells;
};
const logged = async () => {
  const rows = await server.database.database.kysely
    .selectFrom('watchLogEntry')
    .select('kind')
    .where('kind', 'in', ['interferenceBegan', 'interferenceEnded'])
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
};

test('aircraft count once, by whichever servers and sources they are heard', async () => {
  const [first, second] = [await counter(), await counter()];
  // One source whose messages reach one server each, and another that both hear: one of them counts it.
  first.heard(source, 'httpPush', [report('780a01', 4), report('780a02', 5)], now);
  second.heard(source, 'httpPush', [report('780a02', 5), report('780a03', 9)], now);
  for (const one of [first, second]) one.heard(source + 1, 'udpMulticast', [report('780a01', 4)], now);
  // Two servers that write at the same time do not miss each other's aircraft.
  await Promise.all([first.flush(), second.flush()]);
  const { cells, hours, isCut } = await get({ hour: now });
  expect(cells).toEqual([
    expect.objectContaining({
      longitude: 104,
      latitude: 30.25,
      heard: 3,
      affected: 2,
      degraded: 2,
      jumps: 0,
      losses: 0,
      state: 'interference',
      accuracyM: 1_852,
      since: null,
    }),
  ]);
  expect(isCut).toBe(false);
  expect(hours).toEqual([
    expect.objectContaining({
      at: hour,
      heard: 3,
      affected: 2,
      percent: 66.7,
      interference: 1,
      suspected: 0,
    }),
  ]);
});

test('interference begins and ends once for all servers, in the watch log and for the safety nets', async () => {
  const [first, second] = [watchOn(), watchOn()];
  await first.evaluate(now);
  await second.evaluate(now);
  expect(await logged()).toEqual(['interferenceBegan']);
  for (const one of [first, second]) {
    const uncertain = one.uncertain();
    // By what 95 of 100 aircraft state, which is more than the parameter.
    expect(uncertain?.atM(place)).toBe(1_852);
    expect(uncertain?.atM({ longitude: 106, latitude: 30.4 })).toBe(0);
    expect(uncertain?.note).toMatchObject({ key: 'alert.widenedCells', values: { count: 1 } });
  }
  expect((await get()).cells).toEqual([
    expect.objectContaining({ state: 'interference', since: start, heard: 3, affected: 2, degraded: null }),
  ]);

  // A server that starts now knows the state, and announces nothing again.
  now += minuteMs;
  const restarted = watchOn();
  await restarted.evaluate(now);
  expect(restarted.uncertain()?.mostM).toBe(1_852);

  // All are well again: it holds for some minutes, and then ends.
  const counts = await counter();
  now = start + 11 * minuteMs;
  counts.heard(
    source,
    'httpPush',
    addresses.map((one) => report(one, 9)),
    now,
  );
  await counts.flush();
  await first.evaluate(now);
  expect((await get()).cells[0]?.state).toBe('interference');
  now += 5 * minuteMs;
  await first.evaluate(now);
  expect((await get()).cells[0]?.state).toBe('normal');
  expect(first.uncertain()).toBeNull();
  expect(await logged()).toEqual(['interferenceBegan', 'interferenceEnded']);
});

test('what was not stored when the database was away is counted later', async () => {
  const { kysely } = server.database.database;
  const counts = await counter();
  counts.heard(source, 'httpPush', [report('780a09', 9)], now);
  await kysely.schema.alterTable('interference_cell').renameTo('interference_away').execute();
  await expect(counts.flush()).rejects.toThrow();
  await kysely.schema.alterTable('interference_away').renameTo('interference_cell').execute();
  await counts.flush();
  expect((await get({ hour: now })).cells[0]?.heard).toBe(5);
});

test('the present cells are shown to those who watch their area', async () => {
  const counts = await counter();
  now += 20 * minuteMs;
  counts.heard(
    source,
    'httpPush',
    addresses.map((one) => report(one, 4)),
    now,
  );
  await counts.flush();
  await watchOn().evaluate(now);
  expect(await shownTo('atmb')).toEqual([
    expect.objectContaining({ state: 'interference', widenedM: 1_852 }),
  ]);
  const unitOf = async (displayName: string, west: number) => {
    const ring = [
      [west, 30],
      [west + 1, 30],
      [west + 1, 31],
      [west, 31],
      [west, 30],
    ];
    const { status, body } = await server.call('admin', 'POST', '/api/records/organizationUnit', {
      displayName,
      area: { type: 'Polygon', coordinates: [ring] },
    });
    expect(status).toBe(201);
    return (body as { id: number }).id;
  };
  const { user } = (await server.service('aiw', 'Session/GetCurrentUserInfo', {}, 'GET')) as {
    user: { id: number };
  };
  const watches = async (unit: number) => {
    const input = { id: user.id, coverageIds: String(unit) };
    await server.service('admin', 'User/GetCoverageIdsBySave', input, 'GET');
    return (await shownTo('aiw')).length;
  };
  expect(await watches(await unitOf('East', 110))).toBe(0);
  expect(await watches(await unitOf('Here', 103.5))).toBe(1);
});

test('the cells that are shown are exported, those of an hour or the present ones', async () => {
  const exported = async (query: string) => {
    const path = `/api/services/app/Equipment/ExportCsv?table=interference${query}`;
    const { status, body } = await server.call('admin', 'GET', path);
    expect(status).toBe(200);
    const rows = String(body).trim().split(/\r?\n/);
    return rows.slice(rows.findIndex((line) => line.includes('受影响')));
  };
  const wall = (at: number) => parseTime(at, '{y}-{m}-{d} {h}:{i}:{s}');
  const [head, present] = await exported('');
  expect(head).toContain('经度（中心，°）,纬度（中心，°）,状态,始于,受影响,收到');
  const since = (await get()).cells[0]?.since ?? 0;
  expect(present).toBe(`${wall(now)},104.125,30.375,干扰,${wall(since)},4,4,75,,,,1852,1852`);
  const [, ofHour, ...others] = await exported(`&hour=${start}`);
  const shown = (await get({ hour: start })).cells;
  expect([ofHour, ...others]).toHaveLength(shown.length);
  expect(ofHour).toContain(`${wall(hour)},104.125,30.375,干扰,,${shown[0]?.affected},${shown[0]?.heard},`);
});

test('hours go with the other history of equipment', async () => {
  const counts = await counter();
  const old = now - 40 * 86_400_000;
  counts.heard(source, 'httpPush', [report('780a01', 9, { at: old })], old);
  await counts.flush();
  const rows = async () =>
    (
      await raw<{ cell: number }>`select cell from interference_cell order by hour`.execute(
        server.database.database.kysely,
      )
    ).rows;
  const count = (await rows()).length;
  expect(interferenceCellAt(place.longitude, place.latitude)).toBe((await rows())[0]?.cell);
  await counts.tidy(now);
  expect(await rows()).toHaveLength(count - 1);
});

test('the span is bounded, and the picture of equipment is for those who may see the monitor', async () => {
  const status = async (user: string | null, path: string) =>
    (await server.call(user, 'GET', `/api/services/app/Equipment/${path}`)).status;
  expect(await status('admin', 'GetInterference?hours=169')).toBe(400);
  expect(await status('admin', 'GetInterference?hours=168')).toBe(200);
  expect(await status('operator', 'GetInterference')).toBe(403);
  expect(await status('operator', 'Export?table=interference')).toBe(403);
  expect(await status(null, 'GetInterference')).toBe(401);
  expect(await status(null, 'GetInterferenceNow')).toBe(401);
});
