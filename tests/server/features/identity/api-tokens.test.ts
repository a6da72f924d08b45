import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, rulesFor } from '#domain/identity/access.ts';
import { actorOfToken, rulesOfToken } from '#domain/identity/token-scope.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { makeUser, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let now = new Date();
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const days = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString();

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
});
afterAll(() => server?.close());

interface Made {
  secret: string;
  token: { id: number; prefix: string; state: string; lastUsedAt: string | null };
}

async function make(user: string, values: object = {}): Promise<Made> {
  const made = await server.service(user, 'ApiToken/Create', {
    name: 'a program',
    expiresAt: days(30),
    ...values,
  });
  return made as Made;
}
const by = ({ secret }: Made) => `Bearer ${secret}`;
const create = (user: string, values: object) =>
  server.call(user, 'POST', '/api/services/app/ApiToken/Create', values);
const status = async (user: string, path: string, verb = 'GET', body?: object) =>
  (await server.call(user, verb, path, body)).status;

describe('an API token', () => {
  test('opens both endpoints as its user, and is told once', async () => {
    const made = await make('operator');
    expect(made.secret).toMatch(/^cwk_[A-Za-z0-9_-]{43}$/);
    expect(made.secret.startsWith(made.token.prefix)).toBe(true);
    const own = (await rowsOf(server, 'operator', 'aircraft')).rows.map(({ id }) => id);
    expect((await rowsOf(server, by(made), 'aircraft')).rows.map(({ id }) => id)).toEqual(own);
    const info = await server.service(by(made), 'Session/GetCurrentUserInfo', {}, 'GET');
    expect(info).toMatchObject({ actor: { userName: 'operator' } });
    const list = JSON.stringify(await server.service('operator', 'ApiToken/GetList', {}, 'GET'));
    expect(list).toContain(made.token.prefix);
    expect(list).not.toContain(made.secret);
    const all = JSON.stringify((await server.call('admin', 'GET', '/api/records/apiToken')).body);
    expect(all).toContain(made.token.prefix);
    expect(all).not.toMatch(/tokenHash/);
  });

  test('is kept as a hash, and its history tells no more', async () => {
    const { secret, token } = await make('operator');
    const history = await server.call('admin', 'GET', `/api/records/apiToken/${token.id}/history`);
    expect(history.status).toBe(200);
    expect(JSON.stringify(history.body)).not.toContain(secret);
    expect(JSON.stringify(history.body)).not.toMatch(/[0-9a-f]{64}/);
  });

  test('is named as the source of what it changes', async () => {
    const made = await make('operator');
    const [aircraft] = (await rowsOf(server, 'operator', 'aircraft')).rows;
    const at = `/api/records/aircraft/${aircraft?.id}`;
    const patch = { version: aircraft?.version, remark: 'by a program' };
    expect(await status(by(made), at, 'PATCH', patch)).toBe(200);
    const history = (await server.call('operator', 'GET', `${at}/history`)).body as object[];
    expect(history[0]).toMatchObject({ source: 'api', byName: expect.any(String) });
  });

  test('gives less than its user holds where its scope says so', async () => {
    const made = await make('operator', { permissions: ['Pages.BaseManage'] });
    expect(await status('operator', '/api/records/plan')).toBe(200);
    expect(await status(by(made), '/api/records/plan')).toBe(403);
    expect(await status(by(made), '/api/records/aircraft')).toBe(200);
    const [aircraft] = (await rowsOf(server, by(made), 'aircraft')).rows;
    const patch = { version: aircraft?.version, remark: 'more than the scope' };
    expect(await status(by(made), `/api/records/aircraft/${aircraft?.id}`, 'PATCH', patch)).toBe(403);
    expect(await status(by(made), '/api/services/app/Navigation/GetNAircraft', 'POST', {})).toBe(403);
  });

  test('of an administrator with a scope administers nothing beyond it', async () => {
    const made = await make('admin', { permissions: ['Pages.BaseManage.Type'] });
    expect(await status(by(made), '/api/records/aircraftType')).toBe(200);
    expect(await status(by(made), '/api/records/user')).toBe(403);
    expect(await status(by(made), '/api/records/webhook')).toBe(403);
  });

  test('that reads only changes nothing by any endpoint', async () => {
    const made = await make('operator', { readOnly: true });
    const [aircraft] = (await rowsOf(server, by(made), 'aircraft')).rows;
    const at = `/api/records/aircraft/${aircraft?.id}`;
    const patch = { version: aircraft?.version, remark: 'changed' };
    expect(await status(by(made), at, 'PATCH', patch)).toBe(403);
    expect(await status(by(made), at, 'DELETE')).toBe(403);
    expect(await status(by(made), '/api/records/aircraft', 'POST', {})).toBe(403);
    expect(await status(by(made), `${at}/files`)).toBe(200);
    expect(await status(by(made), `${at}/files`, 'POST', {})).toBe(403);
    expect(await status(by(made), '/api/services/app/Navigation/GetNAircraft', 'POST', {})).toBe(200);
    const refused = await server.call(by(made), 'POST', '/api/services/app/Navigation/DelNAircraft', {
      id: 1,
    });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('只读')]);
  });

  test('makes no tokens, revokes none and changes no passwords', async () => {
    const made = await make('admin');
    for (const [call, body] of [
      ['ApiToken/Create', { name: 'another', expiresAt: days(1) }],
      ['ApiToken/Revoke', { id: made.token.id }],
      ['User/ChangePassword', { currentPassword: 'Demo-2026!', newPassword: 'Demo-2027!' }],
      ['User/ResetPassword', { adminPassword: 'Demo-2026!', userId: 2, newPassword: 'Demo-2027!' }],
      ['Webhook/RenewSecret', { id: 1 }],
    ] as const) {
      const answer = await server.call(by(made), 'POST', `/api/services/app/${call}`, body);
      expect([call, answer.status, JSON.stringify(answer.body)]).toEqual([
        call,
        403,
        expect.stringContaining('令牌'),
      ]);
    }
    expect(await status(by(made), '/api/records/user')).toBe(200);
  });

  test('ends with its end', async () => {
    const made = await make('operator', { expiresAt: days(2) });
    expect(await status(by(made), '/api/records/aircraft')).toBe(200);
    later(2 * 86_400_000 - 1_000);
    // The sessions of the others last a day: the token outlives them.
    expect(await status(by(made), '/api/records/aircraft')).toBe(200);
    later(1_000);
    expect(await status(by(made), '/api/records/aircraft')).toBe(401);
    later(-2 * 86_400_000);
  });

  test('ends when it is revoked, by its user or by who keeps users, and by nobody else', async () => {
    const [first, second] = [await make('operator'), await make('operator')];
    const revoke = (user: string, id: number) =>
      status(user, '/api/services/app/ApiToken/Revoke', 'POST', { id });
    for (const user of ['operator2', 'atmb', 'agent'])
      expect([user, await revoke(user, first.token.id)]).toEqual([user, 404]);
    expect(await status(by(first), '/api/records/aircraft')).toBe(200);
    expect(await revoke('operator', first.token.id)).toBe(200);
    expect(await status(by(first), '/api/records/aircraft')).toBe(401);
    expect(await revoke('operator', first.token.id)).toBe(409);
    expect(await revoke('admin', second.token.id)).toBe(200);
    expect(await status(by(second), '/api/records/aircraft')).toBe(401);
  });

  test('ends its hub connections when it is revoked', async () => {
    const made = await make('operator');
    const hub = await fetch(`${server.address}/signalr-chat/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization: by(made) },
    });
    expect(hub.status).toBe(200);
    await server.service('operator', 'ApiToken/Revoke', { id: made.token.id });
    const after = await fetch(`${server.address}/signalr-chat/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization: by(made) },
    });
    expect(after.status).toBe(401);
  });

  test('ends with its user, and follows what they hold', async () => {
    const id = await makeUser(server, 'passing', { roles: ['OM'] });
    const made = await make('passing');
    expect(await status(by(made), '/api/records/pilot')).toBe(200);
    const change = async (values: object) => {
      const user = (await server.call('admin', 'GET', `/api/records/user/${id}`)).body as { version: number };
      expect(
        await status('admin', `/api/records/user/${id}`, 'PATCH', { version: user.version, ...values }),
      ).toBe(200);
    };
    await change({ roles: [] });
    expect(await status(by(made), '/api/records/pilot')).toBe(403);
    await change({ isActive: false });
    expect(await status(by(made), '/api/records/airport')).toBe(401);
  });

  test('is stopped by what its user must do first, at every endpoint, and goes on when they have', async () => {
    const id = await makeUser(server, 'dutiful', { roles: ['OM'] });
    const made = await make('dutiful');
    const hub = () =>
      server.call(by(made), 'POST', '/signalr/negotiate?negotiateVersion=1').then((answer) => answer.status);
    expect([await status(by(made), '/api/records/aircraft'), await hub()]).toEqual([200, 200]);
    const given = 'Given-by-admin-1';
    await server.service('admin', 'User/ResetPassword', {
      adminPassword: demoPassword,
      userId: id,
      newPassword: given,
    });
    for (const path of ['/api/records/aircraft', '/api/services/app/Navigation/GetActiveNAircrafts']) {
      const answer = await server.call(by(made), 'GET', path);
      expect([path, answer.status, answer.headers.get('x-clearway-duty')]).toEqual([
        path,
        403,
        'changePassword',
      ]);
    }
    expect(await hub()).toBe(403);
    // As a browser sends it, where only the hub itself can ask.
    const inAddress = `/signalr/negotiate?negotiateVersion=1&access_token=${made.secret}`;
    expect((await server.call(null, 'POST', inAddress)).status).toBe(401);
    const { accessToken } = await server.signIn('dutiful', given);
    await server.service(`Bearer ${accessToken}`, 'User/ChangePassword', {
      currentPassword: given,
      newPassword: 'Chosen-himself-1',
    });
    expect([await status(by(made), '/api/records/aircraft'), await hub()]).toEqual([200, 200]);
  });

  test('notes its last use to ten minutes', async () => {
    const made = await make('atmb');
    const used = async () => {
      const { items } = (await server.service('atmb', 'ApiToken/GetList', {}, 'GET')) as {
        items: Made['token'][];
      };
      return items.find(({ id }) => id === made.token.id)?.lastUsedAt;
    };
    expect(await used()).toBeNull();
    await status(by(made), '/api/records/airport');
    const first = await used();
    expect(first).toBe(now.toISOString());
    later(9 * 60_000);
    await status(by(made), '/api/records/airport');
    expect(await used()).toBe(first);
    later(60_000);
    await status(by(made), '/api/records/airport');
    expect(await used()).toBe(now.toISOString());
  });

  test.each([
    ['a name', { name: '  ', expiresAt: days(1) }, 'name'],
    ['an end in the past', { name: 'x', expiresAt: days(-1) }, 'expiresAt'],
    ['an end beyond a year', { name: 'x', expiresAt: days(367) }, 'expiresAt'],
    ['no time as its end', { name: 'x', expiresAt: 'soon' }, 'expiresAt'],
    [
      'a permission that the user lacks',
      { name: 'x', expiresAt: days(1), permissions: ['Pages.Users'] },
      'permissions',
    ],
    [
      'a permission that there is not',
      { name: 'x', expiresAt: days(1), permissions: ['Pages.Root'] },
      'permissions',
    ],
  ])('is refused for %s, at its field', async (_, values, field) => {
    const answer = await create('operator', values);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { validationErrors: [{ members: [field] }] } });
  });

  test('is one of twenty at most', async () => {
    await makeUser(server, 'collector', { roles: ['AIW'] });
    for (let count = 0; count < 20; count++) await make('collector');
    const answer = await create('collector', { name: 'one more', expiresAt: days(1) });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([500, expect.stringContaining('20')]);
  });

  test('that is none opens nothing', async () => {
    const made = await make('operator');
    for (const secret of [
      'cwk_',
      `${made.secret}x`,
      made.secret.slice(0, -1),
      `cwk_${'A'.repeat(43)}`,
      'x'.repeat(5000),
    ]) {
      expect(await status(`Bearer ${secret}`, '/api/records/aircraft')).toBe(401);
    }
  });
});

describe('the scope of a token', () => {
  const actor: Actor = {
    userId: 7,
    userName: 'u',
    name: 'u',
    companyId: null,
    companyIds: [],
    coverageIds: [],
    roles: ['A', 'B'],
    permissions: ['Pages.BaseManage', 'Pages.Navigation'],
    organizationUnitIds: [],
    grants: [
      {
        role: 'A',
        permissions: ['Pages.BaseManage'],
        recordRules: [{ resource: 'x', actions: { update: true, delete: false }, hidden: ['h'] }],
      },
      { role: 'B', permissions: ['Pages.Navigation'], recordRules: [] },
    ],
  };

  test('keeps what both name, and nothing that the matrix gave beyond', () => {
    const scoped = actorOfToken(actor, { permissions: ['Pages.Navigation', 'Pages.Users'], readOnly: false });
    expect(scoped.permissions).toEqual(['Pages.Navigation']);
    expect(scoped.grants).toEqual([
      {
        role: 'A',
        permissions: [],
        recordRules: [{ resource: 'x', actions: { delete: false }, hidden: ['h'] }],
      },
      { role: 'B', permissions: ['Pages.Navigation'], recordRules: [] },
    ]);
    expect(actorOfToken(actor, { permissions: [], readOnly: false })).toBe(actor);
  });

  test('never makes an administrator', () => {
    const scoped = actorOfToken(actor, { permissions: ['Pages.Admin'], readOnly: false });
    expect(scoped.permissions).toEqual([]);
    const admin = { ...actor, permissions: ['Pages.Admin'], grants: [] };
    expect(actorOfToken(admin, { permissions: ['Pages.Admin'], readOnly: false }).permissions).toEqual([
      'Pages.Admin',
    ]);
    expect(actorOfToken(admin, { permissions: ['Pages.Question'], readOnly: false }).permissions).toEqual([
      'Pages.Question',
    ]);
  });

  test('for reading leaves rules of reading alone', () => {
    const rules = rulesOfToken(
      [
        { action: 'read', subject: 'a' },
        { action: 'update', subject: 'a' },
        { action: 'read', subject: 'a', fields: ['f'], inverted: true },
      ],
      { permissions: [], readOnly: true },
    );
    expect(rules).toEqual([
      { action: 'read', subject: 'a' },
      { action: 'read', subject: 'a', fields: ['f'], inverted: true },
    ]);
    const all = rulesOfToken(rulesFor({ ...actor, permissions: ['Pages.Admin'] }, []), {
      permissions: [],
      readOnly: true,
    });
    expect(all).toEqual([
      { action: 'read', subject: 'all' },
      // Rows of rooms are not read as records.
      { action: 'read', subject: 'attachment', inverted: true, conditions: { resource: 'chatRoom' } },
      { action: 'read', subject: 'reminder', inverted: true, conditions: { documentResource: 'chatRoom' } },
    ]);
  });
});
