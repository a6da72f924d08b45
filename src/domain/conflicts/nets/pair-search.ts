import { normalLongitude } from '#domain/geo/geodesy.ts';
import { entryS, type WellClear } from './closest-approach.ts';
import { metresPerDegree, type Offset, radians } from './local-plane.ts';
import { type Motion, reachOf } from './motion.ts';
import type { Reach } from './prediction.ts';
import type { SceneTarget } from './safety-net.ts';

/** What a pair must be able to come to, to be looked at: the widest that any rule asks for. */
export interface Bounds extends WellClear {
  /** How far ahead two are followed that go straight on, seconds. */
  straightS: number;
  /** And two of which one does not: on their ways, and as if both did. */
  bentS: number;
  lineS: number;
}

/** Seconds between two looks at ways that bend. */
export const stepS = 2;
/** A straight piece shorter than this is none. */
export const leastS = 0.01;

/**
 * Every two targets in the air that may come as near as the bounds say, as indices one after the other. A grid over the
 * boxes of their ways, then the heights, then the arithmetic of the pair, each step over all that the one before left:
 * plain numbers in arrays, and nothing is allocated for a pair. The answer holds until the next search: its memory is
 * that of the next one too.
 */
export function pairsThatMayMeet(
  targets: readonly SceneTarget[],
  motion: Motion,
  bounds: Bounds,
): Int32Array {
  const sky = columnsOf(targets, motion, bounds);
  const pairs = meetingPairs(sky);
  const { bent, vx, vy } = motion;
  let kept = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    const i = pairs[at] ?? 0;
    const j = pairs[at + 1] ?? 0;
    relative.x = eastOf(sky, i, j);
    relative.y = ((sky.latitude[i] ?? 0) - (sky.latitude[j] ?? 0)) * metresPerDegree;
    relative.vx = (vx[i] ?? 0) - (vx[j] ?? 0);
    relative.vy = (vy[i] ?? 0) - (vy[j] ?? 0);
    relative.z = (sky.height[i] ?? 0) - (sky.height[j] ?? 0);
    relative.vz = (sky.climb[i] ?? 0) - (sky.climb[j] ?? 0);
    // Without a pressure altitude of both they are compared otherwise, or not at all.
    if (Number.isNaN(relative.z)) relative.z = relative.vz = 0;
    const byLineS = entryS(relative, bounds);
    const stay =
      !bent[i] && !bent[j]
        ? byLineS <= bounds.straightS
        : byLineS <= bounds.lineS || mayComeNear(sky, motion, i, j, bounds);
    if (!stay) continue;
    pairs[kept] = i;
    pairs[kept + 1] = j;
    kept += 2;
  }
  return pairs.subarray(0, kept);
}

/** Written anew for each pair. */
const relative = { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0 };
const here: Offset = { x: 0, y: 0 };
const there: Offset = { x: 0, y: 0 };
const later: Offset = { x: 0, y: 0 };

/**
 * Arrays by what they hold, kept from search to search: to ask for memory of this size, and to give it back, would cost
 * more than the arithmetic. They are as the last search left them.
 */
function keptArrays<Numbers extends { length: number }>(make: (count: number) => Numbers) {
  const kept = new Map<string, Numbers>();
  return {
    kept,
    /** One for so many numbers at least. */
    of(name: string, count: number): Numbers {
      const known = kept.get(name);
      if (known && known.length >= count) return known;
      const made = make(Math.ceil(1.25 * count));
      kept.set(name, made);
      return made;
    },
  };
}

const floats = keptArrays((count) => new Float64Array(count));
const integers = keptArrays((count) => new Int32Array(count));

/** What is asked of a target for each pair, by its index among all; of one on the ground it says nothing. */
interface Columns {
  latitude: Float64Array;
  longitude: Float64Array;
  /** Metres STD; NaN: not known. */
  height: Float64Array;
  climb: Float64Array;
  speed: Float64Array;
  /** The box of its way in degrees, half of the distance in question around it. */
  west: Float64Array;
  east: Float64Array;
  south: Float64Array;
  north: Float64Array;
  /** Between which heights it will be, half of the vertical distance around. */
  low: Float64Array;
  high: Float64Array;
  /** Indices of those in the air. */
  airborne: number[];
}

const columnNames = [
  'latitude',
  'longitude',
  'height',
  'climb',
  'speed',
  'west',
  'east',
  'south',
  'north',
  'low',
  'high',
] as const;

function columnsOf(targets: readonly SceneTarget[], motion: Motion, bounds: Bounds): Columns {
  const count = targets.length;
  const columns = Object.fromEntries(columnNames.map((name) => [name, floats.of(name, count)]));
  const sky = { ...columns, airborne: [] as number[] } as unknown as Columns;
  const timeS = Math.max(bounds.bentS, bounds.straightS) + bounds.tauS;
  const half = bounds.distanceM / 2;
  const box = { west: 0, east: 0, south: 0, north: 0 };
  let farthestDeg = 0;
  for (let i = 0; i < count; i += 1) {
    const target = targets[i];
    if (!target || target.onGround) continue;
    sky.airborne.push(i);
    reachOf(motion, i, timeS, box);
    const around = half + (motion.bent[i] ? widenByLine(motion, i, target, bounds, box) : 0);
    sky.latitude[i] = target.latitude;
    sky.longitude[i] = normalLongitude(target.longitude);
    sky.speed[i] = target.groundSpeedMps ?? 0;
    sky.west[i] = box.west - around;
    sky.east[i] = box.east + around;
    sky.south[i] = target.latitude + (box.south - around) / metresPerDegree;
    sky.north[i] = target.latitude + (box.north + around) / metresPerDegree;
    farthestDeg = Math.max(farthestDeg, (sky.north[i] ?? 0) - (sky.south[i] ?? 0));
    const height = target.pressureAltitudeM;
    const climb = target.verticalRateMps ?? 0;
    const rise = climb * timeS;
    sky.height[i] = height ?? Number.NaN;
    sky.climb[i] = climb;
    sky.low[i] =
      height === null ? Number.NEGATIVE_INFINITY : height + Math.min(0, rise) - bounds.verticalM / 2;
    sky.high[i] =
      height === null ? Number.POSITIVE_INFINITY : height + Math.max(0, rise) + bounds.verticalM / 2;
  }
  // East and west in degrees by the parallel nearest to the pole that any of two could be compared on.
  for (const i of sky.airborne) {
    const worst = Math.min(89, Math.abs(sky.latitude[i] ?? 0) + farthestDeg);
    const perDegree = metresPerDegree * Math.cos(worst * radians);
    sky.west[i] = (sky.longitude[i] ?? 0) + (sky.west[i] ?? 0) / perDegree;
    sky.east[i] = (sky.longitude[i] ?? 0) + (sky.east[i] ?? 0) / perDegree;
  }
  return sky;
}

/**
 * One that bends is judged as if it went straight on, too: for a while from now, and wherever it will be by its speed
 * there. Widens the box by the first, and answers by how many metres more for the second.
 */
function widenByLine(
  { vx, vy }: Motion,
  i: number,
  { groundSpeedMps }: SceneTarget,
  { lineS, tauS }: Bounds,
  box: Reach,
): number {
  const [x, y] = [(vx[i] ?? 0) * lineS, (vy[i] ?? 0) * lineS];
  box.west = Math.min(box.west, x);
  box.east = Math.max(box.east, x);
  box.south = Math.min(box.south, y);
  box.north = Math.max(box.north, y);
  return (groundSpeedMps ?? 0) * tauS;
}

/** Metres that the first is east of the second. */
function eastOf({ latitude, longitude }: Columns, i: number, j: number): number {
  const middle = (((latitude[i] ?? 0) + (latitude[j] ?? 0)) / 2) * radians;
  return normalLongitude((longitude[i] ?? 0) - (longitude[j] ?? 0)) * metresPerDegree * Math.cos(middle);
}

/** Every two whose boxes and heights meet, once. */
function meetingPairs(sky: Columns): Int32Array {
  let pairs = integers.of('pairs', 8 * sky.airborne.length);
  let found = 0;
  if (sky.airborne.length < 2) return pairs.subarray(0, 0);
  const all = boxesOf(sky);
  const { owner, west, east, real } = all;
  const grid = gridOf(sky, all);
  const { starts, entries, rows, columns } = grid;
  const entered = starts[rows * columns] ?? 0;
  // In the order of the cells: what is compared lies side by side in memory.
  const boxes = floats.of('boxes', 6 * entered);
  for (let a = 0; a < entered; a += 1) {
    const p = entries[a] ?? 0;
    const i = owner[p] ?? 0;
    boxes[6 * a] = sky.low[i] ?? 0;
    boxes[6 * a + 1] = sky.high[i] ?? 0;
    boxes[6 * a + 2] = west[p] ?? 0;
    boxes[6 * a + 3] = east[p] ?? 0;
    boxes[6 * a + 4] = sky.south[i] ?? 0;
    boxes[6 * a + 5] = sky.north[i] ?? 0;
  }
  const meet = (a: number, b: number, row: number, column: number) => {
    const w = Math.max(boxes[a + 2] ?? 0, boxes[b + 2] ?? 0);
    const s = Math.max(boxes[a + 4] ?? 0, boxes[b + 4] ?? 0);
    // Two that meet in several cells are visited in that of the corner of what they share.
    if (grid.columnOf(w) !== column || grid.rowOf(s) !== row) return;
    const [p, q] = [entries[a / 6] ?? 0, entries[b / 6] ?? 0];
    const [i, j] = [owner[p] ?? 0, owner[q] ?? 0];
    if (i === j || (p >= real && q >= real)) return;
    if (found + 2 > pairs.length) {
      const fewer = pairs;
      pairs = new Int32Array(2 * fewer.length);
      pairs.set(fewer);
      integers.kept.set('pairs', pairs);
    }
    pairs[found] = i;
    pairs[found + 1] = j;
    found += 2;
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cell = row * columns + column;
      const end = 6 * (starts[cell + 1] ?? 0);
      for (let a = 6 * (starts[cell] ?? 0); a < end; a += 6) {
        const low = boxes[a] ?? 0;
        const high = boxes[a + 1] ?? 0;
        const w = boxes[a + 2] ?? 0;
        const e = boxes[a + 3] ?? 0;
        const s = boxes[a + 4] ?? 0;
        const n = boxes[a + 5] ?? 0;
        for (let b = a + 6; b < end; b += 6) {
          if ((boxes[b] ?? 0) > high || (boxes[b + 1] ?? 0) < low) continue;
          if ((boxes[b + 2] ?? 0) > e || (boxes[b + 3] ?? 0) < w) continue;
          if ((boxes[b + 4] ?? 0) > n || (boxes[b + 5] ?? 0) < s) continue;
          meet(a, b, row, column);
        }
      }
    }
  }
  return pairs.subarray(0, found);
}

/** Boxes of targets by a number of their own. */
interface Boxes {
  count: number;
  /** How many are no second ones. */
  real: number;
  /** Index of the target. */
  owner: Int32Array;
  west: Float64Array;
  east: Float64Array;
}

/** Boxes between 180° west and east; what reaches over the date line has a second one on the other side. */
function boxesOf({ airborne, west: from, east: to }: Columns): Boxes {
  const real = airborne.length;
  const owner = integers.of('owner', 2 * real);
  const west = floats.of('boxWest', 2 * real);
  const east = floats.of('boxEast', 2 * real);
  let count = 0;
  for (const i of airborne) {
    const shift = (from[i] ?? 0) < -180 ? 360 : 0;
    owner[count] = i;
    west[count] = (from[i] ?? 0) + shift;
    east[count] = (to[i] ?? 0) + shift;
    count += 1;
  }
  for (let p = 0; p < real; p += 1) {
    if ((east[p] ?? 0) <= 180) continue;
    owner[count] = owner[p] ?? 0;
    west[count] = (west[p] ?? 0) - 360;
    east[count] = (east[p] ?? 0) - 360;
    count += 1;
  }
  return { count, real, owner, west, east };
}

/** Which boxes lie in which cell: `entries` from `starts[cell]` to `starts[cell + 1]`. */
function gridOf(sky: Columns, { count, owner, west, east }: Boxes) {
  const { south, north } = sky;
  const edge = { west: 360, south: 90, east: -360, north: -90, width: 0, height: 0 };
  for (let p = 0; p < count; p += 1) {
    const i = owner[p] ?? 0;
    const [w, e, s, n] = [west[p] ?? 0, east[p] ?? 0, south[i] ?? 0, north[i] ?? 0];
    if (w < edge.west) edge.west = w;
    if (e > edge.east) edge.east = e;
    if (s < edge.south) edge.south = s;
    if (n > edge.north) edge.north = n;
    edge.width += e - w;
    edge.height += n - s;
  }
  // A cell is as large as a box is on the average, and there are no more than some for each box.
  const most = Math.ceil(2 * Math.sqrt(count)) + 1;
  const many = (whole: number, mean: number) => Math.min(most, Math.max(1, Math.ceil(whole / mean)));
  const columns = many(edge.east - edge.west, edge.width / count);
  const rows = many(edge.north - edge.south, edge.height / count);
  const perColumn = (edge.east - edge.west) / columns || 1;
  const perRow = (edge.north - edge.south) / rows || 1;
  const columnOf = (longitude: number) =>
    Math.min(columns - 1, Math.floor((longitude - edge.west) / perColumn));
  const rowOf = (latitude: number) => Math.min(rows - 1, Math.floor((latitude - edge.south) / perRow));
  const starts = integers.of('starts', rows * columns + 1).fill(0, 0, rows * columns + 1);
  const eachCell = (act: (cell: number, p: number) => void) => {
    for (let p = 0; p < count; p += 1) {
      const i = owner[p] ?? 0;
      const [lastRow, lastColumn] = [rowOf(north[i] ?? 0), columnOf(east[p] ?? 0)];
      const first = columnOf(west[p] ?? 0);
      for (let row = rowOf(south[i] ?? 0); row <= lastRow; row += 1) {
        for (let column = first; column <= lastColumn; column += 1) act(row * columns + column, p);
      }
    }
  };
  eachCell((cell) => {
    starts[cell + 1] = (starts[cell + 1] ?? 0) + 1;
  });
  for (let cell = 0; cell < rows * columns; cell += 1) {
    starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0);
  }
  const next = integers.of('next', rows * columns);
  next.set(starts.subarray(0, rows * columns));
  const entries = integers.of('entries', starts[rows * columns] ?? 0);
  eachCell((cell, p) => {
    const at = next[cell] ?? 0;
    entries[at] = p;
    next[cell] = at + 1;
  });
  return { starts, entries, rows, columns, columnOf, rowOf };
}

/**
 * Whether two of which one does not go straight on come so near that it must be looked at closely, while the height
 * between them is small. Where both go straight it is known; where one turns they get no nearer than their speeds
 * allow, so that most of that time is leapt over.
 */
function mayComeNear(sky: Columns, motion: Motion, i: number, j: number, bounds: Bounds): boolean {
  const { distanceM, verticalM, tauS, bentS } = bounds;
  const closingMps = closingOf(sky.speed[i] ?? 0, sky.speed[j] ?? 0);
  const { x: nowX, y: nowY, z, vz } = relative;
  const untilS = Math.min(bentS, lastWithinS(z, vz, verticalM));
  for (let timeS = firstWithinS(z, vz, verticalM); timeS <= untilS; ) {
    moved(motion, i, timeS, here);
    moved(motion, j, timeS, there);
    const [x, y] = [nowX + here.x - there.x, nowY + here.y - there.y];
    const straightS =
      Math.min(
        motion.bent[i]?.straightUntilS(timeS) ?? bentS,
        motion.bent[j]?.straightUntilS(timeS) ?? bentS,
      ) - timeS;
    if (straightS > leastS) {
      const farS = Math.min(straightS, stepS);
      moved(motion, i, timeS + farS, later);
      relative.vx = (later.x - here.x) / farS;
      relative.vy = (later.y - here.y) / farS;
      moved(motion, j, timeS + farS, later);
      relative.vx -= (later.x - there.x) / farS;
      relative.vy -= (later.y - there.y) / farS;
      relative.x = x;
      relative.y = y;
      relative.z = z + vz * timeS;
      if (entryS(relative, bounds) <= straightS) return true;
      timeS += straightS;
      continue;
    }
    const freeS = (Math.sqrt(x * x + y * y) - distanceM) / closingMps - tauS;
    if (freeS <= 2 * stepS) return true;
    timeS += freeS - stepS;
  }
  return false;
}

/** From when to when the height between two is small: `z` metres now, that become `vz` more each second. */
export function firstWithinS(z: number, vz: number, verticalM: number): number {
  if (Math.abs(z) <= verticalM) return 0;
  const timeS = ((z > 0 ? verticalM : -verticalM) - z) / vz;
  return timeS >= 0 ? timeS : Number.POSITIVE_INFINITY;
}

export function lastWithinS(z: number, vz: number, verticalM: number): number {
  return Math.abs(vz) < 1e-6 ? Number.POSITIVE_INFINITY : ((vz > 0 ? verticalM : -verticalM) - z) / vz;
}

/** No two come nearer to each other than this, metres a second. */
export const closingOf = (one: number, two: number): number => Math.max(1, one + two);

function moved({ bent, vx, vy }: Motion, i: number, timeS: number, into: Offset): void {
  const way = bent[i];
  if (way) {
    way.after(timeS, into);
    return;
  }
  into.x = (vx[i] ?? 0) * timeS;
  into.y = (vy[i] ?? 0) * timeS;
}
