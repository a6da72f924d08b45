import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SeenEvent } from '#domain/plans/flight-status.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { clearPlans, planActs, say } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { file, act, approve, release } = planActs(() => world);

async function released(): Promise<number> {
  const { id } = await file();
  await approve(id);
  await release(id);
  return id;
}
async function labelOf(id: number, caller: Caller = world.operator): Promise<string> {
  const page = (await world.call(caller, 'Navigation/GetNAircraftById', { id })) as {
    plan: { sFltText: string };
  };
  const { items } = (await world.call(caller, 'Navigation/GetNAircraft', {
    states: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    maxResultCount: 500,
  })) as { items: { id: number; sFltText: string }[] };
  // The page of a plan and every list say the same.
  expect(items.find((item) => item.id === id)?.sFltText).toBe(page.plan.sFltText);
  return page.plan.sFltText;
}
const see = (plan: number, event: SeenEvent, planState: number) =>
  world.navigation.statusNotes.see({
    plan,
    jobTask: null,
    event,
    planState,
    at: world.now().getTime(),
  });
const notes = async (caller: Caller) =>
  (
    await world.records.list(caller, 'flightStatus', {
      start: 0,
      end: 100,
      sort: [{ field: 'id', order: 'asc' }],
      filter: undefined,
      search: undefined,
      trash: 'without',
      count: 'none',
    })
  ).items;

test('what surveillance sees of a released flight and of one in the air is its status, noted once', async () => {
  const id = await released();
  expect(await labelOf(id)).toBe('CLD');
  await see(id, 'standing', 8);
  expect(await labelOf(id)).toBe('RDY');
  world.setClock('2026-11-21T01:58:00Z');
  await Promise.all([see(id, 'taxiing', 8), see(id, 'taxiing', 8)]);
  expect(await labelOf(id)).toBe('TAX');
  expect((await notes(world.operator)).map(({ status }) => status)).toEqual(['RDY', 'TAX']);

  world.setClock('2026-11-21T02:14:00Z');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:12:00Z' });
  expect(await labelOf(id)).toBe('DEP');
  // Judged before the report came: of no use any more.
  await see(id, 'taxiing', 8);
  expect(await labelOf(id)).toBe('DEP');
  await see(id, 'identified', 9);
  expect(await labelOf(id)).toBe('RAD');
  expect(await notes(world.operator2)).toEqual([]);
});

test('airspace watch sets by hand what nothing else reaches, with a reason, and withdraws it', async () => {
  const id = await released();
  await act(world.aiw, 'SetFlightStatus', { id, code: 130, reason: '跑道占用' });
  expect(await labelOf(id)).toBe('QUE');
  await see(id, 'taxiing', 8);
  expect(await labelOf(id)).toBe('QUE');
  await act(world.atmb, 'SetFlightStatus', { id, code: 140, reason: '可进跑道' });
  expect(await labelOf(id)).toBe('LIN');
  await act(world.aiw, 'WithdrawFlightStatus', { id, reason: '设置有误' });
  expect(await labelOf(id)).toBe('TAX');
  expect(await say(act(world.aiw, 'WithdrawFlightStatus', { id, reason: '再次' }))).toMatchObject({
    key: 'plan.refused.noStatus',
  });
  const kept = (await notes(world.aiw)).filter(({ plan, source }) => plan === id && source === 'hand');
  expect(kept).toMatchObject([
    { status: 'QUE', reason: '跑道占用', setBy: world.aiw.actor.userId, withdrawReason: '可进跑道' },
    { status: 'LIN', reason: '可进跑道', withdrawReason: '设置有误', withdrawnBy: world.aiw.actor.userId },
  ]);
  const history = await world.records.history(world.admin, 'flightStatus', kept[1]?.id ?? 0);
  expect(history.map(({ action }) => action).sort()).toEqual(['create', 'update']);
});

test('it ends with the next state of the plan, and what the plan itself says is set by nobody', async () => {
  const id = await released();
  const refusal = await refusalOf(act(world.aiw, 'SetFlightStatus', { id, code: 150, reason: '起飞' }));
  expect(refusal).toMatchObject({ code: 'validation', extra: { fields: [{ field: 'code' }] } });
  expect(await say(act(world.operator, 'SetFlightStatus', { id, code: 130, reason: '我' }))).toMatchObject({
    code: 'forbidden',
  });
  await act(world.aiw, 'SetFlightStatus', { id, code: 130, reason: '跑道占用' });
  world.setClock('2026-11-21T02:14:00Z');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:12:00Z' });
  expect(await labelOf(id)).toBe('DEP');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:13:00Z' });
  expect(await labelOf(id)).toBe('ARR');
  world.setClock('2026-11-21T02:44:00Z');
  expect(await labelOf(id)).toBe('FIN');
});
