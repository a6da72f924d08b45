import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A record that has a name in English is called by it, for whoever reads English: `nameEn` beside the title `name`. */

let server: RunningTestServer;
const inEnglish = new Headers({ '.AspNetCore.Culture': 'c=en|uic=en' });

beforeAll(async () => {
  server = await startTestServer();
  await server.call('admin', 'POST', '/api/records/missionType', {
    code: 'NAMED1',
    name: '甲类任务',
    nameEn: 'Zulu task',
  });
});
afterAll(async () => {
  await server?.close();
});

interface Row {
  id: number;
  _labels: Record<string, unknown>;
}

async function rows(path: string, headers?: Headers): Promise<Row[]> {
  const { status, body } = await server.call('admin', 'GET', `/api/records/${path}`, undefined, headers);
  expect(status).toBe(200);
  return body as Row[];
}

/** The operator of one aircraft, as a list names it. */
const named = async (headers?: Headers) =>
  (await rows('aircraft?registration_contains=B-10QA', headers)).map(({ _labels }) => _labels.company);

test('lists, records and searches name it in the language of the reader', async () => {
  const [chinese] = await named();
  const [english] = await named(inEnglish);
  expect(chinese).toMatch(/[\u4e00-\u9fff]/);
  expect(english).toMatch(/^[ -~]+$/);
  const [aircraft] = await rows('aircraft?registration_contains=B-10QA');
  const { body } = await server.call(
    'admin',
    'GET',
    `/api/records/aircraft/${aircraft?.id}`,
    undefined,
    inEnglish,
  );
  expect(body).toMatchObject({ _labels: { company: english } });
  const found = await server.call(
    'admin',
    'GET',
    '/api/services/app/Search/Find?words=NAMED1',
    undefined,
    inEnglish,
  );
  expect(JSON.stringify(found.body)).toContain('Zulu task');
});

test('a list is in the order of the names that are read', async () => {
  const query = 'aircraft?_sort=company&_order=asc&_end=200';
  const names = (await rows(query, inEnglish)).map(({ _labels }) => String(_labels.company));
  expect(names.length).toBeGreaterThan(2);
  expect(new Set(names).size).toBeGreaterThan(1);
  expect(names).toEqual([...names].sort());
});

const chinese = /[\u4e00-\u9fff]/;

/** Record types of which everything that the demo makes has an English name, and the field of it. */
test.each([
  ['surveillanceSource', 'nameEn'],
  ['informationSource', 'nameEn'],
  ['messageGateway', 'nameEn'],
  ['watchPosition', 'nameEn'],
  ['takeoffLandingPoint', 'nameEn'],
  ['temporaryRoute', 'nameEn'],
  ['airspace', 'nameEn'],
  ['airspaceVersion', 'nameEn'],
  ['obstacle', 'nameEn'],
  ['organizationUnit', 'displayNameEn'],
  ['role', 'displayNameEn'],
  ['flowConfig', 'nameEn'],
  ['flowVersion', 'nameEn'],
  ['notice', 'titleEn'],
  ['notice', 'contentEn'],
  ['pilot', 'nameEn'],
  ['holiday', 'sourceEn'],
  ['governmentDocument', 'editionEn'],
])('the demo names each %s in English (%s)', async (type, field) => {
  const found = (await rows(`${type}?_end=200`)) as unknown as Record<string, unknown>[];
  expect(found.length).toBeGreaterThan(0);
  for (const row of found) {
    expect(row).toMatchObject({ [field]: expect.stringMatching(/./) });
    expect(row[field]).not.toMatch(chinese);
  }
});

test.each([
  ['Information/GetSources', 'name'],
  ['Equipment/GetList', 'name'],
  ['Notice/GetControlList', 'title'],
  ['Notice/GetControlList', 'content'],
])('%s gives each %s in English', async (path, field) => {
  const of = async (headers?: Headers) => {
    const { status, body } = await server.call(
      'admin',
      'GET',
      `/api/services/app/${path}`,
      undefined,
      headers,
    );
    expect(status).toBe(200);
    return [...JSON.stringify(body).matchAll(new RegExp(`"${field}":"([^"]*)"`, 'g'))].map(
      ([, name]) => name,
    );
  };
  const names = await of(inEnglish);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name).not.toMatch(chinese);
  expect((await of()).some((name) => chinese.test(String(name)))).toBe(true);
});

test('profiles, flows and acts name roles and bodies in the language of the reader', async () => {
  const of = async (user: string, path: string, headers?: Headers) => {
    const answer = await server.call(user, 'GET', `/api/services/app/${path}`, undefined, headers);
    expect(answer.status).toBe(200);
    return (answer.body as { result: unknown }).result;
  };
  const profile = (headers?: Headers) => of('atmb', 'MyAccount/GetProfile', headers);
  expect(await profile()).toMatchObject({ roles: ['空管单位'] });
  expect(await profile(inEnglish)).toMatchObject({ roles: ['Air traffic control'] });
  const nameable = (await of('admin', 'FlowConfig/GetNameable', inEnglish)) as Record<
    string,
    { text: string }[]
  >;
  const texts = ['roles', 'organizationUnits'].flatMap(
    (kind) => nameable[kind]?.map(({ text }) => text) ?? [],
  );
  expect(texts).toContain('Air traffic control · ATMB');
  for (const text of texts) expect(text).not.toMatch(chinese);
  const [plan] = await rows('plan?state=4&_end=1');
  const acts = async (headers?: Headers) =>
    (
      (await of('admin', `OperateRecord/GetListById?id=${plan?.id}`, headers)) as {
        items: { unit: string }[];
      }
    ).items;
  const [last] = await acts();
  expect(last?.unit).toMatch(chinese);
  for (const { unit } of await acts(inEnglish)) expect(unit ?? '').not.toMatch(chinese);
});

test('whoever may read no users has their own name all the same', async () => {
  const answer = await server.call('operator', 'GET', '/api/records/airspaceTemplate?_end=10');
  expect(answer.status).toBe(200);
  const [template] = answer.body as Row[];
  expect(template?._labels.owner).toMatch(chinese);
  const one = await server.call('operator', 'GET', `/api/records/airspaceTemplate/${template?.id}`);
  expect(one.body).toMatchObject({ _labels: { owner: template?._labels.owner } });
});

test('the demo gives each of its people a name in English, and each published airspace its source', async () => {
  const users = (await rows('user?_end=50&userName_ne=admin')) as unknown as Record<string, string>[];
  for (const { nameEn } of users) expect(nameEn).toMatch(/^[A-Z]+ [A-Z][a-z]+$/);
  const airspaces = (await rows('airspace?_end=100')) as unknown as Record<string, string | null>[];
  const published = airspaces.filter(({ source }) => source);
  expect(published.length).toBeGreaterThan(0);
  for (const { sourceEn } of published) expect(sourceEn).toBe('Demo data');
});

interface Operation {
  id: number;
  operatedBy: number | null;
  operatedByName: string;
}

test('who did something is named in the language of the reader, in lists, in one record and in its history', async () => {
  const people = ['GU Ping', 'HE Yuan', 'LUO Chuan', 'CHENG Nuo', 'SHI Lei'];
  const names = async (headers?: Headers) =>
    ((await rows('operateRecord?_end=50', headers)) as unknown as Operation[]).flatMap(
      ({ operatedBy, operatedByName }) => (operatedBy === null ? [] : [operatedByName]),
    );
  const [inChinese, english] = [await names(), await names(inEnglish)];
  expect(inChinese.length).toBeGreaterThan(0);
  for (const name of inChinese) expect(name).toMatch(chinese);
  for (const name of english) expect(people).toContain(name);
  const operations = (await rows('operateRecord?_end=50')) as unknown as Operation[];
  const first = operations.find(({ operatedBy }) => operatedBy !== null);
  const one = `/api/records/operateRecord/${first?.id}`;
  const { body } = await server.call('admin', 'GET', one, undefined, inEnglish);
  expect(people).toContain((body as Record<string, string>).operatedByName);
  const plan = (await rows('plan?_end=1'))[0]?.id;
  const history = await server.call(
    'admin',
    'GET',
    `/api/records/plan/${plan}/history`,
    undefined,
    inEnglish,
  );
  const entries = (history.body as { by: number | null; byName: string }[]).filter(({ by }) => by !== null);
  expect(entries.length).toBeGreaterThan(0);
  for (const { byName } of entries) expect(people).toContain(byName);
});

interface User extends Row {
  version: number;
}

/** Who is said to have done what the watch of the demo did, to a reader of English. */
async function watchNames(): Promise<Set<string>> {
  const query = `operateRecord?_end=200&operatedByName=${encodeURIComponent('石磊')}`;
  const found = (await rows(query, inEnglish)) as unknown as Operation[];
  return new Set(found.map(({ operatedByName }) => operatedByName));
}

test('a person without an English name keeps the Chinese one, whatever another of that name is called', async () => {
  const [user] = (await rows('user?userName=aiw')) as User[];
  const change = (nameEn: string | null, version: number | undefined) =>
    server.call('admin', 'PATCH', `/api/records/user/${user?.id}`, { nameEn, version });
  expect(await watchNames()).toEqual(new Set(['SHI Lei']));
  const cleared = await change(null, user?.version);
  expect(cleared.status).toBe(200);
  expect(await watchNames()).toEqual(new Set(['石磊']));
  const [other] = (await rows('user?userName=operator2')) as User[];
  const twin = await server.call('admin', 'PATCH', `/api/records/user/${other?.id}`, {
    name: '石磊',
    nameEn: 'SOMEBODY Else',
    version: other?.version,
  });
  expect(twin.status).toBe(200);
  expect(await watchNames()).toEqual(new Set(['石磊']));
  expect((await change('SHI Lei', (cleared.body as User).version)).status).toBe(200);
  expect(await watchNames()).toEqual(new Set(['石磊']));
});
