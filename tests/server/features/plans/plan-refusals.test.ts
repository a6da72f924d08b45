import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { clearPlans, type Finding, filing, planActs, type Saved, say } from '#tests/support/plan-acts.ts';
import { beginning, type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { planOf, file, draft, decide, act, approve, release } = planActs(() => world);

test('a flight that leaves late holds up the next of its aircraft: both crews are told', async () => {
  const first = await file();
  const second = await file({ task: { etd: '2026-11-21T03:40:00Z', eta: '2026-11-21T04:40:00Z' } });
  for (const { id } of [first, second]) await approve(id);
  await release(first.id, '2026-11-21T02:05:00Z');
  world.setClock('2026-11-21T02:30:00Z');
  const announcements = () =>
    world.changes.flatMap(({ id, message }) =>
      message?.type === 'plan.conflict' ? [[id, message.content, message.contentEn]] : [],
    );
  const { id } = first;
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:09:00Z' });
  expect(announcements()).toEqual([]);
  await act(world.operator, 'EditUpdateStateAndRealEta', { id, realEta: '2026-11-21T02:20:00Z' });
  expect(announcements().map(([of]) => of)).toEqual([second.id, first.id]);
  for (const [, chinese, english] of announcements()) {
    expect(chinese).toMatch(/B-10QA.*高翔.*11:50/);
    expect(english).toMatch(/B-10QA, 高翔.*11:50/);
  }
});

test('every part of a split plan can be deleted, the first as well', async () => {
  const plan = planOf();
  const later = { etd: '2026-11-21T05:00:00Z', eta: '2026-11-21T06:00:00Z' };
  const tasks = [...plan.tasks, { ...plan.tasks[0], ...later }];
  const { id } = (await world.call(world.operator, 'Navigation/AddNAircraft', { ...plan, tasks })) as Saved;
  const { items } = (await world.call(world.operator, 'Navigation/SplitNAircraftById', { id })) as {
    items: Saved[];
  };
  expect(items).toHaveLength(2);
  expect(items[0]?.id).toBe(id);
  for (const part of items) {
    expect(await world.call(world.operator, 'Navigation/DelNAircraft', { id: part.id })).toBe(true);
    expect(await world.records.get(world.operator, 'plan', part.id)).toHaveProperty(
      'deletedAt',
      expect.any(String),
    );
  }
});

describe('what cannot be meant is asked about', () => {
  beforeEach(() => world.setClock(beginning));
  const found = async (plan: object) => {
    const view = (await world.call(world.operator, 'Navigation/CheckErrors', plan)) as {
      findings: Finding[];
    };
    return view.findings
      .filter(({ level }) => level === 'error')
      .map(({ code, field }) => `${code} ${field}`);
  };

  test('an arrival before the departure, which reads as a flight of 23 hours', async () => {
    expect(await found(planOf({ task: { eta: '2026-11-22T01:00:00Z' } }))).toEqual(['tooLong tasks.0.eta']);
    expect(await found(planOf())).toEqual([]);
  });

  test('an aircraft and a pilot that leave one place in the minute in which they land at another', async () => {
    const elsewhere = world.demo.airports.get('ZUUU|') ?? 0;
    await file({ task: { destination: elsewhere } });
    const next = { etd: '2026-11-21T03:30:00Z', eta: '2026-11-21T04:30:00Z' };
    expect(await found(planOf({ task: next }))).toEqual([
      'aircraft.turnRound tasks.0.aircraft',
      'pilot.turnRound tasks.0.pilots.0',
    ]);
    expect(await found(planOf({ task: { ...next, departure: elsewhere } }))).toEqual([]);
  });

  test('a mission that needs an area, with a route alone', async () => {
    const missionType = world.demo.missionTypes.get('SPRAYING') ?? 0;
    expect(await found(planOf({ missionType }))).toEqual([]);
    expect(await found(planOf({ missionType, task: { geometry: null } }))).toEqual([
      'areaNeeded tasks.0.geometry',
    ]);
  });
});

describe('refusals, each with its reason', () => {
  test('the wrong role', async () => {
    const { id } = await file();
    expect(await say(decide(world.operator, id, 'approve'))).toMatchObject({
      code: 'forbidden',
      text: '审批流程未指定您审批当前步骤',
    });
    expect(await say(world.call(world.atmb, 'Navigation/AddNAircraft', planOf()))).toMatchObject({
      code: 'forbidden',
    });
    expect(await say(decide(world.admin, id, 'approve'))).toMatchObject({ code: 'forbidden' });
  });

  test('the user’s own company’s plan, even for an approver', async () => {
    const { id } = await file();
    const both: Caller = { ...world.operator, actor: { ...world.operator.actor, roles: ['OM', 'ATMB'] } };
    expect(await say(decide(both, id, 'approve'))).toMatchObject({ text: '不得审批本人或本单位提交的文件' });
  });

  test('the wrong state', async () => {
    const { id } = await file();
    world.setClock('2026-11-21T01:30:00Z');
    expect(
      await say(act(world.operator, 'ApplyOpenDynamic', { id, realEtd: '2026-11-21T02:00:00Z' })),
    ).toMatchObject({
      code: 'refused',
      text: '计划处于“已提交”，不能进行“申请放飞”',
    });
  });

  test('a release moved onto another flight of the same aircraft and pilot', async () => {
    const first = await file();
    const second = await file({ task: { etd: '2026-11-21T03:40:00Z', eta: '2026-11-21T04:40:00Z' } });
    for (const { id } of [first, second]) await approve(id);
    const onto = refusalOf(release(first.id, '2026-11-21T02:30:00Z'));
    const { text, extra } = await onto;
    expect(text).toMatchObject({ key: 'plan.refused.findings', values: { count: 2 } });
    expect(extra.fields?.map(({ field }) => field)).toEqual(['tasks.0.aircraft', 'tasks.0.pilots.0']);
    expect(extra.explanation).toMatchObject({ key: 'plan.rule.oneAtATime' });
    expect(await world.records.get(world.operator, 'plan', first.id)).toMatchObject({
      state: 4,
      realEtd: null,
    });

    // Nor is a release that was asked for, or given, moved there; and the second not under the first.
    expect((await release(first.id, '2026-11-21T02:10:00Z')).state).toBe(8);
    const moved = { id: first.id, state: 5, realEtd: '2026-11-21T02:30:00Z' };
    expect(await say(act(world.operator, 'EditApplyOpenDynamic', moved))).toMatchObject({
      key: 'plan.refused.findings',
    });
    expect(await world.records.get(world.operator, 'plan', first.id)).toMatchObject({ state: 8 });
  });

  test('another company does not even see it', async () => {
    const { id } = await file();
    for (const name of ['BackNAircraft', 'DelNAircraft', 'BackApplyOpenDynamic']) {
      expect(await say(act(world.operator2, name, { id }))).toMatchObject({ code: 'notFound' });
    }
    expect(await say(world.call(world.operator2, 'Navigation/GetNAircraftById', { id }))).toMatchObject({
      code: 'notFound',
    });
    expect(await say(world.call(world.operator2, 'OperateRecord/GetListById', { id }))).toMatchObject({
      code: 'notFound',
    });
  });

  test('past the deadline, with the rule and the categories still open', async () => {
    const plan = await draft();
    world.setClock('2026-11-20T15:00:01+08:00');
    const refusal = await refusalOf(
      world.call(world.operator, 'Navigation/SaveNAircrafts', { ids: [plan.id], submit: true }),
    );
    expect(textIn(refusal.text, 'zh-Hans')).toBe(
      '已超过申报截止时间 2026-11-20 15:00 CST（现在 2026-11-20 15:00 CST）；如属紧急任务，请改选紧急类别',
    );
    expect(refusal.extra.explanation && textIn(refusal.extra.explanation, 'zh-Hans')).toContain('第十六条');
    const check = (await world.call(world.operator, 'Navigation/CheckErrors', planOf())) as {
      ok: boolean;
      offeredUrgencies: string[];
    };
    expect(check).toMatchObject({
      ok: false,
      offeredUrgencies: ['rescue', 'disaster', 'weatherModification', 'otherUrgent'],
    });
    world.setClock('2026-11-20T15:00:00+08:00');
    expect(
      await world.call(world.operator, 'Navigation/SaveNAircrafts', { ids: [plan.id], submit: true }),
    ).toMatchObject({
      items: [{ state: 1 }],
    });
  });

  test('another company’s aircraft, expired papers, and everything at once', async () => {
    world.setClock(filing);
    const { demo } = world;
    const findings = async (task: object) =>
      (
        (await world.call(world.operator, 'Navigation/CheckErrors', planOf({ task }))) as {
          findings: Finding[];
        }
      ).findings;
    expect(await findings({ aircraft: demo.aircraft.get('B-10SX') })).toContainEqual(
      expect.objectContaining({ level: 'error', code: 'aircraft.otherCompany', field: 'tasks.0.aircraft' }),
    );
    const expired = await findings({ pilots: [demo.pilots.get('陈思远')] });
    expect(expired).toContainEqual(
      expect.objectContaining({ level: 'error', code: 'papers.expired', field: 'tasks.0.pilots.0' }),
    );
    expect(expired.find((one) => one.code === 'papers.expired')?.message).toMatch(
      /^The medical certificate of 陈思远 expires on 2026-11-05, the flight is on 2026-11-21$/,
    );
    const many = (
      await findings({ aircraft: demo.aircraft.get('B-12QF'), pilots: [demo.pilots.get('陈思远')] })
    ).filter((one) => one.level === 'error');
    expect(many.map((one) => one.code).sort()).toEqual([
      'papers.expired',
      'papers.expired',
      'pilot.notRated',
    ]);
    expect(
      await say(
        file({ task: { aircraft: demo.aircraft.get('B-12QF'), pilots: [demo.pilots.get('陈思远')] } }),
      ),
    ).toMatchObject({ text: '计划有 3 项错误' });
    expect(
      await say(file({ task: { aircraft: demo.aircraft.get('B-10SX'), pilots: [demo.pilots.get('高翔')] } })),
    ).toMatchObject({
      text: expect.stringMatching(/^航空器 #\d+ 不属于本单位$/),
    });
  });

  test('an aircraft that flies elsewhere at that time, and air that is taken', async () => {
    const first = await file();
    const check = (await world.call(world.operator, 'Navigation/CheckErrors', planOf())) as {
      findings: Finding[];
    };
    expect(check.findings.filter((one) => one.level === 'error').map((one) => one.code)).toEqual([
      'aircraft.booked',
      'pilot.booked',
    ]);
    const { tasks } = (await world.call(world.operator, 'Navigation/GetNAircraftById', { id: first.id })) as {
      tasks: { geometry: unknown }[];
    };
    const geometry = tasks[0]?.geometry;
    const theirs = {
      aircraft: world.demo.aircraft.get('B-10SX'),
      pilots: [world.demo.pilots.get('许晴')],
      callsign: 'B10SX',
      geometry,
    };
    const inTheWay = async (task: object) =>
      (
        (await world.call(
          world.operator2,
          'Navigation/CheckErrors',
          planOf({ task: { ...theirs, ...task } }),
        )) as {
          findings: Finding[];
        }
      ).findings
        .filter((one) => one.code === 'conflict.plan')
        .map((one) => [one.level, one.message]);
    expect(await inTheWay({})).toEqual([
      ['error', expect.stringMatching(/^It conflicts with plan FP20261120\d+ \(/)],
    ]);
    expect(
      await inTheWay({
        lower: { value: 950, unit: 'm', reference: 'AMSL' },
        upper: { value: 1200, unit: 'm', reference: 'AMSL' },
      }),
    ).toEqual([]);
    expect(await inTheWay({ lower: null, upper: { value: 100, unit: 'm', reference: 'AGL' } })).toEqual([
      ['error', expect.stringContaining('heights may overlap: GND')],
    ]);
  });

  test('heights outside the airspace that a task names', async () => {
    world.setClock(filing);
    const { id } = await world.sql
      .selectFrom('airspace')
      .select('id')
      .where('designator', '=', 'SFX01')
      .executeTakeFirstOrThrow();
    const check = async (upper: object) =>
      (
        (await world.call(
          world.operator,
          'Navigation/CheckErrors',
          planOf({
            task: { airspace: id, geometry: null, lower: { value: 30, unit: 'm', reference: 'AGL' }, upper },
          }),
        )) as { findings: Finding[] }
      ).findings.filter((one) => one.code === 'outsideAirspace');
    expect(await check({ value: 300, unit: 'm', reference: 'AGL' })).toEqual([]);
    expect(await check({ value: 800, unit: 'm', reference: 'AGL' })).toMatchObject([
      {
        level: 'warning',
        field: 'tasks.0.upper',
        message: expect.stringContaining('30 m AGL – 800 m AGL'),
        with: { resource: 'airspace', id },
      },
    ]);
  });

  test('closed and prohibited airspace', async () => {
    world.setClock(filing);
    const through = (lon: number, lat: number) => ({
      geometry: {
        type: 'LineString',
        coordinates: [
          [lon - 0.01, lat],
          [lon + 0.01, lat],
        ],
      },
    });
    const check = async (task: object) =>
      (
        (await world.call(world.operator, 'Navigation/CheckErrors', planOf({ task }))) as {
          findings: Finding[];
        }
      ).findings
        .filter((one) => one.code === 'conflict.airspace')
        .map((one) => one.level);
    expect(await check(through(104.86, 31.12))).toEqual(['error']);
    expect(await check(through(104.78, 30.85))).toEqual(['error']);
    // A danger area of Tuesdays and Thursdays, and this is a Saturday.
    expect(await check(through(103.45, 30.3))).toEqual([]);
    const tuesday = { etd: '2026-11-24T02:00:00Z', eta: '2026-11-24T03:30:00Z' };
    expect(await check({ ...through(103.45, 30.3), ...tuesday })).toEqual(['warning']);
  });

  test('NotFinish: a flight past its end forbids a new plan, and the text is the contract’s', async () => {
    const late = await file();
    await approve(late.id);
    await release(late.id);
    world.setClock('2026-11-21T02:14:00Z');
    await act(world.operator, 'UpdateStateAndRealEta', {
      id: late.id,
      state: 9,
      realEta: '2026-11-21T02:12:00Z',
    });
    const next = { task: { etd: '2026-11-23T02:00:00Z', eta: '2026-11-23T03:00:00Z' } };
    const plan = await draft(next);
    const listed = async () => {
      const list = await world.call(world.operator, 'TomorrowNavigation/GetNotFinishNAircraft');
      return (list as { items: { id: number }[] }).items.map(({ id }) => id);
    };
    const checked = async () =>
      (
        (await world.call(world.operator, 'Navigation/CheckErrors', planOf(next))) as { findings: Finding[] }
      ).findings.filter(({ code }) => code === 'notFinish').length;
    // Past its end, inside the grace time: neither listed, nor found, nor refused.
    world.setClock('2026-11-21T04:00:00Z');
    expect([await listed(), await checked()]).toEqual([[], 0]);
    const inGrace = await draft({ task: { etd: '2026-11-24T02:00:00Z', eta: '2026-11-24T03:00:00Z' } });
    const { items } = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      ids: [inGrace.id],
      submit: true,
    })) as { items: Saved[] };
    expect(items[0]?.state).toBe(1);
    world.setClock('2026-11-21T04:00:01Z');
    expect([await listed(), await checked()]).toEqual([[late.id], 1]);
    const submit = () =>
      world.call(world.operator, 'Navigation/SaveNAircrafts', { ids: [plan.id], submit: true });
    for (const locale of ['zh-Hans', 'en'] as const) {
      expect(textIn((await refusalOf(submit())).text, locale)).toBe('NotFinish');
    }
    const check = (await world.call(world.operator, 'Navigation/CheckErrors', planOf(next))) as {
      findings: Finding[];
    };
    expect(check.findings[0]).toMatchObject({ code: 'notFinish', level: 'error' });
    await act(world.operator, 'UpdateStateAndRealEta', {
      id: late.id,
      state: 10,
      realEta: '2026-11-21T03:50:00Z',
    });
    expect([await listed(), await checked()]).toEqual([[], 0]);
    expect(await submit()).toMatchObject({ items: [{ state: 1 }] });
  });
});
