import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/server/caller.ts';
import { silentLog } from '../../support/database.ts';
import { refusalOf } from '../../support/engine.ts';
import { clearPlans } from '../../support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '../../support/plan-world.ts';

interface Saved {
  id: number;
  version: number;
  state: number;
}
interface Page {
  date: string;
  totalCount: number;
  items: {
    id: number;
    kind: string;
    state: number;
    standingPlan: number | null;
    startTime: string;
    withinTerm: boolean;
  }[];
  candidates: { standingPlan: number; made: number | null; blocked: string | null; callsigns: string[] }[];
}

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

/** A standing plan of ten in the morning, Beijing, from Monday 23 November 2026. */
let count = 0;
function standing(change: Record<string, unknown> = {}, task: object = {}) {
  const { demo } = world;
  count += 1;
  return {
    kind: 'standing',
    missionType: demo.missionTypes.get('PATROL') ?? 0,
    mission: '管线巡查',
    validFrom: '2026-11-23',
    validTo: '2026-12-04',
    weekdays: [1, 3, 5],
    tasks: [
      {
        callsign: 'B10QA',
        aircraft: demo.aircraft.get('B-10QA') ?? 0,
        pilots: [demo.pilots.get('高翔') ?? 0],
        departure: demo.airports.get('ZUGH|') ?? 0,
        destination: demo.airports.get('ZUGH|') ?? 0,
        etd: '2026-11-23T02:00:00Z',
        eta: '2026-11-23T03:30:00Z',
        geometry: {
          type: 'LineString',
          coordinates: [
            [104.32 + (count % 10) * 0.05, 31.6],
            [104.34 + (count % 10) * 0.05, 31.62],
          ],
        },
        corridorWidthM: 500,
        upper: { value: 900, unit: 'm', reference: 'AMSL' },
        ...task,
      },
    ],
    ...change,
  };
}

const call = <T>(caller: Caller, path: string, input: object = {}) =>
  world.call(caller, path, input) as Promise<T>;
const draft = (change: Record<string, unknown> = {}, task = {}) => {
  world.setClock('2026-11-20T02:00:00Z');
  return call<Saved>(world.operator, 'Navigation/AddNAircraft', standing(change, task));
};
async function approved(change: Record<string, unknown> = {}, task = {}): Promise<number> {
  const { id } = await draft(change, task);
  await call(world.operator, 'Navigation/SaveNAircrafts', { ids: [id], submit: true });
  await call(world.atmb, 'Navigation/DoFlyApprove', { id, decision: 'approve', stepIndex: 0 });
  await call(world.atmb, 'Navigation/DoFlyApprove', { id, decision: 'approve', stepIndex: 1 });
  return id;
}
const page = (date: string, caller = world.operator) =>
  call<Page>(caller, 'TomorrowNavigation/Page', { date });
const clockOf = () => world.navigation.planClock({ changes: world.feed, log: silentLog });

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
    expect(await world.records.get(world.operator, 'plan', next.id)).toMatchObject({
      state: 0,
      kind: 'standing',
      validFrom: '2026-11-27',
      validTo: '2026-12-10',
      startTime: '2026-11-27T02:00:00.000Z',
    });
  });
});

describe('the plans of a day', () => {
  test('are made by hand, once, reviewed and submitted together', async () => {
    const id = await approved();
    world.setClock('2026-11-22T02:00:00Z');
    const before = await page('2026-11-23');
    expect(before.candidates).toEqual([
      expect.objectContaining({ standingPlan: id, made: null, blocked: null, callsigns: ['B10QA'] }),
    ]);
    const [one, two] = await Promise.all([
      call<{ items: Saved[] }>(world.operator, 'TomorrowNavigation/MakeFromStanding', { date: '2026-11-23' }),
      call<{ items: Saved[] }>(world.operator, 'TomorrowNavigation/MakeFromStanding', { date: '2026-11-23' }),
    ]);
    const made = [...one.items, ...two.items];
    expect(made).toHaveLength(1);
    const after = await page('2026-11-23');
    expect(after.candidates[0]).toMatchObject({ made: made[0]?.id });
    expect(after.items).toEqual([
      expect.objectContaining({
        id: made[0]?.id,
        kind: 'nextDay',
        state: 0,
        standingPlan: id,
        startTime: '2026-11-23T02:00:00.000Z',
        withinTerm: false,
      }),
    ]);
    const answer = await call<{ items: Saved[]; refused: { id: number; message: string }[] }>(
      world.operator,
      'TomorrowNavigation/DoSubmitApproveNAircraftTomorrow',
      { ids: [made[0]?.id, id] },
    );
    expect(answer.items).toEqual([expect.objectContaining({ id: made[0]?.id, state: 1 })]);
    // The standing plan itself is approved already: it is told, and holds up nothing.
    expect(answer.refused).toEqual([
      expect.objectContaining({ id, message: expect.stringContaining('Plan approved') }),
    ]);
  });

  test('a day on which it does not fly, and one that is past, are refused with the reason', async () => {
    const id = await approved();
    world.setClock('2026-11-24T02:00:00Z');
    const answer = await call<{ items: Saved[]; refused: { message: string }[] }>(
      world.operator,
      'TomorrowNavigation/MakeFromStanding',
      { date: '2026-11-26', standingPlans: [id] },
    );
    expect(answer).toMatchObject({
      items: [],
      refused: [{ message: expect.stringContaining('2026-11-26') }],
    });
    const past = call(world.operator, 'TomorrowNavigation/MakeFromStanding', { date: '2026-11-23' });
    expect((await refusalOf(past)).text.key).toBe('plan.refused.dayPast');
    const none = call(world.operator, 'TomorrowNavigation/MakeFromStanding', { date: '2026-02-30' });
    expect((await refusalOf(none)).text.key).toBe('plan.refused.dayInvalid');
  });

  test('the clock makes them at its time of day, on one server or two, and not again what was deleted', async () => {
    const id = await approved();
    world.setClock('2026-11-21T23:59:00Z');
    expect((await clockOf().tick()).made).toEqual([]);
    // Eight in the morning in Beijing.
    world.setClock('2026-11-22T00:00:00Z');
    const [one, two] = await Promise.all([clockOf().tick(), clockOf().tick()]);
    const made = [...one.made, ...two.made];
    expect(made).toHaveLength(1);
    const { items } = await page('2026-11-23');
    expect(items).toContainEqual(expect.objectContaining({ id: made[0], standingPlan: id }));
    await call(world.operator, 'TomorrowNavigation/DelNAircraft', { id: made[0] });
    expect((await clockOf().tick()).made).toEqual([]);
    // By hand it may be made anew.
    const again = await call<{ items: Saved[] }>(world.operator, 'TomorrowNavigation/MakeFromStanding', {
      date: '2026-11-23',
    });
    expect(again.items).toHaveLength(1);
  });

  test('expired papers are told in the list, and nothing is made', async () => {
    const id = await approved();
    const aircraft = world.demo.aircraft.get('B-10QA') ?? 0;
    const kept = await world.records.get(world.admin, 'aircraft', aircraft);
    await world.sql
      .updateTable('aircraft')
      .set({ insuranceExpiry: '2026-11-22' })
      .where('id', '=', aircraft)
      .execute();
    world.setClock('2026-11-22T02:00:00Z');
    const { candidates } = await page('2026-11-23');
    expect(candidates).toEqual([
      expect.objectContaining({
        standingPlan: id,
        made: null,
        blocked: expect.stringContaining('insurance'),
      }),
    ]);
    expect((await clockOf().tick()).made).toEqual([]);
    await world.sql
      .updateTable('aircraft')
      .set({ insuranceExpiry: kept.insuranceExpiry })
      .where('id', '=', aircraft)
      .execute();
    expect((await clockOf().tick()).made).toHaveLength(1);
  });

  test('another company sees neither, and cannot make them', async () => {
    const id = await approved();
    world.setClock('2026-11-22T02:00:00Z');
    expect((await page('2026-11-23', world.operator2)).candidates).toEqual([]);
    const answer = await call<{ items: Saved[]; refused: unknown[] }>(
      world.operator2,
      'TomorrowNavigation/MakeFromStanding',
      { date: '2026-11-23', standingPlans: [id] },
    );
    expect(answer.items).toEqual([]);
    expect(answer.refused).toHaveLength(1);
  });
});

test('within an approved temporary airspace the term may be that of the airspace, and a day is reported before it begins', async () => {
  const { demo } = world;
  const airspace = await world.records.create(world.admin, 'airspace', {
    name: '短期作业空域',
    kind: 'temporary',
    shape: 'polygon',
    company: demo.companies.yunyi,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [104.0, 31.7],
          [104.05, 31.7],
          [104.05, 31.75],
          [104.0, 31.75],
          [104.0, 31.7],
        ],
      ],
    },
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 900, unit: 'm', reference: 'AMSL' },
    validFrom: '2026-11-01T00:00:00Z',
    validTo: '2026-12-20T16:00:00Z',
  });
  await world.sql.updateTable('airspace').set({ state: 1 }).where('id', '=', airspace.id).execute();
  const task = { airspace: airspace.id, geometry: null };
  const beyond = await call<{ findings: { code: string }[] }>(
    world.operator,
    'Navigation/CheckErrors',
    standing({ validTo: '2026-12-22' }, task),
  );
  expect(beyond.findings.map(({ code }) => code)).toContain('standing.beyondAirspace');
  const id = await approved({ validTo: '2026-12-18' }, task);
  world.setClock('2026-11-22T14:00:00Z');
  const made = await call<{ items: Saved[] }>(world.operator, 'TomorrowNavigation/MakeFromStanding', {
    date: '2026-11-23',
    standingPlans: [id],
  });
  const plan = made.items[0]?.id ?? 0;
  // Nine in the morning, an hour before departure: the eve is long past, and it is in time.
  world.setClock('2026-11-23T01:00:00Z');
  const answer = await call<{ items: Saved[]; refused: unknown[] }>(
    world.operator,
    'TomorrowNavigation/DoSubmitApproveNAircraftTomorrow',
    { ids: [plan] },
  );
  expect(answer.refused).toEqual([]);
  expect(await world.records.get(world.operator, 'plan', plan)).toMatchObject({
    state: 1,
    withinTerm: true,
    submitBy: '2026-11-23T01:00:00.000Z',
    decideBy: '2026-11-23T01:45:00.000Z',
  });

  // The day is ended by its landing report: until then it is unfinished, and the next day of the term is not begun.
  for (const stepIndex of [0, 1]) {
    await call(world.atmb, 'Navigation/DoFlyApprove', { id: plan, decision: 'approve', stepIndex });
  }
  await call(world.operator, 'Navigation/ApplyOpenDynamic', { id: plan, realEtd: '2026-11-23T02:00:00Z' });
  await call(world.atmb, 'Navigation/DoFlyApprove', { id: plan, decision: 'allow', stepIndex: 0 });
  world.setClock('2026-11-23T02:05:00Z');
  await call(world.operator, 'Navigation/UpdateStateAndRealEta', {
    id: plan,
    state: 9,
    realEta: '2026-11-23T02:02:00Z',
  });
  world.setClock('2026-11-24T14:00:00Z');
  const next = await call<{ items: Saved[] }>(world.operator, 'TomorrowNavigation/MakeFromStanding', {
    date: '2026-11-25',
    standingPlans: [id],
  });
  const ids = [next.items[0]?.id ?? 0];
  const unfinished = await call<{ items: { id: number }[] }>(
    world.operator,
    'TomorrowNavigation/GetNotFinishNAircraft',
  );
  expect(unfinished.items.map((one) => one.id)).toEqual([plan]);
  const submit = () =>
    call<typeof answer>(world.operator, 'TomorrowNavigation/DoSubmitApproveNAircraftTomorrow', { ids });
  expect((await refusalOf(submit())).text.key).toBe('plan.notFinish');
  await call(world.operator, 'Navigation/UpdateStateAndRealEta', {
    id: plan,
    state: 10,
    realEta: '2026-11-23T03:30:00Z',
  });
  // Reported too late to begin, with the rule; in time, the day is on.
  world.setClock('2026-11-25T01:00:01Z');
  expect((await submit()).refused).toEqual([
    expect.objectContaining({ id: ids[0], details: expect.stringMatching(/371.*17/) }),
  ]);
  world.setClock('2026-11-25T00:59:00Z');
  expect((await submit()).items).toEqual([expect.objectContaining({ id: ids[0], state: 1 })]);
});
