import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubPaths } from '#contract/hub.ts';
import { pdf } from '#tests/support/example-files.ts';
import { idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { keep } from '#tests/support/uploads.ts';

/** A notice that names companies is read by them and by the bodies, and by no other company at any endpoint. */

let server: RunningTestServer;
let company: number;
let addressed: Row;
let open: Row;

const hour = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const secret = 'QUARTZ-FELDSPAR';
const area = {
  type: 'Polygon',
  coordinates: [
    [
      [103.1, 31.1],
      [103.2, 31.1],
      [103.2, 31.2],
      [103.1, 31.2],
      [103.1, 31.1],
    ],
  ],
};

async function announce(title: string, values: object): Promise<Row> {
  const answer = await server.call('admin', 'POST', '/api/records/notice', {
    title,
    content: `${title} and more`,
    level: 1,
    kind: 'stopActivity',
    startTime: at(-hour),
    endTime: at(hour * 24),
    area,
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 900, unit: 'm', reference: 'AGL' },
    ...values,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as Row;
}

const get = async (user: string, path: string) => {
  const { status, body, headers } = await server.call(user, 'GET', path);
  return { status, body, total: headers.get('x-total-count') };
};

const asApplication = () => ({
  name: 'an application over the notice',
  kind: 'temporary',
  shape: 'polygon',
  geometry: area,
  lower: { value: 0, unit: 'm', reference: 'AGL' },
  upper: { value: 500, unit: 'm', reference: 'AGL' },
  validFrom: at(0),
  validTo: at(hour * 12),
});

beforeAll(async () => {
  server = await startTestServer();
  company = (await rowsOf(server, 'operator', 'company')).rows[0]?.id ?? 0;
  addressed = await announce(secret, { companies: [company] });
  open = await announce('for everyone', {});
  await keep(server, 'admin', `notice/${addressed.id}`, [{ name: `${secret}.pdf`, content: pdf() }]);
});
afterAll(() => server?.close());

/** Every way to a notice by its number or words; `known` is what the reader it is for finds there. */
const endpoints: [name: string, path: () => string, known: number][] = [
  ['the record', () => `/api/records/notice/${addressed.id}`, 200],
  ['the list', () => '/api/records/notice?_end=1000', 200],
  ['the list with the trash', () => `/api/records/notice?_end=1000&_trash=with&id=${addressed.id}`, 200],
  ['a list by id', () => `/api/records/notice?id=${addressed.id}`, 200],
  ['the words of a list', () => `/api/records/notice?q=${secret}`, 200],
  ['a filter', () => `/api/records/notice?title=${secret}`, 200],
  ['the export', () => '/api/records/notice/export?format=csv', 200],
  ['the export of one', () => `/api/records/notice/export?format=json&ids=${addressed.id}`, 200],
  ['the history', () => `/api/records/notice/${addressed.id}/history`, 200],
  ['the files', () => `/api/records/notice/${addressed.id}/files`, 200],
  ['the search', () => `/api/services/app/Search/Find?words=${secret}`, 200],
  ['the control notices', () => '/api/services/app/Notice/GetControlList', 200],
];

describe.each(endpoints)('%s', (_, path, known) => {
  test('tells an addressed notice to its company and the bodies', async () => {
    for (const user of ['operator', 'atmb', 'admin']) {
      const answer = await get(user, path());
      expect(answer.status).toBe(known);
      expect([user, JSON.stringify(answer.body).includes(secret)]).toEqual([user, true]);
    }
  });

  test('tells nothing of it to another company', async () => {
    const answer = await get('operator2', path());
    expect(JSON.stringify(answer.body)).not.toContain(secret);
    expect([200, 404]).toContain(answer.status);
    expect(answer.total ?? '0').not.toBe((await get('admin', path())).total);
  });
});

test('a notice for everyone is read by every company', async () => {
  for (const user of ['operator', 'operator2', 'agent', 'atmb']) {
    expect([user, (await get(user, `/api/records/notice/${open.id}`)).status]).toEqual([user, 200]);
  }
});

test('another company neither acknowledges it nor meets it in the check of an airspace', async () => {
  const path = '/api/services/app/Notice/AcknowledgeStopActivity';
  expect((await server.call('operator2', 'POST', path, { id: addressed.id })).status).toBe(404);
  expect((await server.call('operator', 'POST', path, { id: addressed.id })).status).toBe(200);
  const check = (user: string, more: object = {}) =>
    server.service(user, 'Airspace/CheckErrors', { ...asApplication(), ...more });
  expect(JSON.stringify(await check('operator'))).toContain(secret);
  for (const more of [{}, { company }, { company: null }]) {
    const found = JSON.stringify(await check('operator2', more));
    expect(found).not.toContain(secret);
    expect(found).toContain('for everyone');
  }
});

test('who keeps notices for one company changes no notice of another, and sees its acknowledgements alone', async () => {
  await server.call('admin', 'POST', '/api/records/role', {
    name: 'Announcer',
    displayName: 'Announcer',
    permissions: ['Pages.AirspaceApproval', 'Pages.AirspaceApproval.Library'],
  });
  const other = (await rowsOf(server, 'operator2', 'company')).rows[0]?.id;
  await makeUser(server, 'announcer', { roles: ['Announcer'], company: other });
  const one = `/api/records/notice/${addressed.id}`;
  const change = { version: addressed.version, title: 'mine now' };
  expect((await server.call('announcer', 'PATCH', one, change)).status).toBe(404);
  expect((await server.call('announcer', 'DELETE', one)).status).toBe(404);
  const bulk = { action: 'delete', ids: [addressed.id, open.id] };
  await server.call('announcer', 'POST', '/api/records/notice/bulk', bulk);
  for (const { id } of [addressed, open]) {
    expect((await get('admin', `/api/records/notice/${id}`)).body).toMatchObject({ deletedAt: null });
  }
  expect((await rowsOf(server, 'announcer', 'noticeAcknowledgement')).rows).toEqual([]);
  expect((await rowsOf(server, 'atmb', 'noticeAcknowledgement')).rows).not.toEqual([]);
  const made = await server.call('announcer', 'POST', '/api/records/notice', {
    title: 'to our own',
    content: 'of one company',
    level: 4,
    kind: 'general',
    startTime: at(0),
    endTime: at(hour),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.body).toMatchObject({ companies: [other] });
});

test('a change of it is announced to its company, and to no other', async () => {
  const heard: Record<string, unknown[]> = {};
  for (const user of ['operator', 'operator2', 'atmb']) {
    heard[user] = [];
    for (const path of [hubPaths.chat, hubPaths.instant]) {
      const connection = await server.hub(user, path);
      const note = (event: { resource: string; id: number }) =>
        event.resource === 'notice' && heard[user]?.push(event.id);
      connection.on('recordChanged', note);
      connection.on('getChangeMessage', note);
    }
  }
  for (const { id } of [addressed, open]) {
    const { version } = (await get('admin', `/api/records/notice/${id}`)).body as Row;
    const answer = await server.call('admin', 'PATCH', `/api/records/notice/${id}`, { version, level: 2 });
    expect(answer.status).toBe(200);
  }
  for (const user of Object.keys(heard)) {
    await eventually(() => heard[user]?.includes(open.id) === true, `${user} hears of the open notice`);
  }
  expect(heard.operator).toContain(addressed.id);
  expect(heard.atmb).toContain(addressed.id);
  expect(heard.operator2).not.toContain(addressed.id);
});

test('a notice that is addressed anew is read by whom it is for now', async () => {
  const path = `/api/records/notice/${open.id}`;
  const { version } = (await get('admin', path)).body as Row;
  const other = await idOf(server, 'user', 'userName', 'operator2');
  const { company: theirs } = (await get('admin', `/api/records/user/${other}`)).body as Row;
  await server.call('admin', 'PATCH', path, { version, companies: [theirs] });
  expect((await get('operator', path)).status).toBe(404);
  expect((await get('operator2', path)).status).toBe(200);
});

describe('a notice for roles, units and areas', () => {
  const named = async (title: string, values: object) => announce(title, { kind: 'control', ...values });
  const reads = async (users: string[], { id }: Row) =>
    Object.fromEntries(
      await Promise.all(
        users.map(async (user) => [user, (await get(user, `/api/records/notice/${id}`)).status]),
      ),
    );

  test('is read by whom it names, and by who keeps notices', async () => {
    const unit = await server.call('admin', 'POST', '/api/records/organizationUnit', {
      displayName: 'East sector',
    });
    expect(unit.status, JSON.stringify(unit.body)).toBe(201);
    const { id: area } = unit.body as Row;
    await makeUser(server, 'eastern', { roles: ['AIW'], coverage: [area] });
    await makeUser(server, 'member', { roles: ['OM'], company, organizationUnits: [area] });
    const role = await idOf(server, 'role', 'name', 'AGENT');
    const forAgents = await named('AGENTS-ONLY', { roles: [role] });
    expect(await reads(['agent', 'operator', 'operator2', 'aiw', 'eastern', 'admin'], forAgents)).toEqual({
      agent: 200,
      operator: 404,
      operator2: 404,
      aiw: 404,
      eastern: 404,
      admin: 200,
    });
    const forEast = await named('EAST-ONLY', { units: [area] });
    expect(await reads(['eastern', 'member', 'operator', 'agent', 'aiw'], forEast)).toEqual({
      eastern: 200,
      member: 200,
      operator: 404,
      agent: 404,
      aiw: 404,
    });
    const both = await named('AGENTS-AND-ONE', { roles: [role], companies: [company] });
    expect(await reads(['agent', 'operator', 'operator2'], both)).toEqual({
      agent: 200,
      operator: 200,
      operator2: 404,
    });
    for (const [user, sees] of [
      ['agent', true],
      ['operator2', false],
    ] as const) {
      for (const path of [
        '/api/records/notice?_end=1000',
        '/api/records/notice/export?format=csv',
        '/api/services/app/Search/Find?words=AGENTS-ONLY',
        '/api/services/app/Notice/GetControlList',
      ]) {
        const found = JSON.stringify((await get(user, path)).body).includes('AGENTS-ONLY');
        expect([user, path, found]).toEqual([user, path, sees]);
      }
      const listed = await server.service(user, 'Notice/List', { maxResultCount: 100 });
      expect([user, JSON.stringify(listed).includes('AGENTS-ONLY')]).toEqual([user, sees]);
    }
  });

  test('a change of it is announced to them alone', async () => {
    const role = await idOf(server, 'role', 'name', 'AGENT');
    const notice = await named('AGENTS-HEAR', { roles: [role] });
    const heard: Record<string, unknown[]> = {};
    for (const user of ['agent', 'operator', 'aiw']) {
      heard[user] = [];
      const connection = await server.hub(user, hubPaths.chat);
      connection.on('recordChanged', (event: { resource: string; id: number }) => {
        if (event.resource === 'notice') heard[user]?.push(event.id);
      });
    }
    const mark = await named('EVERYBODY-HEARS', {});
    for (const { id, version } of [notice, mark]) {
      await server.call('admin', 'PATCH', `/api/records/notice/${id}`, { version, level: 2 });
    }
    for (const user of Object.keys(heard))
      await eventually(
        () => heard[user]?.includes(mark.id) === true,
        `${user} hears of what is for everyone`,
      );
    expect(heard.agent).toContain(notice.id);
    expect([heard.operator, heard.aiw].flat()).not.toContain(notice.id);
  });

  test('holds the air of the companies whose people it names, and of no other', async () => {
    const role = await idOf(server, 'role', 'name', 'AGENT');
    await named('AGENTS-AIR', { kind: 'stopActivity', roles: [role] });
    const check = async (user: string, more: object) =>
      JSON.stringify(await server.service(user, 'Airspace/CheckErrors', { ...asApplication(), ...more }));
    expect(await check('operator2', {})).not.toContain('AGENTS-AIR');
    const om = await idOf(server, 'role', 'name', 'OM');
    await named('MANAGERS-AIR', { kind: 'stopActivity', roles: [om] });
    expect(await check('operator2', {})).toContain('MANAGERS-AIR');
  });

  test('who keeps notices reads the names of roles, not what they give', async () => {
    const found = await get('atmb', '/api/records/role?_end=100');
    expect(found.status).toBe(200);
    const [first] = found.body as Row[];
    expect(first).toHaveProperty('displayName');
    expect(first).not.toHaveProperty('permissions');
    expect((await get('operator', '/api/records/role')).status).toBe(403);
  });
});
