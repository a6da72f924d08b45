import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resources } from '../../../resources.config.ts';
import { textIn } from '../../../src/domain/locales/text-in.ts';
import type { Caller } from '../../../src/server/caller.ts';
import { seedFlows } from '../../../src/server/flows/seed-flows.ts';
import { callerWith, refusalOf } from '../../support/engine.ts';
import { type PlanWorld, startPlanWorld } from '../../support/plan-world.ts';

interface Saved {
  id: number;
  version: number;
  state: number;
}
interface Finding {
  level: string;
  code: string;
  field: string;
  message: string;
}

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
/** Out of the way of the next test: its aircraft and its air are free again. */
afterEach(async () => {
  const sql = world.sql;
  await sql.updateTable('plan').set({ state: 12 }).where('state', '<', 10).execute();
  await sql.updateTable('flowInstance').set({ state: 'withdrawn' }).where('state', '=', 'running').execute();
});

/** Filed on the 20th for the 21st, in Beijing. */
const filing = '2026-11-20T10:00:00+08:00';
/** Each plan takes another hour and another patch of air, so that tests do not meet. */
let count = 0;
function planOf(change: { task?: object } & Record<string, unknown> = {}) {
  const { task, ...rest } = change;
  count += 1;
  const lon = 104.0 + (count % 30) * 0.04;
  const lat = 31.3 + Math.floor(count / 30) * 0.05;
  const { demo } = world;
  return {
    missionType: demo.missionTypes.get('PATROL') ?? 0,
    mission: '管线巡查',
    contact: '何远',
    phone: '0838-5300001',
    weatherMinima: '目视',
    communications: '118.7',
    tasks: [
      {
        callsign: 'B10QA',
        aircraft: demo.aircraft.get('B-10QA') ?? 0,
        pilots: [demo.pilots.get('高翔') ?? 0],
        departure: demo.airports.get('ZUGH|') ?? 0,
        destination: demo.airports.get('ZUGH|') ?? 0,
        etd: '2026-11-21T02:00:00Z',
        eta: '2026-11-21T03:30:00Z',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [lon, lat],
              [lon + 0.02, lat],
              [lon + 0.02, lat + 0.02],
              [lon, lat + 0.02],
              [lon, lat],
            ],
          ],
        },
        lower: { value: 600, unit: 'm', reference: 'AMSL' },
        upper: { value: 900, unit: 'm', reference: 'AMSL' },
        ...task,
      },
    ],
    ...rest,
  };
}

async function file(change = {}, caller = world.operator): Promise<Saved> {
  world.setClock(filing);
  const { items } = (await world.call(caller, 'Navigation/SaveNAircrafts', {
    plans: [planOf(change)],
    submit: true,
  })) as { items: Saved[] };
  if (!items[0]) throw new Error('nothing was filed');
  return items[0];
}
const draft = async (change = {}, caller = world.operator): Promise<Saved> =>
  (await world.call(caller, 'Navigation/AddNAircraft', planOf(change))) as Saved;
const decide = async (caller: Caller, id: number, decision: string, stepIndex = 0, more = {}) =>
  (await world.call(caller, 'Navigation/DoFlyApprove', { id, decision, stepIndex, ...more })) as Saved;
const act = async (caller: Caller, name: string, input: object) =>
  (await world.call(caller, `Navigation/${name}`, input)) as Saved;
async function approve(id: number): Promise<Saved> {
  await decide(world.atmb, id, 'approve', 0);
  return decide(world.atmb, id, 'approve', 1);
}
async function release(id: number, etd = '2026-11-21T02:10:00Z'): Promise<Saved> {
  world.setClock('2026-11-21T01:30:00Z');
  await act(world.operator, 'ApplyOpenDynamic', { id, state: 5, realEtd: etd });
  return decide(world.atmb, id, 'allow');
}
const say = async (work: Promise<unknown>) => {
  const refusal = await refusalOf(work);
  return { code: refusal.code, key: refusal.text.key, text: textIn(refusal.text, 'zh-Hans') };
};

describe('one flight, from filing to landing', () => {
  test('every step of it, with its records', async () => {
    const { operator, atmb } = world;
    const filed = await file();
    expect(filed.state).toBe(1);

    const inbox = (await world.call(atmb, 'FlowConfig/GetInbox')) as {
      totalCount: number;
      items: { id: number; stepName: string; decideBy: string }[];
    };
    expect(inbox.items.find((item) => item.id === filed.id)).toMatchObject({
      stepName: 'Acceptance and first review',
      decideBy: '2026-11-20T13:00:00.000Z',
    });
    expect(await world.call(operator, 'FlowConfig/GetInbox')).toMatchObject({ totalCount: 0 });

    const opened = (await world.call(atmb, 'Navigation/GetStepNaircraft', { nairid: filed.id })) as {
      state: number;
      stepIndex: number;
      decisions: string[];
    };
    expect(opened).toMatchObject({ state: 2, stepIndex: 0, mayDecide: true });
    expect(opened.decisions).toEqual(['approve', 'reject', 'return', 'reassign']);

    expect((await decide(atmb, filed.id, 'approve', 0)).state).toBe(2);
    expect((await decide(atmb, filed.id, 'approve', 1, { comment: '同意' })).state).toBe(4);

    world.setClock('2026-11-21T01:30:00Z');
    expect(
      (await act(operator, 'ApplyOpenDynamic', { id: filed.id, state: 5, realEtd: '2026-11-21T02:10:00Z' }))
        .state,
    ).toBe(5);
    expect(
      (await decide(atmb, filed.id, 'allowRestricted', 0, { restriction: '不得高于 800 米' })).state,
    ).toBe(8);
    const released = (await world.call(operator, 'Navigation/GetNAircraftById', { id: filed.id })) as {
      plan: Record<string, unknown>;
      actions: { action: string; allowed: boolean; reason: string | null; rule: string | null }[];
    };
    expect(released.plan).toMatchObject({
      stateText: 'release allowed (restricted)',
      restriction: '不得高于 800 米',
      sFltText: 'CLD',
    });
    expect(released.actions.find((one) => one.action === 'takeOff')).toMatchObject({ allowed: true });
    expect(released.actions.find((one) => one.action === 'land')).toMatchObject({
      allowed: false,
      reason: 'The plan is "release allowed": "Landing report" is not possible',
      rule: expect.stringContaining('Order 371'),
    });

    world.setClock('2026-11-21T02:14:00Z');
    const flying = await act(operator, 'UpdateStateAndRealEta', {
      id: filed.id,
      state: 9,
      realEta: '2026-11-21T02:12:00Z',
      actualNum: 1,
    });
    expect(flying.state).toBe(9);
    // Whoever decides flights and whoever watches them has it on the map.
    for (const watcher of [atmb, world.aiw]) {
      const onMap = (await world.call(watcher, 'Navigation/GetActiveNAircrafts')) as {
        items: { id: number; icao24s: string[]; features: { featureId: string; geometry: unknown }[] }[];
      };
      expect(onMap.items.find((item) => item.id === filed.id)).toMatchObject({
        state: 9,
        callsign: 'B10QA',
        icao24s: ['780c01'],
        features: [{ featureId: expect.stringMatching(/^plan-\d+-task-\d+$/) }],
      });
    }

    world.setClock('2026-11-21T03:20:00Z');
    expect(
      (
        await act(operator, 'UpdateStateAndRealEta', {
          id: filed.id,
          state: 10,
          realEta: '2026-11-21T03:18:00Z',
        })
      ).state,
    ).toBe(10);

    const { items } = (await world.call(operator, 'OperateRecord/GetListById', { id: filed.id })) as {
      items: {
        action: string;
        fromState: number | null;
        toState: number;
        operatedByName: string;
        unit: string;
      }[];
    };
    expect(items.map((item) => [item.action, item.fromState, item.toState, item.operatedByName])).toEqual([
      ['create', null, 0, '何远'],
      ['submit', 0, 1, '何远'],
      ['takeUp', 1, 2, '顾平'],
      ['approve', 2, 2, '顾平'],
      ['approve', 2, 4, '顾平'],
      ['applyRelease', 4, 5, '何远'],
      ['takeUpRelease', 5, 6, '顾平'],
      ['allowRestricted', 6, 8, '顾平'],
      ['takeOff', 8, 9, '何远'],
      ['land', 9, 10, '何远'],
    ]);
    expect(items[0]?.unit).toBe('四川云翼通用航空有限公司');

    const told = world.changes.filter((change) => change.id === filed.id && change.message);
    expect(told.map((change) => [change.message?.type, change.message?.state]).at(-1)).toEqual([
      'plan.land',
      10,
    ]);
    expect(told.every((change) => change.record.company === world.demo.companies.yunyi)).toBe(true);
    const history = await world.records.history(world.operator, 'plan', filed.id);
    expect(history.length).toBeGreaterThanOrEqual(9);
  });

  test('reports are edited and reverted inside the grace time, and not after it', async () => {
    const { operator } = world;
    const { id } = await file();
    await approve(id);
    await release(id);
    world.setClock('2026-11-21T02:14:00Z');
    await act(operator, 'UpdateStateAndRealEta', {
      id,
      state: 9,
      realEta: '2026-11-21T02:12:00Z',
      actualNum: 2,
    });
    await act(operator, 'EditUpdateStateAndRealEta', { id, realEta: '2026-11-21T02:11:00Z', actualNum: 1 });
    expect((await act(operator, 'BackUpdateStateAndRealEta', { id })).state).toBe(8);
    await act(operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: '2026-11-21T02:13:00Z' });
    expect(
      await say(act(operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T02:12:00Z' })),
    ).toMatchObject({
      text: expect.stringContaining('早于起飞时间'),
    });
    expect(
      await say(act(operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T04:00:00Z' })),
    ).toMatchObject({
      key: 'plan.refused.reportFuture',
    });
    world.setClock('2026-11-21T03:00:00Z');
    await act(operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: '2026-11-21T03:00:00Z' });
    world.setClock('2026-11-21T03:30:01Z');
    expect(await say(act(operator, 'BackUpdateStateAndRealEta', { id }))).toMatchObject({
      key: 'plan.refused.grace',
    });
  });

  test('a rejected plan is changed and filed again', async () => {
    const { id } = await file();
    expect(await say(decide(world.atmb, id, 'reject', 0))).toMatchObject({ key: 'plan.refused.reason' });
    const rejected = await decide(world.atmb, id, 'reject', 0, { comment: '航线与限制区过近' });
    expect(rejected.state).toBe(3);
    const changed = (await world.call(world.operator, 'Navigation/UpdateNAircraftById', {
      ...planOf({ mission: '管线巡查（改）' }),
      id,
      version: rejected.version,
    })) as Saved;
    const again = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      ids: [id],
      submit: true,
    })) as {
      items: Saved[];
    };
    expect(changed.state).toBe(3);
    expect(again.items[0]?.state).toBe(1);
  });

  test('release is applied for, changed, withdrawn, refused and asked again', async () => {
    const { operator, atmb } = world;
    const { id } = await file();
    await approve(id);
    world.setClock('2026-11-21T01:00:00Z');
    await act(operator, 'ApplyOpenDynamic', { id, realEtd: '2026-11-21T02:00:00Z' });
    expect((await act(operator, 'EditApplyOpenDynamic', { id, realEtd: '2026-11-21T02:40:00Z' })).state).toBe(
      5,
    );
    expect((await act(operator, 'BackApplyOpenDynamic', { id })).state).toBe(4);
    await act(operator, 'ApplyOpenDynamic', { id, realEtd: '2026-11-21T02:40:00Z' });
    expect((await decide(atmb, id, 'refuse', 0, { comment: '能见度低' })).state).toBe(7);
    await act(operator, 'ApplyOpenDynamic', { id, realEtd: '2026-11-21T02:50:00Z' });
    expect((await decide(atmb, id, 'allow')).state).toBe(8);
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

  test('his own company’s plan, even for an approver', async () => {
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
      '已超过申报截止时间 2026-11-20 15:00（现在 2026-11-20 15:00）；如属紧急任务，请改选紧急类别',
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
      ['error', expect.stringContaining('datums differ')],
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
    world.setClock('2026-11-21T04:00:01Z');
    const plan = await draft(next);
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
    expect(await submit()).toMatchObject({ items: [{ state: 1 }] });
  });
});

describe('two at once', () => {
  test('two approvers: the step is decided once', async () => {
    const { id } = await file();
    const results = await Promise.allSettled([
      decide(world.atmb, id, 'approve', 0),
      decide(world.atmb2, id, 'approve', 0),
    ]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const failed = results.find((one) => one.status === 'rejected');
    expect(failed?.reason).toMatchObject({ code: 'conflict', text: { key: 'plan.refused.changed' } });
    const step = (await world.call(world.atmb, 'Navigation/GetStepNaircraft', { nairid: id })) as {
      stepIndex: number;
    };
    expect(step.stepIndex).toBe(1);
  });

  test('one approves and one rejects the last step: one of them wins, whole', async () => {
    const { id } = await file();
    await decide(world.atmb, id, 'approve', 0);
    const results = await Promise.allSettled([
      decide(world.atmb, id, 'approve', 1),
      decide(world.atmb2, id, 'reject', 1, { comment: '不同意' }),
    ]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const { items } = (await world.call(world.operator, 'OperateRecord/GetListById', { id })) as {
      items: { toState: number }[];
    };
    const { plan } = (await world.call(world.operator, 'Navigation/GetNAircraftById', { id })) as {
      plan: Saved;
    };
    expect([3, 4]).toContain(plan.state);
    expect(items.at(-1)?.toState).toBe(plan.state);
  });
});

describe('flows', () => {
  test('a published version holds for what runs; the new one for what is filed after it', async () => {
    const { records } = world;
    const before = await file();
    const { items } = await records.list(world.admin, 'flowConfig', {
      start: 0,
      end: 10,
      sort: [],
      search: undefined,
      trash: 'without',
      filter: { field: 'documentKind', operator: 'eq', value: 'plan' },
    });
    const flow = items[0];
    if (!flow) throw new Error('no flow');
    const stepCount = async (id: number) =>
      (
        (await world.call(world.operator, 'Navigation/GetStepNaircraft', { nairid: id })) as {
          flows: { steps: unknown[] }[];
        }
      ).flows[0]?.steps.length;
    const changed = await records.update(world.admin, 'flowConfig', flow.id, flow.version, {
      steps: [{ name: '直接批复', roles: ['ATMB'] }],
    });
    expect(await stepCount(before.id)).toBe(2);
    await act(world.operator, 'BackNAircraft', { id: before.id });
    const unpublished = await file();
    expect(await stepCount(unpublished.id)).toBe(2);
    await act(world.operator, 'BackNAircraft', { id: unpublished.id });
    expect(await world.call(world.admin, 'FlowConfig/Publish', { id: flow.id })).toMatchObject({ number: 2 });
    await seedFlows(records);
    const after = await file();
    expect(await stepCount(after.id)).toBe(1);
    expect((await decide(world.atmb, after.id, 'approve', 0)).state).toBe(4);
    const now = await records.get(world.admin, 'flowConfig', flow.id);
    await records.update(world.admin, 'flowConfig', flow.id, now.version, { steps: flow.steps });
    await world.call(world.admin, 'FlowConfig/Publish', { id: flow.id });
    expect(changed.publishedVersion).toBe(1);
  });

  test('a step is handed to a named user, who alone may then take it', async () => {
    const { id } = await file();
    const other = world.atmb2.actor.userId;
    await decide(world.atmb, id, 'reassign', 0, { assignees: [other] });
    expect(await say(decide(world.atmb, id, 'approve', 0))).toMatchObject({ key: 'flow.refused.notNamed' });
    expect((await decide(world.atmb2, id, 'approve', 0)).state).toBe(2);
  });

  test('a plan is split, and each part keeps its place in the flow', async () => {
    world.setClock(filing);
    const one = planOf();
    const two = planOf({
      task: { etd: '2026-11-21T05:00:00Z', eta: '2026-11-21T06:00:00Z', callsign: 'B10QB' },
    });
    const { items } = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      plans: [{ ...one, tasks: [...one.tasks, ...two.tasks] }],
      submit: true,
    })) as { items: Saved[] };
    const whole = items[0];
    if (!whole) throw new Error('nothing was filed');
    const parts = (
      (await world.call(world.operator, 'Navigation/SplitNAircraftById', { id: whole.id })) as {
        items: Saved[];
      }
    ).items;
    expect(parts.map((part) => part.state)).toEqual([1, 1]);
    for (const part of parts) {
      const detail = (await world.call(world.operator, 'Navigation/GetNAircraftById', { id: part.id })) as {
        tasks: unknown[];
      };
      expect(detail.tasks).toHaveLength(1);
      expect((await approve(part.id)).state).toBe(4);
    }
  });

  test('deleting takes the tasks along', async () => {
    world.setClock(filing);
    const { id } = await draft();
    expect(await world.call(world.operator, 'Navigation/DelNAircraft', { id })).toBe(true);
    expect(await say(world.call(world.operator, 'Navigation/GetNAircraftById', { id }))).toMatchObject({
      code: 'notFound',
    });
  });
});

describe('who else', () => {
  test('an agent files and flies for a company that it serves, not for another', async () => {
    const { agent, demo } = world;
    const theirs = {
      aircraft: demo.aircraft.get('B-70XM'),
      pilots: [demo.pilots.get('宋雨')],
      callsign: 'B70XM',
    };
    const filed = await file({ company: demo.companies.xiling, task: theirs }, agent);
    expect(filed.state).toBe(1);
    expect((await act(agent, 'BackNAircraft', { id: filed.id })).state).toBe(11);
    expect(await say(draft({ company: demo.companies.shuxiang }, agent))).toMatchObject({
      code: 'validation',
      key: 'plan.refused.otherCompany',
    });
    expect(await say(draft({}, agent))).toMatchObject({ key: 'plan.refused.companyNeeded' });
  });

  test('an approver cancels an approved plan with a reason; an outsider may not', async () => {
    const { id } = await file();
    await approve(id);
    expect(await say(act(world.atmb, 'CancelNAircraft', { id, reason: ' ' }))).toMatchObject({
      key: 'plan.refused.reason',
    });
    const cancelled = await act(world.atmb, 'CancelNAircraft', { id, reason: '空域临时管制' });
    expect(cancelled.state).toBe(12);
    expect(await say(act(world.atmb, 'CancelNAircraft', { id, reason: '再次' }))).toMatchObject({
      key: 'plan.refused.state',
    });
  });

  test('a body sees the plans of its own area, in lists, the inbox and singly', async () => {
    const { id } = await file();
    const elsewhere: Caller = {
      ...callerWith(resources, { ...world.atmb.actor, coverageIds: [987_654] }),
    };
    const ids = async (caller: Caller) =>
      (
        (await world.call(caller, 'Navigation/GetNAircraft', { waiting: true })) as { items: Saved[] }
      ).items.map((item) => item.id);
    expect(await ids(world.atmb)).toEqual([id]);
    expect(await ids(elsewhere)).toEqual([]);
    expect(await world.call(elsewhere, 'FlowConfig/GetInbox')).toMatchObject({ totalCount: 0 });
    expect(await say(decide(elsewhere, id, 'approve'))).toMatchObject({ code: 'notFound' });
  });

  test('lists are filtered, sorted and paged', async () => {
    await file();
    const page = (await world.call(world.operator, 'Navigation/GetNAircraft', {
      states: [1],
      from: '2026-11-21T00:00:00Z',
      to: '2026-11-22T00:00:00Z',
      keyword: 'B10QA',
      sorting: 'decideBy asc, id desc',
      maxResultCount: 5,
    })) as { totalCount: number; items: Record<string, unknown>[] };
    expect(page.totalCount).toBe(1);
    expect(page.items[0]).toMatchObject({
      stateText: 'submitted',
      labels: { company: '四川云翼通用航空有限公司' },
      waiting: false,
    });
    expect(
      await say(world.call(world.operator, 'Navigation/GetNAircraft', { sorting: 'phone; drop' })),
    ).toMatchObject({ code: 'validation' });
  });

  test('a stale change is a conflict, and nothing of it is kept', async () => {
    world.setClock(filing);
    const plan = await draft();
    const update = (mission: string, version: number) =>
      world.call(world.operator, 'Navigation/UpdateNAircraftById', {
        ...planOf({ mission }),
        id: plan.id,
        version,
      });
    await update('第一次', plan.version);
    expect(await say(update('第二次', plan.version))).toMatchObject({ code: 'conflict' });
    const { plan: now, tasks } = (await world.call(world.operator, 'Navigation/GetNAircraftById', {
      id: plan.id,
    })) as {
      plan: { mission: string };
      tasks: unknown[];
    };
    expect(now.mission).toBe('第一次');
    expect(tasks).toHaveLength(1);
  });

  test('one of several plans that may not go holds all of them back', async () => {
    world.setClock(filing);
    const before = (await world.call(world.operator, 'Navigation/GetNAircraft', {})) as {
      totalCount: number;
    };
    const late = planOf({ task: { etd: '2026-11-20T03:00:00Z', eta: '2026-11-20T04:00:00Z' } });
    expect(
      await say(
        world.call(world.operator, 'Navigation/SaveNAircrafts', { plans: [planOf(), late], submit: true }),
      ),
    ).toMatchObject({ code: 'refused' });
    expect(await world.call(world.operator, 'Navigation/GetNAircraft', {})).toMatchObject(before);
  });
});

describe('the clock', () => {
  test('a step past its time is decided as the flow says, or told once', async () => {
    const told: string[] = [];
    const clock = world.navigation.planClock({
      changes: { publish: (change) => told.push(String(change.message?.type)), subscribe: () => () => {} },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const { id } = await file();
    world.setClock('2026-11-20T12:01:00+08:00');
    expect((await clock.tick()).timedOut).toEqual([id]);
    expect((await clock.tick()).timedOut).toEqual([]);
    expect(told).toEqual(['plan.stepOverdue']);
    await world.sql
      .updateTable('flowInstance')
      .set({
        remindedAt: null,
        steps: JSON.stringify([{ name: '限时', roles: ['ATMB'], timeLimitMinutes: 1, onTimeout: 'reject' }]),
      })
      .where('documentId', '=', id)
      .where('state', '=', 'running')
      .execute();
    expect((await clock.tick()).timedOut).toEqual([id]);
    const { items } = (await world.call(world.operator, 'OperateRecord/GetListById', { id })) as {
      items: { action: string; operatedByName: string; channel: string }[];
    };
    expect(items.at(-1)).toMatchObject({ action: 'reject', operatedByName: 'system', toState: 3 });
  });

  test('a plan lapses an hour past departure, unless a delay was asked for', async () => {
    const clock = world.navigation.planClock({
      changes: { publish: () => {}, subscribe: () => () => {} },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const idle = await file();
    await approve(idle.id);
    const delayed = await file({
      task: {
        aircraft: world.demo.aircraft.get('B-7396'),
        pilots: [world.demo.pilots.get('苏静')],
        callsign: 'B7396',
      },
    });
    await approve(delayed.id);
    await release(delayed.id, '2026-11-21T03:00:00Z');
    world.setClock('2026-11-21T02:59:59Z');
    expect((await clock.tick()).lapsed).toEqual([]);
    world.setClock('2026-11-21T03:00:00Z');
    const [mine, others] = await Promise.all([clock.tick(), clock.tick()]);
    expect([...mine.lapsed, ...others.lapsed]).toEqual([idle.id]);
    world.setClock('2026-11-21T04:00:00Z');
    expect((await clock.tick()).lapsed).toEqual([delayed.id]);
    const { plan } = (await world.call(world.operator, 'Navigation/GetNAircraftById', { id: idle.id })) as {
      plan: Record<string, unknown>;
    };
    expect(plan).toMatchObject({ state: 12, reason: '未按时放飞' });
  });
});
