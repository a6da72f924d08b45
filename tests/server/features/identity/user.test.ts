import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { idOf, makeUser, type Row } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * What is done to users: locked, activated, covered, described; by whom, and what their sessions make of it.
 */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const app = '/api/services/app/User';
const post = (name: string, input: object, user = 'admin') =>
  server.call(user, 'POST', `${app}/${name}`, input);
const get = (name: string, query: string, user = 'admin') =>
  server.call(user, 'GET', `${app}/${name}?${query}`);
const errorOf = ({ body }: Answer) =>
  (
    body as {
      error: { message: string; details: string | null; validationErrors: { members: string[] }[] | null };
    }
  ).error;
const record = async (id: number) =>
  (await server.call('admin', 'GET', `/api/records/user/${id}`)).body as Row;
const historyOf = async (id: number) =>
  (await server.call('admin', 'GET', `/api/records/user/${id}/history`)).body as {
    by: number;
    changes: { field: string; before: unknown; after: unknown }[];
  }[];

describe('a lock', () => {
  test('ends the sessions and lets nobody in until it is taken away', async () => {
    const id = await makeUser(server, 'locked', { roles: ['OM'] });
    expect(
      (await server.call('locked', 'GET', '/api/services/app/Session/GetCurrentUserInfo')).status,
    ).not.toBe(401);
    expect((await post('LockUser', { id })).status).toBe(200);
    expect((await server.call('locked', 'GET', '/api/services/app/Session/GetCurrentUserInfo')).status).toBe(
      401,
    );
    await expect(server.signIn('locked')).rejects.toThrow('管理员');
    // A wrong password is not told that there is such an account; a new one does not unlock.
    await expect(server.signIn('locked', 'nonsense-1')).rejects.toThrow('用户名或密码无效');
    await post('ResetPassword', { adminPassword: demoPassword, userId: id, newPassword: 'Another-2026' });
    await expect(server.signIn('locked', 'Another-2026')).rejects.toThrow('管理员');
    expect(await record(id)).toMatchObject({ isActive: true });
    const view = await get('Get', `Id=${id}`);
    expect(view.body).toMatchObject({ result: { isLocked: true } });
    expect((await post('UnLockUser', { id })).status).toBe(200);
    expect((await server.signIn('locked', 'Another-2026')).userId).toBe(id);
    const fields = (await historyOf(id)).map(({ changes }) => changes.map(({ field }) => field).join());
    expect(fields.filter((changed) => changed.includes('lockoutEndAt'))).toHaveLength(2);
  });

  test('is not for oneself, nor for the last administrator', async () => {
    const admin = await idOf(server, 'user', 'userName', 'admin');
    expect(errorOf(await post('LockUser', { id: admin })).message).toBe('不能锁定自己的账户。');
    const maintainers = await server.call('admin', 'POST', '/api/records/role', {
      name: 'UserKeeper',
      displayName: '用户管理员',
      permissions: ['Pages.Users'],
    });
    expect(maintainers.status).toBe(201);
    await makeUser(server, 'keeper', { roles: ['UserKeeper'] });
    await changeFirst('keeper');
    for (const name of ['LockUser', 'DeActivate', 'UnLockUser']) {
      const answer = await server.call('keeper', 'POST', `${app}/${name}`, { id: admin });
      expect([name, answer.status]).toEqual([name, 403]);
    }
    expect(await record(admin)).toMatchObject({ isActive: true, lockoutEndAt: null });
  });

  test('an administrator does not delete their own account', async () => {
    const id = await makeUser(server, 'leaving', { roles: ['Admin'] });
    await changeFirst('leaving');
    const answer = await server.call('leaving', 'DELETE', `${app}/DeleteUser?id=${id}`);
    expect([answer.status, errorOf(answer).message]).toEqual([500, '不能删除自己的账户。']);
    expect((await server.call('leaving', 'DELETE', `/api/records/user/${id}`)).status).toBe(422);
    expect((await server.call('admin', 'DELETE', `${app}/DeleteUser?id=${id}`)).status).toBe(200);
  });

  test('takes the last administrator who can sign in into account', async () => {
    const admin = await idOf(server, 'user', 'userName', 'admin');
    const second = await makeUser(server, 'second-admin', { roles: ['Admin'] });
    expect((await post('LockUser', { id: second })).status).toBe(200);
    // The second is locked, so the first is the last.
    const { version } = await record(admin);
    const answer = await server.call('admin', 'PATCH', `/api/records/user/${admin}`, {
      version,
      isActive: false,
    });
    expect(answer.status).toBe(422);
  });
});

/** A password that an administrator set is changed before anything else. */
async function changeFirst(user: string): Promise<void> {
  const answer = await post(
    'ChangePassword',
    { currentPassword: demoPassword, newPassword: 'Own-Choice-2026' },
    user,
  );
  if (answer.status !== 200 && answer.status !== 400) throw new Error(JSON.stringify(answer.body));
}

describe('activation', () => {
  test('opens and closes an account, with its sessions', async () => {
    const id = await makeUser(server, 'sleeper', { roles: ['OM'] });
    await server.signIn('sleeper');
    expect((await post('DeActivate', { id })).status).toBe(200);
    await expect(server.signIn('sleeper')).rejects.toThrow('未激活');
    expect((await get('GetAll', 'Keyword=sleeper&IsActive=true')).body).toMatchObject({
      result: { totalCount: 0 },
    });
    expect((await get('GetAll', 'Keyword=sleeper&IsActive=')).body).toMatchObject({
      result: { totalCount: 1 },
    });
    expect((await post('Activate', { id })).status).toBe(200);
    expect((await server.signIn('sleeper')).userId).toBe(id);
  });
});

describe('coverage', () => {
  test('is saved by a GET, as the specification has it, and bounds what the user sees', async () => {
    const id = await makeUser(server, 'covered', { roles: ['ATMB'] });
    const area = await idOf(server, 'organizationUnit', 'displayName', '川南管辖区');
    const other = await idOf(server, 'organizationUnit', 'displayName', '成都平原管辖区');
    const saved = await get('GetCoverageIdsBySave', `id=${id}&coverageIds=${area},${other}`);
    expect([saved.status, saved.body]).toMatchObject([
      200,
      { result: { coverageIds: [area, other], coverageId3s: [] } },
    ]);
    const in3d = await get('GetCoverageIdsBySave', `Id=${id}&CoverageIds=${other}&Type=3`);
    expect(in3d.body).toMatchObject({ result: { coverageIds: [area, other], coverageId3s: [other] } });
    expect(await record(id)).toMatchObject({ coverage: [area, other], coverageId3s: [other] });
    const none = await get('GetCoverageIdsBySave', `id=${id}&coverageIds=`);
    expect(none.body).toMatchObject({ result: { coverageIds: [], coverageId3s: [other] } });
  });

  test.each<[string, string]>([
    ['an area that there is not', 'coverageIds=987654'],
    ['no number', 'coverageIds=x'],
    ['a kind that there is not', 'coverageIds=1&type=4'],
  ])('refuses %s and keeps what was there', async (_, query) => {
    const id = await idOf(server, 'user', 'userName', 'covered');
    const before = await record(id);
    const answer = await get('GetCoverageIdsBySave', `id=${id}&${query}`);
    expect([answer.status, errorOf(answer).validationErrors?.length]).toEqual([400, 1]);
    expect(await record(id)).toEqual(before);
  });

  test('changes nothing while an administrator looks as another, for all that it is a GET', async () => {
    const id = await idOf(server, 'user', 'userName', 'covered');
    const headers = new Headers({ 'x-clearway-view-as': 'Admin' });
    const answer = await server.call(
      'admin',
      'GET',
      `${app}/GetCoverageIdsBySave?id=${id}&coverageIds=`,
      undefined,
      headers,
    );
    expect(answer.status).toBe(403);
  });
});

describe('what else is known of a user', () => {
  test('further information is kept by name', async () => {
    const id = await makeUser(server, 'described');
    const others = [
      { name: ' 工号 ', value: 'A-17' },
      { name: '值班电话', value: '' },
    ];
    expect((await post('SaveOthers', { id, others })).body).toMatchObject({
      result: {
        id,
        others: [
          { name: '工号', value: 'A-17' },
          { name: '值班电话', value: '' },
        ],
      },
    });
    expect((await record(id)).userOthers).toEqual([{ name: '工号', value: 'A-17' }, { name: '值班电话' }]);
    const twice = await post('SaveOthers', { id, others: [others[0], others[0]] });
    expect([twice.status, errorOf(twice).validationErrors?.[0]?.members]).toEqual([400, ['others.1.name']]);
  });

  test('roles and effective permissions are told with who gives them', async () => {
    const id = await makeUser(server, 'double', { roles: ['OM', 'AIW'] });
    const roles = (await get('GetRoleByUsers', `id=${id}`)).body as { result: { items: { name: string }[] } };
    expect(roles.result.items.map(({ name }) => name).sort()).toEqual(['AIW', 'OM']);
    const { result } = (await get('GetUserPermissionsForEdit', `Id=${id}`)).body as {
      result: {
        permissions: object[];
        grantedPermissionNames: string[];
        grantedBy: Record<string, string[]>;
      };
    };
    expect(result.grantedBy['Pages.AirspaceApproval']).toEqual(['运营人', '空域监视']);
    expect(result.grantedBy['Pages.Navigation.Create']).toEqual(['运营人']);
    expect(result.grantedPermissionNames).not.toContain('Pages.Users');
    expect(result.permissions).toContainEqual({
      parentName: 'Pages.Navigation',
      name: 'Pages.Navigation.Create',
      displayName: '飞行计划编制',
      description: null,
      isGrantedByDefault: false,
    });
    const admin = (await get('GetUserPermissionsForEdit', 'Id=1')).body as {
      result: { permissions: object[]; grantedPermissionNames: string[] };
    };
    expect(admin.result.grantedPermissionNames).toHaveLength(admin.result.permissions.length);
  });

  test('everyone chooses their own language, of those there are', async () => {
    const language = async () => (await record(await idOf(server, 'user', 'userName', 'operator'))).language;
    expect((await post('ChangeLanguage', { languageName: 'en' }, 'operator')).status).toBe(200);
    expect(await language()).toBe('en');
    const answer = await post('ChangeLanguage', { languageName: 'tlh' }, 'operator');
    expect([answer.status, errorOf(answer).validationErrors?.[0]?.members]).toEqual([400, ['languageName']]);
    await post('ChangeLanguage', { languageName: 'zh-Hans' }, 'operator');
    expect(await language()).toBe('zh-Hans');
  });
});

describe('creating and changing', () => {
  test('the first password is changed at the first sign-in', async () => {
    const made = await post('Create', {
      userName: 'fresh',
      name: '新',
      surname: '',
      emailAddress: '',
      isActive: true,
      roleNames: ['om'],
      password: 'Given-2026',
    });
    expect([made.status, made.body]).toMatchObject([
      200,
      { result: { emailAddress: null, roleNames: ['OM'] } },
    ]);
    const { accessToken } = await server.signIn('fresh', 'Given-2026');
    const token = `Bearer ${accessToken}`;
    expect((await server.call(token, 'GET', '/api/records/aircraft?_end=1')).status).toBe(403);
    const changed = await server.call(token, 'POST', `${app}/ChangePassword`, {
      currentPassword: 'Given-2026',
      newPassword: 'Chosen-2026',
    });
    expect(changed.status).toBe(200);
    expect((await server.call(token, 'GET', '/api/records/aircraft?_end=1')).status).toBe(200);
  });

  test('a change of a stale version is a conflict, and one without a version is ABP’s', async () => {
    const id = await idOf(server, 'user', 'userName', 'fresh');
    const { version } = await record(id);
    const values = { id, userName: 'fresh', name: '一', isActive: true };
    expect((await server.call('admin', 'PUT', `${app}/Update`, { ...values, version: 1 })).status).toBe(409);
    const done = await server.call('admin', 'PUT', `${app}/Update`, { ...values, version });
    expect([done.status, done.body]).toMatchObject([200, { result: { name: '一', roleNames: ['OM'] } }]);
    expect((await server.call('admin', 'PUT', `${app}/Update`, { ...values, name: '二' })).status).toBe(200);
  });

  test('two names that differ in case alone are one', async () => {
    const answer = await server.call('admin', 'POST', '/api/records/user', { userName: 'Fresh', name: 'x' });
    expect([answer.status, Object.keys((answer.body as { errors: object }).errors)]).toEqual([
      400,
      ['userName'],
    ]);
    const asAddress = await server.call('admin', 'POST', '/api/records/user', {
      userName: 'OPERATOR@clearway.example',
      name: 'x',
    });
    expect(asAddress.status).toBe(400);
  });

  test('a user outside the caller’s rows is not there', async () => {
    const company = await idOf(server, 'company', 'shortName', '云翼通航');
    const outsider = await idOf(server, 'user', 'userName', 'operator2');
    await makeUser(server, 'own-keeper', { roles: ['UserKeeper'], company });
    await changeFirst('own-keeper');
    const answer = await get('Get', `Id=${outsider}`, 'own-keeper');
    expect(answer.status).toBe(404);
    for (const name of ['LockUser', 'Activate', 'UnLockUser']) {
      expect([name, (await post(name, { id: outsider }, 'own-keeper')).status]).toEqual([name, 404]);
    }
    const all = (await get('GetAll', 'MaxResultCount=100', 'own-keeper')).body as {
      result: { items: { company: number | null }[] };
    };
    expect(new Set(all.result.items.map((user) => user.company))).toEqual(new Set([company]));
  });
});
