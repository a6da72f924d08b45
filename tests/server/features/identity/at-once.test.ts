import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What a user may do is remembered by each server, and what one of them changes holds for the very next request of all. */

let here: RunningTestServer;
let there: RunningTestServer;
let userId: number;
let roleId: number;

beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({ beside: here });
  const role = await here.call('admin', 'POST', '/api/records/role', {
    name: 'LOOKER',
    displayName: '查看',
    permissions: ['Pages.Roles'],
  });
  expect(role.status).toBe(201);
  roleId = idOf(role.body);
  userId = await makeUser(here, 'looker', { roles: ['LOOKER'] });
});
afterAll(async () => {
  await there?.close();
  await here?.close();
});

const idOf = (body: unknown) => (body as { id: number }).id;
const versionOf = (body: unknown) => (body as { version: number }).version;

async function change(resource: string, id: number, values: object): Promise<void> {
  const path = `/api/records/${resource}/${id}`;
  const { body } = await here.call('admin', 'GET', path);
  const answer = await here.call('admin', 'PATCH', path, { ...values, version: versionOf(body) });
  expect(answer.status).toBe(200);
}

/** The answers of both servers to the same user, who asked both a moment ago. */
async function looks(bearer: string): Promise<number[]> {
  const path = '/api/records/role?_end=1';
  return [(await there.call(bearer, 'GET', path)).status, (await here.call(bearer, 'GET', path)).status];
}

test('permissions of a role, roles of a user, a lock and the end of a session', async () => {
  const bearer = `Bearer ${(await here.signIn('looker')).accessToken}`;
  expect(await looks(bearer)).toEqual([200, 200]);

  await change('role', roleId, { permissions: [] });
  expect(await looks(bearer)).toEqual([403, 403]);
  await change('role', roleId, { permissions: ['Pages.Roles'] });
  expect(await looks(bearer)).toEqual([200, 200]);

  await change('user', userId, { roles: [] });
  expect(await looks(bearer)).toEqual([403, 403]);
  await change('user', userId, { roles: [roleId] });
  expect(await looks(bearer)).toEqual([200, 200]);

  await change('user', userId, { isActive: false });
  expect(await looks(bearer)).toEqual([401, 401]);
  await change('user', userId, { isActive: true });

  const again = `Bearer ${(await here.signIn('looker')).accessToken}`;
  expect(await looks(again)).toEqual([200, 200]);
  expect((await here.call(again, 'POST', '/api/TokenAuth/LogOut')).status).toBe(200);
  expect(await looks(again)).toEqual([401, 401]);
});

test('the matrix of a role and a new password', async () => {
  const bearer = `Bearer ${(await here.signIn('looker')).accessToken}`;
  const other = await here.signIn('looker');
  expect(await looks(bearer)).toEqual([200, 200]);

  await change('role', roleId, { recordRules: [{ resource: 'role', actions: { read: false } }] });
  expect(await looks(bearer)).toEqual([403, 403]);
  await change('role', roleId, { recordRules: null });
  expect(await looks(bearer)).toEqual([200, 200]);

  const { status } = await here.call(
    `Bearer ${other.accessToken}`,
    'POST',
    '/api/services/app/User/ChangePassword',
    { currentPassword: demoPassword, newPassword: 'Brand-new-1' },
  );
  expect(status).toBe(200);
  expect(await looks(bearer)).toEqual([401, 401]);
});

test('whoever asks while others do is judged as they stand when they ask', async () => {
  const { accessToken } = await here.signIn('looker', 'Brand-new-1');
  const bearer = `Bearer ${accessToken}`;
  const statuses = async () => {
    const asked = Array.from({ length: 20 }, () => looks(bearer));
    return new Set((await Promise.all(asked)).flat());
  };
  expect(await statuses()).toEqual(new Set([200]));
  const busy = statuses();
  expect((await here.call(bearer, 'POST', '/api/TokenAuth/LogOut')).status).toBe(200);
  expect(await statuses()).toEqual(new Set([401]));
  await busy;
});
