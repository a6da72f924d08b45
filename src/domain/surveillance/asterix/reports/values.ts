import type { Position } from '#domain/geo/geodesy.ts';
import { metresPerFoot } from '#domain/geo/units.ts';
import type { AsterixRecord, Fields, Value } from '#domain/surveillance/asterix/table.ts';
import { type Report, times, unsaid } from '#domain/surveillance/track/report.ts';

/** Where a sensor stands: WGS-84, antenna height above the ellipsoid; and how well it measures, where that is known. */
export interface RadarSite extends Position {
  heightM: number;
  /** One standard deviation of its range, metres. */
  rangeDeviationM?: number | null;
  /** One standard deviation of its azimuth, degrees. */
  azimuthDeviationDeg?: number | null;
  /** Of positions that are not measured by range and azimuth: the true one is within this 95 times in 100, metres. */
  accuracyM?: number | null;
}

export interface ReportContext {
  /** When the datagram came in, UTC ms: it says which day a time of day belongs to. */
  receivedAtMs: number;
  /** Edition of the table that read the record; null: not known. */
  edition?: string | null;
  /**
   * Site of the sensor `sac/sic`, needed where positions are polar or Cartesian (CAT001, 010, 011, 020, 048); one
   * feed may carry several. null: not known, and what it measured is placed nowhere.
   */
  radarSite?: (sourceKey: string | null) => RadarSite | null;
  /** Sensors whose records are read; absent: all. */
  takes?: (sourceKey: string | null) => boolean;
}

/** What of a sensor's own position is missing to place what it measured. */
export const unknownSite = 'track.read.site';

/** One record of a category as a report; null where it has no position, `unknownSite` where it cannot be placed. */
export type ReportMaker = (
  record: AsterixRecord,
  context: ReportContext,
) => Report | typeof unknownSite | null;

export const metresPerLevel = 100 * metresPerFoot;
/** Times of day of all categories count in 1/128 s. */
export const clockResolutionS = 1 / 128;
const dayMs = 86_400_000;

/**
 * The UTC moment of a time of day: of yesterday's, today's and tomorrow's the one nearest to when it came in,
 * so that midnight is passed rightly by a late report and by a sensor whose clock is ahead. No or an
 * impossible time of day: the moment it came in.
 */
export function resolveTimeOfDay(timeOfDayS: number | null, receivedAtMs: number): number {
  if (timeOfDayS === null || !isTimeOfDay(timeOfDayS)) return receivedAtMs;
  const midnight = Math.floor(receivedAtMs / dayMs) * dayMs;
  const today = midnight + Math.round(timeOfDayS * 1000);
  if (today - receivedAtMs > dayMs / 2) return today - dayMs;
  return receivedAtMs - today > dayMs / 2 ? today + dayMs : today;
}

/** Seconds of a day, and one more: a leap second is a time of day too. */
const isTimeOfDay = (seconds: number): boolean => seconds >= 0 && seconds < 86_401;

/** When it was, and how exactly that is known; no moment (NaN) of an impossible time of day. */
export function timed(
  timeOfDayS: number | null,
  { receivedAtMs }: ReportContext,
): Pick<Report, 'at' | 'timeOfDayS' | 'timeResolutionS'> {
  const isPossible = timeOfDayS === null || isTimeOfDay(timeOfDayS);
  const at = isPossible ? resolveTimeOfDay(timeOfDayS, receivedAtMs) : Number.NaN;
  return { at, timeOfDayS, timeResolutionS: timeOfDayS === null ? null : clockResolutionS };
}

/** A report of this record that says its sensor and nothing else. */
export const begun = (record: AsterixRecord): typeof unsaid => ({
  ...unsaid,
  sourceKey: sourceKeyOf(record),
});

export function sourceKeyOf(record: AsterixRecord): string | null {
  const sac = num(record, 'source', 'sac');
  const sic = num(record, 'source', 'sic');
  return sac === null || sic === null ? null : `${sac}/${sic}`;
}

export const trackNumberOf = (number: number | null): string | null =>
  number === null ? null : String(number);

/** A code or level of a transponder's reply, unless the sensor doubts it. */
export const isSure = (record: AsterixRecord, item: string): boolean =>
  !isTrue(record, item, 'notValidated') && !isTrue(record, item, 'garbled');

/** A height or a motion of another time is not valid at this position; a code lasts, but not beyond the end of its transponder. */
export const mostValueAgeS = 15;
export const mostCodeAgeS = 60;

/** Is a value (its age is in I021/295, I062/295, I011/290 or an old I062/290) older than it may be? */
export const isOlder = (record: AsterixRecord, part: string, mostS: number): boolean =>
  (num(record, 'dataAges', part) ?? num(record, 'updateAges', part) ?? 0) > mostS;

/** Mode 3/A code that is sure and not too old, four octal digits. */
export const codeOf = (record: AsterixRecord, mostAgeS = mostCodeAgeS): string | null =>
  isSure(record, 'mode3A') && !isOlder(record, 'mode3AS', mostAgeS) ? text(record, 'mode3A', 'code') : null;

/**
 * Altitudes of a system track (I062/135 and /136, I011/090 and /093): the measured level, else the one that the tracker
 * calculated. With QNH applied the latter is above mean sea level, without it above 1013.25 hPa.
 */
export function levelsOf(record: AsterixRecord): Pick<Report, 'pressureAltitudeM' | 'amslAltitudeM'> {
  const isCorrected = isTrue(record, 'barometricAltitude', 'qnhApplied');
  const calculated = num(record, 'barometricAltitude', 'flightLevelFl');
  const measured = isOlder(record, 'measuredFlightLevelS', mostValueAgeS)
    ? null
    : num(record, 'measuredFlightLevelFl');
  return {
    pressureAltitudeM: times(measured ?? (isCorrected ? null : calculated), metresPerLevel),
    amslAltitudeM: isCorrected ? times(calculated, metresPerLevel) : null,
  };
}

/** Flight status of Mode S (BDS 1,7 downlink formats): 1 and 3 are on ground, 4 and 5 may be either. */
export function groundOf(capability: Value | undefined): boolean | null {
  const status = num(capability, 'flightStatus');
  if (status === null || status > 3) return null;
  return status === 1 || status === 3;
}

/** Speed and track of a velocity in a plane, x east and y north, metres per second. */
export function motionOf(velocity: Value | undefined): Pick<Report, 'groundSpeedMps' | 'trackDeg'> {
  const vx = num(velocity, 'vxMps');
  const vy = num(velocity, 'vyMps');
  if (vx === null || vy === null) return { groundSpeedMps: null, trackDeg: null };
  return { groundSpeedMps: Math.hypot(vx, vy), trackDeg: vx === 0 && vy === 0 ? null : bearing(vx, vy) };
}

/** Degrees from north of a vector, 0 to 360. */
export function bearing(east: number, north: number): number {
  const degrees = (Math.atan2(east, north) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

const isFields = (value: Value | undefined): value is Fields =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);

export function at(value: Value | undefined, ...path: string[]): Value | undefined {
  let here = value;
  for (const key of path) {
    if (!isFields(here)) return undefined;
    here = here[key];
  }
  return here;
}

export function num(value: Value | undefined, ...path: string[]): number | null {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : null;
}

export function text(value: Value | undefined, ...path: string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
}

export function flag(value: Value | undefined, ...path: string[]): boolean | null {
  const found = at(value, ...path);
  return typeof found === 'boolean' ? found : null;
}

export function isTrue(value: Value | undefined, ...path: string[]): boolean {
  return at(value, ...path) === true;
}
