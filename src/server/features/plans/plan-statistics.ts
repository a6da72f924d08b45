import { type RawBuilder, sql as raw } from 'kysely';
import { mayReadField } from '#domain/identity/access.ts';
import type { ReportMetrics } from '#domain/plans/report-metrics.ts';
import { instantsOf, type ReportBucket, type ReportSpan } from '#domain/plans/report-period.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { recordTypes } from '#server/engine/records/record-type.ts';
import type { Records } from '#server/engine/records/records.ts';
import { and, type Condition, scopeOrForbidden } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';

export interface ReportFilter {
  companies?: number[] | undefined;
  missionTypes?: number[] | undefined;
  aircraftTypes?: number[] | undefined;
  airports?: number[] | undefined;
  kinds?: string[] | undefined;
}

export interface StatisticsParameters {
  timeZone: string;
  onTimeMinutes: number;
  lateReportMinutes: number;
  notFinishGraceMs: number;
}

/** By which a sum is split; several together make a table. */
export type ReportKey = 'bucket' | 'company' | 'missionType' | 'aircraftType' | 'airport';

/** Null: the plan has none. */
export type ReportSum = ReportMetrics & { keys: Partial<Record<ReportKey, string | number | null>> };

export interface PlanStatistics {
  /**
   * One sum for each combination of the keys that occurs; without keys one of all. Aggregated by the
   * database.
   */
  sums(
    caller: Caller,
    span: ReportSpan,
    filter: ReportFilter,
    sets: ReportKey[][],
    parameters: StatisticsParameters,
    now: Date,
  ): Promise<ReportSum[][]>;
}

/** The fields that every figure stands on: who may not see one of them gets no report that would tell it. */
const needed = [
  'state',
  'kind',
  'company',
  'missionType',
  'startTime',
  'endTime',
  'takeoffAt',
  'realEta',
  'actualNum',
];

export function createPlanStatistics(deps: { records: Records; sql: Sql }): PlanStatistics {
  const { records, sql } = deps;

  return {
    async sums(caller, span, filter, sets, parameters, now) {
      const scope = planScope(records, caller);
      refuseHidden(caller, sets.flat(), filter);
      const where = and([scope, ...conditionsOf(span, filter, parameters.timeZone)]);
      return Promise.all(
        sets.map(async (keys) => {
          const { rows } = await sumQuery(where, keys, span.bucket, parameters, now).execute(sql);
          return rows.map((row) => sumOf(row, keys));
        }),
      );
    },
  };
}

/** The caller's plans as SQL over an alias. */
export function planScope(records: Pick<Records, 'resource'>, caller: Caller, alias = 'p'): Condition {
  const type = recordTypes([records.resource('plan')]).get('plan');
  if (!type) throw new Error('there is no resource plan');
  return scopeOrForbidden(caller, type, 'read', alias);
}

/** A sum tells what it is made of: refused where that is hidden. */
export function refuseHidden(caller: Caller, keys: ReportKey[], filter: ReportFilter = {}): void {
  const hidden = hiddenFields(caller, keys, filter);
  if (hidden.length === 0) return;
  throw new AppError('forbidden', { key: 'report.refused.hidden', values: { fields: hidden.join(', ') } });
}

/** Whether the user sees what a sum by this key tells. */
export function maySumBy(caller: Caller, key: ReportKey): boolean {
  return hiddenFields(caller, [key], {}).length === 0;
}

/** The fields, as `resource.field`, that such a sum would tell and that the user may not read. */
function hiddenFields(caller: Caller, keys: ReportKey[], filter: ReportFilter): string[] {
  const asks = (key: ReportKey, list: unknown[] | undefined) => keys.includes(key) || (list?.length ?? 0) > 0;
  const fields: [resource: string, field: string][] = needed.map((field) => ['plan', field]);
  if (asks('airport', filter.airports)) fields.push(['plan', 'departure'], ['plan', 'destination']);
  if (asks('aircraftType', filter.aircraftTypes)) fields.push(['jobTask', 'aircraft'], ['aircraft', 'type']);
  return fields
    .filter(([resource, field]) => !mayReadField(caller.ability, resource, field))
    .map(([resource, field]) => `${resource}.${field}`);
}

/** The plans of these days that a filter leaves, as SQL over the alias `p`. */
export function conditionsOf(
  span: Pick<ReportSpan, 'from' | 'to'>,
  filter: ReportFilter,
  timeZone: string,
): Condition[] {
  const [from, to] = instantsOf(span, timeZone).map((at) => new Date(at).toISOString());
  return [
    ...filterConditions(filter),
    raw`p.start_time >= ${from}::timestamptz and p.start_time < ${to}::timestamptz`,
  ];
}

/** The plans that a filter leaves, whatever their day, as SQL over the alias `p`. */
export function filterConditions(filter: ReportFilter): Condition[] {
  const conditions: Condition[] = [raw`p.deleted_at is null`, raw`p.kind <> 'standing'`, raw`p.state <> 0`];
  const { companies, missionTypes, aircraftTypes, airports, kinds } = filter;
  if (companies?.length) conditions.push(raw`p.company = any(${companies}::bigint[])`);
  if (missionTypes?.length) conditions.push(raw`p.mission_type = any(${missionTypes}::bigint[])`);
  if (kinds?.length) conditions.push(raw`p.kind = any(${kinds}::text[])`);
  if (airports?.length) {
    conditions.push(
      raw`(p.departure = any(${airports}::bigint[]) or p.destination = any(${airports}::bigint[]))`,
    );
  }
  if (aircraftTypes?.length) {
    conditions.push(raw`exists (select 1 from job_task j join aircraft a on a.id = j.aircraft
      where j.plan = p.id and j.deleted_at is null and a.type = any(${aircraftTypes}::bigint[]))`);
  }
  return conditions;
}

type Row = ReportMetrics & Record<string, unknown>;

/** The name of the point of the line, as `bucketKey` writes it. */
function bucketSql(bucket: ReportBucket, timeZone: string): RawBuilder<unknown> {
  const wall = raw`(b.start_time at time zone ${timeZone})`;
  switch (bucket) {
    case 'hour':
      return raw`to_char(${wall}, 'YYYY-MM-DD"T"HH24')`;
    case 'day':
      return raw`to_char(${wall}, 'YYYY-MM-DD')`;
    case 'week':
      return raw`to_char(date_trunc('week', ${wall}), 'YYYY-MM-DD')`;
    case 'month':
      return raw`to_char(${wall}, 'YYYY-MM')`;
  }
}

/**
 * Sorties and hours of a plan with several aircraft types are shared among them by its tasks, so that the
 * lines of a table make its total; a plan between two aerodromes counts at both.
 */
function sumQuery(
  where: Condition,
  keys: ReportKey[],
  bucket: ReportBucket,
  parameters: StatisticsParameters,
  now: Date,
): RawBuilder<Row> {
  const columns: Record<ReportKey, RawBuilder<unknown>> = {
    bucket: bucketSql(bucket, parameters.timeZone),
    company: raw`b.company`,
    missionType: raw`b.mission_type`,
    aircraftType: raw`craft.key`,
    airport: raw`place.key`,
  };
  const joins: RawBuilder<unknown>[] = [];
  if (keys.includes('aircraftType')) {
    joins.push(raw`cross join lateral (
      select a.type as key, count(*)::float8 / b.tasks as share
      from job_task j left join aircraft a on a.id = j.aircraft
      where j.plan = b.id and j.deleted_at is null group by a.type) as craft`);
  }
  if (keys.includes('airport')) {
    joins.push(raw`cross join lateral (
      select distinct v.key from (values (b.departure), (b.destination)) as v(key)) as place`);
  }
  const share = keys.includes('aircraftType') ? raw`craft.share` : raw`1`;
  const late = raw`make_interval(mins => ${parameters.lateReportMinutes}::int)`;
  const finishedBy = new Date(now.getTime() - parameters.notFinishGraceMs).toISOString();
  const named = keys.map((key, index) => raw`${columns[key]} as ${raw.ref(`key${index}`)}`);
  const selected = raw.join([
    ...named,
    raw`count(*)::int as plans`,
    raw`(count(*) filter (where b.state in (1, 2)))::int as pending`,
    raw`(count(*) filter (where b.state between 4 and 10 or b.state = 12))::int as approved`,
    raw`(count(*) filter (where b.state = 3))::int as rejected`,
    raw`(count(*) filter (where b.state = 11))::int as revoked`,
    raw`(count(*) filter (where b.state = 12 and not b.lapsed))::int as cancelled`,
    raw`(count(*) filter (where b.state = 12 and b.lapsed))::int as lapsed`,
    raw`(count(*) filter (where b.state = 9))::int as in_flight`,
    raw`(count(*) filter (where b.state = 10))::int as flown`,
    raw`coalesce(sum(coalesce(b.actual_num, b.tasks) * ${share}) filter (where b.state in (9, 10)), 0)::float8
      as sorties`,
    raw`coalesce(sum(extract(epoch from b.real_eta - b.takeoff_at) / 60.0 * ${share})
      filter (where b.state = 10), 0)::float8 as minutes`,
    raw`(count(*) filter (where b.state in (9, 10) and b.takeoff_at is not null))::int as departed`,
    raw`(count(*) filter (where b.state in (9, 10)
      and b.takeoff_at <= b.start_time + make_interval(mins => ${parameters.onTimeMinutes}::int)))::int as on_time`,
    raw`((count(*) filter (where b.state in (9, 10) and b.takeoff_told > b.takeoff_at + ${late}))
      + (count(*) filter (where b.state = 10 and b.landing_told > b.real_eta + ${late})))::int as late_reports`,
    raw`(count(*) filter (where b.state = 9 and b.end_time < ${finishedBy}::timestamptz))::int as missing_reports`,
  ]);
  return raw<Row>`
    with b as (
      select p.id, p.state, p.company, p.mission_type, p.departure, p.destination, p.start_time, p.end_time,
        p.takeoff_at, p.real_eta, p.actual_num, t.tasks, r.lapsed, r.takeoff_told, r.landing_told
      from plan as p
      cross join lateral (
        select greatest(count(*), 1)::int as tasks from job_task j where j.plan = p.id and j.deleted_at is null) as t
      cross join lateral (
        select coalesce(bool_or(o.action = 'lapse'), false) as lapsed,
          min(o.operated_at) filter (where o.action = 'takeOff') as takeoff_told,
          min(o.operated_at) filter (where o.action = 'land') as landing_told
        from operate_record o where o.record_resource = 'plan' and o.record_id = p.id) as r
      where ${where})
    select ${selected} from b ${raw.join(joins, raw` `)}
    ${keys.length === 0 ? raw`` : raw`group by ${raw.join(keys.map((_, index) => raw.lit(index + 1)))}`}`;
}

function sumOf(row: Row, keys: ReportKey[]): ReportSum {
  const own: ReportSum['keys'] = {};
  keys.forEach((key, index) => {
    const value = row[`key${index}`];
    own[key] = typeof value === 'string' || typeof value === 'number' ? value : null;
  });
  return {
    keys: own,
    plans: row.plans,
    pending: row.pending,
    approved: row.approved,
    rejected: row.rejected,
    revoked: row.revoked,
    cancelled: row.cancelled,
    lapsed: row.lapsed,
    inFlight: row.inFlight,
    flown: row.flown,
    sorties: rounded(row.sorties),
    minutes: rounded(row.minutes),
    departed: row.departed,
    onTime: row.onTime,
    lateReports: row.lateReports,
    missingReports: row.missingReports,
  };
}

/** Shares of a third make no endless fraction; ten of them still make the whole to a hundredth. */
const rounded = (value: number) => Math.round(value * 1000) / 1000;
