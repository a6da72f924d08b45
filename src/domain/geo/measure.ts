import geodesic from 'geographiclib-geodesic';
import { direct, inverse, type LonLat, lengthM, type Position } from './geodesy.ts';
import type { Geometry } from './geojson.ts';

const wgs84 = geodesic.Geodesic.WGS84;

/** Area on the ellipsoid in square metres; holes are taken away, the legs of a corridor are counted one by one. */
export function areaM2(geometry: Geometry): number {
  if (geometry.type === 'Polygon') return polygonM2(geometry.coordinates);
  if (geometry.type === 'MultiPolygon') {
    return geometry.coordinates.reduce((sum, rings) => sum + polygonM2(rings), 0);
  }
  return 0;
}

/** Length of a line, or of the outer edge of an area, in metres. */
export function outlineM(geometry: Geometry): number {
  if (geometry.type === 'LineString') return lengthM(geometry.coordinates.map(position));
  if (geometry.type === 'Polygon') return lengthM((geometry.coordinates[0] ?? []).map(position));
  if (geometry.type === 'MultiPolygon') {
    return geometry.coordinates.reduce((sum, [ring]) => sum + lengthM((ring ?? []).map(position)), 0);
  }
  return 0;
}

/**
 * A geometry as it is drawn: legs that are longer than `stepM` get points on their geodesic, so that what one sees on the map
 * is the shortest way and not the straight line of its projection. The corners stay what they are.
 */
export function onGeodesics(geometry: Geometry, stepM = 25_000): Geometry {
  switch (geometry.type) {
    case 'Point':
      return geometry;
    case 'LineString':
      return { type: 'LineString', coordinates: filled(geometry.coordinates, stepM) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: geometry.coordinates.map((ring) => filled(ring, stepM)) };
    case 'MultiPolygon':
      return {
        type: 'MultiPolygon',
        coordinates: geometry.coordinates.map((rings) => rings.map((ring) => filled(ring, stepM))),
      };
  }
}

function filled(line: LonLat[], stepM: number): LonLat[] {
  return line.flatMap((point, i) => {
    const next = line[i + 1];
    if (!next) return [point];
    const from = position(point);
    const { distanceM, initialBearingDeg } = inverse(from, position(next));
    const steps = Math.ceil(distanceM / stepM);
    const between = Array.from({ length: Math.max(0, steps - 1) }, (_, k): LonLat => {
      const { latitude, longitude } = direct(from, initialBearingDeg, (distanceM * (k + 1)) / steps);
      // A leg over the date line goes on beyond 180°, as its end does.
      const turns = Math.round((longitude - (point[0] + next[0]) / 2) / 360);
      return [longitude - 360 * turns, latitude];
    });
    return [point, ...between];
  });
}

function polygonM2([outer = [], ...holes]: LonLat[][]): number {
  return Math.max(0, ringM2(outer) - holes.reduce((sum, hole) => sum + ringM2(hole), 0));
}

function ringM2(ring: LonLat[]): number {
  const polygon = wgs84.Polygon(false);
  for (const [longitude, latitude] of ring.slice(0, -1)) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

function position([longitude, latitude]: LonLat): Position {
  return { latitude, longitude };
}
