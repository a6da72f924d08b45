import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubPaths } from '#contract/hub.ts';
import type { RainAreas, RainPictures } from '#contract/weather-radar.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { pngOf } from '#tests/support/png.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { pcapOf } from '#tests/support/traffic.ts';

/** Rain, from the source that sends it to who asks for it. */

let server: RunningTestServer;
const websites: Server[] = [];
beforeAll(async () => {
  server = await startTestServer({ config: { webhookPrivate: true } });
});
afterAll(async () => {
  for (const one of websites) {
    one.closeAllConnections();
    one.close();
  }
  await server?.close();
});

const site = { type: 'Point', coordinates: [104, 30.5] };
const minute = 60_000;

const pictures = (user = 'operator') =>
  server.service(user, 'WeatherRadar/GetPictures', {}, 'GET') as Promise<RainPictures>;
const named = async (name: string) => (await pictures()).items.find((one) => one.name === name);

/** A picture of one ray of rain, ten to fifteen miles east of the radar. */
function rain(at: number, intensity: number): Uint8Array {
  const source = { sac: 25, sic: 8 };
  const timeOfDayS = Math.floor((at % 86_400_000) / 1_000);
  const block = encodeBlock(8, '1.x', [
    { source, messageType: 254, timeOfDayS, processing: { scaling: 3, reduction: 0, parameters: 0 } },
    {
      source,
      messageType: 1,
      vectorQualifier: { systemCoordinates: false, intensity, shadingOrientation: 0 },
      polarVectors: [{ startRange: 160, endRange: 240, azimuthDeg: 90 }],
    },
    { source, messageType: 255, timeOfDayS, itemCount: 1 },
  ]);
  if (!block.ok) throw new Error(`${block.reason} ${block.path}`);
  return block.bytes;
}

async function make(type: 'surveillanceSource' | 'informationSource', values: object) {
  const answer = await server.call('admin', 'POST', `/api/records/${type}`, { enabled: true, ...values });
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body as { id: number; version: number };
}

const image = (name: string, values: object) =>
  make('informationSource', {
    name,
    content: 'radarImage',
    west: 102,
    south: 29,
    east: 106,
    north: 32,
    ...values,
  });

async function pushed(
  kind: 'surveillance' | 'information',
  id: number,
): Promise<(body: Uint8Array, query?: string) => Promise<{ status: number; body: unknown }>> {
  const service = kind === 'surveillance' ? 'SurveillanceSource' : 'Information';
  const made = (await server.service('admin', `${service}/RenewToken`, { id })) as { token: string };
  const push = async (body: Uint8Array, query = '') => {
    const response = await fetch(`${server.address}/api/${kind}/${id}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return push;
}

describe('CAT008', () => {
  test('a picture is told to who listens, listed with its age, given as areas, and gone with its source', async () => {
    const source = await make('surveillanceSource', {
      name: '天气雷达一',
      type: 'Cat08',
      transport: 'httpPush',
      position: site,
    });
    const push = await pushed('surveillance', source.id);
    const told: RainPictures[] = [];
    const hub = await server.hub('operator', hubPaths.instant);
    hub.on('getRainPoints', (one: RainPictures) => told.push(one));
    const at = Math.floor(Date.now() / 1_000) * 1_000 - 2 * minute;
    await eventually(async () => (await push(rain(at, 4))).status === 200, 'the source to listen');
    await eventually(
      () => told.some(({ items }) => items.some(({ name }) => name === '天气雷达一')),
      'the news',
    );

    const found = await named('天气雷达一');
    expect(found).toMatchObject({
      id: `a${source.id}:25/8`,
      kind: 'areas',
      at,
      isWhole: true,
      projection: null,
    });
    const [west = 0, south = 0, east = 0, north = 0] = found?.bounds ?? [];
    expect([
      west > 104.18 && west < 104.21,
      east > 104.28 && east < 104.31,
      south < 30.5,
      north > 30.5,
    ]).toEqual([true, true, true, true]);
    const { at: now, dimAfterMs, dropAfterMs } = await pictures();
    expect(now - at).toBeGreaterThanOrEqual(2 * minute);
    expect([dimAfterMs, dropAfterMs]).toEqual([10 * minute, 30 * minute]);
    const areas = (await server.service(
      'operator',
      'WeatherRadar/GetAreas',
      { id: found?.id },
      'GET',
    )) as RainAreas;
    expect(areas).toMatchObject({ at, levels: [{ level: 4 }] });
    expect(areas.levels[0]?.rings[0]).toHaveLength(8);

    // An older one that comes late changes nothing; a newer one takes its place.
    await push(rain(at - minute, 1));
    expect((await named('天气雷达一'))?.at).toBe(at);
    await push(rain(at + minute, 6));
    expect((await named('天气雷达一'))?.at).toBe(at + minute);

    await server.call('admin', 'PATCH', `/api/records/surveillanceSource/${source.id}`, {
      version: source.version + 1,
      enabled: false,
    });
    await eventually(async () => (await named('天气雷达一')) === undefined, 'the end of its rain');
    const gone = await server.call(
      'operator',
      'GET',
      `/api/services/app/WeatherRadar/GetAreas?id=${found?.id}`,
    );
    expect(gone.status).toBe(404);
  });

  test('what is too old is not listed', async () => {
    const source = await make('surveillanceSource', {
      name: '旧天气雷达',
      type: 'Cat08',
      transport: 'httpPush',
      position: site,
    });
    const push = await pushed('surveillance', source.id);
    await eventually(
      async () => (await push(rain(Date.now() - 31 * minute, 4))).status === 200,
      'the source',
    );
    expect(await named('旧天气雷达')).toBeUndefined();
    await push(rain(Date.now() - 29 * minute, 4));
    expect(await named('旧天气雷达')).toBeDefined();
  });

  test('a radar without a site is counted, not drawn somewhere', async () => {
    const source = await make('surveillanceSource', { name: '无站点', type: 'Cat08', transport: 'httpPush' });
    const push = await pushed('surveillance', source.id);
    let answer: unknown;
    await eventually(async () => {
      const { status, body } = await push(rain(Date.now(), 4));
      answer = body;
      return status === 200;
    }, 'the source');
    expect(answer).toMatchObject({
      result: { records: 3, errors: [{ reason: '气象图需要数据源的站点位置' }] },
    });
    expect(await named('无站点')).toBeUndefined();
  });

  test('a recording of it is replayed as old as it is in the recording', async () => {
    const folder = path.join(server.dataFolder, 'recordings');
    await mkdir(folder, { recursive: true });
    const atMs = Date.UTC(2025, 5, 1, 6, 0, 0);
    const datagrams = [0, 1].map((i) => ({ atMs: atMs + i * 1_000, payload: rain(atMs + i * 1_000, 2 + i) }));
    await writeFile(path.join(folder, 'rain.pcap'), pcapOf(datagrams));
    await make('surveillanceSource', {
      name: '回放的雨',
      type: 'Cat08',
      transport: 'replay',
      file: 'rain.pcap',
      position: site,
    });
    await eventually(async () => (await named('回放的雨')) !== undefined, 'its rain');
    const found = await named('回放的雨');
    expect(Date.now() - (found?.at ?? 0)).toBeLessThan(2 * minute);
  });
});

describe('images', () => {
  test('one that is pushed is served with its bounds and time to who is signed in', async () => {
    const source = await image('推送图像', { transport: 'httpPush', projection: 'mercator' });
    const push = await pushed('information', source.id);
    const at = Math.floor(Date.now() / 1_000) * 1_000 - 3 * minute;
    const bytes = pngOf(40, 30, [0, 200, 0, 180]);
    const query = `?at=${new Date(at).toISOString()}`;
    let answer: unknown;
    await eventually(async () => {
      const { status, body } = await push(bytes, query);
      answer = body;
      return status === 200;
    }, 'the source to listen');
    expect(answer).toMatchObject({ result: { reports: 1, stored: 1, unreadable: 0 } });
    const found = await named('推送图像');
    expect(found).toMatchObject({
      id: `i${source.id}`,
      kind: 'image',
      at,
      bounds: [102, 29, 106, 32],
      projection: 'mercator',
    });
    const { accessToken } = await server.signIn('operator');
    const url = `${server.address}/api/services/app/WeatherRadar/GetImage?id=i${source.id}`;
    const served = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } });
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetch(url)).status).toBe(401);

    // The same moment again is known; an older one is late and not shown; what is no image is counted with its reason.
    expect((await push(bytes, query)).body).toMatchObject({ result: { duplicates: 1 } });
    const older = `?at=${new Date(at - minute).toISOString()}`;
    expect((await push(pngOf(8, 8, [9, 9, 9, 9]), older)).body).toMatchObject({ result: { late: 1 } });
    expect((await push(Buffer.from('METAR ZUUU='))).body).toMatchObject({
      result: { unreadable: 1, errors: [{ reason: '不是 PNG 图像', count: 1 }] },
    });
    expect((await named('推送图像'))?.at).toBe(at);
    const { items } = (await server.service('admin', 'Information/GetSources', {}, 'GET')) as {
      items: object[];
    };
    expect(items).toContainEqual(
      expect.objectContaining({ name: '推送图像', reports: 4, unreadable: 1, isSilent: false, fault: null }),
    );
  });

  test('one that says its time itself is taken at that time', async () => {
    const source = await image('自带时间', { transport: 'httpPush' });
    const push = await pushed('information', source.id);
    const at = Math.floor(Date.now() / 1_000) * 1_000 - 5 * minute;
    await eventually(async () => (await push(pngOf(4, 4, [1, 2, 3, 4], at))).status === 200, 'the source');
    expect((await named('自带时间'))?.at).toBe(at);
  });

  test('a folder is watched, and the time is that in the name of the file', async () => {
    const folder = path.join(server.dataFolder, 'radar');
    await mkdir(folder, { recursive: true });
    const at = Math.floor((Date.now() - 4 * minute) / 1_000) * 1_000;
    const digits = new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
    await writeFile(path.join(folder, `CR_${digits}.png`), pngOf(6, 6, [10, 20, 30, 255]));
    await image('目录图像', { transport: 'directory', directory: 'radar', intervalS: 5 });
    await eventually(async () => (await named('目录图像')) !== undefined, 'the image', 30_000);
    expect((await named('目录图像'))?.at).toBe(at);
  });

  test('an address is polled, and the time is when it was last modified', async () => {
    const at = Math.floor((Date.now() - 2 * minute) / 1_000) * 1_000;
    const site = createServer((_, response) => {
      response
        .writeHead(200, { 'last-modified': new Date(at).toUTCString() })
        .end(pngOf(6, 6, [1, 1, 1, 255]));
    });
    websites.push(site);
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await image('轮询图像', { transport: 'httpPoll', url: `http://127.0.0.1:${port}/cr.png`, intervalS: 5 });
    await eventually(async () => (await named('轮询图像')) !== undefined, 'the image', 30_000);
    expect((await named('轮询图像'))?.at).toBe(at);
  });

  test.each([
    ['transport', { transport: 'manual' }],
    ['west', { transport: 'httpPush', west: null }],
    ['north', { transport: 'httpPush', north: 20 }],
    ['east', { transport: 'httpPush', east: 102 }],
    ['south', { transport: 'httpPush', south: -89 }],
  ])('a source is refused at %s', async (field, values) => {
    const answer = await server.call('admin', 'POST', '/api/records/informationSource', {
      name: '不对',
      content: 'radarImage',
      enabled: true,
      west: 102,
      south: 29,
      east: 106,
      north: 32,
      ...values,
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(field);
  });
});
