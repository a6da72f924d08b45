import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resources } from '#resources';
import { systemCaller } from '#server/kernel/caller.ts';
import { callerWith, listOf, refusalOf } from '#tests/support/engine.ts';
import { clearPlans, planActs } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';
import { standingActs } from '#tests/support/standing-acts.ts';

/** Input that nobody could mean, of strangers, and twice at once: refused with its reason, and nothing is changed. */

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
afterEach(() => clearPlans(world));

const { planOf, file, draft, decide, act, approve, release } = planActs(() => world);
const { draft: standingDraft } = standingActs(() => world);

/** How a refusal is known, and at which fields. */
async function errorOf(work: Promise<unknown>) {
  const { code, text, extra } = await refusalOf(work);
  return { code, key: text.key, fields: (extra.fields ?? []).map(({ field }) => field) };
}
const stored = (id: number) => world.records.get(systemCaller(), 'plan', id);

/** A place that only company `shuxiang` keeps. */
async function foreignPoint(): Promise<number> {
  const point = await world.records.create(systemCaller(), 'takeoffLandingPoint', {
    name: '蜀翔内部起降点',
    kind: 'helipad',
    company: world.demo.companies.shuxiang,
    position: { type: 'Point', coordinates: [104.4, 30.8] },
  });
  return point.id;
}
async function flown(): Promise<number> {
  const { id } = await file();
  await approve(id);
  await release(id);
  world.setClock('2026-11-21T02:14:00Z');
  await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:12:00Z' });
  return id;
}

describe('times and days that are none', () => {
  const notTimes = ['', 'junk', '2026-11-21', '2026-11-21T02:00:00', '2026-02-30T02:00:00Z'];
  const beyond = ['0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '9999-12-31T23:00:00Z'];

  test.each([...notTimes, ...beyond])(
    'a form of a task at “%s” is refused there, checked or filed',
    async (etd) => {
      const plan = planOf({ task: { etd } });
      const error = { code: 'validation', fields: ['tasks.0.etd'] };
      expect(await errorOf(world.call(world.operator, 'Navigation/CheckErrors', plan))).toMatchObject(error);
      expect(await errorOf(world.call(world.operator, 'Navigation/AddNAircraft', plan))).toMatchObject(error);
      const { id, version } = await draft();
      const change = { ...plan, id, version };
      expect(
        await errorOf(world.call(world.operator, 'Navigation/UpdateNAircraftById', change)),
      ).toMatchObject(error);
    },
  );

  test('so is the term of a standing plan in no year of ours', async () => {
    const plan = { ...planOf(), kind: 'standing', validFrom: '2026-11-23', validTo: '9999-12-31' };
    for (const name of ['CheckErrors', 'AddNAircraft']) {
      expect(await errorOf(world.call(world.operator, `Navigation/${name}`, plan))).toMatchObject({
        code: 'validation',
        fields: ['validTo'],
      });
    }
  });

  test.each([
    ['Navigation/GetNAircraft', 'from'],
    ['Navigation/GetHistoryNAircraft', 'startsTo'],
    ['TomorrowNavigation/Page', 'date'],
    ['TomorrowNavigation/MakeFromStanding', 'date'],
    ['Navigation/GetNAircraftReport', 'from'],
    ['Navigation/GetFlyTypeNameList', 'from'],
  ])('%s refuses it at %s, and is done in a moment', async (name, field) => {
    for (const text of ['', 'junk', '2026-02-30', '9999-12-31', '0001-01-01', '+010000-01']) {
      expect(await errorOf(world.call(world.operator, name, { [field]: text }))).toEqual({
        code: 'validation',
        key: 'common.validation',
        fields: [field],
      });
    }
  });

  test('an area is looked for between moments as they are meant, whatever their zone', async () => {
    const { id } = await draft();
    const within = {
      type: 'Polygon',
      coordinates: [
        [
          [103.9, 31.2],
          [105.3, 31.2],
          [105.3, 31.6],
          [103.9, 31.6],
          [103.9, 31.2],
        ],
      ],
    };
    const among = async (from: string) =>
      (
        (await world.call(world.operator, 'Navigation/GetNAircraft', { within, from, states: [0] })) as {
          items: { id: number }[];
        }
      ).items.some((one) => one.id === id);
    expect(await among('2026-11-21T11:29:00+08:00')).toBe(true);
    expect(await among('2026-11-21T11:30:00+08:00')).toBe(false);
  });
});

describe('places of strangers', () => {
  test('are not to be tried out by a check either', async () => {
    const departurePoint = await foreignPoint();
    const plan = planOf({ task: { departurePoint } });
    for (const name of ['CheckErrors', 'AddNAircraft']) {
      expect(await errorOf(world.call(world.operator, `Navigation/${name}`, plan))).toMatchObject({
        code: 'validation',
        fields: ['tasks.0.departurePoint'],
      });
    }
  });

  test('nobody landed there, nor is to be sent there: our messages would tell it', async () => {
    const point = await foreignPoint();
    const id = await flown();
    const { items } = (await world.call(world.operator, 'Navigation/GetJobTaskById', { id })) as {
      items: { id: number }[];
    };
    const land = { id, state: 10, realEta: '2026-11-21T02:14:00Z' };
    for (const [where, field] of [
      [{ landedPoint: point }, 'landedPoint'],
      [{ landedPoint: 987_654 }, 'landedPoint'],
      [{ landedAirport: 987_654 }, 'landedAirport'],
    ] as const) {
      const error = { code: 'validation', fields: [field] };
      const report = { ...land, ...where };
      expect(await errorOf(act(world.operator, 'UpdateStateAndRealEta', report))).toMatchObject(error);
    }
    const detour = { id, task: items[0]?.id, reason: '绕飞雷雨', destinationPoint: point };
    expect(await errorOf(act(world.operator, 'ApplyDetour', detour))).toMatchObject({
      code: 'validation',
      fields: ['destinationPoint'],
    });
    expect(await stored(id)).toMatchObject({ state: 9, landedPoint: null });
    expect((await act(world.operator, 'UpdateStateAndRealEta', land)).state).toBe(10);
  });
});

describe('a report that is not the one that was meant', () => {
  test('is left alone: the landing came while the take-off was corrected', async () => {
    const id = await flown();
    await act(world.operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:14:00Z' });
    const correction = { id, state: 9, realEta: '2026-11-21T02:13:00Z' };
    expect(await errorOf(act(world.operator, 'EditUpdateStateAndRealEta', correction))).toMatchObject({
      code: 'conflict',
      key: 'plan.refused.changed',
    });
    expect(await stored(id)).toMatchObject({
      takeoffAt: '2026-11-21T02:12:00.000Z',
      realEta: '2026-11-21T02:14:00.000Z',
    });
  });

  test('is not taken back by a second one who wanted the same', async () => {
    const id = await flown();
    await act(world.operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:14:00Z' });
    const back = () => act(world.operator, 'BackUpdateStateAndRealEta', { id, state: 10 });
    const answers = await Promise.allSettled([back(), back()]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await stored(id)).toMatchObject({
      state: 9,
      takeoffAt: '2026-11-21T02:12:00.000Z',
      realEta: null,
    });
  });
});

test('a plan in the trash is there for no call', async () => {
  const { id } = await draft();
  await act(world.operator, 'DelNAircraft', { id });
  for (const [name, input] of [
    ['GetNAircraftById', { id }],
    ['GetJobTaskById', { id }],
    ['GetFindingsById', { id }],
    ['GetStepNaircraft', { nairid: id }],
    ['GetCandidates', { id }],
    ['NAircraftToUserAirspace', { id }],
    ['CheckErrors', { ...planOf(), id }],
    ['DelNAircraft', { id }],
  ] as const) {
    expect(await errorOf(act(world.operator, name, input)), name).toMatchObject({ code: 'notFound' });
  }
});

describe('a take-off that cannot have been', () => {
  test('is not reported, nor is a report changed to it: before its plan was filed', async () => {
    const { id } = await file();
    await approve(id);
    await release(id);
    world.setClock('2026-11-21T02:14:00Z');
    const early = { id, realEta: '2026-11-20T01:59:00Z' };
    const error = { code: 'refused', key: 'plan.refused.reportBeforePlan' };
    expect(await errorOf(act(world.operator, 'UpdateStateAndRealEta', { ...early, state: 9 }))).toMatchObject(
      error,
    );
    await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:12:00Z' });
    expect(await errorOf(act(world.operator, 'EditUpdateStateAndRealEta', early))).toMatchObject(error);
    expect(await stored(id)).toMatchObject({ state: 9, takeoffAt: '2026-11-21T02:12:00.000Z' });
  });
});

async function setTolerance(value: string): Promise<void> {
  const { items } = await world.records.list(
    systemCaller(),
    'parameter',
    listOf({ filter: { field: 'key', operator: 'eq', value: 'plan.takeoffToleranceMinutes' } }),
  );
  const [row] = items;
  await world.records.update(systemCaller(), 'parameter', row?.id ?? 0, row?.version ?? 0, { value });
}

describe('a take-off far from the released time (Flight Basic Rules, art. 38)', () => {
  const report = (id: number, realEta: string) =>
    act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta });
  const far = { code: 'refused', key: 'plan.refused.takeoffFar' };

  test('is refused with the rule, earlier and later, until the release is changed', async () => {
    const { id } = await file();
    await approve(id);
    await release(id, '2026-11-21T02:40:00Z');
    world.setClock('2026-11-21T03:12:00Z');
    const early = await refusalOf(report(id, '2026-11-21T02:09:00Z'));
    expect(early).toMatchObject({ code: 'refused', text: { key: far.key } });
    expect(early.extra).toMatchObject({
      fields: [{ field: 'realEta' }],
      explanation: { key: 'plan.rule.basic-38' },
    });
    expect(await errorOf(report(id, '2026-11-21T03:11:00Z'))).toMatchObject(far);
    expect(await stored(id)).toMatchObject({ state: 8, takeoffAt: null });

    // Another time is applied for, and the flight waits for its release again.
    const detail = (await world.call(world.operator, 'Navigation/GetNAircraftById', { id })) as {
      actions: { action: string; allowed: boolean }[];
    };
    expect(detail.actions).toContainEqual(expect.objectContaining({ action: 'editRelease', allowed: true }));
    const changed = { id, state: 5, realEtd: '2026-11-21T03:15:00Z' };
    expect((await act(world.operator, 'EditApplyOpenDynamic', changed)).state).toBe(5);
    expect(await errorOf(report(id, '2026-11-21T03:11:00Z'))).toMatchObject({ key: 'plan.refused.state' });
    expect((await decide(world.atmb, id, 'allow')).state).toBe(8);
    expect((await report(id, '2026-11-21T03:11:00Z')).state).toBe(9);
  });

  test('is taken with its reason, which the record of it keeps, as that its restriction was read', async () => {
    const { id } = await file();
    await approve(id);
    await release(id, '2026-11-21T02:40:00Z');
    world.setClock('2026-11-21T03:12:00Z');
    const body = { id, state: 9, realEta: '2026-11-21T02:09:00Z', restrictionRead: true };
    const reported = (reason: string) => act(world.operator, 'UpdateStateAndRealEta', { ...body, reason });
    expect(await errorOf(reported('  '))).toMatchObject(far);
    expect((await reported('天气转好，提前起飞')).state).toBe(9);
    const row = await world.sql
      .selectFrom('operateRecord')
      .select(['reason', 'detail'])
      .where('recordResource', '=', 'plan')
      .where('recordId', '=', id)
      .where('action', '=', 'takeOff')
      .executeTakeFirst();
    expect(JSON.stringify(row)).toContain('天气转好，提前起飞');
    expect(row).toMatchObject({ detail: { restrictionRead: true } });
  });

  test('is not what a report is edited to, and the figure is the parameter', async () => {
    const { id } = await file();
    await approve(id);
    await release(id, '2026-11-21T02:10:00Z');
    world.setClock('2026-11-21T02:45:00Z');
    expect((await report(id, '2026-11-21T02:40:00Z')).state).toBe(9);
    const edit = { id, realEta: '2026-11-21T02:41:00Z' };
    expect(await errorOf(act(world.operator, 'EditUpdateStateAndRealEta', edit))).toMatchObject(far);
    await setTolerance('31');
    expect((await act(world.operator, 'EditUpdateStateAndRealEta', edit)).state).toBe(9);
    await setTolerance('30');
  });
});

describe('a step is taken in hand', () => {
  test('by whom it waits for, while it waits; another is told why not', async () => {
    const { id } = await file();
    expect(await errorOf(act(world.operator, 'TakeUp', { id }))).toMatchObject({ code: 'forbidden' });
    expect((await act(world.atmb, 'TakeUp', { id })).state).toBe(2);
    expect((await act(world.atmb, 'TakeUp', { id })).state).toBe(2);
    await approve(id);
    expect(await errorOf(act(world.atmb, 'TakeUp', { id }))).toMatchObject({
      code: 'refused',
      key: 'plan.refused.state',
    });
  });
});

describe('who only looks', () => {
  test('sees the waiting step and takes nothing in hand: another role viewed, a token that reads', async () => {
    const { id } = await file();
    const looking = [
      { ...world.atmb, viewAs: { role: 'ATMB', companyId: null } },
      { ...world.atmb, token: { id: 1, readOnly: true } },
    ];
    for (const caller of looking) {
      expect(await world.call(caller, 'Navigation/GetStepNaircraft', { nairid: id })).toMatchObject({
        state: 1,
        stage: 'plan',
        stepIndex: 0,
      });
    }
    expect(await stored(id)).toMatchObject({ state: 1 });
    expect(await world.call(world.atmb, 'Navigation/GetStepNaircraft', { nairid: id })).toMatchObject({
      state: 2,
    });
  });
});

describe('plans of the other kind', () => {
  /** An operator who holds only one of the two permissions to make plans. */
  const holding = (permission: string) =>
    callerWith(resources, {
      ...world.operator.actor,
      permissions: ['Pages.Navigation', 'Pages.StandingNAircraft', permission],
    });

  test.each([
    ['Pages.Navigation.Create', 'standing'],
    ['Pages.StandingNAircraft.Create', 'quick'],
  ])('who holds %s alone does nothing to a %s plan', async (permission, kind) => {
    const half = holding(permission);
    const { id, version } = await (kind === 'standing' ? standingDraft() : draft());
    const change = { ...planOf({ kind }), id, version };
    for (const [name, input] of [
      ['SaveNAircrafts', { ids: [id], submit: true }],
      ['UpdateNAircraftById', change],
      ['DelNAircraft', { id }],
      ['BackNAircraft', { id }],
      ['SplitNAircraftById', { id }],
    ] as const) {
      expect(await errorOf(act(half, name, input)), name).toMatchObject({ code: 'forbidden' });
    }
    const { actions } = (await world.call(half, 'Navigation/GetNAircraftById', { id })) as {
      actions: { action: string; allowed: boolean }[];
    };
    expect(actions.filter(({ allowed }) => allowed)).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 0, version });
  });
});
