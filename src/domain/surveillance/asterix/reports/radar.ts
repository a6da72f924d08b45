import { direct, type Position } from '#domain/geo/geodesy.ts';
import { metresPerFoot, metresPerNauticalMile, mpsPerKnot } from '#domain/geo/units.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import { addressOf, callsignOf, emergencyOf, type Report, times } from '#domain/surveillance/track/report.ts';
import {
  at,
  bearing,
  begun,
  codeOf,
  groundOf,
  isSure,
  isTrue,
  levelsOf,
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
  unknownSite,
} from './values.ts';

/** Of a meridian. */
const metresPerDegree = 111_195;
/** Mean earth radius: enough for a slant range, whose ground distance hardly depends on it. */
const earthRadiusM = 6_371_009;
const dayS = 86_400;
/** What the 16 bits of I001/141 count before they begin again. */
const truncatedS = 512;

/** CAT048. */
export const radarReport: ReportMaker = (record, context) => {
  const plot = plotOf(record, context);
  if (plot === null || plot === unknownSite) return plot;
  return {
    ...plot,
    ...timed(num(record, 'timeOfDayS'), context),
    trackNumber: trackNumberOf(num(record, 'track', 'trackNumber')),
  };
};

/** CAT001, whose time of day has lost its highest bits. */
export const oldRadarReport: ReportMaker = (record, context) => {
  const plot = plotOf(record, context);
  if (plot === null || plot === unknownSite) return plot;
  const truncated = num(record, 'truncatedTimeOfDayS');
  const timeOfDayS = truncated === null ? null : wholeTimeOfDay(truncated, context.receivedAtMs);
  return {
    ...plot,
    ...timed(timeOfDayS, context),
    trackNumber: trackNumberOf(num(record, 'trackNumber')),
  };
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

/** What a radar says of a target: where it measured it, else where its own track of it is. */
function plotOf(record: AsterixRecord, { radarSite }: ReportContext): Placed | typeof unknownSite | null {
  const measured = polarOf(record);
  const { rangeNm, azimuthDeg } = measured ?? calculatedOf(record) ?? {};
  if (rangeNm === undefined || azimuthDeg === undefined) return null;
  const site = radarSite?.(sourceKeyOf(record));
  if (!site) return unknownSite;
  const level = isSure(record, 'flightLevel') ? num(record, 'flightLevel', 'flightLevelFl') : null;
  const pressureAltitudeM = times(level, metresPerLevel);
  const rangeM = rangeNm * metresPerNauticalMile;
  // A radar that corrects its tracks for the slant says a distance over ground.
  const isOverGround = measured === null && isTrue(record, 'trackStatus', 'slantRangeCorrected');
  const icao24 = addressOf(text(record, 'targetAddress'));
  return {
    ...begun(record),
    ...(isOverGround
      ? direct(site, azimuthDeg, rangeM)
      : positionOfPolar(site, rangeM, azimuthDeg, pressureAltitudeM)),
    radar: measured === null ? null : originOf(site),
    accuracy: measured === null ? accuracyOf(site.accuracyM ?? null) : null,
    icao24,
    addressType: icao24 === null ? null : 'icao',
    callsign: callsignOf(text(record, 'targetIdentification')),
    mode3A: codeOf(record),
    pressureAltitudeM,
    // I048/110 is above mean sea level.
    amslAltitudeM: times(num(record, 'height3d', 'heightFt'), metresPerFoot),
    groundSpeedMps: times(num(record, 'velocity', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: num(record, 'velocity', 'trackDeg'),
    onGround: groundOf(record.capability),
  };
}

function polarOf(record: AsterixRecord): { rangeNm: number; azimuthDeg: number } | null {
  const rangeNm = num(record, 'polar', 'rangeNm');
  const azimuthDeg = num(record, 'polar', 'azimuthDeg');
  return rangeNm === null || azimuthDeg === null ? null : { rangeNm, azimuthDeg };
}

/** I001/042 and I048/042, of a track that was not seen in this turn. */
function calculatedOf(record: AsterixRecord): { rangeNm: number; azimuthDeg: number } | null {
  const x = num(record, 'cartesian', 'xNm');
  const y = num(record, 'cartesian', 'yNm');
  return x === null || y === null ? null : { rangeNm: Math.hypot(x, y), azimuthDeg: bearing(x, y) };
}

const originOf = (site: RadarSite): Report['radar'] => ({
  latitude: site.latitude,
  longitude: site.longitude,
  rangeDeviationM: site.rangeDeviationM ?? null,
  azimuthDeviationDeg: site.azimuthDeviationDeg ?? null,
});

/** CAT010, 011 and 020: surface movement and multilateration, in WGS-84 or in a plane about the site. */
export const surfaceReport: ReportMaker = (record, context) => {
  const position = positionOf(record, context);
  if (position === null || position === unknownSite) return position;
  const level = isSure(record, 'flightLevel') ? num(record, 'flightLevel', 'flightLevelFl') : null;
  const levels = levelsOf(record);
  const heightFt = num(record, 'geometricHeightFt') ?? num(record, 'geometricAltitudeFt');
  const icao24 = addressOf(text(record, 'targetAddress') ?? text(record, 'aircraft', 'targetAddress'));
  const planar = motionOf(record.velocity ?? record.cartesianVelocity);
  const deviationM = deviationOf(record);
  const isInvented = num(record, 'descriptor', 'addressKind') === inventedAddress;
  const trackNumber = trackNumberOf(num(record, 'track', 'trackNumber'));
  const address = isInvented ? null : icao24;
  return {
    ...begun(record),
    ...timed(num(record, 'timeOfDayS'), context),
    ...position.place,
    icao24: address,
    addressType: icao24 === null ? null : isInvented ? 'nonIcao' : 'icao',
    callsign: callsignOf(
      text(record, 'identification', 'targetIdentification') ?? text(record, 'flightPlan', 'callsign'),
    ),
    mode3A: codeOf(record),
    pressureAltitudeM: levels.pressureAltitudeM ?? times(level, metresPerLevel),
    amslAltitudeM: levels.amslAltitudeM,
    geometricAltitudeM: times(heightFt, metresPerFoot),
    groundSpeedMps: planar.groundSpeedMps ?? times(num(record, 'velocity', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: planar.trackDeg ?? num(record, 'velocity', 'trackDeg'),
    verticalRateMps: times(num(record, 'verticalRateFtMin'), metresPerFoot / 60),
    onGround:
      isTrue(record, 'descriptor', 'groundBit') ||
      isTrue(record, 'trackStatus', 'surfaceTarget') ||
      groundOf(record.capability ?? at(record, 'aircraft', 'capability')),
    trackNumber: trackNumber ?? (isInvented && icao24 !== null ? `~${icao24}` : null),
    accuracy: accuracyOf(deviationM === null ? position.accuracyM : 2.45 * deviationM),
    emergency: declaredOf(num(record, 'aircraft', 'capability', 'flightStatus')),
  };
};

/** I011/380: flight status 6 to 10 is an emergency, in the order of I021/200. */
const declaredOf = (flightStatus: number | null): Report['emergency'] =>
  flightStatus !== null && flightStatus >= 6 && flightStatus <= 10 ? emergencyOf(flightStatus - 5) : null;

/** I020/020: an address that is none of ICAO's. */
const inventedAddress = 1;

/** One standard deviation of the position, of its worse axis where both are said: of the item, else of the expansion. */
function deviationOf(record: AsterixRecord): number | null {
  const items = [
    at(record, 'positionAccuracy', 'deviation'),
    at(record, 'positionDeviation'),
    at(record, 'reservedExpansion', 'positionAccuracy', 'deviation'),
  ];
  for (const item of items) {
    const deviations = [num(item, 'xM'), num(item, 'yM')].filter((one) => one !== null);
    if (deviations.length > 0) return Math.max(...deviations);
  }
  const northDeg = num(record, 'reservedExpansion', 'positionAccuracy', 'wgs84', 'latitudeDeg');
  return times(northDeg, metresPerDegree);
}

const accuracyOf = (horizontalM: number | null): Report['accuracy'] =>
  horizontalM === null ? null : { horizontalM, verticalM: null, nacp: null };

/** A position, and how good those of its sensor are where that is known. */
interface SurfacePosition {
  place: Position;
  accuracyM: number | null;
}

function positionOf(
  record: AsterixRecord,
  { radarSite }: ReportContext,
): SurfacePosition | typeof unknownSite | null {
  const latitude = num(record, 'position', 'latitudeDeg');
  const longitude = num(record, 'position', 'longitudeDeg');
  if (latitude !== null && longitude !== null) return { place: { latitude, longitude }, accuracyM: null };
  const x = num(record, 'cartesian', 'xM');
  const y = num(record, 'cartesian', 'yM');
  const isCartesian = x !== null && y !== null;
  const rangeM = num(record, 'polar', 'rangeM');
  const azimuthDeg = num(record, 'polar', 'azimuthDeg');
  const isPolar = rangeM !== null && azimuthDeg !== null;
  if (!isCartesian && !isPolar) return null;
  const site = radarSite?.(sourceKeyOf(record));
  if (!site) return unknownSite;
  const accuracyM = site.accuracyM ?? null;
  if (isCartesian) return { place: direct(site, bearing(x, y), Math.hypot(x, y)), accuracyM };
  return isPolar ? { place: positionOfPolar(site, rangeM, azimuthDeg, null), accuracyM } : null;
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
