import { type Coordinates, geometryError } from './geojson.ts';
import { type Side, sidesOf, someMeeting } from './sides.ts';

/** Along a meridian; as good as anything for the width of a piece. */
const metresPerDegree = 111_320;

/** How wide a piece may be that an outline crosses itself by and that is left out, metres: files round to a second or two. */
export const widestSliverM = 180;

/** Rounding faults add a few dozen corners and bring few sides close together: beyond these an outline is not repaired. */
const mostNodes = 2_000;
const mostNear = 300_000;

/** Somewhere an outline met itself, and what was done about it. */
export interface RingRepair {
  /** `spike`: out and back over itself; `sliver`: a narrow crossing; `touch` and `hole`: divided, nothing is left out. */
  kind: 'spike' | 'sliver' | 'touch' | 'hole';
  at: Coordinates;
  /** The corners that were left out or divided off, closed. */
  piece: Coordinates[];
  /** Across, metres. */
  widthM: number;
}

export interface RepairedRing {
  /** Polygons of an outer ring and holes. */
  polygons: Coordinates[][][];
  repairs: RingRepair[];
}

/**
 * A closed ring that meets itself, as the area that was meant: spikes and narrow crossings go, and where it touches itself
 * it is divided. Null: it crosses itself by more than `widestSliverM`, or thousands of times, and nobody knows what was meant.
 */
export function repairRing(ring: readonly Coordinates[]): RepairedRing | null {
  const repairs: RingRepair[] = [];
  const outline = withNodes(openRing(ring));
  if (outline === null) return null;
  const loops = loopsOf(outline).map((points) => ({ points, ...measures(points) }));
  const main = loops.reduce<Loop | null>(
    (most, one) => (most && most.areaM2 >= one.areaM2 ? most : one),
    null,
  );
  if (!main || main.widthM === 0) return null;
  // A line out to an inner outline and back over itself: that outline is a hole, whichever way round it was drawn.
  const hasBridge = loops.some(({ points }) => points.length === 2);
  const outer: Coordinates[][] = [];
  const holes: Coordinates[][] = [];
  for (const loop of loops) {
    const [at] = loop.points;
    if (!at || loop === main) continue;
    const piece = closed(loop.points);
    const repair = (kind: RingRepair['kind']) =>
      repairs.push({ kind, at, piece, widthM: Math.ceil(loop.widthM) });
    const isInside = contains(main.points, loop.points);
    if (loop.points.length < 3 || loop.widthM < 0.5) repair('spike');
    else if ((loop.isClockwise !== main.isClockwise || hasBridge) && isInside && !isSliver(loop)) {
      holes.push(piece);
      repair('hole');
    } else if (loop.isClockwise === main.isClockwise && !isInside && !isSliver(loop)) {
      outer.push(piece);
      repair('touch');
    } else if (isSliver(loop)) repair('sliver');
    else return null;
  }
  const polygons = [[closed(main.points), ...holes], ...outer.map((one) => [one])];
  const error = geometryError({ type: 'MultiPolygon', coordinates: polygons }, ['MultiPolygon']);
  return error ? null : { polygons, repairs };
}

interface Loop {
  points: Coordinates[];
  areaM2: number;
  widthM: number;
  isClockwise: boolean;
}

const isSliver = ({ widthM }: Loop) => widthM <= widestSliverM;
const isSame = (a: Coordinates, b: Coordinates) => a[0] === b[0] && a[1] === b[1];
const closed = (points: readonly Coordinates[]): Coordinates[] => [...points, ...points.slice(0, 1)];

/** Without the corner that closes it, and corners that stand twice in a row. */
function openRing(ring: readonly Coordinates[]): Coordinates[] {
  const points = ring
    .map(([x, y]): Coordinates => [x, y])
    .filter((point, index, all) => index === 0 || !isSame(point, all[index - 1] ?? point));
  const [first, last] = [points[0], points.at(-1)];
  return first && last && points.length > 1 && isSame(first, last) ? points.slice(0, -1) : points;
}

/** The same outline with a corner wherever two of its sides meet; null: they meet too often. */
function withNodes(points: Coordinates[]): Coordinates[] | null {
  const sides = sidesOf(closed(points));
  const nodes = new Map<number, Coordinates[]>();
  let [added, near] = [0, 0];
  const add = (side: Side, at: Coordinates) => {
    if (isSame(at, side.from) || isSame(at, side.to)) return;
    added += 1;
    const known = nodes.get(side.index);
    if (known) known.push(at);
    else nodes.set(side.index, [at]);
  };
  const isTooOften = someMeeting(sides, (side, other) => {
    near += 1;
    for (const at of meetings(side, other)) {
      add(side, at);
      add(other, at);
    }
    return added > mostNodes || near > mostNear;
  });
  if (isTooOften) return null;
  return sides.flatMap((side) => {
    const along = ([x, y]: Coordinates) => Math.hypot(x - side.from[0], y - side.from[1]);
    return [side.from, ...(nodes.get(side.index) ?? []).toSorted((a, b) => along(a) - along(b))];
  });
}

/** Where two sides meet: one place, or the ends of what they share. */
function meetings(a: Side, b: Side): Coordinates[] {
  const ends = [
    ...[a.from, a.to].filter((point) => liesOn(point, b)),
    ...[b.from, b.to].filter((point) => liesOn(point, a)),
  ];
  if (ends.length > 0) return ends;
  const [ax, ay] = [a.to[0] - a.from[0], a.to[1] - a.from[1]];
  const [bx, by] = [b.to[0] - b.from[0], b.to[1] - b.from[1]];
  const cross = ax * by - ay * bx;
  if (cross === 0) return [];
  const [dx, dy] = [b.from[0] - a.from[0], b.from[1] - a.from[1]];
  const alongA = (dx * by - dy * bx) / cross;
  const alongB = (dx * ay - dy * ax) / cross;
  if (alongA <= 0 || alongA >= 1 || alongB <= 0 || alongB >= 1) return [];
  return [[a.from[0] + alongA * ax, a.from[1] + alongA * ay]];
}

/** Degrees within which a point counts as on a side: a millimetre. */
const touchDeg = 1e-8;

function liesOn(point: Coordinates, { from, to }: Side): boolean {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  if (length === 0) return isSame(point, from);
  const along = ((point[0] - from[0]) * x + (point[1] - from[1]) * y) / length;
  const across = Math.abs((point[0] - from[0]) * y - (point[1] - from[1]) * x) / length;
  return across <= touchDeg && along >= -touchDeg && along <= length + touchDeg;
}

/** The simple loops that an outline with all its meetings as corners goes round, each begun where it meets the rest. */
function loopsOf(points: Coordinates[]): Coordinates[][] {
  const loops: Coordinates[][] = [];
  const path: Coordinates[] = [];
  const keyOf = ([x, y]: Coordinates) => `${Math.round(x / touchDeg)} ${Math.round(y / touchDeg)}`;
  const places = new Map<string, number>();
  for (const point of points) {
    const key = keyOf(point);
    const before = places.get(key);
    if (before === undefined) {
      places.set(key, path.length);
      path.push(point);
      continue;
    }
    const loop = path.splice(before + 1);
    for (const one of loop) places.delete(keyOf(one));
    if (loop.length > 0) loops.push([point, ...loop]);
  }
  if (path.length > 0) loops.push(path);
  return loops;
}

/** On a plane that touches the earth at the loop: wide of no more than some hundred kilometres. */
function measures(points: readonly Coordinates[]): Omit<Loop, 'points'> {
  const [[lon0, lat0] = [0, 0]] = points;
  const perLon = metresPerDegree * Math.cos((lat0 * Math.PI) / 180);
  const plane = points.map(([x, y]): Coordinates => [(x - lon0) * perLon, (y - lat0) * metresPerDegree]);
  let doubled = 0;
  for (const [index, [x, y]] of plane.entries()) {
    const [nextX, nextY] = plane[(index + 1) % plane.length] ?? [x, y];
    doubled += x * nextY - nextX * y;
  }
  return { areaM2: Math.abs(doubled) / 2, widthM: widthOf(plane), isClockwise: doubled < 0 };
}

/** How far it spreads across its longest extent. */
function widthOf(plane: readonly Coordinates[]): number {
  const farthest = ([x, y]: Coordinates) =>
    plane.reduce(
      (far, one) => (Math.hypot(one[0] - x, one[1] - y) > Math.hypot(far[0] - x, far[1] - y) ? one : far),
      [x, y] as Coordinates,
    );
  const a = farthest(plane[0] ?? [0, 0]);
  const b = farthest(a);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length === 0) return 0;
  const offsets = plane.map(([x, y]) => ((x - a[0]) * (b[1] - a[1]) - (y - a[1]) * (b[0] - a[0])) / length);
  return Math.max(...offsets) - Math.min(...offsets);
}

/** Does the one loop have the other inside, which it meets at a corner at most? */
function contains(outer: readonly Coordinates[], inner: readonly Coordinates[]): boolean {
  const [a, b, c] = inner;
  if (!a || !b) return false;
  // Halfway along a side, which is no corner of either.
  const [from, to] = c ? [b, c] : [a, b];
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  let isIn = false;
  for (const [index, p] of outer.entries()) {
    const q = outer[(index + 1) % outer.length] ?? p;
    if (p[1] > y !== q[1] > y && x < ((q[0] - p[0]) * (y - p[1])) / (q[1] - p[1]) + p[0]) isIn = !isIn;
  }
  return isIn;
}
