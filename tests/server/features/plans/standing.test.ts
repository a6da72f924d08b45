import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from '#tests/support/engine.ts';
import { clearPlans, type Saved } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';
import { standingActs } from '#tests/support/standing-acts.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { standing, call, draft, approved, clockOf } = standingActs(() => world);

describe('a standing plan', () => {
  test('is saved on its first day of flight, and ends on its last', async () => {
    const { id } = await draft({ validFrom: '2026-11-24', weekdays: [5] });
    const { plan } = await call<{ plan: Record<string, unknown> }>(
      world.operator,
      'Navigation/GetNAircraftById',
      { id },
    );
    expect(plan).toMatchObject({
      kind: 'standing',
      validFrom: '2026-11-24',
      validTo: '2026-12-04',
      weekdays: [5],
      startTime: '2026-11-27T02:00:00.000Z',
      endTime: '2026-12-04T03:30:00.000Z',
      lapsesAt: null,
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no last day', { validTo: null }, 'standing.noTerm'],
    ['no chosen day in it', { validTo: '2026-11-23', weekdays: [2] }, 'standing.noDay'],
    ['longer than fifteen days', { validTo: '2026-12-08' }, 'standing.tooLong'],
  ])('%s is found, and not submitted', async (_, change, code) => {
    const { findings } = await call<{ findings: { code: string; level: string }[] }>(
      world.operator,
      'Navigation/CheckErrors',
      standing(change),
    );
    expect(findings).toContainEqual(expect.objectContaining({ code, level: 'error' }));
    const { id } = await draft(change);
    await refusalOf(call(world.operator, 'Navigation/SaveNAircrafts', { ids: [id], submit: true }));
    expect(await world.records.get(world.operator, 'plan', id)).toMatchObject({ state: 0 });
  });

  test('the term that is the last allowed one passes', async () => {
    expect(await approved({ validTo: '2026-12-07' })).toBeGreaterThan(0);
  });

  test('meets on a later day of its term what does not stand on its first', async () => {
    const { demo } = world;
    world.setClock('2026-11-20T02:00:00Z');
    const notYet = standing();
    const [line] = notYet.tasks;
    await call(world.operator2, 'Navigation/SaveNAircrafts', {
      submit: true,
      plans: [
        {
          missionType: demo.missionTypes.get('PATROL'),
          tasks: [
            {
              ...line,
              callsign: 'B10SX',
              aircraft: demo.aircraft.get('B-10SX') ?? 0,
              pilots: [demo.pilots.get('许晴') ?? 0],
              etd: '2026-11-27T02:30:00Z',
              eta: '2026-11-27T03:00:00Z',
            },
          ],
        },
      ],
    });
    const { findings } = await call<{ findings: { code: string; field: string; message: string }[] }>(
      world.operator,
      'Navigation/CheckErrors',
      notYet,
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'conflict.plan',
        field: 'tasks.0.geometry',
        message: expect.stringContaining('11-27'),
      }),
    );
  });

  test('is not released itself, and does not lapse', async () => {
    const id = await approved();
    world.setClock('2026-11-23T01:30:00Z');
    const refusal = await refusalOf(
      call(world.operator, 'Navigation/ApplyOpenDynamic', { id, realEtd: '2026-11-23T02:00:00Z' }),
    );
    expect(refusal.text.key).toBe('plan.refused.standingRelease');
    world.setClock('2026-11-23T09:00:00Z');
    expect((await clockOf().tick()).lapsed).not.toContain(id);
    expect(await world.records.get(world.operator, 'plan', id)).toMatchObject({ state: 4 });
  });

  test('without the permission for standing plans there is none', async () => {
    const caller = {
      ...world.operator,
      actor: { ...world.operator.actor, permissions: ['Pages.Navigation', 'Pages.Navigation.Create'] },
    };
    expect((await refusalOf(call(caller, 'Navigation/AddNAircraft', standing()))).code).toBe('forbidden');
  });

  test('ends sooner with a reason, and a further term is a draft of its own', async () => {
    const id = await approved();
    world.setClock('2026-11-24T02:00:00Z');
    expect(
      (
        await refusalOf(
          call(world.operator, 'Navigation/EndStanding', { id, validTo: '2026-12-04', reason: '完工' }),
        )
      ).text.key,
    ).toBe('plan.refused.endTermDay');
    expect(
      (
        await refusalOf(
          call(world.operator, 'Navigation/EndStanding', { id, validTo: '2026-11-26', reason: ' ' }),
        )
      ).text.key,
    ).toBe('plan.refused.reason');
    await call(world.operator, 'Navigation/EndStanding', { id, validTo: '2026-11-26', reason: '完工' });
    expect(await world.records.get(world.operator, 'plan', id)).toMatchObject({
      state: 4,
      validTo: '2026-11-26',
      endTime: '2026-11-25T03:30:00.000Z',
    });
    const next = await call<Saved>(world.operator, 'Navigation/ExtendStanding', {
      id,
      validTo: '2026-12-10',
    });
    // The same call again, as of a screen that lost the answer, makes no second draft; another term is another one.
    const extend = (validTo: string) =>
      call<Saved>(world.operator, 'Navigation/ExtendStanding', { id, validTo });
    const [again, at, once] = await Promise.all([1, 2, 3].map(() => extend('2026-12-10')));
    expect([again?.id, at?.id, once?.id]).toEqual([next.id, next.id, next.id]);
    expect((await extend('2026-12-11')).id).not.toBe(next.id);
    expect(await world.records.get(world.operator, 'plan', next.id)).toMatchObject({
      state: 0,
      kind: 'standing',
      validFrom: '2026-11-27',
      validTo: '2026-12-10',
      startTime: '2026-11-27T02:00:00.000Z',
    });
  });
});
