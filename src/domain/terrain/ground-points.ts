import { circleRing, inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { polygonsOf } from '#domain/geo/polygons.ts';
import { areaPoints, finestSide } from './area-points.ts';
import { corridorPoints } from './corridor-points.ts';

const mostAlong = 400;
const coarsestSide = 4;

/**
 * Places that stand for all the ground below a footprint with its margin, about `wantedStepM` apart; `stepM`: how far they
 * are, for a wide one has no more than some thousand.
 */
export function groundPoints(
  footprint: Geometry,
  marginM: number,
  wantedStepM: number,
): { points: Position[]; stepM: number } {
  if (footprint.type === 'LineString') {
    const line = footprint.coordinates;
    const stepM = Math.max(wantedStepM, lengthM(line) / mostAlong);
    return { points: corridorPoints(line, Math.max(1, marginM), stepM), stepM };
  }
  const areas =
    footprint.type === 'Point'
      ? [[circleRing(positionOf(footprint.coordinates), Math.max(1, marginM))]]
      : polygonsOf(footprint);
  const found = areas.map((rings) => {
    const wideM = widthM(rings[0] ?? []);
    const side = Math.min(finestSide, Math.max(coarsestSide, Math.ceil(wideM / wantedStepM)));
    return { points: areaPoints({ type: 'Polygon', coordinates: rings }, 0, side), stepM: wideM / side };
  });
  return {
    points: found.flatMap(({ points }) => points),
    stepM: Math.max(...found.map(({ stepM }) => stepM)),
  };
}

const positionOf = ([longitude, latitude]: Coordinates): Position => ({ latitude, longitude });

const lengthM = (line: readonly Coordinates[]): number =>
  line.reduce((sum, point, at) => {
    const before = line[at - 1];
    return before ? sum + inverse(positionOf(before), positionOf(point)).distanceM : sum;
  }, 0);

/** The longer side of the box around a ring. */
function widthM(ring: readonly Coordinates[]): number {
  const longitudes = ring.map(([longitude]) => longitude);
  const latitudes = ring.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const corner = { latitude: south, longitude: west };
  return Math.max(
    inverse(corner, { latitude: north, longitude: west }).distanceM,
    inverse(corner, { latitude: south, longitude: east }).distanceM,
  );
}
