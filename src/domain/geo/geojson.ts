import type { Text } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import { type Side, sidesOf, someMeeting } from './sides.ts';

/**
 * [longitude, latitude] in degrees, WGS-84. A third number, as other programs write it, passes and means nothing:
 * it is a height without a datum.
 */
export type Coordinates = [longitude: number, latitude: number];

export type Geometry =
  | { type: 'Point'; coordinates: Coordinates }
  | { type: 'LineString'; coordinates: Coordinates[] }
  | { type: 'Polygon'; coordinates: Coordinates[][] }
  | { type: 'MultiPolygon'; coordinates: Coordinates[][][] };

/** The ends of an area, degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** All that lies between its ends. */
export function polygonWithin([west, south, east, north]: Bounds): Geometry {
  const ring: Coordinates[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** OiMaxVertices of ASTM F3548-21: what one volume may have. */
export const maxVertices = 10_000;

/** What is wrong with a geometry, as a text of the catalogues (`format.geometry.*`), or null. */
export function geometryError(value: unknown, kinds: readonly string[]): Text | null {
  if (!isObject(value) || !kinds.some((kind) => kind === value.type)) {
    return { key: 'format.geometry.type', values: { kinds: kinds.join(', ') } };
  }
  const { coordinates } = value;
  switch (value.type) {
    case 'Point':
      return isCoordinates(coordinates) ? null : { key: 'format.geometry.coordinates' };
    case 'LineString':
      return pathError(coordinates, 2, 'format.geometry.line');
    case 'Polygon':
      return polygonError(coordinates, { left: maxVertices });
    default:
      return multiPolygonError(coordinates);
  }
}

export function isGeometry<Kind extends string>(
  value: unknown,
  kinds: readonly Kind[],
): value is Extract<Geometry, { type: Kind }> {
  return geometryError(value, kinds) === null;
}

/** A geometry that was judged when it was stored, as its column holds it: only its type is looked at. */
export function storedGeometry(value: unknown): Geometry | null {
  return isStored(value) ? value : null;
}

const geometryTypes = ['Point', 'LineString', 'Polygon', 'MultiPolygon'];

function isStored(value: unknown): value is Geometry {
  return (
    isObject(value) && geometryTypes.some((type) => type === value.type) && Array.isArray(value.coordinates)
  );
}

function multiPolygonError(polygons: unknown): Text | null {
  if (!Array.isArray(polygons) || polygons.length === 0) return { key: 'format.geometry.empty' };
  const budget = { left: maxVertices };
  for (const polygon of polygons) {
    const error = polygonError(polygon, budget);
    if (error) return error;
  }
  return null;
}

function polygonError(rings: unknown, budget: { left: number }): Text | null {
  if (!Array.isArray(rings) || rings.length === 0) return { key: 'format.geometry.empty' };
  for (const ring of rings) {
    const error = pathError(ring, 4, 'format.geometry.ring', budget) ?? ringError(ring);
    if (error) return error;
  }
  return null;
}

function pathError(
  path: unknown,
  least: number,
  tooShort: string,
  budget = { left: maxVertices },
): Text | null {
  if (!Array.isArray(path)) return { key: 'format.geometry.empty' };
  if (path.length < least) return { key: tooShort };
  budget.left -= path.length;
  if (budget.left < 0) return { key: 'format.geometry.tooMany', values: { max: maxVertices } };
  return path.every(isCoordinates) ? null : { key: 'format.geometry.coordinates' };
}

function ringError(ring: unknown): Text | null {
  if (!Array.isArray(ring) || !ring.every(isCoordinates)) return { key: 'format.geometry.coordinates' };
  const first = ring[0];
  const last = ring[ring.length - 1];
  if (!first || !last || first[0] !== last[0] || first[1] !== last[1]) return { key: 'format.geometry.ring' };
  return ringCrosses(ring) ? { key: 'format.geometry.crossing' } : null;
}

/**
 * Do two sides of a closed ring meet anywhere but at the corner they share? On the plane of the degrees; a ring over
 * the date line is sound too where its sides go the short way round and do not meet.
 */
export function ringCrosses(ring: Coordinates[]): boolean {
  if (!pathCrosses(ring)) return false;
  const shortWay = overDateLine(ring);
  return shortWay === null || pathCrosses(shortWay);
}

/**
 * The corner at whose arrival a line first meets itself: the last of its shortest beginning that does. The last corner
 * where none of them does by itself, as of a ring that meets itself only where it is closed.
 */
export function firstCrossing(line: Coordinates[]): number {
  let [sound, crossing] = [2, line.length - 1];
  while (crossing - sound > 1) {
    const middle = Math.floor((sound + crossing) / 2);
    if (pathCrosses(line.slice(0, middle + 1))) crossing = middle;
    else sound = middle;
  }
  return Math.max(crossing, 0);
}

/** The ring with longitudes that run on over the date line, twice where it goes round a pole; null: it does neither, or more than once. */
function overDateLine(ring: Coordinates[]): Coordinates[] | null {
  const out: Coordinates[] = [];
  let turns = 0;
  for (const [index, [longitude, latitude]] of ring.entries()) {
    turns -= Math.round((longitude - (ring[index - 1]?.[0] ?? longitude)) / 360);
    out.push([longitude + turns * 360, latitude]);
  }
  if (Math.abs(turns) > 1) return null;
  if (turns !== 0)
    return [...out, ...out.slice(1).map(([x, latitude]): Coordinates => [x + turns * 360, latitude])];
  return out.some(([x], index) => x !== ring[index]?.[0]) ? out : null;
}

function pathCrosses(path: Coordinates[]): boolean {
  const sides = sidesOf(path);
  if (sides.length < 3) return true;
  const [first, last] = [sides[0], sides.at(-1)];
  const isClosed = first !== undefined && last !== undefined && same(first.from, last.to);
  return someMeeting(sides, (side, other) => {
    const gap = Math.abs(side.index - other.index);
    const neighbours = gap === 1 || (isClosed && gap === sides.length - 1);
    return neighbours ? foldsBack(side, other) : meet(side, other);
  });
}

function meet(a: Side, b: Side): boolean {
  const a1 = turn(b.from, b.to, a.from);
  const a2 = turn(b.from, b.to, a.to);
  const b1 = turn(a.from, a.to, b.from);
  const b2 = turn(a.from, a.to, b.to);
  if (a1 !== a2 && b1 !== b2 && a1 * a2 <= 0 && b1 * b2 <= 0) return true;
  return (
    (a1 === 0 && within(a.from, b)) ||
    (a2 === 0 && within(a.to, b)) ||
    (b1 === 0 && within(b.from, a)) ||
    (b2 === 0 && within(b.to, a))
  );
}

/** Two sides that share a corner cross only where one runs back over the other. */
function foldsBack(a: Side, b: Side): boolean {
  const [first, second] = same(a.to, b.from) ? [a, b] : [b, a];
  if (turn(first.from, first.to, second.to) !== 0) return false;
  return within(second.to, first) || within(first.from, second);
}

function same(a: Coordinates, b: Coordinates): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** -1, 0 or 1: on which side of the line from a to b the point lies. */
function turn(a: Coordinates, b: Coordinates, point: Coordinates): number {
  return Math.sign((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]));
}

/** Is a point, known to lie on the line, between its ends? */
function within(point: Coordinates, side: Side): boolean {
  return (
    point[0] >= side.west &&
    point[0] <= side.east &&
    point[1] >= Math.min(side.from[1], side.to[1]) &&
    point[1] <= Math.max(side.from[1], side.to[1])
  );
}

function isCoordinates(value: unknown): value is Coordinates {
  return (
    Array.isArray(value) &&
    (value.length === 2 || value.length === 3) &&
    value.every((part) => Number.isFinite(part)) &&
    Math.abs(value[0]) <= 180 &&
    Math.abs(value[1]) <= 90
  );
}
