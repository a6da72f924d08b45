import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filePlan, idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Permissions seen and changed: why one may not, rules of a role, seeing the system as a role. */

interface Explained {
  allowed: boolean;
  never: boolean;
  name: string;
  title: string;
  steps: { rule: string; outcome: string; text: string }[];
}

let server: RunningTestServer;
const routes: { verb: string; path: string; writes: boolean }[] = [];

beforeAll(async () => {
  const onApp = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route: RouteOptions) => {
      for (const verb of [route.method].flat()) {
        const writes = route.config?.writes ?? !['GET', 'HEAD', 'OPTIONS'].includes(verb);
        routes.push({ verb, path: route.url, writes });
      }
    });
  };
  subscribe('fastify.initialization', onApp);
  server = await startTestServer();
  unsubscribe('fastify.initialization', onApp);
  await makeUser(server, 'keeper', { roles: ['AIW'] });
});
afterAll(() => server?.close());

const explain = async (user: string, input: object) =>
  (await server.service(user, 'Permission/Explain', input)) as Explained;
const rulesThatSayNo = ({ steps }: Explained) =>
  steps.filter(({ outcome }) => outcome === 'no').map(({ rule }) => rule);
const viewing = (role: string, company?: number) =>
  new Headers({
    'x-clearway-view-as': role,
    ...(company === undefined ? {} : { 'x-clearway-view-company': String(company) }),
  });
const messageOf = (body: unknown) => {
  const { message, error } = body as { message?: string; error?: { message: string } };
  return message ?? error?.message ?? '';
};
async function roleOf(name: string): Promise<Row> {
  const { rows } = await rowsOf(server, 'admin', 'role', `name=${name}`);
  if (!rows[0]) throw new Error(`no role ${name}`);
  return rows[0];
}
async function setRules(name: string, recordRules: object[]) {
  const { id, version } = await roleOf(name);
  return server.call('admin', 'PATCH', `/api/records/role/${id}`, { version, recordRules });
}

describe('why can I not', () => {
  test('names the permission that is missing, and the roles that hold it', async () => {
    const found = await explain('atmb', { resource: 'aircraft', action: 'create' });
    expect(found.allowed).toBe(false);
    expect(rulesThatSayNo(found)).toEqual(['permissions']);
    expect(found.steps[0]?.text).toContain('Pages.BaseManage.Craft_Add');
    expect(found.steps[0]?.text).toMatch(/AGENT.*OM/);
    expect(found.title).toBe('不能新建航空器');
  });

  test('speaks of one record, and only of one that the asker may read', async () => {
    const { rows } = await rowsOf(server, 'operator', 'aircraft');
    const own = await explain('operator', { resource: 'aircraft', action: 'update', id: rows[0]?.id });
    expect(own.allowed).toBe(true);
    expect(own.steps.map(({ rule }) => rule)).toContain('companyRows');
    const mine = new Set(rows.map(({ id }) => id));
    const other = (await rowsOf(server, 'admin', 'aircraft')).rows.find(({ id }) => !mine.has(id));
    const input = { resource: 'aircraft', action: 'update', id: other?.id };
    const refused = await server.call('operator', 'POST', '/api/services/app/Permission/Explain', input);
    expect(refused.status).toBe(404);
  });

  test('says that a service writes the field', async () => {
    const found = await explain('admin', { resource: 'aircraft', action: 'update', field: 'auditState' });
    expect(rulesThatSayNo(found)).toEqual(['fieldServiceOnly']);
    const wrong = { resource: 'aircraft', action: 'update', field: 'nosuch' };
    const answer = await server.call('admin', 'POST', '/api/services/app/Permission/Explain', wrong);
    expect(answer.status).toBe(400);
  });

  test('says that a plan is written by its operations, and that it waits for a decision', async () => {
    const plan = await filePlan(server, 'operator', { registration: 'B-10QA' });
    const found = await explain('admin', { resource: 'plan', action: 'update', id: plan.id });
    expect(rulesThatSayNo(found)).toEqual(['readOnlyResource']);
  });

  test('for another user is for who keeps users or roles', async () => {
    const operator = await idOf(server, 'user', 'userName', 'operator');
    const { rows } = await rowsOf(server, 'operator2', 'aircraft');
    const input = { resource: 'aircraft', action: 'update', id: rows[0]?.id, userId: operator };
    const found = await explain('admin', input);
    expect(rulesThatSayNo(found)).toEqual(['companyRows']);
    const refused = await server.call('atmb', 'POST', '/api/services/app/Permission/Explain', {
      resource: 'aircraft',
      action: 'read',
      userId: operator,
    });
    expect(refused.status).toBe(403);
  });
});

describe('the rules of a role', () => {
  test('take effect at once for who has it, and are told by their answer', async () => {
    expect((await server.call('keeper', 'GET', '/api/records/airspace')).status).toBe(200);
    expect((await setRules('AIW', [{ resource: 'airspace', actions: { read: false } }])).status).toBe(200);
    expect((await server.call('keeper', 'GET', '/api/records/airspace')).status).toBe(403);
    expect(rulesThatSayNo(await explain('keeper', { resource: 'airspace', action: 'read' }))).toEqual([
      'roleDenies',
    ]);
    expect((await setRules('AIW', [])).status).toBe(200);
    expect((await server.call('keeper', 'GET', '/api/records/airspace')).status).toBe(200);
  });

  test.each<[string, string, object[], string]>([
    ['a record type', 'AIW', [{ resource: 'nosuch' }], 'recordRules.0.resource'],
    ['a field', 'AIW', [{ resource: 'airspace', hidden: ['name', 'nosuch'] }], 'recordRules.0.hidden'],
    ['what can be hidden', 'OM', [{ resource: 'jobTask', hidden: ['callsign'] }], 'recordRules.0.hidden'],
    ['a type once', 'AIW', [{ resource: 'airspace' }, { resource: 'airspace' }], 'recordRules.1.resource'],
    ['not the administrator', 'Admin', [{ resource: 'airspace', actions: { read: false } }], 'recordRules'],
  ])('must name %s', async (_, role, rules, field) => {
    const before = await roleOf(role);
    const answer = await setRules(role, rules);
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([field]);
    expect(await roleOf(role)).toEqual(before);
  });

  test('nobody locks out the last administrator', async () => {
    const admin = await idOf(server, 'user', 'userName', 'admin');
    const om = await idOf(server, 'role', 'name', 'OM');
    const role = await roleOf('Admin');
    const user = () => server.call('admin', 'GET', `/api/records/user/${admin}`);
    const { version } = (await user()).body as Row;
    const tries: [string, string, object | undefined][] = [
      ['PATCH', `/api/records/role/${role.id}`, { version: role.version, permissions: ['Pages.Users'] }],
      ['PATCH', `/api/records/user/${admin}`, { version, isActive: false }],
      ['DELETE', `/api/records/user/${admin}`, undefined],
    ];
    for (const [verb, path, body] of tries) {
      const answer = await server.call('admin', verb, path, body);
      expect([path, answer.status]).toEqual([path, 422]);
      expect(messageOf(answer.body)).toBe('这样做会使系统失去最后一个可登录的管理员。');
    }
    expect(((await user()).body as Row).version).toBe(version);

    // Of two either may go, by the other's hand, and the one who stays is then the last.
    const second = await makeUser(server, 'second', { roles: ['Admin'] });
    const both = { version, roles: [role.id, om] };
    const own = await server.call('admin', 'PATCH', `/api/records/user/${admin}`, both);
    expect([own.status, messageOf(own.body)]).toEqual([403, '不能修改自己的角色，请由其他管理员修改。']);
    expect((await server.call('second', 'PATCH', `/api/records/user/${admin}`, both)).status).toBe(200);
    const one = (await server.call('admin', 'GET', `/api/records/user/${second}`)).body as Row;
    const off = { version: one.version, isActive: false };
    expect((await server.call('admin', 'PATCH', `/api/records/user/${second}`, off)).status).toBe(200);
    const now = (await user()).body as Row;
    const last = { version: now.version, isActive: false };
    expect((await server.call('admin', 'PATCH', `/api/records/user/${admin}`, last)).status).toBe(422);
  });
});

describe('seeing the system as a role', () => {
  const info = '/api/services/app/Session/GetCurrentUserInfo';

  test('is answered as that role: its rules, its rows, its refusals', async () => {
    const company = (await rowsOf(server, 'operator', 'company')).rows[0]?.id ?? 0;
    const headers = viewing('OM', company);
    const { result } = (await server.call('admin', 'GET', info, undefined, headers)).body as {
      result: { roles: string[]; permissions: string[]; viewAs: object; actor: { companyIds: number[] } };
    };
    expect(result.roles).toEqual(['OM']);
    expect(result.permissions).not.toContain('Pages.Admin');
    expect(result.viewAs).toEqual({ role: 'OM', companyId: company });
    expect(result.actor.companyIds).toEqual([company]);
    const seen = await server.call('admin', 'GET', '/api/records/aircraft?_end=1000', undefined, headers);
    const own = await rowsOf(server, 'operator', 'aircraft');
    expect((seen.body as Row[]).map(({ id }) => id)).toEqual(own.rows.map(({ id }) => id));
    expect((await server.call('admin', 'GET', '/api/records/user', undefined, headers)).status).toBe(403);
    // Without the header the user is themselves again.
    expect((await server.call('admin', 'GET', '/api/records/user')).status).toBe(200);
  });

  test('is for who keeps roles, of a role that is there', async () => {
    for (const user of ['operator', 'atmb', 'agent', 'aiw']) {
      const answer = await server.call(user, 'GET', info, undefined, viewing('Admin'));
      expect([user, answer.status]).toEqual([user, 403]);
      expect(messageOf(answer.body)).toBe('只有角色管理员或系统管理员可以以其他角色的身份查看。');
    }
    expect((await server.call('admin', 'GET', info, undefined, viewing('Nosuch'))).status).toBe(400);
    expect((await server.call('admin', 'GET', info, undefined, viewing('OM', 987654321))).status).toBe(400);
    expect((await server.call(null, 'GET', info, undefined, viewing('OM'))).status).toBe(401);
  });

  test('a keeper of roles who is no administrator does not become one', async () => {
    await server.call('admin', 'POST', '/api/records/role', {
      name: 'Roles',
      displayName: 'Roles',
      permissions: ['Pages.Roles'],
    });
    await makeUser(server, 'roles', { roles: ['Roles'] });
    for (const role of ['Admin', 'ATMB', 'OM']) {
      const headers = viewing(role);
      for (const resource of ['user', 'plan', 'pilot', 'loginAttempt']) {
        const answer = await server.call('roles', 'GET', `/api/records/${resource}`, undefined, headers);
        expect([role, resource, answer.status]).toEqual([role, resource, 403]);
      }
    }
    expect(
      (await server.call('roles', 'GET', '/api/records/airport?_end=1', undefined, viewing('OM'))).status,
    ).toBe(200);
  });

  test('is not for a token, which is narrower than who holds it', async () => {
    const made = await server.service('admin', 'ApiToken/Create', {
      name: 'narrow',
      permissions: ['Pages.Question'],
      readOnly: true,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const bearer = `Bearer ${(made as { secret: string }).secret}`;
    for (const role of ['Admin', 'ATMB']) {
      const answer = await server.call(bearer, 'GET', '/api/records/user', undefined, viewing(role));
      expect([role, answer.status]).toEqual([role, 403]);
      expect(messageOf(answer.body)).toBe('只有角色管理员或系统管理员可以以其他角色的身份查看。');
    }
  });

  test('no endpoint writes under it', async () => {
    const { rows } = await rowsOf(server, 'admin', 'airport');
    const counted = () =>
      // What the product does by itself meanwhile is none of theirs.
      server.database.database.pool.query(
        'select count(*) as n, max(id) as last from record_history where by is not null',
      );
    const before = (await counted()).rows;
    const writing = routes.filter(
      // fetch refuses to send TRACE; a HEAD is its GET, without the words.
      ({ verb, writes, path }) => writes && !['TRACE', 'HEAD'].includes(verb) && path.startsWith('/api/'),
    );
    expect(writing.length).toBeGreaterThan(20);
    for (const { verb, path } of writing) {
      const url = path
        .replace(':resource', 'airport')
        .replace(':id', String(rows[0]?.id))
        .replace(/:\w+/g, '1')
        .replace('*', 'x');
      const body =
        verb === 'GET' || verb === 'DELETE' ? undefined : { version: rows[0]?.version, name: 'changed' };
      const answer = await server.call('admin', verb, url, body, viewing('ATMB'));
      expect([verb, path, answer.status]).toEqual([verb, path, 403]);
      expect(messageOf(answer.body)).toBe('正以“ATMB”的身份查看，不能进行更改。请先结束查看。');
    }
    expect((await counted()).rows).toEqual(before);
    const [airport] = (await rowsOf(server, 'admin', 'airport')).rows;
    expect(airport).toEqual(rows[0]);
  });

  test('reading calls that are sent as POST are answered', async () => {
    const input = { resource: 'aircraft', action: 'create' };
    const path = '/api/services/app/Permission/Explain';
    const answer = await server.call('admin', 'POST', path, input, viewing('ATMB'));
    expect(answer.status).toBe(200);
    expect((answer.body as { result: Explained }).result.allowed).toBe(false);
  });
});
