import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import { makeUser } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { callsIn, specifiedPlanCalls } from '#tests/support/specified-calls.ts';

/** Every call of plans in specification §7, through the front door: its shape, who may not, bad input, the wrong state. */

interface Operation {
  summary: string;
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  'x-permission'?: string[] | string;
}
interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
}
interface Failed {
  error: { message: string; details: string | null; validationErrors: { members: string[] }[] | null };
}

let server: RunningTestServer;
let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: object } };
const ajv = new Ajv2020({ strict: false });
prepareAjv(ajv);
/** A plan of the demo in each state. */
const plans = new Map<number, number>();
let template = 0;
let mission = 0;
let aircraft = 0;
let company = 0;

const absent = 987_654_321;
const at = (name: string) => `/api/services/app/${name}`;
const inState = (state: number) => plans.get(state) ?? 0;

async function send(user: string | null, name: string, input: object): Promise<Answer> {
  const verb = specifiedPlanCalls.find((call) => call.name === name)?.verb ?? 'POST';
  if (verb === 'POST') return server.call(user, verb, at(name), input);
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  return server.call(user, verb, `${at(name)}?${query}`);
}

beforeAll(async () => {
  server = await startTestServer();
  await makeUser(server, 'nobody');
  document = (await server.call(null, 'GET', '/api/docs/json')).body as typeof document;
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const { items } = (await server.service('admin', 'Navigation/GetNAircraft', { maxResultCount: 500 })) as {
    items: { id: number; state: number; company: number; missionType: number }[];
  };
  for (const { id, state } of items) plans.set(state, id);
  const landed = items.find(({ id }) => id === inState(10));
  [mission, company] = [landed?.missionType ?? 0, landed?.company ?? 0];
  const { tasks } = (await server.service(
    'admin',
    'Navigation/GetNAircraftById',
    { id: landed?.id ?? 0 },
    'GET',
  )) as {
    tasks: { aircraft: number }[];
  };
  aircraft = tasks[0]?.aircraft ?? 0;
  const made = await send('operator', 'Template/EditTemplate', storedAirspace());
  template = (made.body as { result: { id: number } }).result.id;
});
afterAll(() => server?.close());

const storedAirspace = () => ({
  name: '青城山南坡',
  shape: 'circle',
  radiusM: 3000,
  center: { type: 'Point', coordinates: [103.5, 30.9] },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [103.5, 30.9],
        [103.53, 30.9],
        [103.53, 30.93],
        [103.5, 30.9],
      ],
    ],
  },
  lower: { value: 0, unit: 'm', reference: 'AGL' },
  upper: { value: 300, unit: 'm', reference: 'AGL' },
});
const aPlan = () => ({
  company,
  missionType: mission,
  tasks: [
    {
      callsign: 'B10QA',
      aircraft,
      etd: new Date(Date.now() + 72 * 3_600_000).toISOString(),
      eta: new Date(Date.now() + 73 * 3_600_000).toISOString(),
    },
  ],
});
const now = () => new Date().toISOString();

interface Case {
  /** An input that is answered, and by whom it is asked; absent: what changes a plan is answered in tests/server/plans. */
  good?: () => object;
  as?: string;
  /** An input that is refused at this field; absent: it takes nothing that could be wrong. */
  bad?: [input: object, field: string];
  /** An input that the state of a plan, or a record that is not there, forbids. */
  forbidden?: () => object;
  /** Who gets the refusal of `forbidden`. */
  by?: string;
  status?: number;
}

const cases: Record<string, Case> = {
  'Navigation/GetNAircraft': { good: () => ({}), bad: [{ maxResultCount: 0 }, 'maxResultCount'] },
  'Navigation/GetHistoryNAircraft': { good: () => ({ states: [9] }), bad: [{ states: [13] }, 'states.0'] },
  'Navigation/DelNAircraft': { bad: [{ id: 0 }, 'id'], forbidden: () => ({ id: inState(10) }) },
  'Navigation/UpdateStateAndRealEta': {
    bad: [{ id: 1, state: 4, realEta: '' }, 'state'],
    forbidden: () => ({ id: inState(10), state: 9, realEta: now() }),
  },
  'Navigation/ApplyOpenDynamic': {
    bad: [{ id: 1, state: 9, realEtd: '' }, 'state'],
    forbidden: () => ({ id: inState(10), state: 5, realEtd: now() }),
  },
  'Navigation/EditApplyOpenDynamic': {
    bad: [{ id: 1, state: 5 }, 'realEtd'],
    forbidden: () => ({ id: inState(10), state: 5, realEtd: now() }),
  },
  'Navigation/BackApplyOpenDynamic': { bad: [{}, 'id'], forbidden: () => ({ id: inState(10) }) },
  'Navigation/EditUpdateStateAndRealEta': {
    bad: [{ id: 1, realEta: 7, actualNum: -1 }, 'actualNum'],
    forbidden: () => ({ id: inState(4), realEta: now() }),
  },
  'Navigation/BackUpdateStateAndRealEta': {
    bad: [{ id: 1, actualNum: 10_000 }, 'actualNum'],
    forbidden: () => ({ id: inState(4) }),
  },
  'Navigation/DoFlyApprove': {
    bad: [{ id: 1, decision: 'perhaps', stepIndex: 0 }, 'decision'],
    forbidden: () => ({ id: inState(10), decision: 'approve', stepIndex: 0 }),
    by: 'atmb',
  },
  'Navigation/SaveNAircrafts': {
    good: () => ({}),
    as: 'operator',
    bad: [{ plans: [{ missionType: 1 }] }, 'plans.0.tasks'],
    forbidden: () => ({ ids: [inState(10)], submit: true }),
  },
  'Navigation/CheckErrors': { good: aPlan, bad: [{ missionType: 1 }, 'tasks'] },
  'Navigation/AddNAircraft': { bad: [{ tasks: [] }, 'missionType'] },
  'Navigation/UpdateNAircraftById': {
    bad: [{ ...{ id: 1, version: 1, missionType: 1, tasks: [] }, urgency: 'soon' }, 'urgency'],
    forbidden: () => ({ ...aPlan(), id: inState(10), version: 1 }),
  },
  'Navigation/BackNAircraft': { bad: [{ id: 'x' }, 'id'], forbidden: () => ({ id: inState(10) }) },
  'Navigation/SplitNAircraftById': { bad: [{}, 'id'], forbidden: () => ({ id: inState(10) }) },
  'Navigation/GetNAircraftReport': { good: () => ({ period: 'month' }), bad: [{ period: 'age' }, 'period'] },
  'Navigation/GetFlyTypeNames': { good: () => ({}), bad: [{ period: 'age' }, 'period'] },
  'Navigation/GetFlyTypeNameList': { good: () => ({}), bad: [{ companies: [0] }, 'companies.0'] },
  'Navigation/GetFlyTypeNameUnit': { good: () => ({}), bad: [{ kinds: ['quick'.repeat(5)] }, 'kinds.0'] },
  'Navigation/NAircraftToUserAirspace': {
    good: () => ({ id: inState(9), name: '游览空域' }),
    bad: [{ id: 1, name: '' }, 'name'],
    forbidden: () => ({ id: absent }),
    status: 404,
  },
  'Navigation/GetNAircraftById': {
    good: () => ({ id: inState(9) }),
    bad: [{ id: 'x' }, 'id'],
    forbidden: () => ({ id: absent }),
    status: 404,
  },
  'Navigation/GetActiveNAircrafts': { good: () => ({}) },
  'Navigation/GetJobTaskById': {
    good: () => ({ id: inState(9) }),
    bad: [{}, 'id'],
    forbidden: () => ({ id: absent }),
    status: 404,
  },
  'Navigation/GetFeatureByRoute': { good: () => ({ Route: 'DCT' }), bad: [{}, 'Route'] },
  'Navigation/GetSettingValue': { good: () => ({}) },
  'Navigation/GetStepNaircraft': {
    good: () => ({ nairid: inState(2) }),
    bad: [{ nairid: 0 }, 'nairid'],
    forbidden: () => ({ nairid: absent }),
    status: 404,
  },
  'Navigation/UpdateExceutingNum': {
    good: () => ({ id: inState(9), flightNum: 1 }),
    bad: [{ id: 1, flightNum: -1 }, 'flightNum'],
    forbidden: () => ({ id: inState(10), flightNum: 1 }),
  },
  'Template/EditTemplate': {
    good: storedAirspace,
    as: 'operator',
    bad: [{ ...storedAirspace(), shape: 'star' }, 'shape'],
    forbidden: () => ({ ...storedAirspace(), id: absent, version: 1 }),
    by: 'operator',
    status: 404,
  },
  'Template/GetTemplate': {
    good: () => ({ id: template }),
    as: 'operator',
    bad: [{ id: 'x' }, 'id'],
    forbidden: () => ({ id: absent }),
    status: 404,
  },
  'OperateRecord/GetListById': {
    good: () => ({ id: inState(10) }),
    bad: [{}, 'id'],
    forbidden: () => ({ id: absent }),
    status: 404,
  },
  'TomorrowNavigation/Page': { good: () => ({}), bad: [{ states: [99] }, 'states.0'] },
  'TomorrowNavigation/GetNotFinishNAircraft': {
    good: () => ({}),
    bad: [{ maxResultCount: 0 }, 'maxResultCount'],
  },
  'TomorrowNavigation/DelNAircraft': { bad: [{}, 'id'], forbidden: () => ({ id: inState(10) }) },
  'TomorrowNavigation/DoSubmitApproveNAircraftTomorrow': {
    good: () => ({ ids: [inState(10)] }),
    bad: [{ ids: [] }, 'ids'],
  },
  'TomorrowNavigation/GetJobTaskByTomorrowId': {
    good: () => ({ id: inState(10) }),
    bad: [{}, 'id'],
    forbidden: () => ({ id: absent }),
    status: 404,
  },
  'MessageQuery/Page': { good: () => ({}), bad: [{ maxResultCount: 0 }, 'maxResultCount'] },
  'MessageQuery/RetryMessageQuery': {
    good: () => ({ all: true }),
    bad: [{ ids: [0] }, 'ids.0'],
    forbidden: () => ({ ids: [absent] }),
    status: 404,
  },
  'MessageQuery/SendMessageQuery': {
    bad: [{ plan: 0 }, 'plan'],
    forbidden: () => ({ plan: absent, type: 'FPL' }),
    status: 404,
  },
};

test('the list is that of the specification, and every call of it is tried below', () => {
  expect(Object.keys(cases).sort()).toEqual(specifiedPlanCalls.map(({ name }) => name).sort());
});

const contract = path.resolve(import.meta.dirname, '../../../shared/spec/specification.txt');
test.skipIf(!existsSync(contract))('the transcription is the text of section 7', () => {
  const section =
    readFileSync(contract, 'utf8')
      .split('\n## ')
      .find((part) => part.startsWith('7.')) ?? '';
  const lists = [
    ...[...section.matchAll(/^- (POST|GET) (?:Navigation\/)(.*?)\.?$/gm)].map(
      ([, verb, list]) => ['Navigation', verb, list] as const,
    ),
    ...[...section.matchAll(/^- GET (GetNAircraftById.*?)\.?$/gm)].map(
      ([, list]) => ['Navigation', 'GET', list] as const,
    ),
    ...['Template', 'OperateRecord', 'TomorrowNavigation', 'MessageQuery'].flatMap((service) => {
      const line = new RegExp(`^- ${service}: (.*)\\.$`, 'm').exec(section)?.[1] ?? '';
      return [...line.matchAll(/(POST|GET) (.*?)(?=; GET |; POST |$)/g)].map(
        ([, verb, list]) => [service, verb, list] as const,
      );
    }),
  ];
  const found = lists.flatMap(([service, verb, list = '']) =>
    callsIn(service, verb === 'GET' ? 'GET' : 'POST', list.replace('(same)', '(id, state, realEtd)')),
  );
  const line = ({ name, verb, takes }: (typeof found)[number]) => `${verb} ${name} ${takes.join()}`;
  expect(found.map(line).sort()).toEqual(specifiedPlanCalls.map(line).sort());
});

describe.each(specifiedPlanCalls)('$verb $name', ({ name, verb, takes }) => {
  const { good, as = 'admin', bad, forbidden, by = 'admin', status = 500 } = cases[name] ?? {};

  test('is in OpenAPI with what it takes, what it answers and who may call it', () => {
    const operation = document.paths[at(name)]?.[verb.toLowerCase()];
    expect(operation?.summary).toMatch(/\S/);
    expect(operation?.['x-permission']).toBeDefined();
    const body = operation?.requestBody?.content['application/json']?.schema.properties;
    const known = operation?.parameters?.map((one) => one.name) ?? Object.keys(body ?? {});
    expect(known).toEqual(expect.arrayContaining(takes));
    expect(operation?.responses['200']?.content?.['application/json']?.schema).toBeDefined();
  });

  test('is answered by the shape that it documents', async () => {
    if (!good) return;
    const answer = await send(as, name, good());
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
    const schema =
      document.paths[at(name)]?.[verb.toLowerCase()]?.responses['200']?.content?.['application/json']?.schema;
    const validate = compiled(schema);
    expect(validate(answer.body), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });

  test('is refused to nobody, and to whoever holds no permission of it', async () => {
    expect((await send(null, name, {})).status).toBe(401);
    const rule = document.paths[at(name)]?.[verb.toLowerCase()]?.['x-permission'];
    if (rule === 'signedIn') return;
    const answer = await send('nobody', name, good?.() ?? forbidden?.() ?? {});
    expect(answer.status).toBe(403);
    for (const permission of rule ?? []) {
      expect((answer.body as Failed).error.message).toContain(permission);
    }
  });

  test('refuses bad input at its field', async () => {
    if (!bad) {
      expect(takes).toEqual([]);
      return;
    }
    const [input, field] = bad;
    const answer = await send(as, name, input);
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    const { error } = answer.body as Failed;
    expect(error.validationErrors?.flatMap(({ members }) => members)).toContain(field);
  });

  test('refuses what a state forbids, or what is not there, with its reason', async () => {
    if (!forbidden) return;
    const answer = await send(by, name, forbidden());
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    const { error } = answer.body as Failed;
    expect(error.message).toMatch(/[一-鿿]/);
    // What a state forbids names its rule; what is not there has none.
    if (status === 500) expect(error.details ?? '', error.message).toMatch(/[一-鿿]/);
  });
});

function compiled(schema: Schema | undefined): ValidateFunction {
  if (!schema) throw new Error('no shape is documented');
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
  return ajv.compile(JSON.parse(text));
}
