import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/services.ts';
import { filePlan, idOf, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { messagesOf } from './rule-world.ts';

/** The records of notification rules, and those about plans. */

let server: RunningTestServer;
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => server?.close());

const path = '/api/records/notificationRule';
const area = {
  type: 'Polygon',
  coordinates: [
    [
      [103.5, 30.7],
      [103.7, 30.7],
      [103.7, 30.9],
      [103.5, 30.7],
    ],
  ],
};

async function make(user: string, values: object): Promise<Row> {
  const answer = await server.call(user, 'POST', path, values);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as Row;
}

async function errorsOf(user: string, values: object): Promise<string[]> {
  const answer = await server.call(user, 'POST', path, { name: '规则', ...values });
  expect([400, 403]).toContain(answer.status);
  return Object.keys((answer.body as { errors?: object }).errors ?? {});
}

test('a rule is seen and changed by who made it, and by administrators', async () => {
  const { id, version } = await make('operator', { name: '山谷', event: 'entersArea', geometry: area });
  expect((await rowsOf(server, 'operator', 'notificationRule', `id=${id}`)).rows).toHaveLength(1);
  for (const user of ['operator2', 'atmb']) {
    expect((await rowsOf(server, user, 'notificationRule')).rows.map((row) => row.id)).not.toContain(id);
    expect((await server.call(user, 'GET', `${path}/${id}`)).status).toBe(404);
    expect((await server.call(user, 'PATCH', `${path}/${id}`, { version, name: 'x' })).status).toBe(404);
  }
  expect((await server.call('admin', 'GET', `${path}/${id}`)).status).toBe(200);
  const owners = [await idOf(server, 'user', 'userName', 'atmb')];
  expect((await server.call('operator', 'PATCH', `${path}/${id}`, { version, owners })).status).toBe(400);
});

test('what a rule lacks is an error at its field', async () => {
  expect(await errorsOf('operator', { event: 'entersArea' })).toEqual(['geometry']);
  expect(await errorsOf('operator', { event: 'lands' })).toEqual(['airport']);
  expect(await errorsOf('atmb', { event: 'planChanges' })).toEqual(['plan']);
  expect(await errorsOf('operator', { event: 'leavesArea', areaFrom: 'airspace', geometry: area })).toEqual([
    'airspace',
  ]);
  const half = [
    [60, 0],
    [140, 0],
    [140, 50],
    [60, 50],
    [60, 0],
  ];
  const large = { type: 'Polygon', coordinates: [half] };
  expect(await errorsOf('operator', { event: 'entersArea', geometry: large })).toEqual(['geometry']);
  expect(await errorsOf('operator', { event: 'entersArea', geometry: area, flights: ['a b'] })).toEqual([
    'flights.0',
  ]);
});

test('a user has 50 rules at most', async () => {
  for (let count = 0; count < 49; count += 1)
    await make('agent', { name: `规则 ${count}`, event: 'entersArea', geometry: area });
  const last = await make('agent', { name: '最后', event: 'entersArea', geometry: area });
  const refused = await server.call('agent', 'POST', path, {
    name: '多余',
    event: 'entersArea',
    geometry: area,
  });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('50')]);
  await server.call('agent', 'DELETE', `${path}/${last.id}?version=${last.version}`);
  await make('agent', { name: '补上', event: 'entersArea', geometry: area });
});

type PlanView = OutputOf<'Navigation', 'GetNAircraftById'>;

/** The mission of a plan, changed by its operator. */
async function change({ id }: { id: number }, mission: string): Promise<void> {
  const found = await server.service('operator', 'Navigation/GetNAircraftById', { id }, 'GET');
  const { plan, tasks } = found as PlanView;
  await server.service('operator', 'Navigation/UpdateNAircraftById', {
    id,
    version: plan.version,
    missionType: plan.missionType,
    mission,
    tasks: tasks.map(({ id, callsign, aircraft, departure, destination, etd, eta }) => ({
      id,
      callsign,
      aircraft,
      departure,
      destination,
      etd,
      eta,
    })),
  });
}

test('who watches a plan is notified of what others do to it, once within the time of the rule', async () => {
  const plan = await filePlan(server, 'operator', { registration: 'B-70YK' });
  const watcher = await make('atmb', {
    name: '本计划',
    event: 'planChanges',
    plan: plan.id,
    againMinutes: 5,
  });
  const own = await make('operator', { name: '自己的', event: 'planChanges', againMinutes: 5 });
  await change(plan, '第一次修改');
  await change(plan, '第二次修改');
  const [first, ...more] = await messagesOf(server, 'atmb', watcher.id);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    kind: 'rule',
    content: expect.stringContaining(`本计划：`),
    target: null,
    isWarning: false,
  });
  expect(first?.content).toContain(plan.planNumber);
  // What they did themselves is no news to them.
  expect(await messagesOf(server, 'operator', own.id)).toEqual([]);
  aheadMs += 6 * 60_000;
  await change(plan, '第三次修改');
  expect(await messagesOf(server, 'atmb', watcher.id)).toHaveLength(2);
});
