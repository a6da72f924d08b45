import { expect, test } from 'vitest';
import { airacAge, airacCycleAt } from '#domain/aerodromes/airac.ts';

// Effective dates as published by EUROCONTROL and the FAA.
test.each([
  ['2020-01-02', '2001', '2020-01-30'],
  ['2020-12-31', '2014', '2021-01-28'],
  ['2021-01-28', '2101', '2021-02-25'],
  ['2019-12-05', '1913', '2020-01-02'],
  ['2025-12-25', '2513', '2026-01-22'],
  ['2026-01-22', '2601', '2026-02-19'],
  ['2026-05-14', '2605', '2026-06-11'],
])('the cycle of %s is %s, until %s', (day, name, until) => {
  const at = Date.parse(`${day}T00:00:00Z`);
  expect(airacCycleAt(at)).toEqual({ name, from: day, until });
  expect(airacCycleAt(at + 28 * 86_400_000 - 1)).toEqual({ name, from: day, until });
  expect(airacCycleAt(at - 1).until).toBe(day);
});

test('the age of information is counted in cycles', () => {
  const at = Date.parse('2026-06-10T02:00:00Z');
  expect(airacAge('2026-05-14', at).cycles).toBe(0);
  expect(airacAge('2026-06-10', at).cycles).toBe(0);
  expect(airacAge('2026-05-13', at).cycles).toBe(1);
  expect(airacAge('2025-05-15', at).cycles).toBe(13);
  expect(airacAge('2026-06-11', at).cycles).toBe(-1);
});
