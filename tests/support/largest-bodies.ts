import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { type ApiOperation, placesIn, readOperations, replacedAt, sampleOf } from './api-document.ts';
import { makeUser } from './people.ts';
import { type RunningTestServer, startTestServer, type TestServerOptions } from './server.ts';

/** The largest bodies that the endpoints of a server take. */
export interface LargestBodies {
  server: RunningTestServer;
  /** One request for each of them: to every service, and to the records of a few types, whose code is one. */
  requests(): Generator<BodyRequest>;
  close(): Promise<void>;
}

export interface BodyRequest {
  verb: string;
  path: string;
  /** What the body is full of. */
  note: string;
  body: string;
  /** Of an administrator. */
  authorization: string;
}

export async function startLargestBodies(options: TestServerOptions = {}): Promise<LargestBodies> {
  const bodyLimits = new Map<string, number>();
  const onApp = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      ({ method, url, bodyLimit }: RouteOptions) => {
        for (const verb of [method].flat()) if (bodyLimit) bodyLimits.set(`${verb} ${url}`, bodyLimit);
      },
    );
  };
  subscribe('fastify.initialization', onApp);
  const server = await startTestServer(options);
  unsubscribe('fastify.initialization', onApp);
  const operations = await readOperations(server);
  await makeUser(server, 'prober', { roles: ['Admin'] });
  // Limits for each session and minute are not what is looked at.
  const sessions: string[] = [];
  for (let n = 0; n < 4; n += 1) sessions.push(`Bearer ${(await server.signIn('prober')).accessToken}`);

  function limitOf({ verb, path }: ApiOperation): number {
    const url = path.replace(/^\/api\/records\/[^/]+/, '/api/records/:resource').replace(/\{(\w+)\}/g, ':$1');
    return bodyLimits.get(`${verb} ${url}`) ?? usual;
  }

  return {
    server,
    *requests() {
      let sent = 0;
      for (const operation of operations) {
        const { verb, path } = operation;
        if (
          !operation.body ||
          verb === 'GET' ||
          !walked.test(path) ||
          /LogOut|EndOtherSessions|BeginDisplay/.test(path)
        )
          continue;
        const url = path.replace(/\{\w+\}/g, '987654321');
        for (const [note, body] of bodiesOf(operation, limitOf(operation)))
          yield { verb, path: url, note, body, authorization: sessions[sent++ % sessions.length] ?? '' };
      }
    },
    close: () => server.close(),
  };
}

const usual = 256 * 1024;
const walked = /^(?!\/api\/records)|\/records\/(airspace|role|flowConfig|notice)\b/;

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
function* bodiesOf(operation: ApiOperation, bytes: number): Generator<[string, string]> {
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

/** A valid file of so many airspaces. */
export const airspaceFiles = { openair: openAirOf, geojson: geoJsonOf };

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
