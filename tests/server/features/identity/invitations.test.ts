import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { messageOf } from '#tests/support/audit-world.ts';
import { idOf, makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let at = Date.now();
let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(at) });
});
afterAll(() => server?.close());

const call = (user: string | null, name: string, input: object) =>
  server.call(user, 'POST', `/api/services/app/User/${name}`, input);
const invite = async (id: number) =>
  (await server.service('admin', 'User/Invite', { id })) as { token: string };
const password = 'Runway-2026!';

/** A user as the form makes one: without a password. */
async function newUser(userName: string, change: object = {}): Promise<number> {
  const roles = [await idOf(server, 'role', 'name', 'OM')];
  const values = { userName, name: userName, isActive: true, roles, ...change };
  const answer = await server.call('admin', 'POST', '/api/records/user', values);
  expect(answer.status).toBe(201);
  return (answer.body as { id: number }).id;
}

test('an invited user sets their password once and signs in by it; the link then says so', async () => {
  const id = await newUser('invited-once');
  const { token } = await invite(id);
  const stored = await server.database.database.pool.query(
    'select to_jsonb(u)::text as text from "user" u where id = $1',
    [id],
  );
  expect(stored.rows[0].text).not.toContain(token.slice(4));
  expect(await server.service(null, 'User/GetInvitation', { token })).toEqual({
    userName: 'invited-once',
    name: 'invited-once',
  });
  const weak = await call(null, 'AcceptInvitation', { token, password: 'abcdefgh' });
  expect(weak.body).toMatchObject({ error: { validationErrors: [{ members: ['password'] }] } });
  const both = await Promise.all([
    call(null, 'AcceptInvitation', { token, password }),
    call(null, 'AcceptInvitation', { token, password: 'Taxiway-2026!' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 500]);
  const chosen = both[0].status === 200 ? password : 'Taxiway-2026!';
  const again = await call(null, 'GetInvitation', { token });
  expect(messageOf(again)).toBe('此邀请已使用过，请用用户名 invited-once 和所设密码登录。');
  await server.signIn('invited-once', chosen);
  expect(messageOf(await call('admin', 'Invite', { id }))).toMatch(/^该用户已登录过/);
});

test('a first password is drawn, ends the invitation, and is changed at the first sign-in', async () => {
  const id = await newUser('first-password');
  const before = await invite(id);
  const given = (await server.service('admin', 'User/GiveFirstPassword', { id })) as { password: string };
  expect(given.password).toMatch(/^[a-zA-Z2-9]{16}-aZ7$/);
  expect((await call(null, 'GetInvitation', before)).status).toBe(500);
  const answer = await server.call(null, 'POST', '/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: 'first-password',
    password: given.password,
  });
  expect(answer.body).toMatchObject({ result: { shouldResetPassword: true } });
});

test('nobody invites who holds more than they, who is not active, or by a call that is not theirs', async () => {
  const lead = await newUser('lead', { isActive: false });
  expect(messageOf(await call('admin', 'Invite', { id: lead }))).toMatch(/^该用户未启用/);
  const id = await newUser('not-theirs');
  expect((await call('operator', 'Invite', { id })).status).toBe(403);
  expect((await call(null, 'Invite', { id })).status).toBe(401);
  const clerks = await server.call('admin', 'POST', '/api/records/role', {
    name: 'Clerks',
    displayName: '账户员',
    permissions: ['Pages.Users'],
  });
  expect(clerks.status).toBe(201);
  await makeUser(server, 'clerk', { roles: ['Clerks'] });
  await server.signIn('clerk', demoPassword);
  const admin = await idOf(server, 'role', 'name', 'Admin');
  const more = await newUser('holds-more', { roles: [admin] });
  for (const name of ['Invite', 'GiveFirstPassword', 'RevokeInvitation']) {
    expect([name, (await call('clerk', name, { id: more })).status]).toEqual([name, 403]);
  }
});

test('a link that was sent again, revoked, or is over no longer holds, and says what to do', async () => {
  const id = await newUser('invited-again');
  const first = await invite(id);
  const second = await invite(id);
  expect(messageOf(await call(null, 'GetInvitation', first))).toMatch(/^此邀请已失效/);
  expect((await call(null, 'GetInvitation', second)).status).toBe(200);
  await server.service('admin', 'User/RevokeInvitation', { id });
  expect(messageOf(await call(null, 'AcceptInvitation', { ...second, password }))).toMatch(/^此邀请已失效/);
  const third = await invite(id);
  at += 73 * 3_600_000;
  expect(messageOf(await call(null, 'AcceptInvitation', { ...third, password }))).toMatch(/^此邀请已过期/);
});
