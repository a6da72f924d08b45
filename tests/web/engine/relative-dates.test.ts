import { expect, test } from 'vitest';
import { daysOf, parseSpan, timesOf } from '#domain/statistics/relative-dates.ts';

const beijing = 'Asia/Shanghai';

test.each([
  ['today', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-11-20', '2026-11-20'],
  ['tomorrow', '2026-11-22', '2026-11-22'],
  ['thisWeek', '2026-11-16', '2026-11-22'],
  ['lastWeek', '2026-11-09', '2026-11-15'],
  ['nextWeek', '2026-11-23', '2026-11-29'],
  ['thisMonth', '2026-11-01', '2026-11-30'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
  ['nextMonth', '2026-12-01', '2026-12-31'],
  ['last1d', '2026-11-21', '2026-11-21'],
  ['last7d', '2026-11-15', '2026-11-21'],
  ['next30d', '2026-11-21', '2026-12-20'],
])('on a Saturday noon in Beijing %s is %s to %s', (span, first, last) => {
  expect(daysOf(span, Date.parse('2026-11-21T04:00:00Z'), beijing)).toEqual([first, last]);
});

test.each([
  ['2026-11-20T15:59:59.999Z', '2026-11-20'],
  ['2026-11-20T16:00:00.000Z', '2026-11-21'],
])('at %s the day in Beijing is %s', (now, day) => {
  expect(daysOf('today', Date.parse(now), beijing)).toEqual([day, day]);
});

test.each([
  ['2027-01-31T17:00:00Z', 'lastMonth', '2027-01-01', '2027-01-31'],
  ['2027-01-31T17:00:00Z', 'thisMonth', '2027-02-01', '2027-02-28'],
  ['2026-12-31T15:00:00Z', 'nextMonth', '2027-01-01', '2027-01-31'],
  ['2026-11-22T15:59:00Z', 'thisWeek', '2026-11-16', '2026-11-22'],
  ['2026-11-22T16:00:00Z', 'thisWeek', '2026-11-23', '2026-11-29'],
  ['2028-03-01T00:00:00Z', 'yesterday', '2028-02-29', '2028-02-29'],
])('at %s %s is %s to %s', (now, span, first, last) => {
  expect(daysOf(span, Date.parse(now), beijing)).toEqual([first, last]);
});

test('times begin and end with the day of the zone', () => {
  expect(timesOf('today', Date.parse('2026-11-21T04:00:00Z'), beijing)).toEqual([
    '2026-11-20T16:00:00.000Z',
    '2026-11-21T15:59:59.999Z',
  ]);
});

test.each(['', 'someday', 'last0d', 'last-1d', 'last7', 'next3661d', 'last07d', 'Today'])(
  '"%s" is no span',
  (text) => {
    expect(parseSpan(text)).toBeUndefined();
    expect(daysOf(text, 0, beijing)).toBeUndefined();
  },
);
