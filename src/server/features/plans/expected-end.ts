import { type RawBuilder, sql } from 'kysely';
import { msOf, type PlanRecord } from './plan-rows.ts';

/**
 * When a flight is to be down: the end for which it was approved, and where it leaves late, as much later. One that
 * leaves early may use its air until the approved end.
 */
export function expectedEnd(alias: string): RawBuilder<string> {
  const [start, end, requestedDeparture, left] = ['startTime', 'endTime', 'realEtd', 'takeoffAt'].map(
    (name) => sql.ref(`${alias}.${name}`),
  );
  return sql`(${end} + greatest(coalesce(${left}, ${requestedDeparture}, ${start}) - ${start}, interval '0'))`;
}

/** The same of a record, UTC ms; null: it has no end. */
export function expectedEndOf(
  plan: Pick<PlanRecord, 'startTime' | 'endTime' | 'realEtd' | 'takeoffAt'>,
): number | null {
  const [start, end] = [msOf(plan.startTime), msOf(plan.endTime)];
  const leaves = msOf(plan.takeoffAt) ?? msOf(plan.realEtd) ?? start;
  return end === null || start === null || leaves === null ? end : end + Math.max(0, leaves - start);
}
