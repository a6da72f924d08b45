import { describe, expect, test } from 'vitest';
import { figures } from '#domain/monitor/figures.ts';
import { quantile } from '#domain/monitor/histogram.ts';
import { isConsistent, judge } from '#domain/monitor/threshold.ts';
import { unitText } from '#domain/monitor/unit-text.ts';
import { monitorThresholds } from '#server/seed/data/monitor-thresholds.ts';

const threshold = { limit: 90, clearAt: 75, minutes: 3 };

describe('an alarm', () => {
  test.each([
    ['is raised after three minutes beyond the limit', [95, 91, 99], false, 'raise'],
    ['not after two', [50, 91, 99], false, 'keep'],
    ['not at the limit itself', [90, 90, 90], false, 'keep'],
    ['not where a sample is missing', [95, null, 99], false, 'keep'],
    ['not from fewer samples than minutes', [95, 99], false, 'keep'],
    ['looks at the last minutes alone', [10, 10, 95, 95, 95], false, 'raise'],
    ['stays between where it clears and the limit', [80, 80, 80], true, 'keep'],
    ['stays while one of the three is not back', [70, 76, 70], true, 'keep'],
    ['clears once all three are back', [75, 70, 10], true, 'clear'],
    ['stays where nothing is known', [], true, 'keep'],
  ] as const)('%s', (_, values, isOpen, verdict) => {
    expect(judge(values, 'above', threshold, isOpen)).toBe(verdict);
  });

  test('of what is bad below its limit turns the other way', () => {
    const disk = { limit: 10, clearAt: 15, minutes: 2 };
    expect(judge([9, 9.9], 'below', disk, false)).toBe('raise');
    expect(judge([10, 9], 'below', disk, false)).toBe('keep');
    expect(judge([14, 20], 'below', disk, true)).toBe('keep');
    expect(judge([15, 20], 'below', disk, true)).toBe('clear');
  });
});

test('an installation begins with thresholds that clear on the good side, one for a figure', () => {
  const bad = new Map<string, 'above' | 'below'>(figures.map((figure) => [figure.key, figure.bad]));
  for (const { figure, ...rest } of monitorThresholds) {
    expect([figure, isConsistent(bad.get(figure) ?? 'above', rest)]).toEqual([figure, true]);
  }
  expect(new Set(monitorThresholds.map(({ figure }) => figure)).size).toBe(monitorThresholds.length);
  expect(isConsistent('above', { limit: 10, clearAt: 11, minutes: 1 })).toBe(false);
  expect(isConsistent('below', { limit: 10, clearAt: 9, minutes: 1 })).toBe(false);
});

test('a quantile lies within its bucket, and beyond the last bound at that bound', () => {
  const inf = Number.POSITIVE_INFINITY;
  const buckets = [
    { upTo: 0.1, count: 50 },
    { upTo: 0.5, count: 90 },
    { upTo: inf, count: 100 },
  ];
  expect(quantile(buckets, 0.25)).toBeCloseTo(0.05);
  expect(quantile(buckets, 0.7)).toBeCloseTo(0.3);
  expect(quantile(buckets, 0.99)).toBe(0.5);
  expect(quantile([{ upTo: inf, count: 0 }], 0.95)).toBeNull();
  expect(quantile([], 0.95)).toBeNull();
});

test.each([
  [0.523, 'ms', '0.52 ms'],
  [1204, 'MB', '1,204 MB'],
  [12, 'perMinute', '12/min'],
  [33.33, 'percent', '33.3 %'],
  [3, 'count', '3'],
] as const)('%d in %s reads %s', (value, unit, text) => {
  expect(unitText(value, unit)).toBe(text);
});
