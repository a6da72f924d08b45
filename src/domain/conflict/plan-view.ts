import type { Coordinates, Geometry } from '../geo/geojson.ts';

/** The extent of a volume, seen from above. */
export type Footprint = Geometry;

type Xy = readonly [x: number, y: number];

interface Shape {
  /** Chains of points: a line, or closed rings. A lone point is a chain of one. */
  chains: Xy[][];
  /** Rings by polygon, outer first; empty for points and lines. */
  polygons: Xy[][][];
}

/** Less than this in common is a touch, not an overlap (ASTM F3548-21: 1 cm). */
const touchM = 0.01;

/**
 * Do two footprints come closer than `apartM` metres (or, at 0, overlap) by more than 1 cm?
 * On a plane through the middle of both: good to some 0.1 % over 100 km, exact where they touch.
 */
export function overlapInPlanView(a: Footprint, b: Footprint, apartM: number): boolean {
  const project = projection([...positionsOf(a), ...positionsOf(b)]);
  const one = shapeOf(a, project);
  const two = shapeOf(b, project);
  if (apartM > touchM) return distance(one, two, apartM) < apartM - touchM;
  return interiorsMeet(one, two);
}

function positionsOf(footprint: Footprint): Coordinates[] {
  switch (footprint.type) {
    case 'Point':
      return [footprint.coordinates];
    case 'LineString':
      return footprint.coordinates;
    case 'Polygon':
      return footprint.coordinates.flat();
    case 'MultiPolygon':
      return footprint.coordinates.flat(2);
  }
}

/** Metres east and north of the middle, by the radii of curvature of WGS-84 at that latitude. */
function projection(positions: Coordinates[]): (position: Coordinates) => Xy {
  const first = positions[0];
  const lon0 = first?.[0] ?? 0;
  const latitudes = positions.map((position) => position[1]);
  const lat0 = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const radians = Math.PI / 180;
  const s2 = Math.sin(lat0 * radians) ** 2;
  const e2 = 0.00669437999014;
  const meridian = (6_378_137 * (1 - e2)) / (1 - e2 * s2) ** 1.5;
  const parallel = (6_378_137 / Math.sqrt(1 - e2 * s2)) * Math.cos(lat0 * radians);
  return ([lon, lat]) => {
    const turned = ((((lon - lon0 + 180) % 360) + 360) % 360) - 180;
    return [turned * radians * parallel, (lat - lat0) * radians * meridian];
  };
}

function shapeOf(footprint: Footprint, project: (position: Coordinates) => Xy): Shape {
  switch (footprint.type) {
    case 'Point':
      return { chains: [[project(footprint.coordinates)]], polygons: [] };
    case 'LineString':
      return { chains: [footprint.coordinates.map(project)], polygons: [] };
    case 'Polygon': {
      const rings = footprint.coordinates.map((ring) => ring.map(project));
      return { chains: rings, polygons: [rings] };
    }
    case 'MultiPolygon': {
      const polygons = footprint.coordinates.map((rings) => rings.map((ring) => ring.map(project)));
      return { chains: polygons.flat(), polygons };
    }
  }
}

function* segments(shape: Shape): Generator<[Xy, Xy]> {
  for (const chain of shape.chains) {
    const first = chain[0];
    if (first && chain.length === 1) yield [first, first];
    for (let i = 1; i < chain.length; i += 1) {
      const from = chain[i - 1];
      const to = chain[i];
      if (from && to) yield [from, to];
    }
  }
}

function inRing([x, y]: Xy, ring: Xy[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const a = ring[i];
    const b = ring[j];
    if (!a || !b) continue;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

function inside(point: Xy, shape: Shape): boolean {
  return shape.polygons.some(([outer, ...holes]) => {
    if (!outer || !inRing(point, outer)) return false;
    return !holes.some((hole) => inRing(point, hole));
  });
}

function pointToSegment([x, y]: Xy, [a, b]: [Xy, Xy]): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length2));
  return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

const side = (a: Xy, b: Xy, p: Xy) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);

function cross([a, b]: [Xy, Xy], [c, d]: [Xy, Xy]): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Distance in metres, 0 where one holds a point of the other; stops early once below `enough`. */
function distance(a: Shape, b: Shape, enough: number): number {
  const firstOf = (shape: Shape) => shape.chains.flatMap((chain) => chain.slice(0, 1));
  if (firstOf(a).some((point) => inside(point, b)) || firstOf(b).some((point) => inside(point, a))) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (const one of segments(a)) {
    for (const two of segments(b)) {
      if (cross(one, two)) return 0;
      least = Math.min(
        least,
        pointToSegment(one[0], two),
        pointToSegment(one[1], two),
        pointToSegment(two[0], one),
        pointToSegment(two[1], one),
      );
      if (least < enough - touchM) return least;
    }
  }
  return least;
}

function deepInside(point: Xy, shape: Shape): boolean {
  if (!inside(point, shape)) return false;
  for (const segment of segments(shape)) {
    if (pointToSegment(point, segment) <= touchM) return false;
  }
  return true;
}

/** Do they overlap by more than a touch? A crossing counts where both edges go through by more than 1 cm. */
function interiorsMeet(a: Shape, b: Shape): boolean {
  for (const one of segments(a)) {
    for (const two of segments(b)) {
      if (!cross(one, two)) continue;
      const depth = Math.min(deeper(one, two), deeper(two, one));
      if (depth > touchM) return true;
    }
  }
  return probes(a).some((point) => deepInside(point, b)) || probes(b).some((point) => deepInside(point, a));
}

/** How far the second segment reaches to the lesser side of the first one's line, metres. */
function deeper([a, b]: [Xy, Xy], [c, d]: [Xy, Xy]): number {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return Math.min(Math.abs(side(a, b, c)), Math.abs(side(a, b, d))) / length;
}

/** Points that tell whether a shape lies in another: corners, middles of edges, and one well inside each polygon. */
function probes(shape: Shape): Xy[] {
  const points: Xy[] = [];
  for (const [a, b] of segments(shape)) {
    points.push(a, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  }
  for (const polygon of shape.polygons) {
    const point = innerPoint(polygon);
    if (point) points.push(point);
  }
  return points;
}

/** The middle of the widest stretch of a level line through the polygon. */
function innerPoint(rings: Xy[][]): Xy | null {
  const ys = rings.flat().map((point) => point[1]);
  const levels = [...new Set(ys)].sort((a, b) => a - b);
  let best: { width: number; point: Xy } | null = null;
  for (let i = 1; i < levels.length; i += 1) {
    const y = ((levels[i - 1] ?? 0) + (levels[i] ?? 0)) / 2;
    const xs: number[] = [];
    for (const [a, b] of segments({ chains: rings, polygons: [] })) {
      if (a[1] > y !== b[1] > y) xs.push(((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]);
    }
    xs.sort((p, q) => p - q);
    for (let k = 1; k < xs.length; k += 2) {
      const left = xs[k - 1] ?? 0;
      const right = xs[k] ?? 0;
      if (!best || right - left > best.width) best = { width: right - left, point: [(left + right) / 2, y] };
    }
  }
  return best?.point ?? null;
}
