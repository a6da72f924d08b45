import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubPaths } from '#contract/hub.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { idOf, makeUser } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What clients of ASP.NET Zero ask beside ABP's own calls. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const app = '/api/services/app';
const resultOf = ({ body }: Answer) => (body as { result: unknown }).result;
const errorOf = ({ body }: Answer) =>
  (body as { error: { message: string; validationErrors: { members: string[]; message: string }[] | null } })
    .error;

interface Listed {
  totalCount: number;
  items: { userName: string; isActive: boolean; roles: { roleId: number; roleName: string }[] }[];
}
const users = async (input: object) =>
  resultOf(await server.call('admin', 'POST', `${app}/User/GetUsers`, input)) as Listed;

describe('users', () => {
  test('are found by a part of a name, by role, by permission, and locked', async () => {
    const aiw = await idOf(server, 'role', 'name', 'AIW');
    const locked = await makeUser(server, 'zeroLocked', { roles: ['AIW'] });
    await server.service('admin', 'User/LockUser', { id: locked });
    const names = ({ items }: Listed) => items.map(({ userName }) => userName);
    expect(names(await users({ filter: 'zerolo' }))).toEqual(['zeroLocked']);
    expect(names(await users({ role: aiw, maxResultCount: 1000 }))).toEqual(
      expect.arrayContaining(['aiw', 'zeroLocked']),
    );
    expect(names(await users({ role: aiw, maxResultCount: 1000 }))).not.toContain('operator');
    expect(names(await users({ onlyLockedUsers: true }))).toEqual(['zeroLocked']);
    const holders = names(
      await users({ permissions: ['Pages.AirspaceApproval', 'Pages.Chat'], maxResultCount: 1000 }),
    );
    expect(holders).toEqual(expect.arrayContaining(['admin', 'aiw']));
    expect(names(await users({ permissions: ['Pages.Admin'], maxResultCount: 1000 }))).not.toContain('aiw');
    const query = await server.call(
      'admin',
      'GET',
      `${app}/User/GetUsers?Filter=zerolo&Permissions=Pages.Chat`,
    );
    expect(resultOf(query)).toMatchObject({
      totalCount: 1,
      items: [{ userName: 'zeroLocked', roles: [{ roleId: aiw, roleName: expect.any(String) }] }],
    });
  });

  test('one is made without a password, edited, and deleted', async () => {
    const user = { userName: 'zeroMade', name: '零号', surname: '', emailAddress: 'zero@example.org' };
    const made = await server.call('admin', 'POST', `${app}/User/CreateOrUpdateUser`, {
      user: { ...user, isActive: true },
      assignedRoleNames: ['OM'],
      setRandomPassword: true,
      sendActivationEmail: true,
    });
    expect([made.status, resultOf(made)]).toEqual([200, null]);
    const id = await idOf(server, 'user', 'userName', 'zeroMade');
    await expect(server.signIn('zeroMade', '')).rejects.toThrow();
    const edit = async () =>
      resultOf(await server.call('admin', 'GET', `${app}/User/GetUserForEdit?Id=${id}`)) as {
        user: { name: string };
        roles: { roleName: string; isAssigned: boolean }[];
        allOrganizationUnits: { id: number; code: string }[];
        memberedOrganizationUnits: string[];
      };
    const before = await edit();
    expect(before.roles.filter(({ isAssigned }) => isAssigned).map(({ roleName }) => roleName)).toEqual([
      'OM',
    ]);
    const [unit] = before.allOrganizationUnits;
    await server.call('admin', 'POST', `${app}/User/CreateOrUpdateUser`, {
      user: { ...user, id, name: '一号' },
      assignedRoleNames: ['AGENT'],
      organizationUnits: [unit?.id],
    });
    const after = await edit();
    expect(after.user).toMatchObject({ name: '一号', password: null });
    expect(after.memberedOrganizationUnits).toEqual([unit?.code]);
    expect((await server.call('admin', 'DELETE', `${app}/User/DeleteUser?Id=${id}`)).status).toBe(200);
    expect((await server.call('admin', 'GET', `${app}/User/GetUserForEdit?Id=${id}`)).status).toBe(404);
  });

  test('one with a password signs in with it and changes it at once', async () => {
    await server.call('admin', 'POST', `${app}/User/CreateOrUpdateUser`, {
      user: { userName: 'zeroPassword', name: '二号', password: 'Zero-2026!x', isActive: true },
      assignedRoleNames: ['OM'],
    });
    expect((await server.signIn('zeroPassword', 'Zero-2026!x')).accessToken).toMatch(/./);
  });

  test('permissions follow from roles: the same are taken, others refused', async () => {
    const id = await idOf(server, 'user', 'userName', 'operator');
    const { grantedPermissionNames } = (await server.service(
      'admin',
      'User/GetUserPermissionsForEdit',
      { id },
      'GET',
    )) as { grantedPermissionNames: string[] };
    const put = (names: string[]) =>
      server.call('admin', 'PUT', `${app}/User/UpdateUserPermissions`, { id, grantedPermissionNames: names });
    expect((await put(grantedPermissionNames)).status).toBe(200);
    const refused = await put([...grantedPermissionNames, 'Pages.Admin']);
    expect([refused.status, errorOf(refused).message]).toEqual([500, '用户的权限来自其角色：请修改角色。']);
  });

  test('UnlockUser is the same call whatever its case', async () => {
    const id = await makeUser(server, 'zeroUnlocked', { roles: ['OM'] });
    await server.service('admin', 'User/LockUser', { id });
    expect((await server.call('admin', 'POST', `${app}/User/UnlockUser`, { id })).status).toBe(200);
    expect((await users({ filter: 'zeroUnlocked', onlyLockedUsers: true })).totalCount).toBe(0);
  });
});

describe('the own account', () => {
  test('its password is changed by the name of ASP.NET Zero too', async () => {
    await makeUser(server, 'zeroOwn', { roles: ['OM'] });
    const wrong = await server.call('zeroOwn', 'POST', `${app}/Profile/ChangePassword`, {
      currentPassword: 'wrong',
      newPassword: 'Other-2026!',
    });
    expect([wrong.status, errorOf(wrong).message]).toEqual([500, '密码错误.']);
    const done = await server.call('zeroOwn', 'POST', `${app}/Profile/ChangePassword`, {
      currentPassword: demoPassword,
      newPassword: 'Other-2026!',
    });
    expect([done.status, resultOf(done)]).toEqual([200, null]);
    expect((await server.signIn('zeroOwn', 'Other-2026!')).accessToken).toMatch(/./);
  });

  test('a company is registered by Account/Register, a user without one is shown where', async () => {
    const input = {
      name: '张',
      surname: '三',
      userName: 'zhang',
      emailAddress: 'zhang@example.org',
      password: 'Zero-2026!x',
    };
    const lone = await server.call(null, 'POST', `${app}/Account/Register`, input);
    expect(lone.status).toBe(400);
    expect(errorOf(lone).validationErrors?.map(({ members }) => members[0])).toEqual([
      'company',
      'phone',
      'challenge',
      'nonce',
    ]);
    const texts = errorOf(lone).validationErrors?.map(({ message }) => message);
    expect(new Set(texts).size).toBe(4);
    const other = await server.call(null, 'POST', `${app}/Account/Register`, {
      ...input,
      userName: 'li@example.org',
    });
    expect(errorOf(other).validationErrors?.map(({ members }) => members[0])).toEqual(['userName']);
  });

  test('messages follow from duties: settings show every kind and switch none off', async () => {
    const settings = resultOf(
      await server.call('operator', 'GET', `${app}/Notification/GetNotificationSettings`),
    ) as {
      receiveNotifications: boolean;
      notifications: { name: string; displayName: string; isSubscribed: boolean }[];
    };
    expect(settings.notifications).toContainEqual(
      expect.objectContaining({ name: 'plan', displayName: '飞行计划', isSubscribed: true }),
    );
    const put = (value: object) =>
      server.call('operator', 'PUT', `${app}/Notification/UpdateNotificationSettings`, value);
    expect((await put(settings)).status).toBe(200);
    expect((await put({ ...settings, receiveNotifications: false })).status).toBe(500);
  });
});

describe('the roles of a unit, and who is online', () => {
  test('a unit has no roles, and one that is not there is not found', async () => {
    const unit = await server.service('admin', 'OrganizationUnit/GetOrganizationUnits', {}, 'GET');
    const { id } = (unit as { items: { id: number }[] }).items[0] ?? { id: 0 };
    const of = (one: number) =>
      server.call('admin', 'GET', `${app}/OrganizationUnit/GetOrganizationUnitRoles?Id=${one}`);
    expect(resultOf(await of(id))).toEqual({ totalCount: 0, items: [] });
    expect((await of(987_654_321)).status).toBe(404);
  });

  test('whoever has a connection is online, and nobody who has none', async () => {
    const names = async () =>
      (
        (await server.service('operator', 'Mobile/GetOnLineUsers', {}, 'GET')) as {
          items: { userId: number; name: string }[];
        }
      ).items.map(({ userId }) => userId);
    const aiw = await idOf(server, 'user', 'userName', 'aiw');
    expect(await names()).not.toContain(aiw);
    const connection = await server.hub('aiw', hubPaths.chat);
    expect(await names()).toContain(aiw);
    await connection.stop();
    await expect.poll(names).not.toContain(aiw);
  });

  test('a company is told of its own and of bodies alone, at the call and on the hub', async () => {
    const ids = await Promise.all(
      ['operator', 'operator2', 'aiw'].map((name) => idOf(server, 'user', 'userName', name)),
    );
    const [own, other, body] = ids;
    const online = async (user: string) =>
      (
        (await server.service(user, 'Mobile/GetOnLineUsers', {}, 'GET')) as { items: { userId: number }[] }
      ).items.map(({ userId }) => userId);
    const heard: number[] = [];
    const operator = await server.hub('operator', hubPaths.chat);
    operator.on('getOnlineClient', (users: { userId: number }[]) => {
      heard.push(...users.map(({ userId }) => userId));
    });
    const others = await Promise.all(['operator2', 'aiw'].map((user) => server.hub(user, hubPaths.chat)));
    await expect.poll(() => heard).toContain(body);
    expect(heard).toContain(own);
    expect(heard).not.toContain(other);
    expect(await online('operator')).toEqual(expect.arrayContaining([own, body]));
    expect(await online('operator')).not.toContain(other);
    expect(await online('aiw')).toEqual(expect.arrayContaining([own, other, body]));
    for (const connection of [operator, ...others]) await connection.stop();
  });
});
