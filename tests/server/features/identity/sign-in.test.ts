import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userIsNotActive } from '#domain/identity/sign-in-result.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { createPasswords } from '#server/features/identity/passwords.ts';
import { makeUser, rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * Signing in, being locked out, signing out, and what ends a session, at the front door of the whole server.
 */

let server: RunningTestServer;
let aheadMs = 0;
const minute = 60_000;

beforeAll(async () => {
  server = await startTestServer({
    clock: () => new Date(Date.now() + aheadMs),
    passwords: createPasswords(),
  });
});
afterAll(() => server?.close());

const tryIn = (userNameOrEmailAddress: string, password: string, headers?: Headers) =>
  server.call(null, 'POST', '/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password }, headers);

const failure = (details: string, code = 0) => ({
  result: null,
  targetUrl: null,
  success: false,
  error: { code, message: '登录失败!', details, validationErrors: null },
  unAuthorizedRequest: false,
  __abp: true,
});
const wrong = failure('用户名或密码无效');
const locked = failure('登录失败次数过多，账户已锁定，请于 5 分钟后重试。');

const infoOf = (token: string, on = server) =>
  on.call(`Bearer ${token}`, 'GET', '/api/services/app/Session/GetCurrentUserInfo');

describe('signing in', () => {
  test('answers tokens in the envelope, letter for letter', async () => {
    const answer = await tryIn('operator', demoPassword);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      result: {
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        encryptedAccessToken: expect.any(String),
        expireInSeconds: 86_400,
        userId: expect.any(Number),
        redirect: '/situation/dynamic',
      },
      targetUrl: null,
      success: true,
      error: null,
      unAuthorizedRequest: false,
      __abp: true,
    });
  });

  test('takes the name in any case, and the e-mail address', async () => {
    expect((await tryIn('OPERATOR', demoPassword)).status).toBe(200);
    expect((await tryIn(' operator@Clearway.example ', demoPassword)).status).toBe(200);
  });

  test('tells a wrong password from a wrong name in nothing: not in words, not in time', async () => {
    // Their hash costs what it costs in the product; those of the demo's accounts cost less here.
    await makeUser(server, 'careful');
    const timed = async (name: string) => {
      const started = performance.now();
      const answer = await tryIn(name, 'Not-the-one-1');
      return { answer, ms: performance.now() - started };
    };
    const spent = { known: [] as number[], unknown: [] as number[] };
    for (let i = 0; i < 4; i++) {
      for (const [kind, name] of [
        ['known', 'careful'],
        ['unknown', `nobody-${i}`],
      ] as const) {
        const { answer, ms } = await timed(name);
        expect([answer.status, answer.body]).toEqual([500, wrong]);
        spent[kind].push(ms);
      }
    }
    // Four wrong ones are not five: the right one resets the count.
    expect((await tryIn('careful', demoPassword)).status).toBe(200);
    const least = (times: number[]) => Math.min(...times);
    // Without the decoy an unknown name answers some twenty times faster.
    expect(least(spent.unknown)).toBeGreaterThan(least(spent.known) / 3);
  });

  test('is refused in English where that is asked for', async () => {
    const answer = await tryIn('nobody-at-all', 'x', new Headers({ 'accept-language': 'en' }));
    expect(answer.body).toMatchObject({ error: { message: 'Login failed!' } });
  });

  test.each([
    [{}, ['userNameOrEmailAddress', 'password']],
    [{ userNameOrEmailAddress: 'operator' }, ['password']],
    [{ userNameOrEmailAddress: '', password: 'x' }, ['userNameOrEmailAddress']],
    [{ userNameOrEmailAddress: 'x'.repeat(257), password: 'x' }, ['userNameOrEmailAddress']],
  ])('with %j is a 400 that names the fields', async (body, fields) => {
    const answer = await server.call(null, 'POST', '/api/TokenAuth/Authenticate', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      success: false,
      error: {
        message: '您的请求无效!',
        details: expect.stringMatching(/^在验证过程中发现以下错误\./),
        validationErrors: fields.map((field) => ({
          message: expect.stringContaining(field),
          members: [field],
        })),
      },
    });
  });

  test('every attempt is in the sign-in log, whatever came of it', async () => {
    await tryIn('aiw', 'Not-the-one-2', new Headers({ 'user-agent': 'tests/1' }));
    await tryIn('ghost', 'Not-the-one-2', new Headers({ 'user-agent': 'tests/1' }));
    await tryIn('aiw', demoPassword, new Headers({ 'user-agent': 'tests/1' }));
    const { rows } = await rowsOf(
      server,
      'admin',
      'loginAttempt',
      '_sort=id&_order=desc&browserInfo=tests/1',
    );
    const attempts = rows.map(({ userNameOrEmailAddress, result, user }) => [
      userNameOrEmailAddress,
      result,
      typeof user,
    ]);
    expect(attempts).toEqual([
      ['aiw', 'success', 'number'],
      ['ghost', 'invalidUserNameOrPassword', 'object'],
      ['aiw', 'invalidUserNameOrPassword', 'number'],
    ]);
    expect(rows[0]).toMatchObject({ clientIpAddress: '127.0.0.1', attemptedAt: expect.stringMatching(/Z$/) });
    expect(JSON.stringify(rows)).not.toContain('Not-the-one');
    expect((await server.call('operator', 'GET', '/api/records/loginAttempt')).status).toBe(403);
  });
});

describe('five wrong passwords', () => {
  beforeAll(async () => {
    await makeUser(server, 'forgetful');
    for (let i = 1; i <= 4; i++) expect((await tryIn('forgetful', 'Wrong-one-1')).body).toEqual(wrong);
    const fifth = await tryIn('forgetful', 'Wrong-one-1');
    expect([fifth.status, fifth.body]).toEqual([500, locked]);
  });

  test('lock the account, for the right password too', async () => {
    expect((await tryIn('forgetful', demoPassword)).body).toEqual(locked);
    const { rows } = await rowsOf(server, 'admin', 'loginAttempt', 'result=lockedOut');
    expect(rows).toHaveLength(2);
  });

  test('lock nobody else', async () => {
    expect((await tryIn('operator2', demoPassword)).status).toBe(200);
  });

  test('hold for five minutes, then it opens and counts anew', async () => {
    aheadMs = 4.9 * minute;
    expect((await tryIn('forgetful', demoPassword)).body).toEqual(locked);
    aheadMs = 5.1 * minute;
    expect((await tryIn('forgetful', 'Wrong-one-1')).body).toEqual(wrong);
    expect((await tryIn('forgetful', demoPassword)).status).toBe(200);
    aheadMs = 0;
  });

  test('at one moment are counted all', async () => {
    await makeUser(server, 'attacked');
    await Promise.all(Array.from({ length: 5 }, () => tryIn('attacked', 'Wrong-one-1')));
    expect((await tryIn('attacked', demoPassword)).body).toEqual(locked);
  });

  test('are forgotten when the administrator sets a new password', async () => {
    const userId = (await rowsOf(server, 'admin', 'user', 'userName=attacked')).rows[0]?.id;
    const reset = { adminPassword: demoPassword, userId, newPassword: 'Another-one-9' };
    expect(await server.service('admin', 'User/ResetPassword', reset)).toBe(true);
    expect((await tryIn('attacked', 'Another-one-9')).status).toBe(200);
  });
});

describe('a session', () => {
  const closed = (connection: { onclose(then: () => void): void }) =>
    new Promise<void>((resolve) => connection.onclose(() => resolve()));

  test('ends by logging out, for HTTP and hub, on this server and the one beside it; other sessions live on', async () => {
    const beside = await startTestServer({ beside: server });
    const { accessToken, encryptedAccessToken } = await server.signIn('agent');
    const other = await server.signIn('agent');
    const [hub, otherHub] = [
      server.client('/signalr-chat', encryptedAccessToken),
      server.client('/signalr-chat', other.encryptedAccessToken),
    ];
    await Promise.all([hub.start(), otherHub.start()]);
    expect((await infoOf(accessToken)).status).toBe(200);
    expect((await infoOf(accessToken, beside)).status).toBe(200);

    const gone = closed(hub);
    expect((await server.call(`Bearer ${accessToken}`, 'POST', '/api/TokenAuth/LogOut')).status).toBe(200);
    await gone;
    for (const on of [server, beside]) {
      expect((await infoOf(accessToken, on)).status).toBe(401);
      await expect(on.client('/signalr-chat', encryptedAccessToken).start()).rejects.toThrow('401');
      expect((await infoOf(other.accessToken, on)).status).toBe(200);
    }
    expect(otherHub.state).toBe('Connected');
    await beside.close();
  });

  test("OffConnect('2') takes its connections off the hubs", async () => {
    const { encryptedAccessToken } = await server.signIn('agent');
    const connection = server.client('/signalr-instant', encryptedAccessToken);
    await connection.start();
    const gone = closed(connection);
    await connection.invoke('OffConnect', '2').catch(() => {});
    await gone;
  });

  test('runs out after its day', async () => {
    const { accessToken, encryptedAccessToken } = await server.signIn('operator2');
    aheadMs = 86_400_000 - minute;
    expect((await infoOf(accessToken)).status).toBe(200);
    aheadMs = 86_400_000 + 1_000;
    expect((await infoOf(accessToken)).status).toBe(401);
    await expect(server.client('/signalr', encryptedAccessToken).start()).rejects.toThrow('401');
    aheadMs = 0;
  });

  test('of a user who is deactivated, or goes into the trash, is nobody at once', async () => {
    for (const [name, end] of [
      [
        'leaver',
        (id: number, version: number) =>
          server.call('admin', 'PATCH', `/api/records/user/${id}`, { version, isActive: false }),
      ],
      ['thrown', (id: number) => server.call('admin', 'DELETE', `/api/records/user/${id}`)],
    ] as const) {
      const id = await makeUser(server, name, { roles: ['OM'] });
      const { accessToken, encryptedAccessToken } = await server.signIn(name);
      const connection = server.client('/signalr-chat', encryptedAccessToken);
      await connection.start();
      const gone = closed(connection);
      const { rows } = await rowsOf(server, 'admin', 'user', `id=${id}`);
      expect((await end(id, Number(rows[0]?.version))).status).toBe(200);
      expect((await infoOf(accessToken)).status).toBe(401);
      await gone;
      await expect(server.client('/signalr-chat', encryptedAccessToken).start()).rejects.toThrow('401');
      const again = await tryIn(name, demoPassword);
      expect(again.status).toBe(500);
    }
    expect((await tryIn('leaver', demoPassword)).body).toEqual(
      failure('用户 leaver 未激活，不能登录.', userIsNotActive),
    );
    // That the account is there is told only to who knows its password.
    expect((await tryIn('leaver', 'Wrong-one-1')).body).toEqual(wrong);
    expect((await tryIn('thrown', demoPassword)).body).toEqual(wrong);
  });

  test('feels a changed role at its next call, and its hub connections come back with it', async () => {
    await makeUser(server, 'promoted');
    const { accessToken } = await server.signIn('promoted');
    const plans = () =>
      server.call(`Bearer ${accessToken}`, 'POST', '/api/services/app/Navigation/GetNAircraft', {});
    expect((await plans()).status).toBe(403);
    const user = (await rowsOf(server, 'admin', 'user', 'userName=promoted')).rows[0];
    const role = (await rowsOf(server, 'admin', 'role', 'name=ATMB')).rows[0];
    const change = { version: user?.version, roles: [role?.id] };
    expect((await server.call('admin', 'PATCH', `/api/records/user/${user?.id}`, change)).status).toBe(200);
    expect((await plans()).status).toBe(200);
    const info = (await infoOf(accessToken)).body;
    expect(info).toMatchObject({
      result: { roles: ['ATMB'], permissions: expect.arrayContaining(['Pages.Navigation']) },
    });
  });

  test('feels it on a server beside within seconds', async () => {
    const beside = await startTestServer({ beside: server });
    const token = (await server.signIn('promoted')).accessToken;
    const plansBeside = async () =>
      (await beside.call(`Bearer ${token}`, 'POST', '/api/services/app/Navigation/GetNAircraft', {})).status;
    expect(await plansBeside()).toBe(200);
    const user = (await rowsOf(server, 'admin', 'user', 'userName=promoted')).rows[0];
    await server.call('admin', 'PATCH', `/api/records/user/${user?.id}`, {
      version: user?.version,
      roles: [],
    });
    await eventually(async () => (await plansBeside()) === 403, 'the refusal', 8_000);
    await beside.close();
  });
});

describe('tokens', () => {
  test('serve their own endpoint only: the encrypted one is for hubs, and for reading the map', async () => {
    const { accessToken, encryptedAccessToken } = await server.signIn('atmb');
    expect((await infoOf(encryptedAccessToken)).status).toBe(200);
    const withOpaque = (method: 'GET' | 'POST', path: string) =>
      server.call(`Bearer ${encryptedAccessToken}`, method, path, method === 'POST' ? {} : undefined);
    expect((await withOpaque('GET', '/api/records/user?_start=0&_end=1')).status).toBe(403);
    expect((await withOpaque('POST', '/api/records/airspace')).status).toBe(403);
    const query = `enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`;
    const info = '/api/services/app/Session/GetCurrentUserInfo';
    expect((await server.call(null, 'GET', `${info}?${query}`)).status).toBe(401);
    expect((await server.call(null, 'GET', `${info}?access_token=${accessToken}`)).status).toBe(401);
    const cookie = new Headers({ cookie: `enc_auth_token=${accessToken}; Abp.AuthToken=${accessToken}` });
    expect((await server.call(null, 'GET', info, undefined, cookie)).status).toBe(401);
    const negotiate = (rest: string) =>
      server.call(null, 'POST', `/signalr-chat/negotiate?negotiateVersion=1&${rest}`);
    expect((await negotiate(query)).status).toBe(200);
    expect((await negotiate(`enc_auth_token=${accessToken}`)).status).toBe(401);
  });

  test.each([
    ['cut short', (token: string) => token.slice(0, -3)],
    [
      'with another signature',
      (token: string) => `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`,
    ],
    [
      'unsigned',
      (token: string) =>
        `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    ['of nothing', () => ''],
    ['of noise', () => '\u00ff.\u00ff.'],
  ])('%s are nobody', async (_, spoil) => {
    const { accessToken } = await server.signIn('atmb');
    const token = encodeURI(spoil(accessToken));
    expect((await infoOf(token)).status).toBe(401);
  });

  test('of a server with another secret are nobody', async () => {
    const other = await startTestServer({
      beside: server,
      config: { secret: 'quite another secret, at least 32 long' },
    });
    const { accessToken } = await other.signIn('atmb');
    expect((await infoOf(accessToken, other)).status).toBe(200);
    expect((await infoOf(accessToken)).status).toBe(401);
    await other.close();
  });
});
