import { direct, inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { chartAt, riseM, toVector, unproject, type Vector } from './ellipsoid.ts';

/**
 * The extent of a volume, seen from above. Its edges are geodesics, the short way round: a side of a hundred
 * kilometres runs where an aircraft that flies it runs, and the date line and the poles are places like others.
 */
export type Footprint = Geometry;

/** An edge, or the part of one: straight in the chart of any point near it. */
export interface Piece {
  from: Vector;
  to: Vector;
  middle: Vector;
  /** Half of its chord, metres. */
  halfM: number;
}

/** Pieces that follow one another, within a ball: what is far from it is far from all of them. */
export interface Run {
  pieces: Piece[];
  middle: Vector;
  /** The ball's radius, metres. */
  halfM: number;
}

/** A footprint on the ellipsoid. */
export interface Shape {
  /** A line or closed rings, each cut into pieces; a lone point is one piece of no length. */
  chains: Run[][];
  /** Which chains bound each polygon, the outer one first; none for points and lines. */
  polygons: Run[][][];
}

/** A ball in space that holds a footprint, with what lies between its edges. */
export interface Ball {
  centre: Vector;
  radiusM: number;
  /** West-most … in space: least and greatest x, y, z. */
  box: readonly [number, number, number, number, number, number];
}

/** Pieces are this long at most: straight in a chart to a tenth of a millimetre. */
const pieceM = 20_000;
/** Up to this an edge is cut in halves, which is fast; a longer one along its geodesic. */
const halvedM = 60_000;
/** Of a chain of thousands of pieces some hundred runs and one of them are looked through. */
const runSize = 64;

const balls = new WeakMap<Footprint, Ball>();
const shapes = new WeakMap<Footprint, Shape>();

/** Cheap, and kept: what an index needs of a footprint. */
export function ballOf(footprint: Footprint): Ball {
  const known = balls.get(footprint);
  if (known) return known;
  const ball = makeBall(chainsOf(footprint).flat());
  balls.set(footprint, ball);
  return ball;
}

/** Made when first asked for, and kept: long edges are cut along their geodesics. */
export function shapeOf(footprint: Footprint): Shape {
  const known = shapes.get(footprint);
  if (known) return known;
  const polygonal = footprint.type === 'Polygon' || footprint.type === 'MultiPolygon';
  const rings =
    footprint.type === 'Polygon'
      ? [footprint.coordinates]
      : footprint.type === 'MultiPolygon'
        ? footprint.coordinates
        : [];
  const chainOf = (positions: Coordinates[]) => runsOf(piecesOf(positions));
  const polygons = rings.map((polygon) => polygon.map(chainOf).filter((chain) => chain.length > 0));
  const shape: Shape = {
    chains: polygonal ? polygons.flat() : chainsOf(footprint).map(chainOf),
    polygons,
  };
  shapes.set(footprint, shape);
  return shape;
}

export function runsOf(pieces: readonly Piece[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < pieces.length; at += runSize) runs.push(runOf(pieces.slice(at, at + runSize)));
  return runs;
}

function runOf(pieces: Piece[]): Run {
  const mean = (i: 0 | 1 | 2) => pieces.reduce((sum, { middle }) => sum + middle[i], 0) / pieces.length;
  const middle: Vector = [mean(0), mean(1), mean(2)];
  const halfM = pieces.reduce((most, one) => Math.max(most, distance(middle, one.middle) + one.halfM), 0);
  return { pieces, middle, halfM };
}

function chainsOf(footprint: Footprint): Coordinates[][] {
  switch (footprint.type) {
    case 'Point':
      return [[footprint.coordinates]];
    case 'LineString':
      return [footprint.coordinates];
    case 'Polygon':
      return footprint.coordinates;
    case 'MultiPolygon':
      return footprint.coordinates.flat();
  }
}

function makeBall(positions: Coordinates[]): Ball {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const most = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude, latitude] of positions) {
    const vector = toVector(longitude, latitude);
    for (let i = 0; i < 3; i += 1) {
      const value = vector[i] ?? 0;
      if (value < (least[i] ?? 0)) least[i] = value;
      if (value > (most[i] ?? 0)) most[i] = value;
    }
  }
  const [x0 = 0, y0 = 0, z0 = 0] = least;
  const [x1 = 0, y1 = 0, z1 = 0] = most;
  const across = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  // Edges and what they enclose rise above the chords between the corners.
  const rise = riseM(across) + 0.01;
  return {
    centre: [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2],
    radiusM: across / 2 + rise,
    box: [x0 - rise, y0 - rise, z0 - rise, x1 + rise, y1 + rise, z1 + rise],
  };
}

function piecesOf(chain: Coordinates[]): Piece[] {
  const pieces: Piece[] = [];
  let before: Coordinates | undefined;
  let from: Vector | undefined;
  for (const position of chain) {
    const to = toVector(position[0], position[1]);
    if (before && from) {
      const chordM = distance(from, to);
      if (chordM > halvedM) pieces.push(...cut(before, from, position, to));
      else if (chordM > pieceM) pieces.push(...halved(from, to));
      else if (chordM > 1e-4) pieces.push(piece(from, to));
    }
    before = position;
    from = to;
  }
  if (pieces.length === 0 && from) pieces.push(piece(from, from));
  return pieces;
}

/** Above the middle of its chord an edge of this length is on its geodesic to half a millimetre. */
function halved(from: Vector, to: Vector): Piece[] {
  if (distance(from, to) <= pieceM) return [piece(from, to)];
  const middle = unproject(
    chartAt([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2]),
    [0, 0],
  );
  return [...halved(from, middle), ...halved(middle, to)];
}

function cut(before: Coordinates, from: Vector, position: Coordinates, to: Vector): Piece[] {
  const start = placeOf(before);
  const { distanceM, initialBearingDeg } = inverse(start, placeOf(position));
  const count = Math.ceil(distanceM / pieceM);
  const pieces: Piece[] = [];
  let last = from;
  for (let i = 1; i <= count; i += 1) {
    const at = direct(start, initialBearingDeg, (distanceM * i) / count);
    const next = i === count ? to : toVector(at.longitude, at.latitude);
    pieces.push(piece(last, next));
    last = next;
  }
  return pieces;
}

function placeOf([longitude, latitude]: Coordinates): Position {
  return { latitude, longitude };
}

function piece(from: Vector, to: Vector): Piece {
  return {
    from,
    to,
    middle: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2],
    halfM: distance(from, to) / 2,
  };
}

/** Straight through space, metres. */
export function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
