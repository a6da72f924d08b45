import { expect, test } from 'vitest';
import { circleRing, inverse } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { areaM2, onGeodesics, outlineM } from '#domain/geo/measure.ts';

const square: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [116, 39],
      [117, 39],
      [117, 40],
      [116, 40],
      [116, 39],
    ],
  ],
};

test('area and outline are those of the ellipsoid', () => {
  const circle: Geometry = {
    type: 'Polygon',
    coordinates: [circleRing({ latitude: 39, longitude: 116 }, 5000, 720)],
  };
  expect(areaM2(circle) / (Math.PI * 5000 ** 2)).toBeCloseTo(1, 3);
  expect(outlineM(circle) / (2 * Math.PI * 5000)).toBeCloseTo(1, 3);
  // A degree square at 39.5° N is about 9,550 km².
  expect(areaM2(square) / 1e6).toBeGreaterThan(9500);
  expect(areaM2(square) / 1e6).toBeLessThan(9600);
  const hole = circle.coordinates.slice(0, 1);
  expect(areaM2({ type: 'Polygon', coordinates: [...square.coordinates, ...hole] })).toBeCloseTo(
    areaM2(square) - areaM2(circle),
    -1,
  );
});

test('long legs are drawn on their geodesics, corners stay', () => {
  const shown = onGeodesics(square);
  if (shown.type !== 'Polygon') throw new Error('another geometry');
  const ring = shown.coordinates[0] ?? [];
  expect(ring.length).toBeGreaterThan(12);
  for (const corner of square.coordinates[0] ?? []) expect(ring).toContainEqual(corner);
  ring.slice(1).forEach(([longitude, latitude], i) => {
    const [west = 0, south = 0] = ring[i] ?? [];
    const { distanceM } = inverse({ latitude: south, longitude: west }, { latitude, longitude });
    expect(distanceM).toBeLessThanOrEqual(25_001);
  });
  const short: Geometry = {
    type: 'LineString',
    coordinates: [
      [116, 39],
      [116.1, 39],
    ],
  };
  expect(onGeodesics(short)).toEqual(short);
});

test('a leg over the date line stays in one piece', () => {
  const shown = onGeodesics({
    type: 'LineString',
    coordinates: [
      [179, 10],
      [181, 10],
    ],
  });
  if (shown.type !== 'LineString') throw new Error('another geometry');
  for (const [longitude] of shown.coordinates) {
    expect(longitude).toBeGreaterThanOrEqual(179);
    expect(longitude).toBeLessThanOrEqual(181);
  }
});
