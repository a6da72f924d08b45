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

const { standing, call, approved, page, clockOf } = standingActs(() => world);

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
    // Whatever else departs that day is there too: a plan that was filed by itself.
    const { missionType, tasks } = standing();
    const single = await call<Saved>(world.operator, 'Navigation/AddNAircraft', {
      kind: 'quick',
      missionType,
      tasks: tasks.map((task: object) => ({
        ...task,
        etd: '2026-11-23T08:00:00Z',
        eta: '2026-11-23T09:00:00Z',
      })),
    });
    expect((await page('2026-11-23')).items.map(({ id: plan }) => plan)).toEqual([made[0]?.id, single.id]);
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

  test('are not made twice where the standing plan is split after they were', async () => {
    const [first] = standing().tasks;
    const second = { ...first, etd: '2026-11-23T05:00:00Z', eta: '2026-11-23T06:00:00Z' };
    const id = await approved({ tasks: [first, second] });
    world.setClock('2026-11-22T02:00:00Z');
    const make = (date: string) =>
      call<{ items: Saved[] }>(world.operator, 'TomorrowNavigation/MakeFromStanding', { date });
    const [whole] = (await make('2026-11-23')).items;
    world.setClock('2026-11-22T02:01:00Z');
    const { items: parts } = await call<{ items: Saved[] }>(world.operator, 'Navigation/SplitNAircraftById', {
      id,
    });
    expect(parts).toHaveLength(2);
    expect((await make('2026-11-23')).items).toEqual([]);
    expect((await page('2026-11-23')).candidates.map(({ made }) => made)).toEqual([whole?.id, whole?.id]);
    // The days that nobody has made yet are those of each part.
    expect((await make('2026-11-25')).items).toHaveLength(2);
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
    expect((await refusalOf(none)).extra.fields?.[0]?.text.key).toBe('plan.refused.dayInvalid');
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

  test('what no server made at its time is made at the next start, once, for no day that has begun', async () => {
    const id = await approved();
    const later = await approved({}, { etd: '2026-11-23T08:00:00Z', eta: '2026-11-23T09:00:00Z' });
    const made = async (clock = clockOf()) => (await clock.tick()).made;
    const daysOf = async (plans: number[]) => {
      const rows = await world.sql
        .selectFrom('plan')
        .select('standingPlan')
        .where('id', 'in', [0, ...plans])
        .execute();
      return rows.map(({ standingPlan }) => Number(standingPlan));
    };
    // Eleven in the morning of the 23rd: that of ten has begun, that of four in the afternoon is yet to be flown.
    world.setClock('2026-11-23T03:00:00Z');
    const clock = clockOf();
    const first = await made(clock);
    expect(await daysOf(first)).toEqual([later]);
    expect((await page('2026-11-23')).candidates).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ standingPlan: id, made: null }),
        expect.objectContaining({ standingPlan: later, made: first[0] }),
      ]),
    );
    // Not again: by the same server, by one more that starts, nor after somebody deleted it.
    await call(world.operator, 'TomorrowNavigation/DelNAircraft', { id: first[0] });
    expect(await made(clock)).toEqual([]);
    expect(await made()).toEqual([]);
    // Days that are past stay as they are; before the time of day nothing is made for tomorrow.
    world.setClock('2026-11-25T20:00:00Z');
    expect(await made()).toEqual([]);
  });

  test('a standing plan that was approved since is no missed making', async () => {
    const id = await approved({}, { etd: '2026-11-23T08:00:00Z', eta: '2026-11-23T09:00:00Z' });
    await world.sql
      .updateTable('plan')
      .set({ decidedAt: '2026-11-22T17:00:00Z' })
      .where('id', '=', id)
      .execute();
    world.setClock('2026-11-22T18:00:00Z');
    expect((await clockOf().tick()).made).toEqual([]);
  });

  test('expired papers are told in the list, and nothing is made', async () => {
    const id = await approved();
    const aircraft = world.demo.aircraft.get('B-10QA') ?? 0;
    const stored = await world.records.get(world.admin, 'aircraft', aircraft);
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
      .set({ insuranceExpiry: String(stored.insuranceExpiry) })
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
