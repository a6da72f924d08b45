import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Points begin near their reader: in the areas that they cover, then by the distance from the centre of their map. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const [localCode, longitude, latitude] of [
    ['CN-T1', 104.06, 30.67],
    ['CN-T2', 104.4, 31],
    ['CN-T3', 116.6, 40.08],
    ['CN-T4', -104.06, 30.67],
  ] as const) {
    const position = { type: 'Point', coordinates: [longitude, latitude] };
    const made = { name: `试验 ${localCode}`, kind: 'ga', localCode, position };
    expect((await server.call('admin', 'POST', '/api/records/airport', made)).status).toBe(201);
  }
});
afterAll(() => server?.close());

const ours = 'localCode_startswith=CN-T&';
const codes = (rows: Row[]) => rows.map(({ localCode }) => localCode);
const listed = async (user: string, query = '') =>
  codes((await rowsOf(server, user, 'airport', `${ours}${query}`)).rows);
const centreOf = async (user: string, longitude: number | null, latitude: number | null) =>
  server.database.database.pool.query(
    'update "user" set longitude = $2, latitude = $3 where user_name = $1',
    [user, longitude, latitude],
  );

test('the nearest to the centre of the map is first, in pages too; a sort by the user overrides it', async () => {
  await makeUser(server, 'chengdu', { roles: ['ATMB'] });
  await centreOf('chengdu', 104.05, 30.65);
  expect(await listed('chengdu')).toEqual(['CN-T1', 'CN-T2', 'CN-T3', 'CN-T4']);
  const page = async (start: number) =>
    codes(
      (await server.call('chengdu', 'GET', `/api/records/airport?${ours}_start=${start}&_end=${start + 2}`))
        .body as Row[],
    );
  expect([...(await page(0)), ...(await page(2))]).toEqual(['CN-T1', 'CN-T2', 'CN-T3', 'CN-T4']);
  expect(await listed('chengdu', '_sort=localCode&_order=desc')).toEqual([
    'CN-T4',
    'CN-T3',
    'CN-T2',
    'CN-T1',
  ]);
  await centreOf('chengdu', 116.5, 40);
  expect(await listed('chengdu')).toEqual(['CN-T3', 'CN-T2', 'CN-T1', 'CN-T4']);
  // Without a place of their own: the centre of the map's parameters.
  await centreOf('chengdu', null, null);
  expect((await listed('chengdu')).at(-1)).toBe('CN-T4');
});

test('what lies in the coverage areas of the user comes before all that is nearer', async () => {
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [116, 39.5],
        [117, 39.5],
        [117, 40.5],
        [116, 40.5],
        [116, 39.5],
      ],
    ],
  };
  const unit = await server.call('admin', 'POST', '/api/records/organizationUnit', {
    displayName: '试验责任区',
    kind: 'coverage',
    area,
  });
  expect(unit.status, JSON.stringify(unit.body)).toBe(201);
  await makeUser(server, 'north', { roles: ['ATMB'], coverage: [(unit.body as Row).id] });
  await centreOf('north', 104.05, 30.65);
  expect(await listed('north')).toEqual(['CN-T3', 'CN-T1', 'CN-T2', 'CN-T4']);
});
