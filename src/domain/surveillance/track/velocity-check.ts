import type { Measurement } from './imm.ts';
import { eastOf, northOf, type Plane, planeAt } from './plane.ts';
import type { Report } from './report.ts';

/** Over so long the way flown is compared with the velocity reported. */
const comparedMs = 30_000;
const leastComparedS = 4;
/** In a longer gap a glider may have turned half a circle. */
const mostGapMs = 6_000;
/** What of a velocity may be its rounding, its age or the turn between two reports. */
const leastErrorMps = 8;
const errorShare = 0.25;
/** Deviations of the positions at both ends. */
const deviations = 3;
/** One comparison may have a wrong position at an end. */
const contradictionsToDoubt = 2;

/** The way that an aircraft reports by its velocity, since a position of its own. Metres, UTC ms. */
export interface VelocityCheck {
  start: Plane | null;
  startAt: number;
  startDeviationM: number;
  at: number;
  vx: number;
  vy: number;
  east: number;
  north: number;
  /** Comparisons in a row in which the two differ. */
  contradictions: number;
}

export const createVelocityCheck = (): VelocityCheck => ({
  start: null,
  startAt: 0,
  startDeviationM: 0,
  at: 0,
  vx: 0,
  vy: 0,
  east: 0,
  north: 0,
  contradictions: 0,
});

/**
 * Compares the velocity that an aircraft reports with its positions, not with the filter, which follows both. `doubted`: they
 * differ; null: nothing new is known.
 */
export function judgeVelocity(
  check: VelocityCheck,
  report: Report,
  measured: Measurement,
): 'believed' | 'doubted' | null {
  const { at, vx, vy } = measured;
  const sinceMs = at - check.at;
  if (Number.isNaN(vx) || (check.start !== null && sinceMs <= 0)) return null;
  if (check.start === null || sinceMs > mostGapMs) {
    begin(check, report, measured);
    return 'believed';
  }
  check.east += ((check.vx + vx) / 2) * (sinceMs / 1_000);
  check.north += ((check.vy + vy) / 2) * (sinceMs / 1_000);
  check.at = at;
  check.vx = vx;
  check.vy = vy;
  if (at - check.startAt < comparedMs) return null;
  const differs = velocityDiffers(check, report, measured);
  const { contradictions } = check;
  begin(check, report, measured);
  if (!differs) return 'believed';
  check.contradictions = contradictions + 1;
  return check.contradictions >= contradictionsToDoubt ? 'doubted' : null;
}

/** Whether the way so far, up to a report that `judgeVelocity` has taken, differs from the velocity reported on it. */
export function velocityDiffers(check: VelocityCheck, report: Report, measured: Measurement): boolean {
  const seconds = (check.at - check.startAt) / 1_000;
  if (check.start === null || check.at !== measured.at || seconds < leastComparedS) return false;
  const east = eastOf(check.start, report.longitude);
  const north = northOf(check.start, report.latitude);
  const errorMps = Math.hypot(east - check.east, north - check.north) / seconds;
  const speedMps = Math.hypot(east, north) / seconds;
  const deviationM = check.startDeviationM + deviationOf(measured);
  return errorMps > Math.max(leastErrorMps, errorShare * speedMps) + (deviations * deviationM) / seconds;
}

const deviationOf = ({ xx, yy }: Measurement): number => Math.sqrt(Math.max(xx, yy));

function begin(check: VelocityCheck, report: Report, measured: Measurement): void {
  const { at, vx, vy } = measured;
  check.start = planeAt(report);
  check.startAt = check.at = at;
  check.startDeviationM = deviationOf(measured);
  check.vx = vx;
  check.vy = vy;
  check.east = check.north = 0;
  check.contradictions = 0;
}
