import type { SaveInput } from '#contract/airspace/airspace-input.ts';
import { extentOf } from '#domain/airspace/extent.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createAirspace } from '#server/features/airspace/airspace-calls.ts';
import { catchUpVersions } from '#server/features/airspace/airspace-versions.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createRecordApprovals } from '#server/record-approvals.ts';
import type { Demo } from './seed-demo.ts';

const dayMs = 86_400_000;
const agl = (value: number) => ({ value, unit: 'm' as const, reference: 'AGL' as const });
const point = (longitude: number, latitude: number) => ({
  type: 'Point' as const,
  coordinates: [longitude, latitude] as [number, number],
});
const amsl = (value: number) => ({ value, unit: 'm' as const, reference: 'AMSL' as const });

/**
 * Airspace in every stage of its life: applications that wait and one that came back, an approved one of two versions
 * and a third to come, one open, one closed, one that ends soon and whose holder asks for an extension, and a template to begin another from. Once, by the rules that hold for people; does
 * nothing where any airspace was applied for before.
 */
export async function seedDemoAirspaces(deps: {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Pick<Parameters, 'all'>;
  demo: Demo;
  conflicts: Conflicts;
  clock: () => Date;
}): Promise<void> {
  const { records, database, demo } = deps;
  const known = await database.kysely
    .selectFrom('flowInstance')
    .select('id')
    .where('documentResource', '=', 'airspace')
    .limit(1)
    .executeTakeFirst();
  if (known || demo.users.size === 0) return;
  await catchUpVersions(records, database.kysely);
  const now = deps.clock().getTime();
  let at = now;
  const clock = () => new Date(at);
  const { acts } = createRecordApprovals({ ...deps, clock });
  const { life, extension } = createAirspace({ ...deps, clock, acts });
  const system = systemCaller('screen');
  const as = (userName: string, name: string, role: string, companyId: number | null = null): Caller => ({
    ...system,
    actor: {
      ...system.actor,
      userId: demo.users.get(userName) ?? 0,
      userName,
      name,
      roles: [role],
      companyId,
    },
  });
  const { yunyi, shuxiang, xiling } = demo.companies;
  const operator = as('operator', '何远', 'OM', yunyi);
  const operator2 = as('operator2', '罗川', 'OM', shuxiang);
  const agent = as('agent', '程诺', 'AGENT', xiling);
  const atmb = as('atmb', '顾平', 'ATMB');
  const aiw = as('aiw', '石磊', 'AIW');
  const iso = (days: number) => new Date(now + days * dayMs).toISOString();
  const before = (days: number) => {
    at = now - days * dayMs;
  };

  async function apply(who: Caller, values: Omit<SaveInput, 'id'>, comment: string): Promise<number> {
    const { id } = await life.save(who, {
      validFrom: iso(20),
      validTo: iso(140),
      kind: 'temporary',
      ...values,
    });
    await acts.submit(who, 'airspace', id, comment);
    return id;
  }

  const place = { shape: 'circle' as const, center: point(103.62, 30.94), radiusM: 2000 };
  await records.create(system, 'airspaceTemplate', {
    name: '都江堰航拍（半径 2 千米） / Dujiangyan aerial photography (2 km)',
    company: yunyi,
    owner: operator.actor.userId,
    kind: 'temporary',
    ...place,
    geometry: extentOf(place),
    lower: agl(0),
    upper: agl(300),
    entryExit: '自东侧 300 米以下进出 / Enter and leave from the east below 300 m',
  });

  const gliding = demo.airspaces.get('PZX01');
  if (gliding) {
    before(2);
    const { version } = await records.get(system, 'airspace', gliding);
    await life.save(operator, {
      id: gliding,
      version,
      validFrom: iso(18),
      validTo: iso(200),
      activityNature: '滑翔伞与动力伞训练 / Paraglider and paramotor training',
      entryExit: '自彭州方向 600 米以下进入，原路退出 / Enter from Pengzhou below 600 m, leave the same way',
    });
    await acts.submit(operator, 'airspace', gliding, '冬季训练使用 / For winter training');
  }
  before(1);
  await apply(
    operator2,
    {
      name: '金堂北航拍作业空域',
      nameEn: 'Jintang north aerial photography area',
      designator: 'JTX03',
      company: shuxiang,
      shape: 'circle',
      center: { type: 'Point', coordinates: [104.7, 31.02] },
      radiusM: 3000,
      lower: agl(0),
      upper: agl(300),
      schedule: [{ days: [1, 2, 3, 4, 5], startTime: '0900', endTime: '1700' }],
      activityNature: '电力巡线与航空摄影 / Power line patrol and aerial photography',
      entryExit: '自南侧 300 米以下进出 / Enter and leave from the south below 300 m',
    },
    '电力公司委托作业 / Commissioned by the power company',
  );
  before(6);
  const returned = await apply(
    agent,
    {
      name: '龙泉山北侧救援训练空域',
      nameEn: 'Longquanshan north rescue training area',
      designator: 'LQX02',
      company: xiling,
      shape: 'circle',
      center: { type: 'Point', coordinates: [104.4, 30.68] },
      radiusM: 2500,
      lower: agl(0),
      upper: agl(300),
      activityNature: '直升机救援训练 / Helicopter rescue training',
      entryExit: '自东侧进出 / Enter and leave from the east',
    },
    '代西岭公司申请 / On behalf of Xiling',
  );
  before(5);
  await acts.decide(atmb, {
    resource: 'airspace',
    id: returned,
    decision: 'return',
    stepIndex: 0,
    comment:
      '请补充与龙泉山应急救援训练空域的协调意见 / Add the coordination with the Longquanshan rescue training area',
    assignees: [],
  });

  const training = demo.airspaces.get('JTX01');
  if (training) {
    before(10);
    const change = async (upper: number, reason: string, effectiveFrom?: string) => {
      const { version } = await records.get(system, 'airspace', training);
      const request = { id: training, version, upper: amsl(upper), reason };
      await life.save(atmb, effectiveFrom ? { ...request, effectiveFrom } : request);
    };
    await change(
      2100,
      '上限由 1800 米提高到 2100 米，满足失速科目训练 / Upper limit raised from 1800 m to 2100 m for stall training',
    );
    before(1);
    await change(2400, '冬季训练临时提高上限 / Upper limit raised for winter training', iso(5));
  }
  before(0);
  const tour = demo.airspaces.get('QCX01');
  if (tour) {
    await life.openOrClose(atmb, 'open', {
      id: tour,
      from: null,
      to: iso(0.4),
      reason: '今日游览飞行 / Sightseeing today',
    });
  }
  const closed = demo.airspaces.get('JTX02');
  if (closed) {
    await life.openOrClose(aiw, 'close', {
      id: closed,
      from: null,
      to: null,
      reason: '当日无训练计划 / No training today',
    });
  }
  const ending = demo.airspaces.get('LQX01');
  if (ending) {
    const { version } = await records.get(system, 'airspace', ending);
    await life.save(atmb, {
      id: ending,
      version,
      validTo: iso(12),
      reason: '按批复缩短使用期限 / Period shortened as approved',
    });
    await extension.ask(agent, {
      id: ending,
      validTo: iso(72),
      reason:
        '应急救援训练科目尚未完成，申请延长两个月 / Rescue training not finished, two more months requested',
    });
  }
}
