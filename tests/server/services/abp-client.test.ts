import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../src/server/seed/seed-demo.ts';
import { type RunningTestServer, startTestServer } from '../../support/server.ts';

/**
 * A client as those that are generated for ABP: camelCase in JSON, PascalCase in the query, the headers that they all
 * send, and nothing of ours. It knows only what wire.md §1 to §3 says.
 */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Envelope<T> {
  result: T;
  targetUrl: null;
  success: boolean;
  error: { code: number; message: string; details: string | null; validationErrors: object[] | null } | null;
  unAuthorizedRequest: boolean;
  __abp: true;
}

interface UserDto {
  id: number;
  userName: string;
  name: string;
  surname: string;
  emailAddress: string;
  isActive: boolean;
  fullName: string;
  lastLoginTime: string | null;
  creationTime: string;
  roleNames: string[];
}

interface RoleDto {
  id: number;
  name: string;
  displayName: string;
  normalizedName: string;
  description: string | null;
  grantedPermissions: string[];
}

/** abp-ng2-module and its likes: what is no envelope is an error of theirs. */
function abpClient(address: string, culture = 'zh-Hans') {
  let token: string | null = null;
  async function ask<T>(
    verb: string,
    path: string,
    body?: object,
  ): Promise<{ status: number } & Envelope<T>> {
    const response = await fetch(address + path, {
      method: verb,
      headers: {
        'Content-Type': 'application/json-patch+json',
        Accept: 'text/plain',
        '.AspNetCore.Culture': `c=${culture}|uic=${culture}`,
        'Abp.TenantId': 'null',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.headers.get('content-type')).toContain('application/json');
    const envelope = (await response.json()) as Envelope<T>;
    expect(envelope.__abp).toBe(true);
    return { status: response.status, ...envelope };
  }
  const app = '/api/services/app';
  return {
    ask,
    signOut: () => {
      token = null;
    },
    get: <T>(call: string, query: Record<string, string | number | boolean> = {}) =>
      ask<T>(
        'GET',
        `${app}/${call}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
      ),
    post: <T>(call: string, body: object) => ask<T>('POST', `${app}/${call}`, body),
    put: <T>(call: string, body: object) => ask<T>('PUT', `${app}/${call}`, body),
    remove: (call: string, id: number) => ask<null>('DELETE', `${app}/${call}?Id=${id}`),
    async signIn(userNameOrEmailAddress: string, password: string) {
      const answer = await ask<{
        accessToken: string;
        encryptedAccessToken: string;
        expireInSeconds: number;
      }>('POST', '/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password, rememberClient: false });
      if (answer.success) token = answer.result.accessToken;
      return answer;
    },
  };
}

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

describe('the tenant, the theme, the logs', () => {
  test('there is one tenant, and no other can be made of it', async () => {
    const client = abpClient(server.address);
    await client.signIn('admin', demoPassword);
    const tenant = { id: 1, tenancyName: 'Default', name: 'Clearway', isActive: true };
    expect((await client.get('Tenant/GetAll', { Keyword: 'defau', IsActive: true })).result).toEqual({
      totalCount: 1,
      items: [tenant],
    });
    expect((await client.get('Tenant/GetAll', { Keyword: 'other' })).result).toEqual({
      totalCount: 0,
      items: [],
    });
    expect((await client.get('Tenant/Get', { Id: 1 })).result).toEqual(tenant);
    expect((await client.get('Tenant/Get', { Id: 2 })).status).toBe(404);
    const refusals = [
      await client.post('Tenant/Create', {
        ...tenant,
        tenancyName: 'Second',
        adminEmailAddress: 'a@b.example',
      }),
      await client.put('Tenant/Update', tenant),
      await client.remove('Tenant/Delete', 1),
    ];
    for (const { status, error } of refusals) {
      expect([status, error?.message]).toEqual([500, '一套系统只有一个租户，不能新建、修改或删除租户。']);
    }
    const other = abpClient(server.address);
    await other.signIn('operator', demoPassword);
    expect((await other.get('Tenant/GetAll')).status).toBe(403);
  });

  test('a theme is kept for its user alone', async () => {
    const themeOf = async (client: ReturnType<typeof abpClient>) =>
      (
        await client.ask<{ setting: { values: Record<string, string> } }>(
          'GET',
          '/AbpUserConfiguration/GetAll',
        )
      ).result.setting.values['App.UiTheme'];
    const client = abpClient(server.address);
    await client.signIn('operator', demoPassword);
    expect(await themeOf(client)).toBeUndefined();
    expect((await client.post('Configuration/ChangeUiTheme', { theme: 'blue' })).status).toBe(200);
    expect(await themeOf(client)).toBe('blue');
    expect((await client.post('Configuration/ChangeUiTheme', { theme: 'x'.repeat(33) })).status).toBe(400);
    const other = abpClient(server.address);
    await other.signIn('operator2', demoPassword);
    expect(await themeOf(other)).toBeUndefined();
  });

  test('the audit log tells who changed what, and no value; sign-ins are told to whose they are', async () => {
    interface Entry {
      serviceName: string;
      methodName: string;
      userName: string;
      parameters: string;
      executionTime: string;
    }
    const client = abpClient(server.address);
    await client.signIn('admin', demoPassword);
    const made = await client.post<{ id: number }>('Role/Create', {
      name: 'Logged',
      displayName: '留痕',
      normalizedName: 'LOGGED',
      description: '',
      grantedPermissions: ['Pages.Question'],
    });
    const logs = (query: Record<string, string | number | boolean>) =>
      client.get<{ totalCount: number; items: Entry[] }>('AuditLog/GetAuditLogs', query);
    const { result } = await logs({ ServiceName: 'role', MethodName: 'create', MaxResultCount: 1 });
    expect(result.items).toEqual([
      expect.objectContaining({
        serviceName: 'role',
        methodName: 'create',
        userName: expect.stringMatching(/\S/),
        executionDuration: 0,
        exception: null,
      }),
    ]);
    const [newest] = result.items;
    expect(JSON.parse(newest?.parameters ?? '')).toMatchObject({ id: made.result.id, version: 1 });
    expect(newest?.parameters).toContain('displayName');
    expect(newest?.parameters).not.toContain('留痕');
    expect((await logs({ HasException: true })).result.totalCount).toBe(0);
    expect((await logs({ StartDate: '2999-01-01' })).result.totalCount).toBe(0);
    expect((await logs({ StartDate: 'yesterday' })).status).toBe(400);
    expect((await logs({ UserName: '%' })).result.totalCount).toBe(0);
    const oldest = await logs({ Sorting: 'ExecutionTime ASC', MaxResultCount: 2 });
    const times = oldest.result.items.map(({ executionTime }) => executionTime);
    expect(times).toEqual([...times].sort());
    expect((await logs({ Sorting: 'changes' })).status).toBe(400);
    const attempts = await client.get<{ items: { userNameOrEmail: string; result: string }[] }>(
      'UserLogin/GetRecentUserLoginAttempts',
    );
    expect(attempts.result.items[0]).toMatchObject({ userNameOrEmail: 'admin', result: 'Success' });
    expect(attempts.result.items.length).toBeLessThanOrEqual(10);
    const other = abpClient(server.address);
    await other.signIn('operator', demoPassword);
    expect((await other.get('AuditLog/GetAuditLogs')).status).toBe(403);
    const own = await other.get<{ items: { userNameOrEmail: string }[] }>(
      'UserLogin/GetRecentUserLoginAttempts',
    );
    expect(new Set(own.result.items.map(({ userNameOrEmail }) => userNameOrEmail))).toEqual(
      new Set(['operator']),
    );
    await client.remove('Role/Delete', made.result.id);
  });

  test('a saved language is that of every answer, but where the query names one', async () => {
    const names = async (client: ReturnType<typeof abpClient>, query = '') =>
      (
        await client.ask<{ localization: { currentCulture: { name: string } } }>(
          'GET',
          `/AbpUserConfiguration/GetAll${query}`,
        )
      ).result.localization.currentCulture.name;
    const chinese = abpClient(server.address, 'zh-Hans');
    expect([await names(chinese), await names(chinese, '?culture=en')]).toEqual(['zh-Hans', 'en']);
    // A call that declares no such name of its query is answered in it too, a refusal as well.
    const nobody = await chinese.ask('GET', '/api/services/app/User/GetAll?culture=en');
    expect([nobody.status, nobody.error?.message]).toEqual([401, expect.stringMatching(/^[\x20-\x7e]+$/)]);
    const wrong = await chinese.ask('POST', '/api/TokenAuth/Authenticate?culture=en', {
      userNameOrEmailAddress: 'nobody',
      password: 'x',
    });
    expect(wrong.error?.message).toBe('Login failed!');
    const tenant = await chinese.ask('POST', '/api/services/app/Account/IsTenantAvailable?culture=en', {});
    expect(tenant.error?.message).toMatch(/^[\x20-\x7e]+$/);
    await chinese.signIn('aiw', demoPassword);
    expect(await names(chinese)).toBe('zh-Hans');
    expect((await chinese.post('User/ChangeLanguage', { languageName: 'en' })).status).toBe(200);
    expect([await names(chinese), await names(chinese, '?culture=zh-Hans')]).toEqual(['en', 'zh-Hans']);
    expect((await chinese.get('User/GetAll')).error?.message).toMatch(/^[\x20-\x7e]+$/);
  });
});

describe('AbpUserConfiguration/GetAll', () => {
  const whole = async (user: string | null, headers: Record<string, string> = {}) => {
    const answer = await server.call(
      user,
      'GET',
      '/AbpUserConfiguration/GetAll',
      undefined,
      new Headers(headers),
    );
    expect(answer.status).toBe(200);
    return (answer.body as { result: Record<string, unknown> }).result;
  };

  test('has the whole shape that a client reads at its start', async () => {
    expect(await whole('operator')).toEqual({
      multiTenancy: {
        isEnabled: false,
        ignoreFeatureCheckForHostUsers: false,
        sides: { host: 2, tenant: 1 },
      },
      session: {
        userId: expect.any(Number),
        tenantId: 1,
        impersonatorUserId: null,
        impersonatorTenantId: null,
        multiTenancySide: 1,
      },
      localization: {
        currentCulture: { name: 'zh-Hans', displayName: '简体中文' },
        languages: [
          expect.objectContaining({
            name: 'zh-Hans',
            isDefault: true,
            isDisabled: false,
            isRightToLeft: false,
          }),
          expect.objectContaining({ name: 'en', isDefault: false, icon: expect.any(String) }),
        ],
        currentLanguage: expect.objectContaining({ name: 'zh-Hans', displayName: '简体中文' }),
        sources: expect.arrayContaining([{ name: 'AbpZero', type: 'MultiTenantLocalizationSource' }]),
        values: expect.objectContaining({
          AbpWeb: expect.objectContaining({ ValidationError: '您的请求无效!' }),
          Clearway: expect.objectContaining({ 'Pages.Users': '用户管理' }),
        }),
      },
      features: { allFeatures: { SignalR: { value: 'true' }, 'SignalR.AspNetCore': { value: 'true' } } },
      auth: {
        allPermissions: expect.objectContaining({ 'Pages.Admin': 'true', 'Pages.Users': 'true' }),
        grantedPermissions: expect.objectContaining({ 'Pages.Navigation.Create': 'true' }),
      },
      nav: {
        menus: {
          MainMenu: {
            name: 'MainMenu',
            displayName: 'Clearway',
            customData: null,
            items: expect.arrayContaining([
              expect.objectContaining({
                name: 'aircraft',
                displayName: '航空器',
                url: '/baseManage/aircraftManage',
              }),
            ]),
          },
        },
      },
      setting: { values: expect.objectContaining({ 'Abp.Timing.TimeZone': 'Asia/Shanghai' }) },
      clock: { provider: 'utcClockProvider' },
      timing: {
        timeZoneInfo: {
          windows: {
            timeZoneId: 'China Standard Time',
            baseUtcOffsetInMilliseconds: 28_800_000,
            currentUtcOffsetInMilliseconds: 28_800_000,
            isDaylightSavingTimeNow: false,
          },
          iana: { timeZoneId: 'Asia/Shanghai' },
        },
      },
      security: { antiForgery: { tokenCookieName: 'XSRF-TOKEN', tokenHeaderName: 'X-XSRF-TOKEN' } },
      custom: {},
    });
  });

  test('shows the menu that its user may open, and parameters to nobody who has not signed in', async () => {
    const names = async (user: string | null) => {
      const { nav } = (await whole(user)) as { nav: { menus: { MainMenu: { items: { name: string }[] } } } };
      return nav.menus.MainMenu.items.map(({ name }) => name);
    };
    expect(await names('admin')).toContain('user');
    expect(await names('admin')).toContain('permission/matrix');
    expect(await names('operator')).toContain('navigation/addNavPlan');
    expect(await names('operator')).not.toContain('permission/matrix');
    expect(await names('operator')).not.toContain('user');
    expect(await names(null)).toEqual([]);
    const { setting } = (await whole(null)) as { setting: { values: object } };
    expect(Object.keys(setting.values).filter((name) => !name.startsWith('Abp.'))).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['the cookie of ABP', { cookie: 'Abp.Localization.CultureName=en' }, 'en'],
    ['the header of its name', { 'Abp.Localization.CultureName': 'en' }, 'en'],
    ['with dashes, as from version 10', { 'Abp-Localization-CultureName': 'en' }, 'en'],
    [
      'ASP.NET before ABP',
      { '.AspNetCore.Culture': 'zh-Hans', 'Abp.Localization.CultureName': 'en' },
      'zh-Hans',
    ],
    [
      'nonsense falls through',
      { cookie: 'Abp.Localization.CultureName=null', 'accept-language': 'en' },
      'en',
    ],
  ])('takes the language from %s', async (_, headers, name) => {
    const { localization } = (await whole(null, headers)) as {
      localization: { currentCulture: { name: string } };
    };
    expect(localization.currentCulture.name).toBe(name);
  });

  test('stands in the OpenAPI document, with every call of users and roles', async () => {
    const { body } = await server.call(null, 'GET', '/api/docs/json');
    const paths = Object.keys((body as { paths: object }).paths);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/AbpUserConfiguration/GetAll',
        ...[
          ...[
            'GetAll',
            'Get',
            'GetRoles',
            'GetRoleByUsers',
            'GetUserPermissionsForEdit',
            'GetCoverageIdsBySave',
          ],
          ...[
            'Create',
            'Update',
            'Delete',
            'ResetPassword',
            'SaveOthers',
            'ChangePassword',
            'LockUser',
            'UnLockUser',
          ],
          ...['Activate', 'DeActivate', 'ChangeLanguage'],
        ].map((name) => `/api/services/app/User/${name}`),
        ...[
          'Get',
          'GetAll',
          'GetRoles',
          'GetAllPermissions',
          'GetRoleForEdit',
          'Create',
          'Update',
          'Delete',
        ].map((name) => `/api/services/app/Role/${name}`),
      ]),
    );
  });
});
