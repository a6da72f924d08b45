import type { Geometry, Position } from 'geojson';
import type { Bounds } from '#domain/geo/geojson.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';

/** The areas that a user's globe is bounded by (specification §3, coverageId3s); none: it is not bounded. */
export type Coverage = readonly Geometry[];

/** Whether a place lies in what may be shown. */
export function isCovered(coverage: Coverage, place: { latitude: number; longitude: number }): boolean {
  return coverage.length === 0 || coverage.some((area) => isInside(area, place));
}

/** Whether any part of a shape lies there. */
export function reachesInto(coverage: Coverage, shape: Geometry): boolean {
  if (coverage.length === 0) return true;
  const corners = positionsOf(shape);
  return (
    corners.some(([longitude = 0, latitude = 0]) => isCovered(coverage, { latitude, longitude })) ||
    coverage.some((area) =>
      positionsOf(area).some(([longitude = 0, latitude = 0]) => isInside(shape, { latitude, longitude })),
    )
  );
}

/** What of a viewport may be shown, at most; the viewport itself where it crosses the date line. */
export function boundedBy(coverage: Coverage, view: Bounds): Bounds {
  const box = boxOf(coverage);
  if (!box || view[0] > view[2]) return view;
  const bounded: Bounds = [
    Math.max(view[0], box[0]),
    Math.max(view[1], box[1]),
    Math.min(view[2], box[2]),
    Math.min(view[3], box[3]),
  ];
  // Whoever looks elsewhere sees nothing; what lies at the edge of the areas is the least that can be asked.
  return bounded[0] <= bounded[2] && bounded[1] <= bounded[3] ? bounded : [box[0], box[1], box[0], box[1]];
}

/** West, south, east, north of all areas; null: they bound nothing. */
export function boxOf(coverage: Coverage): Bounds | null {
  const positions = coverage.flatMap(positionsOf);
  if (positions.length === 0) return null;
  const [longitudes, latitudes] = [0, 1].map((axis) => positions.map((position) => position[axis] ?? 0));
  return [
    Math.min(...(longitudes ?? [])),
    Math.min(...(latitudes ?? [])),
    Math.max(...(longitudes ?? [])),
    Math.max(...(latitudes ?? [])),
  ];
}

/** Whether two boxes touch; most areas are far from a place, and to compare outlines takes long. */
export function boxesMeet(one: Bounds | null, two: Bounds | null): boolean {
  if (!one || !two) return false;
  return one[0] <= two[2] && two[0] <= one[2] && one[1] <= two[3] && two[1] <= one[3];
}

function isInside(area: Geometry, place: { latitude: number; longitude: number }): boolean {
  if (area.type === 'Polygon') return isWithinRings(area.coordinates, place);
  if (area.type === 'MultiPolygon') return area.coordinates.some((rings) => isWithinRings(rings, place));
  return area.type === 'GeometryCollection' && area.geometries.some((part) => isInside(part, place));
}

function positionsOf(geometry: Geometry): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
    default:
      return geometry.geometries.flatMap(positionsOf);
  }
}
