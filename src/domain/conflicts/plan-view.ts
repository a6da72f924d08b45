import { inverse } from '#domain/geo/geodesy.ts';
import { type Chart, chartAt, project, toLonLat, unproject, type Vector, type Xy } from './ellipsoid.ts';
import {
  type Ball,
  ballOf,
  distance,
  type Footprint,
  type Piece,
  type Run,
  runsOf,
  type Shape,
  shapeOf,
} from './footprint.ts';
import { clearStretches, meetAt, nearestOn, segmentsApart, stretchWithin } from './plane.ts';

export type { Footprint } from './footprint.ts';

/**
 * No more than this in common is a touch, not an overlap (ASTM F3548-21: 1 cm), measured along what is in common as well
 * as across it: two neighbours of which one lies half a centimetre within the other along a whole side overlap.
 */
export const touchM = 0.01;
/** Across less than this nothing is told apart: so exactly are edges known, cut into pieces as they are. */
const grazeM = 0.001;

/**
 * Do two footprints come closer than `apartM` metres, at 0 do they overlap, by more than 1 cm across or along? On the ellipsoid, along geodesics, wherever on earth. A chart around each edge decides what is
 * clear; what its scale leaves open is measured along the geodesic itself.
 */
export function overlapInPlanView(a: Footprint, b: Footprint, apartM: number): boolean {
  const [ballA, ballB] = [ballOf(a), ballOf(b)];
  const reachM = ballA.radiusM + ballB.radiusM + apartM;
  if (distance(ballA.centre, ballB.centre) > reachM) return false;
  const [one, two] = [shapeOf(a), shapeOf(b)];
  // Of each only the edges that can come near the other at all are compared, one by one.
  const edgesOfTwo = edgesNear(two, ballA, apartM);
  if (apartM > touchM) return comesCloser(one, edgesNear(one, ballB, apartM), two, edgesOfTwo, apartM);
  // Where both are of thousands of edges, a point in the middle of the one is soonest found in the other.
  return (
    middleIsDeep(one, two) ||
    middleIsDeep(two, one) ||
    reachesDeep(one, two, edgesOfTwo) ||
    reachesDeep(two, one, edgesNear(one, ballB, apartM))
  );
}

function edgesNear(shape: Shape, { centre, radiusM }: Ball, withinM: number): Run[] {
  const ball = { middle: centre, halfM: radiusM };
  return runsOf(shape.chains.flatMap((chain) => nearTo(chain, ball, withinM + touchM)));
}

type Round = Pick<Piece, 'middle' | 'halfM'>;

function nearTo(runs: readonly Run[], round: Round, withinM: number): Piece[] {
  const near: Piece[] = [];
  for (const run of runs) {
    if (!isNear(run, round, withinM)) continue;
    for (const piece of run.pieces) if (isNear(piece, round, withinM)) near.push(piece);
  }
  return near;
}

function isNear(one: Round, other: Round, withinM: number): boolean {
  const reach = one.halfM + other.halfM + withinM;
  const dx = one.middle[0] - other.middle[0];
  const dy = one.middle[1] - other.middle[1];
  const dz = one.middle[2] - other.middle[2];
  return dx * dx + dy * dy + dz * dz <= reach * reach;
}

function comesCloser(
  a: Shape,
  edgesOfA: readonly Run[],
  b: Shape,
  edgesOfB: readonly Run[],
  apartM: number,
): boolean {
  const startsIn = (one: Shape, other: Shape) =>
    other.polygons.length > 0 &&
    one.chains.some(([first]) => first?.pieces[0] && inside(first.pieces[0].from, other));
  if (startsIn(a, b) || startsIn(b, a)) return true;
  const [areaA, areaB] = [a.polygons.length > 0, b.polygons.length > 0];
  // What is kept free around a line or a point is round: two of them share more along than across, however little.
  const limitM = apartM - (areaA || areaB ? touchM : grazeM);
  for (const piece of edgesOfA.flatMap(({ pieces }) => pieces)) {
    let chart: Chart | undefined;
    for (const other of nearTo(edgesOfB, piece, apartM)) {
      chart ??= chartOf(piece);
      if (piecesCloser(chart, piece, other, limitM)) return true;
      if (areaA && runsWithin(chart, piece, other, apartM)) return true;
      if (areaB && runsWithin(chart, other, piece, apartM)) return true;
    }
  }
  return false;
}

/** Does more than 1 cm of the one piece lie closer than `apartM` to the other? */
function runsWithin(chart: Chart, one: Piece, two: Piece, apartM: number): boolean {
  const [a, b, c, d] = [at(chart, one.from), at(chart, one.to), at(chart, two.from), at(chart, two.to)];
  const stretch = stretchWithin(a, b, c, d, apartM - grazeM);
  if (!stretch || stretch.lengthM <= touchM) return false;
  return trueDistance(unproject(chart, stretch.middle), two) < apartM - grazeM;
}

/** Around the point of the surface above a piece's middle: a chord lies a little under it. */
function chartOf({ middle }: Piece): Chart {
  return chartAt(unproject(chartAt(middle), [0, 0]));
}

const at = (chart: Chart, [x, y, z]: Vector): Xy => project(chart, x, y, z);

function piecesCloser(chart: Chart, one: Piece, two: Piece, limitM: number): boolean {
  const [a, b, c, d] = [at(chart, one.from), at(chart, one.to), at(chart, two.from), at(chart, two.to)];
  if (meetAt(a, b, c, d)) return true;
  const apart = segmentsApart(a, b, c, d);
  const out = Math.max(Math.hypot(...a), Math.hypot(...b), Math.hypot(...c), Math.hypot(...d));
  const doubt = apart * 2 * (out / chart.radiusM) ** 2 + 0.001;
  if (apart + doubt < limitM) return true;
  if (apart - doubt >= limitM) return false;
  return (
    trueDistance(one.from, two) < limitM ||
    trueDistance(one.to, two) < limitM ||
    trueDistance(two.from, one) < limitM ||
    trueDistance(two.to, one) < limitM
  );
}

/**
 * Along the geodesic from a point to the nearest of a piece. In a chart around the point the nearest is the nearest;
 * where it is slightly off, the distance is off only by the square of that.
 */
function trueDistance(point: Vector, piece: Piece): number {
  const chart = chartAt(point);
  const foot = nearestOn([0, 0], at(chart, piece.from), at(chart, piece.to));
  return inverse(toLonLat(point), toLonLat(unproject(chart, foot))).distanceM;
}

/** Is a point of the ellipsoid within a shape? Counts the edges that cross the great ring due east of it. */
function inside(point: Vector, shape: Shape): boolean {
  if (shape.polygons.length === 0) return false;
  const { origin, east, north } = chartAt(point);
  const eastOf = ([x, y, z]: Vector) =>
    (x - origin[0]) * east[0] + (y - origin[1]) * east[1] + (z - origin[2]) * east[2];
  const northOf = ([x, y, z]: Vector) =>
    (x - origin[0]) * north[0] + (y - origin[1]) * north[1] + (z - origin[2]) * north[2];
  const inRing = (ring: readonly Run[]): boolean => {
    let odd = false;
    for (const { pieces, middle, halfM } of ring) {
      // Wholly to the north or to the south of it.
      if (Math.abs(northOf(middle)) > halfM) continue;
      for (const { from, to } of pieces) {
        const [a, b] = [northOf(from), northOf(to)];
        if (a > 0 === b > 0) continue;
        if ((eastOf(from) * b - eastOf(to) * a) / (b - a) > 0) odd = !odd;
      }
    }
    return odd;
  };
  return shape.polygons.some(
    ([outer, ...holes]) => outer !== undefined && inRing(outer) && !holes.some(inRing),
  );
}

/** Does an edge of the one run inside the other, more than 1 cm deep or far? What is near the other's edges is left out, exactly. */
function reachesDeep(one: Shape, other: Shape, edges: readonly Run[]): boolean {
  if (other.polygons.length === 0) return false;
  for (const chain of one.chains) {
    // Known to be outside: it stays so until it comes to an edge.
    let outside = false;
    for (const piece of chain.flatMap(({ pieces }) => pieces)) {
      const near = nearTo(edges, piece, touchM);
      if (near.length === 0) {
        if (!outside && inside(piece.from, other)) return true;
        outside = true;
        continue;
      }
      outside = false;
      const chart = chartOf(piece);
      const [from, to] = [at(chart, piece.from), at(chart, piece.to)];
      const lines = near.map((edge): [Xy, Xy] => [at(chart, edge.from), at(chart, edge.to)]);
      const far = clearStretches(from, to, lines, grazeM).filter(({ lengthM }) => lengthM > touchM);
      for (const { middle } of [...far, ...clearStretches(from, to, lines, touchM)]) {
        if (inside(unproject(chart, middle), other)) return true;
      }
    }
  }
  return false;
}

/** Where no edge of either tells, as between two of the same outline, a point well inside one does. */
function middleIsDeep(one: Shape, other: Shape): boolean {
  if (other.polygons.length === 0) return false;
  return one.polygons.some((rings) => {
    const point = innerPoint(rings);
    if (!point || !inside(point, other)) return false;
    const chart = chartAt(point);
    const probe = { middle: point, halfM: 0 };
    return other.chains
      .flatMap((chain) => nearTo(chain, probe, touchM))
      .every(({ from, to }) => Math.hypot(...nearestOn([0, 0], at(chart, from), at(chart, to))) > touchM);
  });
}

/** How many level lines are laid through a polygon to find a point well inside. */
const levelLines = 48;

function innerPoint(rings: readonly (readonly Run[])[]): Vector | null {
  const pieces = rings.flat().flatMap((run) => run.pieces);
  const [first] = pieces;
  if (!first) return null;
  const chart = chartAt(first.from);
  const edges = pieces.map(({ from, to }): [Xy, Xy] => [at(chart, from), at(chart, to)]);
  const levels = [...new Set(edges.map(([[, y]]) => y))].sort((p, q) => p - q);
  const gaps = levels
    .slice(1)
    .map((level, i) => ({ y: (level + (levels[i] ?? 0)) / 2, gap: level - (levels[i] ?? 0) }));
  const lines = gaps.sort((p, q) => q.gap - p.gap).slice(0, levelLines);
  let best: { room: number; point: Xy } | null = null;
  for (const { y, gap } of lines) {
    const xs = edges.flatMap(([a, b]) =>
      a[1] > y !== b[1] > y ? [((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]] : [],
    );
    xs.sort((p, q) => p - q);
    for (let k = 1; k < xs.length; k += 2) {
      const [left = 0, right = 0] = [xs[k - 1], xs[k]];
      // Wide, and not between two corners that are all but level.
      const room = Math.min(right - left, gap);
      if (!best || room > best.room) best = { room, point: [(left + right) / 2, y] };
    }
  }
  return best && unproject(chart, best.point);
}
