import { expect, test } from 'vitest';
import { volumeOf } from '#server/features/alerts/scene-volume.ts';

const limits = { lower: null, upper: null, from: null, to: null };

test('a route states where it begins and ends and how wide it is; an area does not', () => {
  const footprint = {
    type: 'LineString' as const,
    coordinates: [
      [104, 30],
      [104.1, 30],
      [104.1, 30.2],
    ] as [number, number][],
  };
  expect(volumeOf({ ...limits, footprint, marginM: 1_500 })?.line).toEqual({
    first: { longitude: 104, latitude: 30 },
    last: { longitude: 104.1, latitude: 30.2 },
    halfWidthM: 1_500,
  });
  const point = { type: 'Point' as const, coordinates: [104, 30] as [number, number] };
  expect(volumeOf({ ...limits, footprint: point, marginM: 1_500 })).not.toHaveProperty('line');
});
