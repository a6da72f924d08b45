import { afterAll, beforeAll, expect, test } from 'vitest';
import { createParameters } from '#server/db/stored-parameters.ts';
import { demoFlightPlans } from '#server/demo/demo-flights.ts';
import { createDemoPlans } from '#server/demo/demo-plans.ts';
import { flyablePlans } from '#server/features/plans/active-plans.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { breadth } from '#tests/support/breadth.ts';
import { anyTables, silentLog } from '#tests/support/database.ts';
import { listOf } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());

/** At any hour of the day, in Beijing: the demo is started when somebody starts it. */
const hours = ['2026-11-20T00:05:00+08:00', '2026-11-20T14:30:00+08:00'];

test.each(hours.slice(0, breadth(1, 2)))(
  'started at %s every plan of the demo comes to its state, and nothing is in the future',
  async (hour) => {
    const { records, sql, database } = world;
    for (const table of ['approval', 'flowInstance', 'operateRecord', 'jobTask', 'plan']) {
      await anyTables(sql)
        .updateTable(table)
        .set({ deletedAt: '2026-01-01T00:00:00Z', ...(table === 'plan' ? { remarks: null } : {}) })
        .execute();
    }
    world.setClock(hour);
    const left: object[] = [];
    const demo = createDemoPlans({
      records,
      database,
      parameters: createParameters({ sql, changes: world.feed }),
      air: world.air,
      orderRooms: world.orderRooms,
      demo: world.demo,
      clock: world.now,
      log: { ...silentLog, warn: (facts) => left.push(facts) },
    });
    await demo.refresh();
    expect(left).toEqual([]);
    const { items } = await records.list(systemCaller(), 'plan', listOf());
    const found = new Map(items.map((item) => [item.mission, item.state]));
    const wanted = {
      new: 0,
      submitted: 1,
      underAcceptance: 2,
      rejected: 3,
      approved: 4,
      releaseSubmitted: 5,
      releaseRejected: 7,
      released: 8,
      inFlight: 9,
      landed: 10,
      withdrawn: 11,
      cancelled: 12,
    };
    for (const flight of demoFlightPlans)
      expect(found.get(flight.mission), flight.mission).toBe(wanted[flight.until]);

    const records_ = await sql
      .selectFrom('operateRecord')
      .select('operatedAt')
      .where('deletedAt', 'is', null)
      .execute();
    for (const { operatedAt } of records_)
      expect(Date.parse(String(operatedAt))).toBeLessThanOrEqual(Date.parse(hour));

    const flights = await flyablePlans(records, sql, world.now());
    expect(flights.map((flight) => flight.callsign).sort()).toEqual(['B10SX', 'B10SY', 'B70XM', 'B70YK']);
    for (const flight of flights) {
      expect(flight.icao24).toMatch(/^[0-9a-f]{6}$/);
      expect(flight.path.length).toBeGreaterThan(1);
      expect(flight.altitudeM).toBeGreaterThan(100);
    }

    // A standing plan in the middle of its term: what was flown of it, a day without weather, and tomorrow's draft.
    const standing = items.find(
      ({ kind, mission }) => kind === 'standing' && mission?.startsWith('什邡冬小麦长势巡查（长期计划）'),
    );
    expect(standing).toMatchObject({ state: 4 });
    const days = items
      .filter(({ standingPlan }) => standingPlan === standing?.id)
      .sort((a, b) => String(a.startTime).localeCompare(String(b.startTime)));
    expect(days.map(({ state }) => state)).toEqual([10, 10, 10, 12, 10, 10, 0]);
    expect(days.every(({ withinTerm }) => withinTerm === true)).toBe(true);
    const ofStanding = days.length + 2;

    // Again at once: nothing is filed twice. Hours later: what was in flight has landed, and others fly.
    await demo.refresh();
    expect((await records.list(systemCaller(), 'plan', listOf())).total).toBe(
      demoFlightPlans.length + ofStanding,
    );
    world.setClock(new Date(Date.parse(hour) + 5 * 3_600_000).toISOString());
    await demo.refresh();
    const later = await records.list(systemCaller(), 'plan', listOf());
    const inFlight = later.items.filter((item) => item.state === 9);
    expect(inFlight).toHaveLength(3);
    for (const plan of inFlight)
      expect(Date.parse(String(plan.endTime))).toBeGreaterThan(world.now().getTime());
  },
);
