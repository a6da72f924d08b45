import { sql as raw } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedState } from '#contract/hub.ts';
import type { OutputOf } from '#contract/services.ts';
import { type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { createEquipmentCounter } from '#server/features/equipment/equipment-counter.ts';
import { silentLog } from '#tests/support/database.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What sources hear, counted by one server of several, and how it is told. */

let server: RunningTestServer;
/** Ten past the hour, so that all of a test lies in one hour. */
const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
let now = hour + 600_000;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) });
  const make = async (name: string, values: object) => {
    const answer = await server.call('admin', 'POST', '/api/records/surveillanceSource', {
      name,
      type: 'Cat21',
      transport: 'udpUnicast',
      port: 8700,
      enabled: false,
      ...values,
    });
    expect(answer.status).toBe(201);
    ids[name] = (answer.body as { id: number }).id;
  };
  await make('申明站', { position: { type: 'Point', coordinates: [104, 30.5] }, rangeKm: 20 });
  await make('见证站', {});
  await make('推送站', { transport: 'httpPush', port: null });
});
afterAll(() => server?.close());

const idOf = (name: string) => ids[name] ?? 0;
const report = (longitude: number, latitude: number, values: Partial<Report> = {}): Report => ({
  ...unsaid,
  longitude,
  latitude,
  pressureAltitudeM: 900,
  icao24: '780ab1',
  addressType: 'icao',
  at: now,
  ...values,
});
const feed = (name: string, lastAt: number | null): FeedState => ({
  sourceId: idOf(name),
  name,
  type: 'Cat21',
  lastAt,
  recordsPerSecond: 1,
  octetsPerSecond: 1,
  errors: 0,
  deadAfterS: 30,
});

/** A server's counter, without the rest of the server. */
async function counter(feeds: () => FeedState[] = () => []) {
  return createEquipmentCounter({
    database: server.database.database,
    feeds,
    parameters: { number: async () => 31 },
    now: () => now,
    log: silentLog,
  });
}
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const get = <M extends 'GetList' | 'GetCoverage' | 'GetHistory' | 'GetTerminals' | 'GetGaps'>(
  method: M,
  input: object = {},
  user = 'admin',
) => server.service(user, `Equipment/${method}`, input, 'GET') as Promise<OutputOf<'Equipment', M>>;
/** Seconds of the clock, each looked at. */
function pass(seconds: number, ...counters: { tick(now: number): void }[]): void {
  for (let second = 0; second <= seconds; second += 1)
    for (const one of counters) one.tick(now + second * 1_000);
}

describe('two servers', () => {
  test('that hear the same datagrams count them once, and the second takes over when the first is gone', async () => {
    const feeds = () => [feed('见证站', now)];
    const [first, second] = [await counter(feeds), await counter(feeds)];
    pass(3, first, second);
    for (const one of [first, second])
      one.heard(idOf('见证站'), 'udpMulticast', times(5, report(105.01, 31.01)), now);
    await first.flush();
    await second.flush();
    const reports = async () => (await get('GetCoverage', { id: idOf('见证站') })).seen[0]?.[2];
    expect(await reports()).toBe(5);
    // The first is not heard of any more: what the second hears meanwhile waits, and is counted then.
    now += 90_000;
    second.heard(idOf('见证站'), 'udpMulticast', times(4, report(105.01, 31.01)), now);
    await second.flush();
    expect(await reports()).toBe(5);
    now += 90_000;
    second.heard(idOf('见证站'), 'udpMulticast', [report(105.01, 31.01)], now);
    await second.flush();
    expect(await reports()).toBe(10);
  });

  test('of which each has its own messages of one source are added up', async () => {
    const [first, second] = [await counter(), await counter()];
    first.heard(idOf('推送站'), 'httpPush', times(2, report(106.01, 31.01)), now);
    second.heard(idOf('推送站'), 'httpPush', times(3, report(106.01, 31.01)), now);
    await first.flush();
    await second.flush();
    const { seen } = await get('GetCoverage', { id: idOf('推送站') });
    expect(seen).toEqual([[106, 31, 5, expect.any(Number)]]);
  });

  test('one that hears a source takes it from one that does not', async () => {
    const [deaf, hears] = [
      await counter(() => [feed('推送站', now - 60_000)]),
      await counter(() => [feed('推送站', now)]),
    ];
    now += 200_000;
    pass(2, deaf, hears);
    await deaf.flush();
    await hears.flush();
    const { rows } = await raw<{ hears: boolean }>`
      select hears from equipment_counter where source_id = ${idOf('推送站')}`.execute(
      server.database.database.kysely,
    );
    expect(rows).toEqual([{ hears: true }]);
  });
});

describe('coverage', () => {
  test('gaps are where others heard something while the source worked; elsewhere nothing is concluded', async () => {
    now = hour + 3_600_000 + 60_000;
    const one = await counter(() => [feed('申明站', now + 60_000), feed('见证站', now + 60_000)]);
    pass(60, one);
    one.heard(idOf('申明站'), 'udpUnicast', times(4, report(104.02, 30.52)), now);
    one.heard(idOf('申明站'), 'udpUnicast', times(4, report(105.52, 30.52)), now);
    one.heard(idOf('见证站'), 'udpUnicast', times(4, report(104.02, 30.52)), now);
    one.heard(idOf('见证站'), 'udpUnicast', times(4, report(104.07, 30.52)), now);
    one.heard(idOf('见证站'), 'udpUnicast', times(2, report(104.12, 30.52)), now);
    await one.flush();
    const found = await get('GetCoverage', { id: idOf('申明站'), days: 2 });
    expect(found.seen).toEqual([[104, 30.5, 4, expect.any(Number)]]);
    expect(found.gaps).toEqual([[104.05, 30.5, 4, expect.any(Number)]]);
    expect(found.beyond).toEqual([[105.5, 30.5, 4, expect.any(Number)]]);
    expect(found.hours).toBe(1);
    const untested = found.untested.reduce((sum, [, , cells]) => sum + cells, 0);
    expect(1 + 1 + untested).toBe(found.declared);
    expect(found.bands.middle).toMatchObject({ seen: 1, gaps: 1, beyond: 1 });
    expect(found.bands.low).toMatchObject({ seen: 0, gaps: 0 });
    expect(found.bands.unknown).toMatchObject({ gaps: null });
    expect((await get('GetCoverage', { id: idOf('申明站'), band: 'low' })).seen).toEqual([]);
    // One that declares nothing has no gaps to tell of.
    expect(await get('GetCoverage', { id: idOf('见证站') })).toMatchObject({ declared: null, gaps: [] });
  });

  test('an hour in which the source failed makes no gap', async () => {
    now = hour + 2 * 3_600_000 + 60_000;
    const one = await counter(() => [feed('申明站', now - 120_000), feed('见证站', now)]);
    pass(90, one);
    one.heard(idOf('见证站'), 'udpUnicast', times(9, report(104.02, 30.42)), now);
    await one.flush();
    const { gaps, untested } = await get('GetCoverage', { id: idOf('申明站'), days: 2 });
    expect(gaps).toHaveLength(1);
    expect(
      untested.some(
        ([longitude, latitude, cells]) =>
          latitude === 30.4 && longitude <= 104 && longitude + cells * 0.05 > 104,
      ),
    ).toBe(true);
  });

  test('is a table of cells too', async () => {
    const { status, body, headers } = await server.call(
      'admin',
      'GET',
      `/api/services/app/Equipment/ExportCsv?table=coverage&id=${idOf('申明站')}&days=2`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(String(body)).toContain('缺口,104.05,30.5,4');
  });
});

describe('history', () => {
  test('has availability, rate and delay by the quarter of an hour, and what was not watched is not made up', async () => {
    const { slots, day, days, stepS, changes } = await get('GetHistory', { id: idOf('申明站'), hours: 24 });
    expect(stepS).toBe(900);
    expect(changes).toEqual([]);
    const known = slots.filter(({ availability }) => availability !== null);
    expect(known.map(({ availability }) => availability)).toEqual([100, 0]);
    expect(slots.filter(({ rate }) => rate !== null).length).toBe(2);
    expect(day.percent).toBeCloseTo(40, 0);
    expect(day.watched).toBeLessThan(1);
    expect(days.length).toBeGreaterThan(0);
  });

  test('delays are those of reports that state their time', async () => {
    const one = await counter(() => [feed('见证站', now)]);
    pass(2, one);
    const late = (ms: number) => report(104.3, 30.3, { at: now - ms, timeResolutionS: 1 / 128 });
    one.heard(idOf('见证站'), 'udpUnicast', [...times(90, late(350)), ...times(10, late(7_000))], now);
    await one.flush();
    const row = (await get('GetList')).sources.find(({ id }) => id === idOf('见证站'));
    expect(row).toMatchObject({ state: 'off', delayP50S: expect.any(Number) });
    expect(row?.delayP50S).toBeGreaterThan(0.3);
    expect(row?.delayP50S).toBeLessThan(0.4);
    expect(row?.delayP95S).toBeGreaterThan(5);
    expect(row?.recent).toHaveLength(96);
  });

  test('survives a database that is away, and a restart', async () => {
    const name = '推送站';
    const one = await counter();
    one.heard(idOf(name), 'httpPush', times(3, report(107.01, 31.01)), now);
    await raw`alter table coverage_cell rename to coverage_cell_away`.execute(
      server.database.database.kysely,
    );
    await expect(one.flush()).rejects.toThrow();
    await raw`alter table coverage_cell_away rename to coverage_cell`.execute(
      server.database.database.kysely,
    );
    one.heard(idOf(name), 'httpPush', times(1, report(107.01, 31.01)), now);
    await one.start().close();
    const { seen } = await get('GetCoverage', { id: idOf(name) });
    expect(seen).toContainEqual([107, 31, 4, expect.any(Number)]);
  });

  test('days go when their time is over', async () => {
    const one = await counter();
    const old = now - 40 * 86_400_000;
    one.heard(idOf('推送站'), 'httpPush', times(3, report(108.01, 31.01)), old);
    await one.flush();
    expect((await get('GetCoverage', { id: idOf('推送站'), days: 60 })).seen).toContainEqual([
      108,
      31,
      3,
      old,
    ]);
    expect(await one.tidy(now)).toBeGreaterThan(0);
    const { seen } = await get('GetCoverage', { id: idOf('推送站'), days: 60 });
    expect(seen.some(([longitude]) => longitude === 108)).toBe(false);
    expect(seen.some(([longitude]) => longitude === 107)).toBe(true);
  });
});

describe('terminals and gateways', () => {
  test('a terminal is told with who heard it; a registered aircraft that nobody heard is told as such', async () => {
    const { items } = await get('GetTerminals', { q: '780ab1' });
    expect(items).toEqual([
      expect.objectContaining({
        terminal: '780ab1',
        kind: 'transponder',
        aircraft: null,
        days: expect.any(Number),
      }),
    ]);
    expect(items[0]?.sources.sort()).toEqual(['推送站', '申明站', '见证站']);
    const unheard = await get('GetTerminals', { state: 'unheard', maxResultCount: 1 });
    expect(unheard.totalCount).toBeGreaterThan(1);
    expect(unheard.items).toHaveLength(1);
    expect(unheard.items[0]?.aircraft?.registration).toMatch(/^B-/);
  });

  test('a device whose number reads like the address of an aircraft is not its transponder', async () => {
    const { kysely } = server.database.database;
    const [aircraft] = (await get('GetTerminals', { state: 'unheard', maxResultCount: 1 })).items;
    const add = (kind: string, sourceId: number) =>
      raw`
      insert into equipment_terminal (day, source_id, terminal, kind, reports, first_at, last_at)
      values (current_date, ${sourceId}, ${aircraft?.terminal}, ${kind}, 5, now(), now())`.execute(kysely);
    await add('remoteId', 1);
    const found = async () => {
      const { items } = await get('GetTerminals', { q: aircraft?.terminal ?? '' });
      return items.map(({ kind, state, reports, aircraft }) => [kind, state, reports, aircraft !== null]);
    };
    expect(await found()).toEqual([
      ['remoteId', 'live', 5, false],
      ['transponder', 'unheard', 0, true],
    ]);
    await add('transponder', 2);
    expect((await found()).sort()).toEqual([
      ['remoteId', 'live', 5, false],
      ['transponder', 'live', 5, true],
    ]);
    await raw`delete from equipment_terminal where terminal = ${aircraft?.terminal}`.execute(kysely);
  });

  test('a gateway says when it last sent and what waits', async () => {
    const answer = await server.call('admin', 'POST', '/api/records/messageGateway', {
      name: '测试网关',
      kind: 'directory',
      address: 'messages/test',
      direction: 'out',
      isEnabled: false,
    });
    expect(answer.status).toBe(201);
    const { gateways } = await get('GetList');
    expect(gateways.find(({ name }) => name === '测试网关')).toMatchObject({
      state: 'off',
      lastSentAt: null,
      waiting: 0,
      recent: expect.arrayContaining([0]),
    });
  });
});

test('whoever may not see the software monitor sees none of it, nor its files', async () => {
  for (const path of [
    'GetList',
    'GetTerminals',
    `GetCoverage?id=${idOf('申明站')}`,
    'GetGaps',
    'Export?table=sources',
  ]) {
    expect((await server.call('operator', 'GET', `/api/services/app/Equipment/${path}`)).status).toBe(403);
    expect((await server.call(null, 'GET', `/api/services/app/Equipment/${path}`)).status).toBe(401);
  }
});
