import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissionNames } from '#domain/identity/permissions.ts';
import { idOf, makeUser, type Row } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Roles as ABP's clients keep them, by the rules of the records. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const app = '/api/services/app/Role';
const errorOf = ({ body }: Answer) =>
  (body as { error: { message: string; validationErrors: { members: string[]; message: string }[] | null } })
    .error;
const create = (input: object) => server.call('admin', 'POST', `${app}/Create`, input);

describe('roles', () => {
  test('every permission is offered, once, with its branch', async () => {
    const { items } = (await server.service('admin', 'Role/GetAllPermissions', {}, 'GET')) as {
      items: { name: string; parentName: string | null }[];
    };
    expect(items.map(({ name }) => name)).toEqual(permissionNames);
    for (const { parentName } of items)
      if (parentName !== null) expect(permissionNames).toContain(parentName);
  });

  test.each<[string, object, string]>([
    ['a permission that there is not', { grantedPermissions: ['Pages.Nothing'] }, 'grantedPermissions.0'],
    ['a name that begins with a digit', { name: '1st' }, 'name'],
    ['no name to show', { displayName: '' }, 'displayName'],
    ['too long a name', { name: 'x'.repeat(33) }, 'name'],
  ])('%s is refused at its field', async (_, change, field) => {
    const answer = await create({ name: 'Tried', displayName: 'Tried', ...change });
    expect([answer.status, errorOf(answer).validationErrors?.[0]?.members]).toEqual([400, [field]]);
  });

  test('a name that is taken is said as ABP says it', async () => {
    const answer = await create({ name: 'OM', displayName: 'x' });
    expect([answer.status, errorOf(answer).message]).toEqual([500, '角色名OM已被占用.']);
  });

  test('what a client leaves out stays, a stale version is a conflict, each change has its history', async () => {
    const made = await create({
      name: 'Kept',
      displayName: '保留',
      description: 'as it was',
      grantedPermissions: ['Pages.Question'],
    });
    const { id, version } = (made.body as { result: Row }).result;
    const changed = await server.call('admin', 'PUT', `${app}/Update`, {
      id,
      name: 'Kept',
      displayName: '改名',
    });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { result: { displayName: '改名', description: 'as it was', grantedPermissions: ['Pages.Question'] } },
    ]);
    const stale = await server.call('admin', 'PUT', `${app}/Update`, {
      id,
      version,
      name: 'Kept',
      displayName: 'x',
    });
    expect(stale.status).toBe(409);
    const history = (await server.call('admin', 'GET', `/api/records/role/${id}/history`)).body as object[];
    expect(history).toHaveLength(2);
  });

  test('one that the product is built on keeps its name and stays; one that users have stays too', async () => {
    const id = await idOf(server, 'role', 'name', 'OM');
    const renamed = await server.call('admin', 'PUT', `${app}/Update`, {
      id,
      name: 'Operators',
      displayName: '运营人',
    });
    expect([renamed.status, errorOf(renamed).validationErrors?.[0]?.members]).toEqual([400, ['name']]);
    const answer = await server.call('admin', 'DELETE', `/api/records/role/${id}`);
    expect(answer.status).toBe(409);
    const made = await create({ name: 'InUse', displayName: '使用中' });
    const role = (made.body as { result: Row }).result.id;
    await makeUser(server, 'user-of-role', { roles: ['InUse'] });
    const used = await server.call('admin', 'DELETE', `${app}/Delete?Id=${role}`);
    expect([used.status, errorOf(used).message]).toEqual([409, '使用中 正在被使用：用户 1 条。']);
  });

  test('a role that is made gives its user the calls that it names, and no other', async () => {
    await create({ name: 'Clerk', displayName: '档案员', grantedPermissions: ['Pages.BaseManage.Type'] });
    await makeUser(server, 'clerk', { roles: ['Clerk'] });
    const { accessToken } = await server.signIn('clerk');
    const token = `Bearer ${accessToken}`;
    await server.call(token, 'POST', '/api/services/app/User/ChangePassword', {
      currentPassword: 'Demo-2026!',
      newPassword: 'Own-Choice-2026',
    });
    const configuration = await server.call(token, 'GET', '/AbpUserConfiguration/GetAll');
    expect(
      (configuration.body as { result: { auth: { grantedPermissions: object } } }).result.auth
        .grantedPermissions,
    ).toEqual({ 'Pages.BaseManage': 'true', 'Pages.BaseManage.Type': 'true' });
    expect((await server.call(token, 'GET', '/api/records/aircraftType?_end=1')).status).toBe(200);
    expect((await server.call(token, 'GET', `${app}/GetAll`)).status).toBe(403);
  });
});
