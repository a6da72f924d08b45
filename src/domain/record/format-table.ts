import type { Format as AjvFormat } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isRecordDay } from '#domain/time/record-years.ts';
import { formats } from './formats.ts';

/** Beyond these no ISO 8601 of four digits writes the moment in UTC: 0001-01-01T00:00+08:00 is in the year 0. */
const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** A test of the library's, the years that a record can have, and no leap second: `Date` has none. */
function withinYears(format: unknown): AjvFormat {
  const test: unknown =
    typeof format === 'object' && format !== null && 'validate' in format ? format.validate : format;
  return {
    type: 'string',
    validate: (text: string) =>
      isRecordDay(text) &&
      typeof test === 'function' &&
      test(text) === true &&
      Date.parse(text) >= firstMs &&
      Date.parse(text) <= lastMs,
  };
}

/** Every format that schemas/ may name, for judges of records on both ends: those of JSON Schema, and ours. */
export const formatTable: Record<string, AjvFormat> = {
  ...fullFormats,
  date: withinYears(fullFormats.date),
  'date-time': withinYears(fullFormats['date-time']),
  ...Object.fromEntries(
    Object.entries(formats).map(([name, { validate }]) => [
      name,
      { type: 'string' as const, validate: (value: string) => validate(value) },
    ]),
  ),
};
