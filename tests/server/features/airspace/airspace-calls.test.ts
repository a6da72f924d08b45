import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import { makeUser } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * Every call of the Airspace service through the front door: its shape, who may not, bad input, the wrong
 * state.
 */

interface Operation {
  summary: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  'x-permission'?: string[];
}
interface Failed {
  error: { message: string; details: string | null; validationErrors: { members: string[] }[] | null };
}

let server: RunningTestServer;
let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: object } };
const ajv = new Ajv2020({ strict: false });
prepareAjv(ajv);
let outsidersMade = 0;
let made = 0;
/** Airspaces of the demo by designator, and a draft of `operator`. */
const known = new Map<string, number>();
let draftId = 0;

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const at = (name: string) => `/api/services/app/Airspace/${name}`;
const idOf = (designator: string) => known.get(designator) ?? 0;
const absent = 987_654_321;

/** Where the demo has nothing, in the coverage of its air traffic body; each in a place of its own. */
function draft(): Record<string, unknown> {
  made += 1;
  return {
    name: `调用测试 ${made}`,
    kind: 'temporary',
    shape: 'circle',
    center: { type: 'Point', coordinates: [103.2 + (made % 20) * 0.05, 31.3 + Math.floor(made / 20) * 0.05] },
    radiusM: 1000,
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 300, unit: 'm', reference: 'AGL' },
    validFrom: inDays(40),
    validTo: inDays(90),
    activityNature: '航空摄影',
    entryExit: '自南侧进出',
  };
}

async function send(user: string | null, name: string, input: object): Promise<Answer> {
  if (document.paths[at(name)]?.post) return server.call(user, 'POST', at(name), input);
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  return server.call(user, 'GET', `${at(name)}?${query}`);
}
const resultOf = <T>({ status, body }: Answer): T => {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return (body as { result: T }).result;
};
async function saved(user = 'operator', change: object = {}): Promise<number> {
  return resultOf<{ id: number }>(await send(user, 'Save', { ...draft(), ...change })).id;
}
async function approved(): Promise<number> {
  const id = await saved();
  resultOf(await send('operator', 'Submit', { id }));
  const decision = { resource: 'airspace', id, decision: 'approve', stepIndex: 0, comment: '同意' };
  resultOf(await server.call('atmb', 'POST', '/api/services/app/Audit/Decide', decision));
  return id;
}

async function requestExtension(): Promise<number> {
  const id = await approved();
  resultOf(await send('operator', 'AskExtension', { id, validTo: inDays(120), reason: '作业未完成' }));
  return id;
}

beforeAll(async () => {
  server = await startTestServer();
  await makeUser(server, 'nobody');
  document = (await server.call(null, 'GET', '/api/docs/json')).body as typeof document;
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const page = await send('admin', 'Page', { maxResultCount: 1000 });
  for (const { id, designator } of resultOf<{ items: { id: number; designator: string }[] }>(page).items) {
    known.set(designator, id);
  }
  draftId = await saved();
}, 120_000);
afterAll(() => server?.close());

interface Case {
  as: string;
  good: () => object | Promise<object>;
  /** An input that is refused at this field; absent: it takes none. */
  bad?: [input: () => object, field: string];
  /** Of whom it is refused, and what they ask for: a role that may not, or a company that does not see it. */
  foreign: [user: string, input: () => object | Promise<object>, status: number];
  /** What the state of the airspace forbids; absent: it only reads. */
  late?: () => object | Promise<object>;
}

const cases: Record<string, Case> = {
  Save: {
    as: 'operator',
    good: draft,
    bad: [() => ({ ...draft(), upper: { value: 1, unit: 'm', reference: 'BARO' } }), 'upper.reference'],
    foreign: ['aiw', draft, 403],
    late: () => ({ id: idOf('PZX01'), version: 1, name: '改名' }),
  },
  CheckErrors: {
    as: 'operator',
    good: draft,
    bad: [
      () => ({ ...draft(), schedule: [{ days: ['Monday'], startTime: '0900', endTime: '1000' }] }),
      'schedule.0.days.0',
    ],
    foreign: ['operator2', () => ({ id: draftId }), 404],
  },
  Submit: {
    as: 'operator',
    good: async () => ({ id: await saved() }),
    bad: [() => ({ id: 'x' }), 'id'],
    foreign: ['operator2', () => ({ id: draftId }), 404],
    late: () => ({ id: idOf('SFX01') }),
  },
  Withdraw: {
    as: 'operator',
    good: async () => {
      const id = await saved();
      resultOf(await send('operator', 'Submit', { id }));
      return { id };
    },
    bad: [() => ({ id: 0 }), 'id'],
    foreign: ['operator2', () => ({ id: draftId }), 404],
    late: () => ({ id: draftId }),
  },
  Delete: {
    as: 'operator',
    good: async () => ({ id: await saved() }),
    bad: [() => ({}), 'id'],
    foreign: ['operator2', () => ({ id: draftId }), 404],
    late: () => ({ id: idOf('SFX01') }),
  },
  Open: {
    as: 'aiw',
    good: async () => ({ id: await approved() }),
    bad: [() => ({ id: idOf('SFX01'), from: 'soon' }), 'from'],
    foreign: ['operator', () => ({ id: idOf('SFX01') }), 403],
    late: () => ({ id: draftId }),
  },
  GetClosingEffects: {
    as: 'aiw',
    good: () => ({ id: idOf('SFX01'), from: inDays(1), to: inDays(2) }),
    bad: [() => ({ id: idOf('SFX01'), from: 'soon' }), 'from'],
    foreign: ['operator', () => ({ id: idOf('SFX01') }), 403],
  },
  Close: {
    as: 'aiw',
    good: async () => ({ id: await approved(), from: inDays(1), to: inDays(2), reason: '演习' }),
    bad: [() => ({ id: idOf('SFX01') }), 'reason'],
    foreign: ['agent', () => ({ id: idOf('SFX01'), reason: '演习' }), 403],
    late: () => ({ id: draftId, reason: '演习' }),
  },
  Extend: {
    as: 'atmb',
    good: async () => ({ id: await approved(), validTo: inDays(120), reason: '作业未完成' }),
    bad: [() => ({ id: idOf('SFX01'), validTo: inDays(1), reason: '…' }), 'validTo'],
    foreign: ['operator', () => ({ id: idOf('SFX01'), validTo: inDays(300), reason: '…' }), 403],
    late: () => ({ id: draftId, validTo: inDays(120), reason: '…' }),
  },
  AskExtension: {
    as: 'operator',
    good: async () => ({ id: await approved(), validTo: inDays(120), reason: '作业未完成' }),
    bad: [() => ({ id: idOf('LQX01'), validTo: 'later' }), 'reason'],
    foreign: ['operator2', () => ({ id: draftId, validTo: inDays(120), reason: '…' }), 404],
    late: () => ({ id: draftId, validTo: inDays(120), reason: '…' }),
  },
  WithdrawExtension: {
    as: 'operator',
    good: async () => ({ id: await requestExtension() }),
    bad: [() => ({ id: '' }), 'id'],
    foreign: ['operator2', () => ({ id: draftId }), 404],
    late: async () => ({ id: await approved() }),
  },
  DeclineExtension: {
    as: 'atmb',
    good: async () => ({ id: await requestExtension(), reason: '另有军事活动' }),
    bad: [() => ({ id: draftId }), 'reason'],
    foreign: ['operator', async () => ({ id: await requestExtension(), reason: '…' }), 403],
    late: async () => ({ id: await approved(), reason: '…' }),
  },
  GetExtensionAsks: {
    as: 'atmb',
    good: async () => {
      await requestExtension();
      return {};
    },
    foreign: ['operator', () => ({}), 403],
  },
  Complete: {
    as: 'operator',
    good: async () => ({ id: await approved() }),
    bad: [() => ({ id: 1.5 }), 'id'],
    foreign: ['operator2', () => ({ id: draftId }), 404],
    late: () => ({ id: draftId }),
  },
  Page: {
    as: 'operator',
    good: () => ({ library: true, maxResultCount: 5, sorting: 'validTo desc', at: inDays(0) }),
    bad: [() => ({ at: 'yesterday' }), 'at'],
    foreign: ['nobody', () => ({}), 403],
  },
  Get: {
    as: 'operator',
    good: () => ({ id: idOf('SFX01') }),
    bad: [() => ({ id: 'x' }), 'id'],
    foreign: ['operator2', () => ({ id: draftId }), 404],
  },
  GetAt: {
    as: 'aiw',
    good: () => ({ at: inDays(3) }),
    bad: [() => ({ at: 'x' }), 'at'],
    foreign: ['nobody', () => ({}), 403],
  },
  GetVersions: {
    as: 'atmb',
    good: () => ({ id: idOf('JTX01') }),
    bad: [() => ({ id: -1 }), 'id'],
    foreign: ['operator2', () => ({ id: draftId }), 404],
  },
  GetEvents: {
    as: 'atmb',
    good: () => ({ id: idOf('JTX02') }),
    bad: [() => ({ id: -1 }), 'id'],
    foreign: ['operator2', () => ({ id: draftId }), 404],
  },
  ImportCheck: {
    as: 'operator',
    good: () => ({ text: '{"type":"FeatureCollection","features":[]}' }),
    bad: [() => ({ text: 'AC R', format: 'shp' }), 'format'],
    foreign: ['aiw', () => ({ text: 'AC R' }), 403],
  },
  ImportProgress: {
    as: 'operator',
    good: () => ({ key: '0123456789abcdef'.repeat(2) }),
    bad: [() => ({ key: 'x' }), 'key'],
    foreign: ['aiw', () => ({ key: '0123456789abcdef'.repeat(2) }), 403],
  },
  ImportSave: {
    as: 'operator',
    good: () => ({ drafts: [draft()] }),
    bad: [() => ({ drafts: [] }), 'drafts'],
    foreign: ['aiw', () => ({ drafts: [draft()] }), 403],
  },
  Export: {
    as: 'operator',
    good: () => ({ format: 'geojson' }),
    bad: [() => ({ format: 'shp' }), 'format'],
    foreign: ['nobody', () => ({ format: 'kml' }), 403],
  },
};

const reads = new Set([
  'CheckErrors',
  'Page',
  'Get',
  'GetAt',
  'GetVersions',
  'GetEvents',
  'GetClosingEffects',
  'GetExtensionAsks',
  'ImportCheck',
  'ImportProgress',
  'ImportSave',
  'Export',
]);

test('every call of the service is here', () => {
  const calls = Object.keys(document.paths).flatMap((path) =>
    path.startsWith(at('')) ? [path.slice(at('').length)] : [],
  );
  expect(calls.sort()).toEqual(Object.keys(cases).sort());
  for (const [name, { late }] of Object.entries(cases))
    expect([name, late === undefined]).toEqual([name, reads.has(name)]);
});

describe.each(Object.entries(cases))('%s', (name, { as, good, bad, foreign, late }) => {
  const operation = () => document.paths[at(name)]?.post ?? document.paths[at(name)]?.get;

  test('is documented, and answers by the shape that it documents', async () => {
    expect(operation()?.summary).toMatch(/\S/);
    expect(operation()?.['x-permission']?.length).toBeGreaterThan(0);
    const answer = await send(as, name, await good());
    expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200);
    // A file answers by its media type.
    const schema = operation()?.responses['200']?.content?.['application/json']?.schema;
    if (name === 'Export') {
      expect(answer.headers.get('content-type')).toContain('geo+json');
      return;
    }
    const validate = compiled(schema);
    expect(validate(answer.body), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });

  test('is refused to whoever may not, and is not there for who may not see it', async () => {
    expect((await send(null, name, {})).status).toBe(401);
    expect((await send('nobody', name, await good())).status).toBe(403);
    const [user, input, status] = foreign;
    const answer = await send(user, name, await input());
    expect([answer.status, (answer.body as Failed).error.message]).toEqual([
      status,
      expect.stringMatching(/\S/),
    ]);
  });

  if (bad) {
    const [input, field] = bad;
    test('refuses bad input at its field', async () => {
      const answer = await send(as, name, input());
      expect(answer.status, JSON.stringify(answer.body)).toBe(400);
      const members = (answer.body as Failed).error.validationErrors?.flatMap((one) => one.members);
      expect(members).toContain(field);
    });
  }

  if (late) {
    test('refuses what the state of the airspace forbids, with its reason', async () => {
      const answer = await send(as, name, await late());
      expect(answer.status, JSON.stringify(answer.body)).toBe(409);
      expect((answer.body as Failed).error.message).toMatch(/\S/);
    });
  }
});

test.each([
  ...['Get', 'GetVersions', 'GetEvents', 'Submit', 'Withdraw', 'Delete', 'Complete', 'Open', 'Extend'],
  ...['AskExtension', 'WithdrawExtension', 'DeclineExtension'],
])('%s of an airspace that there is not: 404', async (name) => {
  const rest: Record<string, object> = {
    Extend: { validTo: inDays(10), reason: '…' },
    AskExtension: { validTo: inDays(10), reason: '…' },
    DeclineExtension: { reason: '…' },
  };
  expect((await send(cases[name]?.as ?? '', name, { id: absent, ...rest[name] })).status).toBe(404);
});

describe('whoever watches is told at once', () => {
  test('the approver of a request for an extension, the holder of its answer, who finds it later too', async () => {
    const id = await approved();
    const heard = await Promise.all(
      ['operator', 'atmb', 'operator2'].map(async (user) => {
        const types: string[] = [];
        const hub = await server.hub(user, '/signalr-chat');
        hub.on('getChangeMessage', (message: { type: string; id: number }) => {
          if (message.id === id && message.type.startsWith('airspace.')) types.push(message.type);
        });
        return types;
      }),
    );
    resultOf(await send('operator', 'AskExtension', { id, validTo: inDays(120), reason: '作业未完成' }));
    resultOf(await send('atmb', 'DeclineExtension', { id, reason: '另有军事活动' }));
    const both = ['airspace.extensionAsked', 'airspace.extensionDeclined'];
    await expect.poll(() => heard, { timeout: 5000 }).toEqual([both, both, []]);
    const stored = await server.service('operator', 'Reminder/GetList', {}, 'GET');
    const items = stored as { recordId: number | null; opinion: string | null; content: string }[];
    expect(items.filter(({ recordId }) => recordId === id)).toContainEqual(
      expect.objectContaining({
        opinion: '另有军事活动',
        content: expect.stringMatching(/被驳回|was rejected/),
      }),
    );
  });

  test('of an opening, a closing and an extension; another company of nothing that it may not see', async () => {
    const id = await approved();
    const heard = await Promise.all(
      ['operator', 'aiw', 'operator2'].map(async (user) => {
        const messages: { type: string; id: number; content: string; contentEn: string }[] = [];
        const hub = await server.hub(user, '/signalr-chat');
        hub.on('getChangeMessage', (message) => messages.push(message));
        return messages;
      }),
    );
    resultOf(await send('aiw', 'Open', { id }));
    resultOf(await send('aiw', 'Close', { id, reason: '演习' }));
    resultOf(await send('atmb', 'Extend', { id, validTo: inDays(120), reason: '作业未完成' }));
    const secret = await saved();
    const all = ['airspace.open', 'airspace.close', 'airspace.extended'];
    const types = (index: number) =>
      (heard[index] ?? []).flatMap((one) => (one.id === id && all.includes(one.type) ? [one.type] : []));
    await expect.poll(() => [types(0), types(1)], { timeout: 5000 }).toEqual([all, all]);
    const [first] = (heard[0] ?? []).filter((one) => one.type === 'airspace.open' && one.id === id);
    expect([first?.content, first?.contentEn]).toEqual([
      expect.stringContaining('调用测试'),
      expect.stringContaining('调用测试'),
    ]);
    expect((heard[2] ?? []).some((one) => one.id === secret)).toBe(false);
  });
});

/** One judge a schema: the document's own components stand behind it. */
function compiled(schema: object | undefined): ValidateFunction {
  expect(schema).toBeDefined();
  outsidersMade += 1;
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  return ajv.compile({ ...JSON.parse(text), $id: `airspace-${outsidersMade}` });
}
