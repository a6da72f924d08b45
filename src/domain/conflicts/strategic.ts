import type { Altitude, AltitudeContext } from '#domain/geo/altitude.ts';
import { joined, polygonsOf } from '#domain/geo/polygons.ts';
import { type Interval, within } from '#domain/time/interval.ts';
import type { Footprint } from './plan-view.ts';
import { overlapInPlanView } from './plan-view.ts';
import { sharedHeight } from './vertical.ts';

/** A piece of air for a time: what a task takes, and what an airspace or a notice closes. */
export interface Volume4d {
  owner: { resource: string; id: number; label: string; labelEn?: string | null };
  /** Which of the owner's pieces, e.g. the task's place in the plan, from 0. */
  part: number;
  footprint: Footprint;
  /** Kept free on each side of the footprint, metres: half a corridor's width, or the radius of a circle. */
  marginM: number;
  /** Null: from the ground. */
  lower: Altitude | null;
  /** Null: without limit. */
  upper: Altitude | null;
  /** What is known of the place, for limits of other datums; absent: nothing. */
  context?: AltitudeContext;
  /** UTC ms; null: always. */
  from: number | null;
  to: number | null;
  /**
   * When it counts within its time: a weekly pattern, hours in which it is closed. Absent: always. It is asked for windows
   * that have both ends: of two volumes that are compared one, such as a task, begins and ends.
   */
  times?: (window: Interval) => readonly Interval[];
  /** Where it is from when to when, in order, as it moves; all of it lies in the footprint. Absent: all of that all the time. */
  moves?: readonly Move[];
}

/** Where something that moves may be in a stretch of its time, UTC ms. */
export interface Move extends Interval {
  footprint: Footprint;
}

export interface StrategicOptions {
  /** Added between any two volumes. */
  horizontalBufferM: number;
  verticalBufferM: number;
  timeBufferMs: number;
}

export const defaultBuffers: StrategicOptions = {
  horizontalBufferM: 0,
  verticalBufferM: 0,
  timeBufferMs: 0,
};

export interface StrategicConflict<V extends Volume4d = Volume4d> {
  own: Volume4d;
  other: V;
  /** False: their limits could not be brought to one datum, and the whole column that they may mean was counted. */
  altitudeCompared: boolean;
  /** The shared time, UTC ms; null: without limit. */
  from: number | null;
  to: number | null;
}

/**
 * Every pair of an own volume and another that meet in time, altitude and plan view (decisions.md §7).
 * Altitudes are compared where they can be brought to one datum; else all that they may mean counts, and the result says so.
 */
export function findConflicts<V extends Volume4d>(
  own: readonly Volume4d[],
  others: readonly V[],
  options: StrategicOptions = defaultBuffers,
): StrategicConflict<V>[] {
  return own.flatMap((volume) => others.flatMap((other) => conflictOf(volume, other, options) ?? []));
}

/**
 * What two volumes have in common; null: nothing, by any one of time, altitude and plan view. Of one that moves `other` is
 * where it is at that time.
 */
export function conflictOf<V extends Volume4d>(
  own: Volume4d,
  other: V,
  options: StrategicOptions,
): StrategicConflict<V> | null {
  const conflict = conflictAtRest(own, other, options);
  return conflict && other.moves ? conflictOnTheMove(own, other, other.moves, options) : conflict;
}

/** From the first to the last stretch of its time in which it is met. */
function conflictOnTheMove<V extends Volume4d>(
  own: Volume4d,
  other: V,
  moves: readonly Move[],
  options: StrategicOptions,
): StrategicConflict<V> | null {
  const met = moves.flatMap((move) => conflictAtRest(own, { ...other, ...move }, options) ?? []);
  const [first, last] = [met[0], met.at(-1)];
  if (!first || !last) return null;
  const footprint = joined(met.flatMap((one) => polygonsOf(one.other.footprint))) ?? first.other.footprint;
  return { ...first, other: { ...other, footprint, moves: undefined }, to: last.to };
}

function conflictAtRest<V extends Volume4d>(
  own: Volume4d,
  other: V,
  options: StrategicOptions,
): StrategicConflict<V> | null {
  const time = sharedTime(own, other, options.timeBufferMs);
  if (!time) return null;
  const height = sharedHeight(own, other, options.verticalBufferM);
  if (!height.shared) return null;
  const apartM = own.marginM + other.marginM + options.horizontalBufferM;
  if (!overlapInPlanView(own.footprint, other.footprint, apartM)) return null;
  return { own, other, altitudeCompared: height.compared, ...time };
}

/** The first stretch of time that they share; a buffer counts as shared from the later start on. */
function sharedTime(
  a: Volume4d,
  b: Volume4d,
  bufferMs: number,
): { from: number | null; to: number | null } | null {
  const starts = [a.from, b.from].filter((at) => at !== null);
  const ends = [a.to, b.to].filter((at) => at !== null);
  const from = starts.length > 0 ? Math.max(...starts) : null;
  const to = ends.length > 0 ? Math.min(...ends) : null;
  if (from !== null && to !== null && from >= to + bufferMs) return null;
  if (!a.times && !b.times) return { from, to };
  return sharedTimes(a, b, bufferMs);
}

function sharedTimes(
  a: Volume4d,
  b: Volume4d,
  bufferMs: number,
): { from: number | null; to: number | null } | null {
  const span = (volume: Volume4d): Interval => ({
    from: volume.from ?? Number.NEGATIVE_INFINITY,
    to: volume.to ?? Number.POSITIVE_INFINITY,
  });
  const wide = ({ from, to }: Interval): Interval => ({ from: from - bufferMs, to: to + bufferMs });
  const timesOf = (volume: Volume4d, other: Volume4d): readonly Interval[] => {
    const window = within(span(volume), wide(span(other)));
    if (!window) return [];
    return volume.times ? volume.times(window) : [window];
  };
  for (const one of timesOf(a, b)) {
    for (const two of timesOf(b, a)) {
      const from = Math.max(one.from, two.from);
      const to = Math.min(one.to, two.to);
      if (from < to + bufferMs) {
        return { from: Number.isFinite(from) ? from : null, to: Number.isFinite(to) ? to : null };
      }
    }
  }
  return null;
}
