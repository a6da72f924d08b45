import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DayImport, DayOfRecording, RecordedTrack } from '#contract/playback.ts';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { packPositions, unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A recorded day leaves one installation as a file and is played back in another. */

let here: RunningTestServer;
let there: RunningTestServer;
// The demo has a yesterday.
const day = new Date(Date.now() - 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
let file: Buffer;

beforeAll(async () => {
  [here, there] = await Promise.all([startTestServer(), startTestServer()]);
  const { pool } = there.database.database;
  await pool.query('delete from track_minute');
  await pool.query('delete from track_density');
  await pool.query('delete from feed_journal');
});
afterAll(async () => {
  await here?.close();
  await there?.close();
});

const get = (server: RunningTestServer, method: string, input: object) =>
  server.service('admin', `Playback/${method}`, input, 'GET');
const dayIn = async (server: RunningTestServer) =>
  ((await get(server, 'GetDays', { from: day, to: day })) as { items: DayOfRecording[] }).items[0];
const tracksIn = async (server: RunningTestServer, from: string, to: string) =>
  ((await get(server, 'GetTracks', { from, to })) as { items: RecordedTrack[] }).items;

async function take(bytes: Buffer, user = 'admin', server = there) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'day.gz');
  const response = await fetch(`${server.address}/api/playback/days`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await server.signIn(user)).accessToken}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as { result: DayImport; error: unknown } };
}

test('a day moves from one database into another and is played back there as it was', async () => {
  const raisedAt = `${day}T02:00:00.000Z`;
  await here.database.database.pool.query(
    `insert into encounter (version, created_at, updated_at, kind, level, highest_level, state, alert_key, reason,
       reason_en, raised_at, cleared_at, details)
     values (1, now(), now(), 'pairs', 'warning', 'warning', 'cleared', 'k', '间隔不足', 'separation', $1, $1, $2)`,
    [
      raisedAt,
      JSON.stringify({
        reason: { key: 'alert.pairs.reason', values: { one: 'A', two: 'B' } },
        advice: '',
        contacts: [],
        targets: [],
        planIds: [],
        distanceM: 900,
        verticalM: 10,
        approach: null,
      }),
    ],
  );
  const response = await fetch(`${here.address}/api/services/app/Playback/ExportDay?day=${day}`, {
    headers: { authorization: `Bearer ${(await here.signIn('admin')).accessToken}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`clearway-${day}.day.gz`);
  file = Buffer.from(await response.arrayBuffer());

  expect(await dayIn(there)).toBeUndefined();
  const { status, body } = await take(file);
  expect([status, body.error]).toEqual([200, null]);
  const before = await dayIn(here);
  expect(body.result).toMatchObject({ day, positions: before?.positions, alerts: 1 });
  expect(Date.parse(body.result.keptUntil ?? '')).toBeGreaterThan(Date.now());
  expect(await dayIn(there)).toEqual(before);

  const from = before?.from ?? '';
  const to = new Date(Date.parse(from) + 10 * 60_000).toISOString();
  const tracks = await tracksIn(here, from, to);
  expect(tracks.length).toBeGreaterThan(0);
  const bare = (all: RecordedTrack[]) =>
    all.map(({ track, callsign, icao24, addressType, minutes }) => ({
      ...{ track, callsign, icao24, addressType, minutes },
    }));
  expect(bare(await tracksIn(there, from, to))).toEqual(bare(tracks));
  const { items } = (await get(there, 'GetAlerts', { day })) as { items: RecordedAlert[] };
  expect(items).toMatchObject([{ kind: 'pairs', level: 'warning', raisedAt }]);
  expect(items[0]?.id).toBeLessThan(0);
});

test('taken in twice it is there once', async () => {
  const before = await dayIn(there);
  const { body } = await take(file);
  expect(body.result.alerts).toBe(0);
  expect(await dayIn(there)).toEqual(before);
});

test('what is cut off, changed or none of ours is refused by its line, and nothing of it is written', async () => {
  const { pool } = there.database.database;
  await pool.query('delete from track_minute');
  const lines = gunzipSync(file).toString().trim().split('\n');
  const packed = (...all: string[]) => gzipSync(`${all.join('\n')}\n`);
  const minutes = lines.flatMap((line, index) => (line.includes('"kind":"minute"') ? [index] : []));
  const last = minutes.at(-1) ?? 0;
  const changed = (change: object) =>
    packed(
      ...lines.map((line, at) => (at === last ? JSON.stringify({ ...JSON.parse(line), ...change }) : line)),
    );
  const cases: [Buffer, string][] = [
    [Buffer.from('no gzip'), '不是本系统'],
    [packed('{"kind":"tail","lines":0}'), '不是本系统'],
    [file.subarray(0, Math.floor(file.length / 2)), '不完整'],
    [packed(...lines.slice(0, -1)), '不完整'],
    [packed(...lines.slice(0, last), ...lines.slice(last + 1)), '不完整'],
    [changed({ data: 'AAAA' }), `第 ${last + 1} 行`],
    [changed({ at: '2020-01-01T00:00:00.000Z' }), `第 ${last + 1} 行`],
    [changed({ track: 7 }), `第 ${last + 1} 行`],
    [packed(lines[0]?.replaceAll(/20\d\d-/g, '2019-') ?? '', '{"kind":"tail","lines":1}'), '保留期限'],
  ];
  for (const [bytes, why] of cases) {
    const { status, body } = await take(bytes);
    expect([status, JSON.stringify(body.error)]).toEqual([400, expect.stringContaining(why)]);
  }
  const { rows } = await pool.query('select count(*)::int as left from track_minute');
  expect(rows[0]?.left).toBe(0);
});

test('identities keep their kind; a number stays that of its source, also where the source has another number', async () => {
  const { pool } = there.database.database;
  await pool.query('delete from track_minute');
  const lines = gunzipSync(file).toString().trim().split('\n');
  const head = lines[0] ?? '';
  const source = JSON.parse(lines.find((line) => line.includes('"kind":"source"')) ?? '{}');
  const sample = JSON.parse(lines.find((line) => line.includes('"kind":"minute"')) ?? '{}');
  const { addressType: _, ...older } = sample;
  const body = [
    { ...source, id: 987 },
    { ...source, id: 988, name: 'of another installation' },
    { ...older, track: '3c4a12', icao24: '3c4a12', sourceId: 987 },
    { ...sample, track: 't:987::~3c4a12', icao24: null, addressType: 'anonymous', sourceId: 987 },
    { ...sample, track: 't:988:1/2:77', icao24: null, addressType: 'ofTheFuture', sourceId: 988 },
  ].map((line) => JSON.stringify(line));
  const tail = JSON.stringify({ kind: 'tail', lines: body.length + 1 });
  const { status } = await take(gzipSync(`${[head, ...body, tail].join('\n')}\n`));
  expect(status).toBe(200);
  const to = new Date(Date.parse(sample.at) + 60_000).toISOString();
  const taken = await tracksIn(there, sample.at, to);
  expect(taken.map(({ track, addressType }) => [track, addressType]).sort()).toEqual([
    ['3c4a12', null],
    ['t:0:988 1/2:77', null],
    [`t:${source.id}::~3c4a12`, 'anonymous'],
  ]);
});

test('tracks of two sources that are one here are joined, and none of their positions is lost', async () => {
  const { pool } = there.database.database;
  await pool.query('delete from track_minute');
  const lines = gunzipSync(file).toString().trim().split('\n');
  const source = JSON.parse(lines.find((line) => line.includes('"kind":"source"')) ?? '{}');
  const sample = JSON.parse(lines.find((line) => line.includes('"kind":"minute"')) ?? '{}');
  const positions = unpackPositions(Buffer.from(sample.data, 'base64'));
  const packed = (part: typeof positions) => Buffer.from(packPositions(part)).toString('base64');
  const terminal = (sourceId: number, part: typeof positions) => ({
    ...{ ...sample, track: `t:${sourceId}::13900000017`, icao24: null, addressType: 'terminal' },
    ...{ sourceId, data: packed(part) },
  });
  const body = [
    { ...source, id: 987 },
    { ...source, id: 988 },
    terminal(987, positions.slice(0, 1)),
    terminal(988, positions.slice(1)),
  ].map((line) => JSON.stringify(line));
  const tail = JSON.stringify({ kind: 'tail', lines: body.length + 1 });
  expect((await take(gzipSync(`${[lines[0], ...body, tail].join('\n')}\n`))).status).toBe(200);
  const { rows } = await pool.query('select track, positions from track_minute');
  expect(rows).toEqual([{ track: `t:${source.id}::13900000017`, positions: positions.length }]);
});

test('taken in again it is there once, also where a source has another name since', async () => {
  const { pool } = here.database.database;
  // A device that one source named, and that only another one heard that day.
  await pool.query(
    `insert into track_minute (minute, track, address_type, source_id, west, south, east, north, positions, data)
     select minute, 't:' || (select max(id) from surveillance_source) || '::13900000017', 'terminal', source_id,
       west, south, east, north, positions, data
     from track_minute where minute >= $1::date - interval '8 hours' order by minute limit 1`,
    [day],
  );
  const tracks = async () =>
    (await pool.query('select distinct track, source_id from track_minute order by 1, 2')).rows;
  const response = await fetch(`${here.address}/api/services/app/Playback/ExportDay?day=${day}`, {
    headers: { authorization: `Bearer ${(await here.signIn('admin')).accessToken}` },
  });
  const exported = Buffer.from(await response.arrayBuffer());
  const before = await tracks();
  await pool.query(`update surveillance_source set name = name || ' 2'`);
  expect((await take(exported, 'admin', here)).status).toBe(200);
  expect(await tracks()).toEqual(before);
});

test('neither way is open to who only plays back, and a day without recording is no file', async () => {
  expect((await take(file, 'atmb')).status).toBe(403);
  expect((await here.call('atmb', 'GET', `/api/services/app/Playback/ExportDay?day=${day}`)).status).toBe(
    403,
  );
  const nothing = await here.call('admin', 'GET', '/api/services/app/Playback/ExportDay?day=2019-01-01');
  expect(JSON.stringify(nothing.body)).toContain('2019-01-01');
  expect(nothing.status).toBe(500);
});
