import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

interface View {
  id: number;
  version: number;
  name: string;
  mine: boolean;
  mayChange: boolean;
  isDefault: boolean;
  query: string;
  layout: object;
}

let server: RunningTestServer;
let operators: number;
beforeAll(async () => {
  server = await startTestServer();
  operators = await idOf(server, 'role', 'name', 'OM');
});
afterAll(() => server?.close());

const resource = 'aircraft';
const save = (user: string, values: object) =>
  server.call(user, 'POST', '/api/services/app/View/Save', {
    resource,
    audience: 'private',
    query: 'q=B-10',
    layout: { widths: { registration: 150 }, density: 'compact' },
    ...values,
  });
async function made(user: string, values: object): Promise<View> {
  const answer = await save(user, values);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return (answer.body as { result: View }).result;
}
async function list(user: string) {
  return (await server.service(user, 'View/GetList', { resource }, 'GET')) as {
    items: View[];
    defaultId: number | null;
    mayShare: boolean;
  };
}
const names = async (user: string) => (await list(user)).items.map(({ name }) => name);
const remove = (user: string, id: number) =>
  server.call(user, 'DELETE', `/api/services/app/View/Delete?id=${id}`);
const setDefault = (user: string, values: object) =>
  server.service(user, 'View/SetDefault', { resource, ...values });

describe('a view of one’s own', () => {
  test('keeps the query and the layout, and is seen by nobody else', async () => {
    const view = await made('operator', { name: '我的飞机' });
    expect(view).toMatchObject({
      mine: true,
      mayChange: true,
      query: 'q=B-10',
      layout: { widths: { registration: 150 }, density: 'compact' },
    });
    expect(await names('operator')).toContain('我的飞机');
    for (const other of ['operator2', 'atmb', 'admin']) expect(await names(other)).not.toContain('我的飞机');
  });

  test('is not there for another, whatever they try', async () => {
    const view = await made('operator', { name: 'hidden' });
    for (const other of ['operator2', 'admin']) {
      expect((await remove(other, view.id)).status).toBe(404);
      expect((await save(other, { id: view.id, name: 'taken over' })).status).toBe(404);
      const chosen = await server.call(other, 'POST', '/api/services/app/View/SetDefault', {
        resource,
        id: view.id,
      });
      expect(chosen.status).toBe(404);
    }
    expect(await names('operator')).toContain('hidden');
  });

  test('is renamed and changed, but not from a stale copy', async () => {
    const view = await made('operator', { name: 'first name' });
    const change = { id: view.id, version: view.version, name: 'second name', query: 'sort=-callsign' };
    expect(await made('operator', change)).toMatchObject({ name: 'second name', query: 'sort=-callsign' });
    expect((await save('operator', { ...change, name: 'third name' })).status).toBe(409);
    expect(await names('operator')).toContain('second name');
  });

  test('needs a name that is not taken, of the same list', async () => {
    await made('operator', { name: 'twice' });
    expect((await save('operator', { name: ' twice ' })).status).toBe(400);
    expect((await save('operator', { name: '  ' })).status).toBe(400);
    expect((await made('operator2', { name: 'twice' })).name).toBe('twice');
  });

  test('is gone once it is deleted, also where it was the default', async () => {
    const view = await made('operator', { name: 'short lived' });
    await setDefault('operator', { id: view.id });
    expect((await list('operator')).defaultId).toBe(view.id);
    expect((await remove('operator', view.id)).status).toBe(200);
    expect((await list('operator')).defaultId).toBeNull();
    expect((await remove('operator', view.id)).status).toBe(404);
  });

  test('is refused with what no list can show', async () => {
    expect((await save('operator', { name: 'wide', layout: { widths: { name: 1e9 } } })).status).toBe(400);
    expect((await save('operator', { name: 'odd', layout: { colour: 'red' } })).status).toBe(400);
    expect((await save('operator', { name: 'long', query: 'q'.repeat(8001) })).status).toBe(400);
  });
});

describe('views for others', () => {
  test('are made by who keeps roles, and by nobody else', async () => {
    for (const audience of ['role', 'everyone']) {
      const answer = await save('operator', { name: audience, audience, role: operators });
      expect(answer.status).toBe(403);
    }
    const own = await made('operator', { name: 'to be shared' });
    expect((await save('operator', { id: own.id, name: own.name, audience: 'everyone' })).status).toBe(403);
    expect((await list('operator')).mayShare).toBe(false);
    expect((await list('admin')).mayShare).toBe(true);
  });

  test('of a role are seen by the role alone', async () => {
    const view = await made('admin', { name: 'for operators', audience: 'role', role: operators });
    expect(await names('operator')).toContain('for operators');
    expect(await names('operator2')).toContain('for operators');
    for (const other of ['atmb', 'agent']) expect(await names(other)).not.toContain('for operators');
    const seen = (await list('operator')).items.find(({ id }) => id === view.id);
    expect(seen).toMatchObject({ mine: false, mayChange: false });
    expect((await remove('operator', view.id)).status).toBe(403);
    expect((await remove('atmb', view.id)).status).toBe(404);
  });

  test('of a role name one', async () => {
    expect((await save('admin', { name: 'no role', audience: 'role' })).status).toBe(400);
  });

  test('of everyone are seen by all who may read the list', async () => {
    await made('admin', { name: 'for all', audience: 'everyone' });
    for (const user of ['operator', 'atmb', 'agent']) expect(await names(user)).toContain('for all');
    const unreadable = await server.call('operator', 'GET', '/api/services/app/View/GetList?resource=user');
    expect(unreadable.status).toBe(404);
    const unknown = await server.call('operator', 'GET', '/api/services/app/View/GetList?resource=nothing');
    expect(unknown.status).toBe(404);
  });
});

test('one begins with their own default, else their role’s, else everyone’s', async () => {
  const all = await made('admin', { name: 'default of all', audience: 'everyone' });
  const role = await made('admin', { name: 'default of the role', audience: 'role', role: operators });
  const own = await made('operator', { name: 'default of mine' });
  const begins = async (user: string) => (await list(user)).defaultId;

  await setDefault('admin', { id: all.id, shared: true });
  expect(await begins('operator')).toBe(all.id);
  await setDefault('admin', { id: role.id, shared: true });
  expect(await begins('operator')).toBe(role.id);
  expect(await begins('atmb')).toBe(all.id);
  // The administrator sees the role's views; they are not theirs to begin with.
  expect(await begins('admin')).toBe(all.id);
  await setDefault('operator', { id: own.id });
  expect(await begins('operator')).toBe(own.id);
  expect(await begins('operator2')).toBe(role.id);
  await setDefault('operator', { id: 0 });
  expect(await begins('operator')).toBeNull();
  await setDefault('operator', {});
  expect(await begins('operator')).toBe(role.id);

  const second = await made('admin', { name: 'another of all', audience: 'everyone' });
  await setDefault('admin', { id: second.id, shared: true });
  const defaults = (await list('admin')).items.filter((view) => view.isDefault).map(({ name }) => name);
  expect(defaults.sort()).toEqual(['another of all', 'default of the role']);
  await setDefault('admin', { id: second.id, shared: true, on: false });
  expect(await begins('atmb')).toBeNull();
  const refused = await server.call('operator', 'POST', '/api/services/app/View/SetDefault', {
    resource,
    id: all.id,
    shared: true,
  });
  expect(refused.status).toBe(403);
});
