/** Figures of one box: the least of each dimension, then the greatest. Three of space, altitude, time. */
export const dimensions = 5;
export const boxSize = 2 * dimensions;

/** Boxes of a leaf at most: fewer are looked through faster than a level more is climbed. */
const leafSize = 8;
/** Boxes looked at between two pauses of a build. */
const stride = 20_000;

/** A static tree over boxes, split at the middle of whichever dimension tells them apart best. */
export interface BoxTree {
  readonly size: number;
  /** Calls `visit` with each slot whose box meets this one, both ends included; `true` ends the search. */
  search(query: Float64Array, visit: (slot: number) => boolean): boolean;
  /** Every slot in it. */
  readonly slots: Int32Array;
}

/**
 * Builds a tree over the boxes of these slots (box s begins at s · boxSize). A generator, so that a server that builds
 * a large one can breathe in between; `built` runs it through.
 */
export function* buildTree(boxes: Float64Array, slots: Int32Array): Generator<void, BoxTree> {
  const count = slots.length;
  const levels = Math.max(0, Math.ceil(Math.log2(Math.max(1, count / leafSize))));
  const nodes = new Float64Array(2 ** (levels + 1) * boxSize);
  const typical = typicalExtents(boxes, slots);
  const keys = new Float64Array(count);
  let work = 0;

  // Top down, a range a node: node n has the children 2n and 2n + 1 and the range its ancestors' halves leave.
  const queue: [node: number, from: number, to: number, level: number][] = [[1, 0, count, 0]];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [node, from, to, level] = next;
    const dimension = bound(boxes, slots, from, to, nodes, node * boxSize, typical);
    work += to - from;
    if (level < levels) {
      for (let i = from; i < to; i += 1) keys[i] = centreOf(boxes, slots[i] ?? 0, dimension);
      const middle = (from + to) >> 1;
      partition(keys, slots, from, to - 1, middle);
      queue.push([2 * node, from, middle, level + 1], [2 * node + 1, middle, to, level + 1]);
    }
    if (work > stride) {
      work = 0;
      yield;
    }
  }
  return { size: count, slots, search: searcher(boxes, slots, nodes, levels) };
}

export function built(boxes: Float64Array, slots: Int32Array): BoxTree {
  const building = buildTree(boxes, slots);
  for (;;) {
    const { done, value } = building.next();
    if (done) return value;
  }
}

function searcher(boxes: Float64Array, slots: Int32Array, nodes: Float64Array, levels: number) {
  const search = (
    query: Float64Array,
    visit: (slot: number) => boolean,
    node: number,
    from: number,
    to: number,
    level: number,
  ): boolean => {
    if (from >= to || !meets(nodes, node * boxSize, query)) return false;
    if (level < levels) {
      const middle = (from + to) >> 1;
      return (
        search(query, visit, 2 * node, from, middle, level + 1) ||
        search(query, visit, 2 * node + 1, middle, to, level + 1)
      );
    }
    for (let i = from; i < to; i += 1) {
      const slot = slots[i] ?? 0;
      if (meets(boxes, slot * boxSize, query) && visit(slot)) return true;
    }
    return false;
  };
  return (query: Float64Array, visit: (slot: number) => boolean) =>
    search(query, visit, 1, 0, slots.length, 0);
}

export function meets(boxes: Float64Array, at: number, query: Float64Array): boolean {
  for (let d = 0; d < dimensions; d += 1) {
    if ((boxes[at + d] ?? 0) > (query[dimensions + d] ?? 0)) return false;
    if ((boxes[at + dimensions + d] ?? 0) < (query[d] ?? 0)) return false;
  }
  return true;
}

function centreOf(boxes: Float64Array, slot: number, dimension: number): number {
  const at = slot * boxSize + dimension;
  return (boxes[at] ?? 0) + (boxes[at + dimensions] ?? 0);
}

/** The mean extent in each dimension: how far apart two must be there to be told apart. */
function typicalExtents(boxes: Float64Array, slots: Int32Array): Float64Array {
  const extents = new Float64Array(dimensions);
  for (const slot of slots) {
    for (let d = 0; d < dimensions; d += 1) {
      const at = slot * boxSize + d;
      extents[d] = (extents[d] ?? 0) + (boxes[at + dimensions] ?? 0) - (boxes[at] ?? 0);
    }
  }
  for (let d = 0; d < dimensions; d += 1) {
    extents[d] = Math.max((extents[d] ?? 0) / Math.max(1, slots.length), 1e-3);
  }
  return extents;
}

/** Writes the box around a range, and says in which dimension its boxes are spread most for their size. */
function bound(
  boxes: Float64Array,
  slots: Int32Array,
  from: number,
  to: number,
  nodes: Float64Array,
  node: number,
  typical: Float64Array,
): number {
  let best = 0;
  let bestSpread = -1;
  for (let d = 0; d < dimensions; d += 1) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    let leastCentre = Number.POSITIVE_INFINITY;
    let mostCentre = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i += 1) {
      const at = (slots[i] ?? 0) * boxSize + d;
      const low = boxes[at] ?? 0;
      const high = boxes[at + dimensions] ?? 0;
      if (low < least) least = low;
      if (high > most) most = high;
      const centre = low + high;
      if (centre < leastCentre) leastCentre = centre;
      if (centre > mostCentre) mostCentre = centre;
    }
    nodes[node + d] = least;
    nodes[node + dimensions + d] = most;
    const spread = (mostCentre - leastCentre) / (typical[d] ?? 1);
    if (spread > bestSpread) {
      bestSpread = spread;
      best = d;
    }
  }
  return best;
}

/** Orders keys (and slots with them) so that what stands before `middle` is no greater than what stands after it. */
function partition(keys: Float64Array, slots: Int32Array, first: number, last: number, middle: number): void {
  let [left, right] = [first, last];
  while (left < right) {
    const pivot = median(keys, left, (left + right) >> 1, right);
    let i = left;
    let j = right;
    while (i <= j) {
      while ((keys[i] ?? 0) < pivot) i += 1;
      while ((keys[j] ?? 0) > pivot) j -= 1;
      if (i <= j) {
        swap(keys, slots, i, j);
        i += 1;
        j -= 1;
      }
    }
    if (middle <= j) right = j;
    else if (middle >= i) left = i;
    else return;
  }
}

function median(keys: Float64Array, a: number, b: number, c: number): number {
  const [x, y, z] = [keys[a] ?? 0, keys[b] ?? 0, keys[c] ?? 0];
  return Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
}

function swap(keys: Float64Array, slots: Int32Array, i: number, j: number): void {
  const key = keys[i] ?? 0;
  keys[i] = keys[j] ?? 0;
  keys[j] = key;
  const slot = slots[i] ?? 0;
  slots[i] = slots[j] ?? 0;
  slots[j] = slot;
}
