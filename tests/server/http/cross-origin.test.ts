import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubPaths } from '#contract/hub.ts';
import { upgradeStatus } from '#tests/server/signalr/support.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

const desk = 'https://console.example:8443';
const phone = 'capacitor://localhost';
const foreignOrigin = 'https://elsewhere.example';

/** One that allows two origins and stands behind a proxy, and one that has none of these settings. */
let open: RunningTestServer;
let plain: RunningTestServer;
beforeAll(async () => {
  open = await startTestServer({ config: { origins: [desk, phone], trustProxy: ['loopback'] } });
  plain = await startTestServer({ beside: open });
});
afterAll(async () => {
  await plain?.close();
  await open?.close();
});

const authenticate = '/api/TokenAuth/Authenticate';
const roles = '/api/services/app/User/GetRoles';
const requests = [
  'authorization',
  'content-type',
  'Abp.TenantId',
  'Abp-TenantId',
  '.AspNetCore.Culture',
  'x-requested-with',
  'x-signalr-user-agent',
  'x-client',
  'x-client-version',
];

const preflight = (server: RunningTestServer, origin: string, method: string, path: string) =>
  fetch(server.address + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': requests.join(','),
    },
  });
const allowed = ({ headers }: { headers: Headers }) => [
  headers.get('access-control-allow-origin'),
  headers.get('access-control-allow-credentials'),
];

describe('a page of an allowed origin', () => {
  test.each([
    [desk, 'POST', authenticate],
    [phone, 'PUT', '/api/services/app/User/Update'],
    [desk, 'PATCH', '/api/records/aircraft/1'],
    [desk, 'DELETE', '/api/records/aircraft/1'],
    [desk, 'GET', '/AbpUserConfiguration/GetAll'],
    [desk, 'POST', `${hubPaths.chat}/negotiate`],
  ])('%s asks before %s %s with its headers, and may', async (origin, method, path) => {
    const answer = await preflight(open, origin, method, path);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(allowed(answer)).toEqual([origin, 'true']);
    expect(answer.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(answer.headers.get('access-control-allow-headers')?.split(',')).toEqual(requests);
    expect(answer.headers.get('vary')).toMatch(/origin/i);
  });

  test('reads answers, the heads that lists and files need, and refusals', async () => {
    const origin = new Headers({ origin: desk });
    const list = await open.call(
      'operator',
      'GET',
      '/api/records/aircraft?_start=0&_end=1',
      undefined,
      origin,
    );
    expect([list.status, ...allowed(list)]).toEqual([200, desk, 'true']);
    expect(list.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['x-total-count', 'content-disposition', 'x-request-id']),
    );
    const refusals: [number, string][] = [
      [401, roles],
      [401, '/api/records/aircraft'],
      [404, '/api/nothing'],
    ];
    for (const [status, path] of refusals) {
      const answer = await open.call(null, 'GET', path, undefined, origin);
      expect([path, answer.status, ...allowed(answer)]).toEqual([path, status, desk, 'true']);
    }
  });

  test('connects to every hub with the official client', async () => {
    const { encryptedAccessToken } = await open.signIn('operator');
    for (const path of Object.values(hubPaths)) {
      const connection = new HubConnectionBuilder()
        .withUrl(`${open.address}${path}?enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`, {
          transport: HttpTransportType.WebSockets,
          headers: { origin: phone },
        })
        .configureLogging(LogLevel.None)
        .build();
      await connection.start();
      await expect(connection.invoke('Register')).resolves.toBeNull();
      await connection.stop();
    }
  });
});

describe('a page of another origin', () => {
  test('is answered as if there were no such rule', async () => {
    for (const server of [open, plain]) {
      const before = await preflight(server, foreignOrigin, 'POST', authenticate);
      expect([before.status, ...allowed(before)]).toEqual([404, null, null]);
      const answer = await server.call(
        'operator',
        'GET',
        roles,
        undefined,
        new Headers({ origin: foreignOrigin }),
      );
      expect([answer.status, ...allowed(answer)]).toEqual([200, null, null]);
    }
    // Without the setting nobody is allowed, not even by the name of another server.
    expect(allowed(await preflight(plain, desk, 'POST', authenticate))).toEqual([null, null]);
  });
});

describe('the origin at a hub', () => {
  async function statuses(
    server: RunningTestServer,
    headers: Record<string, string>,
  ): Promise<[number, number]> {
    const { encryptedAccessToken } = await server.signIn('operator');
    const hub = `${server.address}${hubPaths.instant}`;
    const query = `enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`;
    const { status } = await fetch(`${hub}/negotiate?negotiateVersion=1&${query}`, {
      method: 'POST',
      headers,
    });
    return [status, await upgradeStatus(`${hub.replace('http', 'ws')}?${query}`, headers)];
  }
  const seen = { let: [200, 101], refused: [403, 403] };

  test.each<[string, () => RunningTestServer, Record<string, string>, number[]]>([
    ['of the server itself', () => plain, {}, seen.let],
    ['that is allowed', () => open, { origin: desk }, seen.let],
    ['that is not', () => open, { origin: foreignOrigin }, seen.refused],
    ['that is allowed elsewhere', () => plain, { origin: desk }, seen.refused],
    [
      'that a trusted proxy names',
      () => open,
      { origin: 'https://fly.example', 'x-forwarded-host': 'fly.example' },
      seen.let,
    ],
    [
      'that a row of proxies names, with its port',
      () => open,
      { origin: 'https://fly.example', 'x-forwarded-host': 'fly.example:443, inner:8080' },
      seen.let,
    ],
    [
      'that is not the one that the proxy names',
      () => open,
      { origin: foreignOrigin, 'x-forwarded-host': 'fly.example' },
      seen.refused,
    ],
    [
      'that somebody names whom nobody trusts',
      () => plain,
      { origin: 'https://fly.example', 'x-forwarded-host': 'fly.example' },
      seen.refused,
    ],
  ])('%s', async (_, server, headers, expected) => {
    expect(await statuses(server(), headers)).toEqual(expected);
  });

  test('is the public one also where the proxy asks by another name', async () => {
    const own = { origin: open.address };
    expect(await statuses(open, own)).toEqual(seen.let);
    expect(await statuses(open, { ...own, 'x-forwarded-host': 'fly.example' })).toEqual(seen.refused);
  });
});

test('the map for phones may stand in a page of an allowed origin, and nothing else does', async () => {
  const ancestors = async (server: RunningTestServer, path: string) => {
    const policy = (await fetch(server.address + path)).headers.get('content-security-policy') ?? '';
    return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
  };
  for (const path of [
    '/permission/mapAPPno1?enc_auth_token=x',
    '/permission/mapApp',
    '/permission/mapshow/',
  ]) {
    expect(await ancestors(open, path)).toBe(`'self' ${desk} ${phone}`);
    expect(await ancestors(plain, path)).toBe("'self' 'self'");
  }
  for (const path of ['/', '/login', '/permission/mapshower', '/permission/user']) {
    expect(await ancestors(open, path)).toBe("'self' 'self'");
  }
});

test('the map for phones keeps its way to the page that opened it, where other origins are allowed, and nothing else does', async () => {
  const policy = async (server: RunningTestServer, path: string) =>
    (await fetch(server.address + path)).headers.get('cross-origin-opener-policy');
  expect(await policy(open, '/permission/mapAPPno1?enc_auth_token=x')).toBeNull();
  expect(await policy(plain, '/permission/mapAPPno1')).toBe('same-origin');
  for (const path of ['/', '/login', '/permission/user'])
    expect(await policy(open, path)).toBe('same-origin');
});
