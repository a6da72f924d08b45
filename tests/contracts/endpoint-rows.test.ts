import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubPaths } from '#contract/hub.ts';
import type { Resource } from '#domain/record/resource.ts';
import { resources } from '#resources';
import { breadth } from '#tests/support/breadth.ts';
import { filePlan, idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * Whose rows a user sees: one rule for lists, counts, search, filters, labels, history, changes, services and
 * hubs.
 */

let server: RunningTestServer;
let yunyi: number;
let shuxiang: number;
let xiling: number;
let plan: { id: number; version: number; planNumber: string };
/** Companies of those who are bound to some. */
let companiesOf: Record<string, number[]>;
/** Ids of their roles, and of the units they belong to or watch over. */
let rolesOf: Record<string, number[]>;
let unitsOf: Record<string, number[]>;

const point = (name: string, longitude: number, latitude: number, company?: number) => ({
  name,
  kind: 'helipad',
  position: { type: 'Point', coordinates: [longitude, latitude] },
  ...(company ? { company } : {}),
});

const made = async (resource: string, values: object): Promise<Row> => {
  const answer = await server.call('admin', 'POST', `/api/records/${resource}`, values);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as Row;
};

beforeAll(async () => {
  server = await startTestServer();
  const user = async (name: string) => (await rowsOf(server, 'admin', 'user', `userName=${name}`)).rows[0];
  yunyi = Number((await user('operator'))?.company);
  shuxiang = Number((await user('operator2'))?.company);
  xiling = Number((((await user('agent'))?.servedCompanies ?? []) as number[]).find((id) => id !== yunyi));
  companiesOf = { operator: [yunyi], operator2: [shuxiang], agent: [yunyi, xiling] };
  const all = await Promise.all(
    Object.keys(companiesOf).map(async (name) => [name, await user(name)] as const),
  );
  const idsIn = (...fields: string[]) =>
    Object.fromEntries(all.map(([name, row]) => [name, fields.flatMap((field) => numbersIn(row?.[field]))]));
  rolesOf = idsIn('roles');
  unitsOf = idsIn('organizationUnits', 'coverage');
  await makeUser(server, 'south', {
    roles: ['ATMB'],
    coverage: [await idOf(server, 'organizationUnit', 'displayName', '川南管辖区')],
  });
  await makeUser(server, 'everywhere', { roles: ['ATMB'] });
  plan = await filePlan(server, 'operator', { registration: await registrationOf(yunyi) });
});
afterAll(() => server?.close());

async function registrationOf(company: number): Promise<string> {
  const { rows } = await rowsOf(server, 'admin', 'aircraft', `company=${company}`);
  return String(rows[0]?.registration);
}

const numbersIn = (value: unknown): number[] => [value].flat().filter((id) => typeof id === 'number');

function seesByCompany(user: string, { scope }: Resource, row: Row): boolean {
  if (!scope?.company || scope.public) return true;
  const companies = numbersIn(row[scope.company]);
  const roles = numbersIn(scope.addressees && row[scope.addressees.roles]);
  const units = numbersIn(scope.addressees && row[scope.addressees.units]);
  if (companies.length + roles.length + units.length === 0) return scope.shared === true;
  const named = (ids: number[], own: Record<string, number[]>) => ids.some((id) => own[user]?.includes(id));
  return named(companies, companiesOf) || named(roles, rolesOf) || named(units, unitsOf);
}

const bounded = resources.filter(({ scope }) => scope?.company);

describe.each(['operator', 'operator2', 'agent'])('%s', (user) => {
  test.each(bounded.map((resource) => [resource.name, resource] as const))(
    'in %s',
    async (name, resource) => {
      const all = (await rowsOf(server, 'admin', name)).rows;
      const first = await server.call(user, 'GET', `/api/records/${name}?_end=1`);
      if (first.status === 403) return;
      const seen = await rowsOf(server, user, name);
      const expected = all.filter((row) => seesByCompany(user, resource, row)).map(({ id }) => id);
      expect(seen.rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      expect(seen.total).toBe(expected.length);
      expect(first.headers.get('x-total-count')).toBe(String(expected.length));

      const hidden = all.filter((row) => !seesByCompany(user, resource, row));
      for (const row of new Set([...hidden.slice(0, breadth(1, 2)), ...hidden.slice(-1)]))
        await findsNothingOf(user, resource, row);
    },
  );
});

async function findsNothingOf(user: string, resource: Resource, row: Row): Promise<void> {
  const { name, titleField, scope } = resource;
  const path = `/api/records/${name}`;
  const title = String(row[titleField]);
  const field = scope?.company ?? '';
  const company = row[field];
  const ofCompany = typeof company === 'number' ? `${field}=${company}` : `${field}_null=true`;
  const filter = encodeURIComponent(JSON.stringify({ field: 'id', operator: 'eq', value: row.id }));
  for (const query of [`id=${row.id}`, `id_in=${row.id}`, `filter=${filter}`, `id=${row.id}&_trash=with`]) {
    expect([query, await rowsOf(server, user, name, query)]).toEqual([query, { rows: [], total: 0 }]);
  }
  for (const query of [`q=${encodeURIComponent(title)}`, ofCompany]) {
    const found = (await rowsOf(server, user, name, query)).rows.map(({ id }) => id);
    expect([name, query, found.includes(row.id)]).toEqual([name, query, false]);
  }
  // What is not the user's is said in the very words of what is not there.
  const nothing = async (verb: string, rest: string, body?: object) => {
    const answer = await server.call(user, verb, `${path}/${row.id}${rest}`, body);
    const absent = await server.call(user, verb, `${path}/987654321${rest}`, body);
    const answerTo = (of: unknown, id: string) =>
      JSON.stringify({ ...(of as object), requestId: '' }).replaceAll(id, 'N');
    expect(answer.status, `${verb} ${path}${rest}`).toBe(absent.status);
    expect(answerTo(answer.body, String(row.id))).toBe(answerTo(absent.body, '987654321'));
    return answer.status;
  };
  expect(await nothing('GET', '')).toBe(404);
  expect(await nothing('GET', '/history')).toBe(404);
  for (const [verb, rest, body] of [
    ['PATCH', '', { version: row.version }],
    ['DELETE', '', undefined],
    ['POST', '/restore', {}],
  ] as const) {
    expect([403, 404]).toContain(await nothing(verb, rest, body));
  }
}

test("operator2 does nothing to what is operator's, and it is as it was", async () => {
  const own = await made('takeoffLandingPoint', point('云翼内部点', 104.2, 30.8, yunyi));
  const one = `/api/records/takeoffLandingPoint/${own.id}`;
  const before = (await server.call('operator', 'GET', one)).body;
  const change = { version: own.version, name: '他人改名' };
  expect((await server.call('operator2', 'PATCH', one, change)).status).toBe(404);
  expect((await server.call('operator2', 'DELETE', one)).status).toBe(404);
  expect((await server.call('operator', 'GET', one)).body).toEqual(before);

  expect((await server.call('operator', 'DELETE', one)).status).toBe(200);
  const trashOf = async (user: string) =>
    (await rowsOf(server, user, 'takeoffLandingPoint', '_trash=only')).rows.map(({ id }) => id);
  expect(await trashOf('operator')).toEqual([own.id]);
  expect(await trashOf('operator2')).toEqual([]);
  expect((await server.call('operator2', 'POST', `${one}/restore`)).status).toBe(404);
  expect((await server.call('operator', 'POST', `${one}/restore`)).status).toBe(200);
});

test('nobody moves a record into a company that is not theirs, nor makes one there', async () => {
  const { rows } = await rowsOf(server, 'operator2', 'pilot');
  const [own] = rows;
  if (!own) throw new Error('the demo has no pilot');
  const moved = await server.call('operator2', 'PATCH', `/api/records/pilot/${own.id}`, {
    version: own.version,
    company: yunyi,
  });
  expect([400, 403, 404]).toContain(moved.status);
  const there = await server.call(
    'operator2',
    'POST',
    '/api/records/takeoffLandingPoint',
    point('x', 104, 30, yunyi),
  );
  expect([400, 403]).toContain(there.status);
  expect((await server.call('operator', 'GET', `/api/records/pilot/${own.id}`)).status).toBe(404);
});

test('a label of what the user may not see is a number, whoever relates to it', async () => {
  const title = '云翼内部通告';
  const notice = await made('notice', {
    title,
    content: '标签试验',
    level: 4,
    kind: 'general',
    startTime: '2026-01-01T00:00:00.000Z',
    endTime: '2030-01-01T00:00:00.000Z',
    companies: [yunyi, shuxiang],
  });
  const labels = async (user: string) => {
    const answer = await server.call(user, 'GET', `/api/records/notice/${notice.id}`);
    expect(answer.status).toBe(200);
    return (answer.body as { _labels: { companies: string[] } })._labels.companies;
  };
  const names = await labels('admin');
  expect(names).toHaveLength(2);
  for (const [user, own] of [
    ['operator', yunyi],
    ['operator2', shuxiang],
  ] as const) {
    const given = await labels(user);
    const other = own === yunyi ? shuxiang : yunyi;
    expect(given.filter((name) => names.includes(name))).toHaveLength(1);
    expect(given).toContain(`#${other}`);
  }
});

describe('the services', () => {
  const plansOf = async (user: string, input: object = {}) => {
    const page = await server.service(user, 'Navigation/GetNAircraft', { maxResultCount: 1000, ...input });
    const { totalCount, items } = page as { totalCount: number; items: { id: number }[] };
    expect(totalCount).toBe(items.length);
    return items.map(({ id }) => id);
  };

  test.each(['operator', 'agent', 'atmb', 'everywhere', 'admin'])('show the plan to %s', async (user) => {
    expect(await plansOf(user)).toContain(plan.id);
    expect(await plansOf(user, { keyword: plan.planNumber })).toEqual([plan.id]);
    const detail = await server.service(user, 'Navigation/GetNAircraftById', { id: plan.id }, 'GET');
    expect(detail).toMatchObject({ plan: { id: plan.id, planNumber: plan.planNumber } });
  });

  test.each(['operator2', 'south'])('tell %s nothing of it', async (user) => {
    expect(await plansOf(user)).not.toContain(plan.id);
    expect(await plansOf(user, { keyword: plan.planNumber })).toEqual([]);
    expect(await plansOf(user, { company: yunyi })).toEqual([]);
    const absent = 987_654_321;
    const withId = async (verb: string, path: string, id: number, rest: object) => {
      const name = path.endsWith('GetStepNaircraft') ? 'nairid' : 'id';
      const url = `/api/services/app/${path}`;
      return verb === 'GET'
        ? server.call(user, 'GET', `${url}?${name}=${id}&${new URLSearchParams({ ...rest })}`)
        : server.call(user, verb, url, { id, ...rest });
    };
    for (const [verb, path, rest] of [
      ['GET', 'Navigation/GetNAircraftById', {}],
      ['GET', 'Navigation/GetJobTaskById', {}],
      ['GET', 'Navigation/GetStepNaircraft', {}],
      ['GET', 'Navigation/GetFindingsById', {}],
      ['GET', 'OperateRecord/GetListById', {}],
      ['POST', 'Navigation/TakeUp', {}],
      ['POST', 'Navigation/DoFlyApprove', { decision: 'approve', stepIndex: 0 }],
      ['POST', 'Navigation/CancelNAircraft', { reason: 'none' }],
      ['POST', 'Navigation/DelNAircraft', {}],
      ['POST', 'Navigation/BackNAircraft', {}],
      ['POST', 'Navigation/SplitNAircraftById', {}],
      ['POST', 'Navigation/BackApplyOpenDynamic', {}],
      ['POST', 'Navigation/BackUpdateStateAndRealEta', {}],
      ['POST', 'Navigation/ApplyOpenDynamic', { realEtd: '2026-11-22T03:00:00Z' }],
      ['POST', 'Navigation/EditApplyOpenDynamic', { realEtd: '2026-11-22T03:00:00Z' }],
      ['POST', 'Navigation/UpdateStateAndRealEta', { state: 9, realEta: '2026-11-22T03:00:00Z' }],
      ['POST', 'Navigation/EditUpdateStateAndRealEta', { realEta: '2026-11-22T03:00:00Z' }],
      ['GET', 'Navigation/UpdateExceutingNum', { flightNum: '3' }],
    ] as const) {
      const answer = await withId(verb, path, plan.id, rest);
      const nothing = await withId(verb, path, absent, rest);
      const withoutId = (body: unknown, id: number) => JSON.stringify(body).replaceAll(String(id), 'N');
      expect([path, answer.status, withoutId(answer.body, plan.id)]).toEqual([
        path,
        nothing.status,
        withoutId(nothing.body, absent),
      ]);
      expect([403, 404], path).toContain(answer.status);
    }
    const active = await server.service(user, 'Navigation/GetActiveNAircrafts', {}, 'GET');
    expect(JSON.stringify(active)).not.toContain(plan.planNumber);
  });

  test("a plan that names another company's aircraft and pilot tells nothing of them", async () => {
    const pilot = (await rowsOf(server, 'operator', 'pilot')).rows[0];
    const craft = (await rowsOf(server, 'operator', 'aircraft')).rows[0];
    const filed = await filePlan(server, 'operator2', {
      registration: await registrationOf(shuxiang),
      task: { pilots: [pilot?.id], aircraft: craft?.id },
    });
    const detail = await server.service('operator2', 'Navigation/GetNAircraftById', { id: filed.id }, 'GET');
    const check = await server.service('operator2', 'Navigation/GetFindingsById', { id: filed.id }, 'GET');
    const codes = (check as { findings: { code: string }[] }).findings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['aircraft.otherCompany', 'pilot.otherCompany']));
    const withoutId = JSON.stringify([detail, check]);
    for (const [row, field] of [
      [pilot, 'name'],
      [pilot, 'licenceNumber'],
      [craft, 'registration'],
      [craft, 'icao24'],
    ] as const) {
      expect([field, withoutId.includes(String(row?.[field]))]).toEqual([field, false]);
    }
  });
});

describe('coverage', () => {
  test('whoever has an area sees what lies within it, and whoever has none sees all', async () => {
    const inside = await made('takeoffLandingPoint', point('成都试验点', 104.1, 30.7));
    const south = await made('takeoffLandingPoint', point('川南试验点', 104.1, 28.8));
    const far = await made('takeoffLandingPoint', point('喀什试验点', 76.0, 39.5));
    const sees = async (user: string) => {
      const ids = (await rowsOf(server, user, 'takeoffLandingPoint')).rows.map(({ id }) => id);
      return [inside, south, far].map(({ id }) => ids.includes(id));
    };
    expect(await sees('atmb')).toEqual([true, false, false]);
    expect(await sees('south')).toEqual([false, true, false]);
    expect(await sees('aiw')).toEqual([true, true, false]);
    expect(await sees('everywhere')).toEqual([true, true, true]);
    expect(await sees('admin')).toEqual([true, true, true]);
    const one = `/api/records/takeoffLandingPoint/${far.id}`;
    expect((await server.call('atmb', 'GET', one)).status).toBe(404);
    expect((await server.call('atmb', 'GET', `${one}/history`)).status).toBe(404);

    // It moves into the area, and is seen.
    const moved = await server.call('admin', 'PATCH', one, {
      version: far.version,
      position: { type: 'Point', coordinates: [104.2, 30.6] },
    });
    expect(moved.status).toBe(200);
    expect(await sees('atmb')).toEqual([true, false, true]);
  });

  test('an area that is drawn anew moves what is seen', async () => {
    const { rows } = await rowsOf(server, 'admin', 'organizationUnit', 'displayName=川南管辖区');
    const area = rows[0];
    if (!area) throw new Error('the demo has no second area');
    const lhasa = await made('takeoffLandingPoint', point('拉萨试验点', 91.1, 29.6));
    const path = `/api/records/takeoffLandingPoint/${lhasa.id}`;
    expect((await server.call('south', 'GET', path)).status).toBe(404);
    const ring = [
      [90, 29],
      [92, 29],
      [92, 30],
      [90, 30],
      [90, 29],
    ];
    const redrawn = await server.call('admin', 'PATCH', `/api/records/organizationUnit/${area.id}`, {
      version: area.version,
      area: { type: 'MultiPolygon', coordinates: [[ring]] },
    });
    const polygon =
      redrawn.status === 200
        ? redrawn
        : await server.call('admin', 'PATCH', `/api/records/organizationUnit/${area.id}`, {
            version: area.version,
            area: { type: 'Polygon', coordinates: [ring] },
          });
    expect(polygon.status, JSON.stringify(polygon.body)).toBe(200);
    await eventually(
      async () => (await server.call('south', 'GET', path)).status === 200,
      'the point in the area',
    );
  });
});

describe('by the hub', () => {
  const people = ['operator', 'operator2', 'agent', 'atmb', 'south', 'everywhere', 'aiw', 'admin'];
  const ofThePlan = ['operator', 'agent', 'atmb', 'everywhere', 'aiw', 'admin'];
  type Heard = Map<string, { resource: string; id: number }[]>;

  /** What each of the people hears of an event at a hub from now on. */
  async function listen(hub: string, event: string): Promise<Heard> {
    const heard: Heard = new Map(people.map((user) => [user, []]));
    for (const [user, events] of heard) (await server.hub(user, hub)).on(event, (one) => events.push(one));
    return heard;
  }
  const hearing = (heard: Heard, resource: string, id: number) =>
    people.filter((user) => heard.get(user)?.some((one) => one.resource === resource && one.id === id));
  const fileOne = async () =>
    filePlan(server, 'operator', { registration: await registrationOf(yunyi), task: { callsign: 'CWT777' } });

  test('changes and messages reach exactly those who may read the record', async () => {
    // Those who are on the instant hub alone are told there.
    const instant = await listen(hubPaths.instant, 'getChangeMessage');
    const filed = await fileOne();
    await eventually(() => hearing(instant, 'plan', filed.id).length === ofThePlan.length, 'the messages');

    const messages = await listen(hubPaths.chat, 'getChangeMessage');
    const changes = await listen(hubPaths.chat, 'recordChanged');
    const second = await fileOne();
    const shared = await made('takeoffLandingPoint', point('实时试验点', 104.1, 30.7));
    const last = await made('dictionary', { code: 'lastOfAll', name: '末条', nameEn: 'The last' });
    await eventually(
      () => hearing(changes, 'dictionary', last.id).length === people.length,
      'the last change on each connection',
    );
    expect(hearing(instant, 'plan', filed.id)).toEqual(ofThePlan);
    expect(hearing(messages, 'plan', second.id)).toEqual(ofThePlan);
    expect(hearing(changes, 'plan', second.id)).toEqual(ofThePlan);
    // Once to each user: whoever is on both hubs is told at one.
    expect(hearing(instant, 'plan', second.id)).toEqual([]);
    expect(hearing(changes, 'takeoffLandingPoint', shared.id)).toEqual(
      people.filter((user) => user !== 'south'),
    );
    const closed = [messages.get('operator2'), changes.get('south'), instant.get('operator2')];
    expect(JSON.stringify(closed)).not.toMatch(new RegExp(`CWT777|${filed.planNumber}|${second.planNumber}`));
  });
});
