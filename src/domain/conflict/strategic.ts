import { type Altitude, altitudeM } from '../geo/altitude.ts';
import type { Footprint } from './plan-view.ts';
import { overlapInPlanView } from './plan-view.ts';

/** A piece of air for a time: what a task takes, and what an airspace or a notice closes. */
export interface Volume4d {
  owner: { resource: string; id: number; label: string };
  /** Which of the owner's pieces, e.g. the task's place in the plan, from 0. */
  part: number;
  footprint: Footprint;
  /** Kept free on each side of the footprint, metres: half a corridor's width, or the radius of a point. */
  marginM: number;
  /** Null: from the ground. */
  lower: Altitude | null;
  /** Null: without limit. */
  upper: Altitude | null;
  /** UTC ms; null: always. */
  from: number | null;
  to: number | null;
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

export interface StrategicConflict {
  own: Volume4d;
  other: Volume4d;
  /** False: their limits have different datums, so the whole column was taken as shared. */
  altitudeCompared: boolean;
  /** The shared time, UTC ms; null: without limit. */
  from: number | null;
  to: number | null;
}

/**
 * Every pair of an own volume and another that meet in time, altitude and plan view (decisions.md §7).
 * Altitudes are compared only in one datum; where they differ the whole column counts, and the result says so.
 */
export function findConflicts(
  own: readonly Volume4d[],
  others: readonly Volume4d[],
  options: StrategicOptions = defaultBuffers,
): StrategicConflict[] {
  const conflicts: StrategicConflict[] = [];
  for (const volume of own) {
    for (const other of others) {
      const time = sharedTime(volume, other, options.timeBufferMs);
      if (!time) continue;
      const altitude = sharedAltitude(volume, other, options.verticalBufferM);
      if (!altitude.shared) continue;
      const apartM = volume.marginM + other.marginM + options.horizontalBufferM;
      if (!overlapInPlanView(volume.footprint, other.footprint, apartM)) continue;
      conflicts.push({ own: volume, other, altitudeCompared: altitude.compared, ...time });
    }
  }
  return conflicts;
}

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
  return { from, to };
}

/** Height above the ground and above the aerodrome are one datum only where the aerodrome is the same: not known here. */
function datumOf(altitude: Altitude): string {
  return altitude.unit === 'FL' ? 'STD' : altitude.reference;
}

function sharedAltitude(a: Volume4d, b: Volume4d, bufferM: number): { shared: boolean; compared: boolean } {
  const belowB = isBelow(a.upper, b.lower, bufferM);
  const aboveB = isBelow(b.upper, a.lower, bufferM);
  if (belowB === true || aboveB === true) return { shared: false, compared: true };
  return { shared: true, compared: belowB !== null && aboveB !== null };
}

/** Does the lower one's top end below the other's bottom? Null: their datums differ. */
function isBelow(top: Altitude | null, bottom: Altitude | null, bufferM: number): boolean | null {
  // No top reaches above everything, and no bottom starts at the ground: neither can be apart, whatever the datum.
  if (top === null || bottom === null) return false;
  if (datumOf(top) !== datumOf(bottom)) return null;
  return altitudeM(top) + bufferM <= altitudeM(bottom);
}
