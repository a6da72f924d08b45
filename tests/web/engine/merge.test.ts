import { expect, test } from 'vitest';
import { changedValues, chosen, differences, filledValues, merged, same } from '#web/engine/merge.ts';

const fields = ['name', 'seats', 'remark', 'limits', 'tags'];
const base = { name: 'A', seats: 2, remark: null, limits: { value: 300, unit: 'm' }, tags: ['x'] };

test('absent, undefined and null are one; the order of keys does not count, that of lists does', () => {
  expect(same(undefined, null)).toBe(true);
  expect(same({ a: 1, b: null }, { a: 1 })).toBe(true);
  expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(same([1, 2], [2, 1])).toBe(false);
});

test('only what changed is sent, null for what was emptied', () => {
  expect(changedValues(fields, base, { ...base, seats: undefined, remark: 'r' })).toEqual({
    seats: null,
    remark: 'r',
  });
  expect(changedValues(fields, base, { ...base })).toEqual({});
});

test('each difference knows who made it', () => {
  const mine = { ...base, name: 'mine', seats: 4, limits: { value: 400, unit: 'm' } };
  const theirs = { ...base, name: 'theirs', remark: 'theirs', limits: { value: 400, unit: 'm' } };
  expect(differences(fields, base, mine, theirs).map(({ field, choice }) => [field, choice])).toEqual([
    ['name', null],
    ['seats', 'mine'],
    ['remark', 'theirs'],
  ]);
});

test('nothing is saved while a choice is open; then each field is as chosen', () => {
  const mine = { ...base, name: 'mine', seats: 4 };
  const theirs = { ...base, name: 'theirs', remark: 'theirs' };
  const found = differences(fields, base, mine, theirs);
  expect(merged(mine, found)).toBeNull();
  expect(merged(mine, chosen(found, 'name', 'theirs'))).toEqual({
    ...mine,
    name: 'theirs',
    remark: 'theirs',
  });
  expect(merged(mine, chosen(found, 'name', 'mine'))).toEqual({ ...mine, remark: 'theirs' });
  expect(merged(mine, chosen(found, 'seats', 'theirs'))).toBeNull();
});

test('a form begins with what is filled in, of its own fields only', () => {
  const record = { id: 7, name: 'A', seats: 0, remark: '', limits: null, tags: [] };
  expect(filledValues(record, [...fields, 'unknown'])).toEqual({ name: 'A', seats: 0, tags: [] });
});
