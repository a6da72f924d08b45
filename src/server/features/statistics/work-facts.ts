import { type RawBuilder, sql as raw } from 'kysely';
import type { DecisionPart } from '#domain/statistics/measures.ts';
import type { Condition } from '#server/engine/records/scope.ts';

/** The columns of `work_sum` in the order of `workFacts`. */
export const workColumns = [
  'day',
  'company',
  'coverageIds',
  'kind',
  'person',
  'decisions',
  'approved',
  'refused',
  'waitMinutes',
  'clocked',
  'inTime',
] as const;
export const workFields = raw.join(workColumns.map((name) => raw.ref(name)));

/**
 * The decisions of `source` (an expression that names the approvals `a`), a row each, as every sum and every list of them has
 * them: columns `approval, day, company, coverage_ids, kind, person, resource, document, decided_at, decision, wait_minutes,
 * clock`. A decision has waited since the one before it in its flow, or since the document was submitted; plans and airspaces
 * have a legal clock.
 */
export function decisionFacts(
  source: RawBuilder<unknown>,
  where: Condition,
  timeZone: string,
): RawBuilder<unknown> {
  return raw`
    select a.id as approval, (a.decided_at at time zone ${timeZone})::date as day, coalesce(a.company, 0) as company,
      coalesce(p.coverage_ids, s.coverage_ids, '{}') as coverage_ids, f.document_kind as kind, a.decided_by as person,
      f.document_resource as resource, f.document_id as document, a.decided_at, a.decision,
      greatest(0, extract(epoch from a.decided_at - coalesce(b.before, f.submitted_at, a.decided_at)) / 60.0) as wait_minutes,
      case f.document_kind when 'plan' then p.decide_by when 'airspace' then s.decide_by end as clock
    from ${source}
      join flow_instance as f on f.id = a.flow_instance
      left join lateral (
        select max(o.decided_at) as before from approval o where o.flow_instance = a.flow_instance
          and (o.decided_at, o.id) < (a.decided_at, a.id) and o.deleted_at is null) as b on true
      left join plan as p on f.document_resource = 'plan' and p.id = f.document_id
      left join airspace as s on f.document_resource = 'airspace' and s.id = f.document_id
    where a.deleted_at is null and ${where}`;
}

/** The decisions of a part, over an alias whose columns are those of `decisionFacts`. */
export function ofPart(alias: string, part: DecisionPart): Condition {
  const of = (column: string) => raw.ref(`${alias}.${column}`);
  const conditions: Record<DecisionPart, Condition> = {
    decisions: raw`true`,
    approved: raw`${of('decision')} = 'approve'`,
    refused: raw`${of('decision')} in ('reject', 'return')`,
    clocked: raw`${of('clock')} is not null`,
    inTime: raw`${of('decidedAt')} <= ${of('clock')}`,
    late: raw`${of('decidedAt')} > ${of('clock')}`,
  };
  return conditions[part];
}

/**
 * Decisions of `source` (an expression that names the approvals `a`) by day, company, coverage of their document, kind and
 * person: the columns of `workColumns`.
 */
export function workFacts(
  source: RawBuilder<unknown>,
  where: Condition,
  timeZone: string,
): RawBuilder<unknown> {
  const countOf = (part: DecisionPart) => raw`(count(*) filter (where ${ofPart('d', part)}))::float8`;
  return raw`
    select d.day, d.company, d.coverage_ids, d.kind, d.person, ${countOf('decisions')}, ${countOf('approved')},
      ${countOf('refused')}, round(sum(d.wait_minutes)::numeric, 3)::float8, ${countOf('clocked')}, ${countOf('inTime')}
    from (${decisionFacts(source, where, timeZone)}) as d
    group by 1, 2, 3, 4, 5`;
}
