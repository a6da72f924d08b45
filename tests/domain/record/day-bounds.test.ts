import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';

/** A day of a record is judged alike wherever it comes from: form, call, list or file. */
const judge = prepareAjv(new Ajv({ strict: false })).compile({
  type: 'object',
  properties: { day: { type: 'string', format: 'date' }, at: { type: 'string', format: 'date-time' } },
});

test.each([
  ['2026-11-21', true],
  ['1920-01-01', true],
  ['2199-12-31', true],
  // Days that say that there is none.
  ['0001-01-01', true],
  ['1900-01-01', true],
  ['9999-12-31', true],
  ['1899-12-30', false],
  ['1905-05-05', false],
  ['2200-01-01', false],
  ['2026-02-30', false],
])('%s: %s', (day, isRight) => {
  expect(judge({ day })).toBe(isRight);
  expect(judge({ at: `${day}T08:30:00Z` })).toBe(isRight);
});

test.each([
  ['2026-11-21T23:59:59Z', true],
  ['2026-11-21T23:59:59.999+08:00', true],
  // A leap second, which no clock of ours can hold.
  ['2026-12-31T23:59:60Z', false],
])('%s: %s', (at, isValid) => {
  expect(judge({ at })).toBe(isValid);
});
