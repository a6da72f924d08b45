import geodesic from 'geographiclib-geodesic';
import { maxVertices, ringCrosses } from './geojson.ts';

/** WGS-84, degrees; east and north are positive. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** GeoJSON's order: [longitude, latitude], WGS-84 degrees. */
export type LonLat = [number, number];

const wgs84 = geodesic.Geodesic.WGS84;

/** Legs longer than this get points in between, so that a straight line on the map stays on the geodesic. */
const densifyM = 50_000;

/** The point that lies `distanceM` metres from `from` along the geodesic that leaves at `bearingDeg` from true north. */
export function direct(from: Position, bearingDeg: number, distanceM: number): Position {
  const { lat2, lon2 } = wgs84.Direct(from.latitude, from.longitude, bearingDeg, distanceM);
  return { latitude: lat2 ?? from.latitude, longitude: normalLongitude(lon2 ?? from.longitude) };
}

/** Length of the geodesic in metres, and its true bearings (0–360°) where it leaves and where it arrives. */
export function inverse(
  from: Position,
  to: Position,
): { distanceM: number; initialBearingDeg: number; finalBearingDeg: number } {
  const { s12, azi1, azi2 } = wgs84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude);
  return {
    distanceM: s12 ?? 0,
    initialBearingDeg: normalBearing(azi1 ?? 0),
    finalBearingDeg: normalBearing(azi2 ?? 0),
  };
}

/** Length in metres of a line of positions along its geodesics. */
export function lengthM(line: Position[]): number {
  let total = 0;
  for (const [from, to] of legs(line)) total += inverse(from, to).distanceM;
  return total;
}

/**
 * A circle as a closed ring, counter-clockwise as GeoJSON asks. Its vertices lie on the circle exactly;
 * between them the ring runs inside by at most radius · (1 − cos(π / vertices)): 0.1 % with 72.
 */
export function circleRing(centre: Position, radiusM: number, vertices = 72): LonLat[] {
  return closed(
    Array.from({ length: vertices }, (_, i) =>
      lonLat(direct(centre, -(360 * i) / vertices, radiusM), centre.longitude),
    ),
  );
}

export interface Sector {
  centre: Position;
  /** 0 for a sector that begins at its centre. */
  innerRadiusM: number;
  outerRadiusM: number;
  /** Clockwise from `fromDeg` to `toDeg`, true bearings. */
  fromDeg: number;
  toDeg: number;
}

/** A sector as a closed counter-clockwise ring, a vertex every 5° or less. */
export function sectorRing({ centre, innerRadiusM, outerRadiusM, fromDeg, toDeg }: Sector): LonLat[] {
  const sweep = sweepDeg(fromDeg, toDeg);
  const arc = (radiusM: number) => arcPoints(centre, radiusM, fromDeg, sweep);
  const inner = innerRadiusM > 0 ? arc(innerRadiusM) : [lonLat(centre, centre.longitude)];
  return closed([...inner, ...arc(outerRadiusM).reverse()]);
}

/** Degrees turned clockwise from one bearing to the other: above 0, at most 360. */
export function sweepDeg(fromDeg: number, toDeg: number): number {
  const sweep = normalBearing(toDeg - fromDeg);
  return sweep === 0 ? 360 : sweep;
}

export type CorridorShape =
  | { type: 'Polygon'; coordinates: LonLat[][] }
  | { type: 'MultiPolygon'; coordinates: LonLat[][][] };

/** Corners of the outline around one leg, at least. */
const leastOfLeg = 74;

/**
 * Everything within `widthM` / 2 of a line, with round ends and corners. One polygon where its outline does not meet
 * itself; else (a hairpin, a survey's lanes) one polygon a leg, which overlap. Null where that has no width, no length,
 * or more corners than a geometry may have.
 */
export function corridor(line: Position[], widthM: number): CorridorShape | null {
  // Each point is a corner on either side.
  if (2 * line.length > maxVertices) return null;
  const points = line.filter((point, i) => {
    const before = line[i - 1];
    return !before || inverse(before, point).distanceM > 0.01;
  });
  const first = points[0];
  if (!first || points.length < 2 || widthM <= 0) return null;
  const halfM = widthM / 2;
  const ring = closed([
    ...side(points, halfM, first.longitude),
    ...side([...points].reverse(), halfM, first.longitude),
  ]);
  if (ring.length > maxVertices) return null;
  if (!ringCrosses(ring)) return { type: 'Polygon', coordinates: [ring.reverse()] };
  if ((points.length - 1) * leastOfLeg > maxVertices) return null;
  return {
    type: 'MultiPolygon',
    coordinates: [...legs(points)].map(([from, to]) => [
      closed([
        ...side([from, to], halfM, first.longitude),
        ...side([to, from], halfM, first.longitude),
      ]).reverse(),
    ]),
  };
}

/** The left side of a line with its end cap, in the direction of travel: two of them make the outline. */
function side(points: Position[], halfM: number, nearLongitude: number): LonLat[] {
  const list = [...legs(points)].map(([from, to]) => ({ from, to, ...inverse(from, to) }));
  const out: LonLat[] = [];
  list.forEach((leg, i) => {
    const { from, to, distanceM, initialBearingDeg, finalBearingDeg } = leg;
    if (i === 0) out.push(lonLat(direct(from, initialBearingDeg - 90, halfM), nearLongitude));
    out.push(...besides(leg, halfM).map((point) => lonLat(point, nearLongitude)));
    const next = list[i + 1];
    if (!next) {
      // The end cap: half a turn around the last point.
      out.push(...arcPoints(to, halfM, finalBearingDeg - 90, 180, nearLongitude).slice(0, -1));
      return;
    }
    const turnDeg = signedTurn(finalBearingDeg, next.initialBearingDeg);
    const halfTurn = (Math.abs(turnDeg) * Math.PI) / 360;
    const innerFits = halfM * Math.tan(halfTurn) < Math.min(distanceM, next.distanceM);
    if (turnDeg >= 0) {
      // The left side is the outer one and goes round the corner.
      out.push(...arcPoints(to, halfM, finalBearingDeg - 90, turnDeg, nearLongitude));
    } else if (innerFits) {
      // The left side is the inner one: both offset lines meet on the bisector.
      const bisectorDeg = finalBearingDeg - 90 + turnDeg / 2;
      out.push(lonLat(direct(to, bisectorDeg, halfM / Math.cos(halfTurn)), nearLongitude));
    } else {
      out.push(lonLat(direct(to, finalBearingDeg - 90, halfM), nearLongitude));
      out.push(lonLat(direct(to, next.initialBearingDeg - 90, halfM), nearLongitude));
    }
  });
  return out;
}

/**
 * Nearer to a pole than this the sides of a leg bend so much on the map that, drawn straight between points far apart,
 * they would cross one another.
 */
const polarDeg = 80;
/** Nothing is told apart below a metre: a line over the pole itself changes its longitude at once. */
const leastStepM = 1;

/** Points on the left of a leg between its ends. */
function besides(
  leg: { from: Position; to: Position; distanceM: number; initialBearingDeg: number },
  halfM: number,
): Position[] {
  const { from, to, distanceM, initialBearingDeg } = leg;
  const at = (alongM: number) => {
    if (alongM >= distanceM) return direct(to, inverse(to, from).initialBearingDeg + 90, halfM);
    const along = direct(from, initialBearingDeg, alongM);
    return direct(along, inverse(along, to).initialBearingDeg - 90, halfM);
  };
  const between = (start: number, before: Position, end: number, after: Position): Position[] => {
    if (Math.max(Math.abs(before.latitude), Math.abs(after.latitude)) < polarDeg) return [];
    const middle = (start + end) / 2;
    const point = at(middle);
    const drawn = {
      latitude: (before.latitude + after.latitude) / 2,
      longitude: before.longitude + normalLongitude(after.longitude - before.longitude) / 2,
    };
    if (end - start <= leastStepM || inverse(drawn, point).distanceM <= halfM / 4) return [];
    return [...between(start, before, middle, point), point, ...between(middle, point, end, after)];
  };
  const steps = Math.max(1, Math.ceil(distanceM / densifyM));
  const out: Position[] = [];
  let [reached, last] = [0, at(0)];
  for (let k = 1; k <= steps; k += 1) {
    const next = (distanceM * k) / steps;
    const point = at(next);
    out.push(...between(reached, last, next, point), ...(k < steps ? [point] : []));
    [reached, last] = [next, point];
  }
  return out;
}

function arcPoints(
  centre: Position,
  radiusM: number,
  fromDeg: number,
  sweep: number,
  nearLongitude = centre.longitude,
): LonLat[] {
  const steps = Math.max(1, Math.ceil(sweep / 5));
  return Array.from({ length: steps + 1 }, (_, i) =>
    lonLat(direct(centre, fromDeg + (sweep * i) / steps, radiusM), nearLongitude),
  );
}

function* legs(line: Position[]): Generator<[Position, Position]> {
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1];
    const to = line[i];
    if (from && to) yield [from, to];
  }
}

/** −180 to 180: how far one turns from one bearing to the other, right is positive. */
function signedTurn(fromDeg: number, toDeg: number): number {
  return ((((toDeg - fromDeg) % 360) + 540) % 360) - 180;
}

function normalBearing(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** −180 ≤ longitude < 180; of a difference the way across the date line, not around the world. */
export function normalLongitude(degrees: number): number {
  if (degrees >= -180 && degrees < 180) return degrees;
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** Longitudes stay within half a turn of `nearLongitude`, so that a shape over the date line stays in one piece. */
function lonLat({ latitude, longitude }: Position, nearLongitude: number): LonLat {
  const turns = Math.round((longitude - nearLongitude) / 360);
  return [longitude - turns * 360, latitude];
}

function closed(ring: LonLat[]): LonLat[] {
  const first = ring[0];
  return first ? [...ring, first] : [];
}
