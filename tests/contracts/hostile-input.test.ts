import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiOperation,
  placesIn,
  readOperations,
  replacedAt,
  sampleOf,
} from '#tests/support/api-document.ts';
import { breadth } from '#tests/support/breadth.ts';
import { importingOn } from '#tests/support/importing.ts';
import { field, label, lessonType, overlaysOf } from '#tests/support/overlays.ts';
import { makeUser } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { bearer, upload } from '#tests/support/uploads.ts';

/**
 * What nobody sends by mistake is refused like any other mistake: at its field, and never with an internal
 * error.
 */

let server: RunningTestServer;
let operations: ApiOperation[];

beforeAll(async () => {
  server = await startTestServer();
  operations = await readOperations(server);
});
afterAll(() => server?.close());

/** Names that every object of JavaScript answers to. */
const inEveryObject = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

const app = '/api/services/app';
const sentence = '对不起,在处理您的请求期间,产生了一个服务器内部错误!';

const errorsOf = ({ body }: Answer) => Object.keys((body as { errors: object }).errors);
const membersOf = ({ body }: Answer) =>
  (body as { error: { validationErrors: { members: string[] }[] | null } }).error.validationErrors?.flatMap(
    ({ members }) => members,
  );

describe.each(inEveryObject)('a field named %s', (name) => {
  test('is unknown to a record, at the field, when it is made and when it is changed', async () => {
    for (const [verb, path, extra] of [
      ['POST', '/api/records/pilot', {}],
      ['PATCH', '/api/records/role/1', { version: 1 }],
    ] as const) {
      const answer = await server.call('admin', verb, path, { ...extra, [name]: 'x' });
      expect([verb, answer.status, errorsOf(answer).includes(name)]).toEqual([verb, 400, true]);
    }
  });

  test('is no field to filter by, to sort by, to show or to export', async () => {
    for (const query of [
      `${name}=1`,
      `${name}_in=1`,
      `_sort=${name}`,
      `_fields=${name}`,
      `filter=${encodeURIComponent(JSON.stringify({ field: name, operator: 'eq', value: 1 }))}`,
      `filter=${encodeURIComponent(JSON.stringify({ field: 'name', operator: name, value: 1 }))}`,
    ]) {
      const answer = await server.call('admin', 'GET', `/api/records/pilot?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
    }
    const { status } = await server.call(
      'admin',
      'GET',
      `/api/records/pilot/export?format=csv&columns=${name}`,
    );
    expect(status).toBe(400);
  });

  test('is not set or cleared in many records', async () => {
    for (const change of [{ set: { [name]: 1 } }, { clear: [name] }]) {
      const answer = await server.call('admin', 'POST', '/api/records/pilot/bulk', {
        action: 'update',
        ids: [1],
        ...change,
      });
      expect([answer.status, errorsOf(answer)]).toEqual([400, [name]]);
    }
  });

  test('is no record type and no order of any list', async () => {
    expect((await server.call('admin', 'GET', `/api/records/${name}`)).status).toBe(404);
    const sorted = operations.filter(({ query }) =>
      query.some((one) => one.name.toLowerCase() === 'sorting'),
    );
    expect(sorted.length).toBeGreaterThan(5);
    for (const { path, query } of sorted) {
      const needed = query
        .filter(({ required }) => required)
        .map((one) => `${one.name}=${sampleOf(one.schema)}`);
      const answer = await server.call('admin', 'GET', `${path}?${[...needed, `sorting=${name}`].join('&')}`);
      expect([path, (answer.body as { error: { message: string } | null }).error?.message]).not.toEqual([
        path,
        sentence,
      ]);
    }
    const audit = await server.call('admin', 'GET', `${app}/AuditLog/GetAuditLogs?sorting=${name}`);
    expect([audit.status, membersOf(audit)]).toEqual([400, ['sorting']]);
  });

  test('is no column of an import', async () => {
    const importing = importingOn(server);
    const { status, body } = await importing.upload('admin', 'pilot', `${name},姓名\nx,张三\n`);
    expect([status, body.columns.map(({ guess }) => guess)]).toEqual([201, [null, 'name']]);
    const path = `/api/records/pilot/import/${body.id}/check`;
    const plan = { mapping: { 0: name, 1: 'name' }, mode: 'insert', key: [] };
    expect((await server.call('admin', 'POST', path, plan)).status).toBe(400);
    const keyed = { mapping: { 1: 'name' }, mode: 'update', key: [name] };
    expect((await server.call('admin', 'POST', path, keyed)).status).toBe(400);
  });
});

test('__proto__ in a body is refused before it is read', async () => {
  for (const path of ['/api/records/pilot', `${app}/User/Create`]) {
    const answer = await server.call('admin', 'POST', path, '{"__proto__":{"name":"x"}}');
    expect([path, answer.status]).toEqual([path, 400]);
  }
});

test('a text that looks like one of ours is only a text', async () => {
  const name = `\u001e${JSON.stringify({ key: 'constructor', values: {} })}\u001d甲\u001d乙\u001f`;
  const stored = await server.call('operator', 'POST', `${app}/Preference/Set`, {
    key: 'test.text',
    value: name,
  });
  expect(stored.status).toBe(200);
  const { status, body } = await server.call('operator', 'GET', `${app}/Preference/Get?key=test.text`);
  expect([status, (body as { result: { value: string } }).result.value]).toEqual([200, name]);
});

test('a list within a list is not taken for the list, and a number beyond all numbers is none', async () => {
  const { user } = (await server.service('admin', 'Session/GetCurrentLoginInformations', {}, 'GET')) as {
    user: { id: number };
  };
  const wrapped = { id: user.id, userName: 'admin', name: 'x', roleNames: [['ADMIN']] };
  const answer = await server.call('admin', 'PUT', `${app}/User/Update`, wrapped);
  expect([answer.status, membersOf(answer)]).toEqual([400, ['roleNames.0']]);
  for (const id of ['1e400', '9223372036854775808', 1e300]) {
    const path = `${app}/TomorrowNavigation/DoSubmitApproveNAircraftTomorrow`;
    const refused = await server.call('operator', 'POST', path, { ids: [id] });
    expect([id, refused.status, membersOf(refused)]).toEqual([id, 400, ['ids.0']]);
  }
});

describe('a body of a form', () => {
  /** Sends what a browser would, and ends before it is all sent. */
  async function truncated(path: string): Promise<string> {
    const { port } = new URL(server.address);
    const body = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname\r\nx';
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: test',
      'connection: close',
      `authorization: ${await bearer(server, 'admin')}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${body.length}`,
    ];
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`${head.join('\r\n')}\r\n\r\n${body}`),
      );
      socket.on('data', (part) => {
        answer += part.toString('latin1');
      });
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  test.each(['/api/records/role/1/files', '/api/records/pilot/import'])(
    'that ends too soon is refused: %s',
    async (path) => {
      expect(await truncated(path)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  test('with a file that only begins as an archive is refused', async () => {
    for (const content of [
      'PK\x03\x04',
      'PK\x03\x04\x14\x00',
      'PK\x05\x06',
      '\x1f\x8b',
      '%PDF',
      '\xff\xd8',
      'BM',
    ]) {
      const bytes = Buffer.from(content, 'latin1');
      const attached = await upload(server, 'admin', 'role/1', [{ name: 'a.xlsx', content: bytes }]);
      expect([content, attached.status]).toEqual([content, 400]);
      const imported = await importingOn(server).upload('admin', 'pilot', bytes);
      expect([content, imported.status >= 500]).toEqual([content, false]);
    }
  });
});

describe('what is added at run time', () => {
  test.each(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'toString', 'constructor'])(
    'cannot be a field named %s',
    async (name) => {
      const { preview } = overlaysOf(server);
      const definition = { fields: [field(name)] };
      const { faults } = await preview({ resource: 'aircraft', kind: 'fields', definition });
      expect(faults.map((error) => error.field)).toEqual(['fields.0.name']);
    },
  );

  test.each(['pgClass', 'userLive', 'userPkey', 'auditIndex', 'planIdSeq', 'conflictChange', 'valueOf'])(
    'cannot be a type named %s, whose table would meet another or its index',
    async (resource) => {
      const { preview } = overlaysOf(server);
      const { faults } = await preview({ resource, kind: 'type', definition: lessonType });
      expect(faults.map((error) => error.field)).toEqual(['resource']);
    },
  );

  test('cannot be links whose table would meet an index of the type', async () => {
    const fields = [field('trash', 'relations', { relation: 'airport' })];
    const { faults } = await overlaysOf(server).preview({
      resource: 'aircraft',
      kind: 'fields',
      definition: { fields },
    });
    expect(faults.map((error) => error.field)).toEqual(['fields.0.name']);
  });

  test('to a type that is not there is an error, with nothing counted', async () => {
    const definition = { fields: [field('size', 'text', { label: label('Size') })] };
    const { faults, changes } = await overlaysOf(server).preview({
      resource: 'nothing',
      kind: 'fields',
      definition,
    });
    expect([faults.map((error) => error.field), changes.map(({ rows }) => rows)]).toEqual([
      ['resource'],
      [0],
    ]);
  });

  test('meets no table of the database: each of them is known to the rule', async () => {
    const { rows } = await server.database.database.pool.query<{ name: string }>(
      'select table_name as name from information_schema.tables where table_schema = current_schema()',
    );
    expect(rows.length).toBeGreaterThan(60);
    for (const { name } of rows) {
      const resource = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const { faults } = await overlaysOf(server).preview({ resource, kind: 'type', definition: lessonType });
      expect([name, faults[0]?.field]).toEqual([name, 'resource']);
    }
  });
});

/** Values that no field is for, a few at each place in turn: all of them at all places would take minutes. */
const values: unknown[] = [
  ...inEveryObject,
  '__proto__',
  'a\0b',
  '\ud800',
  '\udc00x',
  '',
  9007199254740991,
  9.3e18,
  1e308,
  -9.3e18,
  2147483648,
  0.5,
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2030-02-30',
  '9223372036854775808',
  '1e400',
  'NaN',
  null,
  [],
  {},
  [null],
  [[]],
  { constructor: 1, toString: 1, length: 5 },
  'x'.repeat(5000),
  '%',
  '\\',
  "'",
  '$1',
  '$t(x)',
  '(((',
  '../../x',
];
const perPlace = 2;
/** Of these requests every 37th is sent: the number of values is no multiple of it, so that each is among them. */
const stride = breadth(37, 1);

test('no endpoint answers with an internal error, whatever is sent', async () => {
  // Limits for each session and minute are not what is tested: enough sessions share the work.
  const sessions: string[] = [];
  // Nobody whom a sample's id could name: what is sent may change users.
  await makeUser(server, 'prober', { roles: ['Admin'] });
  for (let n = 0; n < breadth(2, 12); n += 1)
    sessions.push(`Bearer ${(await server.signIn('prober')).accessToken}`);
  let turn = 0;
  let passed = 0;
  let sent = 0;
  const next = () => values[turn++ % values.length];
  /** What would end the session of this test, or take its rights away. */
  const spared = /LogOut|EndOtherSessions|BeginDisplay/;
  // The records endpoint is one code for all types: these have every kind of field between them.
  const walked =
    /^(?!\/api\/records)|\/records\/(aircraft|pilot|plan|airspace|role|user|webhook|flowConfig)\b/;
  const ask = async (verb: string, path: string, body: unknown, note: string) => {
    if (passed++ % stride !== 0) return;
    const token = sessions[Math.floor(sent++ / 2_000)];
    if (!token) throw new Error(`more than ${sent} requests: this test needs another session`);
    const { statusCode, body: text } = await server.app.inject({
      method: verb as 'POST',
      url: path,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const internal = statusCode >= 500 && (text.includes(sentence) || text.includes('"internal"'));
    expect([note, internal && text]).toEqual([note, false]);
  };
  for (const { verb, path, query, body } of operations) {
    if (spared.test(path) || !walked.test(path)) continue;
    // Records that are not there: those that are would be gone after the first of these.
    const url = path.replace(/\{\w+\}/g, '987654321');
    for (const { name } of [...query, { name: 'constructor' }]) {
      for (let n = 0; n < perPlace; n += 1) {
        const value = next();
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
        const needed = query.filter((one) => one.required && one.name !== name);
        const pairs = needed.map((one) => `${one.name}=${encodeURIComponent(String(sampleOf(one.schema)))}`);
        const answer = /[\ud800-\udfff]/.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
        await ask(
          verb,
          `${url}?${[...pairs, `${name}=${answer}`].join('&')}`,
          undefined,
          `${verb} ${path}?${name}=${text}`,
        );
      }
    }
    if (!body || verb === 'GET') continue;
    const sample = sampleOf(body);
    for (const place of placesIn(sample)) {
      for (let n = 0; n < perPlace; n += 1) {
        const value = next();
        await ask(
          verb,
          url,
          replacedAt(sample, place, value),
          `${verb} ${path} ${place.join('.')}=${JSON.stringify(value)}`,
        );
      }
    }
  }
  expect(passed).toBeGreaterThan(10_000);
  expect(sent).toBe(Math.ceil(passed / stride));
  expect(values.length % stride === 0 && stride > 1).toBe(false);
  // Or it was all refused at the endpoint.
  for (const session of sessions) {
    expect((await server.call(session, 'GET', `${app}/Session/GetCurrentUserInfo`)).status).toBe(200);
  }
}, 300_000);
