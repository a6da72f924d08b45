import { Workbook } from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { abilityOf } from '#domain/identity/access.ts';
import type { ReportMetrics } from '#domain/plans/report-metrics.ts';
import { bucketAt, spanOf } from '#domain/plans/report-period.ts';
import type { PlanState } from '#domain/plans/states.ts';
import type { PlanReport, ReportLine } from '#server/features/plans/plan-report.ts';
import { FileAnswer } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** Reports are sums of the database; here each is counted again, plan by plan. */

let world: PlanWorld;
interface Made {
  id: number;
  state: PlanState;
  kind: 'quick' | 'nextDay' | 'standing';
  company: number;
  missionType: number;
  departure: number | null;
  destination: number | null;
  startTime: number;
  endTime: number;
  takeoffAt: number | null;
  realEta: number | null;
  actualNum: number | null;
  types: number[];
  lapsed: boolean;
  reportedOff: number | null;
  reportedDown: number | null;
}
const made: Made[] = [];
const minute = 60_000;
const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

/** Repeats itself: a failure can be looked into. */
let seed = 20261121;
function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const pick = <T>(list: readonly T[]): T => {
  const one = list[random(list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

beforeAll(async () => {
  world = await startPlanWorld();
  const { sql, demo } = world;
  world.setClock('2026-12-20T04:00:00Z');
  const companies = [demo.companies.yunyi, demo.companies.shuxiang, demo.companies.xiling];
  const missionTypes = [...demo.missionTypes.values()].slice(0, 5);
  const airports = [...demo.airports.values()].slice(0, 4);
  const crafts = await sql
    .selectFrom('aircraft')
    .select(['id', 'type'])
    .where('type', 'is not', null)
    .execute();
  const states = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 10, 10, 10, 11, 12, 12] as const;
  for (let index = 0; index < 400; index += 1) {
    const state = pick(states);
    const startTime = Date.parse('2026-11-19T16:00:00Z') + random(40 * 24 * 60) * minute;
    const endTime = startTime + (30 + random(240)) * minute;
    const off = state === 9 || state === 10;
    const takeoffAt = off ? startTime + (random(50) - 10) * minute : null;
    const realEta = state === 10 && takeoffAt !== null ? takeoffAt + (20 + random(300)) * minute : null;
    const one: Omit<Made, 'id'> = {
      state,
      kind: pick(['quick', 'quick', 'nextDay', 'standing']),
      company: pick(companies),
      missionType: pick(missionTypes),
      departure: random(5) === 0 ? null : pick(airports),
      destination: random(5) === 0 ? null : pick(airports),
      startTime,
      endTime,
      takeoffAt,
      realEta,
      actualNum: off && random(2) === 0 ? 1 + random(9) : null,
      types: [],
      lapsed: state === 12 && random(2) === 0,
      reportedOff: takeoffAt === null ? null : takeoffAt + random(30) * minute,
      reportedDown: realEta === null ? null : realEta + random(30) * minute,
    };
    const row = await sql
      .insertInto('plan')
      .values({
        planNumber: `R${index}`,
        kind: one.kind,
        urgency: 'normal',
        company: one.company,
        missionType: one.missionType,
        state,
        departure: one.departure,
        destination: one.destination,
        startTime: iso(startTime),
        endTime: iso(endTime),
        takeoffAt: isoOrNull(takeoffAt),
        realEta: isoOrNull(realEta),
        actualNum: one.actualNum,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = Number(row.id);
    for (let task = 0; task <= random(3); task += 1) {
      const craft = pick(crafts);
      one.types.push(Number(craft.type));
      await sql
        .insertInto('jobTask')
        .values({
          plan: id,
          company: one.company,
          sequence: task + 1,
          callsign: 'B10QA',
          aircraft: craft.id,
          etd: iso(startTime),
          eta: iso(endTime),
        })
        .execute();
    }
    const reportAt = async (action: string, at: number | null) => {
      if (at === null) return;
      await sql
        .insertInto('operateRecord')
        .values({ recordResource: 'plan', recordId: id, action, operatedAt: iso(at) })
        .execute();
    };
    await reportAt('takeOff', one.reportedOff);
    // Corrected later: the first report is the one that counts.
    if (one.reportedOff !== null && random(3) === 0) await reportAt('takeOff', one.reportedOff + 90 * minute);
    await reportAt('land', one.reportedDown);
    if (one.lapsed) await reportAt('lapse', endTime);
    made.push({ id, ...one });
  }
});
afterAll(() => world.close());

const zone = 'Asia/Shanghai';
const none: ReportMetrics = {
  plans: 0,
  pending: 0,
  approved: 0,
  rejected: 0,
  revoked: 0,
  cancelled: 0,
  lapsed: 0,
  inFlight: 0,
  flown: 0,
  sorties: 0,
  minutes: 0,
  departed: 0,
  onTime: 0,
  lateReports: 0,
  missingReports: 0,
};

/** The slow way, from the same rules in words. */
function recount(plans: Made[], share: (plan: Made) => number = () => 1): ReportMetrics {
  const sum = { ...none };
  for (const plan of plans) {
    const part = share(plan);
    const off = plan.state === 9 || plan.state === 10;
    sum.plans += 1;
    if (plan.state === 1 || plan.state === 2) sum.pending += 1;
    if ([4, 5, 6, 7, 8, 9, 10, 12].includes(plan.state)) sum.approved += 1;
    if (plan.state === 3) sum.rejected += 1;
    if (plan.state === 11) sum.revoked += 1;
    if (plan.state === 12) sum[plan.lapsed ? 'lapsed' : 'cancelled'] += 1;
    if (plan.state === 9) sum.inFlight += 1;
    if (plan.state === 10) sum.flown += 1;
    if (off) sum.sorties += (plan.actualNum ?? plan.types.length) * part;
    if (plan.state === 10) sum.minutes += (((plan.realEta ?? 0) - (plan.takeoffAt ?? 0)) / minute) * part;
    if (off && plan.takeoffAt !== null) {
      sum.departed += 1;
      if (plan.takeoffAt <= plan.startTime + 15 * minute) sum.onTime += 1;
      if ((plan.reportedOff ?? 0) > plan.takeoffAt + 15 * minute) sum.lateReports += 1;
    }
    if (plan.state === 10 && (plan.reportedDown ?? 0) > (plan.realEta ?? 0) + 15 * minute)
      sum.lateReports += 1;
    if (plan.state === 9 && plan.endTime < world.now().getTime() - 30 * minute) sum.missingReports += 1;
  }
  return sum;
}

function close(found: ReportMetrics, expected: ReportMetrics): void {
  for (const key of Object.keys(none) as (keyof ReportMetrics)[]) {
    // Shares are given to a thousandth.
    expect([key, Math.abs(found[key] - expected[key]) < 0.01 ? expected[key] : found[key]]).toEqual([
      key,
      expected[key],
    ]);
  }
}

const counted = (plans: Made[], from: string, to: string) =>
  plans.filter((plan) => {
    const day = bucketAt('day', plan.startTime, zone);
    return plan.kind !== 'standing' && plan.state !== 0 && day >= from && day <= to;
  });

async function ask(caller: Caller, request: object = {}): Promise<PlanReport> {
  return (await world.call(caller, 'Navigation/GetNAircraftReport', request)) as PlanReport;
}

describe('a report', () => {
  test.each([
    ['day', { period: 'day', from: '2026-11-25' }],
    ['week', { period: 'week', from: '2026-12-03' }],
    ['month', { period: 'month', from: '2026-12-03' }],
    ['quarter', { period: 'quarter', from: '2026-12-03' }],
    ['year', { period: 'year', from: '2026-12-03' }],
    ['custom', { period: 'custom', from: '2026-11-20', to: '2026-12-31' }],
  ] as const)('of a %s is what counting plan by plan gives, by each key', async (_, request) => {
    const report = await ask(world.admin, request);
    const span = spanOf(request.period, request.from, 'to' in request ? request.to : undefined);
    expect(report).toMatchObject({ ...span, timeZone: zone });
    const plans = counted(made, span.from, span.to);
    expect(plans.length).toBeGreaterThan(0);
    close(report.totals, recount(plans));

    expect(report.series.reduce((sum, point) => sum + point.plans, 0)).toBe(plans.length);
    for (const point of report.series) {
      close(
        point,
        recount(plans.filter(({ startTime }) => bucketAt(span.bucket, startTime, zone) === point.key)),
      );
    }
    const by = (
      lines: ReportLine[],
      idsOf: (plan: Made) => (number | null)[],
      share?: (id: number | null) => (plan: Made) => number,
    ) => {
      expect(new Set(lines.map(({ id }) => id))).toEqual(new Set(plans.flatMap(idsOf)));
      for (const line of lines) {
        close(
          line,
          recount(
            plans.filter((plan) => idsOf(plan).includes(line.id)),
            share?.(line.id),
          ),
        );
        if (line.id !== null) expect(line.name).not.toMatch(/^#/);
      }
    };
    by(report.companies, ({ company }) => [company]);
    by(report.missionTypes, ({ missionType }) => [missionType]);
    by(report.airports, ({ departure, destination }) => [departure, destination]);
    by(
      report.aircraftTypes,
      ({ types }) => types,
      (id) =>
        ({ types }) =>
          types.filter((type) => type === id).length / types.length,
    );
  });

  test('shares of aircraft types make the whole', async () => {
    const { totals, aircraftTypes } = await ask(world.admin, { period: 'year', from: '2026-06-01' });
    const sum = (key: 'sorties' | 'minutes') => aircraftTypes.reduce((all, line) => all + line[key], 0);
    expect(sum('sorties')).toBeCloseTo(totals.sorties, 1);
    expect(sum('minutes')).toBeCloseTo(totals.minutes, 1);
  });

  test('holds what was asked for and no more', async () => {
    const { demo } = world;
    const company = demo.companies.yunyi;
    const [type = 0] = made[0]?.types ?? [];
    const request = { period: 'custom', from: '2026-11-20', to: '2026-12-31' };
    const all = counted(made, request.from, request.to);
    close(
      (await ask(world.admin, { ...request, companies: [company] })).totals,
      recount(all.filter((plan) => plan.company === company)),
    );
    close(
      (await ask(world.admin, { ...request, aircraftTypes: [type] })).totals,
      recount(all.filter(({ types }) => types.includes(type))),
    );
    close(
      (await ask(world.admin, { ...request, kinds: ['nextDay'] })).totals,
      recount(all.filter(({ kind }) => kind === 'nextDay')),
    );
  });

  test("is of the caller's rows: an operator's of their company, an agent's of those they serve", async () => {
    const request = { period: 'custom', from: '2026-11-20', to: '2026-12-31' };
    const all = counted(made, request.from, request.to);
    const { yunyi, shuxiang, xiling } = world.demo.companies;
    const cases: [Caller, number[]][] = [
      [world.operator, [yunyi]],
      [world.operator2, [shuxiang]],
      [world.agent, [yunyi, xiling]],
    ];
    for (const [caller, companies] of cases) {
      const report = await ask(caller, request);
      close(report.totals, recount(all.filter(({ company }) => companies.includes(company))));
      expect(new Set(report.companies.map(({ id }) => id))).toEqual(new Set(companies));
      // Asking for another's gives nothing of it.
      const others = [yunyi, shuxiang, xiling].filter((id) => !companies.includes(id));
      expect((await ask(caller, { ...request, companies: others })).totals.plans).toBe(0);
    }
  });

  test('tells nothing of a field that is hidden from the user', async () => {
    const request = { period: 'custom', from: '2026-11-20', to: '2026-12-31' };
    const without = (subject: string, field: string): Caller => ({
      ...world.admin,
      ability: abilityOf([
        { action: 'manage', subject: 'all' },
        { action: 'read', subject, fields: [field], inverted: true },
      ]),
    });
    const typeless = without('aircraft', 'type');
    const report = await ask(typeless, request);
    expect(report.aircraftTypes).toEqual([]);
    expect(report.airports.length).toBeGreaterThan(1);
    close(report.totals, recount(counted(made, request.from, request.to)));
    const byType = await refusalOf(ask(typeless, { ...request, aircraftTypes: made[0]?.types ?? [] }));
    expect(byType).toMatchObject({
      code: 'forbidden',
      text: { key: 'report.refused.hidden', values: { fields: 'aircraft.type' } },
    });
    expect((await ask(without('plan', 'destination'), request)).airports).toEqual([]);
    expect((await refusalOf(ask(without('plan', 'takeoffAt'), request))).code).toBe('forbidden');
  });

  test('is refused for days that are none, in the wrong order or too many', async () => {
    for (const request of [
      { from: '2026-02-30' },
      { period: 'custom', from: '2026-11-20', to: 'soon' },
      { period: 'custom', from: '2026-11-20', to: '2026-11-19' },
      { period: 'custom', from: '2020-01-01', to: '2026-11-19' },
    ]) {
      expect((await refusalOf(ask(world.admin, request))).code).toBe('validation');
    }
  });
});

describe('mission types', () => {
  const request = { period: 'month', from: '2026-12-01' };
  test('by name, along time and by operator are one and the same sum', async () => {
    const { items } = (await world.call(world.admin, 'Navigation/GetFlyTypeNames', request)) as {
      items: ReportLine[];
    };
    const byTime = (await world.call(world.admin, 'Navigation/GetFlyTypeNameList', request)) as {
      keys: string[];
      items: { id: number; points: (ReportMetrics & { key: string })[] }[];
    };
    const byUnit = (await world.call(world.admin, 'Navigation/GetFlyTypeNameUnit', request)) as {
      items: { company: number; values: ReportLine[] }[];
    };
    expect(items.length).toBeGreaterThan(1);
    expect(byTime.keys).toHaveLength(31);
    for (const line of items) {
      const points = byTime.items.find(({ id }) => id === line.id)?.points ?? [];
      expect(points.map(({ key }) => key)).toEqual(byTime.keys);
      expect(points.reduce((sum, point) => sum + point.plans, 0)).toBe(line.plans);
      const units = byUnit.items.flatMap(({ values }) => values.filter(({ id }) => id === line.id));
      expect(units.reduce((sum, unit) => sum + unit.plans, 0)).toBe(line.plans);
    }
  });
});

describe('the workbook', () => {
  test('holds the report, sheet by sheet, and reads back', async () => {
    const request = { period: 'month', from: '2026-12-01' };
    const chinese: Caller = { ...world.admin, locale: 'zh-Hans' };
    const report = await ask(chinese, request);
    const answer = await world.navigation.services
      .find(({ name }) => name === 'Navigation')
      ?.methods.find(({ name }) => name === 'ExportNAircraftReport')
      ?.handle(request, chinese);
    if (!(answer instanceof FileAnswer)) throw new Error('no file');
    expect(answer.file.name).toContain('.xlsx');
    const workbook = new Workbook();
    await workbook.xlsx.read(answer.file.stream);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      '概览',
      '按时间',
      '按运行单位',
      '按任务性质',
      '按机型',
      '按机场',
    ]);
    const sheet = workbook.getWorksheet('按运行单位');
    expect(sheet?.rowCount).toBe(report.companies.length + 1);
    report.companies.forEach((line, index) => {
      const row = sheet?.getRow(index + 2);
      expect(row?.getCell(1).value).toBe(line.name);
      expect(row?.getCell(2).value).toBe(line.plans);
      expect(row?.getCell(12).value).toBeCloseTo(line.minutes / 60, 1);
    });
  });
});
