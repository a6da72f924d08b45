import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let trusting: RunningTestServer;
let plain: RunningTestServer;

beforeAll(async () => {
  trusting = await startTestServer({ config: { trustProxy: ['loopback'] } });
  plain = await startTestServer({ beside: trusting });
});
afterAll(async () => {
  await plain?.close();
  await trusting?.close();
});

/** The address that the sign-in log and the list of sessions have of a visitor who comes through a proxy. */
async function seen(server: RunningTestServer, forwarded: string, browser: string) {
  const answer = await server.call(
    null,
    'POST',
    '/api/TokenAuth/Authenticate',
    { userNameOrEmailAddress: 'operator', password: demoPassword },
    new Headers({ 'x-forwarded-for': forwarded, 'user-agent': browser }),
  );
  const { accessToken } = (answer.body as { result: { accessToken: string } }).result;
  const { rows } = await rowsOf(server, 'admin', 'loginAttempt', `browserInfo=${browser}`);
  const sessions = (await server.service(`Bearer ${accessToken}`, 'MyAccount/GetSessions', {}, 'GET')) as {
    items: { here: boolean; address: string }[];
  };
  return [rows[0]?.clientIpAddress, sessions.items.find(({ here }) => here)?.address];
}

describe('behind a proxy', () => {
  test('that is trusted, the visitor has their own address', async () => {
    expect(await seen(trusting, '203.0.113.7', 'through/1')).toEqual(['203.0.113.7', '203.0.113.7']);
    // What the visitor themselves wrote before it counts for nothing.
    expect(await seen(trusting, '127.0.0.1, 203.0.113.8', 'through/2')).toEqual([
      '203.0.113.8',
      '203.0.113.8',
    ]);
  });

  test('that nobody trusts, they have that of the proxy', async () => {
    expect(await seen(plain, '203.0.113.7', 'through/3')).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  test('limits are for each visitor', async () => {
    const left = async (address: string) => {
      const { headers } = await trusting.call(
        null,
        'GET',
        '/healthz',
        undefined,
        new Headers({ 'x-forwarded-for': address }),
      );
      return Number(headers.get('x-ratelimit-remaining'));
    };
    const first = await left('198.51.100.1');
    expect(await left('198.51.100.1')).toBe(first - 1);
    expect(await left('198.51.100.2')).toBe(first);
  });

  test('figures for operators are for this machine, not for whom its proxy serves', async () => {
    const metrics = async (address: string) =>
      (await trusting.call(null, 'GET', '/metrics', undefined, new Headers({ 'x-forwarded-for': address })))
        .status;
    expect(await metrics('203.0.113.7')).toBe(403);
    expect((await trusting.call(null, 'GET', '/metrics')).status).toBe(200);
  });

  test.each([
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'clearway.example'],
    ['x-forwarded-proto', 'https'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '127.0.0.1'],
    ['cf-connecting-ip', '127.0.0.1'],
  ])('figures are refused where %s: %s is added by a proxy that nobody trusts', async (name, value) => {
    const answer = await plain.call(null, 'GET', '/metrics', undefined, new Headers({ [name]: value }));
    expect([answer.status, String(answer.body).includes('_seconds')]).toEqual([403, false]);
  });

  test('figures are refused where a trusted proxy does not say for whom it asks', async () => {
    const metrics = async (headers: Record<string, string>) =>
      (await trusting.call(null, 'GET', '/metrics', undefined, new Headers(headers))).status;
    expect(await metrics({ 'x-real-ip': '203.0.113.7' })).toBe(403);
    expect(await metrics({ forwarded: 'for=203.0.113.7' })).toBe(403);
    // It asks for somebody on this machine.
    expect(await metrics({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })).toBe(200);
  });
});
