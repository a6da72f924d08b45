import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { breadth } from '#tests/support/breadth.ts';
import { setParameter } from '#tests/support/parameters.ts';
import { makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What a new password must be, which may not come back, and the state in which it must be changed first. */

let server: RunningTestServer;
let aheadMs = 0;
let userId: number;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + aheadMs) });
  userId = await makeUser(server, 'subject', { roles: ['OM'] });
});
afterAll(() => server?.close());

const services = '/api/services/app';
const change = (bearer: string, currentPassword: string, newPassword: string) =>
  server.call(bearer, 'POST', `${services}/User/ChangePassword`, { currentPassword, newPassword });
const bearerOf = async (password: string) =>
  `Bearer ${(await server.signIn('subject', password)).accessToken}`;
const errorsOf = (answer: { body: unknown }) =>
  (answer.body as { error: { validationErrors: { message: string }[] } }).error.validationErrors.map(
    ({ message }) => message,
  );
const requirementOf = async (bearer: string) => {
  const { body } = await server.call(bearer, 'GET', `${services}/Session/GetCurrentUserInfo`);
  return (body as { result: { duty: string | null } }).result.duty;
};

test('the rules are parameters, every error is told at once, and a screen may read them', async () => {
  const bearer = await bearerOf(demoPassword);
  await setParameter(server, 'session.passwordMinLength', '12');
  await setParameter(server, 'session.passwordClasses', '4');
  const answer = await change(bearer, demoPassword, 'subject');
  expect(answer.status).toBe(400);
  expect(errorsOf(answer)).toEqual([
    '密码至少要12位.',
    '密码至少要包含小写字母、大写字母、数字、符号中的 4 种.',
    '密码不能包含用户名.',
  ]);
  expect(await server.service(bearer, 'MyAccount/GetPasswordRules', {}, 'GET')).toEqual({
    minLength: 12,
    maxLength: 128,
    classes: 4,
    notUserName: true,
    history: 5,
    maxAgeDays: 0,
  });
  await setParameter(server, 'session.passwordMinLength', '8');
  await setParameter(server, 'session.passwordClasses', '2');
  expect((await change(bearer, demoPassword, 'x'.repeat(129))).status).toBe(400);
});

test('the last passwords may not come back, and the one before them may', async () => {
  await setParameter(server, 'session.passwordHistory', '3');
  const bearer = await bearerOf(demoPassword);
  let current = demoPassword;
  const to = async (next: string) => {
    const answer = await change(bearer, current, next);
    if (answer.status === 200) current = next;
    return answer;
  };
  expect(errorsOf(await to(demoPassword))).toEqual(['新密码不能与最近使用过的 3 个密码相同.']);
  for (const next of ['First-one-1', 'Second-one-2']) expect((await to(next)).status).toBe(200);
  for (const used of [demoPassword, 'First-one-1', 'Second-one-2']) {
    expect([used, (await to(used)).status]).toEqual([used, 400]);
  }
  expect((await to('Third-one-3')).status).toBe(200);
  expect((await to(demoPassword)).status).toBe(200);
  await setParameter(server, 'session.passwordHistory', '0');
  expect((await to(demoPassword)).status).toBe(200);
  await setParameter(server, 'session.passwordHistory', '5');
});

test('wrong passwords in the middle of a session count, and lock', async () => {
  await makeUser(server, 'stolen', { roles: ['OM'] });
  const bearer = `Bearer ${(await server.signIn('stolen')).accessToken}`;
  for (let i = 1; i <= 5; i++) {
    const answer = await change(bearer, 'Guess-number-1', 'Another-one-1');
    expect(answer.body).toMatchObject({ error: { message: '密码错误.' } });
  }
  const locked = await change(bearer, demoPassword, 'Another-one-1');
  expect(locked.body).toMatchObject({ error: { message: expect.stringContaining('账户已锁定') } });
  await expect(server.signIn('stolen')).rejects.toThrow('账户已锁定');
});

test('what an administrator gave opens nothing but the change of it, on every endpoint', async () => {
  await server.service('admin', 'User/ResetPassword', {
    adminPassword: demoPassword,
    userId,
    newPassword: 'From-admin-3',
  });
  const answer = await server.call(null, 'POST', '/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: 'subject',
    password: 'From-admin-3',
  });
  expect(answer.body).toMatchObject({ result: { shouldResetPassword: true } });
  const { accessToken, encryptedAccessToken } = (
    answer.body as { result: { accessToken: string; encryptedAccessToken: string } }
  ).result;
  const bearer = `Bearer ${accessToken}`;
  expect(await requirementOf(bearer)).toBe('changePassword');
  const document = (await server.call(null, 'GET', '/api/docs/json')).body as {
    paths: Record<string, Record<string, { 'x-permission': unknown }>>;
  };
  const open = new Set<string>();
  for (const [index, [path, verbs]] of Object.entries(document.paths).entries()) {
    // The records endpoint is one code for all types.
    if (path.startsWith('/api/records/') && index % breadth(7, 1) !== 0) continue;
    for (const [verb, { 'x-permission': rule }] of Object.entries(verbs)) {
      if (/\{|LogOut|ChangePassword/.test(path)) continue;
      const method = verb.toUpperCase();
      const { status, headers } = await server.call(bearer, method, path, method === 'GET' ? undefined : {});
      if (headers.get('x-clearway-duty') === 'changePassword') expect([path, status]).toEqual([path, 403]);
      else open.add(rule === 'anonymous' ? 'anonymous' : path.split('/').slice(-2).join('/'));
    }
  }
  expect([...open].sort()).toEqual([
    'MyAccount/BeginSecondFactor',
    'MyAccount/ConfirmSecondFactor',
    'MyAccount/GetLife',
    'MyAccount/GetPasswordRules',
    'MyAccount/GetSecondFactor',
    'Session/GetCurrentUserInfo',
    'anonymous',
  ]);
  await expect(server.client('/signalr-chat', encryptedAccessToken).start()).rejects.toThrow('401');
  // The given one is used up, too.
  expect((await change(bearer, 'From-admin-3', 'From-admin-3')).status).toBe(400);
  expect((await change(bearer, 'From-admin-3', 'My-own-again-4')).status).toBe(200);
  expect(await requirementOf(bearer)).toBe(null);
  expect(await requirementOf(await bearerOf('My-own-again-4'))).toBe(null);
});

test('a password that has had its time is changed at sign-in; who is signed in is left alone', async () => {
  const here = await bearerOf('My-own-again-4');
  await setParameter(server, 'session.passwordMaxAgeDays', '30');
  aheadMs = 29 * 86_400_000;
  expect(await requirementOf(await bearerOf('My-own-again-4'))).toBe(null);
  aheadMs = 0;
  expect(await requirementOf(here)).toBe(null);
  aheadMs = 31 * 86_400_000;
  const late = await bearerOf('My-own-again-4');
  expect(await requirementOf(late)).toBe('changePassword');
  expect((await change(late, 'My-own-again-4', 'Next-month-5')).status).toBe(200);
  expect(await requirementOf(await bearerOf('Next-month-5'))).toBe(null);
  aheadMs = 0;
});

test('hashes of old passwords are in no endpoint, no history and no export', async () => {
  const { rows } = await server.database.database.pool.query(
    'select password_hash from password_history where user_id = $1',
    [userId],
  );
  expect(rows.length).toBeGreaterThan(4);
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$/);
  const history = await server.call('admin', 'GET', `/api/records/user/${userId}/history`);
  expect(JSON.stringify(history.body)).not.toContain('argon2');
  for (const path of ['/api/records/passwordHistory', '/api/records/password_history']) {
    expect((await server.call('admin', 'GET', path)).status).toBe(404);
  }
});
