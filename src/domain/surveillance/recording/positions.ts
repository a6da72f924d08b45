import type { Target } from '#domain/surveillance/track/target.ts';

/**
 * Positions of one track, packed: each as the difference to what the two before it foretold, in variable-length
 * integers (zigzag, seven bits an octet). An aircraft that flies steadily costs about eight octets a position.
 */

/** One recorded position of a target; its time is kept to a tenth of a second. */
export type RecordedPosition = Pick<
  Target,
  | 'at'
  | 'latitude'
  | 'longitude'
  | 'pressureAltitudeM'
  | 'geometricAltitudeM'
  | 'amslAltitudeM'
  | 'groundSpeedMps'
  | 'trackDeg'
  | 'verticalRateMps'
  | 'onGround'
  | 'isCoasting'
>;

/** What is kept of each figure: about 0.1 m in place, a quarter of a metre in height. */
const degree = 1e6;
const quarter = 4;
const tenth = 10;
const tickMs = 100;

/** The figures that may be missing, with what one unit of them is kept as and the bit that says that they are there. */
const optional = [
  ['pressureAltitudeM', quarter, 1 << 0],
  ['geometricAltitudeM', quarter, 1 << 1],
  ['groundSpeedMps', tenth, 1 << 2],
  ['trackDeg', tenth, 1 << 3],
  ['verticalRateMps', tenth, 1 << 4],
  ['amslAltitudeM', quarter, 1 << 7],
] as const;
const groundBit = 1 << 5;
const coastingBit = 1 << 6;

const formatVersion = 1;

function flagsOf(position: RecordedPosition): number {
  let flags = (position.onGround ? groundBit : 0) | (position.isCoasting ? coastingBit : 0);
  for (const [field, , bit] of optional) if (position[field] !== null) flags |= bit;
  return flags;
}

/** Grows as it is written to. */
class Writer {
  private bytes = new Uint8Array(256);
  private length = 0;

  octet(value: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2^53. */
  natural(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.octet((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.octet(rest);
  }

  integer(value: number): void {
    this.natural(value < 0 ? -2 * value - 1 : 2 * value);
  }

  done(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

class Reader {
  private offset = 0;
  constructor(private readonly bytes: Uint8Array) {}

  get atEnd(): boolean {
    return this.offset >= this.bytes.length;
  }

  octet(): number {
    const value = this.bytes[this.offset++];
    if (value === undefined) throw new RangeError('packed positions end in the middle of one');
    return value;
  }

  natural(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      if (factor > 2 ** 49) throw new RangeError('a packed figure is too long');
      const next = this.octet();
      value += (next & 0x7f) * factor;
      if (next < 0x80) return value;
    }
  }

  integer(): number {
    const value = this.natural();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}

/** A figure that goes on as it went: what it was, and by how much it last changed. */
interface Course {
  value: number;
  step: number;
}

const still = (): Course => ({ value: 0, step: 0 });

/** The state that writer and reader share, figure by figure. */
function coursesAtStart() {
  return { at: 0, flags: 0, latitude: still(), longitude: still(), others: optional.map(() => 0) };
}

/** Packs one position after the other. */
export interface PositionPacker {
  /** @throws RangeError for one before the last. */
  add(position: RecordedPosition): void;
  readonly count: number;
  /** What was packed so far. */
  bytes(): Uint8Array;
}

export function createPacker(): PositionPacker {
  const writer = new Writer();
  writer.octet(formatVersion);
  const course = coursesAtStart();
  let count = 0;
  return {
    add(position) {
      const at = Math.round(position.at / tickMs);
      const flags = flagsOf(position);
      const changed = flags !== course.flags;
      if (at < course.at) throw new RangeError('positions are packed in the order of their time');
      writer.natural(2 * (at - course.at) + (changed ? 1 : 0));
      if (changed) writer.octet(flags);
      course.at = at;
      course.flags = flags;
      writeCourse(writer, course.latitude, Math.round(position.latitude * degree));
      writeCourse(writer, course.longitude, Math.round(position.longitude * degree));
      optional.forEach(([field, unit], index) => {
        const said = position[field];
        if (said === null) return;
        const value = Math.round(said * unit);
        writer.integer(value - (course.others[index] ?? 0));
        course.others[index] = value;
      });
      count += 1;
    },
    get count() {
      return count;
    },
    bytes: () => writer.done(),
  };
}

/** Positions in the order of their time; two of one time are both kept. */
export function packPositions(positions: readonly RecordedPosition[]): Uint8Array {
  const packer = createPacker();
  for (const position of positions) packer.add(position);
  return packer.bytes();
}

/** Two recordings of one track as one, each moment once. */
export function mergePositions(
  a: readonly RecordedPosition[],
  b: readonly RecordedPosition[],
): RecordedPosition[] {
  const byTime = new Map([...a, ...b].map((one) => [Math.round(one.at / tickMs), one]));
  return [...byTime.values()].sort((one, other) => one.at - other.at);
}

function writeCourse(writer: Writer, course: Course, value: number): void {
  const step = value - course.value;
  writer.integer(step - course.step);
  course.value = value;
  course.step = step;
}

/** @throws RangeError where the bytes are none of ours, or cut off. */
export function unpackPositions(bytes: Uint8Array): RecordedPosition[] {
  const reader = new Reader(bytes);
  if (reader.octet() !== formatVersion) throw new RangeError('packed positions of an unknown version');
  const positions: RecordedPosition[] = [];
  const course = coursesAtStart();
  while (!reader.atEnd) {
    const head = reader.natural();
    course.at += Math.floor(head / 2);
    if (head % 2 === 1) course.flags = reader.octet();
    const latitude = readCourse(reader, course.latitude) / degree;
    const longitude = readCourse(reader, course.longitude) / degree;
    const position: RecordedPosition = {
      at: course.at * tickMs,
      latitude,
      longitude,
      pressureAltitudeM: null,
      geometricAltitudeM: null,
      amslAltitudeM: null,
      groundSpeedMps: null,
      trackDeg: null,
      verticalRateMps: null,
      onGround: (course.flags & groundBit) !== 0,
      isCoasting: (course.flags & coastingBit) !== 0,
    };
    optional.forEach(([field, unit, bit], index) => {
      if ((course.flags & bit) === 0) return;
      const value = (course.others[index] ?? 0) + reader.integer();
      course.others[index] = value;
      position[field] = value / unit;
    });
    positions.push(position);
  }
  return positions;
}

function readCourse(reader: Reader, course: Course): number {
  course.step += reader.integer();
  course.value += course.step;
  return course.value;
}

/** The last position at or before a moment, by halving; null: there is none. */
export function positionAt(positions: readonly RecordedPosition[], at: number): RecordedPosition | null {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return positions[low - 1] ?? null;
}
