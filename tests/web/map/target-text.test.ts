import { expect, it } from 'vitest';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { labelDetail } from '#web/map/target-text.ts';

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

it.each([
  ['in flight', {}, '900 m STD↑  97 kt'],
  ['on the ground', { onGround: true }, 'Ground  97 kt'],
  ['not heard', { isCoasting: true }, 'Coasting  900 m STD↑  97 kt'],
  ['in two places', { warning: 'duplicateAddress' as const }, '!  900 m STD↑  97 kt'],
])('the label of a target %s', (_name, change, text) => {
  expect(labelDetail({ ...target, ...change }, { ground: 'Ground', coasting: 'Coasting' })).toBe(text);
});
