import { direct, type Position } from '#domain/geo/geodesy.ts';
import {
  addressOf,
  callsignOf,
  metresPerFoot,
  metresPerNauticalMile,
  mpsPerFootPerMinute,
  mpsPerKnot,
  type Report,
} from '#domain/surveillance/track/report.ts';
import type { Block } from './decode.ts';
import type { AsterixRecord, Fields, Value } from './table.ts';

/** Where a radar stands: WGS-84, antenna height above the ellipsoid. */
export interface RadarSite extends Position {
  heightM: number;
}

export interface ReportContext {
  /** When the datagram came in, UTC ms: it says which day a time of day belongs to. */
  receivedAtMs: number;
  /** Site of the radar `sac/sic`, needed for CAT048, whose positions are polar; one feed may carry several. */
  radarSite?: (sourceKey: string | null) => RadarSite | null;
}

const dayMs = 86_400_000;
const metresPerLevel = 100 * metresPerFoot;
/** Both ends of I021/140's scale say "beyond the scale". */
const geometricTopFt = 32_767 * 6.25;
/** Mean earth radius: enough for a slant range, whose ground distance hardly depends on it. */
const earthRadiusM = 6_371_009;

/** All reports with a position in these blocks: CAT021, CAT048 (with a site) and CAT062; others give none. */
export function reportsOf(blocks: readonly Block[], context: ReportContext): Report[] {
  const reports: Report[] = [];
  for (const block of blocks) {
    for (const record of block.records) {
      const report = reportOf(block.category, block.edition, record, context);
      if (report !== null) reports.push(report);
    }
  }
  return reports;
}

/**
 * One record as a report; null where it has no position, or where it is a test target or a field monitor
 * (a fixed transponder that watches the sensor). Simulated targets are reported: exercises need them.
 */
export function reportOf(
  category: number,
  edition: string | null,
  record: AsterixRecord,
  context: ReportContext,
): Report | null {
  if (isTrue(record, 'descriptor', 'test') || isTrue(record, 'descriptor', 'fieldMonitor')) return null;
  if (category === 21) return adsbReport(record, edition, context);
  if (category === 48) return radarReport(record, context);
  return category === 62 ? systemTrackReport(record, context) : null;
}

/**
 * The UTC moment of a time of day: of yesterday's, today's and tomorrow's the one nearest to when it came in,
 * so that midnight is passed rightly by a late report and by a sensor whose clock is ahead. No or an
 * impossible time of day: the moment it came in.
 */
export function resolveTimeOfDay(timeOfDayS: number | null, receivedAtMs: number): number {
  // One second more than a day: a leap second is a time of day too.
  if (timeOfDayS === null || !(timeOfDayS >= 0 && timeOfDayS < 86_401)) return receivedAtMs;
  const midnight = Math.floor(receivedAtMs / dayMs) * dayMs;
  const today = midnight + Math.round(timeOfDayS * 1000);
  if (today - receivedAtMs > dayMs / 2) return today - dayMs;
  return receivedAtMs - today > dayMs / 2 ? today + dayMs : today;
}

function adsbReport(
  record: AsterixRecord,
  edition: string | null,
  { receivedAtMs }: ReportContext,
): Report | null {
  const latitude =
    num(record, 'positionHighResolution', 'latitudeDeg') ?? num(record, 'position', 'latitudeDeg');
  const longitude =
    num(record, 'positionHighResolution', 'longitudeDeg') ?? num(record, 'position', 'longitudeDeg');
  if (latitude === null || longitude === null) return null;
  const addressType = num(record, 'descriptor', 'addressType');
  // Which address types are a unique 24-bit address (aircraft, surface vehicle) is another code in 0.2x.
  const vouched = edition?.startsWith('0.')
    ? addressType === 1 || addressType === 2
    : addressType === 0 || addressType === 2;
  const address = addressOf(text(record, 'targetAddress'));
  const trackNumber = num(record, 'track', 'trackNumber');
  const timeOfDayS =
    num(record, 'timeOfPositionReceptionS') ??
    num(record, 'timeOfPositionApplicabilityS') ??
    num(record, 'timeOfDayS') ??
    num(record, 'timeOfTransmissionS');
  const heightFt = num(record, 'geometricHeightFt');
  const rateFtMin =
    num(record, 'barometricVerticalRate', 'verticalRateFtMin') ??
    num(record, 'barometricVerticalRateFtMin') ??
    num(record, 'geometricVerticalRate', 'verticalRateFtMin') ??
    num(record, 'geometricVerticalRateFtMin');
  return {
    icao24: vouched || addressType === null ? address : null,
    callsign: callsignOf(text(record, 'targetIdentification')),
    mode3A: text(record, 'mode3A', 'code'),
    latitude,
    longitude,
    pressureAltitudeM: times(num(record, 'flightLevelFl'), metresPerLevel),
    geometricAltitudeM: heightFt === geometricTopFt ? null : times(heightFt, metresPerFoot),
    groundSpeedMps: times(num(record, 'groundVector', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: num(record, 'groundVector', 'trackDeg'),
    verticalRateMps: times(rateFtMin, mpsPerFootPerMinute),
    // Below the second octet of 2.x the ground bit is not set, which says airborne.
    onGround: record.descriptor === undefined ? null : isTrue(record, 'descriptor', 'groundBit'),
    at: resolveTimeOfDay(timeOfDayS, receivedAtMs),
    timeOfDayS,
    trackNumber:
      trackNumber !== null ? String(trackNumber) : vouched || address === null ? null : `~${address}`,
    sourceKey: sourceKeyOf(record),
  };
}

function systemTrackReport(record: AsterixRecord, { receivedAtMs }: ReportContext): Report | null {
  const latitude = num(record, 'position', 'latitudeDeg');
  const longitude = num(record, 'position', 'longitudeDeg');
  if (latitude === null || longitude === null) return null;
  const timeOfDayS = num(record, 'timeOfDayS');
  const trackNumber = num(record, 'trackNumber');
  const vx = num(record, 'velocity', 'vxMps');
  const vy = num(record, 'velocity', 'vyMps');
  // The track's own barometric altitude is a pressure altitude only where no QNH was applied to it.
  const calculated = isTrue(record, 'barometricAltitude', 'qnhApplied')
    ? null
    : num(record, 'barometricAltitude', 'flightLevelFl');
  return {
    icao24: addressOf(text(record, 'aircraft', 'targetAddress')),
    callsign:
      callsignOf(text(record, 'aircraft', 'targetIdentification')) ??
      callsignOf(text(record, 'identification', 'targetIdentification')) ??
      callsignOf(text(record, 'flightPlan', 'callsign')),
    mode3A: text(record, 'mode3A', 'code'),
    latitude,
    longitude,
    pressureAltitudeM: times(num(record, 'measuredFlightLevelFl') ?? calculated, metresPerLevel),
    geometricAltitudeM: times(num(record, 'geometricAltitudeFt'), metresPerFoot),
    groundSpeedMps: vx === null || vy === null ? null : Math.hypot(vx, vy),
    trackDeg: vx === null || vy === null || (vx === 0 && vy === 0) ? null : bearing(vx, vy),
    verticalRateMps: times(num(record, 'verticalRateFtMin'), mpsPerFootPerMinute),
    onGround:
      isTrue(record, 'trackStatus', 'surfaceTarget') ||
      (groundOf(at(at(record, 'aircraft'), 'capability')) ??
        isTrue(at(record, 'aircraft'), 'adsbStatus', 'groundBit')),
    at: resolveTimeOfDay(timeOfDayS, receivedAtMs),
    timeOfDayS,
    trackNumber: trackNumber === null ? null : String(trackNumber),
    sourceKey: sourceKeyOf(record),
  };
}

function radarReport(record: AsterixRecord, { receivedAtMs, radarSite }: ReportContext): Report | null {
  const sourceKey = sourceKeyOf(record);
  const site = radarSite?.(sourceKey);
  const rangeNm = num(record, 'polar', 'rangeNm');
  const azimuthDeg = num(record, 'polar', 'azimuthDeg');
  if (!site || rangeNm === null || azimuthDeg === null) return null;
  const level =
    isTrue(record, 'flightLevel', 'notValidated') || isTrue(record, 'flightLevel', 'garbled')
      ? null
      : num(record, 'flightLevel', 'flightLevelFl');
  const pressureAltitudeM = times(level, metresPerLevel);
  const position = positionOfPolar(site, rangeNm * metresPerNauticalMile, azimuthDeg, pressureAltitudeM);
  const timeOfDayS = num(record, 'timeOfDayS');
  const trackNumber = num(record, 'track', 'trackNumber');
  const code = text(record, 'mode3A', 'code');
  return {
    icao24: addressOf(text(record, 'targetAddress')),
    callsign: callsignOf(text(record, 'targetIdentification')),
    mode3A: isTrue(record, 'mode3A', 'notValidated') || isTrue(record, 'mode3A', 'garbled') ? null : code,
    latitude: position.latitude,
    longitude: position.longitude,
    pressureAltitudeM,
    geometricAltitudeM: times(num(record, 'height3d', 'heightFt'), metresPerFoot),
    groundSpeedMps: times(num(record, 'velocity', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: num(record, 'velocity', 'trackDeg'),
    verticalRateMps: null,
    onGround: groundOf(record.capability),
    at: resolveTimeOfDay(timeOfDayS, receivedAtMs),
    timeOfDayS,
    trackNumber: trackNumber === null ? null : String(trackNumber),
    sourceKey,
  };
}

/**
 * Position of a slant range and a true azimuth, on a round earth under the site. Without an altitude the
 * target is taken at the antenna's height, which is off by h²/2r at most: 400 m for 10 km height at 125 km.
 * Pressure altitude stands for height; 1 hPa off standard moves the position by less than 9 m × h/r.
 */
export function positionOfPolar(
  site: RadarSite,
  slantRangeM: number,
  azimuthDeg: number,
  altitudeM: number | null,
): Position {
  const from = earthRadiusM + site.heightM;
  const to = earthRadiusM + (altitudeM ?? site.heightM);
  const cosine = (from * from + to * to - slantRangeM * slantRangeM) / (2 * from * to);
  // A target higher than its slant range is long cannot be: it is drawn over the site.
  const angle = Math.acos(Math.min(1, Math.max(-1, cosine)));
  return direct(site, azimuthDeg, angle * earthRadiusM);
}

/** Flight status of Mode S (BDS 1,7 downlink formats): 1 and 3 are on ground, 4 and 5 may be either. */
function groundOf(capability: Value | undefined): boolean | null {
  const status = num(capability, 'flightStatus');
  if (status === null || status > 3) return null;
  return status === 1 || status === 3;
}

function sourceKeyOf(record: AsterixRecord): string | null {
  const sac = num(record, 'source', 'sac');
  const sic = num(record, 'source', 'sic');
  return sac === null || sic === null ? null : `${sac}/${sic}`;
}

function bearing(eastMps: number, northMps: number): number {
  const degrees = (Math.atan2(eastMps, northMps) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

const isFields = (value: Value | undefined): value is Fields =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);

function at(value: Value | undefined, ...path: string[]): Value | undefined {
  let here = value;
  for (const key of path) {
    if (!isFields(here)) return undefined;
    here = here[key];
  }
  return here;
}

function num(value: Value | undefined, ...path: string[]): number | null {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : null;
}

function text(value: Value | undefined, ...path: string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
}

function isTrue(value: Value | undefined, ...path: string[]): boolean {
  return at(value, ...path) === true;
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}
