import { computedFields } from './computed.ts';
import { droppedFields } from './conditional.ts';
import type { RecordSchema } from './resource.ts';

/**
 * What follows from a record's own values and is not for a person to set: null for the fields that have no place in
 * it (conditional.ts), and the values of those that are computed (computed.ts). Both ends apply it before they judge.
 */
export function derivedFields(
  schema: RecordSchema,
  record: Record<string, unknown>,
): Record<string, unknown> {
  const dropped = Object.fromEntries(droppedFields(schema, record).map((field) => [field, null]));
  return { ...dropped, ...computedFields(schema, { ...record, ...dropped }) };
}
