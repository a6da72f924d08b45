import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isReminding } from '#domain/notices/reminders.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { clearPlans, planActs, say } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

interface Order {
  id: number;
  plan: number;
  kind: string;
  state: string;
  inForce: boolean;
  reason: string;
  orderedByName: string | null;
  acknowledgedAt: string | null;
  acknowledgedByName: string | null;
  liftReason: string | null;
  mayAcknowledge: boolean;
  mayLift: boolean;
}

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { file, act, approve, release } = planActs(() => world);

async function flying(): Promise<number> {
  const { id } = await file();
  await approve(id);
  await release(id);
  world.setClock('2026-11-21T02:20:00Z');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:12:00Z' });
  return id;
}
const orders = async (caller: Caller, input: object = {}) =>
  ((await world.call(caller, 'Navigation/GetFlightOrders', input)) as { items: Order[] }).items;
const order = (caller: Caller, id: number, kind: 'stop' | 'recall', reason = '军方活动') =>
  act(caller, 'OrderFlight', { id, kind, reason });

test('a recall reaches the crew at once, and their acknowledgement whoever ordered it', async () => {
  const { operator, atmb, aiw } = world;
  const id = await flying();
  world.setClock('2026-11-21T02:30:00Z');
  await order(aiw, id, 'recall');

  const [seen] = await orders(operator);
  expect(seen).toMatchObject({
    plan: id,
    kind: 'recall',
    state: 'open',
    reason: '军方活动',
    mayAcknowledge: true,
    mayLift: false,
  });
  expect(world.changes.at(-1)).toMatchObject({
    resource: 'plan',
    id,
    message: { type: 'plan.recall', message: '军方活动' },
    record: { company: world.demo.companies.yunyi },
  });
  expect(isReminding('plan.recall')).toBe(true);
  expect(await orders(world.operator2)).toEqual([]);

  world.setClock('2026-11-21T02:31:00Z');
  await act(operator, 'AcknowledgeOrder', { id, order: seen?.id });
  for (const body of [aiw, atmb]) {
    expect(await orders(body, { id })).toMatchObject([
      {
        state: 'acknowledged',
        inForce: true,
        acknowledgedByName: 'HE Yuan',
        acknowledgedAt: '2026-11-21T02:31:00.000Z',
        mayAcknowledge: false,
        mayLift: true,
      },
    ]);
  }
  // Twice is once: who acknowledged first stands.
  expect(await say(act(operator, 'AcknowledgeOrder', { id, order: seen?.id }))).toMatchObject({
    key: 'plan.refused.noOrder',
  });

  const { items } = (await world.call(operator, 'OperateRecord/GetListById', { id })) as {
    items: { action: string; reason: string | null; operatedByName: string; rule: string | null }[];
  };
  expect(items.slice(-2)).toMatchObject([
    { action: 'recall', reason: '军方活动', rule: expect.stringContaining('19') },
    { action: 'acknowledgeOrder', operatedByName: 'HE Yuan' },
  ]);
});

test('a further order takes the place of the one before, and is acknowledged anew', async () => {
  const { operator, atmb } = world;
  const id = await flying();
  await order(atmb, id, 'stop');
  const [stop] = await orders(operator);
  await order(atmb, id, 'recall', '天气');
  expect(await say(act(operator, 'AcknowledgeOrder', { id, order: stop?.id }))).toMatchObject({
    code: 'conflict',
    key: 'plan.refused.otherOrder',
  });
  expect((await orders(operator, { id })).map(({ kind, state }) => [kind, state])).toEqual([
    ['recall', 'open'],
    ['stop', 'replaced'],
  ]);
  const [recall] = await orders(operator);
  await act(atmb, 'LiftOrder', { id, order: recall?.id, reason: '天气好转' });
  expect(await orders(operator)).toEqual([]);
  expect((await orders(operator, { id }))[0]).toMatchObject({ state: 'lifted', liftReason: '天气好转' });
});

test('a flight on the ground is neither stopped nor waited for, and no operator stops a flight', async () => {
  const { operator, operator2, atmb } = world;
  const { id: filed } = await file();
  expect(await say(order(atmb, filed, 'stop'))).toMatchObject({ key: 'plan.refused.state' });
  await clearPlans(world);
  const id = await flying();
  expect(await say(order(operator, id, 'stop'))).toMatchObject({ code: 'forbidden' });
  expect(await say(order(operator2, id, 'stop'))).toMatchObject({ code: 'notFound' });
  expect(await say(order(atmb, id, 'stop', '  '))).toMatchObject({ key: 'plan.refused.reason' });
  await order(atmb, id, 'stop');
  await act(operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:20:00Z' });
  expect(await orders(atmb)).toEqual([]);
  expect((await orders(atmb, { id }))[0]).toMatchObject({ state: 'open', inForce: false, mayLift: false });
});
