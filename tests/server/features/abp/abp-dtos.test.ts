import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { abpClient, type RoleDto, type UserDto } from '#tests/support/abp-client.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * Every DTO of ABP that the product answers with, field by field, as clients that were generated for ABP read it:
 * the exact name, the type, and null written where there is no value.
 */

let server: RunningTestServer;
let client: ReturnType<typeof abpClient>;
/** Made for the tests, by a call that must succeed. */
async function made<T>(call: string, input: object): Promise<T> {
  const { error, result } = await client.post<T>(call, input);
  expect([call, error]).toEqual([call, null]);
  return result;
}
const ids = { user: 0, role: 0, unit: 0 };

beforeAll(async () => {
  server = await startTestServer();
  client = abpClient(server.address);
  await client.signIn('admin', demoPassword);
  const role = await made<RoleDto>('Role/Create', {
    name: 'Dispatcher',
    displayName: '调度',
    normalizedName: 'DISPATCHER',
    description: '调度席',
    grantedPermissions: ['Pages.Question'],
  });
  const user = await made<UserDto>('User/Create', newUser('li.dispatch'));
  const unit = await made<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', {
    parentId: null,
    displayName: '调度室',
  });
  await made('OrganizationUnit/AddUsersToOrganizationUnit', {
    userIds: [user.id],
    organizationUnitId: unit.id,
  });
  Object.assign(ids, { user: user.id, role: role.id, unit: unit.id });
});
afterAll(() => server?.close());

const newUser = (userName: string) => ({
  userName,
  name: '雷',
  surname: '李',
  emailAddress: `${userName}@clearway.example`,
  isActive: true,
  roleNames: ['DISPATCHER'],
  password: 'Dispatch-2026',
});

const checks = {
  integer: (value: unknown) => Number.isInteger(value),
  text: (value: unknown) => typeof value === 'string',
  filled: (value: unknown) => typeof value === 'string' && value !== '',
  boolean: (value: unknown) => typeof value === 'boolean',
  time: (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*Z$/.test(value),
  upper: (value: unknown) => typeof value === 'string' && value !== '' && value === value.toUpperCase(),
  true: (value: unknown) => value === true,
  null: (value: unknown) => value === null,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
};
type Kind = keyof typeof checks;
/** A leaf, `?`: or null, `[]`: a list of them; an object field by field; a list of one shape. */
type Shape = Kind | `${Kind}?` | `${Kind}[]` | { [field: string]: Shape } | [Shape];

function mismatchesOf(shape: Shape, value: unknown, path = 'result'): string[] {
  if (typeof shape === 'string') {
    const kind = shape.replace(/\?|\[\]$/, '') as Kind;
    if (shape.endsWith('?') && value === null) return [];
    if (shape.endsWith('[]')) return mismatchesOf([kind], value, path);
    return checks[kind](value) ? [] : [`${path} is no ${shape}: ${JSON.stringify(value)}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list: ${JSON.stringify(value)}`];
    return value.flatMap((item, index) => mismatchesOf(shape[0], item, `${path}.${index}`));
  }
  if (typeof value !== 'object' || value === null) return [`${path} is no object: ${JSON.stringify(value)}`];
  const fields = new Map(Object.entries(value));
  return Object.entries(shape).flatMap(([field, inner]) =>
    fields.has(field)
      ? mismatchesOf(inner, fields.get(field), `${path}.${field}`)
      : [`${path} has no ${field}, only ${[...fields.keys()].join(', ')}`],
  );
}

const role = {
  id: 'integer',
  name: 'filled',
  displayName: 'filled',
  normalizedName: 'upper',
  description: 'text?',
  grantedPermissions: 'filled[]',
} satisfies Shape;
const roleInList = {
  id: 'integer',
  name: 'filled',
  displayName: 'filled',
  isStatic: 'boolean',
  isDefault: 'boolean',
  creationTime: 'time',
} satisfies Shape;
const user = {
  id: 'integer',
  userName: 'filled',
  name: 'filled',
  surname: 'text',
  emailAddress: 'text?',
  isActive: 'boolean',
  fullName: 'filled',
  lastLoginTime: 'time?',
  creationTime: 'time',
  roleNames: 'upper[]',
} satisfies Shape;
const permission = {
  id: 'integer',
  name: 'filled',
  displayName: 'filled',
  description: 'text?',
} satisfies Shape;
const unit = {
  id: 'integer',
  parentId: 'integer?',
  code: 'filled',
  displayName: 'filled',
  memberCount: 'integer',
  roleCount: 'integer',
  creationTime: 'time',
  creatorUserId: 'integer?',
  lastModificationTime: 'time?',
  lastModifierUserId: 'integer?',
} satisfies Shape;
const tenant = { id: 'integer', tenancyName: 'filled', name: 'filled' } satisfies Shape;
const language = {
  name: 'filled',
  displayName: 'filled',
  icon: 'filled',
  isDefault: 'boolean',
  isDisabled: 'boolean',
  isRightToLeft: 'boolean',
} satisfies Shape;
const paged = (item: Shape): Shape => ({ totalCount: 'integer', items: [item] });

type Call = [verb: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, shape: Shape, input?: () => object];

const calls: Call[] = [
  [
    'POST',
    '/api/TokenAuth/Authenticate',
    {
      accessToken: 'filled',
      encryptedAccessToken: 'filled',
      expireInSeconds: 'integer',
      userId: 'integer',
      redirect: 'filled',
    },
    () => ({ userNameOrEmailAddress: 'admin', password: demoPassword }),
  ],
  [
    'GET',
    'Session/GetCurrentLoginInformations',
    {
      application: {
        version: 'filled',
        releaseDate: 'time',
        features: { SignalR: 'true', 'SignalR.AspNetCore': 'true' },
      },
      user: { id: 'integer', name: 'filled', surname: 'filled', userName: 'filled', emailAddress: 'filled' },
      tenant,
    },
  ],
  [
    'GET',
    '/AbpUserConfiguration/GetAll',
    {
      multiTenancy: {
        isEnabled: 'boolean',
        ignoreFeatureCheckForHostUsers: 'boolean',
        sides: { host: 'integer', tenant: 'integer' },
      },
      session: {
        userId: 'integer',
        tenantId: 'integer',
        impersonatorUserId: 'null',
        impersonatorTenantId: 'null',
        multiTenancySide: 'integer',
      },
      localization: {
        currentCulture: { name: 'filled', displayName: 'filled' },
        languages: [language],
        currentLanguage: language,
        sources: [{ name: 'filled', type: 'filled' }],
        values: { AbpWeb: 'object', Abp: 'object', AbpZero: 'object' },
      },
      features: { allFeatures: { SignalR: { value: 'filled' } } },
      auth: {
        allPermissions: { 'Pages.Users': 'filled' },
        grantedPermissions: { 'Pages.Users': 'filled' },
      },
      nav: {
        menus: {
          MainMenu: {
            name: 'filled',
            displayName: 'filled',
            customData: 'null',
            items: [
              {
                name: 'filled',
                icon: 'text?',
                displayName: 'filled',
                order: 'integer',
                url: 'filled',
                customData: 'object',
                target: 'null',
                isEnabled: 'boolean',
                isVisible: 'boolean',
                items: 'object[]',
              },
            ],
          },
        },
      },
      setting: { values: { 'Abp.Localization.DefaultLanguageName': 'filled' } },
      clock: { provider: 'filled' },
      timing: {
        timeZoneInfo: {
          windows: {
            timeZoneId: 'filled',
            baseUtcOffsetInMilliseconds: 'integer',
            currentUtcOffsetInMilliseconds: 'integer',
            isDaylightSavingTimeNow: 'boolean',
          },
          iana: { timeZoneId: 'filled' },
        },
      },
      security: { antiForgery: { tokenCookieName: 'filled', tokenHeaderName: 'filled' } },
      custom: 'object',
    },
  ],
  ['GET', 'User/Get', user, () => ({ Id: ids.user })],
  ['GET', 'User/GetAll', paged(user), () => ({ MaxResultCount: 50 })],
  ['GET', 'User/GetRoles', { items: [role] }],
  ['GET', 'User/GetRoleByUsers', { items: [role] }, () => ({ Id: ids.user })],
  ['POST', 'User/Create', user, () => newUser('zhao.dispatch')],
  ['PUT', 'User/Update', user, () => ({ ...newUser('li.dispatch'), id: ids.user })],
  ['POST', 'User/DeActivate', 'null', () => ({ id: ids.user })],
  ['POST', 'User/Activate', 'null', () => ({ id: ids.user })],
  ['POST', 'User/ChangeLanguage', 'null', () => ({ languageName: 'zh-Hans' })],
  [
    'POST',
    'User/ResetPassword',
    'true',
    () => ({ adminPassword: demoPassword, userId: ids.user, newPassword: 'Another-2026' }),
  ],
  [
    'GET',
    'User/GetUserPermissionsForEdit',
    {
      permissions: [
        {
          parentName: 'text?',
          name: 'filled',
          displayName: 'filled',
          description: 'text?',
          isGrantedByDefault: 'boolean',
        },
      ],
      grantedPermissionNames: 'filled[]',
    },
    () => ({ Id: ids.user }),
  ],
  ['POST', 'User/LockUser', 'null', () => ({ id: ids.user })],
  ['POST', 'User/UnLockUser', 'null', () => ({ id: ids.user })],
  ['GET', 'Role/Get', role, () => ({ Id: ids.role })],
  ['GET', 'Role/GetAll', paged(role), () => ({ MaxResultCount: 50 })],
  ['GET', 'Role/GetRoles', { items: [roleInList] }],
  ['GET', 'Role/GetAllPermissions', { items: [permission] }],
  [
    'GET',
    'Role/GetRoleForEdit',
    {
      role: {
        id: 'integer',
        name: 'filled',
        displayName: 'filled',
        description: 'text?',
        isStatic: 'boolean',
      },
      permissions: [{ name: 'filled', displayName: 'filled', description: 'text?' }],
      grantedPermissionNames: 'filled[]',
    },
    () => ({ Id: ids.role }),
  ],
  [
    'POST',
    'Role/Create',
    role,
    () => ({
      name: 'Second',
      displayName: '次席',
      normalizedName: 'SECOND',
      description: '',
      grantedPermissions: [],
    }),
  ],
  [
    'PUT',
    'Role/Update',
    role,
    () => ({
      id: ids.role,
      name: 'Dispatcher',
      displayName: '调度员',
      grantedPermissions: ['Pages.Question'],
    }),
  ],
  [
    'POST',
    'Account/IsTenantAvailable',
    { state: 'integer', tenantId: 'integer?' },
    () => ({ tenancyName: 'Default' }),
  ],
  [
    'POST',
    'Account/IsTenantAvailable',
    { state: 'integer', tenantId: 'null' },
    () => ({ tenancyName: 'Other' }),
  ],
  ['GET', 'Tenant/Get', { ...tenant, isActive: 'boolean' }, () => ({ Id: 1 })],
  ['GET', 'Tenant/GetAll', paged({ ...tenant, isActive: 'boolean' })],
  ['POST', 'Configuration/ChangeUiTheme', 'null', () => ({ theme: 'blue' })],
  ['GET', 'OrganizationUnit/GetOrganizationUnits', { items: [unit] }],
  ['GET', 'OrganizationUnit/GetOrganizationUnitUsers', paged(user), () => ({ Id: ids.unit })],
  [
    'POST',
    'OrganizationUnit/FindUsers',
    paged({ name: 'filled', value: 'filled' }),
    () => ({ organizationUnitId: ids.unit, maxResultCount: 10, skipCount: 0, filter: '' }),
  ],
  ['PUT', 'OrganizationUnit/UpdateOrganizationUnit', unit, () => ({ id: ids.unit, displayName: '调度一室' })],
  ['POST', 'OrganizationUnit/MoveOrganizationUnit', unit, () => ({ id: ids.unit, newParentId: null })],
  [
    'GET',
    'AuditLog/GetAuditLogs',
    paged({
      id: 'integer',
      userId: 'integer?',
      userName: 'text?',
      impersonatorTenantId: 'integer?',
      impersonatorUserId: 'integer?',
      serviceName: 'filled',
      methodName: 'filled',
      parameters: 'filled',
      executionTime: 'time',
      executionDuration: 'integer',
      clientIpAddress: 'text?',
      clientName: 'text?',
      browserInfo: 'text?',
      exception: 'text?',
      customData: 'text?',
    }),
  ],
  [
    'GET',
    'UserLogin/GetRecentUserLoginAttempts',
    {
      items: [
        {
          tenancyName: 'filled',
          userNameOrEmail: 'filled',
          clientIpAddress: 'text?',
          clientName: 'text?',
          browserInfo: 'text?',
          result: 'filled',
          creationTime: 'time',
        },
      ],
    },
  ],
  [
    'DELETE',
    'OrganizationUnit/RemoveUserFromOrganizationUnit',
    'null',
    () => ({ UserId: ids.user, OrganizationUnitId: ids.unit }),
  ],
  ['DELETE', 'OrganizationUnit/DeleteOrganizationUnit', 'null', () => ({ Id: ids.unit })],
  ['DELETE', 'User/Delete', 'null', () => ({ Id: ids.user })],
];

const addressOf = (path: string) => (path.startsWith('/') ? path : `/api/services/app/${path}`);

describe('the answer of', () => {
  test.each(calls)('%s %s is ABP’s', async (verb, path, shape, input) => {
    const given = input?.() ?? {};
    const inQuery = verb === 'GET' || verb === 'DELETE';
    const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const { status, ...envelope } = inQuery
      ? await client.ask(verb, `${addressOf(path)}?${query}`)
      : await client.ask(verb, addressOf(path), given);
    expect([status, envelope.error]).toEqual([200, null]);
    expect(envelope).toEqual({
      result: envelope.result,
      targetUrl: null,
      success: true,
      error: null,
      unAuthorizedRequest: false,
      __abp: true,
    });
    expect(mismatchesOf(shape, envelope.result)).toEqual([]);
    // A list without an item would prove nothing.
    expect(envelope.result).not.toMatchObject({ items: [] });
  });

  test('an error has every field of ABP’s, null where it has nothing to say', async () => {
    const refused = await client.post('User/Create', { userName: '' });
    const error = {
      code: 'integer',
      message: 'filled',
      details: 'text?',
      validationErrors: [{ message: 'filled', members: 'filled[]' }],
    } satisfies Shape;
    expect(mismatchesOf(error, refused.error)).toEqual([]);
    const unknown = await client.get('User/Get', { Id: 999_999 });
    expect(unknown.error).toEqual({
      code: 0,
      message: expect.any(String),
      details: null,
      validationErrors: null,
    });
  });
});

describe('a client that edits a user by the roles it was given', () => {
  /** As the public clients do: boxes of roles by normalizedName, ticked where the user has the role. */
  async function edited(admin: ReturnType<typeof abpClient>, userName: string, change: Partial<UserDto>) {
    const users = await admin.get<{ items: UserDto[] }>('User/GetAll', { Keyword: userName });
    const one = users.result.items.find((item) => item.userName === userName);
    const { result: dto } = await admin.get<UserDto>('User/Get', { Id: one?.id ?? 0 });
    const { result: roles } = await admin.get<{ items: RoleDto[] }>('User/GetRoles');
    const ticked = roles.items
      .map(({ normalizedName }) => normalizedName)
      .filter((name) => dto.roleNames.includes(name));
    const saved = await admin.put<UserDto>('User/Update', { ...dto, ...change, roleNames: ticked });
    expect([saved.status, saved.error]).toEqual([200, null]);
    return saved.result;
  }

  test('leaves the roles as they are', async () => {
    expect(await edited(client, 'operator', { surname: '何' })).toMatchObject({ roleNames: ['OM'] });
  });

  test('which roles there are is known to everyone, what they permit to whoever may read roles', async () => {
    const other = abpClient(server.address);
    await other.signIn('operator', demoPassword);
    const { result } = await other.get<{ items: RoleDto[] }>('User/GetRoles');
    expect(mismatchesOf({ items: [role] }, result)).toEqual([]);
    expect(result.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['Admin', 'OM']));
    expect(
      result.items.map(({ grantedPermissions, description }) => [grantedPermissions, description]),
    ).toEqual(result.items.map(() => [[], null]));
    const { result: all } = await client.get<{ items: RoleDto[] }>('User/GetRoles');
    expect(all.items.find(({ name }) => name === 'Admin')?.grantedPermissions).toContain('Pages.Admin');
  });
});

test.each([
  ['agent', demoPassword, '/situation/dynamic'],
  ['atmb', demoPassword, '/situation/dynamic'],
  ['aiw', demoPassword, '/situation/situationmap'],
  ['admin', demoPassword, '/home'],
  // A password that an administrator gave is changed before anything else.
  ['sun.dispatch', 'Dispatch-2026', '/account/duty'],
])('the login result of %s says where to go', async (user, password, redirect) => {
  if (user === 'sun.dispatch') await made('User/Create', newUser(user));
  const answer = await abpClient(server.address).signIn(user, password);
  expect(answer.result).toMatchObject({ redirect });
});

test('everyone of the demo has a surname and an e-mail address, which clients ask for before they save a user', async () => {
  const { result } = await client.get<{ items: UserDto[] }>('User/GetAll', { MaxResultCount: 100 });
  const demo = ['admin', 'agent', 'aiw', 'atmb', 'operator', 'operator2'];
  const people = result.items.filter(({ userName }) => demo.includes(userName));
  expect(people.map(({ userName }) => userName).sort()).toEqual(demo);
  expect(people.filter(({ surname, emailAddress }) => !surname || !emailAddress)).toEqual([]);
  // Their names are whole already: nobody is called by the surname twice.
  expect(people.map(({ fullName }) => fullName)).toEqual(people.map(({ name }) => name));
});

test('the tenant of the session is the one that the list of tenants has, and nobody has none', async () => {
  interface Informations {
    tenant: { id: number; tenancyName: string; name: string } | null;
  }
  const { result } = await client.get<Informations>('Session/GetCurrentLoginInformations');
  const { result: tenants } = await client.get<{ items: object[] }>('Tenant/GetAll');
  expect(tenants.items).toEqual([{ ...result.tenant, isActive: true }]);
  const nobody = abpClient(server.address);
  expect((await nobody.get<Informations>('Session/GetCurrentLoginInformations')).result.tenant).toBeNull();
});
