import { expect, test } from 'vitest';
import { nightAt, sunTimes } from '#domain/geo/sun.ts';

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

test.each([
  ['2026-11-23T18:00', false],
  ['2026-11-23T18:40', true],
  ['2026-11-24T03:00', true],
  ['2026-11-24T07:00', true],
  ['2026-11-24T07:20', false],
])('night in Chengdu at %s: %s', (time, night) => {
  const found = nightAt({ latitude: 30.67, longitude: 104.07 }, Date.parse(`${time}+08:00`));
  expect(found !== null).toBe(night);
});
