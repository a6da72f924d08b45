import { direct, type Position } from '#domain/geo/geodesy.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { polygonsOf } from '#domain/geo/polygons.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';
import { profilePoints } from './profile-points.ts';

/** Points on a side of the grid that is laid over an area, and for each of them so many along its outline. */
export const finestSide = 40;
const outlineOfSide = 10;
/** Around a place or a line, at its margin. */
const bearings = [0, 45, 90, 135, 180, 225, 270, 315];

/**
 * Places whose ground stands for that below a geometry: along its outline and on a grid within it, about 2,000 at most; with a
 * margin in metres also around each point of the outline. What lies between two of them is not looked at. `side`: a grid of so
 * many points on a side.
 */
export function areaPoints(geometry: Geometry, marginM = 0, side = finestSide): Position[] {
  const outline = outlinesOf(geometry).flatMap((line, _, all) =>
    profilePoints(line.map(positionOf), 30, Math.max(10, (outlineOfSide * side) / all.length)),
  );
  const points: Position[] = [
    ...outline,
    ...polygonsOf(geometry).flatMap((rings, _, all) =>
      gridWithin(rings, Math.max(4, Math.round(side / Math.sqrt(all.length)))),
    ),
  ];
  if (marginM > 0) {
    // Every third is near enough: the points stand closer than a margin is wide.
    const some = outline.filter((_, index) => index % 3 === 0 || index === outline.length - 1);
    for (const point of some) for (const bearing of bearings) points.push(direct(point, bearing, marginM));
  }
  return points.map(({ latitude, longitude }) => ({ latitude, longitude }));
}

const positionOf = ([longitude, latitude]: Coordinates): Position => ({ latitude, longitude });

function outlinesOf(geometry: Geometry): Coordinates[][] {
  if (geometry.type === 'Point') return [[geometry.coordinates]];
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return polygonsOf(geometry).flatMap(([outer]) => (outer ? [outer] : []));
}

function gridWithin(rings: Coordinates[][], steps: number): Position[] {
  const outer = rings[0] ?? [];
  const longitudes = outer.map(([longitude]) => longitude);
  const latitudes = outer.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const points: Position[] = [];
  for (let row = 1; row < steps; row++) {
    for (let column = 1; column < steps; column++) {
      const point = {
        latitude: south + ((north - south) * row) / steps,
        longitude: west + ((east - west) * column) / steps,
      };
      if (isWithinRings(rings, point)) points.push(point);
    }
  }
  return points;
}
