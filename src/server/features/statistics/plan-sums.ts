import { type RawBuilder, sql as raw } from 'kysely';
import { coverageField, mayReadField } from '#domain/identity/access.ts';
import type { ReportBucket, ReportSpan } from '#domain/plans/report-period.ts';
import { type GrainSpan, grainsOf } from '#domain/statistics/grains.ts';
import { cellsOf, coarser } from '#domain/statistics/heat-cells.ts';
import { type PlanKey, type PlanMeasures, planMeasures } from '#domain/statistics/measures.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { and, type Condition, or } from '#server/engine/records/scope.ts';
import { toldBySums } from '#server/features/plans/counted-plans.ts';
import {
  conditionsOf,
  filterConditions,
  planScope,
  type ReportFilter,
  refuseHidden,
} from '#server/features/plans/plan-statistics.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { heatRows } from './fold.ts';
import { type Basis, planFacts } from './plan-facts.ts';

export type PlanFilter = ReportFilter;
export type Sums = PlanMeasures & { key: string };
type StoredKey = Exclude<PlanKey, 'company'>;

export interface PlanSums {
  /** One sum for each value of each key, `total` having one at most. Of the caller's plans alone. */
  by(
    caller: Caller,
    span: ReportSpan,
    filter: PlanFilter,
    keys: readonly PlanKey[],
    basis: Basis,
  ): Promise<Map<PlanKey, Sums[]>>;
  /** One sum for each point of the line that has something. */
  series(caller: Caller, span: ReportSpan, filter: PlanFilter, basis: Basis): Promise<Sums[]>;
  /** How many plans mean to fly in each cell of a grid `factor` cells wide. */
  heat(
    caller: Caller,
    span: ReportSpan,
    filter: PlanFilter,
    factor: number,
    basis: Basis,
  ): Promise<{ cell: number; value: number }[]>;
  /** The caller's plans that a filter leaves, whatever their day, as SQL over the alias `p`; refused where it tells what is hidden. */
  ofFilter(caller: Caller, filter: PlanFilter): Condition;
}

/** Plans of which a heat map is made without sums that are kept. */
const mostCounted = 50_000;
/** Keys of a table: the busiest. */
export const mostKeys = 500;

/** What a heat map tells beside the figures. */
const toldByHeat: [resource: string, field: string][] = [
  ['plan', 'geometry'],
  ['jobTask', 'geometry'],
  ['jobTask', 'airspace'],
];
const toldAlways = ['submittedAt', 'decidedAt', 'decideBy'];

/** Whether the caller may have sums by this key. */
export function mayHave(caller: Caller, key: PlanKey | 'heat'): boolean {
  const told = key === 'heat' ? toldByHeat : (toldBySums[key] ?? []);
  return told.every(([resource, field]) => mayReadField(caller.ability, resource, field));
}

/** Whether the caller's rows of a record type follow from company and coverage alone, which every sum knows. */
export function isByCompanyOrArea(caller: Caller, resource: string, company: string): boolean {
  return caller.ability
    .rulesFor('read', resource)
    .every(({ inverted, fields, conditions = {} }) =>
      inverted
        ? fields !== undefined && fields.length > 0
        : Object.keys(conditions).every((field) => field === company || field === coverageField),
    );
}

/** Whether the sums that are kept answer it; else the plans are counted one by one. */
export const isKept = (
  caller: Caller,
  { missionTypes, aircraftTypes, airports, kinds }: PlanFilter,
): boolean =>
  isByCompanyOrArea(caller, 'plan', 'company') &&
  [missionTypes, aircraftTypes, airports, kinds].every((list) => !list?.length);

export function createPlanSums(deps: { records: Pick<Records, 'resource'>; sql: Sql }): PlanSums {
  const { records, sql } = deps;

  const scope = (caller: Caller, alias: string): Condition => planScope(records, caller, alias);

  function refuse(caller: Caller, filter: PlanFilter): void {
    refuseHidden(caller, [], filter);
    const hidden = toldAlways.filter((field) => !mayReadField(caller.ability, 'plan', field));
    if (hidden.length > 0)
      throw new AppError('forbidden', {
        key: 'report.refused.hidden',
        values: { fields: hidden.map((field) => `plan.${field}`).join(', ') },
      });
  }

  /** The rows that are summed, as `s`: those that are kept, or the same made of the plans. */
  function rowsOf(
    caller: Caller,
    span: ReportSpan,
    filter: PlanFilter,
    keys: readonly StoredKey[],
    basis: Basis,
    coarsest: GrainSpan['grain'],
  ): RawBuilder<unknown> {
    if (!isKept(caller, filter)) {
      const where = and([scope(caller, 'p'), ...conditionsOf(span, filter, basis.timeZone)]);
      return raw`(${planFacts(raw`plan as p`, where, keys, basis)}) as s where true`;
    }
    return raw`plan_sum as s where s.by = any(${keys}::text[]) and ${and([
      scope(caller, 's'),
      inSpans(grainsOf(span.from, span.to, coarsest)),
      ...ofCompanies(filter),
    ])}`;
  }

  return {
    ofFilter(caller, filter) {
      refuse(caller, filter);
      return and([scope(caller, 'p'), ...filterConditions(filter)]);
    },

    async by(caller, span, filter, keys, basis) {
      refuse(caller, filter);
      const found = new Map<PlanKey, Sums[]>(keys.map((key) => [key, []]));
      const stored = keys.filter((key): key is StoredKey => key !== 'company');
      const rows: (Sums & { by: PlanKey })[] = [];
      if (stored.length > 0) {
        const source = rowsOf(caller, span, filter, stored, basis, 'y');
        const sums = await raw<Sums & { by: PlanKey }>`
          select s.by, s.key, ${summed} from ${source} group by s.by, s.key`.execute(sql);
        rows.push(...sums.rows);
      }
      if (keys.includes('company')) {
        const source = rowsOf(caller, span, filter, ['total'], basis, 'y');
        const sums = await raw<Sums & { by: PlanKey }>`
          select 'company' as by, s.company::text as key, ${summed} from ${source} group by s.company`.execute(
          sql,
        );
        rows.push(...sums.rows);
      }
      for (const { by, ...sum } of rows) found.get(by)?.push(sum);
      for (const list of found.values()) list.sort((a, b) => b.plans - a.plans || a.key.localeCompare(b.key));
      return found;
    },

    async series(caller, span, filter, basis) {
      refuse(caller, filter);
      const source = rowsOf(
        caller,
        span,
        filter,
        [span.bucket === 'hour' ? 'hour' : 'total'],
        basis,
        span.bucket === 'month' ? 'm' : 'd',
      );
      const { rows } = await raw<Sums>`
        select ${pointOf(span.bucket)} as key, ${summed} from ${source} group by 1 order by 1`.execute(sql);
      return rows;
    },

    async heat(caller, span, filter, factor, basis) {
      refuse(caller, filter);
      if (!mayHave(caller, 'heat')) return [];
      const sums = new Map<number, number>();
      const add = (cell: number, value: number) => {
        const wide = coarser(cell, factor);
        sums.set(wide, (sums.get(wide) ?? 0) + value);
      };
      if (isKept(caller, filter)) {
        const where = and([
          scope(caller, 's'),
          inSpans(grainsOf(span.from, span.to)),
          ...ofCompanies(filter),
        ]);
        const { rows } = await raw<{ cell: number; value: number }>`
          select s.cell, sum(s.plans)::float8 as value from plan_heat as s where ${where} group by s.cell order by s.cell`.execute(
          sql,
        );
        for (const { cell, value } of rows) add(cell, value);
      } else {
        const where = and([scope(caller, 'p'), ...conditionsOf(span, filter, basis.timeZone)]);
        const source = raw`(select * from plan as p where ${where} order by p.start_time desc limit ${mostCounted}) as p`;
        const { rows } = await heatRows(source, raw<boolean>`true`, basis.timeZone).execute(sql);
        for (const { geometries } of rows) {
          for (const cell of new Set((geometries ?? []).flatMap(cellsOf))) add(cell, 1);
        }
      }
      return [...sums].map(([cell, value]) => ({ cell, value }));
    },
  };
}

// To a thousandth, as each part is: the same whichever parts the sum is made of.
const summed = raw.join(
  planMeasures.map(
    (name) => raw`round(sum(${raw.ref(`s.${name}`)})::numeric, 3)::float8 as ${raw.ref(name)}`,
  ),
);

function inSpans(spans: readonly GrainSpan[]): Condition {
  return or(
    spans.map(
      ({ grain, from, to }) =>
        raw`(s.grain = ${raw.lit(grain)} and s.day >= ${from}::date and s.day <= ${to}::date)`,
    ),
  );
}

export const ofCompanies = ({ companies }: PlanFilter): Condition[] =>
  companies?.length ? [raw`s.company = any(${companies}::bigint[])`] : [];

/** As `bucketKey` names the points. */
function pointOf(bucket: ReportBucket): RawBuilder<unknown> {
  switch (bucket) {
    case 'hour':
      return raw`to_char(s.day, 'YYYY-MM-DD"T"') || right(s.key, 2)`;
    case 'day':
      return raw`to_char(s.day, 'YYYY-MM-DD')`;
    case 'week':
      return raw`to_char(date_trunc('week', s.day), 'YYYY-MM-DD')`;
    case 'month':
      return raw`to_char(s.day, 'YYYY-MM')`;
  }
}
