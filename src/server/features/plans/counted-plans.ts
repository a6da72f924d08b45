import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PlanKey } from '#domain/statistics/measures.ts';

/** A sum of plans: all that it counts under any of the keys of one division; '' is what has none. */
export interface CountedUnder {
  by: PlanKey;
  keys: readonly string[];
}

/**
 * What a sum by each key tells of a plan: who may not read it has no sum by it, and asks for no plans by it.
 */
export const toldBySums: Partial<Record<PlanKey, [resource: string, field: string][]>> = {
  company: [['plan', 'company']],
  missionType: [['plan', 'missionType']],
  hour: [['plan', 'startTime']],
  aircraft: [['jobTask', 'aircraft']],
  aircraftType: [
    ['jobTask', 'aircraft'],
    ['aircraft', 'type'],
  ],
  airport: [
    ['plan', 'departure'],
    ['plan', 'destination'],
  ],
  airspace: [
    ['plan', 'airspace'],
    ['jobTask', 'airspace'],
  ],
};

/**
 * The plans that a sum counts under these keys, over the alias `p`: as `planFacts` of the statistics divides them.
 * `timeZone`: the one by which they are counted.
 */
export function countedUnder(p: string, { by, keys }: CountedUnder, timeZone: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${p}.${column}`);
  const isOne = (value: RawBuilder<unknown>) =>
    sql<SqlBool>`coalesce((${value})::text, '') = any(${keys}::text[])`;
  const ofTask = (value: RawBuilder<unknown>, joined = sql``) => sql<SqlBool>`exists (
    select 1 from job_task as k ${joined} where k.plan = ${of('id')} and k.deleted_at is null and ${isOne(value)})`;
  const conditions: Record<PlanKey, () => RawBuilder<SqlBool>> = {
    total: () => sql<SqlBool>`true`,
    company: () => isOne(of('company')),
    missionType: () => isOne(of('missionType')),
    hour: () => isOne(sql`to_char(${of('startTime')} at time zone ${timeZone}, 'ID-HH24')`),
    airport: () => sql<SqlBool>`(${isOne(of('departure'))} or ${isOne(of('destination'))})`,
    aircraft: () => ofTask(sql`k.aircraft`),
    aircraftType: () => ofTask(sql`a.type`, sql`left join aircraft as a on a.id = k.aircraft`),
    airspace: () => ofTask(sql`coalesce(k.airspace, ${of('airspace')})`),
    refusal: () => sql<SqlBool>`exists (
      select 1 from operate_record as o where o.record_resource = 'plan' and o.record_id = ${of('id')}
        and o.deleted_at is null and o.action in ('reject', 'refuse') and ${isOne(sql`o.rule`)})`,
  };
  return sql<SqlBool>`(${of('kind')} <> 'standing' and ${of('state')} <> 0 and ${conditions[by]()})`;
}
