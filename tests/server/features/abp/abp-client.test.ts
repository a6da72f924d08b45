import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { abpClient, type RoleDto, type UserDto } from '#tests/support/abp-client.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

describe('a client written for ABP', () => {
  test('begins, signs in, keeps roles and users, and listens for notifications', async () => {
    const client = abpClient(server.address);

    const tenant = await client.post<object>('Account/IsTenantAvailable', { tenancyName: 'Default' });
    expect(tenant.result).toEqual({ state: 1, tenantId: 1 });

    const before = await client.ask<Record<string, Record<string, unknown>>>(
      'GET',
      '/AbpUserConfiguration/GetAll',
    );
    expect(before.status).toBe(200);
    expect(before.result.session).toMatchObject({ userId: null });
    expect(before.result.auth?.grantedPermissions).toEqual({});

    const refused = await client.signIn('admin', 'not his password 1');
    expect([refused.status, refused.success, refused.error?.message]).toEqual([500, false, '登录失败!']);
    const signedIn = await client.signIn('admin', demoPassword);
    expect(signedIn.result.expireInSeconds).toBeGreaterThan(0);

    const { result: me } = await client.get<{ user: { userName: string } }>(
      'Session/GetCurrentLoginInformations',
    );
    expect(me.user.userName).toBe('admin');
    const { result: all } = await client.ask<Record<string, Record<string, unknown>>>(
      'GET',
      '/AbpUserConfiguration/GetAll',
    );
    expect(all.auth?.grantedPermissions).toMatchObject({ 'Pages.Users': 'true', 'Pages.Roles': 'true' });

    // A role, from the whole list of permissions.
    const { result: known } = await client.get<{
      items: { id: number; name: string; displayName: string }[];
    }>('Role/GetAllPermissions');
    expect(known.items).toContainEqual(
      expect.objectContaining({ id: 0, name: 'Pages.Question', displayName: '问题反馈', description: null }),
    );
    const made = await client.post<RoleDto>('Role/Create', {
      name: 'Dispatcher',
      displayName: '调度',
      normalizedName: 'DISPATCHER',
      description: '',
      grantedPermissions: ['Pages.Question', 'Pages.Navigation.Create'],
    });
    expect([made.status, made.result]).toEqual([
      200,
      expect.objectContaining({ name: 'Dispatcher', normalizedName: 'DISPATCHER', description: null }),
    ]);
    // The branch comes with its leaf.
    expect([...made.result.grantedPermissions].sort()).toEqual([
      'Pages.Navigation',
      'Pages.Navigation.Create',
      'Pages.Question',
    ]);
    const roles = await client.get<{ totalCount: number; items: RoleDto[] }>('Role/GetAll', {
      Keyword: 'Dispatch',
      SkipCount: 0,
      MaxResultCount: 10,
    });
    expect([roles.result.totalCount, roles.result.items[0]?.id]).toEqual([1, made.result.id]);
    const edit = await client.get<{ role: RoleDto; grantedPermissionNames: string[] }>(
      'Role/GetRoleForEdit',
      {
        Id: made.result.id,
      },
    );
    expect(edit.result.grantedPermissionNames).toEqual(made.result.grantedPermissions);
    const changed = await client.put<RoleDto>('Role/Update', {
      ...made.result,
      displayName: '调度员',
      grantedPermissions: ['Pages.Question'],
    });
    expect(changed.result).toMatchObject({ displayName: '调度员', grantedPermissions: ['Pages.Question'] });

    // A user who has it.
    const user = await client.post<UserDto>('User/Create', {
      userName: 'li.dispatch',
      name: '雷',
      surname: '李',
      emailAddress: 'li@clearway.example',
      isActive: true,
      roleNames: ['DISPATCHER'],
      password: 'Dispatch-2026',
    });
    expect([user.status, user.result]).toEqual([
      200,
      expect.objectContaining({ fullName: '雷 李', roleNames: ['DISPATCHER'], lastLoginTime: null }),
    ]);
    expect(JSON.stringify(user)).not.toMatch(/argon2|passwordHash/);
    const users = await client.get<{ totalCount: number; items: UserDto[] }>('User/GetAll', {
      Keyword: ' li.disp ',
      IsActive: true,
      Sorting: 'UserName desc, id ASC',
      SkipCount: 0,
      MaxResultCount: 5,
    });
    expect(users.result).toMatchObject({ totalCount: 1, items: [{ id: user.result.id }] });
    const renamed = await client.put<UserDto>('User/Update', { ...user.result, name: '磊' });
    expect(renamed.result).toMatchObject({ name: '磊', emailAddress: 'li@clearway.example' });

    // The hub of notifications, by the encrypted token in its address.
    const hub: HubConnection = new HubConnectionBuilder()
      .withUrl(
        `${server.address}/signalr?enc_auth_token=${encodeURIComponent(signedIn.result.encryptedAccessToken)}`,
        { transport: HttpTransportType.WebSockets },
      )
      .configureLogging(LogLevel.None)
      .build();
    hub.on('getNotification', () => {});
    await hub.start();
    expect(hub.state).toBe('Connected');
    await hub.stop();

    expect((await client.remove('User/Delete', user.result.id)).status).toBe(200);
    const gone = await client.get('User/Get', { Id: user.result.id });
    expect([gone.status, gone.error?.message]).toEqual([404, `实体 用户 不存在,id = ${user.result.id}!`]);
    expect((await client.remove('Role/Delete', made.result.id)).status).toBe(200);
    expect(
      (await client.get<{ totalCount: number }>('Role/GetAll', { Keyword: 'Dispatch' })).result.totalCount,
    ).toBe(0);
  });

  test('reads why it was refused, in its language', async () => {
    const client = abpClient(server.address);
    await client.signIn('admin', demoPassword);
    const user = {
      userName: 'operator',
      name: 'x',
      surname: 'y',
      isActive: true,
      roleNames: [],
      password: 'Whatever-1',
    };
    const taken = await client.post('User/Create', user);
    expect([taken.status, taken.error]).toEqual([
      500,
      { code: 0, message: '名字operator已被占用.', details: null, validationErrors: null },
    ]);
    const shouted = await client.post('User/Create', { ...user, userName: 'OPERATOR' });
    expect([shouted.status, shouted.error?.message]).toEqual([500, '名字OPERATOR已被占用.']);
    const unknown = await client.post('User/Create', { ...user, userName: 'fresh', roleNames: ['NOBODY'] });
    expect([unknown.status, unknown.error?.validationErrors]).toEqual([
      400,
      [{ message: '没有名为 NOBODY 的角色', members: ['roleNames.0'] }],
    ]);
    const weak = await client.post('User/Create', { ...user, userName: 'fresh', password: 'abc' });
    expect([weak.status, weak.error?.validationErrors]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ members: ['password'] })]),
    ]);
    const { result } = await client.get<{ totalCount: number }>('User/GetAll', { Keyword: 'fresh' });
    expect(result.totalCount).toBe(0);
    expect((await client.remove('User/Delete', 1)).error?.message).toMatch(/最后一个|默认管理员/);
    const fixed = await client.get<{ items: { id: number; name: string }[] }>('Role/GetRoles', {
      Permission: 'Pages.Admin',
    });
    const [admin] = fixed.result.items;
    expect(admin?.name).toBe('Admin');
    expect((await client.remove('Role/Delete', admin?.id ?? 0)).error?.message).toBe(
      '不能删除系统预定义角色: 系统管理员',
    );
    const english = abpClient(server.address, 'en');
    await english.signIn('admin', demoPassword);
    expect((await english.post('User/Create', user)).error?.message).toBe(
      'The name operator is already taken.',
    );
    for (const sorting of ['password desc', 'userName sideways', 'a;b']) {
      const answer = await client.get('User/GetAll', { Sorting: sorting });
      expect([sorting, answer.status]).toEqual([sorting, 400]);
    }
    const outOfRange: Record<string, number>[] = [
      { MaxResultCount: 0 },
      { MaxResultCount: 5000 },
      { SkipCount: -1 },
    ];
    for (const query of outOfRange) {
      expect((await client.get('User/GetAll', query)).status).toBe(400);
    }
  });

  test('may nothing without a session, and says nothing of permissions that it lacks', async () => {
    const client = abpClient(server.address);
    expect((await client.get('User/GetAll')).status).toBe(401);
    await client.signIn('operator', demoPassword);
    const answer = await client.get('User/GetAll');
    expect([answer.status, answer.unAuthorizedRequest]).toEqual([403, true]);
    const { result } = await client.ask<{ auth: { grantedPermissions: object } }>(
      'GET',
      '/AbpUserConfiguration/GetAll',
    );
    expect(result.auth.grantedPermissions).not.toHaveProperty('Pages.Users');
    expect(result.auth.grantedPermissions).toHaveProperty('Pages.Navigation', 'true');
  });
});
