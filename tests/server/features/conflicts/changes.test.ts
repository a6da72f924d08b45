import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { amsl, clearPlans, filing, planActs, planOfCompany, type Saved } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

interface Check {
  ok: boolean;
  findings: { level: string; code: string; rule: string; message: string; existing?: boolean }[];
}

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());

const route = (longitude: number, latitude = 31.42) => ({
  type: 'LineString',
  coordinates: [
    [longitude, latitude],
    [longitude + 0.05, latitude],
  ],
});

const { act, approve } = planActs(() => world);
const planOf = (who: 'yunyi' | 'shuxiang', task: object, change?: object) =>
  planOfCompany(world, who, { lower: amsl(1_300), upper: amsl(1_500), ...task }, change);
async function file(caller: Caller, plan: object): Promise<Saved> {
  world.setClock(filing);
  const { items } = (await world.call(caller, 'Navigation/SaveNAircrafts', {
    plans: [plan],
    submit: true,
  })) as { items: Saved[] };
  if (!items[0]) throw new Error('nothing was filed');
  return items[0];
}
/** From approval into the air, at two o'clock UTC. */
async function fly(id: number): Promise<void> {
  await approve(id);
  world.setClock('2026-11-21T01:30:00Z');
  await act(world.operator, 'ApplyOpenDynamic', { id, state: 5, realEtd: '2026-11-21T02:00:00Z' });
  await act(world.atmb, 'DoFlyApprove', { id, decision: 'allow', stepIndex: 0 });
  world.setClock('2026-11-21T02:05:00Z');
  const at = { id, state: 9, realEta: '2026-11-21T02:02:00Z', actualNum: 1 };
  expect(await act(world.operator, 'UpdateStateAndRealEta', at)).toMatchObject({ state: 9 });
}
const stored = async (id: number) => {
  const plan = await world.sql.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const tasks = await world.sql.selectFrom('jobTask').selectAll().where('plan', '=', id).execute();
  return { plan, tasks };
};
const tasksOf = async (id: number) => (await stored(id)).tasks.map((task) => Number(task.id));
const findings = async (caller: Caller, id: number) =>
  ((await world.call(caller, 'Navigation/GetFindingsById', { id })) as unknown as Check).findings.filter(
    ({ code }) => code.startsWith('conflict.'),
  );
afterEach(() => clearPlans(world));

describe('a change that would make a new conflict is refused, and the old plan kept', () => {
  test('a later departure, asked for again', async () => {
    const { id } = await file(world.operator, planOf('yunyi', { geometry: route(103) }));
    await file(
      world.operator2,
      planOf('shuxiang', {
        geometry: route(103),
        etd: '2026-11-21T03:20:00Z',
        eta: '2026-11-21T04:00:00Z',
      }),
    );
    await approve(id);
    world.setClock('2026-11-21T01:30:00Z');
    const ask = (name: string, realEtd: string) => act(world.operator, name, { id, state: 5, realEtd });
    expect(await ask('ApplyOpenDynamic', '2026-11-21T02:10:00Z')).toMatchObject({ state: 5 });
    const before = await stored(id);
    await expect(ask('EditApplyOpenDynamic', '2026-11-21T02:40:00Z')).rejects.toMatchObject({
      code: 'refused',
      text: { key: 'plan.check.conflictPlan' },
    });
    expect(await stored(id)).toEqual(before);
    expect(await ask('EditApplyOpenDynamic', '2026-11-21T02:20:00Z')).toMatchObject({ state: 5 });
  });

  test('a detour in flight: it flies on by its plan', async () => {
    const { id } = await file(world.operator, planOf('yunyi', { geometry: route(103) }));
    await file(world.operator2, planOf('shuxiang', { geometry: route(103, 31.6) }));
    await fly(id);
    const [task = 0] = await tasksOf(id);
    const before = await stored(id);
    const detour = (geometry: object) =>
      act(world.operator, 'ApplyDetour', { id, task, reason: '绕飞雷雨', geometry });
    await expect(detour(route(103, 31.6))).rejects.toMatchObject({
      code: 'refused',
      text: { key: 'plan.check.conflictPlan' },
    });
    expect(await stored(id)).toEqual(before);
    expect(before.plan.state).toBe(9);

    // Free when it was applied for, taken by the time of the answer.
    const applied = await detour(route(103, 31.8));
    const third = await file(
      world.operator2,
      planOf('shuxiang', {
        aircraft: world.demo.aircraft.get('B-10SX'),
        geometry: route(103, 31.8),
        etd: '2026-11-21T02:30:00Z',
        eta: '2026-11-21T02:50:00Z',
        pilots: [world.demo.pilots.get('许晴') ?? 0],
      }),
    ).catch((error: unknown) => error);
    // The user's aircraft flies already: the same air is closed by a notice instead.
    expect(third).toMatchObject({ code: 'refused' });
    const square = [
      [102.9, 31.7],
      [103.2, 31.7],
      [103.2, 31.9],
      [102.9, 31.9],
      [102.9, 31.7],
    ];
    await world.records.untyped.create(systemCaller(), 'notice', {
      title: '停止活动',
      content: '停止活动',
      kind: 'stopActivity',
      area: { type: 'Polygon', coordinates: [square] },
      startTime: '2026-11-21T00:00:00Z',
      endTime: '2026-11-21T12:00:00Z',
    });
    world.setClock('2026-11-21T02:10:00Z');
    await expect(
      act(world.atmb, 'DecideDetour', { id, detour: applied.id, accept: true }),
    ).rejects.toMatchObject({ code: 'refused', text: { key: 'plan.check.conflictNotice' } });
    expect(await stored(id)).toEqual(before);
  });

  test('of two tasks, one that meets a plan already does not excuse the other', async () => {
    const hour = (n: number) => `2026-11-21T0${n}:00:00Z`;
    const base = planOf('yunyi', { geometry: route(106), etd: hour(2), eta: hour(3) });
    const second = { ...base.tasks[0], etd: hour(4), eta: hour(5) };
    const { id } = await file(world.operator, { ...base, tasks: [...base.tasks, second] });
    // A higher mission takes the air of the second task, and has flights of its own at the time of the first.
    const rescue = { missionType: world.demo.missionTypes.get('RESCUE') ?? 0 };
    const first = planOf('shuxiang', { geometry: route(106.4), etd: hour(2), eta: hour(3) }, rescue);
    const over = { ...first.tasks[0], geometry: route(106), etd: hour(4), eta: hour(5) };
    await file(world.operator2, { ...first, tasks: [...first.tasks, over] });
    await world.sql.updateTable('plan').set({ state: 9 }).where('id', '=', id).execute();
    expect(await findings(world.operator, id)).toMatchObject([{ level: 'warning', existing: true }]);
    const [one = 0] = await tasksOf(id);
    world.setClock('2026-11-21T01:40:00Z');
    await expect(
      act(world.operator, 'ApplyDetour', { id, task: one, reason: '绕飞', geometry: route(106.4) }),
    ).rejects.toMatchObject({ code: 'refused', text: { key: 'plan.check.conflictHigher' } });
  });
});

describe('a conflict that was there before', () => {
  test('with airspace closed since does not keep a flight from a detour out of it', async () => {
    const { id } = await file(world.operator, planOf('yunyi', { geometry: route(99, 28.1) }));
    await fly(id);
    const square = [
      [98.99, 28],
      [99.02, 28],
      [99.02, 28.2],
      [98.99, 28.2],
      [98.99, 28],
    ];
    await world.records.untyped.create(systemCaller(), 'airspace', {
      name: '临时禁区',
      kind: 'prohibited',
      shape: 'polygon',
      geometry: { type: 'Polygon', coordinates: [square] },
      lower: amsl(0),
      upper: amsl(3_000),
    });
    expect(await findings(world.operator, id)).toMatchObject([
      { code: 'conflict.airspace', level: 'error', existing: true },
    ]);
    const [task = 0] = await tasksOf(id);
    const away = {
      type: 'LineString',
      coordinates: [
        [99, 28.1],
        [99.05, 28.3],
      ],
    };
    expect(
      await act(world.operator, 'ApplyDetour', { id, task, reason: '飞离禁区', geometry: away }),
    ).toMatchObject({ id: expect.any(Number) });
  });

  test('with a higher mission holds the lower one back before release, and not once it is released', async () => {
    const { id } = await file(world.operator, planOf('yunyi', { geometry: route(107) }));
    await approve(id);
    world.setClock(filing);
    world.changes.length = 0;
    const rescue = await file(
      world.operator2,
      planOf(
        'shuxiang',
        { geometry: route(107), eta: '2026-11-21T02:30:00Z' },
        { missionType: world.demo.missionTypes.get('RESCUE') ?? 0 },
      ),
    );
    expect(rescue.state).toBe(1);
    const announced = world.changes.filter(({ message }) => message?.type === 'plan.conflict');
    expect(announced.map((change) => change.id).sort()).toEqual([id, rescue.id].sort());
    expect(announced.every(({ message }) => message?.content && message.contentEn)).toBe(true);

    expect(await findings(world.operator2, rescue.id)).toMatchObject([
      { level: 'warning', existing: true, message: expect.stringContaining('gives way') },
    ]);
    world.setClock('2026-11-21T01:30:00Z');
    const ask = (realEtd: string) => act(world.operator, 'ApplyOpenDynamic', { id, state: 5, realEtd });
    await expect(ask('2026-11-21T02:00:00Z')).rejects.toMatchObject({
      code: 'refused',
      text: { key: 'plan.check.conflictHigher' },
      extra: { explanation: { key: 'plan.rule.basic-91' } },
    });
    // Behind it the air is free.
    expect(await ask('2026-11-21T02:30:00Z')).toMatchObject({ state: 5 });
    await world.sql
      .updateTable('plan')
      .set({ state: 8, realEtd: '2026-11-21T02:00:00Z' })
      .where('id', '=', id)
      .execute();
    expect(await findings(world.operator, id)).toMatchObject([
      { level: 'warning', existing: true, rule: expect.stringContaining('before this change') },
    ]);
  });

  test('among equals who filed first flies; who comes later is refused', async () => {
    await file(world.operator, planOf('yunyi', { geometry: route(108) }));
    await expect(file(world.operator2, planOf('shuxiang', { geometry: route(108) }))).rejects.toMatchObject({
      code: 'refused',
      extra: { explanation: { key: 'plan.rule.firstCome' } },
    });
  });
});
