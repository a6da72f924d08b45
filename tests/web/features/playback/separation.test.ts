import { expect, test } from 'vitest';
import type { RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import { closestOf, separationOf } from '#web/features/playback/separation.ts';

const start = Date.parse('2026-06-10T02:00:00.000Z');
const at = (seconds: number) => start + seconds * 1_000;

function position(seconds: number, values: Partial<RecordedPosition>): RecordedPosition {
  return {
    at: at(seconds),
    latitude: 34.5,
    longitude: 108.9,
    pressureAltitudeM: 1_200,
    geometricAltitudeM: null,
    amslAltitudeM: null,
    groundSpeedMps: 50,
    trackDeg: 90,
    verticalRateMps: 0,
    onGround: false,
    isCoasting: false,
    ...values,
  };
}

/** Flies east along 34.5°, a thousandth of a degree (92 m) in each second. */
const eastbound = (from: number, to: number, everyS = 4, values: Partial<RecordedPosition> = {}) =>
  Array.from({ length: Math.floor((to - from) / everyS) + 1 }, (_, i) => from + i * everyS).map((seconds) =>
    position(seconds, { longitude: 108.9 + seconds / 1_000, ...values }),
  );
/** Comes the other way 450 m to the north, and 150 m higher. */
const westbound = eastbound(0, 100, 4).map((one) => ({
  ...one,
  latitude: 34.504,
  longitude: 109 - (one.longitude - 108.9),
  pressureAltitudeM: 1_350,
}));

test('the smallest distance is where they passed, with its time and the vertical separation of that time', () => {
  const { least, steps, datum } = separationOf(eastbound(0, 100), westbound, at(0), at(100));
  // 26 positions, and between two of them the moment at which they passed.
  expect(steps).toHaveLength(27);
  expect(datum).toBe('pressureAltitudeM');
  expect(least).toMatchObject({ verticalM: 150 });
  expect(least?.horizontalM).toBeGreaterThan(440);
  expect(least?.horizontalM).toBeLessThan(450);
  expect(least?.at).toBe(at(50));
});

test('what was not measured is not compared: gaps, coasting, other times, other datums', () => {
  const gap = [...eastbound(0, 20), ...eastbound(60, 100)];
  const { steps } = separationOf(gap, westbound, at(0), at(100));
  expect(steps.filter((step) => step.at > at(20) && step.at < at(60))).toEqual([]);
  expect(
    separationOf(eastbound(0, 100, 4, { isCoasting: true }), westbound, at(0), at(100)).least,
  ).toBeNull();
  expect(separationOf(eastbound(0, 100), westbound, at(200), at(300)).least).toBeNull();
  const geometric = eastbound(0, 100, 4, { pressureAltitudeM: null, geometricAltitudeM: 1_300 });
  expect(separationOf(geometric, westbound, at(0), at(100))).toMatchObject({
    datum: null,
    least: { verticalM: null },
  });
});

test('of a group the two that came closest', () => {
  const tracks = [eastbound(0, 100), westbound, eastbound(0, 100, 4, { latitude: 34.501 })].map(
    (positions, index) => ({ name: `X${index}`, positions }),
  );
  const found = closestOf(tracks, at(0), at(100));
  expect([found?.one.name, found?.two.name]).toEqual(['X0', 'X2']);
  expect(found?.least.horizontalM).toBeCloseTo(111, -1);
  expect(closestOf(tracks.slice(0, 1), at(0), at(100))).toBeNull();
});
