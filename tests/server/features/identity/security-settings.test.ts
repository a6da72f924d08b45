import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundsOf } from '#domain/identity/security-parameters.ts';
import { idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What guards the others: the parameters of signing in, stored secrets, and whose sessions a company sees. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { webhookPrivate: true } });
  const made = await server.call('admin', 'POST', '/api/records/role', {
    name: 'OPERATING',
    displayName: 'Operating',
    permissions: ['Pages.Operating'],
  });
  expect(made.status).toBe(201);
  await makeUser(server, 'operating', { roles: ['OPERATING'] });
  await makeUser(server, 'admin2', { roles: ['Admin'] });
});
afterAll(() => server?.close());

const one = async (resource: string, id: number) =>
  (await server.call('admin', 'GET', `/api/records/${resource}/${id}`)).body as Row;
const change = async (user: string, resource: string, id: number, values: object) => {
  const { version } = await one(resource, id);
  return server.call(user, 'PATCH', `/api/records/${resource}/${id}`, { version, ...values });
};
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: Record<string, string[]> }).errors;

describe('a parameter of signing in', () => {
  const parameter = async (key: string) => idOf(server, 'parameter', 'key', key);

  test('is changed by administrators alone, by whatever way', async () => {
    const id = await parameter('session.lockoutAttempts');
    const refusal = await change('operating', 'parameter', id, { value: '900' });
    expect([refusal.status, (refusal.body as { message: string }).message]).toEqual([
      403,
      '安全参数仅管理员可以修改',
    ]);
    const { version } = await one('parameter', id);
    const ways: [string, string, object?][] = [
      ['DELETE', `/api/records/parameter/${id}`],
      ['PATCH', `/api/records/parameter/${id}`, { version, key: 'other.key' }],
      ['POST', '/api/records/parameter', { key: 'session.other', group: 'session', name: 'x', nameEn: 'x' }],
    ];
    for (const [verb, path, body] of ways) {
      expect([verb, (await server.call('operating', verb, path, body)).status]).toEqual([verb, 403]);
    }
    await server.call('operating', 'POST', '/api/records/parameter/bulk', {
      action: 'update',
      ids: [id],
      set: { value: '900' },
    });
    expect((await one('parameter', id)).value).not.toBe('900');
    const { rows } = await rowsOf(server, 'admin', 'parameter', 'group=plan');
    const [other] = rows;
    expect((await change('operating', 'parameter', other?.id ?? 0, { help: '说明' })).status).toBe(200);
  });

  test.each([
    ['session.lockoutAttempts', '0', '1', '1000', ''],
    ['session.maxHours', '999999', '1', '8760', '（h）'],
    ['session.passwordMinLength', '2', '6', '64', ''],
    ['session.hubConnections', '0', '1', '1000', ''],
    ['strategic.corridorWidthM', '0', '100', '100000', '（m）'],
    ['strategic.airspaceRouteDistanceKm', '-1', '0', '1000', '（km）'],
    ['tactical.pairs.tauS', '0', '1', '3600', '（s）'],
    ['tactical.classG.steadiness.n', '1000', '1', '60', ''],
    ['tactical.conformance.lateralM', '-5', '0', '100000', '（m）'],
    ['retention.trackDays', '-1', '0', '36500', '（d）'],
    ['surveillance.tracks', '1', '100', '100000', ''],
    ['monitor.memoryMb', '-1', '0', '1000000', '（MB）'],
  ])('%s is not set to %s', async (key, value, least, most, unit) => {
    const answer = await change('admin', 'parameter', await parameter(key), { value });
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      { value: [`请输入 ${least} 至 ${most} 之间的数值${unit}`] },
    ]);
  });

  test('every number of the groups that administrators alone may change has bounds, and its own value is within them', async () => {
    const groups = ['session', 'strategic', 'tactical', 'tacticalClass', 'retention', 'surveillance'];
    for (const group of groups) {
      const { rows } = await rowsOf(server, 'admin', 'parameter', `group=${group}`);
      expect(rows.length, group).toBeGreaterThan(1);
      for (const { key, value, valueType } of rows) {
        if (valueType === 'boolean') continue;
        const bounds = boundsOf(key);
        expect([key, bounds === undefined]).toEqual([key, false]);
        if (value === null || bounds === undefined) continue;
        expect(Number(value), String(key)).toBeGreaterThanOrEqual(bounds.least);
        expect(Number(value), String(key)).toBeLessThanOrEqual(bounds.most);
      }
      const [first] = rows;
      const refusal = await change('operating', 'parameter', first?.id ?? 0, { value: '900' });
      expect([group, refusal.status]).toEqual([group, 403]);
    }
  });

  test('that is changed reminds the other administrators, and them alone', async () => {
    const id = await parameter('session.warnSeconds');
    expect((await change('admin', 'parameter', id, { value: '90' })).status).toBe(200);
    const { rows } = await server.database.database.pool.query(
      `select u.user_name, r.content, r.content_en, r.is_warning from reminder r join "user" u on u.id = r."user"
       where r.document_resource = 'parameter' and r.document_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        user_name: 'admin2',
        content: expect.stringMatching(/^安全参数“.+”已由 .+ 改为 90$/),
        content_en: expect.stringMatching(/^Security parameter ".+" changed to 90 by .+$/),
        is_warning: true,
      },
    ]);
  });
});

describe('a stored secret ends when its address changes', () => {
  const make = async (resource: string, values: object) => {
    const made = await server.call('operating', 'POST', `/api/records/${resource}`, values);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return (made.body as Row).id;
  };

  test.each([
    [
      'surveillanceSource',
      'SurveillanceSource',
      {
        name: '报告',
        type: 'json',
        transport: 'httpPoll',
        url: 'https://127.0.0.1:9/a',
        mapping: JSON.stringify({ fields: { latitude: '/lat', longitude: '/lon', icao24: '/hex' } }),
      },
      { url: 'https://127.0.0.2:9/a' },
    ],
    [
      'informationSource',
      'Information',
      { name: '气象', content: 'reports', transport: 'httpPoll', url: 'https://127.0.0.1:9/a' },
      { userName: 'other' },
    ],
  ])('the password of a %s', async (resource, service, values, moved) => {
    const id = await make(resource, { ...values, userName: 'clearway', enabled: false });
    await server.service('operating', `${service}/SetPassword`, { id, password: 'correct horse' });
    const sealed = async () => {
      const table = resource.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const { rows } = await server.database.database.pool.query(
        `select sealed_password is not null as sealed from ${table} where id = $1`,
        [id],
      );
      return [rows[0]?.sealed, (await one(resource, id)).hasPassword];
    };
    expect((await change('operating', resource, id, { remark: '同一地址' })).status).toBe(200);
    expect(await sealed()).toEqual([true, true]);
    const answer = await change('operating', resource, id, moved);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.any(String)]);
    expect(await sealed()).toEqual([false, false]);
  });

  test.each([
    [
      'webhook',
      'Webhook',
      {
        name: '钩子',
        url: 'https://127.0.0.1:9/a',
        resources: ['notice'],
        events: ['create'],
        isActive: false,
      },
      { url: 'https://127.0.0.2:9/a' },
    ],
    [
      'messageGateway',
      'MessageGateway',
      { name: '网关', kind: 'http', address: 'https://127.0.0.1:9/a', direction: 'out', isEnabled: false },
      { address: 'https://127.0.0.2:9/a' },
    ],
  ])('the signing secret of a %s', async (resource, service, values, moved) => {
    const id = await make(resource, values);
    const unsigned = await change('operating', resource, id, { remark: '尚无密钥', ...moved });
    expect([unsigned.status, JSON.stringify(unsigned.body)]).toEqual([200, expect.any(String)]);
    expect((await one(resource, id)).secretVersion ?? 0).toBe(0);
    const renew = async () =>
      ((await server.service('operating', `${service}/RenewSecret`, { id })) as { secret: string }).secret;
    const secrets = [await renew()];
    expect((await change('operating', resource, id, { remark: '同一地址' })).status).toBe(200);
    expect((await one(resource, id)).secretVersion).toBe(1);
    const back = await change('operating', resource, id, values);
    expect([back.status, JSON.stringify(back.body)]).toEqual([200, expect.any(String)]);
    expect((await one(resource, id)).secretVersion).toBe(2);
    secrets.push(await renew());
    expect(new Set(secrets).size).toBe(2);
    expect((await one(resource, id)).secretVersion).toBe(3);
  });
});

test('a webhook is seen and changed by its author’s company and by those of no company', async () => {
  const companies = (await rowsOf(server, 'admin', 'company')).rows.map(({ id }) => id);
  await makeUser(server, 'hooker1', { roles: ['OPERATING'], company: companies[0] });
  await makeUser(server, 'hooker2', { roles: ['OPERATING'], company: companies[1] });
  const made = await server.call('hooker1', 'POST', '/api/records/webhook', {
    name: '本公司',
    url: 'https://127.0.0.1:9/own',
    resources: ['notice'],
    events: ['create'],
  });
  const { id } = made.body as Row;
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect([made.status, (made.body as Row).company]).toEqual([201, companies[0]]);
  expect((await server.call('hooker2', 'GET', `/api/records/webhook/${id}`)).status).toBe(404);
  expect((await change('hooker2', 'webhook', id, { remark: 'x' })).status).toBe(404);
  expect((await server.call('operating', 'GET', `/api/records/webhook/${id}`)).status).toBe(200);
});

test('sessions follow their user to another company: its keeper sees them, the former does not', async () => {
  const [former, present] = [
    await idOf(server, 'company', 'shortName', '云翼通航'),
    (await rowsOf(server, 'admin', 'company')).rows.find(({ shortName }) => shortName !== '云翼通航')?.id,
  ];
  const mover = await makeUser(server, 'mover', { roles: ['OM'], company: former });
  const made = await server.call('admin', 'POST', '/api/records/role', {
    name: 'KEEPER',
    displayName: 'Keeper',
    permissions: ['Pages.Users'],
  });
  expect(made.status).toBe(201);
  await makeUser(server, 'keeper1', { roles: ['KEEPER'], company: former });
  await makeUser(server, 'keeper2', { roles: ['KEEPER'], company: present });
  await server.call('mover', 'GET', '/api/records/notice?_end=1');
  const seen = async (user: string) => (await rowsOf(server, user, 'session', `user=${mover}`)).rows.length;
  expect([await seen('keeper1'), await seen('keeper2')]).toEqual([1, 0]);
  expect((await change('admin', 'user', mover, { company: present })).status).toBe(200);
  expect([await seen('keeper1'), await seen('keeper2')]).toEqual([0, 1]);
});
