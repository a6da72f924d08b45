import { expect, test } from 'vitest';
import { lastDue, type ReportSchedule } from '#domain/plans/report-schedule.ts';

const at = (schedule: Partial<ReportSchedule>, moment: string) =>
  new Date(
    lastDue(
      { every: 'day', weekday: null, monthDay: null, time: '08:00', zone: 'Asia/Shanghai', ...schedule },
      Date.parse(moment),
    ),
  ).toISOString();

test('a report is due every day, on a weekday, on a day of the month, on the wall of its zone', () => {
  expect(at({}, '2026-03-02T00:00:00Z')).toBe('2026-03-02T00:00:00.000Z');
  expect(at({}, '2026-03-01T23:59:59Z')).toBe('2026-03-01T00:00:00.000Z');
  // 2026-03-02 is a Monday.
  expect(at({ every: 'week', weekday: 1 }, '2026-03-08T12:00:00Z')).toBe('2026-03-02T00:00:00.000Z');
  expect(at({ every: 'week', weekday: 7 }, '2026-03-08T12:00:00Z')).toBe('2026-03-08T00:00:00.000Z');
  expect(at({ every: 'month', monthDay: 28 }, '2026-03-01T12:00:00Z')).toBe('2026-02-28T00:00:00.000Z');
  expect(at({ every: 'month', monthDay: 1 }, '2026-03-31T12:00:00Z')).toBe('2026-03-01T00:00:00.000Z');
});

test('the hour of the wall stays when summer time comes', () => {
  const berlin = { zone: 'Europe/Berlin' };
  expect(at(berlin, '2026-03-28T12:00:00Z')).toBe('2026-03-28T07:00:00.000Z');
  expect(at(berlin, '2026-03-30T12:00:00Z')).toBe('2026-03-30T06:00:00.000Z');
});
