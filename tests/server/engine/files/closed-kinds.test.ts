import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { keep, type StoredFile, upload } from '#tests/support/uploads.ts';

/** The identity document of a pilot is for those who keep or judge pilots, as its number is. */

let server: RunningTestServer;
let pilot: Row;
let identity: StoredFile;
const pdf = (text: string) => Buffer.from(`%PDF-1.4\n% ${text}\n`);

beforeAll(async () => {
  server = await startTestServer();
  const made = await server.call('admin', 'POST', '/api/records/role', {
    name: 'Planner',
    displayName: 'Planner',
    permissions: ['Pages.Navigation'],
    recordRules: [{ resource: 'pilot', actions: { update: true } }],
  });
  expect(made.status).toBe(201);
  const [first] = (await rowsOf(server, 'operator', 'pilot')).rows;
  if (!first) throw new Error('the demo has pilots');
  pilot = first;
  await makeUser(server, 'planner', { roles: ['Planner'], company: pilot.company });
  const record = `pilot/${pilot.id}`;
  await keep(server, 'admin', record, [{ name: 'licence.pdf', content: pdf('licence') }], 'licence');
  const [stored] = (await keep(
    server,
    'admin',
    record,
    [{ name: 'passport-of-li.pdf', content: pdf('passport') }],
    'identity',
  )) as StoredFile[];
  if (!stored) throw new Error('it was kept');
  identity = stored;
});
afterAll(() => server?.close());

const files = () => `/api/records/pilot/${pilot.id}/files`;
const call = (user: string, path = '', verb = 'GET', body?: object) =>
  server.call(user, verb, `${files()}${path}`, body);

test('it is listed, opened and linked by who keeps pilots', async () => {
  const { body } = await call('operator');
  expect((body as StoredFile[]).map(({ name }) => name).sort()).toEqual([
    'licence.pdf',
    'passport-of-li.pdf',
  ]);
  expect((await call('operator', `/${identity.id}`)).status).toBe(200);
  expect((await call('operator', `/${identity.id}/link`, 'POST', { minutes: 5 })).status).toBe(200);
});

test('to whoever only reads the pilot it is not there: list, download, link, search, history', async () => {
  expect((await server.call('planner', 'GET', `/api/records/pilot/${pilot.id}`)).body).not.toHaveProperty(
    'passportNumber',
  );
  const { status, body } = await call('planner');
  expect([status, (body as StoredFile[]).map(({ name }) => name)]).toEqual([200, ['licence.pdf']]);
  expect((await call('planner', `/${identity.id}`)).status).toBe(404);
  expect((await call('planner', `/${identity.id}/link`, 'POST', { minutes: 5 })).status).toBe(404);
  expect((await call('planner', `/${identity.id}`, 'DELETE')).status).toBe(404);
  const papers = JSON.stringify(await server.service('planner', 'BasePilot/GetCurrentFileList', {}, 'GET'));
  expect(papers).toContain('licence.pdf');
  expect(papers).not.toContain('passport');
  const history = await server.call('planner', 'GET', `/api/records/pilot/${pilot.id}/history`);
  expect(JSON.stringify(history.body)).not.toContain('passport-of-li');
  const search = await server.service(
    'planner',
    'BasePilot/GetCurrentFileList',
    { query: 'passport-of-li' },
    'GET',
  );
  expect(search).toMatchObject({ totalCount: 0 });
});

test('nor is one added by whoever could not see it', async () => {
  const file = [{ name: 'x.pdf', content: pdf('x') }];
  expect((await upload(server, 'planner', `pilot/${pilot.id}`, file, 'identity')).status).toBe(403);
  expect((await upload(server, 'planner', `pilot/${pilot.id}`, file, 'medical')).status).toBe(201);
});
