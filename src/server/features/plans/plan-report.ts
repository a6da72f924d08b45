import type { InputOf, OutputOf } from '#contract/services.ts';
import { isDay } from '#domain/plans/moments.ts';
import type { ReportMetrics } from '#domain/plans/report-metrics.ts';
import {
  bucketKeys,
  daysIn,
  mostReportDays,
  type ReportPeriod,
  type ReportSpan,
  spanOf,
} from '#domain/plans/report-period.ts';
import { fieldError, formError } from '#domain/text/errors.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { PlanParameters } from './plan-parameters.ts';
import {
  createPlanStatistics,
  maySumBy,
  type ReportKey,
  type ReportSum,
  type StatisticsParameters,
} from './plan-statistics.ts';
import { relationNames } from './relation-names.ts';

export type ReportRequest = InputOf<'Navigation', 'GetNAircraftReport'>;
export type PlanReport = OutputOf<'Navigation', 'GetNAircraftReport'>;
/** One line of a table: null as id is what has none. */
export type ReportLine = PlanReport['companies'][number];
type ReportPoint = PlanReport['series'][number];

export interface PlanReporting {
  report(caller: Caller, request: ReportRequest): Promise<PlanReport>;
  /** Mission types that occur, the most flown first. */
  missionTypes(caller: Caller, request: ReportRequest): Promise<OutputOf<'Navigation', 'GetFlyTypeNames'>>;
  /** The same along the time of the report. */
  missionTypesByTime(
    caller: Caller,
    request: ReportRequest,
  ): Promise<OutputOf<'Navigation', 'GetFlyTypeNameList'>>;
  /** The same for each operator. */
  missionTypesByUnit(
    caller: Caller,
    request: ReportRequest,
  ): Promise<OutputOf<'Navigation', 'GetFlyTypeNameUnit'>>;
}

/** Reports of plans by period: who may see the plans may see their sums. */
export function createPlanReporting(deps: {
  records: Records;
  sql: Sql;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): PlanReporting {
  const { clock } = deps;
  const statistics = createPlanStatistics(deps);

  async function ask<K extends ReportKey[]>(caller: Caller, request: ReportRequest, sets: K[]) {
    const parameters = await deps.readParameters();
    const own: StatisticsParameters = {
      timeZone: parameters.deadlines.timeZone,
      onTimeMinutes: parameters.onTimeMinutes,
      lateReportMinutes: parameters.lateReportMinutes,
      notFinishGraceMs: parameters.notFinishGraceMs,
    };
    const now = clock();
    const period = request.period ?? 'month';
    const span = spanIn(period, request, dayOf(now.getTime(), own.timeZone));
    const sums = await statistics.sums(caller, span, request, sets, own, now);
    const head = {
      period,
      ...span,
      timeZone: own.timeZone,
      generatedAt: now.toISOString(),
      onTimeMinutes: own.onTimeMinutes,
      lateReportMinutes: own.lateReportMinutes,
    };
    return { head, sums };
  }

  /** Lines with the names that this caller may read, the busiest first. */
  async function lines(caller: Caller, key: ReportKey, sums: ReportSum[]): Promise<ReportLine[]> {
    const ids = sums.flatMap(({ keys }) => (typeof keys[key] === 'number' ? [keys[key]] : []));
    const names = await namesOf(caller, key, ids);
    return sums
      .map(({ keys, ...metrics }): ReportLine => {
        const id = typeof keys[key] === 'number' ? keys[key] : null;
        return { id, name: id === null ? null : (names.get(id) ?? `#${id}`), ...metrics };
      })
      .sort((a, b) => b.plans - a.plans || (a.name ?? '').localeCompare(b.name ?? ''));
  }

  const namesOf = (caller: Caller, key: ReportKey, ids: number[]) => reportNames(deps, caller, key, ids);

  return {
    async report(caller, request) {
      const withTypes = maySumBy(caller, 'aircraftType');
      const withPlaces = maySumBy(caller, 'airport');
      const { head, sums } = await ask(caller, request, [
        [],
        ['bucket'],
        ['company'],
        ['missionType'],
        ...(withTypes ? [['aircraftType' as const]] : []),
        ...(withPlaces ? [['airport' as const]] : []),
      ]);
      const [totals = [], series = [], companies = [], missionTypes = [], ...rest] = sums;
      const types = withTypes ? (rest.shift() ?? []) : [];
      const places = withPlaces ? (rest.shift() ?? []) : [];
      return {
        ...head,
        totals: metricsOf(totals[0]),
        series: pointsOf(bucketKeys(head), series),
        companies: await lines(caller, 'company', companies),
        missionTypes: await lines(caller, 'missionType', missionTypes),
        aircraftTypes: await lines(caller, 'aircraftType', types),
        airports: await lines(caller, 'airport', places),
      };
    },

    async missionTypes(caller, request) {
      const { head, sums } = await ask(caller, request, [['missionType']]);
      return { ...head, items: await lines(caller, 'missionType', sums[0] ?? []) };
    },

    async missionTypesByTime(caller, request) {
      const { head, sums } = await ask(caller, request, [['missionType'], ['missionType', 'bucket']]);
      const [types = [], points = []] = sums;
      const keys = bucketKeys(head);
      const items = (await lines(caller, 'missionType', types)).map(({ id, name }) => ({
        id,
        name,
        points: pointsOf(
          keys,
          points.filter(({ keys: own }) => own.missionType === id),
        ),
      }));
      return { ...head, keys, items };
    },

    async missionTypesByUnit(caller, request) {
      const { head, sums } = await ask(caller, request, [['company'], ['company', 'missionType']]);
      const [companies = [], values = []] = sums;
      const items = await Promise.all(
        (await lines(caller, 'company', companies)).flatMap(({ id, name }) =>
          id === null
            ? []
            : [
                lines(
                  caller,
                  'missionType',
                  values.filter(({ keys }) => keys.company === id),
                ).then((own) => ({ company: id, companyName: name, values: own })),
              ],
        ),
      );
      return { ...head, items };
    },
  };
}

/** Where the title of a key is found: a relation of a record type. */
const labelled: Partial<Record<ReportKey, { resource: string; field: string }>> = {
  company: { resource: 'plan', field: 'company' },
  missionType: { resource: 'plan', field: 'missionType' },
  airport: { resource: 'plan', field: 'departure' },
  aircraftType: { resource: 'aircraft', field: 'type' },
};

function reportNames(
  { records, sql }: { records: Records; sql: Sql },
  caller: Caller,
  key: ReportKey,
  ids: number[],
): Promise<Map<number, string>> {
  const place = labelled[key];
  return place ? relationNames(records, caller, place, ids, sql) : Promise.resolve(new Map());
}

/** A stored report with the names that its reader knows now, in their language; what is gone keeps its old name. */
export async function renamedReport(
  deps: { records: Records; sql: Sql },
  caller: Caller,
  report: PlanReport,
): Promise<PlanReport> {
  const renamed = async (key: ReportKey, lines: ReportLine[]): Promise<ReportLine[]> => {
    const ids = lines.flatMap(({ id }) => (id === null ? [] : [id]));
    const names = await reportNames(deps, caller, key, ids);
    return lines.map((line) => ({ ...line, name: names.get(line.id ?? 0) ?? line.name }));
  };
  return {
    ...report,
    companies: await renamed('company', report.companies),
    missionTypes: await renamed('missionType', report.missionTypes),
    aircraftTypes: await renamed('aircraftType', report.aircraftTypes),
    airports: await renamed('airport', report.airports),
  };
}

function metricsOf(sum: ReportSum | undefined): ReportMetrics {
  if (!sum) return nothing;
  const { keys: _, ...metrics } = sum;
  return metrics;
}

const nothing: ReportMetrics = {
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

/** Every point of the line, where nothing flew as zeros. */
function pointsOf(keys: string[], sums: ReportSum[]): ReportPoint[] {
  const known = new Map(sums.map((sum) => [sum.keys.bucket, sum]));
  return keys.map((key) => ({ key, ...metricsOf(known.get(key)) }));
}

function spanIn(period: ReportPeriod, { from, to }: ReportRequest, today: string): ReportSpan {
  const wrong = (field: string) => formError(field, 'common.invalid.form', { field });
  if (from !== undefined && !isDay(from)) throw wrong('from');
  if (to !== undefined && !isDay(to)) throw wrong('to');
  const span = spanOf(period, from ?? today, to);
  const days = daysIn(span.from, span.to);
  if (days < 1 || days > mostReportDays) {
    throw fieldError('to', 'report.refused.days', { days: mostReportDays });
  }
  return span;
}
