import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultHeights } from '#domain/conflicts/nets/figures.ts';
import type { PlanState } from '#domain/plans/states.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { apart } from '#server/db/held-connections.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { createAir } from '#server/flights.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { silentLog } from '#tests/support/database.ts';
import { planActs } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

const parameters = {
  corridorWidthM: 2_000,
  pointRadiusM: 1_000,
  timeZone: 'Asia/Shanghai',
  ...defaultHeights,
};
const filed = '2026-11-20T10:00:00+08:00';

let world: PlanWorld;
/** Another server's connections, of which it may lose any. */
let there: Database;
let id: number;
beforeAll(async () => {
  world = await startPlanWorld();
  world.setClock(filed);
  there = openDatabase({
    url: String(world.database.pool.options.connectionString),
    log: silentLog,
    poolSize: 2,
  });
  const task = {
    geometry: { type: 'Point', coordinates: [104.4, 31.2] },
    lower: { value: 1_200, unit: 'm', reference: 'AMSL' },
    upper: { value: 1_500, unit: 'm', reference: 'AMSL' },
  };
  ({ id } = await planActs(() => world).file({ task }));
});
afterAll(async () => {
  await there.close();
  await world.close();
});

const refreshed = async (conflicts: Conflicts) => {
  await conflicts.refresh(there.kysely, parameters);
  return conflicts;
};
const known = (conflicts: Conflicts) => conflicts.known('plan', id).length;
/** By another server: the plan leaves the air, or takes it again. */
const setState = (state: PlanState) =>
  world.sql.updateTable('plan').set({ state }).where('id', '=', id).execute();

class ComesToNothing extends Error {}
/** Changes the plan over the other connections, asks the index for `work`, and rolls back. */
async function inVain(conflicts: Conflicts, work: () => Promise<void> = async () => {}): Promise<void> {
  const done = there.kysely.transaction().execute(async (own) => {
    await own.updateTable('plan').set({ remarks: 'in vain' }).where('id', '=', id).execute();
    await conflicts.refresh(own, parameters);
    await work();
    throw new ComesToNothing();
  });
  await expect(done).rejects.toBeInstanceOf(ComesToNothing);
}

test('what one committed of a plan is not lost where another changes it in vain', async () => {
  const conflicts = await refreshed(createAir());
  expect(known(conflicts)).toBe(1);
  await setState(11);
  await inVain(conflicts, async () => {
    // Another request, which asks beside it, reads what is committed, over a connection of its own.
    expect(known(await apart(() => refreshed(conflicts)))).toBe(0);
  });
  expect(known(await refreshed(conflicts))).toBe(0);
  await setState(1);
  await inVain(conflicts);
  expect(known(await refreshed(conflicts))).toBe(1);
});

test('a server whose first question is asked within a change that comes to nothing has it all the same', async () => {
  const conflicts = createAir();
  await inVain(conflicts);
  expect(known(await refreshed(conflicts))).toBe(1);
});

test('a mission type that another changed reads every plan again, once', async () => {
  const conflicts = await refreshed(createAir());
  const precedence = () =>
    conflicts.known('plan', id).flatMap((one) => (one.source === 'plan' ? one.precedence : []));
  const [before = 0] = precedence();
  await world.sql.updateTable('missionType').set({ priority: 1 }).where('code', '=', 'PATROL').execute();
  await refreshed(conflicts);
  expect(precedence()).toEqual([before - 3]);
  await world.sql.updateTable('missionType').set({ priority: 4 }).where('code', '=', 'PATROL').execute();
  await refreshed(conflicts);
  expect(precedence()).toEqual([before]);
});

test('who flies is known to every server once it is changed, by whichever endpoint, and not where that comes to nothing', async () => {
  const [here, elsewhere] = [await refreshed(createAir()), await refreshed(createAir())];
  const system = systemCaller();
  const task = await world.sql
    .selectFrom('jobTask')
    .select(['id', 'version'])
    .where('plan', '=', id)
    .executeTakeFirstOrThrow();
  const { pilots: before } = await world.records.get(system, 'jobTask', Number(task.id));
  const after = [world.demo.pilots.get('唐国栋') ?? 0];
  const plansOf = (conflicts: Conflicts, pilots: unknown) =>
    conflicts
      .engaged((pilots as number[]).map((pilot) => ({ resource: 'pilot' as const, id: pilot })))
      .flatMap(({ planId }) => (planId === id ? [planId] : []));
  const manned = async (pilots: unknown, then: () => void = () => {}) =>
    world.records.transaction(async (transaction) => {
      const { version } = await world.records.get(system, 'jobTask', Number(task.id), transaction.sql);
      await world.records.untyped.update(
        system,
        'jobTask',
        Number(task.id),
        version,
        { pilots },
        transaction,
      );
      await here.refresh(transaction.sql, parameters);
      then();
    });
  const flown = async (by: unknown, notBy: unknown) => {
    for (const conflicts of [here, elsewhere]) {
      await refreshed(conflicts);
      expect([plansOf(conflicts, by), plansOf(conflicts, notBy)]).toEqual([[id], []]);
    }
  };
  await flown(before, after);
  const failed = manned(after, () => {
    throw new ComesToNothing();
  });
  await expect(failed).rejects.toBeInstanceOf(ComesToNothing);
  await flown(before, after);
  await manned(after);
  await flown(after, before);
  await setState(11);
  await refreshed(here);
  expect(plansOf(here, after)).toEqual([]);
  await setState(1);
  await manned(before);
  await flown(before, after);
});

test('whoever asks outside of a transaction does not hold up those who have all the connections', async () => {
  const conflicts = createAir();
  let begin = () => {};
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  const inside = () =>
    there.kysely.transaction().execute(async (own) => {
      await own.selectFrom('plan').select('id').where('id', '=', id).execute();
      await begun;
      await conflicts.refresh(own, parameters);
    });
  const waiting = [inside(), inside()];
  await expect.poll(() => there.pool.totalCount - there.pool.idleCount).toBe(2);
  waiting.push(conflicts.refresh(there.kysely, parameters));
  begin();
  await Promise.all(waiting);
  expect(known(conflicts)).toBe(1);
});

test('a server that loses all its connections to the database is current with its next question', async () => {
  const conflicts = await refreshed(createAir());
  const warned: unknown[] = [];
  const stop = conflicts.follow({
    sql: there.kysely,
    readParameters: async () => parameters,
    log: { ...silentLog, warn: (...args: unknown[]) => void warned.push(args) },
  });
  const pids = await Promise.all(
    [1, 2].map(
      async () => (await there.pool.query('select pg_backend_pid() as pid, pg_sleep(0.1)')).rows[0].pid,
    ),
  );
  await setState(11);
  await world.database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as gone (pid)', [
    pids,
  ]);
  // Nobody asks: it comes to know by itself, and its next round mends what the broken one could not read.
  await expect.poll(() => known(conflicts), { timeout: 15_000 }).toBe(0);
  await stop();
  await setState(1);
  expect(known(await refreshed(conflicts))).toBe(1);
}, 30_000);
