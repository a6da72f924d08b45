import { isDay, momentOf } from '#domain/plans/moments.ts';
import { formError } from '#domain/text/errors.ts';

/** A time of an input as UTC ms; said at its field where it is none. */
export function momentIn(text: string, field: string): number {
  const at = momentOf(text);
  if (at !== null) return at;
  throw formError(field, 'validation.format.date-time', { label: field });
}

/** The day that a text of an input names; said at its field where there is no such day. */
export function dayIn(text: string, field: string): string {
  if (isDay(text)) return text;
  throw formError(field, 'plan.refused.dayInvalid', { day: text });
}
