import { defaultTrackLimits } from './limits.ts';
import { noteOther, noteUnusable, type Reading } from './reading.ts';
import { type Accuracy, type Report, type ReportError, reportErrorOf } from './report.ts';

/** What an aircraft on or above the earth can have, wider than any: a track's own limits are narrower (limits.ts). */
const ranges = {
  pressureAltitudeM: [-2_000, 60_000],
  geometricAltitudeM: [-2_000, 60_000],
  amslAltitudeM: [-2_000, 60_000],
  groundSpeedMps: [0, 2_000],
  trackDeg: [0, 360],
  verticalRateMps: [-600, 600],
} as const satisfies Partial<Record<keyof Report, readonly [least: number, most: number]>>;

export type FigureName = keyof typeof ranges;
const figures = Object.keys(ranges) as readonly FigureName[];
const codePattern = /^[0-7]{4}$/;

/** Can an aircraft have this value? */
export function isUsable(name: FigureName, value: number): boolean {
  const [least, most] = ranges[name];
  return value >= least && value <= most;
}

/** A length that an accuracy can be. */
const isLength = (metres: number | null): boolean => metres === null || (metres >= 0 && metres < 1e7);
const isAccuracy = ({ horizontalM, verticalM }: Accuracy): boolean =>
  isLength(horizontalM) && isLength(verticalM);

/** No position is exact to the millimetre: zero stands for "not known". */
const lengthOf = (metres: number | null): number | null => (metres === 0 ? null : metres);

function statedAccuracy(accuracy: Accuracy): Accuracy | null {
  const [horizontalM, verticalM] = [lengthOf(accuracy.horizontalM), lengthOf(accuracy.verticalM)];
  if (horizontalM === accuracy.horizontalM && verticalM === accuracy.verticalM) return accuracy;
  return horizontalM === null && verticalM === null ? null : { ...accuracy, horizontalM, verticalM };
}

/**
 * The same values without those that no aircraft can have: each of them is not said, and counted with its name. Every
 * value that a decoder keeps for later messages goes through here first.
 */
export function usableValues<Part extends Partial<Report>>(part: Part, into: Reading): Part {
  let usable = part;
  const drop = (name: keyof Report, value: unknown) => {
    noteUnusable(into, name, String(value));
    usable = { ...usable, [name]: null };
  };
  for (const name of figures) {
    const value = part[name];
    if (value != null && !isUsable(name, value)) drop(name, value);
  }
  if (part.mode3A != null && !codePattern.test(part.mode3A)) drop('mode3A', part.mode3A);
  if (part.accuracy != null && !isAccuracy(part.accuracy)) drop('accuracy', part.accuracy.horizontalM);
  if (usable.accuracy == null) return usable;
  const accuracy = statedAccuracy(usable.accuracy);
  return accuracy === usable.accuracy ? usable : { ...usable, accuracy };
}

/** The report with what of it can be used, or why nothing can: only its place and its time refuse it whole. */
export function usableReport(report: Report, into: Reading): Report | ReportError {
  return reportErrorOf(report) ?? usableValues(report, into);
}

/**
 * Takes a report that a decoder made into its reading: what an aircraft cannot have is left out and counted, a place or
 * a time that cannot be refuses it. Latitude and longitude of exactly 0 stand for "not known" in every format that has
 * no other mark. A fix from further ahead than clocks may differ comes from a wrong clock; `receivedAtMs` null: that is
 * not asked.
 */
export function takeReport(report: Report, into: Reading, receivedAtMs: number | null): void {
  if (report.latitude === 0 && report.longitude === 0) {
    noteOther(into, 'track.other.zeroPosition', nameOf(report));
    return;
  }
  const usable = usableReport(report, into);
  const isAhead = receivedAtMs !== null && report.at - receivedAtMs > defaultTrackLimits.maxAheadMs;
  if (typeof usable === 'string') into.errors.push(usable);
  else if (isAhead) into.errors.push('track.range.future');
  else into.reports.push(usable);
}

const nameOf = ({ icao24, trackNumber, callsign }: Report): string => icao24 ?? trackNumber ?? callsign ?? '';
