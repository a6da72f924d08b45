import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { importingOn } from '#tests/support/importing.ts';
import { idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Nobody grants what they do not hold: at every endpoint that writes users or roles. */

let server: RunningTestServer;
let admin: number;
let adminRole: number;
let puppet: number;
const own: Record<string, number> = {};

const app = '/api/services/app';
const versionOf = async (resource: string, id: number) =>
  ((await server.call('admin', 'GET', `/api/records/${resource}/${id}`)).body as Row).version;
const patch = async (user: string, resource: string, id: number, values: object) =>
  server.call(user, 'PATCH', `/api/records/${resource}/${id}`, {
    version: await versionOf(resource, id),
    ...values,
  });
const rolesOf = async (id: number) =>
  ((await server.call('admin', 'GET', `/api/records/user/${id}`)).body as Row).roles;
const refusedAt = ({ status, body }: Answer) => [
  status,
  Object.keys((body as { errors?: object }).errors ?? {}),
];

async function role(name: string, permissions: string[], more: object = {}): Promise<number> {
  const made = await server.call('admin', 'POST', '/api/records/role', {
    name,
    displayName: name,
    permissions,
    ...more,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return (made.body as Row).id;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await idOf(server, 'user', 'userName', 'admin');
  adminRole = await idOf(server, 'role', 'name', 'Admin');
  await role('UserKeeper', ['Pages.Users']);
  await role('RoleKeeper', ['Pages.Roles']);
  await role('Plain', []);
  await role('Statistician', ['Pages.Statistics']);
  await role('BothKeeper', ['Pages.Users', 'Pages.Roles', 'Pages.Statistics']);
  for (const [name, roles] of Object.entries({
    users: ['UserKeeper'],
    roles: ['RoleKeeper'],
    both: ['BothKeeper'],
    peer: ['UserKeeper'],
  })) {
    own[name] = await makeUser(server, name, { roles });
  }
  puppet = await makeUser(server, 'puppet', { roles: ['Plain'] });
});
afterAll(() => server?.close());

describe('whoever keeps users alone', () => {
  test('gives neither themselves nor others the role Admin', async () => {
    expect(refusedAt(await patch('users', 'user', own.users ?? 0, { roles: [adminRole] }))).toEqual([
      403,
      ['roles'],
    ]);
    expect(refusedAt(await patch('users', 'user', puppet, { roles: [adminRole] }))).toEqual([403, ['roles']]);
    const direct = { userName: 'fresh', name: 'fresh', roles: [adminRole] };
    expect(refusedAt(await server.call('users', 'POST', '/api/records/user', direct))).toEqual([
      403,
      ['roles'],
    ]);
    const created = await server.call('users', 'POST', `${app}/User/Create`, {
      userName: 'fresh',
      name: 'fresh',
      surname: 'fresh',
      emailAddress: 'fresh@example.com',
      password: 'Good-Morning-2026',
      isActive: true,
      roleNames: ['ADMIN'],
    });
    expect([created.status, JSON.stringify(created.body)]).toEqual([
      403,
      expect.stringContaining('roleNames'),
    ]);
    const bulk = await server.call('users', 'POST', '/api/records/user/bulk', {
      action: 'update',
      ids: [own.users, puppet],
      set: { roles: [adminRole] },
    });
    expect(bulk.body).toMatchObject({ done: 0, failed: [{ code: 'forbidden' }, { code: 'forbidden' }] });
    expect(await rolesOf(puppet)).not.toContain(adminRole);
    expect((await rowsOf(server, 'admin', 'user', 'userName=fresh')).rows).toEqual([]);
  });

  test('gives what they hold, and nothing of an approval flow', async () => {
    const maintainer = await idOf(server, 'role', 'name', 'UserKeeper');
    expect((await patch('users', 'user', puppet, { roles: [maintainer] })).status).toBe(200);
    const plain = await idOf(server, 'role', 'name', 'Plain');
    expect((await patch('users', 'user', puppet, { roles: [plain] })).status).toBe(200);
    // A role without any permission that a step names decides all the same.
    const { rows: steps } = await server.database.database.pool.query<{ name: string }>(
      `select distinct s.step->'roles'->>0 as name from flow_version v
       cross join lateral jsonb_array_elements(v.steps) s (step) where s.step->'roles'->>0 <> 'Admin'`,
    );
    const [{ name } = { name: '' }] = steps;
    const { rows: stored } = await server.database.database.pool.query<{ permissions: string[] }>(
      'select permissions from role where name = $1',
      [name],
    );
    await server.database.database.pool.query(`update role set permissions = '[]' where name = $1`, [name]);
    const named = await idOf(server, 'role', 'name', name);
    expect(refusedAt(await patch('users', 'user', puppet, { roles: [named] }))).toEqual([403, ['roles']]);
    await server.database.database.pool.query('update role set permissions = $2 where name = $1', [
      name,
      JSON.stringify(stored[0]?.permissions),
    ]);
  });

  test.each<[string, string, object]>([
    ['password', 'User/ResetPassword', { newPassword: 'Taken-Over-2026', adminPassword: demoPassword }],
    ['second factor', 'MyAccount/ResetSecondFactor', { adminPassword: demoPassword }],
    ['sessions', 'MyAccount/EndUserSessions', {}],
    ['lock', 'User/LockUser', {}],
    ['unlock', 'User/UnLockUser', {}],
    ['activation', 'User/DeActivate', {}],
    ['further information', 'User/SaveOthers', { others: [{ name: 'x', value: 'y' }] }],
  ])('does not touch the %s of a user who holds more', async (_, path, values) => {
    const more = await idOf(server, 'user', 'userName', 'both');
    for (const id of [admin, more]) {
      const answer = await server.call('users', 'POST', `${app}/${path}`, { id, userId: id, ...values });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  test('does not change, delete or bring back a user who holds more', async () => {
    const more = await makeUser(server, 'more', { roles: ['Statistician'] });
    expect((await patch('users', 'user', more, { emailAddress: 'mine@example.com' })).status).toBe(403);
    expect((await server.call('users', 'DELETE', `/api/records/user/${more}`)).status).toBe(403);
    expect((await server.call('users', 'DELETE', `${app}/User/Delete?Id=${more}`)).status).toBe(403);
    expect((await server.call('admin', 'DELETE', `/api/records/user/${more}`)).status).toBe(200);
    expect((await server.call('users', 'POST', `/api/records/user/${more}/restore`)).status).toBe(403);
    expect((await server.call('users', 'POST', `/api/records/user/${more}/purge`)).status).toBe(403);
    expect((await server.call('admin', 'POST', `/api/records/user/${more}/restore`)).status).toBe(200);
  });

  test('does not take a user back to a version that held more', async () => {
    const once = await makeUser(server, 'once', { roles: ['Statistician'] });
    const then = await versionOf('user', once);
    expect((await patch('admin', 'user', once, { roles: [] })).status).toBe(200);
    const version = await versionOf('user', once);
    const back = await server.call('users', 'POST', `/api/records/user/${once}/restore-version`, {
      toVersion: then,
      version,
    });
    expect(back.status).toBe(403);
    const undo = await server.call('users', 'POST', '/api/records/user/bulk', {
      action: 'undo',
      versions: [{ id: once, version }],
    });
    expect(undo.body).toMatchObject({ done: 0 });
    expect(await rolesOf(once)).toEqual([]);
  });

  test('imports no user who holds more', async () => {
    const file = ['userName,name,roles', 'imported1,one,系统管理员', 'imported2,two,'].join('\n');
    const { done } = await importingOn(server).whole('users', 'user', file);
    expect(done).toMatchObject({ created: 1, badRows: 1 });
    expect((await rowsOf(server, 'admin', 'user', 'userName=imported1')).rows).toEqual([]);
    const change = ['userName,roles', 'imported2,系统管理员', 'admin,'].join('\n');
    const plan = { mode: 'update', key: ['userName'], blanks: 'clear' };
    const updated = await importingOn(server).whole('users', 'user', change, plan);
    expect(updated.done).toMatchObject({ updated: 0, badRows: 2 });
  });
});

describe('whoever keeps roles alone', () => {
  test('adds nothing to a role that they do not hold, their own role least of all', async () => {
    const ownRole = await idOf(server, 'role', 'name', 'RoleKeeper');
    const plain = await idOf(server, 'role', 'name', 'Plain');
    const grown = { permissions: ['Pages.Roles', 'Pages.Admin'] };
    expect((await patch('roles', 'role', ownRole, grown)).status).toBe(403);
    expect(refusedAt(await patch('roles', 'role', plain, grown))).toEqual([403, ['permissions']]);
    const made = { name: 'Grown', displayName: 'Grown', permissions: ['Pages.Statistics'] };
    expect(refusedAt(await server.call('roles', 'POST', '/api/records/role', made))).toEqual([
      403,
      ['permissions'],
    ]);
    const abp = await server.call('roles', 'POST', `${app}/Role/Create`, {
      name: 'Grown',
      displayName: 'Grown',
      grantedPermissions: ['Pages.Admin'],
    });
    expect([abp.status, JSON.stringify(abp.body)]).toEqual([
      403,
      expect.stringContaining('grantedPermissions'),
    ]);
    const ruled = {
      name: 'Ruled',
      displayName: 'Ruled',
      recordRules: [{ resource: 'user', actions: { read: true } }],
    };
    expect(refusedAt(await server.call('roles', 'POST', '/api/records/role', ruled))).toEqual([
      403,
      ['recordRules'],
    ]);
  });

  test('makes and changes a role of what they hold, and leaves roles that give more alone', async () => {
    const made = await server.call('roles', 'POST', '/api/records/role', {
      name: 'Assistant',
      displayName: 'Assistant',
      permissions: ['Pages.Roles'],
    });
    expect(made.status).toBe(201);
    const { id } = made.body as Row;
    expect((await patch('roles', 'role', id, { permissions: [] })).status).toBe(200);
    const more = await idOf(server, 'role', 'name', 'Statistician');
    expect((await patch('roles', 'role', more, { displayName: 'mine' })).status).toBe(403);
    expect((await server.call('roles', 'DELETE', `/api/records/role/${more}`)).status).toBe(403);
  });

  test('brings back no role that gives more', async () => {
    const gone = await role('Gone', ['Pages.Dictionary']);
    expect((await server.call('admin', 'DELETE', `/api/records/role/${gone}`)).status).toBe(200);
    expect((await server.call('roles', 'POST', `/api/records/role/${gone}/restore`)).status).toBe(403);
  });
});

describe('everyone', () => {
  test('leaves their own roles as they are, an administrator too', async () => {
    const plain = await idOf(server, 'role', 'name', 'Plain');
    expect(refusedAt(await patch('admin', 'user', admin, { roles: [adminRole, plain] }))).toEqual([
      403,
      ['roles'],
    ]);
    expect(refusedAt(await patch('both', 'user', own.both ?? 0, { roles: [] }))).toEqual([403, ['roles']]);
    expect((await patch('both', 'user', own.both ?? 0, { surname: 'B' })).status).toBe(200);
  });

  test('looks after whoever holds the same', async () => {
    expect((await patch('users', 'user', own.peer ?? 0, { surname: 'Peer' })).status).toBe(200);
  });

  test('does not widen the rows of a company', async () => {
    const { rows } = await rowsOf(server, 'admin', 'company');
    const [first, second] = rows;
    await makeUser(server, 'inside', { roles: ['UserKeeper'], company: first?.id });
    const fellow = await makeUser(server, 'fellow', { roles: [], company: first?.id });
    // To whoever sees one company the other is not there.
    expect(refusedAt(await patch('inside', 'user', fellow, { servedCompanies: [second?.id] }))).toEqual([
      400,
      ['servedCompanies'],
    ]);
    const self = await idOf(server, 'user', 'userName', 'inside');
    const widened = await patch('inside', 'user', self, { servedCompanies: [second?.id] });
    expect(refusedAt(widened)).toEqual([400, ['servedCompanies']]);
    expect((await patch('inside', 'user', fellow, { company: null })).status).toBe(403);
    expect((await patch('inside', 'user', fellow, { surname: 'F' })).status).toBe(200);
  });

  test('does not widen the rows of an area, nor the area', async () => {
    const { rows } = await rowsOf(server, 'admin', 'organizationUnit');
    const [first, second] = rows.filter(({ area }) => area);
    await role('AreaKeeper', ['Pages.Users', 'Pages.Organizations']);
    await makeUser(server, 'area', { roles: ['AreaKeeper'], coverage: [first?.id] });
    const make = (userName: string, coverage: unknown[]) =>
      server.call('area', 'POST', '/api/records/user', { userName, name: userName, coverage });
    expect(refusedAt(await make('everywhere', []))).toEqual([403, ['coverage']]);
    expect(refusedAt(await make('elsewhere', [second?.id]))).toEqual([403, ['coverage']]);
    expect((await make('there', [first?.id])).status).toBe(201);
    const grown = await patch('area', 'organizationUnit', first?.id ?? 0, { area: second?.area });
    expect(refusedAt(grown)).toEqual([403, ['area']]);
  });

  test('writes users and roles in a session, never by a token', async () => {
    const made = (await server.service('admin', 'ApiToken/Create', {
      name: 'a program',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })) as { secret: string };
    const token = `Bearer ${made.secret}`;
    const plain = await idOf(server, 'role', 'name', 'Plain');
    expect((await server.call(token, 'GET', `/api/records/user/${puppet}`)).status).toBe(200);
    const calls: [string, string, object][] = [
      ['PATCH', `/api/records/user/${puppet}`, { version: await versionOf('user', puppet), surname: 'T' }],
      ['POST', '/api/records/user', { userName: 'by-token', name: 'T' }],
      ['PATCH', `/api/records/role/${plain}`, { version: await versionOf('role', plain), displayName: 'T' }],
      ['DELETE', `/api/records/user/${puppet}`, {}],
      ['POST', `${app}/User/LockUser`, { id: puppet }],
      ['POST', `${app}/User/SaveOthers`, { id: puppet, others: [] }],
      ['POST', `${app}/Role/Create`, { name: 'T', displayName: 'T' }],
    ];
    for (const [verb, path, body] of calls) {
      expect([verb, path, (await server.call(token, verb, path, body)).status]).toEqual([verb, path, 403]);
    }
  });
});
