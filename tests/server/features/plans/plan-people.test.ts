import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resources } from '#resources';
import type { Caller } from '#server/kernel/caller.ts';
import { callerWith } from '#tests/support/engine.ts';
import { clearPlans, filing, planActs, type Saved, say } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { planOf, file, draft, decide, act, approve } = planActs(() => world);

describe('who else', () => {
  test('an agent files and flies for a company that it serves, not for another', async () => {
    const { agent, demo } = world;
    const theirs = {
      aircraft: demo.aircraft.get('B-70XM'),
      pilots: [demo.pilots.get('宋雨')],
      callsign: 'B70XM',
    };
    const filed = await file({ company: demo.companies.xiling, task: theirs }, agent);
    expect(filed.state).toBe(1);
    expect((await act(agent, 'BackNAircraft', { id: filed.id })).state).toBe(11);
    expect(await say(draft({ company: demo.companies.shuxiang }, agent))).toMatchObject({
      code: 'validation',
      key: 'plan.refused.otherCompany',
    });
    expect(await say(draft({}, agent))).toMatchObject({ key: 'plan.refused.companyNeeded' });
  });

  test('an approver cancels an approved plan with a reason; an outsider may not', async () => {
    const { id } = await file();
    await approve(id);
    expect(await say(act(world.atmb, 'CancelNAircraft', { id, reason: ' ' }))).toMatchObject({
      key: 'plan.refused.reason',
    });
    const cancelled = await act(world.atmb, 'CancelNAircraft', { id, reason: '空域临时管制' });
    expect(cancelled.state).toBe(12);
    expect(await say(act(world.atmb, 'CancelNAircraft', { id, reason: '再次' }))).toMatchObject({
      key: 'plan.refused.state',
    });
  });

  test('a body sees the plans of its own area, in lists, the inbox and singly', async () => {
    const { id } = await file();
    const elsewhere: Caller = {
      ...callerWith(resources, { ...world.atmb.actor, coverageIds: [987_654] }),
    };
    const ids = async (caller: Caller) =>
      (
        (await world.call(caller, 'Navigation/GetNAircraft', { waiting: true })) as { items: Saved[] }
      ).items.map((item) => item.id);
    expect(await ids(world.atmb)).toEqual([id]);
    expect(await ids(elsewhere)).toEqual([]);
    expect(await world.call(world.atmb, 'FlowConfig/GetInbox')).toMatchObject({ totalCount: 1 });
    expect(await world.call(elsewhere, 'FlowConfig/GetInbox')).toMatchObject({ totalCount: 0 });
    expect(await say(decide(elsewhere, id, 'approve'))).toMatchObject({ code: 'notFound' });
  });

  test('lists are filtered, sorted and paged', async () => {
    await file();
    const page = (await world.call(world.operator, 'Navigation/GetNAircraft', {
      states: [1],
      from: '2026-11-21T00:00:00Z',
      to: '2026-11-22T00:00:00Z',
      keyword: 'B10QA',
      sorting: 'decideBy asc, id desc',
      maxResultCount: 5,
    })) as { totalCount: number; items: Record<string, unknown>[] };
    expect(page.totalCount).toBe(1);
    expect(page.items[0]).toMatchObject({
      stateText: 'Submitted',
      labels: { company: 'Sichuan Yunyi General Aviation' },
      waiting: false,
    });
    expect(
      await say(world.call(world.operator, 'Navigation/GetNAircraft', { sorting: 'phone; drop' })),
    ).toMatchObject({ code: 'validation' });
  });

  test('a stale change is a conflict, and nothing of it is kept', async () => {
    world.setClock(filing);
    const plan = await draft();
    const update = (mission: string, version: number) =>
      world.call(world.operator, 'Navigation/UpdateNAircraftById', {
        ...planOf({ mission }),
        id: plan.id,
        version,
      });
    await update('第一次', plan.version);
    expect(await say(update('第二次', plan.version))).toMatchObject({ code: 'conflict' });
    const { plan: now, tasks } = (await world.call(world.operator, 'Navigation/GetNAircraftById', {
      id: plan.id,
    })) as {
      plan: { mission: string };
      tasks: unknown[];
    };
    expect(now.mission).toBe('第一次');
    expect(tasks).toHaveLength(1);
  });

  test('one of several plans that may not go holds all of them back', async () => {
    world.setClock(filing);
    const before = (await world.call(world.operator, 'Navigation/GetNAircraft', {})) as {
      totalCount: number;
    };
    const late = planOf({ task: { etd: '2026-11-20T03:00:00Z', eta: '2026-11-20T04:00:00Z' } });
    expect(
      await say(
        world.call(world.operator, 'Navigation/SaveNAircrafts', { plans: [planOf(), late], submit: true }),
      ),
    ).toMatchObject({ code: 'refused' });
    expect(await world.call(world.operator, 'Navigation/GetNAircraft', {})).toMatchObject(before);
  });
});
