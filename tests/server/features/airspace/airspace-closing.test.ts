import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClosingEffects } from '#contract/airspace/airspace-output.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { amsl, clearPlans, planOfCompany } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
let airspace: number;
let plan: number;

const line = {
  type: 'LineString',
  coordinates: [
    [106.4, 31.42],
    [106.6, 31.42],
  ],
};
const ring = [
  [106.45, 31.3],
  [106.5, 31.3],
  [106.5, 31.5],
  [106.45, 31.5],
  [106.45, 31.3],
];
const idsOf = (plans: { id: number }[]) => plans.map(({ id }) => id);

async function file(change: object = {}): Promise<number> {
  const answer = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
    plans: [{ ...planOfCompany(world, 'yunyi', { geometry: line }), ...change }],
    submit: true,
  })) as { items: { id: number }[] };
  return answer.items[0]?.id ?? 0;
}

const effects = async (time: { from?: string; to?: string }, caller = world.atmb2) =>
  (await world.call(caller, 'Airspace/GetClosingEffects', { id: airspace, ...time })) as ClosingEffects;

beforeAll(async () => {
  world = await startPlanWorld({ reminders: true });
  world.setClock('2026-11-20T10:00:00+08:00');
  airspace = await world.records.transaction(
    async (transaction) =>
      (
        await world.records.untyped.create(
          systemCaller(),
          'airspace',
          {
            name: '演练空域',
            kind: 'temporary',
            shape: 'polygon',
            state: 1,
            openState: 'open',
            geometry: { type: 'Polygon', coordinates: [ring] },
            lower: amsl(0),
            upper: amsl(1_000),
          },
          transaction,
        )
      ).id,
  );
  plan = await file();
});
afterAll(() => world.close());

test('before an airspace is closed it says which plans fly through it then, and who will be told', async () => {
  const during = await effects({ from: '2026-11-21T02:30:00Z', to: '2026-11-21T04:00:00Z' });
  expect(idsOf(during.plans)).toEqual([plan]);
  expect(during.inFlight).toEqual([]);
  expect(during.notified).toEqual([expect.objectContaining({ people: expect.any(Number) })]);
  const after = await effects({ from: '2026-11-21T04:00:00Z', to: '2026-11-21T06:00:00Z' });
  expect(after).toEqual({ inFlight: [], plans: [], standing: [], others: 0, notified: [] });
  const forever = await effects({});
  expect(idsOf(forever.plans)).toEqual([plan]);
});

test('what asks for it is judged as the closing itself', async () => {
  expect(await refusalOf(effects({}, world.operator))).toBeDefined();
  expect(
    await refusalOf(effects({ from: '2026-11-21T04:00:00Z', to: '2026-11-21T03:00:00Z' })),
  ).toMatchObject({ extra: { fields: [{ field: 'to' }] } });
});

test('the closing tells the operator of each plan that it affects', async () => {
  world.changes.length = 0;
  await world.call(world.atmb2, 'Airspace/Close', {
    id: airspace,
    from: '2026-11-21T02:30:00Z',
    to: '2026-11-21T04:00:00Z',
    reason: '演习',
  });
  const told = world.changes.filter(({ resource, message }) => resource === 'plan' && message);
  expect(told.map(({ id }) => id)).toEqual([plan]);
  expect(told[0]?.message?.content).toContain('演练空域');
  expect(told[0]?.message?.content).toContain('演习');
});

/** A plan for a term that flies through the airspace at ten each day of it. */
async function standing(validFrom: string, validTo: string): Promise<number> {
  const { id } = await world.records.transaction(async (transaction) => {
    const made = await world.records.untyped.create(
      systemCaller(),
      'plan',
      {
        company: world.demo.companies.yunyi,
        missionType: world.demo.missionTypes.get('PATROL'),
        kind: 'standing',
        state: 4,
        validFrom,
        validTo,
        weekdays: [],
      },
      transaction,
    );
    const [task] = planOfCompany(world, 'yunyi', { geometry: line }).tasks;
    const at = (time: string) => `${validFrom}T${time}:00Z`;
    const values = { ...task, plan: made.id, sequence: 1, etd: at('02:00'), eta: at('03:00') };
    await world.records.untyped.create(systemCaller(), 'jobTask', values, transaction);
    return made;
  });
  return id;
}

test('plans for a term are affected on the days of their term', async () => {
  const past = await standing('2026-11-01', '2026-11-10');
  const now = await standing('2026-11-19', '2026-11-25');
  const ahead = await standing('2026-12-01', '2026-12-05');
  const on = async (from: string, to?: string) =>
    idsOf((await effects({ from, ...(to ? { to } : {}) })).standing);
  expect(await on('2026-11-22T02:30:00Z', '2026-11-22T04:00:00Z')).toEqual([now]);
  expect(await on('2026-11-22T03:30:00Z', '2026-11-23T01:00:00Z')).toEqual([]);
  expect(await on('2026-11-25T02:59:00Z')).toEqual([now, ahead]);
  expect(await on('2026-11-25T03:00:00Z')).toEqual([ahead]);
  expect(await on('2026-11-20T02:30:00Z')).not.toContain(past);
});

/** It is in the air since then. The closed airspace takes no release. */
const takeOff = (id: number, takeoffAt: string) =>
  world.sql.updateTable('plan').set({ state: 9, takeoffAt }).where('id', '=', id).execute();

test('a flight that is in the air past its arrival is affected as long as it has not landed', async () => {
  await takeOff(plan, '2026-11-21T02:05:00Z');
  world.setClock('2026-11-21T04:30:00Z');
  expect(idsOf((await effects({})).inFlight)).toEqual([plan]);
  const tomorrow = await effects({ from: '2026-11-22T04:30:00Z' });
  expect(idsOf([...tomorrow.inFlight, ...tomorrow.plans])).toEqual([]);
});

test('a flight that took off at another time than its release is where it is', async () => {
  await clearPlans(world);
  const flown = await file({
    tasks: planOfCompany(world, 'yunyi', {
      geometry: line,
      etd: '2026-11-22T06:00:00Z',
      eta: '2026-11-22T07:00:00Z',
    }).tasks,
  });
  await takeOff(flown, '2026-11-22T08:00:00Z');
  world.setClock('2026-11-22T08:10:00Z');
  const until = async (from: string) => idsOf((await effects({ from, to: '2026-11-22T12:00:00Z' })).inFlight);
  expect(await until('2026-11-22T08:30:00Z')).toContain(flown);
  expect(await until('2026-11-22T09:30:00Z')).not.toContain(flown);
});
