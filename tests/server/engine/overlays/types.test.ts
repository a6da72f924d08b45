import { afterAll, beforeAll, expect, test } from 'vitest';
import { lessonType, type OverlayItem, overlaysOf } from '#tests/support/overlays.ts';
import { idOf, type Row, rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import * as runtime from '#web/engine/validator-runtime.ts';

/** A whole record type, made in the browser, under the contract that shipped ones keep. */

const path = '/api/records/lesson';
let server: RunningTestServer;
let overlays: ReturnType<typeof overlaysOf>;
let overlay: OverlayItem;
let own: Row;

beforeAll(async () => {
  server = await startTestServer();
  overlays = overlaysOf(server);
});
afterAll(() => server?.close());

test('is nowhere while it is drafted, and everywhere once it is published', async () => {
  overlay = await overlays.save('lesson', lessonType, 'type');
  expect((await server.call('admin', 'GET', path)).status).toBe(404);
  const { changes, faults } = await overlays.preview({
    resource: 'lesson',
    kind: 'type',
    definition: lessonType,
  });
  expect(faults).toEqual([]);
  expect(changes[0]).toMatchObject({ kind: 'newType', rows: 0 });
  overlay = await overlays.publish(overlay);
  const answer = await server.call('operator', 'GET', path);
  expect([answer.status, answer.body, answer.headers.get('x-total-count')]).toEqual([200, [], '0']);
});

test('obeys its permissions and the rows of companies', async () => {
  expect((await server.call(null, 'GET', path)).status).toBe(401);
  for (const user of ['atmb', 'aiw'])
    expect([user, (await server.call(user, 'GET', path)).status]).toEqual([user, 403]);
  const made = await server.call('operator', 'POST', path, { topic: 'First solo', hours: 1.5 });
  expect(made.status).toBe(201);
  own = made.body as Row;
  // The user's own company, without saying so.
  expect(own.company).toBeTypeOf('number');
  expect((await rowsOf(server, 'operator2', 'lesson')).total).toBe(0);
  expect((await server.call('operator2', 'GET', `${path}/${own.id}`)).status).toBe(404);
  expect((await server.call('atmb', 'POST', path, { topic: 'No' })).status).toBe(403);
});

test('has history, trash, uniqueness and relations that hold', async () => {
  const pilot = (await rowsOf(server, 'operator', 'pilot')).rows[0]?.id;
  const changed = await server.call('operator', 'PATCH', `${path}/${own.id}`, {
    version: own.version,
    students: [pilot],
  });
  expect(changed.body).toMatchObject({ students: [pilot], version: 2 });
  expect((await server.call('operator', 'POST', path, { topic: 'First solo' })).status).toBe(409);
  const history = await server.call('operator', 'GET', `${path}/${own.id}/history`);
  expect(history.body).toMatchObject([{ action: 'update' }, { action: 'create' }]);
  expect((await server.call('operator', 'DELETE', `/api/records/pilot/${pilot}`)).status).toBe(409);
  expect((await server.call('operator', 'DELETE', `${path}/${own.id}`)).status).toBe(200);
  expect((await server.call('operator', 'POST', `${path}/${own.id}/restore`)).status).toBe(200);
});

test('is in the document, in the rules of its readers, and in nobody else’s', async () => {
  const document = (await server.call(null, 'GET', '/api/docs/json')).body as { paths: object };
  expect(Object.keys(document.paths)).toContain('/api/records/lesson/{id}');
  const rulesOf = async (user: string) => {
    const info = await server.service(user, 'Session/GetCurrentUserInfo', {}, 'GET');
    return (info as { rules: { subject: string; action: string }[] }).rules
      .filter(({ subject }) => subject === 'lesson')
      .map(({ action }) => action);
  };
  expect((await rulesOf('operator')).sort()).toEqual(['create', 'delete', 'read', 'update']);
  expect(await rulesOf('aiw')).toEqual([]);
  const typesOf = async (user: string) =>
    ((await server.call(user, 'GET', '/api/catalogue')).body as { resources: { name: string }[] }).resources;
  expect(await typesOf('aiw')).toEqual([]);
  expect(await typesOf('operator')).toMatchObject([
    { name: 'lesson', path: '/records/lesson', titleField: 'topic', columns: ['topic', 'company', 'hours'] },
  ]);
});

test('its judge says in a page what the server says', async () => {
  const { body } = await server.call('operator', 'GET', '/api/catalogue');
  const { validators } = body as { validators: { lesson: string } };
  const code = (await server.call(null, 'GET', validators.lesson)).body as string;
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const validate = module.create({
    formatTable: runtime.formatTable,
    isGeometry: runtime.isGeometry,
    isSoundAltitude: runtime.isSoundAltitude,
    helpers: runtime.helpers,
  });
  expect(validate({ topic: 'x', hours: 1.5, students: [1, 2] })).toBe(true);
  expect(validate({ hours: 1.55, students: [1, 1] })).toBe(false);
  expect(validate.errors.map(({ keyword }: { keyword: string }) => keyword).sort()).toEqual([
    'multipleOf',
    'required',
    'uniqueItems',
  ]);
});

test('live messages of its records reach who was connected before it was there', async () => {
  const operator = await server.hub('operator', '/signalr-chat');
  const other = await server.hub('operator2', '/signalr-chat');
  const heard: { who: string; resource: string }[] = [];
  const revisions: number[] = [];
  operator.on('recordChanged', ({ resource }) => heard.push({ who: 'operator', resource }));
  operator.on('getCatalogue', (revision) => revisions.push(revision));
  other.on('recordChanged', ({ resource }) => heard.push({ who: 'operator2', resource }));

  const type = { ...lessonType, fields: lessonType.fields.filter(({ name }) => name !== 'students') };
  let second = await overlays.save('groundTalk', type, 'type');
  second = await overlays.publish(second);
  await eventually(() => revisions.length > 0, 'word of the new catalogue');
  expect(revisions).toEqual([2]);
  const made = await server.call('operator', 'POST', '/api/records/groundTalk', { topic: 'Weather' });
  expect(made.status).toBe(201);
  await eventually(() => heard.some(({ resource }) => resource === 'groundTalk'), 'a live message');
  expect(heard.filter(({ resource }) => resource === 'groundTalk')).toEqual([
    { who: 'operator', resource: 'groundTalk' },
  ]);
  await overlays.withdraw(second);
});

test('can be related to, and then does not go before what relates to it', async () => {
  const relating = await overlays.publish(
    await overlays.save('feedback', {
      fields: [
        {
          name: 'lesson',
          kind: 'relation',
          relation: 'lesson',
          label: { 'zh-Hans': '课程', en: 'Lesson' },
          inList: true,
        },
      ],
    }),
  );
  const refused = await server.call('admin', 'POST', '/api/services/app/SchemaOverlay/Withdraw', {
    id: overlay.id,
    version: overlay.version,
  });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('问题反馈')]);
  const { body } = await server.call('operator', 'POST', '/api/records/feedback', {
    question: 'how long?',
    lesson: own.id,
  });
  expect(body).toMatchObject({ _labels: { lesson: 'First solo' } });
  await overlays.withdraw(relating);
});

test('is withdrawn with its records kept, and comes back with them', async () => {
  overlay = await overlays.withdraw(overlay);
  expect((await server.call('admin', 'GET', path)).status).toBe(404);
  expect((await server.call('admin', 'GET', '/api/catalogue')).body).toMatchObject({ resources: [] });
  const stored = await server.database.database.pool.query('select count(*)::int as n from lesson');
  expect(stored.rows).toEqual([{ n: 1 }]);
  overlay = await overlays.publish(overlay);
  expect((await server.call('operator', 'GET', `${path}/${own.id}`)).body).toMatchObject({
    topic: 'First solo',
  });
});

test('is exported as a file and an entry that make the very same type', async () => {
  const exported = (await overlays.call('Export', { id: overlay.id }, 'GET')) as {
    path: string;
    schema: string;
    entry: string;
  };
  expect(exported.path).toBe('schemas/lesson.json');
  const { body } = await server.call('admin', 'GET', '/api/catalogue');
  const [resource] = (body as { resources: { schema: object }[] }).resources;
  const { $schema, ...schema } = JSON.parse(exported.schema);
  expect($schema).toBe('http://json-schema.org/draft-07/schema#');
  expect(schema).toEqual(resource?.schema);
  const made = new Function('schemas', `return [${exported.entry}][0]`)({ lesson: schema });
  expect(made).toEqual(resource);
});

test('a type that lost its name to a draft is refused by its name', async () => {
  await idOf(server, 'role', 'name', 'OM');
  const { faults } = await overlays.preview({ resource: 'aircraft', kind: 'type', definition: lessonType });
  expect(faults).toContainEqual({ field: 'resource', message: '已有名为“aircraft”的资料类型' });
});
