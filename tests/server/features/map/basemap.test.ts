import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/kernel/config.ts';
import { StartError } from '#server/kernel/start-error.ts';
import { countryside, makePmtiles } from '#tests/support/pmtiles.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

const url = '/files/basemap.pmtiles';
const bytes = makePmtiles({ '0/0/0': countryside(), '5/25/12': countryside() }, [100, 25, 110, 35]);
let folder: string;
let file: string;
let server: RunningTestServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-basemap-'));
  // A name as people give them.
  file = path.join(folder, 'west 100%.pmtiles');
  await writeFile(file, bytes);
  await writeFile(path.join(folder, 'beside.txt'), 'not for anybody');
  server = await startTestServer({ config: { basemapFile: file } });
});

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The bytes as they come, as this user. */
async function get(user: string | null, range?: string, more: Record<string, string> = {}) {
  const token = user === null ? null : (await server.signIn(user)).accessToken;
  const response = await fetch(server.address + url, {
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(range ? { range } : {}),
      ...more,
    },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

describe('the base map of the installation', () => {
  test('is told with the settings of the map, and read by whoever may open it', async () => {
    expect(await server.service('aiw', 'Map/GetSettings', {}, 'GET')).toMatchObject({ basemapUrl: url });
    expect((await get(null)).status).toBe(401);
    const whole = await get('aiw');
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      'application/vnd.pmtiles',
      'bytes',
    ]);
    expect(createHash('sha1').update(whole.body).digest('hex')).toBe(
      createHash('sha1').update(bytes).digest('hex'),
    );
  });

  test('comes in ranges', async () => {
    const part = await get('aiw', 'bytes=7-10');
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 7-10/${bytes.length}`]);
    expect([...part.body]).toEqual([...bytes.subarray(7, 11)]);
    // The reader asks for 16 KiB at first, however short the file is.
    const beyond = await get('aiw', 'bytes=0-16383');
    expect([beyond.status, beyond.body.length]).toEqual([206, bytes.length]);
    const outside = await get('aiw', `bytes=${bytes.length}-`);
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
  });

  test('is asked for again only where it has changed', async () => {
    const etag = (await get('aiw', 'bytes=0-0')).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    // What fetch adds of its own would ask for the whole file.
    const { accessToken } = await server.signIn('aiw');
    const again = await server.app.inject({
      url,
      headers: { authorization: `Bearer ${accessToken}`, 'if-none-match': etag },
    });
    expect(again.statusCode).toBe(304);
    expect((await get('aiw', 'bytes=0-3', { 'if-range': '"another"' })).status).toBe(200);
    await utimes(file, new Date(), new Date('2020-01-01T00:00:00Z'));
    expect((await get('aiw', 'bytes=0-0')).headers.get('etag')).not.toBe(etag);
  });

  test('is one file, and no way to those beside it', async () => {
    for (const other of [
      '/files/beside.txt',
      '/files/basemap.pmtiles/../beside.txt',
      '/files/basemap.pmtiles%2f..%2fbeside.txt',
    ]) {
      const { status, body } = await server.call('admin', 'GET', other);
      expect([other, status, JSON.stringify(body).includes('not for anybody')]).toEqual([other, 404, false]);
    }
  });

  test('is a file that the reader of the page can read', async () => {
    const reader = new PMTiles({
      getKey: () => url,
      async getBytes(offset, length) {
        const { body } = await get('aiw', `bytes=${offset}-${offset + length - 1}`);
        return { data: new Uint8Array(body).buffer };
      },
    });
    expect(await reader.getHeader()).toMatchObject({ minZoom: 0, maxZoom: 5, minLon: 100, maxLat: 35 });
    expect((await reader.getZxy(5, 25, 12))?.data.byteLength).toBeGreaterThan(100);
    expect(await reader.getZxy(5, 25, 13)).toBeUndefined();
  });
});

test('BASEMAP is checked at the start', () => {
  const env = (name: string) => ({ BASEMAP: name });
  expect(readConfig(env('west 100%.pmtiles'), folder).basemapFile).toBe(file);
  expect(readConfig({}, folder).basemapFile).toBeNull();
  for (const wrong of ['beside.txt', 'nowhere.pmtiles', '.'])
    expect(() => readConfig(env(wrong), folder)).toThrow(StartError);
});
