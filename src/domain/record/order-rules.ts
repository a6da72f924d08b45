import { compareDatums, isAltitude } from '#domain/geo/altitude.ts';
import type { FieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import type { RecordSchema } from './resource.ts';
import { labelAt } from './validation.ts';

/**
 * The rule `x-order` of a schema: in each pair the second field is not before, below or less than the first.
 * Altitudes compare as far as their datums allow; what cannot be compared passes.
 */
export function orderErrors(
  schema: RecordSchema,
  record: Record<string, unknown>,
  locale: Locale,
): FieldError[] {
  return (schema['x-order'] ?? []).flatMap(([first, second]) => {
    const kind = wrongWayRound(record[first], record[second]);
    if (kind === null) return [];
    const values = { label: labelAt(schema, [second], locale), other: labelAt(schema, [first], locale) };
    return [{ field: second, text: { key: `validation.order.${kind}`, values } }];
  });
}

function wrongWayRound(first: unknown, second: unknown): 'time' | 'number' | 'altitude' | null {
  if (typeof first === 'number' && typeof second === 'number') return first > second ? 'number' : null;
  // Dates and UTC times in ISO form; a text that is neither gives NaN, which is greater than nothing.
  if (typeof first === 'string' && typeof second === 'string') {
    return Date.parse(first) > Date.parse(second) ? 'time' : null;
  }
  if (isAltitude(first) && isAltitude(second)) {
    const compared = compareDatums(first, second);
    return compared.comparable && compared.result === 'above' ? 'altitude' : null;
  }
  return null;
}
