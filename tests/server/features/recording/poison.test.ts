import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordedTrack } from '#contract/playback.ts';
import { type Row, rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Whatever a source sends or a journal holds, the rest is recorded, and the server stops and starts. */

let aheadMs = 0;
const now = () => Date.now() + aheadMs;
const clock = () => new Date(now());
let keeper: RunningTestServer;
const servers: RunningTestServer[] = [];

beforeAll(async () => {
  keeper = await startTestServer({ clock });
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await keeper?.close();
});

const started = async () => {
  const server = await startTestServer({ clock, beside: keeper });
  servers.push(server);
  return server;
};
const stopped = async (server: RunningTestServer) => {
  servers.splice(servers.indexOf(server), 1);
  await server.close();
};
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await keeper.database.database.pool.query(text, values)).rows;

const mapping = JSON.stringify({
  reports: '/a',
  fields: { latitude: '/lat', longitude: '/lon', id: '/id', at: { at: '/at', unit: 'ms' } },
});

/** A source of this server that is pushed to, and how to push. */
async function pushed(
  server: RunningTestServer,
): Promise<{ id: number; push(body: unknown): Promise<unknown> }> {
  const made = await server.call('admin', 'POST', '/api/records/surveillanceSource', {
    ...{ name: `推送 ${Math.random()}`, type: 'json', transport: 'httpPush', mapping },
  });
  const { id } = made.body as Row;
  const { token } = (await server.service('admin', 'SurveillanceSource/RenewToken', { id })) as {
    token: string;
  };
  return {
    id,
    async push(body) {
      let answer: unknown;
      await eventually(async () => {
        const response = await server.call(`Bearer ${token}`, 'POST', `/api/surveillance/${id}`, body);
        answer = response.body;
        return response.status === 200;
      }, 'the source to take a message');
      return answer;
    },
  };
}

const minutesOf = (like: string) =>
  query('select track, positions from track_minute where track like $1 order by track', [like]);

test('an id with NUL, control characters and halves of characters is recorded, and the server stops and starts', async () => {
  const server = await started();
  const { id, push } = await pushed(server);
  // As JSON text: the second is half of a character.
  const body = String.raw`{"a":[{"lat":31,"lon":105,"id":"A\u0000B"},{"lat":31.5,"lon":105,"id":"C\ud800"},
    {"lat":32,"lon":105,"id":"D\r\nB0001\u202e"}]}`;
  expect(await push(body)).toMatchObject({ result: { records: 3, reports: 3 } });
  const track = `t:${id}::AB`;
  const found = async () => {
    const [from, to] = [new Date(now() - 120_000).toISOString(), clock().toISOString()];
    const answer = await server.service('admin', 'Playback/GetTracks', { from, to, track }, 'GET');
    return (answer as { items: RecordedTrack[] }).items.map((one) => one.track);
  };
  await eventually(async () => (await found()).length > 0, 'the running minute');
  expect(await found()).toEqual([track]);
  aheadMs += 70_000;
  await eventually(async () => (await minutesOf(`t:${id}:%`)).length === 3, 'the minute to be written');
  expect((await minutesOf(`t:${id}:%`)).map((row) => row.track)).toEqual([
    track,
    `t:${id}::C\ufffd`,
    `t:${id}::D  B0001`,
  ]);
  await push(String.raw`{"a":[{"lat":31,"lon":106,"id":"\u0000N"}]}`);
  await eventually(
    async () => (await query("select 1 from track_journal where data::text like '%::N\"%'")).length > 0,
    'the journal',
  );
  await stopped(server);
  await stopped(await started());
  expect((await minutesOf(`t:${id}::N`)).length).toBe(1);
});

test('a time that is no date is refused, and what came in last can be shown', async () => {
  const server = await started();
  const { id, push } = await pushed(server);
  const body = '{"a":[{"lat":31,"lon":105,"id":"x","at":1e300},{"lat":31,"lon":105,"id":"y","at":-9e15}]}';
  expect(await push(body)).toMatchObject({ result: { records: 2, reports: 0, errors: [{ count: 2 }] } });
  const shown = await server.call('admin', 'GET', `/api/services/app/SurveillanceSource/Listen?id=${id}`);
  expect(shown.status).toBe(200);
});

test('a journal row that cannot be read is in the quarantine after the start, and the rest is recorded', async () => {
  const at = now();
  const position = {
    ...{ at, latitude: 31, longitude: 105, pressureAltitudeM: 600, geometricAltitudeM: null },
    ...{ amslAltitudeM: null, groundSpeedMps: 50, trackDeg: 1, verticalRateMps: null },
    ...{ onGround: false, isCoasting: false },
  };
  const sighting = (track: string, change: object = {}) => ({
    ...{ track, icao24: null, callsign: null, sourceId: 987_654, planId: null, position, ...change },
  });
  const long = 'x'.repeat(100_000);
  const rows = [
    '{"no":"list"}',
    '[1, null, "text"]',
    JSON.stringify([sighting('poison-good'), sighting('poison\u0000bad'), sighting('poison-\ud800')]),
    JSON.stringify([sighting('poison-time', { position: { ...position, at: 1e15 } })]),
    JSON.stringify([sighting('poison-place', { position: { ...position, latitude: 'north' } })]),
    JSON.stringify([sighting(long), sighting('poison-plan', { planId: 1.5 })]),
    // PostgreSQL takes an id as large, and no number of a source.
    JSON.stringify([sighting('poison-source', { sourceId: Number.MAX_SAFE_INTEGER })]),
  ];
  for (const data of rows) {
    await query("insert into track_journal (server, at, data) values ('gone', $1, $2::json)", [
      new Date(at).toISOString(),
      data,
    ]);
  }
  // Playback of the running minutes steps over what it can't read.
  const asked = { from: new Date(at - 60_000).toISOString(), to: new Date(at + 60_000).toISOString() };
  for (const more of [{}, { track: 'poison-plan' }])
    await keeper.service('admin', 'Playback/GetTracks', { ...asked, ...more }, 'GET');
  const day = new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
  await keeper.service('admin', 'Playback/GetDensity', { day }, 'GET');

  await stopped(await started());
  expect(await query("select 1 from track_journal where server = 'gone'")).toEqual([]);
  expect((await minutesOf('poison%')).map((row) => row.track)).toEqual(['poison-good', 'poison-source']);
  const { rows: aside } = await rowsOf(keeper, 'admin', 'quarantine', 'server=gone');
  expect(aside).toHaveLength(6);
  for (const one of aside) {
    expect(one).toMatchObject({
      kind: 'trackJournal',
      reason: '无法读取的日志数据',
      reasonEn: "Journal data that can't be read",
      arrivedAt: new Date(at).toISOString(),
    });
    expect(String(one.content).length).toBeLessThanOrEqual(10_000);
  }
  expect(Math.max(...aside.map(({ octets }) => Number(octets)))).toBeGreaterThan(100_000);
  expect(aside.some(({ content }) => String(content).includes(String.raw`poison\u0000bad`))).toBe(true);
});

test('only administrators see the quarantine, and nobody changes it', async () => {
  await query("insert into quarantine (kind, name, set_aside_at) values ('trackMinute', 'own', $1)", [
    clock().toISOString(),
  ]);
  const { rows } = await rowsOf(keeper, 'admin', 'quarantine', 'name=own');
  const [own] = rows;
  const path = `/api/records/quarantine/${own?.id}`;
  for (const user of ['operator', 'atmb', 'aiw', 'agent']) {
    for (const one of [path, '/api/records/quarantine'])
      expect([user, (await keeper.call(user, 'GET', one)).status]).toEqual([user, 403]);
  }
  const change = { version: own?.version, name: 'other' };
  expect((await keeper.call('admin', 'PATCH', path, change)).status).toBe(403);
  expect((await keeper.call('admin', 'DELETE', `${path}?version=${own?.version}`)).status).toBe(403);
});
