import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isReminding } from '#domain/notices/reminders.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createAir, createFlights, type Flights } from '#server/flights.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { silentLog } from '#tests/support/database.ts';
import { orderRoomsOn } from '#tests/support/order-rooms.ts';
import { planOfCompany, type Saved } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { productRules } from '#tests/support/rules.ts';

/** Another server on the same database: records, index, locks and connections of its own. */
function secondServer(world: PlanWorld, url: string): { database: Database; navigation: Flights } {
  const database = openDatabase({ url, log: silentLog, poolSize: 6 });
  const changes = createChangeFeed(silentLog);
  const air = createAir();
  const rules = productRules(database, air).filter(({ name }) => name !== 'reminders');
  const records = recordsOn(database, { changes, clock: world.now, rules });
  const parameters = createParameters({ sql: database.kysely, changes });
  const orderRooms = orderRoomsOn({ records, parameters, clock: world.now });
  const navigation = createFlights({ records, database, parameters, air, orderRooms, clock: world.now });
  return { database, navigation };
}

let world: PlanWorld;
let other: ReturnType<typeof secondServer>;
beforeAll(async () => {
  world = await startPlanWorld();
  const { options } = world.database.pool;
  other = secondServer(world, String(options.connectionString));
  world.setClock('2026-11-20T10:00:00+08:00');
});
afterAll(async () => {
  await other.database.close();
  await world.close();
});

/** A method of one of the servers, past its front. */
const called = (navigation: Flights, name: string) => {
  const method = navigation.services
    .find((service) => service.name === 'Navigation')
    ?.methods.find((one) => one.name === name);
  if (!method) throw new Error(`there is no ${name}`);
  return async (caller: Caller, input: object) => (await method.handle(input, caller)) as never;
};

const filing = (navigation: Flights) => async (caller: Caller, plan: object) => {
  const answer: { items: Saved[] } = await called(navigation, 'SaveNAircrafts')(caller, {
    plans: [plan],
    submit: true,
  });
  return answer.items[0];
};

/** Each operator flies their own aircraft through the same air at the same time. */
function planOf(who: 'yunyi' | 'shuxiang', index: number, change: object = {}) {
  const lon = 104 + index * 0.06;
  const day = 21 + (index % 8);
  const hour = String(1 + Math.floor(index / 8)).padStart(2, '0');
  return planOfCompany(world, who, {
    callsign: `B${who === 'yunyi' ? '1' : '2'}${String(index).padStart(3, '0')}`,
    etd: `2026-11-${day}T${hour}:00:00Z`,
    eta: `2026-11-${day}T${hour}:50:00Z`,
    geometry: {
      type: 'LineString',
      coordinates: [
        [lon, 31.42],
        [lon + 0.03, 31.42],
      ],
    },
    ...change,
  });
}

describe('two servers on one PostgreSQL', () => {
  test('of two that take the same air at the same instant one wins, every time', async () => {
    for (let round = 0; round < 24; round += 1) {
      const [here, there] = [filing(world.navigation), filing(other.navigation)];
      const answers = await Promise.allSettled([
        here(world.operator, planOf('yunyi', round)),
        there(world.operator2, planOf('shuxiang', round)),
      ]);
      const outcome = answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value?.state : (answer.reason as { code: string }).code,
      );
      expect(outcome.sort()).toEqual([1, 'refused']);
    }
    const { rows } = await world.database.pool.query('select count(*)::int as n from plan where state = 1');
    expect(rows[0].n).toBe(24);
  }, 60_000);

  test('of two that take the same aircraft at the same instant, each in other air, one wins', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [here, there] = [filing(world.navigation), filing(other.navigation)];
      const at = {
        etd: `2026-12-1${round}T05:00:00Z`,
        eta: `2026-12-1${round}T06:00:00Z`,
      };
      const otherPilot = { pilots: [world.demo.pilots.get('唐国栋') ?? 0] };
      const answers = await Promise.allSettled([
        here(world.operator, planOf('yunyi', 20, at)),
        there(world.operator, planOf('yunyi', 40, { ...at, ...(round % 2 ? otherPilot : {}) })),
      ]);
      const outcome = answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value?.state : (answer.reason as { code: string }).code,
      );
      expect(outcome.sort()).toEqual([1, 'refused']);
    }
  }, 60_000);

  test('many at once over several cells, in any order, end without one waiting for the other for ever', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => {
        const route = {
          geometry: {
            type: 'LineString',
            coordinates:
              i % 2
                ? [
                    [103.2, 31.9],
                    [105.4, 31.9],
                  ]
                : [
                    [105.4, 31.9],
                    [103.2, 31.9],
                  ],
          },
          etd: `2026-12-0${1 + Math.floor(i / 2)}T01:00:00Z`,
          eta: `2026-12-0${1 + Math.floor(i / 2)}T02:00:00Z`,
        };
        const { navigation } = i % 2 ? other : world;
        return i % 2
          ? filing(navigation)(world.operator2, planOf('shuxiang', 0, route))
          : filing(navigation)(world.operator, planOf('yunyi', 0, route));
      }),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  }, 60_000);

  test('what one server stores the other knows with its next question, and what goes is free again', async () => {
    const plan = planOf('yunyi', 30, { etd: '2026-12-08T01:00:00Z', eta: '2026-12-08T02:00:00Z' });
    const theirs = planOf('shuxiang', 30, { etd: '2026-12-08T01:30:00Z', eta: '2026-12-08T02:30:00Z' });
    const conflictsThere = async () => {
      const { findings }: { findings: { code: string }[] } = await called(other.navigation, 'CheckErrors')(
        world.operator2,
        theirs,
      );
      return findings.filter(({ code }) => code === 'conflict.plan').length;
    };
    expect(await conflictsThere()).toBe(0);
    const filed = await filing(world.navigation)(world.operator, plan);
    expect(await conflictsThere()).toBe(1);
    await called(world.navigation, 'BackNAircraft')(world.operator, { id: filed?.id ?? 0 });
    expect(await conflictsThere()).toBe(0);
  });

  test('a transaction that comes to nothing leaves nothing in the index', async () => {
    const at = { etd: '2026-12-10T01:00:00Z', eta: '2026-12-10T02:00:00Z' };
    const good = planOf('yunyi', 31, at);
    const bad = planOf('yunyi', 32, { ...at, aircraft: world.demo.aircraft.get('B-10SX') ?? 0 });
    await expect(
      called(world.navigation, 'SaveNAircrafts')(world.operator, { plans: [good, bad], submit: true }),
    ).rejects.toMatchObject({ code: 'refused' });
    expect(await filing(world.navigation)(world.operator2, planOf('shuxiang', 31, at))).toMatchObject({
      state: 1,
    });
  });
});

describe('precedence and change', () => {
  test('a higher mission takes the air, and both operators are told at once', async () => {
    const at = { etd: '2026-12-12T01:00:00Z', eta: '2026-12-12T02:00:00Z' };
    const filed = await filing(world.navigation)(world.operator, planOf('yunyi', 40, at));
    const rescue = await world.sql
      .selectFrom('missionType')
      .select(['id', 'priority'])
      .orderBy('priority')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    world.changes.length = 0;
    const higher = { ...planOf('shuxiang', 40, at), missionType: Number(rescue.id), missionApproval: 'X-1' };
    const taken = await filing(world.navigation)(world.operator2, higher);
    expect(taken?.state).toBe(1);
    const announced = world.changes.filter(({ message }) => message?.type === 'plan.conflict');
    expect(announced.map(({ id }) => id).sort()).toEqual([filed?.id, taken?.id].sort());
    // Who is away finds it when they come back.
    expect(isReminding('plan.conflict')).toBe(true);
  });

  test('training gives way to any task, and a circuit to other training', async () => {
    const mission = (code: string) => ({ missionType: world.demo.missionTypes.get(code) ?? 0 });
    const file = (who: 'yunyi' | 'shuxiang', code: string, at: object) =>
      filing(world.navigation)(who === 'yunyi' ? world.operator : world.operator2, {
        ...planOf(who, 41, at),
        ...mission(code),
      });
    for (const [index, [first, then]] of [
      ['TRAINING', 'PRIVATE'],
      ['CIRCUIT', 'TRAINING'],
    ].entries()) {
      const at = { etd: `2026-12-1${3 + index}T01:00:00Z`, eta: `2026-12-1${3 + index}T02:00:00Z` };
      const filed = await file('yunyi', first ?? '', at);
      world.changes.length = 0;
      expect((await file('shuxiang', then ?? '', at))?.state).toBe(1);
      const announced = world.changes.filter(({ message }) => message?.type === 'plan.conflict');
      expect(announced.map(({ id }) => id)).toContain(filed?.id);
    }
    // The other way round it is refused.
    const at = { etd: '2026-12-15T01:00:00Z', eta: '2026-12-15T02:00:00Z' };
    await file('yunyi', 'PRIVATE', at);
    await expect(file('shuxiang', 'TRAINING', at)).rejects.toMatchObject({ code: 'refused' });
  });

  test('a release at a time that makes a new conflict is refused, and the plan stays as it was', async () => {
    const first = await filing(world.navigation)(
      world.operator,
      planOf('yunyi', 50, { etd: '2026-11-30T02:00:00Z', eta: '2026-11-30T03:00:00Z' }),
    );
    await filing(world.navigation)(
      world.operator2,
      planOf('shuxiang', 50, { etd: '2026-11-30T03:05:00Z', eta: '2026-11-30T04:00:00Z' }),
    );
    const id = first?.id ?? 0;
    const decide = called(world.navigation, 'DoFlyApprove');
    await decide(world.atmb, { id, decision: 'approve', stepIndex: 0 });
    await decide(world.atmb, { id, decision: 'approve', stepIndex: 1 });
    const before = world.now();
    world.setClock('2026-11-30T01:30:00Z');
    const apply = called(world.navigation, 'ApplyOpenDynamic');
    const ask = (realEtd: string) => apply(world.operator, { id, state: 5, realEtd });
    await expect(ask('2026-11-30T02:15:00Z')).rejects.toMatchObject({ code: 'refused' });
    const row = await world.sql.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.state, row.realEtd]).toEqual([4, null]);
    expect(await ask('2026-11-30T02:00:00Z')).toMatchObject({ state: 5 });
    world.setClock(before.toISOString());
  });
});
