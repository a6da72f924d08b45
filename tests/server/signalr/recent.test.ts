import { expect, test } from 'vitest';
import { createRecent } from '#server/signalr/recent.ts';

test('what was noted since a moment is known, up to where the hearer came in', () => {
  const recent = createRecent<string>(60_000, 100, 0);
  recent.note('a', 1_000);
  recent.note('b', 2_000);
  const before = recent.count;
  recent.note('c', 3_000);
  expect(recent.between(0, before)).toEqual(['a', 'b']);
  expect(recent.between(2_000, before)).toEqual(['b']);
  expect(recent.between(2_001, before)).toEqual([]);
  expect(recent.between(2_001, recent.count)).toEqual(['c']);
});

test('nobody is told that nothing happened before it began', () => {
  const recent = createRecent<string>(60_000, 100, 5_000);
  expect(recent.between(4_999, 0)).toBeNull();
  expect(recent.between(5_000, 0)).toEqual([]);
});

test('old entries go, and what they were is not claimed to be known', () => {
  const recent = createRecent<number>(10_000, 1_000, 0);
  for (let second = 0; second <= 30; second++) recent.note(second, second * 1_000);
  expect(recent.between(0, recent.count)).toBeNull();
  expect(recent.between(21_000, recent.count)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  expect(recent.between(21_000, 25)).toEqual([21, 22, 23, 24]);
});

test('of a flood the newest are kept, and the rest is not claimed to be known', () => {
  const recent = createRecent<number>(60_000, 10, 0);
  for (let one = 0; one < 1_000; one++) recent.note(one, one);
  const known = recent.between(990, recent.count);
  expect(known).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998, 999]);
  expect(recent.between(0, recent.count)).toBeNull();
});

test('after a gap nothing from before it is claimed to be known', () => {
  const recent = createRecent<string>(60_000, 100, 0);
  recent.note('a', 1_000);
  recent.forget(2_000);
  expect(recent.between(1_500, recent.count)).toBeNull();
  recent.note('b', 3_000);
  expect(recent.between(2_000, recent.count)).toEqual(['b']);
});
