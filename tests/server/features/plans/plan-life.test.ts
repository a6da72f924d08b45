import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clearPlans, planActs, type Saved, say } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { planOf, file, decide, act, approve, release } = planActs(() => world);

describe('one flight, from filing to landing', () => {
  test('every step of it, with its records', async () => {
    const { operator, atmb } = world;
    const filed = await file();
    expect(filed.state).toBe(1);

    const inbox = (await world.call(atmb, 'FlowConfig/GetInbox')) as {
      totalCount: number;
      items: { id: number; stepName: string; decideBy: string }[];
    };
    expect(inbox.items.find((item) => item.id === filed.id)).toMatchObject({
      stepName: 'Acceptance and first review',
      decideBy: '2026-11-20T13:00:00.000Z',
    });
    expect(await world.call(operator, 'FlowConfig/GetInbox')).toMatchObject({ totalCount: 0 });

    const opened = (await world.call(atmb, 'Navigation/GetStepNaircraft', { nairid: filed.id })) as {
      state: number;
      stepIndex: number;
      decisions: string[];
    };
    expect(opened).toMatchObject({ state: 2, stepIndex: 0, mayDecide: true });
    expect(opened.decisions).toEqual(['approve', 'reject', 'return', 'reassign']);

    expect((await decide(atmb, filed.id, 'approve', 0)).state).toBe(2);
    expect((await decide(atmb, filed.id, 'approve', 1, { comment: '同意' })).state).toBe(4);

    world.setClock('2026-11-21T01:30:00Z');
    expect(
      (await act(operator, 'ApplyOpenDynamic', { id: filed.id, state: 5, realEtd: '2026-11-21T02:10:00Z' }))
        .state,
    ).toBe(5);
    expect(
      (await decide(atmb, filed.id, 'allowRestricted', 0, { restriction: '不得高于 800 米' })).state,
    ).toBe(8);
    const released = (await world.call(operator, 'Navigation/GetNAircraftById', { id: filed.id })) as {
      plan: Record<string, unknown>;
      actions: { action: string; allowed: boolean; reason: string | null; rule: string | null }[];
    };
    expect(released.plan).toMatchObject({
      stateText: 'Release allowed (restricted)',
      restriction: '不得高于 800 米',
      sFltText: 'CLD',
    });
    expect(released.actions.find((one) => one.action === 'takeOff')).toMatchObject({ allowed: true });
    expect(released.actions.find((one) => one.action === 'land')).toMatchObject({
      allowed: false,
      reason: 'The plan is "Release allowed": "Landing report" is not possible',
      rule: expect.stringContaining('Order 371'),
    });

    world.setClock('2026-11-21T02:14:00Z');
    const flying = await act(operator, 'UpdateStateAndRealEta', {
      id: filed.id,
      state: 9,
      realEta: '2026-11-21T02:12:00Z',
      actualNum: 1,
    });
    expect(flying.state).toBe(9);
    // Whoever decides flights and whoever watches them has it on the map.
    for (const watcher of [atmb, world.aiw]) {
      const onMap = (await world.call(watcher, 'Navigation/GetActiveNAircrafts')) as {
        items: { id: number; icao24s: string[]; features: { featureId: string; geometry: unknown }[] }[];
      };
      expect(onMap.items.find((item) => item.id === filed.id)).toMatchObject({
        state: 9,
        callsign: 'B10QA',
        icao24s: ['780c01'],
        features: [{ featureId: expect.stringMatching(/^plan-\d+-task-\d+$/) }],
      });
    }

    world.setClock('2026-11-21T03:20:00Z');
    expect(
      (
        await act(operator, 'UpdateStateAndRealEta', {
          id: filed.id,
          state: 10,
          realEta: '2026-11-21T03:18:00Z',
        })
      ).state,
    ).toBe(10);

    const { items } = (await world.call(operator, 'OperateRecord/GetListById', { id: filed.id })) as {
      items: {
        action: string;
        fromState: number | null;
        toState: number;
        operatedByName: string;
        unit: string;
      }[];
    };
    expect(items.map((item) => [item.action, item.fromState, item.toState, item.operatedByName])).toEqual([
      ['create', null, 0, 'HE Yuan'],
      ['submit', 0, 1, 'HE Yuan'],
      ['takeUp', 1, 2, 'GU Ping'],
      ['approve', 2, 2, 'GU Ping'],
      ['approve', 2, 4, 'GU Ping'],
      ['applyRelease', 4, 5, 'HE Yuan'],
      ['takeUpRelease', 5, 6, 'GU Ping'],
      ['allowRestricted', 6, 8, 'GU Ping'],
      ['takeOff', 8, 9, 'HE Yuan'],
      ['land', 9, 10, 'HE Yuan'],
    ]);
    expect(items[0]?.unit).toBe('Sichuan Yunyi General Aviation');

    const announced = world.changes.filter((change) => change.id === filed.id && change.message);
    expect(announced.map((change) => [change.message?.type, change.message?.state]).at(-1)).toEqual([
      'plan.land',
      10,
    ]);
    expect(announced.every((change) => change.record.company === world.demo.companies.yunyi)).toBe(true);
    const history = await world.records.history(world.operator, 'plan', filed.id);
    expect(history.length).toBeGreaterThanOrEqual(9);
  });

  test('reports are edited and reverted inside the grace time, and not after it', async () => {
    const { operator } = world;
    const { id } = await file();
    await approve(id);
    await release(id);
    world.setClock('2026-11-21T02:14:00Z');
    await act(operator, 'UpdateStateAndRealEta', {
      id,
      state: 9,
      realEta: '2026-11-21T02:12:00Z',
      actualNum: 2,
    });
    await act(operator, 'EditUpdateStateAndRealEta', { id, realEta: '2026-11-21T02:11:00Z', actualNum: 1 });
    expect((await act(operator, 'BackUpdateStateAndRealEta', { id })).state).toBe(8);
    await act(operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:13:00Z' });
    expect(
      await say(act(operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:12:00Z' })),
    ).toMatchObject({
      text: expect.stringContaining('早于起飞时间'),
    });
    expect(
      await say(act(operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T04:00:00Z' })),
    ).toMatchObject({
      key: 'plan.refused.reportFuture',
    });
    world.setClock('2026-11-21T03:00:00Z');
    await act(operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T03:00:00Z' });
    world.setClock('2026-11-21T03:30:01Z');
    expect(await say(act(operator, 'BackUpdateStateAndRealEta', { id }))).toMatchObject({
      key: 'plan.refused.grace',
    });
  });

  test('a rejected plan is changed and filed again', async () => {
    const { id } = await file();
    expect(await say(decide(world.atmb, id, 'reject', 0))).toMatchObject({ key: 'plan.refused.reason' });
    const rejected = await decide(world.atmb, id, 'reject', 0, { comment: '航线与限制区过近' });
    expect(rejected.state).toBe(3);
    const changed = (await world.call(world.operator, 'Navigation/UpdateNAircraftById', {
      ...planOf({ mission: '管线巡查（改）' }),
      id,
      version: rejected.version,
    })) as Saved;
    const again = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      ids: [id],
      submit: true,
    })) as {
      items: Saved[];
    };
    expect(changed.state).toBe(3);
    expect(again.items[0]?.state).toBe(1);
  });

  test('release is applied for, changed, withdrawn, refused and asked again', async () => {
    const { operator, atmb } = world;
    const { id } = await file();
    await approve(id);
    world.setClock('2026-11-21T01:00:00Z');
    await act(operator, 'ApplyOpenDynamic', { id, realEtd: '2026-11-21T02:00:00Z' });
    expect((await act(operator, 'EditApplyOpenDynamic', { id, realEtd: '2026-11-21T02:40:00Z' })).state).toBe(
      5,
    );
    expect((await act(operator, 'BackApplyOpenDynamic', { id })).state).toBe(4);
    await act(operator, 'ApplyOpenDynamic', { id, realEtd: '2026-11-21T02:40:00Z' });
    expect((await decide(atmb, id, 'refuse', 0, { comment: '能见度低' })).state).toBe(7);
    await act(operator, 'ApplyOpenDynamic', { id, realEtd: '2026-11-21T02:50:00Z' });
    expect((await decide(atmb, id, 'allow')).state).toBe(8);
  });
});

test('a report that is sent twice is taken once, and its record says when it was made', async () => {
  const { operator } = world;
  const { id } = await file();
  await approve(id);
  await release(id);
  world.setClock('2026-11-21T02:40:00Z');
  const takeOff = {
    id,
    state: 9,
    realEta: '2026-11-21T02:12:00Z',
    actualNum: 1,
    reportKey: 'a1b2c3d4e5f60718',
    madeAt: '2026-11-21T02:13:00Z',
  };
  const [one, two] = await Promise.all([
    act(operator, 'UpdateStateAndRealEta', takeOff),
    act(operator, 'UpdateStateAndRealEta', takeOff),
  ]);
  expect([one.state, two.state]).toEqual([9, 9]);
  // Sent once more when the flight has moved on, it takes nothing back.
  await act(operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:39:00Z' });
  expect((await act(operator, 'UpdateStateAndRealEta', takeOff)).state).toBe(10);
  const { items } = (await world.call(operator, 'OperateRecord/GetListById', { id })) as {
    items: { action: string; operatedAt: string; detail: Record<string, unknown> }[];
  };
  expect(items.filter(({ action }) => action === 'takeOff')).toMatchObject([
    { operatedAt: '2026-11-21T02:40:00.000Z', detail: { madeAt: '2026-11-21T02:13:00.000Z' } },
  ]);
  // Another report of the same flight is another key, and judged as any other.
  expect(
    await say(act(operator, 'UpdateStateAndRealEta', { ...takeOff, reportKey: 'ffffffffffffffff' })),
  ).toMatchObject({ key: 'plan.refused.state' });
  // The number of a report that was taken takes no other.
  const others = [
    { ...takeOff, realEta: '2026-11-21T02:20:00Z' },
    { ...takeOff, state: 10, realEta: '2026-11-21T02:39:00Z' },
  ];
  for (const other of others) {
    expect(await say(act(operator, 'UpdateStateAndRealEta', other))).toMatchObject({
      key: 'plan.refused.reportKey',
    });
  }
});

test('a report was not written before what it reports, nor in the future', async () => {
  const { operator } = world;
  const { id } = await file();
  await approve(id);
  await release(id);
  world.setClock('2026-11-21T02:40:00Z');
  const takeOff = { id, state: 9, realEta: '2026-11-21T02:12:00Z', actualNum: 1 };
  for (const [madeAt, key] of [
    ['2199-01-01T00:00:00Z', 'plan.refused.reportFuture'],
    ['2026-11-21T02:10:00Z', 'plan.refused.madeBefore'],
    ['1920-01-01T00:00:00Z', 'plan.refused.madeBefore'],
  ]) {
    expect(await say(act(operator, 'UpdateStateAndRealEta', { ...takeOff, madeAt }))).toMatchObject({ key });
  }
});
