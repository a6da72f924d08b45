import type { Position } from '#domain/geo/geodesy.ts';
import type { Steps } from '#domain/steps.ts';
import { metresPerDegree, movedBy, offsetM, radians } from './local-plane.ts';
import { type SceneTarget, type Sky, targetsInStep } from './safety-net.ts';
import { flag } from './sky.ts';
import type { Above, SkyHeights } from './sky-heights.ts';

/**
 * Aircraft that fly as one, or so close together that pairs say nothing any more: a formation, a drone show, a crowd.
 *
 * Two are linked where they are not well clear of each other now (`Near`), and either move alike, or at least one of them
 * is in a crowd: it is not well clear of `crowdOf` others at once (DBSCAN: Ester et al., 1996). Those who move alike, and
 * are more than the others near each of them, are no part of a crowd around them; an airliner that flies through a drone
 * show is part of neither: it meets the show. A group is what hangs together by links and has `groupOf` members.
 */
export interface Group {
  /** Indices among the targets of the scene. */
  members: readonly number[];
  /** False: too few to be told as a group (`fewest` to `groupOf`), unless it is told already. */
  isWhole: boolean;
}

/** Horizontal and vertical distance below which two are not well clear now, metres. */
export interface Near {
  distanceM: number;
  verticalM: number;
}

/** Five have ten pairs: more than anybody reads one by one. A flight of two to four is told by pairs. */
export const groupOf = 5;
/** What is told as a group stays one as long as this many are left. */
const fewest = 3;
/** Two move alike whose velocities differ by less, metres a second: a little more than drones of a show fly at most. */
const alikeMps = 10;
/** An aircraft that has lost separation from so many at once is in a crowd. */
const crowdOf = 6;
/** So many are looked at for each, the nearest to the east first; and so many in the row north of it, on each side. */
const looksAlong = 48;
const looksAcross = 24;

/** Work is bounded: some hundred looks for each target, however many are at one place. A group ends at the date line. */
export function* groupsOf(sky: Sky, heights: SkyHeights, near: Near): Steps<Group[]> {
  const { targets, vx, vy } = sky;
  const pairs = yield* nearPairs(sky, heights, near);
  if (pairs.length === 0) return [];
  // Without the root: there may be hundreds of thousands.
  const moveAlike = (i: number, j: number) => {
    const [x, y] = [(vx[i] ?? 0) - (vx[j] ?? 0), (vy[i] ?? 0) - (vy[j] ?? 0)];
    return x * x + y * y <= alikeMps * alikeMps;
  };
  const links = createLinks(targets.length);
  for (let at = 0; at < pairs.length; at += 2) {
    const [i, j] = [pairs[at] ?? 0, pairs[at + 1] ?? 0];
    if (moveAlike(i, j)) links.join(i, j);
  }
  yield;
  const strangers = new Uint16Array(targets.length);
  for (let at = 0; at < pairs.length; at += 2) {
    const [i, j] = [pairs[at] ?? 0, pairs[at + 1] ?? 0];
    if (links.areJoined(i, j)) continue;
    strangers[i] = (strangers[i] ?? 0) + 1;
    strangers[j] = (strangers[j] ?? 0) + 1;
  }
  yield;
  const inCompany = new Uint8Array(targets.length);
  for (const members of links.parts(groupOf)) {
    const perMember = members.reduce((sum, i) => sum + (strangers[i] ?? 0), 0) / members.length;
    // In a crowd some always happen to move alike.
    if (perMember < members.length && isOneMove(members, vx, vy)) for (const i of members) inCompany[i] = 1;
  }
  const around = new Uint16Array(targets.length);
  const eachOther = (act: (i: number, j: number) => void) => {
    for (let at = 0; at < pairs.length; at += 2) {
      const [i, j] = [pairs[at] ?? 0, pairs[at + 1] ?? 0];
      if (!inCompany[i] && !inCompany[j]) act(i, j);
    }
  };
  eachOther((i, j) => {
    around[i] = (around[i] ?? 0) + 1;
    around[j] = (around[j] ?? 0) + 1;
  });
  yield;
  eachOther((i, j) => {
    if ((around[i] ?? 0) >= crowdOf || (around[j] ?? 0) >= crowdOf) links.join(i, j);
  });
  yield;
  return links.parts(fewest).map((members) => ({ members, isWhole: members.length >= groupOf }));
}

/** Whether those that hang together by links move as one, and not only each like the next: circling gliders do not. */
function isOneMove(members: readonly number[], vx: Float64Array, vy: Float64Array): boolean {
  let [x, y] = [0, 0];
  for (const i of members) {
    x += (vx[i] ?? 0) / members.length;
    y += (vy[i] ?? 0) / members.length;
  }
  return members.every((i) => Math.hypot((vx[i] ?? 0) - x, (vy[i] ?? 0) - y) <= 2 * alikeMps);
}

/** Columns around the earth by which the targets of a row are sorted, some 300 m each. */
const columns = 2 ** 17;
const columnDeg = 360 / columns;
/** More targets than a scene has. */
const mostTargets = 2 ** 20;

/**
 * Two that are near each other now, as indices one after the other; of a dense place those that are nearest in longitude.
 * Rows as high as the distance in question, each in the order of longitude, in one array of numbers that sorts fast.
 */
function* nearPairs(
  { targets, latitude, longitude, pressureM, flags }: Sky,
  heights: SkyHeights,
  { distanceM, verticalM }: Near,
): Steps<number[]> {
  const rowDeg = distanceM / metresPerDegree;
  const keys = new Float64Array(targets.length);
  let count = 0;
  for (let i = 0; i < targets.length && i < mostTargets; i += 1) {
    if ((flags[i] ?? 0) & flag.onGround) continue;
    const row = Math.floor(((latitude[i] ?? 0) + 90) / rowDeg);
    const column = Math.min(columns - 1, Math.floor(((longitude[i] ?? 0) + 180) / columnDeg));
    keys[count] = (row * columns + column) * mostTargets + i;
    count += 1;
  }
  const sorted = keys.subarray(0, count).sort();
  const order = new Int32Array(count);
  for (let at = 0; at < count; at += 1) order[at] = (sorted[at] ?? 0) % mostTargets;
  const rowAt = (at: number) => Math.floor((sorted[at] ?? Number.POSITIVE_INFINITY) / mostTargets / columns);
  const pairs: number[] = [];
  const look = (i: number, j: number) => {
    const y = ((latitude[i] ?? 0) - (latitude[j] ?? 0)) * metresPerDegree;
    if (y * y > distanceM * distanceM) return;
    // NaN where not both state a pressure altitude: compared below, when they are known to be near.
    const height = (pressureM[i] ?? 0) - (pressureM[j] ?? 0);
    if (Math.abs(height) > verticalM) return;
    const middle = (((latitude[i] ?? 0) + (latitude[j] ?? 0)) / 2) * radians;
    const x = ((longitude[i] ?? 0) - (longitude[j] ?? 0)) * metresPerDegree * Math.cos(middle);
    if (x * x + y * y > distanceM * distanceM) return;
    if (Number.isNaN(height) && heights.areApart(i, j, verticalM)) return;
    pairs.push(i, j);
  };
  let looked = 0;
  for (let from = 0; from < count; ) {
    if (looked >= targetsInStep) {
      yield;
      looked = 0;
    }
    const row = rowAt(from);
    let end = from;
    while (end < count && rowAt(end) === row) end += 1;
    let aboveEnd = end;
    if (rowAt(end) === row + 1) while (aboveEnd < count && rowAt(aboveEnd) === row + 1) aboveEnd += 1;
    const farthest = Math.min(89, Math.max(Math.abs(row * rowDeg - 90), Math.abs((row + 2) * rowDeg - 90)));
    const reachDeg = rowDeg / Math.cos(farthest * radians) + columnDeg;
    let next = end;
    let here = 0;
    const isBeyond = (at: number) => Math.abs((longitude[order[at] ?? 0] ?? 0) - here) > reachDeg;
    for (let at = from; at < end; at += 1) {
      const i = order[at] ?? 0;
      here = longitude[i] ?? 0;
      const last = Math.min(end, at + 1 + looksAlong);
      for (let k = at + 1; k < last && !isBeyond(k); k += 1) look(i, order[k] ?? 0);
      while (next < aboveEnd && (longitude[order[next] ?? 0] ?? 0) < here) next += 1;
      const farEast = Math.min(aboveEnd, next + looksAcross);
      for (let k = next; k < farEast && !isBeyond(k); k += 1) look(i, order[k] ?? 0);
      const farWest = Math.max(end, next - looksAcross);
      for (let k = next - 1; k >= farWest && !isBeyond(k); k -= 1) look(i, order[k] ?? 0);
    }
    looked += end - from;
    from = end;
  }
  return pairs;
}

/** A circle around them, metres; not the smallest. */
export function circleAround(places: readonly Position[]): { centre: Position; radiusM: number } {
  const [first] = places;
  if (!first) return { centre: { latitude: 0, longitude: 0 }, radiusM: 0 };
  const sum = places.reduce(
    ({ x, y }, place) => {
      const offset = offsetM(first, place);
      return { x: x + offset.x / places.length, y: y + offset.y / places.length };
    },
    { x: 0, y: 0 },
  );
  const centre = movedBy(first, sum.x, sum.y);
  const radiusM = places.reduce((most, place) => {
    const { x, y } = offsetM(centre, place);
    return Math.max(most, Math.hypot(x, y));
  }, 0);
  return { centre, radiusM: Math.round(radiusM) };
}

/** What hangs together: union-find. */
function createLinks(count: number) {
  const parent = new Int32Array(count).fill(-1);
  const top = (i: number): number => {
    let at = i;
    while ((parent[at] ?? -1) >= 0) at = parent[at] ?? 0;
    for (let next = i; next !== at; ) {
      const up = parent[next] ?? 0;
      parent[next] = at;
      next = up;
    }
    return at;
  };
  return {
    /** A top has its size, negative. */
    join(i: number, j: number): void {
      let [a, b] = [top(i), top(j)];
      if (a === b) return;
      if ((parent[a] ?? 0) > (parent[b] ?? 0)) [a, b] = [b, a];
      parent[a] = (parent[a] ?? 0) + (parent[b] ?? 0);
      parent[b] = a;
    },
    areJoined: (i: number, j: number): boolean => top(i) === top(j),
    parts(least: number): number[][] {
      const parts = new Map<number, number[]>();
      for (let i = 0; i < count; i += 1) {
        const at = top(i);
        if (-(parent[at] ?? 0) < least) continue;
        const known = parts.get(at);
        if (known) known.push(i);
        else parts.set(at, [i]);
      }
      return [...parts.values()];
    },
  };
}

/** So many of the closest two are looked at further: two of one flight, or in one training airspace, are no conflict. */
const closestKept = 8;
/** So many follow each in the order of longitude. */
const looksClosest = 64;

/** The closest two of a group that `counts`, nearest first; those whose heights are of one datum before the others. */
export function closestOf(
  targets: readonly SceneTarget[],
  members: readonly number[],
  heights: SkyHeights,
  { verticalM }: Near,
  counts: (one: SceneTarget, two: SceneTarget) => boolean,
): [number, number][] {
  const longitudeOf = (i: number) => targets[i]?.longitude ?? 0;
  const sorted = [...members].sort((a, b) => longitudeOf(a) - longitudeOf(b));
  const best: { pair: [number, number]; far: number }[] = [];
  const above: Above = { z: 0, slackM: 0 };
  sorted.forEach((i, at) => {
    for (let k = at + 1; k <= at + looksClosest && k < sorted.length; k += 1) {
      const j = sorted[k] ?? 0;
      const [one, two] = [targets[i], targets[j]];
      if (!one || !two) continue;
      const most = best.length < closestKept ? Number.POSITIVE_INFINITY : (best.at(-1)?.far ?? 0);
      const x = (two.longitude - one.longitude) * metresPerDegree * Math.cos(one.latitude * radians);
      if (x >= most) break;
      const y = (two.latitude - one.latitude) * metresPerDegree;
      if (x * x + y * y >= most * most) continue;
      const isKnown = heights.between(i, j, above);
      if (isKnown && Math.abs(above.z) - above.slackM > verticalM) continue;
      const distanceM = Math.hypot(x, y);
      const far = distanceM + (isKnown && above.slackM === 0 ? 0 : unknownM);
      if (far >= most || !counts(one, two)) continue;
      best.push({ pair: [i, j], far });
      best.sort((a, b) => a.far - b.far);
      if (best.length > closestKept) best.pop();
    }
  });
  return best.map(({ pair }) => pair);
}

/** Farther than any two of a group. */
const unknownM = 1e7;
