import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayAfter,
  daysBetween,
  isPublished,
  isWorkingDay,
  weekdayOf,
  workCalendar,
  workingDaysBefore,
  workingDeadline,
} from '#domain/plans/working-days.ts';
import { dayOf } from '#domain/time/wall-clock.ts';

/** A week off with two weekends worked in exchange, as the yearly notice moves them. */
const calendar = workCalendar([
  { date: '2026-10-01', kind: 'holiday' },
  { date: '2026-10-02', kind: 'holiday' },
  { date: '2026-10-05', kind: 'holiday' },
  { date: '2026-10-06', kind: 'holiday' },
  { date: '2026-10-07', kind: 'holiday' },
  { date: '2026-09-20', kind: 'workday' },
  { date: '2026-10-10', kind: 'workday' },
]);
const plain = workCalendar([]);

test.each([
  ['2026-09-30', true],
  ['2026-10-01', false],
  ['2026-10-03', false],
  ['2026-10-08', true],
  ['2026-10-10', true],
  ['2026-10-11', false],
  ['2026-09-20', true],
])('%s is worked: %s', (day, worked) => {
  expect(isWorkingDay(day, calendar)).toBe(worked);
});

test('a year without a notice is worked Monday to Friday, and is told from one that has it', () => {
  expect(isWorkingDay('2027-10-01', calendar)).toBe(true);
  expect(isWorkingDay('2027-10-02', calendar)).toBe(false);
  expect(isPublished('2026-05-01', calendar)).toBe(true);
  expect(isPublished('2027-05-01', calendar)).toBe(false);
});

describe('working days before a day', () => {
  test.each([
    ['2026-11-25', 2, '2026-11-23'],
    ['2026-11-23', 1, '2026-11-20'],
    ['2026-11-22', 1, '2026-11-20'],
    ['2026-11-23', 7, '2026-11-12'],
    ['2026-11-23', 0, '2026-11-23'],
    ['2027-01-04', 1, '2027-01-01'],
  ])('Monday to Friday: from %s, %i before is %s', (day, count, before) => {
    expect(workingDaysBefore(day, count, plain)).toBe(before);
  });

  test.each([
    // Before the week off, after it, and with the Saturday that is worked in exchange.
    ['2026-10-08', 1, '2026-09-30'],
    ['2026-10-09', 2, '2026-09-30'],
    ['2026-10-12', 1, '2026-10-10'],
    ['2026-10-12', 7, '2026-09-25'],
    ['2026-09-21', 1, '2026-09-20'],
  ])('with the holidays: from %s, %i before is %s', (day, count, before) => {
    expect(workingDaysBefore(day, count, calendar)).toBe(before);
  });
});

describe('the last moment of a limit in working days', () => {
  test.each<[string, string, number, string]>([
    ['Asia/Shanghai', '2026-11-23T09:00:00+08:00', 7, '2026-11-12T23:59:59.999+08:00'],
    // Just after midnight in Beijing it is still Sunday in UTC.
    ['Asia/Shanghai', '2026-11-23T00:00:00+08:00', 1, '2026-11-20T23:59:59.999+08:00'],
    ['Asia/Shanghai', '2026-10-08T09:00:00+08:00', 1, '2026-09-30T23:59:59.999+08:00'],
    // Berlin goes back on Sunday 25 October 2026, New York forward on Sunday 8 March 2026.
    ['Europe/Berlin', '2026-10-26T09:00:00+01:00', 1, '2026-10-23T23:59:59.999+02:00'],
    ['America/New_York', '2026-03-09T09:00:00-04:00', 1, '2026-03-06T23:59:59.999-05:00'],
  ])('%s, from %s, %i before: %s', (timeZone, start, count, limit) => {
    expect(workingDeadline(Date.parse(start), count, calendar, timeZone)).toBe(Date.parse(limit));
  });

  test('falls on a working day, with as many worked days from it to the day before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 12 }), (offset, count) => {
        const day = dayAfter('2026-01-01', offset);
        const before = workingDaysBefore(day, count, calendar);
        expect(isWorkingDay(before, calendar)).toBe(true);
        let worked = 0;
        for (let at = before; at < day; at = dayAfter(at, 1)) if (isWorkingDay(at, calendar)) worked++;
        expect(worked).toBe(count);
        const limit = workingDeadline(Date.parse(`${day}T04:00:00Z`), count, calendar, 'Asia/Shanghai');
        expect(dayOf(limit, 'Asia/Shanghai')).toBe(before);
        expect(dayOf(limit + 1, 'Asia/Shanghai')).toBe(dayAfter(before, 1));
      }),
    );
  });
});

test('days are counted on the calendar', () => {
  expect(weekdayOf('2026-11-23')).toBe(1);
  expect(weekdayOf('2026-11-22')).toBe(7);
  expect(dayAfter('2026-02-28', 1)).toBe('2026-03-01');
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
  expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2);
});
