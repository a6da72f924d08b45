import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { clearPlans, planActs } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** Messages about flights in the air: detours, and orders that are over. */

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld({ reminders: true });
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { file, act, approve, release } = planActs(() => world);

async function flying(): Promise<{ id: number; task: number }> {
  const { id } = await file();
  await approve(id);
  await release(id);
  world.setClock('2026-11-21T02:20:00Z');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:12:00Z' });
  const { items } = (await world.call(world.operator, 'Navigation/GetJobTaskById', { id })) as {
    items: { id: number }[];
  };
  return { id, task: items[0]?.id ?? 0 };
}

/** Messages of a type about a plan that are not taken back, by their users. */
const messages = (id: number, type: string) =>
  world.sql
    .selectFrom('reminder as r')
    .innerJoin('user as u', 'u.id', 'r.user')
    .select(['u.userName', 'r.content', 'r.contentEn', 'r.opinion', 'r.isWarning', 'r.isRead', 'r.asks'])
    .where('r.documentResource', '=', 'plan')
    .where('r.documentId', '=', id)
    .where('r.messageType', '=', type)
    .where('r.deletedAt', 'is', null)
    .orderBy('r.id')
    .execute();
const namesOf = (rows: { userName: string | null }[]) => rows.map(({ userName }) => userName);

const change = { upper: { value: 800, unit: 'm', reference: 'AMSL' } };
const apply = (id: number, task: number) =>
  act(world.operator, 'ApplyDetour', { id, task, reason: '绕飞雷雨', ...change });

test.each([true, false])(
  'a detour waits for who may decide it, and its crew learns of it: %s',
  async (accept) => {
    const { id, task } = await flying();
    const { id: detour } = await apply(id, task);
    const waiting = await messages(id, 'detour.applied');
    expect(namesOf(waiting)).toContain('atmb');
    // Neither the applicant's company nor bodies that no flow of the plan names.
    for (const none of ['operator', 'operator2', 'agent']) expect(namesOf(waiting)).not.toContain(none);
    expect(waiting[0]).toMatchObject({ opinion: '绕飞雷雨', isWarning: true, asks: 'detour.applied' });
    expect(waiting[0]?.contentEn).toContain('Detour applied for');
    expect(waiting[0]?.contentEn).toContain('Upper limit 800 m AMSL');

    await act(world.atmb, 'DecideDetour', { id, detour, accept, comment: accept ? undefined : '军方活动' });
    expect(await messages(id, 'detour.applied')).toEqual([]);
    const decided = await messages(id, accept ? 'detour.accepted' : 'detour.refused');
    expect(namesOf(decided)).toContain('operator');
    for (const none of ['atmb', 'operator2']) expect(namesOf(decided)).not.toContain(none);
    expect(decided[0]?.content).toContain('上限高度 800 m AMSL');
    expect(decided[0]).toMatchObject({ isWarning: true, opinion: accept ? null : '军方活动' });
    const heard = world.changes.findLast(({ message }) => message?.type === 'detour.applied')?.message;
    // The company that applied, in both languages.
    expect(heard?.unit).toMatch(/\p{Script=Han}/u);
    expect(heard?.unitEn).toMatch(/^[\x20-\x7e]+$/);
  },
);

test('a detour of a flight that has landed waits for nobody', async () => {
  const { id, task } = await flying();
  await apply(id, task);
  world.setClock('2026-11-21T03:00:00Z');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:55:00Z' });
  expect(await messages(id, 'detour.applied')).toEqual([]);
});

test('the message of an order is read when another order takes its place, and when it is lifted', async () => {
  const { id } = await flying();
  await act(world.atmb, 'OrderFlight', { id, kind: 'stop', reason: '雷雨' });
  const readStates = async (type: string) => [
    ...new Set((await messages(id, type)).map(({ isRead }) => isRead)),
  ];
  expect(await readStates('plan.stopFlight')).toEqual([0]);
  await act(world.atmb, 'OrderFlight', { id, kind: 'recall', reason: '雷雨加强' });
  expect(await readStates('plan.stopFlight')).toEqual([1]);
  expect(await readStates('plan.recall')).toEqual([0]);
  const order = await world.sql
    .selectFrom('flightOrder')
    .select('id')
    .where('plan', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  await act(world.atmb, 'LiftOrder', { id, order: order?.id, reason: '雷雨已过' });
  expect(await readStates('plan.recall')).toEqual([1]);
  expect(await readStates('plan.liftOrder')).toEqual([0]);
});
