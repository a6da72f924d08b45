import { direct, type Position } from '#domain/geo/geodesy.ts';
import { metresPerFoot, metresPerNauticalMile, mpsPerKnot } from '#domain/geo/units.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import { addressOf, callsignOf, type Report, times } from '#domain/surveillance/track/report.ts';
import {
  bearing,
  begun,
  groundOf,
  isSure,
  isTrue,
  metresPerLevel,
  motionOf,
  num,
  type RadarSite,
  type ReportContext,
  type ReportMaker,
  sourceKeyOf,
  text,
  timed,
  trackNumberOf,
} from './values.ts';

/** Mean earth radius: enough for a slant range, whose ground distance hardly depends on it. */
const earthRadiusM = 6_371_009;
const dayS = 86_400;
/** What the 16 bits of I001/141 count before they begin again. */
const truncatedS = 512;

/** CAT048. */
export const radarReport: ReportMaker = (record, context) => {
  const plot = plotOf(record, context);
  return (
    plot && {
      ...plot,
      ...timed(num(record, 'timeOfDayS'), context),
      trackNumber: trackNumberOf(num(record, 'track', 'trackNumber')),
    }
  );
};

/** CAT001, whose time of day has lost its highest bits. */
export const oldRadarReport: ReportMaker = (record, context) => {
  const plot = plotOf(record, context);
  const truncated = num(record, 'truncatedTimeOfDayS');
  const timeOfDayS = truncated === null ? null : wholeTimeOfDay(truncated, context.receivedAtMs);
  return (
    plot && { ...plot, ...timed(timeOfDayS, context), trackNumber: trackNumberOf(num(record, 'trackNumber')) }
  );
};

/** The time of day, of those that end in these bits, that is nearest to when it came in. */
function wholeTimeOfDay(truncated: number, receivedAtMs: number): number {
  const receivedS = (receivedAtMs / 1000) % dayS;
  const turn = Math.round((receivedS - truncated) / truncatedS);
  const whole = truncated + turn * truncatedS;
  // Before midnight: the last turn of a day is cut short.
  if (whole >= 0) return whole;
  const last = truncated + Math.floor(dayS / truncatedS) * truncatedS;
  return last < dayS ? last : last - truncatedS;
}

type Placed = Omit<Report, 'at'>;

function plotOf(record: AsterixRecord, { radarSite }: ReportContext): Placed | null {
  const site = radarSite?.(sourceKeyOf(record));
  const rangeNm = num(record, 'polar', 'rangeNm');
  const azimuthDeg = num(record, 'polar', 'azimuthDeg');
  if (!site || rangeNm === null || azimuthDeg === null) return null;
  const level = isSure(record, 'flightLevel') ? num(record, 'flightLevel', 'flightLevelFl') : null;
  const pressureAltitudeM = times(level, metresPerLevel);
  const icao24 = addressOf(text(record, 'targetAddress'));
  return {
    ...begun(record),
    ...positionOfPolar(site, rangeNm * metresPerNauticalMile, azimuthDeg, pressureAltitudeM),
    radar: { latitude: site.latitude, longitude: site.longitude },
    icao24,
    addressType: icao24 === null ? null : 'icao',
    callsign: callsignOf(text(record, 'targetIdentification')),
    mode3A: isSure(record, 'mode3A') ? text(record, 'mode3A', 'code') : null,
    pressureAltitudeM,
    geometricAltitudeM: times(num(record, 'height3d', 'heightFt'), metresPerFoot),
    groundSpeedMps: times(num(record, 'velocity', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: num(record, 'velocity', 'trackDeg'),
    onGround: groundOf(record.capability),
  };
}

/** CAT010, 011 and 020: surface movement and multilateration, in WGS-84 or in a plane about the site. */
export const surfaceReport: ReportMaker = (record, context) => {
  const position = positionOf(record, context);
  if (position === null) return null;
  const level =
    num(record, 'measuredFlightLevelFl') ??
    (isSure(record, 'flightLevel') ? num(record, 'flightLevel', 'flightLevelFl') : null);
  const heightFt = num(record, 'geometricHeightFt') ?? num(record, 'geometricAltitudeFt');
  const icao24 = addressOf(text(record, 'targetAddress') ?? text(record, 'aircraft', 'targetAddress'));
  const planar = motionOf(record.velocity ?? record.cartesianVelocity);
  const deviationM =
    num(record, 'positionAccuracy', 'deviation', 'xM') ?? num(record, 'positionDeviation', 'xM');
  return {
    ...begun(record),
    ...timed(num(record, 'timeOfDayS'), context),
    ...position,
    icao24,
    addressType: icao24 === null ? null : 'icao',
    callsign: callsignOf(
      text(record, 'identification', 'targetIdentification') ?? text(record, 'flightPlan', 'callsign'),
    ),
    mode3A: isSure(record, 'mode3A') ? text(record, 'mode3A', 'code') : null,
    pressureAltitudeM: times(level, metresPerLevel),
    geometricAltitudeM: times(heightFt, metresPerFoot),
    groundSpeedMps: planar.groundSpeedMps ?? times(num(record, 'velocity', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: planar.trackDeg ?? num(record, 'velocity', 'trackDeg'),
    verticalRateMps: times(num(record, 'verticalRateFtMin'), metresPerFoot / 60),
    onGround:
      isTrue(record, 'descriptor', 'groundBit') ||
      isTrue(record, 'trackStatus', 'surfaceTarget') ||
      groundOf(record.capability),
    trackNumber: trackNumberOf(num(record, 'track', 'trackNumber')),
    accuracy: deviationM === null ? null : { horizontalM: 2.45 * deviationM, verticalM: null, nacp: null },
  };
};

function positionOf(record: AsterixRecord, { radarSite }: ReportContext): Position | null {
  const latitude = num(record, 'position', 'latitudeDeg');
  const longitude = num(record, 'position', 'longitudeDeg');
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  const site = radarSite?.(sourceKeyOf(record));
  if (!site) return null;
  const x = num(record, 'cartesian', 'xM');
  const y = num(record, 'cartesian', 'yM');
  if (x !== null && y !== null) return direct(site, bearing(x, y), Math.hypot(x, y));
  const rangeM = num(record, 'polar', 'rangeM');
  const azimuthDeg = num(record, 'polar', 'azimuthDeg');
  return rangeM === null || azimuthDeg === null ? null : positionOfPolar(site, rangeM, azimuthDeg, null);
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
