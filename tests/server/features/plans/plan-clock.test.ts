import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '#tests/support/database.ts';
import { clearPlans, planActs } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld({ reminders: true });
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { file, approve, release, act } = planActs(() => world);

describe('the clock', () => {
  test('a step past its time is decided as the flow says, or told once', async () => {
    const reminders: string[] = [];
    const clock = world.navigation.planClock({
      changes: {
        publish: (change) => reminders.push(String(change.message?.type)),
        subscribe: () => () => {},
      },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const { id } = await file();
    world.setClock('2026-11-20T12:01:00+08:00');
    expect((await clock.tick()).timedOut).toEqual([id]);
    expect((await clock.tick()).timedOut).toEqual([]);
    expect(reminders).toEqual(['plan.stepOverdue']);
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

  test('a flight that has not landed half an hour past its estimate is told of once, until it lands', async () => {
    const { id } = await file();
    await approve(id);
    await release(id, '2026-11-21T02:00:00Z');
    world.setClock('2026-11-21T02:06:00Z');
    await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:05:00Z' });
    const clock = () => world.navigation.planClock({ changes: world.feed, log: silentLog });
    const reminded = async () => {
      const rows = await world.sql
        .selectFrom('reminder as r')
        .innerJoin('user as u', 'u.id', 'r.user')
        .select(['u.userName', 'r.contentEn'])
        .where('r.asks', '=', 'plan.overdue')
        .where('r.documentId', '=', id)
        .where('r.deletedAt', 'is', null)
        .execute();
      return rows.map(({ userName }) => String(userName));
    };
    // It was to land at 03:30 and left five minutes late.
    world.setClock('2026-11-21T04:04:59Z');
    expect((await clock().tick()).overdue).toEqual([]);
    world.setClock('2026-11-21T04:05:01Z');
    world.changes.length = 0;
    const [one, two] = await Promise.all([clock().tick(), clock().tick()]);
    expect([...one.overdue, ...two.overdue]).toEqual([id]);
    expect((await clock().tick()).overdue).toEqual([]);
    const reminders = world.changes.filter(({ message }) => message?.type === 'plan.overdue');
    expect(reminders.map((change) => [change.id, change.message?.contentEn])).toEqual([
      [id, expect.stringContaining('Overdue')],
    ]);
    // Its own people, and who watches and controls; nobody of another company.
    expect(await reminded()).toEqual(expect.arrayContaining(['operator', 'atmb', 'aiw']));
    expect(await reminded()).not.toContain('operator2');
    const { items } = (await world.call(world.operator, 'OperateRecord/GetListById', { id })) as {
      items: { action: string; rule: string | null }[];
    };
    expect(items.at(-1)).toMatchObject({ action: 'overdue', rule: expect.stringContaining('Annex 11') });
    world.setClock('2026-11-21T04:10:00Z');
    await act(world.operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T04:08:00Z' });
    expect(await reminded()).toEqual([]);
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
    const reminders = async (locale: 'zh-Hans' | 'en') => {
      const reader = { ...world.operator, locale };
      const { plan } = (await world.call(reader, 'Navigation/GetNAircraftById', { id: idle.id })) as {
        plan: Record<string, unknown>;
      };
      expect(plan.state).toBe(12);
      return plan.reason;
    };
    expect([await reminders('zh-Hans'), await reminders('en')]).toEqual([
      '未按时放飞',
      'not released in time',
    ]);
  });
});
