import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubPaths } from '#contract/hub.ts';
import { type Lightning, strokeFields } from '#contract/lightning.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Lightning, from the source that locates it to who looks at the map. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
  // That of the demo is not fed here.
  await server.database.database.pool.query(
    `update information_source set enabled = false where content = 'lightning'`,
  );
});
afterAll(() => server?.close());

const minute = 60_000;
const lightning = (since?: number) =>
  server.service(
    'operator',
    'Lightning/GetStrokes',
    since === undefined ? {} : { since },
    'GET',
  ) as Promise<Lightning>;

async function strokesAt(longitude: number) {
  const { strokes } = await lightning();
  const rows = Array.from({ length: strokes.length / strokeFields.length }, (_, row) =>
    Object.fromEntries(
      strokeFields.map((name, column) => [name, strokes[row * strokeFields.length + column]]),
    ),
  );
  return rows.filter((row) => row.longitude === longitude);
}

async function make(values: object) {
  const body = { content: 'lightning', enabled: true, ...values };
  const answer = await server.call('admin', 'POST', '/api/records/informationSource', body);
  return { status: answer.status, body: answer.body as { id: number } };
}

async function pushTo(id: number) {
  const { token } = (await server.service('admin', 'Information/RenewToken', { id })) as { token: string };
  return async (text: string) => {
    const response = await fetch(`${server.address}/api/information/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: text,
    });
    const body = (await response.json()) as { result: Record<string, unknown> };
    return { status: response.status, result: body.result };
  };
}

const point = (at: number, longitude: number, properties: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, 30.6] },
  properties: { time: at, ...properties },
});
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

describe('lightning', () => {
  test('pushed strokes are told, shown once each, and counted at their source with what was none', async () => {
    const { body } = await make({ name: '闪电一', transport: 'httpPush' });
    const push = await pushTo(body.id);
    const told: number[] = [];
    const hub = await server.hub('operator', hubPaths.instant);
    hub.on('getLightning', (at: number) => told.push(at));
    const now = Date.now();
    const news = collection(
      point(now - 2 * minute, 101.5, { cloud: false, peakCurrentKa: -20.5 }),
      point(now - 70 * minute, 101.5),
      point(now - 25 * 60 * minute, 101.5),
      point(now + 10 * minute, 101.5),
      { type: 'Feature', geometry: null, properties: {} },
    );
    let answer = await push(news);
    await eventually(async () => {
      if (answer.status !== 200) answer = await push(news);
      return answer.status === 200;
    }, 'the source to listen');
    expect(answer.result).toMatchObject({ reports: 5, stored: 2, duplicates: 0, late: 1, unreadable: 2 });
    expect((await push(news)).result).toMatchObject({ stored: 0, duplicates: 2 });
    await eventually(async () => (await strokesAt(101.5)).length > 0, 'the stroke');
    // The one of 70 minutes ago is stored, and too old to be shown.
    expect(await strokesAt(101.5)).toEqual([
      {
        id: expect.any(Number),
        at: now - 2 * minute,
        longitude: 101.5,
        latitude: 30.6,
        kind: 1,
        peakKa: -20.5,
      },
    ]);
    await eventually(() => told.length > 0, 'the news');
    const { sources, silent, shownForMs, isCut } = await lightning();
    expect({ sources, silent, shownForMs, isCut }).toEqual({
      sources: 1,
      silent: 0,
      shownForMs: 60 * minute,
      isCut: false,
    });
    const states = (await server.service('admin', 'Information/GetSources', {}, 'GET')) as {
      items: { sourceId: number; reports: number; unreadable: number }[];
    };
    expect(states.items.find(({ sourceId }) => sourceId === body.id)).toMatchObject({
      reports: 3,
      unreadable: 1,
      reasons: [{ count: 1 }],
    });
    const list = `/api/records/informationMessage?state=unreadable&source=${body.id}`;
    const { body: kept } = await server.call('admin', 'GET', list);
    expect(JSON.stringify(kept)).toContain('geometry');
  });

  test('a file of a watched directory is read in its own format', async () => {
    const folder = path.join(server.dataFolder, 'lightning');
    await mkdir(folder, { recursive: true });
    const beijing = new Date(Date.now() - minute + 8 * 60 * minute).toISOString();
    const text = `1 ${beijing.slice(0, 10)} ${beijing.slice(11, 23)} 纬度=30.1 经度=101.75 强度=-12.5 陡度=-3 误差=0\n`;
    await writeFile(path.join(folder, 'adtd.txt'), text);
    const made = await make({ name: '闪电二', transport: 'directory', directory: 'lightning', intervalS: 5 });
    expect(made.status).toBe(201);
    await eventually(async () => (await strokesAt(101.75)).length === 1, 'the stroke');
    expect(await strokesAt(101.75)).toMatchObject([{ kind: 1, peakKa: -12.5, latitude: 30.1 }]);
  });

  test('does not come by hand or as messages', async () => {
    expect((await make({ name: '闪电三', transport: 'manual' })).status).toBe(400);
    expect((await make({ name: '闪电四', transport: 'inbox' })).status).toBe(400);
  });
});
