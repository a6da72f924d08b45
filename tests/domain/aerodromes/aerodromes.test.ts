import { expect, test } from 'vitest';
import {
  areWallTimes,
  hoursOf,
  hoursText,
  isOpenAt,
  openingHours,
  zonedHoursText,
} from '#domain/aerodromes/hours.ts';
import { workCalendar } from '#domain/plans/working-days.ts';

/** 1 October 2026 is off, Saturday the 10th worked in exchange; 2027 is not published. */
const calendar = workCalendar([
  { date: '2026-10-01', kind: 'holiday' },
  { date: '2026-10-10', kind: 'workday' },
]);
const position = { type: 'Point', coordinates: [104.07, 30.67] };
const hours = (record: object) => hoursOf({ position, country: 'CN', ...record }, calendar);
const beijing = (time: string) => Date.parse(`${time}+08:00`);
const openAt = (record: object, time: string) => isOpenAt(hours(record), beijing(time), 'Asia/Shanghai');

const weekly = hours({
  hours: 'by arrangement',
  openTimes: [{ days: [1, 2, 3, 4, 5], startTime: '0800', endTime: '1800' }],
});

test.each([
  ['Monday noon', '2026-11-23T04:00:00Z', true],
  ['before it opens', '2026-11-22T23:59:00Z', false],
  ['at the minute it closes', '2026-11-23T10:00:00Z', false],
  ['Saturday', '2026-11-28T04:00:00Z', false],
])('by the week: %s', (_, at, open) => expect(isOpenAt(weekly, Date.parse(at), 'Asia/Shanghai')).toBe(open));

test('in the zone of the aerodrome where it has one', () => {
  const own = { ...weekly, timeZone: 'Asia/Urumqi' };
  // 18:30 in Shanghai is 16:30 in Urumqi.
  expect(isOpenAt(own, Date.parse('2026-11-23T10:30:00Z'), 'Asia/Shanghai')).toBe(true);
});

test('words that are no hours are for a person to read', () => {
  const words = hours({ hours: 'O/R', openTimes: [] });
  expect(isOpenAt(words, Date.parse('2026-11-23T04:00:00Z'), 'Asia/Shanghai')).toBeNull();
  expect(isOpenAt({ ...words, hours: null }, 0, 'UTC')).toBeNull();
});

test('its hours in a line', () => {
  const at = beijing('2026-11-23T12:00');
  const text = (record: object, locale: 'en' | 'zh-Hans') =>
    zonedHoursText(hours(record), at, 'Asia/Shanghai', locale);
  expect(hoursText(weekly, 'en')).toBe('Mon–Fri 08:00–18:00');
  expect(hoursText(weekly, 'zh-Hans')).toBe('周一至周五 08:00–18:00');
  expect(text({ hours: ' H24 ' }, 'en')).toBe('H24');
  expect(text({ hours: 'HJ' }, 'en')).toBe('HJ');
  expect(text({ hours: '0700-2100', timeZone: 'Asia/Urumqi' }, 'en')).toBe('0700-2100 UTC+6');
  const openTimes = [
    { days: [1, 2, 3, 4, 5, 6, 7], startTime: '0600', endTime: '2000' },
    { days: [7, 6], startTime: '2000', endTime: '2200' },
  ];
  expect(text({ openTimes }, 'en')).toBe('06:00–20:00, Sat, Sun 20:00–22:00 CST');
  expect(text({ openTimes }, 'zh-Hans')).toBe('06:00–20:00，周六、周日 20:00–22:00 CST');
});

test.each([
  ['0700-2100', '2026-11-23T07:00', true],
  ['0700-2100', '2026-11-23T06:59', false],
  // As by the week: at the minute at which it closes, nothing begins.
  ['0700-2100', '2026-11-23T20:59', true],
  ['0700-2100', '2026-11-23T21:00', false],
  ['2000-0400', '2026-11-23T03:59', true],
  ['2000-0400', '2026-11-23T04:00', false],
  ['07:00–12:00, 14:00–18:00', '2026-11-23T13:00', false],
  ['8:30-17:30', '2026-11-23T08:29', false],
  ['8:30－17:30', '2026-11-23T17:29', true],
  ['０８００－１８００', '2026-11-23T17:59', true],
  ['0700-1200/1400-1800', '2026-11-23T15:00', true],
  ['H24', '2026-11-23T00:00', true],
  ['24小时', '2026-11-23T23:59', true],
  // Sunrise 07:35, sunset 18:03 on that day in Chengdu.
  ['HJ', '2026-11-23T07:25', false],
  ['HJ', '2026-11-23T07:45', true],
  ['SR-SS', '2026-11-23T17:53', true],
  ['SR-SS', '2026-11-23T18:13', false],
  ['SR-30/SS+30', '2026-11-23T07:15', true],
  ['SR-30/SS+30', '2026-11-23T06:55', false],
  ['SR-30-SS+30', '2026-11-23T18:23', true],
  ['SR+30-SS-30', '2026-11-23T07:45', false],
  ['日出前30分钟至日落后30分钟', '2026-11-23T18:23', true],
  ['日出至日落', '2026-11-23T18:23', false],
  ['HN', '2026-11-23T03:00', true],
  ['0900-SS', '2026-11-23T08:30', false],
  ['MON-FRI 0800-1800', '2026-11-28T12:00', false],
  ['周一至周五 0800-1800', '2026-11-27T12:00', true],
  ['0800-1800 MON-FRI, 0900-1200 SAT', '2026-11-28T11:00', true],
])('%s at %s: %s', (text, time, open) => {
  expect(openAt({ hours: text }, time)).toBe(open);
});

// A Thursday off, the Friday after it, a Saturday worked in exchange, one that is not.
test.each([
  ['MON-FRI EXC HOL 0800-1800', [false, true, false, false]],
  ['MON-FRI 0800-1800 EXC HOL', [false, true, false, false]],
  ['周一至周五 0800-1800（节假日除外）', [false, true, false, false]],
  ['工作日 0800-1800', [false, true, true, false]],
  ['SAT SUN HOL 0800-1800', [true, false, true, true]],
  ['MON-FRI 0800-1800', [true, true, false, false]],
])('%s on holidays and workdays', (text, open) => {
  const days = ['2026-10-01', '2026-10-02', '2026-10-10', '2026-10-17'];
  expect(days.map((day) => openAt({ hours: text }, `${day}T12:00`))).toEqual(open);
});

test('what depends on holidays that are not known is not known, and the rest is', () => {
  const text = 'MON-FRI EXC HOL 0800-1800';
  expect(openAt({ hours: text }, '2027-11-23T12:00')).toBeNull();
  expect(openAt({ hours: text }, '2027-11-23T19:00')).toBe(false);
  expect(openAt({ hours: text }, '2027-11-27T12:00')).toBe(false);
  expect(openAt({ hours: text, country: 'JP' }, '2026-11-23T12:00')).toBeNull();
  expect(openAt({ hours: text, country: null, icao: 'RJTT' }, '2026-11-23T12:00')).toBeNull();
  expect(openAt({ hours: text, country: null, icao: 'ZUGH' }, '2026-11-23T12:00')).toBe(true);
});

test('hours by the sun are not known without a place, nor where it does not rise', () => {
  expect(openAt({ hours: 'HJ', position: null }, '2026-11-23T12:00')).toBeNull();
  const polar = { hours: 'HJ', position: { type: 'Point', coordinates: [20, 80] } };
  expect(openAt(polar, '2026-06-21T12:00')).toBeNull();
});

test('by the sun of the place in a zone far from UTC', () => {
  // Wellington: sunrise 05:45, sunset 20:34 NZDT.
  const wellington = {
    hours: 'HJ',
    timeZone: 'Pacific/Auckland',
    position: { type: 'Point', coordinates: [174.8, -41.3] },
  };
  const at = (time: string) => isOpenAt(hours(wellington), Date.parse(`${time}+13:00`), 'Asia/Shanghai');
  expect(['05:30', '06:00', '20:20', '20:50'].map((time) => at(`2026-11-23T${time}`))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

// Days of the month, days without times, another clock, a span over days, words.
test.each([
  '1-5 0800-1800',
  'MON-FRI',
  'MON-FRI 0800-1800, SAT',
  '0100-1000 UTC',
  '0100Z-1000Z',
  'MON 0900-FRI 1700',
  'NOV 0800-1800',
  'O/R',
  'HX',
  '0700-2100 PPR',
  '800-1800',
])('%s is for a person to read', (text) => expect(openingHours(text)).toBeNull());

test('free text that may name a zone gets none beside it', () => {
  const of = (hours: string | null) => areWallTimes({ hours, openTimes: null });
  expect(of('0700-2100')).toBe(true);
  expect(of('0100-1000 UTC')).toBe(false);
  expect(of('H24')).toBe(false);
  expect(of('HJ')).toBe(false);
  expect(of('0700-SS')).toBe(true);
  expect(of(null)).toBe(false);
  expect(areWallTimes(weekly)).toBe(true);
});
