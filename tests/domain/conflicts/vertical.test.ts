import { expect, test } from 'vitest';
import { reachesOutBy } from '#domain/conflicts/vertical.ts';
import type { Altitude } from '#domain/geo/altitude.ts';

const m = (value: number, reference: Altitude['reference']): Altitude => ({ value, unit: 'm', reference });
const terrainM = { lowest: 480, highest: 560 };
const sfx = { lower: m(0, 'AGL'), upper: m(300, 'AGL') };

test.each([
  ['as high as it', { lower: m(30, 'AGL'), upper: m(300, 'AGL') }, sfx, null],
  ['higher', { lower: m(30, 'AGL'), upper: m(800, 'AGL') }, sfx, 'upper'],
  ['higher by another datum, whatever the ground', { lower: null, upper: m(900, 'AMSL') }, sfx, 'upper'],
  // The ground may be so high that it is within.
  ['perhaps higher by another datum', { lower: null, upper: m(800, 'AMSL') }, sfx, null],
  ['without a top', { lower: null, upper: null }, sfx, null],
  ['in one without a top', { lower: null, upper: m(9_000, 'AMSL') }, { lower: null, upper: null }, null],
  [
    'lower',
    { lower: m(100, 'AGL'), upper: m(300, 'AGL') },
    { lower: m(150, 'AGL'), upper: m(600, 'AGL') },
    'lower',
  ],
  [
    'from the ground into one with a floor',
    { lower: null, upper: m(300, 'AGL') },
    { lower: m(150, 'AGL'), upper: m(600, 'AGL') },
    null,
  ],
  [
    'at a level, compared with a limit above the ground',
    { lower: null, upper: m(3_000, 'STD') },
    { lower: null, upper: m(120, 'AGL') },
    'upper',
  ],
])('a flight %s than its airspace reaches out of it: %#', (_, flight, airspace, by) => {
  const context = { terrainM };
  expect(reachesOutBy({ ...flight, context }, { ...airspace, context })).toBe(by);
});
