import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Times and places at the ends of what may be written. */

let server: RunningTestServer;
let made = 0;
let library = 0;
beforeAll(async () => {
  server = await startTestServer();
  const { items } = resultOf<{ items: { id: number }[] }>(
    await send('admin', 'Page', { library: true, states: [1] }),
  );
  library = items[0]?.id ?? 0;
}, 120_000);
afterAll(() => server?.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const send = (user: string, name: string, input: object): Promise<Answer> =>
  server.call(user, 'POST', `/api/services/app/Airspace/${name}`, input);
const resultOf = <T>({ status, body }: Answer): T => {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return (body as { result: T }).result;
};

function draft(): Record<string, unknown> {
  made += 1;
  return {
    name: `时间测试 ${made}`,
    kind: 'temporary',
    shape: 'circle',
    center: { type: 'Point', coordinates: [103.2 + made * 0.05, 31.3] },
    radiusM: 1000,
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 300, unit: 'm', reference: 'AGL' },
    validFrom: inDays(40),
    validTo: inDays(90),
    activityNature: '航空摄影',
    entryExit: '自南侧进出',
  };
}

test.each<[string, string, () => Promise<object>, string]>([
  ['CheckErrors', 'operator', async () => ({ ...draft(), validFrom: 'tomorrow' }), 'validFrom'],
  ['CheckErrors', 'operator', async () => ({ ...draft(), validTo: '+275760-09-13T00:00:00Z' }), 'validTo'],
  ['CheckErrors', 'operator', async () => ({ ...draft(), validTo: '2026-12-20T08:00:00' }), 'validTo'],
  ['Open', 'atmb', async () => ({ id: library, from: '+275760-09-13T00:00:00Z' }), 'from'],
  ['Close', 'atmb', async () => ({ id: library, to: '2199-01-01', reason: '维护' }), 'to'],
  ['Extend', 'atmb', async () => ({ id: library, validTo: 'later', reason: '延期' }), 'validTo'],
])('%s by %s refuses a time that is none at its field', async (name, user, input, field) => {
  const { status, body } = await send(user, name, await input());
  expect(status, JSON.stringify(body)).toBe(400);
  expect(JSON.stringify(body)).toContain(`"members":["${field}"]`);
});

test('a draft that is to be used on some days of centuries is judged as fast as any', async () => {
  const schedule = [{ days: [1], startTime: '0800', endTime: '0900' }];
  const long = { ...draft(), validTo: '2199-12-31T00:00:00Z', schedule };
  const began = performance.now();
  const { findings } = resultOf<{ findings: { code: string }[] }>(
    await send('operator', 'CheckErrors', long),
  );
  expect(findings.map(({ code }) => code)).toContain('tooLong');
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a route behind the date line is near, too', async () => {
  const square = (west: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, 30],
        [west + 0.01, 30],
        [west + 0.01, 30.01],
        [west, 30.01],
        [west, 30],
      ],
    ],
  });
  const drawn = { shape: 'polygon', center: null, radiusM: null };
  const route = {
    ...draft(),
    ...drawn,
    name: '日界线航线',
    kind: 'route',
    geometry: square(-179.99),
    company: null,
  };
  resultOf(await send('admin', 'Save', route));
  const near = { ...draft(), ...drawn, geometry: square(179.97) };
  const { findings } = resultOf<{ findings: { code: string }[] }>(
    await send('operator', 'CheckErrors', near),
  );
  expect(findings.map(({ code }) => code)).toContain('routeNear');
});
