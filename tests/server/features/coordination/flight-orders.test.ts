import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { type CallName, type InputOf, type OutputOf, services } from '#contract/services.ts';
import type { Role } from '#domain/record/records.gen.ts';
import { resources } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import type { FileStore } from '#server/engine/files/file-store.ts';
import { type Coordination, createCoordination } from '#server/features/coordination/coordination.ts';
import { createFlights, type Flights } from '#server/flights.ts';
import { admit, ruleOf } from '#server/http/service-routes.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { silentLog } from '#tests/support/database.ts';
import { callerWith, refusalOf } from '#tests/support/engine.ts';
import { clearPlans, planActs } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** Stops and recalls of flights as orders in the rooms of their plans. */

let world: PlanWorld;
let flights: Flights;
let coordination: Coordination;
/** Of the operator: acknowledges and uses no rooms. */
let dispatcher: Caller;
/** Of the operator: uses rooms, and makes no plans. */
let chief: Caller;
type ChatHub = ReturnType<Parameters<typeof createCoordination>[0]['hub']>;
type Permission = NonNullable<Role['permissions']>[number];

/** What each user was sent. */
let sent: { user: number; event: string; text: string }[] = [];

beforeAll(async () => {
  world = await startPlanWorld();
  const { records, database, air, now, feed, sql } = world;
  const parameters = createParameters({ sql, changes: feed });
  const to = (users: readonly number[]) => {
    const note = (event: string, message: unknown) => {
      const { text = '' } = message as Partial<ChatMessage>;
      for (const user of users) sent.push({ user, event, text });
    };
    return {
      send: note,
      sendAll: (event: string, all: readonly (readonly unknown[])[]) => {
        for (const [message] of all) note(event, message);
      },
    };
  };
  coordination = createCoordination({
    database,
    records,
    parameters,
    changes: feed,
    store: {} as FileStore,
    hub: () => ({ user: (id: number) => to([id]), users: to, onlineUsers: () => [] }) as unknown as ChatHub,
    alertRecorded: async () => undefined,
    acknowledgeFlightOrder: (...given) => flights.orders.acknowledgeInRoom(...given),
    secret: 'of the test',
    clock: now,
    log: silentLog,
  });
  const orderRooms = () => coordination.flightOrders;
  flights = createFlights({ records, database, parameters, air, orderRooms, clock: now });
  dispatcher = await colleague('dispatcher', '林签派', ['Pages.Navigation', 'Pages.Navigation.Create']);
  chief = await colleague('chief', '周队长', ['Pages.Chat']);
});
afterAll(async () => {
  await coordination?.close();
  await world?.close();
});
beforeEach(() => {
  sent = [];
});
afterEach(() => clearPlans(world));

/** A user of the operator's company with a role of these permissions. */
async function colleague(userName: string, name: string, permissions: Permission[]): Promise<Caller> {
  const { records, demo } = world;
  const company = demo.companies.yunyi;
  const role = await records.create(systemCaller(), 'role', {
    name: userName,
    displayName: userName,
    permissions,
  });
  const user = { userName, name, company, roles: [role.id], isActive: true };
  const { id } = await records.create(systemCaller(), 'user', user);
  return callerWith(resources, {
    userId: id,
    userName,
    name,
    roles: [userName],
    permissions,
    companyId: company,
    companyIds: [company],
  });
}

const { file, act, approve, release } = planActs(() => world);

async function flying(): Promise<number> {
  const { id } = await file();
  await approve(id);
  await release(id);
  world.setClock('2026-11-21T02:20:00Z');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:12:00Z' });
  world.setClock('2026-11-21T02:30:00Z');
  return id;
}

/** By its contract's permission, as at the endpoint. */
async function call<M extends CallName<'Coordination'>>(
  caller: Caller,
  name: M,
  input: InputOf<'Coordination', M>,
): Promise<OutputOf<'Coordination', M>> {
  const method = coordination.services
    .find((service) => service.name === 'Coordination')
    ?.methods.find((one) => one.name === name);
  if (!method) throw new Error(`there is no ${name}`);
  admit(method, ruleOf(services.Coordination[name].permission, resources), caller);
  return (await method.handle(input, caller)) as OutputOf<'Coordination', M>;
}
const toMe = async (caller: Caller) => (await call(caller, 'GetOpenOrders', {})).toMe;
const fromMe = async (caller: Caller) => (await call(caller, 'GetOpenOrders', {})).fromMe;
const stateOf = async (id: number) => (await flights.orders.ofPlan(world.atmb, id))[0];
const chinese = (caller: Caller): Caller => ({ ...caller, locale: 'zh-Hans' });
async function only(messages: Promise<ChatMessage[]>): Promise<ChatMessage> {
  const [message, ...others] = await messages;
  if (!message || others.length > 0) throw new Error(`${others.length + (message ? 1 : 0)} orders are open`);
  return message;
}

test('a recall is an order to all of the operator who acknowledge, one of whom does for all', async () => {
  const { operator, aiw, atmb, agent } = world;
  const id = await flying();
  await flights.orders.order(aiw, id, 'recall', '军方活动');

  const order = await only(toMe(chinese(operator)));
  expect(order).toMatchObject({
    kind: 'order',
    author: aiw.actor.userId,
    text: '召回 B10QA：立即返航落地。原因：军方活动',
    references: [{ resource: 'plan', id }],
    demand: { withinS: 60, state: 'open', next: [{ id: chief.actor.userId, name: '周队长' }] },
  });
  expect((await only(toMe(operator))).text).toBe('Recall B10QA: return and land. Reason: 军方活动');
  expect(order.demand?.receivers.map(({ userId }) => userId)).toEqual(
    expect.arrayContaining([operator, agent, dispatcher].map(({ actor }) => actor.userId)),
  );
  expect(await only(fromMe(aiw))).toMatchObject({ seq: order.seq, room: order.room });
  expect(await toMe(world.operator2)).toEqual([]);
  expect((await refusalOf(call(dispatcher, 'GetRoom', { id: order.room }))).code).toBe('forbidden');
  expect(sent.some(({ user, text }) => user === dispatcher.actor.userId && text === order.text)).toBe(true);

  sent = [];
  world.setClock('2026-11-21T02:30:20Z');
  const of = { room: order.room, seq: order.seq };
  const done = await call(dispatcher, 'Acknowledge', { ...of, remark: '返航中' });
  expect(done.demand?.state).toBe('acknowledged');
  expect(done.demand?.receivers.filter(({ acknowledgedAt }) => acknowledgedAt)).toMatchObject([
    { userId: dispatcher.actor.userId, remark: '返航中' },
  ]);
  expect(await stateOf(id)).toMatchObject({
    state: 'acknowledged',
    acknowledgedByName: expect.stringMatching(/林签派|dispatcher/),
    acknowledgedAt: '2026-11-21T02:30:20.000Z',
  });
  expect([await toMe(operator), await fromMe(aiw)]).toEqual([[], []]);
  expect(sent.map(({ user }) => user)).toEqual(expect.arrayContaining([aiw.actor.userId]));
  // Once, by one name.
  expect((await call(operator, 'Acknowledge', of)).demand).toEqual(done.demand);
  await expect(call(world.operator2, 'Acknowledge', of)).rejects.toMatchObject({ code: 'notFound' });
  await expect(call(atmb, 'Acknowledge', of)).rejects.toMatchObject({
    code: expect.stringMatching(/notFound|forbidden/),
  });
  expect((await call(operator, 'VerifyRoom', { room: order.room })).valid).toBe(true);
});

test('what is acknowledged on the page of the plan is acknowledged in its room', async () => {
  const { operator, aiw } = world;
  const id = await flying();
  await flights.orders.order(aiw, id, 'stop', '天气');
  const { room, seq } = await only(toMe(operator));
  const given = await stateOf(id);
  await flights.orders.acknowledge(operator, id, given?.id ?? 0);
  const { items } = await call(operator, 'GetMessages', { room });
  const message = items.find((one) => one.seq === seq);
  expect(message?.demand).toMatchObject({ state: 'acknowledged' });
  expect(message?.demand?.receivers.filter(({ acknowledgedAt }) => acknowledgedAt)).toMatchObject([
    { userId: operator.actor.userId },
  ]);
  expect(await fromMe(aiw)).toEqual([]);
});

test('unacknowledged it sounds, then goes to the others of the operator, who acknowledge for it', async () => {
  const { operator, aiw, sql } = world;
  const id = await flying();
  await flights.orders.order(aiw, id, 'recall', '军方活动');
  const { room, seq } = await only(toMe(operator));
  expect(await toMe(chief)).toEqual([]);
  const tick = async (time: string) => {
    world.setClock(time);
    await coordination.orderClock.tick(world.now());
  };
  const sounds = (caller: Caller) =>
    sent.filter(({ user, event }) => user === caller.actor.userId && event === 'chatOrderDue').length;
  const reminded = async () =>
    (
      await sql
        .selectFrom('reminder')
        .select(['user', 'contentEn'])
        .where('asks', '=', 'coordination.order')
        .where('deletedAt', 'is', null)
        .execute()
    ).map(({ user, contentEn }) => [user, contentEn?.includes('Recall B10QA')]);
  await tick('2026-11-21T02:31:01Z');
  expect([sounds(operator), sounds(dispatcher), sounds(chief)]).toEqual([1, 1, 0]);
  expect(await reminded()).toEqual(
    expect.arrayContaining([
      [operator.actor.userId, true],
      [dispatcher.actor.userId, true],
    ]),
  );
  await tick('2026-11-21T02:31:32Z');
  expect(sounds(chief)).toBe(1);
  expect(await only(toMe(chief))).toMatchObject({ seq });

  const done = await call(chief, 'Acknowledge', { room, seq });
  expect(done.demand?.state).toBe('acknowledged');
  expect(await stateOf(id)).toMatchObject({ state: 'acknowledged' });
  expect([await toMe(operator), await reminded()]).toEqual([[], []]);
});

test('lifted or replaced it is withdrawn in the room, and by no other way', async () => {
  const { operator, aiw } = world;
  const id = await flying();
  await flights.orders.order(aiw, id, 'stop', '天气');
  const stop = await only(toMe(operator));
  await flights.orders.order(aiw, id, 'recall', '天气恶化');
  const recall = await only(toMe(operator));
  expect(recall.room).toBe(stop.room);
  const of = { room: recall.room, seq: recall.seq };
  const refused = async (work: Promise<unknown>) => (await refusalOf(work)).text.key;
  expect(await refused(call(operator, 'Acknowledge', { ...of, seq: stop.seq }))).toBe(
    'coordination.withdrawn',
  );
  expect(await refused(call(aiw, 'Withdraw', of))).toBe('coordination.liftFlightOrder');
  expect(await refused(call(aiw, 'CloseRoom', { id: recall.room }))).toBe('coordination.flightOrderOpen');
  await flights.orders.lift(aiw, id, (await stateOf(id))?.id ?? 0, '天气好转');
  expect([await toMe(operator), await fromMe(aiw)]).toEqual([[], []]);
  const { items } = await call(operator, 'GetMessages', { room: recall.room });
  expect(items.filter(({ kind }) => kind === 'order').every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(
    true,
  );
});

test('a flight that has landed is asked for nothing, and one whose landing was a mistake is again', async () => {
  const { operator, aiw, sql } = world;
  const id = await flying();
  await flights.orders.order(aiw, id, 'recall', '天气');
  world.setClock('2026-11-21T02:31:01Z');
  await coordination.orderClock.tick(world.now());
  const open = async () =>
    Number(
      (
        await sql
          .selectFrom('reminder')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('asks', '=', 'coordination.order')
          .where('deletedAt', 'is', null)
          .executeTakeFirstOrThrow()
      ).n,
    );
  expect(await open()).toBeGreaterThan(0);
  await flights.reports.report(operator, id, 10, world.now().getTime(), 1);
  expect([await toMe(operator), await fromMe(aiw), await open()]).toEqual([[], [], 0]);
  expect(await coordination.orderClock.tick(new Date('2026-11-21T02:33:00Z'))).toMatchObject({
    escalated: 0,
  });
  await act(operator, 'BackUpdateStateAndRealEta', { id });
  expect(await toMe(operator)).toHaveLength(1);
});
