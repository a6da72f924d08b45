import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from '#contract/services.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** What a wall in a room shows, against plans put there one by one. */

type Board = OutputOf<'Navigation', 'GetBoard'>;

let world: PlanWorld;
const minute = 60_000;
/** 13:00 in Beijing. */
const now = Date.parse('2026-12-20T05:00:00Z');
const at = (minutes: number) => new Date(now + minutes * minute).toISOString();

async function put(number: string, company: number, values: Record<string, unknown>): Promise<number> {
  const row = await world.sql
    .insertInto('plan')
    .values({
      planNumber: number,
      kind: 'quick',
      urgency: 'normal',
      company,
      missionType: world.demo.missionTypes.get('PATROL') ?? 0,
      startTime: at(-30),
      endTime: at(60),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(row.id);
}

beforeAll(async () => {
  world = await startPlanWorld();
  world.setClock(new Date(now).toISOString());
  const { yunyi, shuxiang } = world.demo.companies;
  // In the air, one of them late off, one since yesterday and overdue.
  await put('A1', yunyi, { state: 9, takeoffAt: at(-25), endTime: at(20), actualNum: 3 });
  await put('A2', shuxiang, { state: 9, startTime: at(-60), takeoffAt: at(-20), endTime: at(50) });
  await put('A3', yunyi, {
    state: 9,
    startTime: at(-24 * 60),
    takeoffAt: at(-24 * 60),
    endTime: at(-22 * 60),
  });
  // Released and not off, past departure by more than the parameter.
  await put('R1', shuxiang, { state: 8, startTime: at(-45), endTime: at(90) });
  await put('R2', yunyi, { state: 8, startTime: at(10), endTime: at(90) });
  // The later departure that was applied for counts.
  await put('R3', yunyi, { state: 8, startTime: at(-45), realEtd: at(-5), endTime: at(90) });
  // Waiting, the nearer clock first; and one for a release.
  await put('W1', yunyi, { state: 1, startTime: at(20 * 60), endTime: at(21 * 60), decideBy: at(300) });
  await put('W2', shuxiang, { state: 2, startTime: at(20 * 60), endTime: at(21 * 60), decideBy: at(100) });
  await put('W3', yunyi, { state: 5, startTime: at(30), endTime: at(90), realEtd: at(30) });
  // Landed today, yesterday, drafts, standing plans and what is in the trash.
  await put('L1', yunyi, {
    state: 10,
    startTime: at(-240),
    takeoffAt: at(-240),
    realEta: at(-120),
    endTime: at(-100),
  });
  await put('L2', yunyi, {
    state: 10,
    startTime: at(-40 * 60),
    takeoffAt: at(-40 * 60),
    realEta: at(-38 * 60),
  });
  await put('D1', yunyi, { state: 0 });
  await put('S1', yunyi, { state: 4, kind: 'standing' });
  await put('T1', yunyi, { state: 9, deletedAt: at(-5) });
});
afterAll(() => world.close());

const ask = async (caller: Caller, input: object = {}) =>
  (await world.call(caller, 'Navigation/GetBoard', input)) as Board;
const numbers = ({ items }: Board['flying']) => items.map(({ planNumber }) => planNumber);

describe('the wall of a room', () => {
  test('shows the day: who flies, who leaves next, what waits by its clock, and who is overdue', async () => {
    const board = await ask(world.admin);
    expect(board).toMatchObject({ at: at(0), day: '2026-12-20', timeZone: 'Asia/Shanghai', unitName: null });
    expect(numbers(board.flying)).toEqual(['A3', 'A1', 'A2']);
    expect(numbers(board.next)).toEqual(['R1', 'R3', 'R2', 'W3']);
    expect(numbers(board.waiting)).toEqual(['W3', 'W2', 'W1']);
    expect(numbers(board.overdue)).toEqual(['A3', 'R1']);
    expect(board.states).toEqual([
      { state: 5, count: 1 },
      { state: 8, count: 3 },
      { state: 9, count: 3 },
      { state: 10, count: 1 },
    ]);
    // A2 was forty minutes late off, A1 five; R1 and R3 are late by now.
    expect(board.flying.items.map(({ delayMinutes }) => delayMinutes)).toEqual([null, 5, 40]);
    expect(board.totals).toEqual({ plans: 8, sorties: 6, minutes: 120, delayed: 4 });
    expect(board.flying.items[1]).toMatchObject({ sFltText: 'DEP', sFlt: 150 });
  });

  test('counts departures and landings by the hour of the wall', async () => {
    const { hours } = await ask(world.admin);
    expect(hours).toHaveLength(24);
    expect(hours[12]).toEqual({ hour: 12, planned: 4, departed: 2, landed: 0 });
    expect(hours[9]).toEqual({ hour: 9, planned: 1, departed: 1, landed: 0 });
    expect(hours[11]).toEqual({ hour: 11, planned: 0, departed: 0, landed: 1 });
    expect(hours.reduce((sum, { planned }) => sum + planned, 0)).toBe(7);
  });

  test("is of the caller's rows, and of one operator of them", async () => {
    const { yunyi, shuxiang } = world.demo.companies;
    const own = await ask(world.operator);
    expect(numbers(own.flying)).toEqual(['A3', 'A1']);
    expect(own.companies.map(({ id }) => id)).toEqual([yunyi]);
    const one = await ask(world.admin, { company: shuxiang });
    expect(numbers(one.flying)).toEqual(['A2']);
    expect(one.unitName).toBe('Shuxiang Flight Training');
    expect(one.companies).toMatchObject([{ id: shuxiang, count: 2, flying: 1, flown: 0 }]);
    // Another's company is none for them.
    expect((await refusalOf(ask(world.operator, { company: shuxiang }))).code).toBe('notFound');
  });

  test('is of the plans that touch an area', async () => {
    const unit = await world.sql
      .selectFrom('organizationUnit')
      .select(['id', 'displayNameEn'])
      .where('kind', '=', 'coverage')
      .limit(1)
      .executeTakeFirst();
    const area = Number(unit?.id);
    await world.sql
      .updateTable('plan')
      .set({ coverageIds: [area] })
      .where('planNumber', '=', 'A2')
      .execute();
    const board = await ask(world.admin, { area });
    expect(unit?.displayNameEn).toBeTruthy();
    expect(board.unitName).toBe(unit?.displayNameEn);
    expect(numbers(board.flying)).toEqual(['A2']);
    expect(board.totals.plans).toBe(1);
  });
});

test('counts every delay, also of flights beyond those that it lists', async () => {
  const { xiling } = world.demo.companies;
  for (let index = 0; index < 25; index += 1) {
    await put(`N${index}`, xiling, { state: 4, startTime: at(-5), endTime: at(90) });
  }
  const board = await ask(world.admin, { company: xiling });
  expect(board.next.total).toBe(25);
  expect(board.next.items).toHaveLength(20);
  expect(board.totals.delayed).toBe(25);
  await world.sql.deleteFrom('plan').where('company', '=', xiling).execute();
});
