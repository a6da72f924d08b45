import type { PlanInput } from '#contract/plans/plan-input.ts';
import { isDay, momentOf } from '#domain/plans/moments.ts';
import { labelAt } from '#domain/record/validation.ts';
import { AppError, type FieldError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** Places that belong to somebody, so that not everyone may name them. */
const places = [
  ['airspace', 'airspace'],
  ['departurePoint', 'takeoffLandingPoint'],
  ['destinationPoint', 'takeoffLandingPoint'],
] as const;

/**
 * Refuses a form, filed or only checked, whose times are none or which names a place that is not there for
 * them, all fields at once. Whose aircraft and pilots they are is the check's to say.
 */
export async function refuseUnsound(
  records: Records,
  sql: Sql,
  caller: Caller,
  input: PlanInput,
): Promise<void> {
  const fields: FieldError[] = [];
  const ill = (format: string, resource: string, name: string, path = name) => {
    const label = labelAt(records.untyped.resource(resource).schema, [name], caller.locale);
    fields.push({ field: path, text: { key: `validation.format.${format}`, values: { label } } });
  };
  const known = new Map<string, Promise<boolean>>();
  const readable = (resource: string, id: number) => {
    const key = `${resource} ${id}`;
    const answer = known.get(key) ?? isReadable(records, sql, caller, resource, id);
    known.set(key, answer);
    return answer;
  };
  for (const name of ['validFrom', 'validTo'] as const) {
    const day = input[name];
    if (typeof day === 'string' && !isDay(day)) ill('date', 'plan', name);
  }
  for (const [index, task] of input.tasks.entries()) {
    for (const name of ['etd', 'eta'] as const) {
      if (momentOf(task[name]) === null) ill('date-time', 'jobTask', name, `tasks.${index}.${name}`);
    }
    for (const [field, resource] of places) {
      const id = task[field];
      if (typeof id !== 'number' || (await readable(resource, id))) continue;
      fields.push({ field: `tasks.${index}.${field}`, text: { key: 'plan.refused.notReadable' } });
    }
  }
  if (fields.length > 0) throw new AppError('validation', { key: 'records.invalid' }, { fields });
}

/**
 * The same of where an aircraft came down, or is to come down: a stranger's place is not told in our
 * messages.
 */
export async function refuseUnreadablePlace(
  records: Records,
  sql: Sql,
  caller: Caller,
  place: { airport: number | null; point: number | null },
  names: { airport: string; point: string },
): Promise<void> {
  const fields: FieldError[] = [];
  for (const [kind, resource] of [
    ['airport', 'airport'],
    ['point', 'takeoffLandingPoint'],
  ] as const) {
    const id = place[kind];
    if (id === null || (await isReadable(records, sql, caller, resource, id))) continue;
    fields.push({ field: names[kind], text: { key: 'plan.refused.notReadable' } });
  }
  if (fields.length > 0) throw new AppError('validation', { key: 'records.invalid' }, { fields });
}

/** Is there such a record among the caller's rows? */
async function isReadable(
  records: Records,
  sql: Sql,
  caller: Caller,
  resource: string,
  id: number,
): Promise<boolean> {
  try {
    await records.untyped.get(caller, resource, id, sql);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
