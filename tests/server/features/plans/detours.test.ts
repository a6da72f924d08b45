import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#server/kernel/caller.ts';
import { clearPlans, planActs, say } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** How a detour is read and offered; how it is applied for and answered is in report-proposals.test.ts. */

interface Detour {
  id: number;
  plan: number;
  callsign: string;
  state: string;
  change: Record<string, unknown>;
  before: Record<string, unknown>;
  changeLabels: Record<string, string>;
  beforeLabels: Record<string, string>;
  appliedByName: string | null;
  decidedByName: string | null;
  comment: string | null;
  mayDecide: boolean;
}
interface Offer {
  action: string;
  relevant: boolean;
  allowed: boolean;
  reason: string | null;
}

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
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
async function detours(caller: Caller, input: object = {}): Promise<Detour[]> {
  return ((await world.call(caller, 'Navigation/GetDetours', input)) as { items: Detour[] }).items;
}
async function offers(caller: Caller, id: number): Promise<Record<string, Offer>> {
  const { actions } = (await world.call(caller, 'Navigation/GetNAircraftById', { id })) as {
    actions: Offer[];
  };
  return Object.fromEntries(actions.map((one) => [one.action, one]));
}
const apply = (id: number, task: number, change: object) =>
  act(world.operator, 'ApplyDetour', { id, task, reason: '绕飞雷雨', ...change });

test('one that waits is in the list of who answers it and of who flies, of nobody else', async () => {
  const { id, task } = await flying();
  const other = world.demo.airports.get('ZUUU|') ?? 0;
  await apply(id, task, { destination: other, upper: { value: 800, unit: 'm', reference: 'AMSL' } });
  expect(await detours(world.atmb)).toEqual([
    expect.objectContaining({
      plan: id,
      callsign: 'B10QA',
      state: 'open',
      change: { destination: other, destinationPoint: null, upper: expect.objectContaining({ value: 800 }) },
      before: expect.objectContaining({ upper: expect.objectContaining({ value: 900 }) }),
      appliedByName: 'HE Yuan',
      mayDecide: true,
    }),
  ]);
  const [shown] = await detours(world.atmb);
  expect(shown?.changeLabels.destination).toMatch(/Shuangliu/);
  expect(shown?.beforeLabels.destination).toMatch(/Guanghan/);
  expect(await detours(world.operator)).toEqual([expect.objectContaining({ plan: id, mayDecide: false })]);
  expect(await detours(world.operator2)).toEqual([]);
  expect(await say(detours(world.operator2, { id }))).toMatchObject({ code: 'notFound' });
});

test('what is answered, and what is on the ground, waits no longer', async () => {
  const { id, task } = await flying();
  const { id: first } = await apply(id, task, { route: 'DCT GUH' });
  await act(world.atmb, 'DecideDetour', { id, detour: first, accept: false, comment: '军方活动' });
  expect(await detours(world.atmb)).toEqual([]);
  expect(await detours(world.operator, { id })).toEqual([
    expect.objectContaining({
      state: 'refused',
      decidedByName: 'GU Ping',
      comment: '军方活动',
      mayDecide: false,
    }),
  ]);
  await apply(id, task, { route: 'DCT JTN' });
  expect(await detours(world.atmb)).toHaveLength(1);
  world.setClock('2026-11-21T03:00:00Z');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:55:00Z' });
  expect(await detours(world.atmb)).toEqual([]);
  expect((await detours(world.atmb, { id })).map(({ mayDecide }) => mayDecide)).toEqual([false, false]);
});

test('the page of a plan offers what may be done about it', async () => {
  const { id, task } = await flying();
  expect((await offers(world.operator, id)).applyDetour).toMatchObject({ relevant: true, allowed: true });
  expect((await offers(world.atmb, id)).acceptDetour).toMatchObject({
    relevant: true,
    allowed: false,
    reason: 'No detour waits for an answer',
  });
  await apply(id, task, { route: 'DCT GUH' });
  expect((await offers(world.operator, id)).applyDetour).toMatchObject({
    allowed: false,
    reason: 'A detour applied for waits for its answer',
  });
  const body = await offers(world.atmb, id);
  expect(body.acceptDetour).toMatchObject({ relevant: true, allowed: true });
  expect(body.refuseDetour).toMatchObject({ relevant: true, allowed: true });
  expect((await offers(world.operator, id)).acceptDetour).toMatchObject({ relevant: false, allowed: false });
});
