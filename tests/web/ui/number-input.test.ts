import { expect, test } from 'vitest';
import { typedNumber } from '#web/ui/number-input.tsx';

test.each<[string, string | undefined, number]>([
  ['１２０', undefined, 120],
  ['１２０．５', undefined, 120.5],
  ['1,234.5', undefined, 1234.5],
  ['120 m', 'm', 120],
  ['8:30', 'h', 8.5],
  ['1:30', 'min', 90],
  ['1.', undefined, 1],
  ['-', undefined, Number.NaN],
  ['1,5', undefined, Number.NaN],
  ['12x', undefined, Number.NaN],
])('%s typed into a field of %s is %d', (typed, unit, expected) => {
  expect(typedNumber(typed, unit)).toBe(expected);
});
