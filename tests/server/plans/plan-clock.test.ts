import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clearPlans, planActs } from '../../support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '../../support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { file, approve, release } = planActs(() => world);

describe('the clock', () => {
  test('a step past its time is decided as the flow says, or told once', async () => {
    const told: string[] = [];
    const clock = world.navigation.planClock({
      changes: { publish: (change) => told.push(String(change.message?.type)), subscribe: () => () => {} },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const { id } = await file();
    world.setClock('2026-11-20T12:01:00+08:00');
    expect((await clock.tick()).timedOut).toEqual([id]);
    expect((await clock.tick()).timedOut).toEqual([]);
    expect(told).toEqual(['plan.stepOverdue']);
    await world.sql
      .updateTable('flowInstance')
      .set({
        remindedAt: null,
        steps: JSON.stringify([{ name: '限时', roles: ['ATMB'], timeLimitMinutes: 1, onTimeout: 'reject' }]),
      })
      .where('documentId', '=', id)
      .where('state', '=', 'running')
      .execute();
    expect((await clock.tick()).timedOut).toEqual([id]);
    const { items } = (await world.call(world.operator, 'OperateRecord/GetListById', { id })) as {
      items: { action: string; operatedByName: string; channel: string }[];
    };
    expect(items.at(-1)).toMatchObject({ action: 'reject', operatedByName: 'system', toState: 3 });
  });

  test('a plan lapses an hour past departure, unless a delay was asked for', async () => {
    const clock = world.navigation.planClock({
      changes: { publish: () => {}, subscribe: () => () => {} },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const idle = await file();
    await approve(idle.id);
    const delayed = await file({
      task: {
        aircraft: world.demo.aircraft.get('B-7396'),
        pilots: [world.demo.pilots.get('苏静')],
        callsign: 'B7396',
      },
    });
    await approve(delayed.id);
    await release(delayed.id, '2026-11-21T03:00:00Z');
    world.setClock('2026-11-21T02:59:59Z');
    expect((await clock.tick()).lapsed).toEqual([]);
    world.setClock('2026-11-21T03:00:00Z');
    const [mine, others] = await Promise.all([clock.tick(), clock.tick()]);
    expect([...mine.lapsed, ...others.lapsed]).toEqual([idle.id]);
    world.setClock('2026-11-21T04:00:00Z');
    expect((await clock.tick()).lapsed).toEqual([delayed.id]);
    const { plan } = (await world.call(world.operator, 'Navigation/GetNAircraftById', { id: idle.id })) as {
      plan: Record<string, unknown>;
    };
    expect(plan).toMatchObject({ state: 12, reason: '未按时放飞' });
  });
});
