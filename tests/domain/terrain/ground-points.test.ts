import { expect, test } from 'vitest';
import { direct, inverse } from '#domain/geo/geodesy.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { groundPoints } from '#domain/terrain/ground-points.ts';

const middle = { longitude: 105, latitude: 31 };
const at = (east: number, north: number): Coordinates => {
  const { longitude, latitude } = direct(direct(middle, 90, east), 0, north);
  return [longitude, latitude];
};
const square = (halfM: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [at(-halfM, -halfM), at(halfM, -halfM), at(halfM, halfM), at(-halfM, halfM), at(-halfM, -halfM)],
  ],
});

test.each<[string, Geometry, number, number, number, [number, number]]>([
  ['a disc of 4 km', { type: 'Point', coordinates: at(0, 0) }, 4_000, 250, 250, [2_500, 1_500]],
  ['an area of 10 km', square(5_000), 0, 250, 250, [4_000, -3_000]],
  ['a wide area, in larger steps', square(50_000), 0, 250, 2_500, [33_000, 21_000]],
  [
    'a route of 40 km, 2 km wide',
    { type: 'LineString', coordinates: [at(0, 0), at(40_000, 0)] },
    1_000,
    250,
    250,
    [17_100, 900],
  ],
])(
  'of %s no place is farther than a step from the nearest',
  (_, footprint, marginM, wantedM, stepM, [east, north]) => {
    const found = groundPoints(footprint, marginM, wantedM);
    expect(found.stepM / stepM).toBeCloseTo(1, 0);
    const [longitude, latitude] = at(east, north);
    const nearest = Math.min(
      ...found.points.map((point) => inverse(point, { longitude, latitude }).distanceM),
    );
    expect(nearest).toBeLessThan(found.stepM);
    expect(found.points.length).toBeLessThan(5_000);
  },
);
