import { describe, expect, test } from 'vitest';
import { codeBelow, isRightBelow, levelOf, nextNumber } from '#domain/identity/organization-code.ts';

describe('codes of organization units', () => {
  test.each<[string | null, number, string]>([
    [null, 1, '00001'],
    ['00001', 42, '00001.00042'],
    ['00001.00042', 7, '00001.00042.00007'],
  ])('below %s, number %i: %s', (parent, number, code) => {
    expect(codeBelow(parent, number)).toBe(code);
    expect(isRightBelow(code, parent)).toBe(true);
    expect(levelOf(code)).toBe(levelOf(parent) + 1);
  });

  test.each<[unknown, string | null]>([
    ['00001.00042', null],
    ['00001', '00001'],
    ['00002.00001', '00001'],
    ['00001.00002.00003', '00001'],
    ['1', null],
    [null, null],
    ['', null],
  ])('%s is not right below %s', (code, parent) => {
    expect(isRightBelow(code, parent)).toBe(false);
  });

  test.each<[(string | null)[], number]>([
    [[], 1],
    [['00001', '00003'], 4],
    [['00001.00009', null], 10],
  ])('after %j comes %i', (siblings, next) => {
    expect(nextNumber(siblings)).toBe(next);
  });
});
