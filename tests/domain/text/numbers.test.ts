import fc from 'fast-check';
import { expect, test } from 'vitest';
import { thousands, withFewDigits, withSuffix } from '#domain/text/numbers.ts';

test.each([
  ['30.5550814', '30.555081'],
  ['50192.9609375', '50192.960938'],
  ['-0.5000000001', '-0.5'],
  ['12', '12'],
  ['CWT12.3456789', 'CWT12.3456789'],
])('%s is written with six digits after the point at most', (text, short) => {
  expect(withFewDigits(text)).toBe(short);
});

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1_000, '1,000'],
  [12_345, '12,345'],
  [1_234_567, '1,234,567'],
  [-1_234_567.5, '-1,234,567.5'],
  [1234.5678, '1,234.5678'],
  [0.001, '0.001'],
  [1e21, '1,000,000,000,000,000,000,000'],
  [Number.NaN, '0'],
])('%d with thousands is %s', (value, text) => {
  expect(thousands(value)).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [1_234, '1.2k'],
  [12_000, '12k'],
  [999_940, '999.9k'],
  [999_950, '1M'],
  [7_300_000, '7.3M'],
  [4_000_000_000, '4G'],
  [2_500_000_000_000, '2.5T'],
  [1e15, '1P'],
  [1e18, '1E'],
  [1.5e18, '1.5E'],
  [1_234e18, '1,234E'],
  [-1_500, '-1.5k'],
  [12.34, '12.3'],
])('%d is %s in short', (value, text) => {
  expect(withSuffix(value)).toBe(text);
});

test('the digits after the point are asked for', () => {
  expect(withSuffix(1_234_567, 0)).toBe('1M');
  expect(withSuffix(1_234_567, 2)).toBe('1.23M');
  expect(withSuffix(1_200_000, 3)).toBe('1.2M');
});

test('separators change no figure', () => {
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(Number(thousands(value).replaceAll(',', ''))).toBe(value);
    }),
  );
});
