import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { abpClient } from '#tests/support/abp-client.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

describe('the tenant that a client names', () => {
  const tenantOf = async (client: ReturnType<typeof abpClient>) =>
    (
      await client.ask<{ session: { tenantId: number | null; userId: number | null } }>(
        'GET',
        '/AbpUserConfiguration/GetAll',
      )
    ).result.session;

  test.each([
    ['none', 'Abp.TenantId', 'null'],
    ['what a careless client makes of an object', 'Abp.TenantId', '[object Object]'],
    ['no number', 'Abp.TenantId', 'NaN'],
    ['the one there is', 'Abp.TenantId', '1'],
    ['one that is not there', 'Abp.TenantId', '7'],
    ['spelt as from version 10', 'Abp-TenantId', '1'],
    ['spelt as from version 10, not there', 'Abp-TenantId', '99'],
    ['in a cookie', 'Cookie', 'Abp.TenantId=3'],
  ])('%s: the session tells', async (_, name, value) => {
    const client = abpClient(server.address, 'zh-Hans', { [name]: value });
    expect(await tenantOf(client)).toMatchObject({ userId: null, tenantId: null });
    expect((await client.signIn('operator', demoPassword)).success).toBe(true);
    expect(await tenantOf(client)).toMatchObject({ userId: expect.any(Number), tenantId: 1 });
    const { result } = await client.get<{ items: { name: string }[] }>('User/GetRoles');
    expect(result.items.length).toBeGreaterThan(0);
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
        userName: 'admin',
        executionDuration: 0,
        exception: null,
      }),
    ]);
    const [newest] = result.items;
    expect(JSON.parse(newest?.parameters ?? '')).toMatchObject({ id: made.result.id, version: 1 });
    expect(newest?.parameters).toContain('displayName');
    expect(newest?.parameters).not.toContain('留痕');
    expect((await logs({ UserName: 'ADMIN', ServiceName: 'role' })).result.totalCount).toBeGreaterThan(0);
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
