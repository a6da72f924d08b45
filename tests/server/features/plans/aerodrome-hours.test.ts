import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '#server/kernel/caller.ts';
import { planOfCompany } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** The check of a plan reads when its aerodromes are open: by the day of the week, in their own zone. */

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world?.close());

async function field(values: object): Promise<void> {
  const id = world.demo.airports.get('ZUGH|') ?? 0;
  const { version } = await world.records.get(systemCaller(), 'airport', id);
  await world.records.untyped.update(systemCaller(), 'airport', id, version, {
    status: 'open',
    hours: null,
    openTimes: null,
    timeZone: null,
    nightOperations: null,
    ...values,
  });
}
/** Of a flight from 10:00 to 11:00 on Saturday, 21 November, Beijing time. */
async function found(task = {}): Promise<string[]> {
  const check = (await world.call(
    world.operator,
    'Navigation/CheckErrors',
    planOfCompany(world, 'yunyi', task),
  )) as { findings: { level: string; code: string; field: string; message: string }[] };
  return check.findings
    .filter(({ code }) => code.startsWith('aerodrome.'))
    .map(({ level, field: path, message }) => `${level} ${path} ${message}`);
}
const days = (list: number[], startTime: string, endTime: string) => ({
  openTimes: [{ days: list, startTime, endTime }],
});

test('open then: nothing is found', async () => {
  await field(days([6, 7], '0800', '1200'));
  expect(await found()).toEqual([]);
});

test('closed on that day of the week, whatever the text says', async () => {
  await field({ ...days([1, 2, 3, 4, 5], '0800', '1800'), hours: 'H24' });
  const findings = await found();
  expect(findings.map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
    'warning tasks.0.departure',
    'warning tasks.0.destination',
  ]);
  expect(findings[0]).toContain('open Mon–Fri 08:00–18:00 CST only');
  expect(findings[0]).toContain('2026-11-21 10:00');
});

test('open at departure and closed at arrival: the arrival alone', async () => {
  await field(days([6], '0800', '1030'));
  expect((await found()).map((one) => one.split(' ')[1])).toEqual(['tasks.0.destination']);
});

test('in the zone of the aerodrome', async () => {
  // 10:00 in Beijing is 08:00 in Urumqi, and 11:00 the 09:00 at which it opens.
  await field({ ...days([6], '0900', '1800'), timeZone: 'Asia/Urumqi' });
  expect((await found()).map((one) => one.split(' ')[1])).toEqual(['tasks.0.departure']);
});

test('closed altogether is an error with who says so', async () => {
  await field({ status: 'closed' });
  const findings = await found();
  expect(findings).toHaveLength(2);
  expect(findings[0]).toMatch(/^error tasks\.0\.departure .*OurAirports/);
});

test('by the sun of its position', async () => {
  await field({ hours: 'SR-30/SS+30' });
  expect(await found()).toEqual([]);
  await field({ hours: 'SR-SR+60' });
  const findings = await found();
  expect(findings).toHaveLength(2);
  expect(findings[0]).toContain('is open SR-SR+60 only');
});

test('hours in words that only a person can read are named; without any nothing is found', async () => {
  await field({ hours: 'O/R' });
  expect((await found())[0]).toMatch(/^warning tasks\.0\.departure Whether .* its hours: O\/R \(/);
  await field({});
  expect(await found()).toEqual([]);
});

test('by the public holidays of the calendar', async () => {
  await field({ hours: 'DAILY EXC HOL 0800-1800' });
  expect(await found()).toEqual([]);
  await world.records.create(systemCaller(), 'holiday', {
    date: '2026-11-21',
    name: '演练日',
    kind: 'holiday',
  });
  expect((await found()).map((one) => one.split(' ')[1])).toEqual([
    'tasks.0.departure',
    'tasks.0.destination',
  ]);
});

test('by night where that is not allowed: the arrival holds the plan, the alternate warns', async () => {
  const alternate = world.demo.airports.get('ZUUU|') ?? 0;
  // Evening civil twilight ends at about 18:30.
  const dusk = { etd: '2026-11-21T09:30:00Z', eta: '2026-11-21T11:00:00Z' };
  await field({ hours: 'H24', nightOperations: 'notAllowed' });
  const findings = await found({ ...dusk, alternate });
  expect(findings.map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(['error tasks.0.destination']);
  expect(findings[0]).toMatch(/does not allow night operations; 2026-11-21 19:00 CST is night .*OurAirports/);
  await field({ hours: 'H24', nightOperations: 'permission' });
  expect((await found(dusk))[0]).toMatch(/^warning tasks\.0\.destination .* by permission/);
  await field({ hours: 'H24', nightOperations: 'notAllowed' });
  const home = world.demo.airports.get('ZUGH|') ?? 0;
  const elsewhere = { ...dusk, departure: alternate, destination: alternate, alternate: home };
  expect((await found(elsewhere)).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
    'warning tasks.0.alternate',
  ]);
});
