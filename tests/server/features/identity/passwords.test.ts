import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { createPasswords } from '#server/features/identity/passwords.ts';
import { makeUser, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, type SignIn, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let userId: number;
beforeAll(async () => {
  server = await startTestServer({ passwords: createPasswords() });
  userId = await makeUser(server, 'changer', { roles: ['OM'] });
});
afterAll(() => server?.close());

const lives = async ({ accessToken }: SignIn) =>
  (await server.call(`Bearer ${accessToken}`, 'GET', '/api/services/app/User/GetRoles')).status === 200;
const change = (session: SignIn, currentPassword: string, newPassword: string) =>
  server.call(`Bearer ${session.accessToken}`, 'POST', '/api/services/app/User/ChangePassword', {
    currentPassword,
    newPassword,
  });

test('changing the own password ends the other sessions, and the old password', async () => {
  const here = await server.signIn('changer');
  const there = await server.signIn('changer');
  const hub = server.client('/signalr-chat', there.encryptedAccessToken);
  await hub.start();
  const gone = new Promise<void>((resolve) => hub.onclose(() => resolve()));
  const answer = await change(here, demoPassword, 'Brand-new-1');
  expect([answer.status, answer.body]).toMatchObject([200, { result: true, success: true }]);
  await gone;
  expect([await lives(here), await lives(there)]).toEqual([true, false]);
  await expect(server.signIn('changer', demoPassword)).rejects.toThrow('登录失败!');
  expect(await lives(await server.signIn('changer', 'Brand-new-1'))).toBe(true);
});

test('the current password must be right, and the new one fit', async () => {
  const here = await server.signIn('changer', 'Brand-new-1');
  const wrong = await change(here, 'not it', 'Another-new-2');
  expect([wrong.status, wrong.body]).toMatchObject([500, { error: { message: '密码错误.', code: 0 } }]);
  for (const [password, text] of [
    ['Ab-1', '密码至少要8位.'],
    ['abcdefghij', '密码至少要包含小写字母、大写字母、数字、符号中的 2 种.'],
  ] as const) {
    const answer = await change(here, 'Brand-new-1', password);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: { validationErrors: [{ message: text, members: ['newPassword'] }] } },
    ]);
  }
  expect(await lives(await server.signIn('changer', 'Brand-new-1'))).toBe(true);
});

test('a reset by the administrator needs their own password, and ends every session of the user', async () => {
  const here = await server.signIn('changer', 'Brand-new-1');
  const reset = (adminPassword: string, id = userId) =>
    server.call('admin', 'POST', '/api/services/app/User/ResetPassword', {
      adminPassword,
      userId: id,
      newPassword: 'From-admin-3',
    });
  expect((await reset('not it')).status).toBe(500);
  expect(await lives(here)).toBe(true);
  expect((await reset(demoPassword, 987_654)).status).toBe(404);
  expect((await reset(demoPassword)).status).toBe(200);
  expect(await lives(here)).toBe(false);
  // What the administrator knows opens one endpoint only: to set another.
  expect(await lives(await server.signIn('changer', 'From-admin-3'))).toBe(false);
});

test('no answer and no history holds a hash', async () => {
  const { rows } = await rowsOf(server, 'admin', 'user');
  const history = await server.call('admin', 'GET', `/api/records/user/${userId}/history`);
  expect(history.status).toBe(200);
  expect(JSON.stringify([rows, history.body])).not.toContain('argon2');
  for (const query of ['passwordHash_startswith=$argon2', '_sort=passwordHash', '_fields=passwordHash']) {
    const answer = await server.call('admin', 'GET', `/api/records/user?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
  }
});

test('hashes are argon2id with the figures of OWASP', async () => {
  const { rows } = await server.database.database.pool.query(
    `select password_hash from "user" where user_name = 'changer'`,
  );
  expect(rows).toHaveLength(1);
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
