import { fitOfReport, heightsOf, type MeasureReport, sensorOf } from './flight.ts';
import type { Flight } from './flight-state.ts';
import { sensorName, sensorWithinMs } from './flight-words.ts';
import { type Heights, mayBeOneHeight } from './heights.ts';
import { identityOf, isAddress, isOfDevice } from './identity.ts';
import type { Fit } from './imm.ts';
import { sharedCodes } from './known-codes.ts';
import type { Report } from './report.ts';

/** A report fits a flight up to this Mahalanobis distance squared: 1 in 3,000 of its own lies beyond. */
const gate = 16;
/** Costs beside the distance: one that says the same code or callsign is it, one that says another hardly. */
const sameCallsign = -10;
const sameCode = -8;
const otherCode = 14;
/** What it costs a report to be of nobody that is known. */
export const aloneCost = 24;
/** Levels differ by their rounding, their lag and what the aircraft climbed. */
const levelSlackM = 200;
const climbMps = 25;
/** The second plot of a radar that turns in ten seconds is of the first. */
const leastUnheardMs = 13_000;
const sensorUnheardMs = 45_000;
/** A code that was said so lately is still set. */
const codeHoldsMs = 5_000;
/** What a radar says of a velocity lags behind a turn. */
const otherVelocityMps = 40;
/** Two reports of one sensor so near in time are of two aircraft. */
const sameTurnMs = 900;

const fit: Fit = { distance: 0, logSpread: 0 };
/** So much, 2 · ln of the metres of deviation, costs nothing: a hundred metres. */
const usualSpread = 4 * Math.log(100);

/** What it would cost that a report, whose name is not known, is of this flight; Number.POSITIVE_INFINITY: it cannot be. */
export function associationCost(
  flight: Flight,
  report: Report,
  sourceId: number,
  measureReport: MeasureReport,
): number {
  const { track } = flight;
  if (!mayBeNamed(flight, report, sourceId)) return Number.POSITIVE_INFINITY;
  if (report.callsign !== null && track.callsign !== null && report.callsign !== track.callsign)
    return Number.POSITIVE_INFINITY;
  if (!mayBeSeenBy(flight, report, sourceId)) return Number.POSITIVE_INFINITY;
  const elapsedMs = Math.abs(report.at - flight.imm.at);
  if (elapsedMs > unheardMs(flight, report, sourceId) || isOtherCode(flight, report, sourceId))
    return Number.POSITIVE_INFINITY;
  if (isOtherVelocity(flight, report)) return Number.POSITIVE_INFINITY;
  const slackM = levelSlackM + (climbMps * elapsedMs) / 1000;
  if (!mayBeOneHeight(heightsOf(flight), heightsIn(report), slackM)) return Number.POSITIVE_INFINITY;
  fitOfReport(flight, report, measureReport, fit);
  if (!(fit.distance <= gate)) return Number.POSITIVE_INFINITY;
  // A flight that is known badly takes in everything: the better known one goes first.
  return fit.distance + Math.max(0, fit.logSpread - usualSpread) + costOfNames(flight, report);
}

/** Asks both sides who they are: a place alone never joins what names itself with another name. */
function mayBeNamed(flight: Flight, report: Report, sourceId: number): boolean {
  const identity = identityOf(report, sourceId);
  if (identity === null) {
    // A sensor that was found to see it goes on.
    if (sensorOf(flight, report, sourceId) !== null) return true;
    // A position near a drone, glider or terminal may be another aircraft; a device without a name matches no known one.
    if (isOfDevice(report) || isOfDevice(flight.track)) return false;
    return flight.identity === null || isAddress(flight.identity);
  }
  if (flight.identity !== null) return flight.identity === identity;
  return isAddress(identity) && !isOfDevice(flight.track);
}

/**
 * Nothing is known of where an aircraft is that was not heard for so long: two turns and a half of its radar. A sensor that
 * has seen it looks for it longer.
 */
function unheardMs(flight: Flight, report: Report, sourceId: number): number {
  const isKnown = sensorOf(flight, report, sourceId) !== null;
  return Math.max(isKnown ? sensorUnheardMs : leastUnheardMs, 2.5 * flight.intervalMs);
}

/** Another sensor has heard another code of it just now. */
function isOtherCode({ words: { mode3A } }: Flight, report: Report, sourceId: number): boolean {
  if (report.mode3A === null || mode3A.value === null || report.mode3A === mode3A.value) return false;
  return mode3A.by !== sensorName(report, sourceId) && Math.abs(report.at - mode3A.saidAt) < codeHoldsMs;
}

const heightsIn = (report: Report): Heights => ({
  pressureM: report.pressureAltitudeM,
  geometricM: report.geometricAltitudeM,
  amslM: report.amslAltitudeM,
});

function isOtherVelocity({ imm, velocityAt }: Flight, report: Report): boolean {
  if (report.groundSpeedMps === null || report.trackDeg === null) return false;
  if (velocityAt === null && imm.updates < 4) return false;
  const course = (report.trackDeg * Math.PI) / 180;
  const [, , vx = 0, vy = 0] = imm.mean;
  return (
    Math.hypot(report.groundSpeedMps * Math.sin(course) - vx, report.groundSpeedMps * Math.cos(course) - vy) >
    otherVelocityMps
  );
}

/** One sensor sees one aircraft once a turn, and calls it by one number. */
function mayBeSeenBy(flight: Flight, report: Report, sourceId: number): boolean {
  const sensor = sensorOf(flight, report, sourceId);
  if (sensor === null) return true;
  const sinceMs = Math.abs(report.at - sensor.at);
  if (sinceMs < sameTurnMs) return false;
  if (sensor.trackNumber === null || report.trackNumber === null) return true;
  return sensor.trackNumber === report.trackNumber || sinceMs > sensorWithinMs;
}

function costOfNames({ track }: Flight, report: Report): number {
  let cost = 0;
  if (report.callsign !== null && report.callsign === track.callsign) cost += sameCallsign;
  if (report.mode3A === null || track.mode3A === null) return cost;
  if (report.mode3A !== track.mode3A) return cost + otherCode;
  return sharedCodes.has(report.mode3A) ? cost : cost + sameCode;
}
