import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTexts } from '#server/http/body-values.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What a JSON body says is taken as it is, and what is wrong with it is said once, at its field. */

let server: RunningTestServer;
let plan: number;
beforeAll(async () => {
  server = await startTestServer();
  plan = (await rowsOf(server, 'admin', 'company')).rows[0]?.id ?? 0;
});
afterAll(() => server?.close());

const app = '/api/services/app';
interface FieldProblem {
  message: string;
  members: string[];
}
async function errorsOf(path: string, body: unknown, locale = 'en'): Promise<FieldProblem[]> {
  const headers = new Headers({ 'accept-language': locale });
  const answer = await server.call('operator', 'POST', `${app}/${path}`, body, headers);
  expect([path, answer.status]).toEqual([path, 400]);
  return (answer.body as { error: { validationErrors: FieldProblem[] } }).error.validationErrors;
}
const members = (found: FieldProblem[]) => found.flatMap((error) => error.members);

test('octets that are pushed are not gone through one by one: a message of 1 MB would hold the server up', () => {
  let times = 0;
  const octets = new Proxy(Buffer.from('{"a":[]}'), {
    ownKeys(of) {
      times += 1;
      return Reflect.ownKeys(of);
    },
  });
  expect(readTexts({}, octets)).toBe(octets);
  expect(times).toBe(0);
});

describe('a value of another type is refused, not changed', () => {
  test.each([
    ['true as a number', { id: true }],
    ['false as a number', { id: false }],
    ['a list as a number', { id: [1] }],
    ['null as a number', { id: null }],
    ['an object as a number', { id: {} }],
    ['a word as a number', { id: 'one' }],
    ['nothing as a number', { id: '' }],
    ['a number that is not whole', { id: '1.5' }],
    ['hexadecimal', { id: '0x1' }],
  ])('%s', async (_, body) => {
    expect(members(await errorsOf('Navigation/DelNAircraft', body))).toEqual(['id']);
  });

  test('a number or a yes as text, a number as yes', async () => {
    expect(members(await errorsOf('Navigation/CancelNAircraft', { id: 1, reason: true }))).toEqual([
      'reason',
    ]);
    expect(members(await errorsOf('Navigation/SaveNAircrafts', { ids: [1], submit: 1 }))).toEqual(['submit']);
    expect(members(await errorsOf('Navigation/SaveNAircrafts', { ids: [true], submit: true }))).toEqual([
      'ids.0',
    ]);
    const signIn = { userNameOrEmailAddress: true, password: ['a'] };
    const { status, body } = await server.call(null, 'POST', '/api/TokenAuth/Authenticate', signIn);
    expect(status).toBe(400);
    expect(
      members((body as { error: { validationErrors: FieldProblem[] } }).error.validationErrors).sort(),
    ).toEqual(['password', 'userNameOrEmailAddress']);
  });

  test('at the records endpoint neither', async () => {
    const one = `/api/records/company/${plan}`;
    const { version } = (await server.call('admin', 'GET', one)).body as { version: number };
    const wrong = await server.call('admin', 'PATCH', one, { version: true, contact: 'x' });
    expect(wrong.status).toBe(400);
    const text = await server.call('admin', 'PATCH', one, { version, contact: true });
    expect([text.status, text.body]).toMatchObject([400, { errors: { contact: [expect.any(String)] } }]);
    const ids = await server.call('admin', 'POST', '/api/records/company/bulk', {
      action: 'delete',
      ids: [true],
    });
    expect(ids.status).toBe(400);
  });
});

describe('what ABP clients send is read', () => {
  const absent = 987_654_321;
  test.each([
    ['a number as text in a body', 'Navigation/DelNAircraft', { id: String(absent) }],
    ['with blanks around it', 'Navigation/DelNAircraft', { id: ` ${absent} ` }],
    ['a yes as text', 'Navigation/SaveNAircrafts', { ids: [String(absent)], submit: 'true' }],
    [
      'null for what may be left out',
      'Navigation/SaveNAircrafts',
      { ids: [absent], submit: true, plans: null },
    ],
  ])('%s', async (_, path, body) => {
    const answer = await server.call('operator', 'POST', `${app}/${path}`, body);
    expect([answer.status, answer.body]).toMatchObject([404, { error: { validationErrors: null } }]);
  });

  test('an id in the query of a POST, and numbers and a single value of a list in the query of a GET', async () => {
    const answer = await server.call('operator', 'POST', `${app}/Navigation/DelNAircraft?Id=${absent}`, {});
    expect(answer.status).toBe(404);
    const users = await server.call('admin', 'GET', `${app}/User/GetAll?MaxResultCount=1&SkipCount=0`);
    expect(users.status).toBe(200);
  });
});

describe('one mistake is told once, in both languages', () => {
  test('a choice that there is not, with what there is', async () => {
    for (const [locale, text] of [
      ['en', /^urgency: one of normal, transit, /],
      ['zh-Hans', /^urgency：应为下列之一：normal, transit, /],
    ] as const) {
      const found = await errorsOf(
        'Navigation/CheckErrors',
        { missionType: 1, urgency: 'soon', tasks: [] },
        locale,
      );
      const own = found.filter(({ members: at }) => at.includes('urgency'));
      expect(own).toHaveLength(1);
      expect(own[0]?.message).toMatch(text);
    }
  });

  test('of what may be null, what is wrong with the value', async () => {
    const task = {
      callsign: 'CWT001',
      aircraft: 1,
      etd: '2030-01-01T00:00:00Z',
      eta: '2030-01-01T01:00:00Z',
    };
    const found = async (more: object) =>
      members(await errorsOf('Navigation/CheckErrors', { missionType: 1, tasks: [{ ...task, ...more }] }));
    expect(await found({ corridorWidthM: 'wide' })).toEqual(['tasks.0.corridorWidthM']);
    expect(await found({ upper: { value: 'high', unit: 'm', reference: 'AGL' } })).toEqual([
      'tasks.0.upper.value',
    ]);
    expect(await found({ upper: { value: 1, unit: 'yard', reference: 'AGL' } })).toEqual([
      'tasks.0.upper.unit',
    ]);
    expect(await found({ departure: true })).toEqual(['tasks.0.departure']);
  });

  test('at the records endpoint: a wrong choice, a wrong type, a wrong shape', async () => {
    const { status, body } = await server.call('admin', 'POST', '/api/records/notice', {
      title: 'x',
      content: 'y',
      level: 'high',
      kind: 'gossip',
      startTime: '2030-01-01T00:00:00Z',
      endTime: '2030-01-02T00:00:00Z',
      area: { type: 'Point', coordinates: [104, 30] },
    });
    expect(status).toBe(400);
    const { errors } = body as { errors: Record<string, string[]> };
    expect(Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.length]))).toEqual(
      {
        level: 1,
        kind: 1,
        'area.type': 1,
      },
    );
  });
});

describe('a text that can not be stored', () => {
  const stored = "Contains characters that can't be stored (NUL or half of a character)";

  test.each([
    ['NUL', 'a\0b'],
    ['half of a character', 'a\ud800b'],
  ])('%s is an error at its field, in the language of the user', async (_, text) => {
    const input = { id: plan, reason: text };
    expect(await errorsOf('Navigation/CancelNAircraft', input)).toEqual([
      { message: stored, members: ['reason'] },
    ]);
    const [zh] = await errorsOf('Navigation/CancelNAircraft', input, 'zh-Hans');
    expect(zh?.message).toBe('含有无法保存的字符（空字符或残缺字符）');
    const record = { name: `场 ${text}`, area: { type: 'Point', coordinates: [104, 30] } };
    for (const [verb, path] of [
      ['POST', '/api/records/pilot'],
      ['PATCH', '/api/records/pilot/1'],
    ] as const) {
      const answer = await server.call('admin', verb, path, record, new Headers({ 'accept-language': 'en' }));
      expect([verb, answer.status, (answer.body as { errors: object }).errors]).toEqual([
        verb,
        400,
        { name: [stored] },
      ]);
    }
    const signIn = { userNameOrEmailAddress: `admin${text}`, password: 'x' };
    expect((await server.call(null, 'POST', '/api/TokenAuth/Authenticate', signIn)).status).toBe(400);
  });

  test('is found deep in a body, in a list and in the name of a field, and in a query', async () => {
    for (const body of [{ ids: [1], more: [{ deep: ['x', 'a\0'] }] }, { 'x\ud800': 1 }])
      expect(await errorsOf('Navigation/SaveNAircrafts', { submit: true, ...body })).toHaveLength(1);
    const answer = await server.call('admin', 'GET', `${app}/AuditLog/GetAuditLogs?sorting=%00`);
    expect(answer.status).toBe(400);
  });

  test('is taken out of what comes from a line', async () => {
    const text = '\u0001FF ZUUUZPZX\r\n220300 ZBAAZPZX\r\n\u0002F\0R\0E\0E\0 \ud800TEXT\u202e\r\n\u0003';
    const receipt = (await server.service('admin', 'MessageQuery/Receive', { text })) as { id: number };
    const kept = await server.call('admin', 'GET', `/api/records/planMessage/${receipt.id}`);
    const { text: read, envelope } = kept.body as { text: string; envelope: string };
    expect(read).toContain('FREE \ufffdTEXT');
    for (const one of [read, envelope]) expect(one).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
    const { items } = (await server.service('admin', 'Information/Submit', {
      text: 'M\0E\0TAR ZUUU 220300Z 36004MPS CAVOK 12/08 Q1020\ud800 NOSIG=',
    })) as { items: unknown[] };
    expect(items).toHaveLength(1);
  });

  test('is one clean line where a header is stored', async () => {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/TokenAuth/Authenticate',
      headers: { 'user-agent': `Test\u0085Browser\u009b ${'x'.repeat(3_000)}` },
      payload: { userNameOrEmailAddress: 'nobody-cleans', password: 'x' },
    });
    expect(statusCode).toBeGreaterThanOrEqual(400);
    const { rows } = await rowsOf(server, 'admin', 'loginAttempt', 'userNameOrEmailAddress=nobody-cleans');
    expect(rows[0]?.browserInfo).toMatch(/^Test Browser {1,2}x+$/);
  });
});
