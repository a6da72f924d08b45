import { expect, test } from 'vitest';
import { areWallTimes, hoursText, isOpenAt } from '#domain/aerodromes/hours.ts';
import { sunTimes } from '#domain/aerodromes/sun.ts';

const weekly = {
  hours: 'by arrangement',
  openTimes: [{ days: [1, 2, 3, 4, 5], startTime: '0800', endTime: '1800' }],
  timeZone: null,
};

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
  const words = { hours: 'O/R', openTimes: [], timeZone: null };
  expect(isOpenAt(words, Date.parse('2026-11-23T04:00:00Z'), 'Asia/Shanghai')).toBeNull();
  expect(isOpenAt({ ...words, hours: null }, 0, 'UTC')).toBeNull();
});

test('its hours in a line', () => {
  expect(hoursText(weekly)).toBe('1-5 08:00–18:00');
  expect(hoursText({ hours: ' H24 ', openTimes: null })).toBe('H24');
  expect(
    hoursText({
      hours: null,
      openTimes: [{ days: [1, 2, 3, 4, 5, 6, 7], startTime: '0600', endTime: '2000' }],
    }),
  ).toBe('06:00–20:00');
});

// Almanac values for Chengdu (30.67 N, 104.07 E) on 2026-06-21, to the minute or two.
test('sun and civil twilight of a day', () => {
  const { dawn, sunrise, sunset, dusk } = sunTimes(
    { latitude: 30.67, longitude: 104.07 },
    Date.parse('2026-06-21T04:00:00Z'),
  );
  const clock = (at: number | null) => new Date((at ?? 0) + 8 * 3_600_000).toISOString().slice(11, 16);
  expect([clock(dawn), clock(sunrise), clock(sunset), clock(dusk)].map((one) => one.slice(0, 4))).toEqual([
    '05:3',
    '06:0',
    '20:0',
    '20:3',
  ]);
  expect(sunTimes({ latitude: 80, longitude: 20 }, Date.parse('2026-06-21T12:00:00Z')).sunset).toBeNull();
});

test('free text that may name a zone gets none beside it', () => {
  const of = (hours: string | null) => areWallTimes({ hours, openTimes: null });
  expect(of('0700-2100')).toBe(true);
  expect(of('0100-1000 UTC')).toBe(false);
  expect(of('H24')).toBe(false);
  expect(of(null)).toBe(false);
  expect(areWallTimes(weekly)).toBe(true);
});
