import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

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

  test.each([
    [
      'zh-Hans',
      {
        InternalServerError: '对不起,在处理您的请求期间,产生了一个服务器内部错误!',
        ValidationError: '您的请求无效!',
        ValidationNarrativeTitle: '在验证过程中发现以下错误.',
        EntityNotFound: '实体 {0} 不存在,id = {1}!',
        DefaultError401: '未通过身份验证!',
        DefaultError403: '你没有权限!',
        DefaultError404: '未找到资源!',
      },
    ],
    [
      'en',
      {
        AreYouSure: 'Are you sure?',
        Cancel: 'Cancel',
        Yes: 'Yes',
        DefaultError401: 'You are not authenticated!',
      },
    ],
  ])('has every text of AbpWeb in %s', async (culture, texts) => {
    const { localization } = (await whole(null, { '.AspNetCore.Culture': culture })) as {
      localization: { values: { AbpWeb: Record<string, string> } };
    };
    const { AbpWeb } = localization.values;
    // The names of the public source.
    const names = ['InternalServerError', 'ValidationError', 'ValidationNarrativeTitle', 'EntityNotFound'];
    const dialog = ['AreYouSure', 'Cancel', 'Yes'];
    const errors = ['', '401', '403', '404'].flatMap((code) => [
      `DefaultError${code}`,
      `DefaultErrorDetail${code}`,
    ]);
    expect(Object.keys(AbpWeb).sort()).toEqual([...names, ...dialog, ...errors].sort());
    expect(AbpWeb).toMatchObject(texts);
    // No key in place of a text, no hole that ABP would not fill, and each in its language.
    for (const text of Object.values(AbpWeb)) {
      expect(text).not.toMatch(/^(abp|common)\.|\{\{/);
      expect(/\p{Script=Han}/u.test(text)).toBe(culture === 'zh-Hans');
    }
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
