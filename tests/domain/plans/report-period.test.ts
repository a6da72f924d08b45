import { describe, expect, test } from 'vitest';
import { isDay } from '#domain/plans/moments.ts';
import {
  bucketAt,
  bucketKeys,
  daysIn,
  instantsOf,
  mondayOf,
  type ReportPeriod,
  spanOf,
  steppedSpan,
} from '#domain/plans/report-period.ts';
import { dayAfter } from '#domain/plans/working-days.ts';

describe('the days of a period', () => {
  test.each<[ReportPeriod, string, string, string, string]>([
    ['day', '2026-11-21', '2026-11-21', '2026-11-21', 'hour'],
    ['week', '2026-11-21', '2026-11-16', '2026-11-22', 'day'],
    ['week', '2026-11-16', '2026-11-16', '2026-11-22', 'day'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-22', 'day'],
    ['week', '2027-01-01', '2026-12-28', '2027-01-03', 'day'],
    ['month', '2026-02-10', '2026-02-01', '2026-02-28', 'day'],
    ['month', '2028-02-10', '2028-02-01', '2028-02-29', 'day'],
    ['month', '2026-12-31', '2026-12-01', '2026-12-31', 'day'],
    ['quarter', '2026-11-21', '2026-10-01', '2026-12-31', 'week'],
    ['quarter', '2026-03-31', '2026-01-01', '2026-03-31', 'week'],
    ['year', '2026-11-21', '2026-01-01', '2026-12-31', 'month'],
  ])('%s of %s: %s to %s by %s', (period, day, from, to, bucket) => {
    expect(spanOf(period, day)).toEqual({ from, to, bucket });
  });

  test.each([
    ['2026-11-01', '2026-11-02', 'hour'],
    ['2026-11-01', '2026-11-03', 'day'],
    ['2026-11-01', '2027-01-01', 'day'],
    ['2026-11-01', '2027-01-02', 'week'],
    ['2026-01-01', '2026-12-31', 'month'],
  ])('one of their own from %s to %s is by %s', (from, to, bucket) => {
    expect(spanOf('custom', from, to)).toEqual({ from, to, bucket });
  });

  test('the one before and after meet it without a gap, whatever the period', () => {
    for (const period of ['day', 'week', 'month', 'quarter', 'year', 'custom'] as const) {
      let span = spanOf(period, '2026-01-31', period === 'custom' ? '2026-02-03' : undefined);
      for (let step = 0; step < 40; step += 1) {
        const next = steppedSpan(period, span, 1);
        expect(next.from).toBe(dayAfter(span.to, 1));
        expect(steppedSpan(period, next, -1)).toEqual(span);
        span = next;
      }
    }
  });
});

describe('days of the calendar', () => {
  test.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261121', 'today', '2026-11-21T00:00'])(
    '%s is none',
    (text) => expect(isDay(text)).toBe(false),
  );
  test('are counted over the end of months, years and leap days', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(dayAfter('2028-02-28', 2)).toBe('2028-03-01');
    expect(daysIn('2026-01-01', '2026-12-31')).toBe(365);
    expect(daysIn('2026-01-02', '2026-01-01')).toBe(0);
    expect(mondayOf('2027-01-03')).toBe('2026-12-28');
  });
});

describe('the points of a line', () => {
  test('are there where nothing flew, in order', () => {
    expect(bucketKeys(spanOf('day', '2026-11-21'))).toHaveLength(24);
    expect(bucketKeys(spanOf('month', '2026-02-01'))).toHaveLength(28);
    expect(bucketKeys(spanOf('year', '2026-02-01'))).toEqual(
      Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`),
    );
    const weeks = bucketKeys(spanOf('quarter', '2026-11-21'));
    expect(weeks[0]).toBe('2026-09-28');
    expect(weeks.at(-1)).toBe('2026-12-28');
    expect([...weeks].sort()).toEqual(weeks);
  });

  test.each([
    ['2026-11-20T15:59:59Z', 'Asia/Shanghai', '2026-11-20', '2026-11-20T23'],
    ['2026-11-20T16:00:00Z', 'Asia/Shanghai', '2026-11-21', '2026-11-21T00'],
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29', '2026-03-29T01'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', '2026-03-29T03'],
  ])('%s in %s lies on %s, at %s', (at, zone, day, hour) => {
    expect(bucketAt('day', Date.parse(at), zone)).toBe(day);
    expect(bucketAt('hour', Date.parse(at), zone)).toBe(hour);
  });

  test('a day of the wall is 23 or 25 hours where the clocks change', () => {
    const hours = (day: string) => {
      const [from, to] = instantsOf({ from: day, to: day }, 'Europe/Berlin');
      return (to - from) / 3_600_000;
    };
    expect([hours('2026-03-29'), hours('2026-06-01'), hours('2026-10-25')]).toEqual([23, 24, 25]);
  });
});
