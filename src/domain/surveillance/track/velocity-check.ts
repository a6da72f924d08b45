import type { Position } from '#domain/geo/geodesy.ts';
import type { Measurement } from './imm.ts';
import { eastOf, northOf, type Plane, planeAt } from './plane.ts';
import type { Report } from './report.ts';
import { isFarther } from './track.ts';

/** Length of one comparison of displacement and reported velocity. */
const comparedMs = 30_000;
/** A comparison cut short by a gap counts from this length on. */
const leastCountedMs = 10_000;
/** Times may be later than they say by a quarter of it. */
const leastComparedS = 8;
/** In a longer gap a glider may have turned half a circle, in one of the greatest length a whole one. */
const mostTurningGapMs = 6_000;
const mostGapMs = 11_000;
/** One that flies straight on has the same velocity before and after the gap, but for this share. */
const straightShare = 0.5;
/** A jump that a comparison would take for an error of the velocity. */
const leastJumpM = 240;
/** What of a velocity may be its rounding, its age or the turn between two reports. */
const leastErrorMps = 8;
const errorShare = 0.25;
/** Deviations of the positions at both ends. */
const deviations = 3;
/** Nearer to a pole directions turn on the way. */
const mostLatitude = 88;
/** One comparison may have a wrong position at an end. */
const contradictionsToDoubt = 2;
/** Without a comparison for so long a doubt ends. */
const forgetMs = 120_000;

/** Displacement integrated from the velocities of one sensor since one of its positions. Metres, UTC ms. */
export interface VelocityCheck {
  /** The velocity contradicts the positions: it is neither used nor shown until they agree. */
  isDoubted: boolean;
  /** null: no comparison has begun. */
  start: Plane | null;
  startAt: number;
  startDeviationM: number;
  /** Of the last velocity. */
  at: number;
  vx: number;
  vy: number;
  east: number;
  north: number;
  /** At the last position that was believed: the way flown, and whether it differs from the velocities. */
  flownMps: number;
  differs: boolean;
  /** Comparisons in a row in which the two differ. */
  contradictions: number;
  comparedAt: number;
}

export const createVelocityCheck = (): VelocityCheck => ({
  isDoubted: false,
  start: null,
  startAt: 0,
  startDeviationM: 0,
  at: Number.NEGATIVE_INFINITY,
  vx: 0,
  vy: 0,
  east: 0,
  north: 0,
  flownMps: 0,
  differs: false,
  contradictions: 0,
  comparedAt: 0,
});

/** Integrates the velocity of a report, whether or not its position is accepted. */
export function followVelocity(check: VelocityCheck, report: Report, { at, vx, vy }: Measurement): void {
  const sinceMs = at - check.at;
  if (Number.isNaN(vx) || sinceMs <= 0) return;
  const isTimed = report.timeResolutionS !== null;
  const mostMs = isTimed && isStraightOn(check, vx, vy) ? mostGapMs : mostTurningGapMs;
  if (sinceMs > mostMs) endComparison(check);
  if (check.isDoubted && at - check.comparedAt > forgetMs) concede(check, at);
  if (check.start !== null) {
    check.east += ((check.vx + vx) / 2) * (sinceMs / 1_000);
    check.north += ((check.vy + vy) / 2) * (sinceMs / 1_000);
  }
  check.at = at;
  check.vx = vx;
  check.vy = vy;
}

/** Compares the integrated velocities with a new, accepted position. Not with the filter, whose state depends on both. */
export function compareVelocity(check: VelocityCheck, report: Report, measured: Measurement): void {
  if (check.at !== measured.at || Math.abs(report.latitude) > mostLatitude) return;
  if (check.start !== null) {
    compareWays(check, check.start, report, measured);
    if (check.at - check.startAt < comparedMs) return;
    endComparison(check);
  }
  check.start = planeAt(report);
  check.startAt = check.at;
  check.startDeviationM = deviationOf(measured);
  check.east = check.north = 0;
}

/**
 * Called when the filter restarts at an unexpected position. A velocity that already disagreed with the positions is
 * rejected at once. After a jump of the position the comparison starts again.
 */
export function compareAtRestart(
  check: VelocityCheck,
  last: Position & { at: number },
  report: Report,
): void {
  if (check.differs) {
    check.isDoubted = true;
    check.contradictions = contradictionsToDoubt;
    check.comparedAt = check.at;
  }
  const speedMps = Math.max(check.flownMps, Math.hypot(check.vx, check.vy));
  const flownM = (1.5 * speedMps * Math.abs(report.at - last.at)) / 1_000;
  if (!isFarther(last, report, leastJumpM + flownM)) return;
  check.start = null;
  check.differs = false;
}

function endComparison(check: VelocityCheck): void {
  const isLong = check.start !== null && check.at - check.startAt >= leastCountedMs;
  const { differs } = check;
  check.start = null;
  check.differs = false;
  if (!isLong) return;
  if (differs) {
    check.contradictions++;
    check.comparedAt = check.at;
    if (check.contradictions >= contradictionsToDoubt) check.isDoubted = true;
  } else concede(check, check.at);
}

const isStraightOn = (check: VelocityCheck, vx: number, vy: number): boolean =>
  Math.hypot(vx - check.vx, vy - check.vy) < straightShare * Math.hypot(vx, vy);

function concede(check: VelocityCheck, at: number): void {
  check.isDoubted = false;
  check.contradictions = 0;
  check.comparedAt = at;
}

function compareWays(check: VelocityCheck, start: Plane, report: Report, measured: Measurement): void {
  const seconds = (check.at - check.startAt) / 1_000;
  const east = eastOf(start, report.longitude);
  const north = northOf(start, report.latitude);
  const errorMps = Math.hypot(east - check.east, north - check.north) / seconds;
  const flownMps = Math.hypot(east, north) / seconds;
  const deviationMps = (check.startDeviationM + deviationOf(measured)) / seconds;
  const mostMps = Math.max(leastErrorMps, errorShare * flownMps) + deviations * deviationMps;
  check.flownMps = flownMps;
  check.differs = seconds >= leastComparedS && errorMps > mostMps;
}

const deviationOf = ({ xx, yy }: Measurement): number => Math.sqrt(Math.max(xx, yy));
