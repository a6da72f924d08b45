import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { seedFlows } from '#server/seed/seed-flows.ts';
import { clearPlans, filing, planActs, type Saved, say } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { planOf, file, draft, decide, act, approve } = planActs(() => world);

describe('two at once', () => {
  test('two approvers: the step is decided once', async () => {
    const { id } = await file();
    const results = await Promise.allSettled([
      decide(world.atmb, id, 'approve', 0),
      decide(world.atmb2, id, 'approve', 0),
    ]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const failed = results.find((one) => one.status === 'rejected');
    expect(failed?.reason).toMatchObject({ code: 'conflict', text: { key: 'plan.refused.changed' } });
    const step = (await world.call(world.atmb, 'Navigation/GetStepNaircraft', { nairid: id })) as {
      stepIndex: number;
    };
    expect(step.stepIndex).toBe(1);
  });

  test('one approves and one rejects the last step: one of them wins, whole', async () => {
    const { id } = await file();
    await decide(world.atmb, id, 'approve', 0);
    const results = await Promise.allSettled([
      decide(world.atmb, id, 'approve', 1),
      decide(world.atmb2, id, 'reject', 1, { comment: '不同意' }),
    ]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const { items } = (await world.call(world.operator, 'OperateRecord/GetListById', { id })) as {
      items: { toState: number }[];
    };
    const { plan } = (await world.call(world.operator, 'Navigation/GetNAircraftById', { id })) as {
      plan: Saved;
    };
    expect([3, 4]).toContain(plan.state);
    expect(items.at(-1)?.toState).toBe(plan.state);
  });
});

describe('flows', () => {
  test('a published version holds for what runs; the new one for what is filed after it', async () => {
    const { records } = world;
    const before = await file();
    const { items } = await records.list(world.admin, 'flowConfig', {
      start: 0,
      end: 10,
      sort: [],
      search: undefined,
      trash: 'without',
      filter: { field: 'documentKind', operator: 'eq', value: 'plan' },
    });
    const flow = items[0];
    if (!flow) throw new Error('no flow');
    const stepCount = async (id: number) =>
      (
        (await world.call(world.operator, 'Navigation/GetStepNaircraft', { nairid: id })) as {
          flows: { steps: unknown[] }[];
        }
      ).flows[0]?.steps.length;
    const changed = await records.update(world.admin, 'flowConfig', flow.id, flow.version, {
      steps: [{ name: '直接批复', roles: ['ATMB'] }],
    });
    expect(await stepCount(before.id)).toBe(2);
    await act(world.operator, 'BackNAircraft', { id: before.id });
    const unpublished = await file();
    expect(await stepCount(unpublished.id)).toBe(2);
    await act(world.operator, 'BackNAircraft', { id: unpublished.id });
    expect(await world.call(world.admin, 'FlowConfig/Publish', { id: flow.id })).toMatchObject({ number: 2 });
    await seedFlows(records);
    const after = await file();
    expect(await stepCount(after.id)).toBe(1);
    expect((await decide(world.atmb, after.id, 'approve', 0)).state).toBe(4);
    const now = await records.get(world.admin, 'flowConfig', flow.id);
    await records.update(world.admin, 'flowConfig', flow.id, now.version, { steps: flow.steps });
    await world.call(world.admin, 'FlowConfig/Publish', { id: flow.id });
    expect(changed.publishedVersion).toBe(1);
  });

  test('a step is handed to a named user, who alone may then take it', async () => {
    const { id } = await file();
    const other = world.atmb2.actor.userId;
    // Of the body by its account too, not only as it calls here.
    const { roles, version } = await world.records.get(systemCaller(), 'user', other);
    const body = await world.sql
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'ATMB')
      .executeTakeFirstOrThrow();
    const both = [...(roles ?? []), body.id];
    await world.records.update(systemCaller(), 'user', other, version, { roles: both });
    const candidates = async (caller: Caller) =>
      (
        (await world.call(caller, 'Navigation/GetCandidates', { id })) as {
          items: { id: number; name: string }[];
        }
      ).items;
    // Colleagues of bodies, not people of companies, and not oneself; who may not decide is told no names.
    const offered = (await candidates(world.atmb)).map((one) => one.id);
    expect(offered).toContain(other);
    expect(offered).not.toContain(world.operator2.actor.userId);
    expect(offered).not.toContain(world.atmb.actor.userId);
    expect(await candidates(world.operator)).toEqual([]);
    await decide(world.atmb, id, 'reassign', 0, { assignees: [other] });
    expect(await say(decide(world.atmb, id, 'approve', 0))).toMatchObject({ key: 'flow.refused.notNamed' });
    expect((await decide(world.atmb2, id, 'approve', 0)).state).toBe(2);
  });

  test('a plan is split, and each part keeps its place in the flow', async () => {
    world.setClock(filing);
    const one = planOf();
    const two = planOf({
      task: { etd: '2026-11-21T05:00:00Z', eta: '2026-11-21T06:00:00Z', callsign: 'B10QB' },
    });
    const { items } = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      plans: [{ ...one, tasks: [...one.tasks, ...two.tasks] }],
      submit: true,
    })) as { items: Saved[] };
    const whole = items[0];
    if (!whole) throw new Error('nothing was filed');
    const parts = (
      (await world.call(world.operator, 'Navigation/SplitNAircraftById', { id: whole.id })) as {
        items: Saved[];
      }
    ).items;
    expect(parts.map((part) => part.state)).toEqual([1, 1]);
    for (const part of parts) {
      const detail = (await world.call(world.operator, 'Navigation/GetNAircraftById', { id: part.id })) as {
        tasks: unknown[];
      };
      expect(detail.tasks).toHaveLength(1);
      expect((await approve(part.id)).state).toBe(4);
    }
  });

  test('deleting takes the tasks along', async () => {
    world.setClock(filing);
    const { id } = await draft();
    expect(await world.call(world.operator, 'Navigation/DelNAircraft', { id })).toBe(true);
    expect(await say(world.call(world.operator, 'Navigation/GetNAircraftById', { id }))).toMatchObject({
      code: 'notFound',
    });
  });
});
