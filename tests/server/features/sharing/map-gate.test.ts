import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What the opaque token of a session opens over HTTP: the map for phones carries it in its address (decisions.md §9). */

let server: RunningTestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = `Bearer ${(await server.signIn('atmb')).encryptedAccessToken}`;
});
afterAll(() => server?.close());

const ask = (verb: string, path: string, body?: unknown) => server.call(token, verb, path, body);

describe('the opaque token of a session', () => {
  test.each([
    '/api/services/app/Session/GetCurrentUserInfo',
    '/api/services/app/Map/GetSettings',
    '/api/services/app/Navigation/GetActiveNAircrafts',
    '/api/services/app/Alert/GetList',
    '/api/records/airspace?_end=5',
    '/api/records/PLAN?_end=1',
    '/api/catalogue',
  ])('reads %s as its user', async (path) => {
    expect((await ask('GET', path)).status).toBe(200);
  });

  test('is refused all else, whatever its user may', async () => {
    const [{ id: plan } = { id: 0 }] = (await rowsOf(server, 'atmb', 'plan')).rows;
    for (const [verb, path, body] of [
      ['GET', '/api/records/user', undefined],
      ['GET', '/api/records/pilot', undefined],
      ['GET', '/api/records/plan/export?format=json', undefined],
      ['GET', `/api/records/plan/${plan}/history`, undefined],
      ['POST', '/api/services/app/Alert/Acknowledge', { id: 1 }],
      ['POST', '/api/services/app/MyAccount/EndOtherSessions', {}],
      ['GET', '/api/services/app/MyAccount/GetSessions', undefined],
      ['GET', '/api/services/app/Playback/GetDays?from=2026-01-01&to=2026-01-02', undefined],
      [
        'POST',
        '/api/services/app/Share/Create',
        { kind: 'plan', id: plan, expiresAt: '2030-01-01T00:00:00Z' },
      ],
    ] as const) {
      expect([path, (await ask(verb, path, body)).status]).toEqual([path, 403]);
    }
  });

  test('ends with its session, and in no other form', async () => {
    const { accessToken, encryptedAccessToken } = await server.signIn('aiw');
    const bearer = `Bearer ${encryptedAccessToken}`;
    const settings = '/api/services/app/Map/GetSettings';
    expect((await server.call(bearer, 'GET', settings)).status).toBe(200);
    expect((await server.call(`${bearer}x`, 'GET', settings)).status).toBe(401);
    await server.call(`Bearer ${accessToken}`, 'POST', '/api/TokenAuth/LogOut', {});
    expect((await server.call(bearer, 'GET', settings)).status).toBe(401);
  });
});
