import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiOperation,
  placesIn,
  readOperations,
  replacedAt,
  sampleOf,
} from '#tests/support/api-document.ts';
import { makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** No body that an endpoint takes holds up everybody else: measured on each endpoint. */

let server: RunningTestServer;
let operations: ApiOperation[];
const bodyLimits = new Map<string, number>();
const app = '/api/services/app';

beforeAll(async () => {
  const onApp = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      ({ method, url, bodyLimit }: RouteOptions) => {
        for (const verb of [method].flat()) if (bodyLimit) bodyLimits.set(`${verb} ${url}`, bodyLimit);
      },
    );
  };
  subscribe('fastify.initialization', onApp);
  server = await startTestServer();
  unsubscribe('fastify.initialization', onApp);
  operations = await readOperations(server);
});
afterAll(() => server?.close());

const usual = 256 * 1024;
const longestBlockMs = 200;

function limitOf({ verb, path }: ApiOperation): number {
  const url = path.replace(/^\/api\/records\/[^/]+/, '/api/records/:resource').replace(/\{(\w+)\}/g, ':$1');
  return bodyLimits.get(`${verb} ${url}`) ?? usual;
}

/** As many of these as make a body of that many bytes, around what else there is. */
function filled(bytes: number, open: string, close: string, item: (n: number) => string): string {
  const items: string[] = [];
  for (let size = open.length + close.length, n = 0; ; n += 1) {
    const next = item(n);
    size += next.length + 1;
    if (size > bytes) break;
    items.push(next);
  }
  return `${open}${items.join(',')}${close}`;
}

/** The largest bodies of an endpoint: wrong and right items in each of its lists, names, depth, one long text. */
function* bodiesOf(operation: ApiOperation): Generator<[string, string]> {
  const bytes = limitOf(operation);
  const sample = sampleOf(operation.body ?? {});
  for (const place of placesIn(sample)) {
    const value = place.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], sample);
    if (!Array.isArray(value)) continue;
    const [open = '', close = ''] = JSON.stringify(replacedAt(sample, place, '\u0000')).split(
      JSON.stringify('\u0000'),
    );
    const first = JSON.stringify(value[0] ?? 1);
    yield [`${place.join('.')}: wrong items`, filled(bytes, `${open}[`, `]${close}`, () => '{}')];
    yield [`${place.join('.')}: items of the form`, filled(bytes, `${open}[`, `]${close}`, () => first)];
    yield [`${place.join('.')}: numbers`, filled(bytes, `${open}[`, `]${close}`, String)];
  }
  yield ['names', filled(bytes, '{', '}', (n) => `"k${n}":0`)];
  yield ['depth', `{"value":${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}}`];
  const [name = 'value'] = Object.keys((sample ?? {}) as object);
  yield ['one long text', `{"${name}":"${'x'.repeat(bytes - name.length - 8)}"}`];
}

/** The longest time, ms, for which nobody else was served while this was. */
async function answered(verb: string, path: string, body: string, authorization: string) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const response = await fetch(`${server.address}${path}`, {
    method: verb,
    headers: { authorization, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  await new Promise((resolve) => setTimeout(resolve, 6));
  delay.disable();
  return { blockMs: delay.max / 1e6, status: response.status, text };
}

test('the largest body of each endpoint holds the server up for less than 200 ms', async () => {
  await makeUser(server, 'prober', { roles: ['Admin'] });
  const sessions: string[] = [];
  for (let n = 0; n < 4; n += 1) sessions.push(`Bearer ${(await server.signIn('prober')).accessToken}`);
  const walked = /^(?!\/api\/records)|\/records\/(airspace|role|flowConfig|notice)\b/;
  let sent = 0;
  const slow: string[] = [];
  const blockOf = (verb: string, path: string, body: string) =>
    answered(verb, path, body, sessions[sent++ % sessions.length] ?? '');
  for (const operation of operations) {
    const { verb, path, body } = operation;
    if (!body || verb === 'GET' || !walked.test(path) || /LogOut|EndOtherSessions/.test(path)) continue;
    const url = path.replace(/\{\w+\}/g, '987654321');
    for (const [note, text] of bodiesOf(operation)) {
      let best = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < 3 && best > longestBlockMs; turn += 1) {
        const { blockMs, status, text: answer } = await blockOf(verb, url, text);
        best = Math.min(best, blockMs);
        expect([verb, path, note, status === 413, status === 500 && answer]).toEqual([
          verb,
          path,
          note,
          false,
          false,
        ]);
        expect([path, note, answer.length < 300_000]).toEqual([path, note, true]);
      }
      if (best > longestBlockMs) slow.push(`${verb} ${path} ${note}: ${Math.round(best)} ms`);
    }
  }
  expect(slow).toEqual([]);
  expect(sent).toBeGreaterThan(300);
}, 600_000);

test.each(['openair', 'geojson'])(
  'the largest valid file of airspace (%s) is read beside what others ask',
  async (format) => {
    const authorization = `Bearer ${(await server.signIn('atmb')).accessToken}`;
    const text = format === 'openair' ? openAirOf(2_000) : geoJsonOf(2_000);
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3 && best > longestBlockMs; turn += 1) {
      const path = `${app}/Airspace/ImportCheck`;
      const { blockMs, text: answer } = await answered(
        'POST',
        path,
        JSON.stringify({ format, text }),
        authorization,
      );
      const { features } = JSON.parse(answer).result as { features: { errors: object[] }[] };
      expect([features.length, features.flatMap(({ errors }) => errors)]).toEqual([2_000, []]);
      best = Math.min(best, blockMs);
    }
    expect(best).toBeLessThan(longestBlockMs);
  },
  120_000,
);

const cornersOf = (n: number): [number, number][] => {
  const [latitude, longitude] = [20 + (n % 100) / 5, 80 + Math.floor(n / 100)];
  return [
    [latitude, longitude],
    [latitude, longitude + 0.1],
    [latitude + 0.1, longitude + 0.1],
    [latitude + 0.1, longitude],
  ];
};

function openAirOf(count: number): string {
  const angle = (value: number) => {
    const minutes = Math.round(value * 60);
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
  };
  return Array.from({ length: count }, (_, n) =>
    [
      `AC R\nAN ZONE ${n}\nAL GND\nAH FL100`,
      ...cornersOf(n).map(([latitude, longitude]) => `DP ${angle(latitude)} N ${angle(longitude)} E`),
    ].join('\n'),
  ).join('\n\n');
}

function geoJsonOf(count: number): string {
  const features = Array.from({ length: count }, (_, n) => {
    const ring = cornersOf(n).map(([latitude, longitude]) => [longitude, latitude]);
    return {
      type: 'Feature',
      properties: { name: `Zone ${n}`, kind: 'restricted', lower: '0 m AGL', upper: '900 m AMSL' },
      geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}
