import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordRule } from '#domain/identity/access.ts';
import { residentCheckDigit } from '#domain/record/formats.ts';
import { breadth } from '#tests/support/breadth.ts';
import { endpoints, type LeakEndpoint, type LeakRequest } from '#tests/support/leak-endpoints.ts';
import { filePlan, idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What a role may not see is not there: at no endpoint, for no role, in no answer. */

let server: RunningTestServer;

function residentIdOf(n: number): string {
  const first = `11010519491231${n}`;
  return `${first}${residentCheckDigit(first)}`;
}

/** What the secret fields held when the record was made, and hold now. */
const secrets = {
  serialNumber: ['SN-QUARTZ-77', 'SN-OBSIDIAN-78'],
  insuranceNumber: ['INS-BASALT-1', 'INS-GRANITE-2'],
  registration: ['B-70QZ', 'B-71QZ'],
  licenceNumber: ['LIC-MARBLE-31', 'LIC-PUMICE-32'],
  residentId: [residentIdOf(417), residentIdOf(418)],
  mobile: ['13899990001', '13899990002'],
  name: ['岩芯航空试验公司', '玄武航空试验公司'],
};

const base = ['Pages.BaseManage', 'Pages.BaseManage.Craft_Add', 'Pages.BaseManage.Pilot_Add'];

interface Role {
  permissions: string[];
  rules: RecordRule[];
  /** Sees the rows of the company of the tests; else all. */
  bound?: boolean;
}

const hide = (resource: string, ...hidden: string[]): RecordRule => ({ resource, hidden });

const roles: Record<string, Role> = {
  CompanyHiding: {
    permissions: base,
    rules: [
      hide('aircraft', 'serialNumber', 'insuranceNumber'),
      hide('pilot', 'licenceNumber', 'residentId', 'mobile'),
    ],
    bound: true,
  },
  AllRowsHiding: {
    permissions: base,
    rules: [hide('aircraft', 'serialNumber', 'insuranceNumber'), hide('pilot', 'licenceNumber', 'mobile')],
  },
  TitlesHiding: { permissions: base, rules: [hide('aircraft', 'registration'), hide('company', 'name')] },
  // Neither keeps nor judges pilots: the entry itself closes their papers to them.
  Planner: { permissions: ['Pages.Navigation', 'Pages.StandingNAircraft'], rules: [] },
  Reader: {
    permissions: ['Pages.BaseManage'],
    rules: [hide('aircraft', 'serialNumber'), hide('pilot', 'licenceNumber')],
  },
  // By the matrix alone, without any permission of the tree that would let the user in.
  MatrixOnly: {
    permissions: ['Pages.Chat'],
    rules: [{ resource: 'aircraft', actions: { read: true, update: true }, hidden: ['serialNumber'] }],
  },
};

/** Each user with their roles, and the fields that they must not see. */
const cases: { user: string; roles: string[]; resource: string; fields: (keyof typeof secrets)[] }[] = [
  {
    user: 'bound',
    roles: ['CompanyHiding'],
    resource: 'aircraft',
    fields: ['serialNumber', 'insuranceNumber'],
  },
  {
    user: 'bound',
    roles: ['CompanyHiding'],
    resource: 'pilot',
    fields: ['licenceNumber', 'residentId', 'mobile'],
  },
  {
    user: 'wide',
    roles: ['AllRowsHiding'],
    resource: 'aircraft',
    fields: ['serialNumber', 'insuranceNumber'],
  },
  { user: 'wide', roles: ['AllRowsHiding'], resource: 'pilot', fields: ['licenceNumber', 'mobile'] },
  { user: 'untitled', roles: ['TitlesHiding'], resource: 'aircraft', fields: ['registration'] },
  { user: 'untitled', roles: ['TitlesHiding'], resource: 'company', fields: ['name'] },
  { user: 'planner', roles: ['Planner'], resource: 'pilot', fields: ['residentId'] },
  { user: 'reader', roles: ['Reader'], resource: 'aircraft', fields: ['serialNumber'] },
  // What one of two roles shows is seen, what both hide is not.
  { user: 'twice', roles: ['AllRowsHiding', 'Reader'], resource: 'aircraft', fields: ['serialNumber'] },
  { user: 'twice', roles: ['AllRowsHiding', 'Reader'], resource: 'pilot', fields: ['licenceNumber'] },
  { user: 'matrix', roles: ['MatrixOnly'], resource: 'aircraft', fields: ['serialNumber'] },
];

const records = new Map<string, Row>();

beforeAll(async () => {
  server = await startTestServer();
  for (const [name, { permissions, rules }] of Object.entries(roles)) {
    await made('role', { name, displayName: name, permissions, recordRules: rules });
  }
  const company = await twice('company', 'name', {
    uscc: '91510100MA6CLEAR08',
    legalRepresentative: '甲',
    contact: '乙',
    phone: '028-85700001',
  });
  const type = (await rowsOf(server, 'admin', 'aircraftType')).rows[0]?.id;
  await twice('aircraft', 'serialNumber', {
    registration: secrets.registration[0],
    insuranceNumber: secrets.insuranceNumber[0],
    type,
    company: company.id,
    airworthinessNumber: 'AW-1',
    airworthinessExpiry: '2035-01-01',
  });
  await twice('pilot', 'licenceNumber', {
    name: '丙',
    residentId: secrets.residentId[0],
    mobile: secrets.mobile[0],
    company: company.id,
    licenceClass: (await rowsOf(server, 'admin', 'pilot')).rows[0]?.licenceClass,
    medicalClass: (await rowsOf(server, 'admin', 'pilot')).rows[0]?.medicalClass,
    medicalExpiry: '2035-01-01',
  });
  for (const user of new Set(cases.map((one) => one.user))) {
    const names = cases.find((one) => one.user === user)?.roles ?? [];
    const bound = names.every((name) => roles[name]?.bound);
    await makeUser(server, user, { roles: names, ...(bound ? { company: company.id } : {}) });
  }
}, 300_000);
afterAll(() => server?.close());

async function made(resource: string, values: object): Promise<Row> {
  const answer = await server.call('admin', 'POST', `/api/records/${resource}`, values);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as Row;
}

/** A record whose every secret has a past. */
async function twice(resource: string, field: keyof typeof secrets, values: object): Promise<Row> {
  const first = await made(resource, { [field]: secrets[field][0], ...values });
  const next: Record<string, unknown> = { version: first.version, remark: 'changed' };
  for (const [name, both] of Object.entries(secrets))
    if (name in first && first[name] === both[0]) next[name] = both[1];
  const answer = await server.call('admin', 'PATCH', `/api/records/${resource}/${first.id}`, next);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  records.set(resource, answer.body as Row);
  return answer.body as Row;
}

async function refuses(endpoint: LeakEndpoint, request: LeakRequest): Promise<void> {
  if ('ask' in endpoint) {
    const answer = JSON.stringify(await endpoint.ask(request));
    for (const secret of request.secrets) {
      expect([endpoint.name, request.field, answer.includes(secret)]).toEqual([
        endpoint.name,
        request.field,
        false,
      ]);
    }
    if (!endpoint.named) {
      const named = new RegExp(`"${request.field}"`).test(answer);
      expect([endpoint.name, request.field, named, named ? answer : '']).toEqual([
        endpoint.name,
        request.field,
        false,
        '',
      ]);
    }
    return;
  }
  const shown = ({ status, body, headers }: Answer, ...own: string[]) =>
    own.reduce(
      (text, part) => text.replaceAll(part, 'N'),
      JSON.stringify([status, { ...(body as object), requestId: '' }, headers.get('x-total-count')]),
    );
  const [now = ''] = request.secrets.slice(-1);
  const nothing = shown(await endpoint.askFor(request, 'nosuchField', 'zqxj'), 'nosuchField', 'zqxj');
  for (const value of [now, 'zqxj']) {
    const answer = shown(await endpoint.askFor(request, request.field, value), request.field, value);
    expect([endpoint.name, request.field, answer]).toEqual([endpoint.name, request.field, nothing]);
  }
}

/** Each case asks a third of the endpoints, and each endpoint is asked by three or four cases; all by all in the full run. */
const stride = breadth(3, 1);
const askedIn = (index: number) =>
  endpoints
    .filter((_, at) => (at + index) % stride === 0)
    .map((endpoint) => [endpoint.name, endpoint] as const);

describe.each(cases.map((one, index) => ({ ...one, index })))('$user ($roles) and $resource', (asked) => {
  const { user, resource, fields, index } = asked;
  test.each(askedIn(index))('%s', async (_, endpoint) => {
    for (const field of fields) {
      const id = records.get(resource)?.id;
      const record = (await server.call('admin', 'GET', `/api/records/${resource}/${id}`)).body as Row;
      const request = { server, user, resource, record, field, secrets: secrets[field], open: 'remark' };
      await refuses(endpoint, request);
    }
  });

  test('the record is there all the same, and an administrator sees the field', async () => {
    const id = records.get(resource)?.id;
    const url = `/api/records/${resource}/${id}`;
    expect((await server.call(user, 'GET', url)).status).toBe(200);
    const whole = (await server.call('admin', 'GET', url)).body as Row;
    for (const field of fields) {
      expect(whole[field]).toBe(secrets[field][1]);
      const found = await rowsOf(
        server,
        'admin',
        resource,
        `${field}=${encodeURIComponent(secrets[field][1] ?? '')}`,
      );
      expect(found.rows.map((row) => row.id)).toEqual([id]);
    }
  });
});

test('the calls on plans tell no more of a plan, its tasks and their aircraft than the records endpoint', async () => {
  const hidden = {
    plan: { mission: 'MISSION-FELDSPAR', contact: 'CONTACT-GNEISS', callsign: 'CWQ771' },
    jobTask: { route: 'DCT QUARTZ DCT' },
  };
  const permissions = ['Pages.Navigation'];
  const recordRules = [
    hide('plan', ...Object.keys(hidden.plan)),
    hide('jobTask', ...Object.keys(hidden.jobTask)),
    hide('aircraft', 'registration', 'icao24'),
  ];
  await made('role', { name: 'PlanHiding', displayName: 'PlanHiding', permissions, recordRules });
  await makeUser(server, 'planless', { roles: ['PlanHiding'] });
  const craft = (await rowsOf(server, 'operator', 'aircraft')).rows[0];
  const { callsign, ...plan } = hidden.plan;
  const filed = await filePlan(server, 'operator', {
    registration: String(craft?.registration),
    task: { callsign, ...hidden.jobTask },
    plan,
  });
  const secret = [
    ...Object.values(plan),
    ...Object.values(hidden.jobTask),
    craft?.registration,
    craft?.icao24,
  ];
  const answers = async (user: string) =>
    JSON.stringify([
      await server.service(user, 'Navigation/GetNAircraft', { keyword: filed.planNumber }),
      await server.service(user, 'Navigation/GetNAircraftById', { id: filed.id }, 'GET'),
      await server.service(user, 'Navigation/GetJobTaskById', { id: filed.id }, 'GET'),
      await server.service(user, 'Navigation/GetActiveNAircrafts', {}, 'GET'),
    ]);
  const [partial, whole] = [await answers('planless'), await answers('operator')];
  for (const value of secret) {
    expect([value, partial.includes(String(value)), whole.includes(String(value))]).toEqual([
      value,
      false,
      true,
    ]);
  }
  expect(JSON.parse(partial)[0]).toMatchObject({ items: [{ id: filed.id, callsign: null }] });
});

test('what one of two roles shows is seen', async () => {
  const { id } = records.get('aircraft') as Row;
  const seen = (await server.call('twice', 'GET', `/api/records/aircraft/${id}`)).body;
  expect(seen).toMatchObject({ insuranceNumber: secrets.insuranceNumber[1] });
});

test('a role that is changed is obeyed by the next request, and by connections that are open', async () => {
  const { id } = records.get('aircraft') as Row;
  const role = await idOf(server, 'role', 'name', 'Reader');
  const at = `/api/records/role/${role}`;
  const { version } = (await server.call('admin', 'GET', at)).body as Row;
  const opened = await server.call('admin', 'PATCH', at, { version, recordRules: [] });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const url = `/api/records/aircraft/${id}`;
  expect((await server.call('reader', 'GET', url)).body).toHaveProperty('serialNumber');
  const rules = [{ resource: 'aircraft', actions: { read: false } }];
  await server.call('admin', 'PATCH', at, { version: Number(version) + 1, recordRules: rules });
  expect((await server.call('reader', 'GET', url)).status).toBe(403);
});
