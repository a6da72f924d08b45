import { type BoxTree, boxSize, buildTree, built, dimensions, meets } from './box-tree.ts';
import { ballOf } from './footprint.ts';
import { conflictOf, type StrategicConflict, type StrategicOptions, type Volume4d } from './strategic.ts';
import { amslSpan } from './vertical.ts';

/** What lasts longer than this tells nothing by its time: it stands in a tree of its own, split by place and height. */
const standingMs = 3 * 86_400_000;
/** Changes that are looked through one by one; more become a small tree. */
const tailSize = 64;
/** A small tree larger than this, and than a tenth of the large one, asks for a rebuild. */
const recentSize = 2_048;

const ends = { least: -1e15, most: 1e15 };
const finite = (value: number) => Math.min(ends.most, Math.max(ends.least, value));

/**
 * Volumes by place, height and time. A large packed tree, a small one of what came since, and a short tail; what goes
 * is only marked. `wantsRebuild` says when to run `rebuild`, whose work pauses at every `yield`, while the index answers
 * and changes as before.
 */
export class VolumeIndex<V extends Volume4d> {
  #volumes: (V | undefined)[] = [];
  #boxes = new Float64Array(1_024 * boxSize);
  #alive = new Uint8Array(1_024);
  #free: number[] = [];
  #next = 0;
  #byKey = new Map<string, number[]>();
  #trees: BoxTree[] = [];
  #recent: BoxTree | undefined;
  #tail: number[] = [];
  /** Slots added since a running rebuild began; null: none runs. */
  #sinceRebuild: number[] | null = null;
  /** How often everything was loaded: a rebuild of what was there before comes to nothing. */
  #loads = 0;
  #size = 0;

  /** Volumes that it holds now. */
  get size(): number {
    return this.#size;
  }

  get wantsRebuild(): boolean {
    const base = this.#trees.reduce((sum, tree) => sum + tree.size, 0);
    return this.#sinceRebuild === null && (this.#recent?.size ?? 0) > Math.max(recentSize, base / 10);
  }

  /** Everything anew, at once: for the first filling. */
  load(all: Iterable<readonly [key: string, volumes: readonly V[]]>): void {
    this.#volumes = [];
    this.#free = [];
    this.#next = 0;
    this.#byKey.clear();
    this.#trees = [];
    this.#recent = undefined;
    this.#tail = [];
    this.#sinceRebuild = null;
    this.#loads += 1;
    this.#size = 0;
    for (const [key, volumes] of all) this.#put(key, volumes);
    const parts = this.#parts();
    this.#trees = parts.map((slots) => built(this.#boxes, slots));
  }

  /** All that this key stands for from now on. */
  set(key: string, volumes: readonly V[]): void {
    this.delete(key);
    for (const slot of this.#put(key, volumes)) {
      this.#tail.push(slot);
      this.#sinceRebuild?.push(slot);
    }
    if (this.#tail.length <= tailSize) return;
    const slots = [...(this.#recent?.slots ?? []), ...this.#tail].filter((slot) => this.#alive[slot] === 1);
    this.#recent = built(this.#boxes, Int32Array.from(slots));
    this.#tail = [];
  }

  delete(key: string): void {
    for (const slot of this.#byKey.get(key) ?? []) {
      this.#alive[slot] = 0;
      this.#volumes[slot] = undefined;
      this.#size -= 1;
    }
    this.#byKey.delete(key);
  }

  /** What this key stands for. */
  get(key: string): V[] {
    return (this.#byKey.get(key) ?? []).flatMap((slot) => this.#volumes[slot] ?? []);
  }

  /** Packs everything again; run it through, a step at a time. */
  *rebuild(): Generator<void, void> {
    const dead: number[] = [];
    for (let slot = 0; slot < this.#next; slot += 1) if (this.#alive[slot] === 0) dead.push(slot);
    const known = new Set(this.#free);
    this.#sinceRebuild = [];
    const loads = this.#loads;
    const trees: BoxTree[] = [];
    for (const slots of this.#parts()) trees.push(yield* buildTree(this.#boxes, slots));
    if (loads !== this.#loads) return;
    const since = this.#sinceRebuild ?? [];
    this.#sinceRebuild = null;
    this.#trees = trees;
    this.#recent = undefined;
    this.#tail = since.filter((slot) => this.#alive[slot] === 1);
    // Nothing refers to what was gone before it began.
    this.#free.push(...dead.filter((slot) => !known.has(slot)));
  }

  /** Every pair of an own volume and one in here that meet; `counts` leaves out what does not matter, before it is measured. */
  conflicts(
    own: readonly Volume4d[],
    options: StrategicOptions,
    counts: (other: V) => boolean = () => true,
  ): StrategicConflict<V>[] {
    const found: StrategicConflict<V>[] = [];
    for (const volume of own) {
      this.#candidates(volume, options, (other) => {
        if (!counts(other)) return false;
        const conflict = conflictOf(volume, other, options);
        if (conflict) found.push(conflict);
        return false;
      });
    }
    return found;
  }

  /** Whether any of these meets one in here that counts. */
  isFree(own: readonly Volume4d[], options: StrategicOptions, counts: (other: V) => boolean): boolean {
    return !own.some((volume) =>
      this.#candidates(
        volume,
        options,
        (other) => counts(other) && conflictOf(volume, other, options) !== null,
      ),
    );
  }

  #candidates(volume: Volume4d, options: StrategicOptions, visit: (other: V) => boolean): boolean {
    const query = new Float64Array(boxSize);
    writeBox(volume, query, 0);
    for (let d = 0; d < 3; d += 1) {
      query[d] = (query[d] ?? 0) - options.horizontalBufferM;
      query[d + dimensions] = (query[d + dimensions] ?? 0) + options.horizontalBufferM;
    }
    query[3] = (query[3] ?? 0) - options.verticalBufferM;
    query[3 + dimensions] = (query[3 + dimensions] ?? 0) + options.verticalBufferM;
    query[4] = (query[4] ?? 0) - options.timeBufferMs;
    query[4 + dimensions] = (query[4 + dimensions] ?? 0) + options.timeBufferMs;
    const look = (slot: number): boolean => {
      const other = this.#volumes[slot];
      return other !== undefined && visit(other);
    };
    for (const tree of this.#trees) if (tree.search(query, look)) return true;
    if (this.#recent?.search(query, look)) return true;
    return this.#tail.some((slot) => meets(this.#boxes, slot * boxSize, query) && look(slot));
  }

  #put(key: string, volumes: readonly V[]): number[] {
    const slots = volumes.map((volume) => {
      const slot = this.#free.pop() ?? this.#next++;
      this.#grow(slot);
      this.#volumes[slot] = volume;
      this.#alive[slot] = 1;
      writeBox(volume, this.#boxes, slot * boxSize);
      return slot;
    });
    if (slots.length > 0) this.#byKey.set(key, slots);
    this.#size += slots.length;
    return slots;
  }

  #grow(slot: number): void {
    if (slot < this.#alive.length) return;
    // In place: trees keep the array that they were built over, and what they hold of it does not change.
    const boxes = new Float64Array(this.#boxes.length * 2);
    boxes.set(this.#boxes);
    this.#boxes = boxes;
    const alive = new Uint8Array(this.#alive.length * 2);
    alive.set(this.#alive);
    this.#alive = alive;
  }

  /** What passes, and what stands: a tree each. */
  #parts(): Int32Array[] {
    const passing: number[] = [];
    const standing: number[] = [];
    for (let slot = 0; slot < this.#next; slot += 1) {
      if (this.#alive[slot] !== 1) continue;
      const at = slot * boxSize + 4;
      const lasts = (this.#boxes[at + dimensions] ?? 0) - (this.#boxes[at] ?? 0);
      (lasts > standingMs ? standing : passing).push(slot);
    }
    return [passing, standing].filter((slots) => slots.length > 0).map((slots) => Int32Array.from(slots));
  }
}

function writeBox(volume: Volume4d, boxes: Float64Array, at: number): void {
  const { box } = ballOf(volume.footprint);
  for (let d = 0; d < 3; d += 1) {
    boxes[at + d] = (box[d] ?? 0) - volume.marginM;
    boxes[at + d + dimensions] = (box[d + 3] ?? 0) + volume.marginM;
  }
  const { fromM, toM } = amslSpan(volume);
  boxes[at + 3] = finite(fromM);
  boxes[at + 3 + dimensions] = finite(toM);
  boxes[at + 4] = finite(volume.from ?? ends.least);
  boxes[at + 4 + dimensions] = finite(volume.to ?? ends.most);
}
