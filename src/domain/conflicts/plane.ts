import type { Xy } from './ellipsoid.ts';

/** Straight lines in a plane: what the charts of the engine need. All in metres. */

/** On which side of the line from a to b a point lies, and twice the area between them. */
export function side(a: Xy, b: Xy, p: Xy): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/** Do two segments go through one another? */
export function meetAt(a: Xy, b: Xy, c: Xy, d: Xy): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** The point of a segment that is nearest to another point. */
export function nearestOn([x, y]: Xy, a: Xy, b: Xy): Xy {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length2));
  return [a[0] + t * dx, a[1] + t * dy];
}

/** How far two segments that do not meet are apart. */
export function segmentsApart(a: Xy, b: Xy, c: Xy, d: Xy): number {
  return Math.min(toSegment(a, c, d), toSegment(b, c, d), toSegment(c, a, b), toSegment(d, a, b));
}

function toSegment(point: Xy, a: Xy, b: Xy): number {
  const [x, y] = nearestOn(point, a, b);
  return Math.hypot(point[0] - x, point[1] - y);
}

/** A part of a segment, metres long. */
export interface Stretch {
  middle: Xy;
  lengthM: number;
}

/** Those stretches of a segment that lie further than `withinM` from every edge. */
export function clearStretches(from: Xy, to: Xy, edges: readonly [Xy, Xy][], withinM: number): Stretch[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  // A lone point is clear or it is not.
  if (length === 0)
    return edges.some(([a, b]) => toSegment(from, a, b) <= withinM) ? [] : [{ middle: from, lengthM: 0 }];
  const along: Xy = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const covered: [number, number][] = [];
  for (const [a, b] of edges) {
    const stretch = withinCapsule(from, along, a, b, withinM);
    if (stretch && stretch[1] >= 0 && stretch[0] <= length) covered.push(stretch);
  }
  covered.sort((p, q) => p[0] - q[0]);
  const clear: Stretch[] = [];
  let reached = 0;
  const leave = (until: number) => {
    // A thousandth of a millimetre is what arithmetic leaves between two edges that share a corner.
    if (until - reached <= 1e-6) return;
    const middle = (reached + until) / 2;
    clear.push({
      middle: [from[0] + middle * along[0], from[1] + middle * along[1]],
      lengthM: until - reached,
    });
  };
  for (const [start, end] of covered) {
    leave(Math.min(start, length));
    reached = Math.max(reached, end);
  }
  leave(length);
  return clear;
}

/** The stretch of a segment that is within `radius` of another; null: none, or a lone point. */
export function stretchWithin(from: Xy, to: Xy, a: Xy, b: Xy, radius: number): Stretch | null {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length === 0) return null;
  const along: Xy = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [start, end] = withinCapsule(from, along, a, b, radius) ?? [0, 0];
  const [first, last] = [Math.max(0, start), Math.min(length, end)];
  if (last <= first) return null;
  const middle = (first + last) / 2;
  return { middle: [from[0] + middle * along[0], from[1] + middle * along[1]], lengthM: last - first };
}

/** Which stretch of a line (by its length from `from`) is within `radius` of a segment: one, for that is convex. */
function withinCapsule(from: Xy, along: Xy, a: Xy, b: Xy, radius: number): [number, number] | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const take = (start: number, end: number) => {
    if (start > end) return;
    least = Math.min(least, start);
    most = Math.max(most, end);
  };
  for (const centre of [a, b]) {
    const dx = centre[0] - from[0];
    const dy = centre[1] - from[1];
    const nearest = dx * along[0] + dy * along[1];
    const off2 = dx * dx + dy * dy - nearest * nearest;
    const rest = radius * radius - off2;
    if (rest >= 0) take(nearest - Math.sqrt(rest), nearest + Math.sqrt(rest));
  }
  const edge = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (edge > 0) {
    const ux = (b[0] - a[0]) / edge;
    const uy = (b[1] - a[1]) / edge;
    const dx = from[0] - a[0];
    const dy = from[1] - a[1];
    const first = between(dx * ux + dy * uy, along[0] * ux + along[1] * uy, 0, edge);
    const second = between(dy * ux - dx * uy, along[1] * ux - along[0] * uy, -radius, radius);
    if (first && second) take(Math.max(first[0], second[0]), Math.min(first[1], second[1]));
  }
  return least <= most ? [least, most] : null;
}

/** For which t is low ≤ start + t · rate ≤ high? */
function between(start: number, rate: number, low: number, high: number): [number, number] | null {
  if (Math.abs(rate) < 1e-12) {
    return start >= low && start <= high ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : null;
  }
  const p = (low - start) / rate;
  const q = (high - start) / rate;
  return p < q ? [p, q] : [q, p];
}
