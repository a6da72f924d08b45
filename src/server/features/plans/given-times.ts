import { isDay, momentOf } from '#domain/plans/moments.ts';
import { AppError, type Text } from '#domain/text/errors.ts';

const wrong = (field: string, text: Text) =>
  new AppError('validation', { key: 'common.validation' }, { fields: [{ field, text }] });

/** A time of an input as UTC ms; said at its field where it is none. */
export function momentIn(text: string, field: string): number {
  const at = momentOf(text);
  if (at !== null) return at;
  throw wrong(field, { key: 'validation.format.date-time', values: { label: field } });
}

/** The day that a text of an input names; said at its field where there is no such day. */
export function dayIn(text: string, field: string): string {
  if (isDay(text)) return text;
  throw wrong(field, { key: 'plan.refused.dayInvalid', values: { day: text } });
}
