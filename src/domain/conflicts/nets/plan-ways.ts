import { polygonContains, polygonHull } from 'd3-polygon';
import { type LonLat, normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import { contains, toLegM } from './area-geometry.ts';
import { type Offset, offsetM } from './local-plane.ts';
import type { ScenePlan } from './safety-net.ts';

/** The parts of a plan between which it flies direct. */
interface Parts {
  /** Aerodromes and take-off points that lie in no area of the plan. */
  places: readonly Position[];
  /** The outlines of its areas. */
  areas: readonly (readonly LonLat[])[];
  lines: readonly Line[];
}

interface Line {
  first: Position;
  last: Position;
  halfWidthM: number;
}

/** A plan of more areas than this is flown in their order: only from each to the next. */
const mostAmongAll = 12;

const known = new WeakMap<ScenePlan, Parts>();

/**
 * Metres from the nearest direct way of a plan; Infinity: it has none. Where an aerodrome lies outside the area of the plan,
 * the aircraft flies straight between the two, and between one area and the next; where a route begins or ends away from
 * the aerodrome, straight to that point and from it. A way to an area leads to any point of it: seen from the aerodrome, all
 * that lies before the area.
 */
export function toWaysM(plan: ScenePlan, here: Position): number {
  const parts = known.get(plan) ?? partsOf(plan);
  known.set(plan, parts);
  const { places, areas, lines } = parts;
  const at = (position: Position) => offsetM(here, position);
  const rings = areas.map((ring) => ring.map((point) => aroundM(here, point)));
  let least = Number.POSITIVE_INFINITY;
  const take = (distanceM: number) => {
    least = Math.min(least, Math.max(0, distanceM));
  };
  for (const ring of rings) {
    for (const place of places) take(toFanM(at(place), ring));
    for (const { first, last, halfWidthM } of lines)
      for (const end of [first, last]) take(toFanM(at(end), ring) - halfWidthM);
  }
  rings.forEach((ring, i) => {
    const others = rings.length > mostAmongAll ? rings.slice(i + 1, i + 2) : rings.slice(i + 1);
    for (const other of others) if (boxM(ring, other) < least) take(toHullM([...ring, ...other]));
  });
  lines.forEach(({ first, last, halfWidthM }, i) => {
    const ends = [first, last];
    for (const end of ends) {
      const place = nearest(end, places);
      if (place) take(toLegM(at(end), at(place)) - halfWidthM);
    }
    for (const place of places) {
      const end = nearest(place, ends);
      if (end) take(toLegM(at(place), at(end)) - halfWidthM);
    }
    const next = lines[i + 1];
    if (next) take(toLegM(at(last), at(next.first)) - Math.max(halfWidthM, next.halfWidthM));
  });
  return least;
}

function partsOf({ places, volumes }: ScenePlan): Parts {
  return {
    places: places.filter((place) => !volumes.some((volume) => contains(volume, place))),
    areas: volumes.flatMap(({ line, polygons }) => (line ? [] : polygons.map(([outer = []]) => outer))),
    lines: volumes.flatMap(({ line }) => line ?? []),
  };
}

function aroundM(here: Position, [longitude, latitude]: LonLat): Offset {
  return offsetM(here, {
    latitude,
    longitude: here.longitude + normalLongitude(longitude - here.longitude),
  });
}

function nearest(from: Position, places: readonly Position[]): Position | undefined {
  const farM = (place: Position) => {
    const { x, y } = offsetM(from, place);
    return Math.hypot(x, y);
  };
  return [...places].sort((a, b) => farM(a) - farM(b))[0];
}

const origin: [number, number] = [0, 0];
const pointOf = ({ x, y }: Offset): [number, number] => [x, y];

/** Metres from the origin to all that lies on a straight line between a point and an area; 0: it is there. */
function toFanM(apex: Offset, ring: readonly Offset[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [a, b] = [ring[i], ring[i + 1]];
    if (!a || !b) continue;
    if (polygonContains([apex, a, b].map(pointOf), origin)) return 0;
    least = Math.min(least, toLegM(apex, a), toLegM(a, b));
  }
  return least;
}

/** Metres from the origin to the convex hull of some points; 0: it is in it. */
function toHullM(points: readonly Offset[]): number {
  const hull = polygonHull(points.map(pointOf));
  if (!hull) return Number.POSITIVE_INFINITY;
  if (polygonContains(hull, origin)) return 0;
  const corners = hull.map(([x, y]) => ({ x, y }));
  return Math.min(...corners.map((a, i) => toLegM(a, corners[(i + 1) % corners.length] ?? a)));
}

/** Metres from the origin to the box around two outlines: no more than to anything within it. */
function boxM(...rings: readonly (readonly Offset[])[]): number {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const ring of rings) {
    for (const { x, y } of ring) {
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
  }
  return Math.hypot(Math.max(0, west, -east), Math.max(0, south, -north));
}
