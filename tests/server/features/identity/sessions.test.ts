import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { setParameter } from '#tests/support/parameters.ts';
import { idOf, makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** How long a session lives, where one is signed in, and how it ends from elsewhere. */

let server: RunningTestServer;
let aheadMs = 0;
const minute = 60_000;
const hour = 60 * minute;

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + aheadMs) });
  await makeUser(server, 'sitter', { roles: ['OM'] });
});
afterAll(() => server?.close());

interface View {
  id: number;
  here: boolean;
  device: string;
  browser: string;
  address: string;
  remembered: boolean;
  lastSeenAt: string;
}

const bearerOf = async (userName: string, extra: object = {}, agent = 'tests/1') => {
  const answer = await server.call(
    null,
    'POST',
    '/api/TokenAuth/Authenticate',
    { userNameOrEmailAddress: userName, password: demoPassword, ...extra },
    new Headers({ 'user-agent': agent }),
  );
  const { result } = answer.body as { result: { accessToken: string; encryptedAccessToken: string } };
  return { bearer: `Bearer ${result.accessToken}`, ...result };
};
const screen = (idleS: number) => new Headers({ 'x-clearway-screen': '1', 'x-clearway-idle': String(idleS) });
const lives = async (bearer: string, headers?: Headers) =>
  (await server.call(bearer, 'GET', '/api/services/app/User/GetRoles', undefined, headers)).status === 200;
const sessionsOf = async (bearer: string) =>
  ((await server.service(bearer, 'MyAccount/GetSessions', {}, 'GET')) as { items: View[] }).items;
const call = (bearer: string, name: string, input: object) =>
  server.call(bearer, 'POST', `/api/services/app/MyAccount/${name}`, input);

test('the greatest age is a parameter: it says how long a token is good, and a lower one holds at once', async () => {
  const { bearer } = await bearerOf('sitter', { rememberClient: true });
  await setParameter(server, 'session.maxHours', '2');
  expect((await server.signIn('sitter')).expireInSeconds).toBe(7_200);
  aheadMs = 2 * hour + minute;
  expect(await lives(bearer)).toBe(false);
  aheadMs = 0;
  await setParameter(server, 'session.maxHours', '24');
  expect(await lives(bearer)).toBe(false);
});

test('attempts and minutes of the lock are parameters', async () => {
  await makeUser(server, 'clumsy');
  await setParameter(server, 'session.lockoutAttempts', '2');
  await setParameter(server, 'session.lockoutMinutes', '30');
  const tryIn = async (password: string) => {
    const input = { userNameOrEmailAddress: 'clumsy', password };
    const { body } = await server.call(null, 'POST', '/api/TokenAuth/Authenticate', input);
    return (body as { error: { details: string } | null }).error?.details;
  };
  expect(await tryIn('Wrong-one-1')).toBe('用户名或密码无效');
  const locked = '登录失败次数过多，账户已锁定，请于 30 分钟后重试。';
  expect([await tryIn('Wrong-one-1'), await tryIn(demoPassword)]).toEqual([locked, locked]);
  aheadMs = 29 * minute;
  expect(await tryIn(demoPassword)).toBe(locked);
  aheadMs = 31 * minute;
  expect(await tryIn(demoPassword)).toBeUndefined();
  aheadMs = 0;
  await setParameter(server, 'session.lockoutAttempts', '5');
  await setParameter(server, 'session.lockoutMinutes', '5');
});

describe('where one is signed in', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

  test('is listed with device, browser and address, this one marked, and no key', async () => {
    await makeUser(server, 'mobile', { roles: ['OM'] });
    await bearerOf('mobile', { rememberClient: true }, chrome);
    const here = await bearerOf('mobile');
    const items = await sessionsOf(here.bearer);
    expect(items).toHaveLength(2);
    expect(items.find((one) => one.here)).toMatchObject({
      device: 'program',
      browser: 'tests',
      remembered: false,
    });
    expect(items.find((one) => !one.here)).toMatchObject({
      device: 'desktop',
      browser: 'Chrome 126',
      system: 'Windows',
      address: '127.0.0.1',
      remembered: true,
      startedAt: expect.stringMatching(/Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
    });
    expect(Object.keys(items[0] ?? {})).not.toContain('key');
  });

  test('one is signed out there: for HTTP and for its hub at once, and nowhere else', async () => {
    const here = await bearerOf('mobile');
    const there = await bearerOf('mobile', {}, chrome);
    const hub = server.client('/signalr-chat', there.encryptedAccessToken);
    const ownHub = server.client('/signalr-chat', here.encryptedAccessToken);
    await Promise.all([hub.start(), ownHub.start()]);
    const gone = new Promise<void>((resolve) => hub.onclose(() => resolve()));
    const mine = await sessionsOf(there.bearer);
    const id = mine.find((one) => one.here)?.id;
    // Another's session is not there for them.
    const outsider = await bearerOf('sitter');
    expect((await call(outsider.bearer, 'EndSession', { id })).status).toBe(404);
    expect((await call(here.bearer, 'EndSession', { id })).status).toBe(200);
    await gone;
    expect([await lives(there.bearer), await lives(here.bearer)]).toEqual([false, true]);
    expect(ownHub.state).toBe('Connected');
    expect((await call(here.bearer, 'EndSession', { id })).status).toBe(404);
  });

  test('one is signed out everywhere else', async () => {
    const here = await bearerOf('mobile');
    const others = await Promise.all([bearerOf('mobile'), bearerOf('mobile')]);
    expect((await call(here.bearer, 'EndOtherSessions', {})).status).toBe(200);
    for (const { bearer } of others) expect(await lives(bearer)).toBe(false);
    expect((await sessionsOf(here.bearer)).map((one) => one.here)).toEqual([true]);
  });

  test('an administrator signs a user out; who keeps no users does not, nor does one of another company', async () => {
    const userId = await idOf(server, 'user', 'userName', 'mobile');
    const { bearer } = await bearerOf('mobile');
    expect((await call((await bearerOf('sitter')).bearer, 'EndUserSessions', { userId })).status).toBe(403);
    await server.call('admin', 'POST', '/api/records/role', {
      name: 'Keeper',
      displayName: 'Keeper',
      permissions: ['Pages.Users'],
    });
    const { rows } = (await server.database.database.pool.query(
      'select id from company order by id limit 1',
    )) as {
      rows: { id: number }[];
    };
    await makeUser(server, 'keeper', { roles: ['Keeper'], company: rows[0]?.id });
    const maintainer = await bearerOf('keeper');
    expect((await call(maintainer.bearer, 'EndUserSessions', { userId })).status).toBe(404);
    const seen = await server.service('admin', 'MyAccount/GetUserSessions', { userId }, 'GET');
    expect((seen as { items: View[] }).items.length).toBeGreaterThan(0);
    const ended = await server.service('admin', 'MyAccount/EndUserSessions', { userId });
    expect((ended as { ended: number }).ended).toBeGreaterThan(0);
    expect(await lives(bearer)).toBe(false);
  });

  test('an administrator is looked after by administrators alone', async () => {
    await server.call('admin', 'POST', '/api/records/role', {
      name: 'Keeper2',
      displayName: 'Keeper2',
      permissions: ['Pages.Users'],
    });
    await makeUser(server, 'keeper2', { roles: ['Keeper2'] });
    const { bearer } = await bearerOf('keeper2');
    for (const [path, input] of [
      ['MyAccount/EndUserSessions', { userId: 1 }],
      ['MyAccount/ResetSecondFactor', { userId: 1, adminPassword: demoPassword }],
      ['User/ResetPassword', { userId: 1, adminPassword: demoPassword, newPassword: 'Taken-over-1' }],
    ] as const) {
      const answer = await server.call(bearer, 'POST', `/api/services/app/${path}`, input);
      expect([path, answer.status, answer.body]).toMatchObject([
        path,
        403,
        { error: { message: '该用户的权限超出您的权限，您不能修改其账户、密码、两步验证或登录会话。' } },
      ]);
    }
  });
});

test('the own profile is changed by its owner, what is not theirs is not', async () => {
  const { bearer } = await bearerOf('sitter');
  const before = (await server.service(bearer, 'MyAccount/GetProfile', {}, 'GET')) as { version: number };
  expect(before).toMatchObject({ userName: 'sitter', roles: [expect.any(String)] });
  const change = (input: object) =>
    server.call(bearer, 'PUT', '/api/services/app/MyAccount/UpdateProfile', { name: 'Sitter', ...input });
  const saved = await change({
    version: before.version,
    phoneNumber: '13800138000',
    roles: [1],
    isActive: false,
  });
  expect([saved.status, saved.body]).toMatchObject([
    200,
    { result: { name: 'Sitter', phoneNumber: '13800138000', userName: 'sitter' } },
  ]);
  const after = (await server.service(bearer, 'MyAccount/GetProfile', {}, 'GET')) as { roles: string[] };
  expect(after).toMatchObject({ roles: (before as unknown as { roles: string[] }).roles });
  expect((await change({ version: before.version })).status).toBe(409);
  const wrong = await change({ version: before.version + 1, phoneNumber: '12' });
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { error: { validationErrors: [{ members: ['phoneNumber'] }] } },
  ]);
});

// Last: the sessions that other tests keep do not outlive it.
describe('without a person', () => {
  beforeAll(() => setParameter(server, 'session.idleMinutes', '30'));
  afterAll(async () => {
    aheadMs = 0;
    await setParameter(server, 'session.idleMinutes', '0');
  });

  test('a session ends, however much its screen asks by itself', async () => {
    const start = aheadMs;
    const { bearer } = await bearerOf('sitter');
    for (let minutes = 5; minutes < 30; minutes += 5) {
      aheadMs = start + minutes * minute;
      expect([minutes, await lives(bearer, screen(minutes * 60))]).toEqual([minutes, true]);
    }
    aheadMs = start + 31 * minute;
    expect(await lives(bearer, screen(31 * 60))).toBe(false);
    // It has ended for good: nobody who comes back now wakes it.
    expect(await lives(bearer, screen(0))).toBe(false);
  });

  test('it lives on where somebody does something, and is told how long', async () => {
    const start = aheadMs;
    const { bearer } = await bearerOf('sitter');
    aheadMs = start + 20 * minute;
    expect(await lives(bearer, screen(5 * 60))).toBe(true);
    aheadMs = start + 40 * minute;
    const life = async (idleS: number) => {
      const url = '/api/services/app/MyAccount/GetLife';
      const { body } = await server.call(bearer, 'GET', url, undefined, screen(idleS));
      return (body as { result: { idleEndsInS: number; warnS: number; endsInS: number } }).result;
    };
    const left = await life(25 * 60);
    // Somebody was there at minute 15, so it ends at 45.
    expect(left.idleEndsInS).toBeGreaterThan(5 * 60 - 30);
    expect(left.idleEndsInS).toBeLessThanOrEqual(5 * 60);
    expect(left.warnS).toBe(120);
    const stayed = await life(0);
    expect(stayed.idleEndsInS).toBeGreaterThan(30 * 60 - 30);
    expect(stayed.endsInS).toBeLessThanOrEqual(24 * 3600 - 40 * 60);
  });

  test('a program that asks is somebody', async () => {
    const start = aheadMs;
    const { bearer } = await bearerOf('sitter');
    for (const minutes of [20, 40, 60]) {
      aheadMs = start + minutes * minute;
      expect([minutes, await lives(bearer)]).toEqual([minutes, true]);
    }
  });

  test('one that is remembered has a limit of its own', async () => {
    const start = aheadMs;
    const { bearer } = await bearerOf('sitter', { rememberClient: true });
    aheadMs = start + 10 * hour;
    expect(await lives(bearer, screen(10 * 3600))).toBe(true);
  });

  test('an administrator’s change holds at the next request', async () => {
    const start = aheadMs;
    const { bearer } = await bearerOf('sitter');
    aheadMs = start + 10 * minute;
    expect(await lives(bearer, screen(600))).toBe(true);
    await setParameter(server, 'session.idleMinutes', '5');
    expect(await lives(bearer, screen(600))).toBe(false);
  });
});
