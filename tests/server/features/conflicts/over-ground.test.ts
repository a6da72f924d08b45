import { expect, test } from 'vitest';
import { defaultHeights } from '#domain/conflicts/nets/figures.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { overGround } from '#server/features/conflicts/over-ground.ts';
import { aerodromeGroundOf } from '#server/features/terrain/aerodrome-ground.ts';
import { noTerrain } from '#server/features/terrain/terrain.ts';

const agl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AGL' });
const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
const volume = (lower: Altitude | null, upper: Altitude | null): Volume4d => ({
  owner: { resource: 'plan', id: 1, label: 'FP1' },
  part: 0,
  footprint: { type: 'Point', coordinates: [105, 31] },
  marginM: 1_000,
  lower,
  upper,
  context: { aerodromeElevationM: 500 },
  from: 0,
  to: 1,
});
const field = { latitude: 31.1, longitude: 105.1, elevationM: 500, transitionM: null };
const ground = { terrain: noTerrain, aerodromes: aerodromeGroundOf([field]), margins: defaultHeights };
const boundsIn = async (more: Partial<typeof ground>, upper = agl(300)) => {
  const [found] = await overGround([volume(null, upper)], { ...ground, ...more });
  return found?.context?.terrainM;
};

test('a volume with a limit above ground has the bounds of the ground: by the aerodromes around, with a margin', async () => {
  expect(await boundsIn({})).toEqual({ lowest: 200, highest: 800 });
  expect(await boundsIn({ aerodromes: aerodromeGroundOf([]) })).toEqual({ lowest: -430, highest: 3_000 });
});

test('by the terrain where there are data, and by the aerodromes in their gaps', async () => {
  const elevationsAt = async (points: readonly { longitude: number }[]) =>
    points.map(({ longitude }) => (longitude < 105 ? 640 : 660));
  const found = await boundsIn({ terrain: { installed: true, elevationsAt } });
  // Two kilometres in steps of 222 m: between two places it may be half of that higher or lower.
  expect(found?.lowest).toBeCloseTo(640 - 111, 0);
  expect(found?.highest).toBeCloseTo(660 + 111, 0);
  const gaps = async (points: readonly object[]) => points.map((_, at) => (at === 0 ? undefined : 640));
  expect(await boundsIn({ terrain: { installed: true, elevationsAt: gaps } })).toEqual({
    lowest: 200,
    highest: 800,
  });
});

test('others stay as they are: without a limit above ground, or with known ground', async () => {
  expect(await boundsIn({}, amsl(900))).toBeUndefined();
  const plain = volume(agl(0), amsl(900));
  const known = { ...volume(null, agl(300)), context: { terrainM: { lowest: 1, highest: 2 } } };
  const [one, two] = await overGround([plain, known], ground);
  expect([one, two]).toEqual([plain, known]);
});
