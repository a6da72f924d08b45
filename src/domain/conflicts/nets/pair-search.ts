import { normalLongitude } from '#domain/geo/geodesy.ts';
import type { Steps } from '#domain/steps.ts';
import { entryS, type WellClear } from './closest-approach.ts';
import { metresPerDegree, type Offset, radians } from './local-plane.ts';
import { type Motion, reachOf } from './motion.ts';
import type { Reach } from './prediction.ts';
import type { Sky } from './safety-net.ts';
import { flag } from './sky.ts';
import type { SkyHeights } from './sky-heights.ts';

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

/** What a search found: the most urgent of those that may meet, and how much it cost. */
export interface Meetings {
  /** Indices of targets, one after the other, the most urgent first where there are too many. */
  pairs: Int32Array;
  /** Of each two what they are of: a target by its index, a group by its number after the last target. */
  units: Int32Array;
  /** Pairs of boxes and of members compared. */
  compared: number;
  /** Aircraft that were not compared with everyone who may meet them. */
  left: Set<number>;
}

/** Work of a scan: beyond it the most urgent are looked at, and `Meetings.left` names the others. */
const most = {
  /** Comparisons of boxes: on a day of 10,000 tracks over a country there are some 200,000. */
  boxes: 1_500_000,
  /** And of members of groups with those that may meet them. */
  members: 300_000,
  /** Two units of which one is a group are looked at closely this often: the first to meet. */
  foremost: 3,
  /** Pairs that come out; where there are more aircraft, one for each. */
  pairs: 8_000,
};

/**
 * Every two targets in the air that may come as near as the bounds say, but those of one group; of those of a group that
 * another, or another group, may meet the first. A grid over the boxes of their ways, then the heights, then the
 * arithmetic of the pair, each step over all that the one before left: plain numbers in arrays, and nothing is allocated
 * for a pair.
 */
export function* pairsThatMayMeet(
  sky: Sky,
  motion: Motion,
  heights: SkyHeights,
  bounds: Bounds,
  groups: readonly (readonly number[])[] = [],
): Steps<Meetings> {
  const memory = idle.pop() ?? newMemory();
  try {
    return yield* search(memory, sky, motion, heights, bounds, groups);
  } finally {
    idle.push(memory);
  }
}

function* search(
  memory: Memory,
  whole: Sky,
  motion: Motion,
  heights: SkyHeights,
  bounds: Bounds,
  groups: readonly (readonly number[])[],
): Steps<Meetings> {
  const { integers, floats } = memory;
  const sky = columnsOf(memory, whole, motion, bounds, groups);
  yield;
  const found = yield* meetingUnits(memory, sky);
  const left = new Set(found.left);
  const meets = (i: number, j: number) => meetsAfterS(sky, motion, heights, bounds, i, j);
  const first = sky.targets;
  const sorted = groups.map((members) =>
    [...members].sort((a, b) => (sky.latitude[a] ?? 0) - (sky.latitude[b] ?? 0)),
  );
  const isGroup = (unit: number) => unit >= first;
  let ofGroups = 0;
  for (let at = 0; at < found.units.length; at += 2)
    if (isGroup(found.units[at] ?? 0) || isGroup(found.units[at + 1] ?? 0)) ofGroups += 1;
  const share = Math.max(32, Math.floor(most.members / Math.max(1, ofGroups)));
  let { compared } = found;
  const size = found.units.length + 2 * (most.foremost - 1) * ofGroups;
  const pairs = integers.of('meeting', size);
  const units = integers.of('meetingUnits', size);
  const whenS = floats.of('meetingWhen', size / 2);
  let kept = 0;
  const keep = (i: number, j: number, u: number, v: number, timeS: number) => {
    pairs[kept] = i;
    pairs[kept + 1] = j;
    units[kept] = u;
    units[kept + 1] = v;
    whenS[kept / 2] = timeS;
    kept += 2;
  };
  let looked = 0;
  for (let at = 0; at < found.units.length; at += 2) {
    looked += 1;
    if (looked >= metInStep) {
      yield;
      looked = 0;
    }
    const [u, v] = [found.units[at] ?? 0, found.units[at + 1] ?? 0];
    if (!isGroup(u) && !isGroup(v)) {
      const timeS = meets(u, v);
      if (timeS !== Number.POSITIVE_INFINITY) keep(u, v, u, v, timeS);
      continue;
    }
    const sides = thinned(sky, sorted[u - first] ?? [u], sorted[v - first] ?? [v], share);
    const foremost: { i: number; j: number; timeS: number; far: number }[] = [];
    for (const i of sides.first) {
      for (const j of sides.second) {
        compared += 1;
        looked += 1;
        const timeS = meets(i, j);
        const last = foremost.at(-1);
        const isFull = foremost.length === most.foremost;
        if (timeS === Number.POSITIVE_INFINITY || (isFull && timeS > (last?.timeS ?? 0))) continue;
        const far = distanceM(sky, i, j);
        if (isFull && last && timeS === last.timeS && far >= last.far) continue;
        foremost.push({ i, j, timeS, far });
        foremost.sort((a, b) => a.timeS - b.timeS || a.far - b.far);
        if (foremost.length > most.foremost) foremost.pop();
      }
    }
    for (const { i, j, timeS } of foremost) keep(i, j, u, v, timeS);
  }
  const count = kept / 2;
  if (count <= most.pairs)
    return { pairs: pairs.slice(0, kept), units: units.slice(0, kept), compared, left };
  const farM = floats.of('meetingFar', count);
  for (let n = 0; n < count; n += 1) farM[n] = distanceM(sky, pairs[2 * n] ?? 0, pairs[2 * n + 1] ?? 0);
  const order = Array.from({ length: count }, (_, n) => n).sort(
    (a, b) => (whenS[a] ?? 0) - (whenS[b] ?? 0) || (farM[a] ?? 0) - (farM[b] ?? 0),
  );
  const chosen = firstOfEach(order, units, sky.targets + groups.length);
  const inOrder = (of: Int32Array) =>
    Int32Array.from({ length: 2 * chosen.length }, (_, n) => of[2 * (chosen[n >> 1] ?? 0) + (n & 1)] ?? 0);
  const isChosen = new Set(chosen);
  for (const n of order) if (!isChosen.has(n)) left.add(pairs[2 * n] ?? 0).add(pairs[2 * n + 1] ?? 0);
  return { pairs: inOrder(pairs), units: inOrder(units), compared, left };
}

/**
 * Of pairs in their order those that are among the first few of either of the two: as many of each as all may have. Whoever
 * has few loses none, however crowded it is elsewhere.
 */
function firstOfEach(order: readonly number[], units: Int32Array, count: number): number[] {
  for (let each = 64; ; each = Math.floor(each / 2)) {
    const counts = new Uint16Array(count);
    const chosen = order.filter((n) => {
      const [u, v] = [units[2 * n] ?? 0, units[2 * n + 1] ?? 0];
      const isFirst = (counts[u] ?? 0) < each || (counts[v] ?? 0) < each;
      if (isFirst) {
        counts[u] = (counts[u] ?? 0) + 1;
        counts[v] = (counts[v] ?? 0) + 1;
      }
      return isFirst;
    });
    if (chosen.length <= most.pairs || each === 1) return chosen;
  }
}

/** In how many seconds two may be too near to each other, as far as the bounds ask; Infinity: they do not. */
function meetsAfterS(
  sky: Columns,
  motion: Motion,
  heights: SkyHeights,
  bounds: Bounds,
  i: number,
  j: number,
): number {
  const { bent, vx, vy } = motion;
  relative.x = eastOf(sky, i, j);
  relative.y = ((sky.latitude[i] ?? 0) - (sky.latitude[j] ?? 0)) * metresPerDegree;
  relative.vx = (vx[i] ?? 0) - (vx[j] ?? 0);
  relative.vy = (vy[i] ?? 0) - (vy[j] ?? 0);
  relative.z = heights.shared(i, j);
  relative.slackM = 0;
  const climb = (sky.climb[i] ?? 0) - (sky.climb[j] ?? 0);
  relative.vz = climb;
  if (Number.isNaN(relative.z)) {
    relative.z = relative.vz = 0;
    // Bounds cost more than the arithmetic: only those that meet as seen from above need them.
    if (!bent[i] && !bent[j] && entryS(relative, bounds) > bounds.straightS) return Number.POSITIVE_INFINITY;
    // Where one states no height, the two are taken to be at one height.
    if (heights.between(i, j, relative)) relative.vz = climb;
  }
  const byLineS = entryS(relative, bounds);
  if (!bent[i] && !bent[j]) return byLineS <= bounds.straightS ? byLineS : Number.POSITIVE_INFINITY;
  return byLineS <= bounds.lineS ? byLineS : mayComeNearS(sky, motion, i, j, bounds);
}

/** Of a large group so many are looked at for each that meets it, by latitude, and of these the nearest are compared. */
const lookedAt = 512;

/** So many of each side at most that there are no more than `share` pairs: those nearest to the other side. */
function thinned(sky: Columns, one: readonly number[], two: readonly number[], share: number) {
  if (one.length * two.length <= share) return { first: one, second: two };
  const root = Math.floor(Math.sqrt(share));
  const fewOne = Math.min(one.length, Math.max(root, Math.floor(share / two.length)));
  const fewTwo = Math.min(two.length, Math.floor(share / fewOne));
  return { first: nearestTo(sky, one, two, fewOne), second: nearestTo(sky, two, one, fewTwo) };
}

/** `members` in the order of latitude. */
function nearestTo(sky: Columns, members: readonly number[], others: readonly number[], count: number) {
  if (members.length <= count) return members;
  // The other side by some of it: it may be large, too.
  const step = Math.ceil(others.length / 4);
  const some = others.filter((_, n) => n % step === 0);
  const looked = new Map<number, number>();
  for (const other of some) {
    const latitude = sky.latitude[other] ?? 0;
    let [low, high] = [0, members.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sky.latitude[members[middle] ?? 0] ?? 0) < latitude) low = middle + 1;
      else high = middle;
    }
    const half = Math.ceil(lookedAt / some.length / 2);
    for (const i of members.slice(Math.max(0, low - half), low + half))
      looked.set(i, Math.min(looked.get(i) ?? Number.POSITIVE_INFINITY, distanceM(sky, i, other)));
  }
  const sorted = [...looked].sort(([, a], [, b]) => a - b);
  return sorted.slice(0, count).map(([i]) => i);
}

function distanceM(sky: Columns, i: number, j: number): number {
  const x = eastOf(sky, i, j);
  const y = ((sky.latitude[i] ?? 0) - (sky.latitude[j] ?? 0)) * metresPerDegree;
  return Math.sqrt(x * x + y * y);
}

/** Written anew for each pair. */
const relative = { x: 0, y: 0, z: 0, slackM: 0, vx: 0, vy: 0, vz: 0 };
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

const newMemory = () => ({
  floats: keptArrays((count) => new Float64Array(count)),
  integers: keptArrays((count) => new Int32Array(count)),
});
type Memory = ReturnType<typeof newMemory>;
/** Of searches that are over: two that go on at once do not share it. */
const idle: Memory[] = [];

/** Pairs that are met, and of boxes that are compared, in one step: a few milliseconds. */
const metInStep = 10_000;
const comparedInStep = 100_000;

/** What is asked of a target for each pair, by its index among all; of one on the ground it says nothing. */
interface Columns extends Pick<Sky, 'latitude' | 'longitude' | 'climb' | 'speed'> {
  /** The box of its way in degrees, half of the distance in question around it. */
  west: Float64Array;
  east: Float64Array;
  south: Float64Array;
  north: Float64Array;
  /** Between which pressure altitudes it will be, half of the vertical distance around; infinite where it states none. */
  low: Float64Array;
  high: Float64Array;
  /** What is compared: indices of those in the air that are in no group, and after the last target the groups. */
  units: number[];
  /** How many targets there are, those on the ground too. */
  targets: number;
}

function columnsOf(
  { floats }: Memory,
  { targets, latitude, longitude, climb, speed, pressureM, flags }: Sky,
  motion: Motion,
  bounds: Bounds,
  groups: readonly (readonly number[])[],
): Columns {
  const count = targets.length;
  const column = (name: string) => floats.of(name, count + groups.length);
  const sky: Columns = {
    latitude,
    longitude,
    climb,
    speed,
    west: column('west'),
    east: column('east'),
    south: column('south'),
    north: column('north'),
    low: column('low'),
    high: column('high'),
    units: [],
    targets: count,
  };
  const airborne: number[] = [];
  const timeS = Math.max(bounds.bentS, bounds.straightS) + bounds.tauS;
  const half = bounds.distanceM / 2;
  const box = { west: 0, east: 0, south: 0, north: 0 };
  let farthestDeg = 0;
  for (let i = 0; i < count; i += 1) {
    if ((flags[i] ?? 0) & flag.onGround) continue;
    airborne.push(i);
    reachOf(motion, i, timeS, box);
    const around = half + (motion.bent[i] ? widenByLine(motion, i, speed[i] ?? 0, bounds, box) : 0);
    const here = latitude[i] ?? 0;
    sky.west[i] = box.west - around;
    sky.east[i] = box.east + around;
    sky.south[i] = here + (box.south - around) / metresPerDegree;
    sky.north[i] = here + (box.north + around) / metresPerDegree;
    farthestDeg = Math.max(farthestDeg, (sky.north[i] ?? 0) - (sky.south[i] ?? 0));
    const height = pressureM[i] ?? Number.NaN;
    const rise = (climb[i] ?? 0) * timeS;
    const isKnown = !Number.isNaN(height);
    sky.low[i] = isKnown ? height + Math.min(0, rise) - bounds.verticalM / 2 : Number.NEGATIVE_INFINITY;
    sky.high[i] = isKnown ? height + Math.max(0, rise) + bounds.verticalM / 2 : Number.POSITIVE_INFINITY;
  }
  // East and west in degrees by the parallel nearest to the pole that any of two could be compared on.
  for (const i of airborne) {
    const worst = Math.min(89, Math.abs(sky.latitude[i] ?? 0) + farthestDeg);
    const perDegree = metresPerDegree * Math.cos(worst * radians);
    sky.west[i] = (sky.longitude[i] ?? 0) + (sky.west[i] ?? 0) / perDegree;
    sky.east[i] = (sky.longitude[i] ?? 0) + (sky.east[i] ?? 0) / perDegree;
  }
  const grouped = new Uint8Array(count);
  groups.forEach((members, number) => {
    for (const i of members) grouped[i] = 1;
    boxOfGroup(sky, members, count + number);
  });
  sky.units = airborne.filter((i) => !grouped[i]);
  groups.forEach((_, number) => void sky.units.push(count + number));
  return sky;
}

/** The box of a group is that of all its members, into column `unit`. */
function boxOfGroup(sky: Columns, members: readonly number[], unit: number): void {
  const start = sky.longitude[members[0] ?? 0] ?? 0;
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  let [low, high] = [Infinity, -Infinity];
  for (const i of members) {
    // On the side of the date line on which the first one is.
    const own = sky.longitude[i] ?? 0;
    const shift = start + normalLongitude(own - start) - own;
    west = Math.min(west, (sky.west[i] ?? 0) + shift);
    east = Math.max(east, (sky.east[i] ?? 0) + shift);
    south = Math.min(south, sky.south[i] ?? 0);
    north = Math.max(north, sky.north[i] ?? 0);
    low = Math.min(low, sky.low[i] ?? 0);
    high = Math.max(high, sky.high[i] ?? 0);
  }
  sky.west[unit] = west;
  sky.east[unit] = east;
  sky.south[unit] = south;
  sky.north[unit] = north;
  sky.low[unit] = low;
  sky.high[unit] = high;
}

/**
 * One that bends is judged as if it went straight on, too: for a while from now, and wherever it will be by its speed
 * there. Widens the box by the first, and answers by how many metres more for the second.
 */
function widenByLine(
  { vx, vy }: Motion,
  i: number,
  speed: number,
  { lineS, tauS }: Bounds,
  box: Reach,
): number {
  const [x, y] = [(vx[i] ?? 0) * lineS, (vy[i] ?? 0) * lineS];
  box.west = Math.min(box.west, x);
  box.east = Math.max(box.east, x);
  box.south = Math.min(box.south, y);
  box.north = Math.max(box.north, y);
  return speed * tauS;
}

/** Metres that the first is east of the second. */
export function eastOf(
  { latitude, longitude }: Pick<Sky, 'latitude' | 'longitude'>,
  i: number,
  j: number,
): number {
  const middle = (((latitude[i] ?? 0) + (latitude[j] ?? 0)) / 2) * radians;
  return normalLongitude((longitude[i] ?? 0) - (longitude[j] ?? 0)) * metresPerDegree * Math.cos(middle);
}

/**
 * Every two whose boxes and heights meet, once. In cells that hold too many each is compared with the next ones alone, in
 * the order of latitude: what is elsewhere is looked at as always.
 */
function* meetingUnits(
  memory: Memory,
  sky: Columns,
): Steps<{ units: Int32Array; compared: number; left: number[] }> {
  const { integers, floats } = memory;
  let pairs = integers.of('pairs', 8 * sky.units.length);
  let found = 0;
  let compared = 0;
  const left: number[] = [];
  if (sky.units.length < 2) return { units: pairs.subarray(0, 0), compared, left };
  const all = boxesOf(memory, sky);
  const { owner, west, east, real } = all;
  const grid = gridOf(memory, sky, all);
  yield;
  const { starts, entries, rows, columns } = grid;
  const entered = starts[rows * columns] ?? 0;
  const sizeOf = (cell: number) => (starts[cell + 1] ?? 0) - (starts[cell] ?? 0);
  const reach = reachWithin(rows * columns, sizeOf);
  for (let cell = 0; cell < rows * columns; cell += 1) {
    if (sizeOf(cell) <= reach + 1) continue;
    const own = entries.subarray(starts[cell], starts[cell + 1]);
    own.sort((p, q) => (sky.south[owner[p] ?? 0] ?? 0) - (sky.south[owner[q] ?? 0] ?? 0));
    for (const p of own) if ((owner[p] ?? 0) < sky.targets) left.push(owner[p] ?? 0);
  }
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
  yield;
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
  let restedAt = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (compared - restedAt >= comparedInStep) {
        yield;
        restedAt = compared;
      }
      const cell = row * columns + column;
      const end = 6 * (starts[cell + 1] ?? 0);
      for (let a = 6 * (starts[cell] ?? 0); a < end; a += 6) {
        const low = boxes[a] ?? 0;
        const high = boxes[a + 1] ?? 0;
        const w = boxes[a + 2] ?? 0;
        const e = boxes[a + 3] ?? 0;
        const s = boxes[a + 4] ?? 0;
        const n = boxes[a + 5] ?? 0;
        const last = Math.min(end, a + 6 * reach + 6);
        compared += (last - a) / 6 - 1;
        for (let b = a + 6; b < last; b += 6) {
          if ((boxes[b] ?? 0) > high || (boxes[b + 1] ?? 0) < low) continue;
          if ((boxes[b + 2] ?? 0) > e || (boxes[b + 3] ?? 0) < w) continue;
          if ((boxes[b + 4] ?? 0) > n || (boxes[b + 5] ?? 0) < s) continue;
          meet(a, b, row, column);
        }
      }
    }
  }
  return { units: pairs.subarray(0, found), compared, left };
}

/** With how many of those after it in its cell each is compared, so that all comparisons stay within what a scan may take. */
function reachWithin(cells: number, sizeOf: (cell: number) => number): number {
  const sizes: number[] = [];
  for (let cell = 0; cell < cells; cell += 1) if (sizeOf(cell) > 1) sizes.push(sizeOf(cell));
  const work = (reach: number) =>
    sizes.reduce((sum, size) => sum + size * Math.min(reach, (size - 1) / 2), 0);
  let reach = sizes.reduce((largest, size) => Math.max(largest, size), 1);
  while (reach > 1 && work(reach) > most.boxes) reach = Math.floor(reach / 2);
  return reach;
}

/** Boxes of targets and groups by a number of their own. */
interface Boxes {
  count: number;
  /** How many are no second ones. */
  real: number;
  /** Index of the target, or number of the group after them. */
  owner: Int32Array;
  west: Float64Array;
  east: Float64Array;
}

/** Boxes between 180° west and east; what reaches over the date line has a second one on the other side. */
function boxesOf({ integers, floats }: Memory, { units, west: from, east: to }: Columns): Boxes {
  const real = units.length;
  const owner = integers.of('owner', 2 * real);
  const west = floats.of('boxWest', 2 * real);
  const east = floats.of('boxEast', 2 * real);
  let count = 0;
  for (const i of units) {
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
function gridOf({ integers }: Memory, sky: Columns, { count, owner, west, east }: Boxes) {
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
 * When two of which one does not go straight on come so near that it must be looked at closely, while the height between
 * them is small, seconds; Infinity: they do not. Where both go straight it is known; where one turns they get no nearer than their speeds
 * allow, so that most of that time is leapt over.
 */
function mayComeNearS(sky: Columns, motion: Motion, i: number, j: number, bounds: Bounds): number {
  const { distanceM, verticalM, tauS, bentS } = bounds;
  const closingMps = closingOf(sky.speed[i] ?? 0, sky.speed[j] ?? 0);
  const { x: nowX, y: nowY, z, slackM, vz } = relative;
  const untilS = Math.min(bentS, lastWithinS(z, vz, verticalM + slackM));
  for (let timeS = firstWithinS(z, vz, verticalM + slackM); timeS <= untilS; ) {
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
      const inS = entryS(relative, bounds);
      if (inS <= straightS) return timeS + inS;
      timeS += straightS;
      continue;
    }
    const freeS = (Math.sqrt(x * x + y * y) - distanceM) / closingMps - tauS;
    if (freeS <= 2 * stepS) return timeS;
    timeS += freeS - stepS;
  }
  return Number.POSITIVE_INFINITY;
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
