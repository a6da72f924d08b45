import { expect, it } from 'vitest';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { type BlockHeight, blockLines } from '#web/map/target-text.ts';

const target: Target = {
  ...plainTarget,
  id: '780001',
  icao24: '780001',
  callsign: 'B7001',
  latitude: 30,
  longitude: 104,
  pressureAltitudeM: 900,
  geometricAltitudeM: 950,
  groundSpeedMps: 50,
  trackDeg: 0,
  verticalRateMps: 2,
  onGround: false,
  at: 0,
  sourceId: 1,
  planId: null,
};

const words = { ground: 'Ground', coasting: 'Coasting' };

it.each([
  ['in flight', {}, ['900 m STD ↑', '97 kt']],
  ['that descends', { verticalRateMps: -3 }, ['900 m STD ↓', '97 kt']],
  ['on the ground', { onGround: true }, ['Ground', '97 kt']],
  ['not heard', { isCoasting: true }, ['Coasting 900 m STD ↑', '97 kt']],
  ['in two places', { warning: 'duplicateAddress' as const }, ['! 900 m STD ↑', '97 kt']],
  ['without a speed', { groundSpeedMps: null }, ['900 m STD ↑']],
])('the data block of a target %s', (_name, change, lines) => {
  expect(blockLines({ ...target, ...change }, words, 'STD')).toEqual(lines);
});

it.each<[BlockHeight, object, string]>([
  ['FL', {}, 'FL030 ↑'],
  ['FL', { pressureAltitudeM: -31 }, 'FL-001 ↑'],
  ['WGS84', {}, '950 m WGS84 ↑'],
  ['STD', { pressureAltitudeM: null, amslAltitudeM: 930 }, '930 m AMSL ↑'],
  // What is not reported is not made up: the other height, by its name.
  ['WGS84', { geometricAltitudeM: null }, '900 m STD ↑'],
  ['FL', { pressureAltitudeM: null }, '950 m WGS84 ↑'],
  ['STD', { pressureAltitudeM: null, geometricAltitudeM: null }, '↑'],
])('its height as %s', (choice, change, text) => {
  expect(blockLines({ ...target, ...change }, words, choice)[0]).toBe(text);
});
