import type { Position } from '#domain/geo/geodesy.ts';
import { copiesWithinMs, createAltitudeChannel, takeAltitude } from './altitude-channel.ts';
import { movingUpdates, saidAt, showFlight } from './flight-shown.ts';
import type { Flight, Sensor } from './flight-state.ts';
import { firstWords, sensorWithinMs } from './flight-words.ts';
import type { Heights } from './heights.ts';
import { identityOf, kindOf } from './identity.ts';
import {
  createImm,
  type Fit,
  fitOf,
  hasMeasured,
  type Measurement,
  restartImm,
  shiftImm,
  updateImm,
  updateImmLate,
} from './imm.ts';
import type { TrackLimits } from './limits.ts';
import { eastOf, latitudeOf, longitudeOf, northOf, type Plane, planeAt } from './plane.ts';
import type { Report } from './report.ts';
import { isFarther, type Refusal, type Shed } from './track.ts';
import { withPast } from './trail.ts';
import {
  compareAtRestart,
  compareVelocity,
  createVelocityCheck,
  followVelocity,
  type VelocityCheck,
} from './velocity-check.ts';

export type FlightMove =
  | 'moved'
  /** It was there before: its trail has it, and it stays where it is. */
  | 'past'
  /** It is here and there at the same time: the report is of another aircraft with this name. */
  | 'besides'
  | Exclude<Refusal, Shed>;

/** What a sensor is known to be: how good its positions are, and how it errs. */
export type MeasureReport = (report: Report, plane: Plane, into: Measurement) => Measurement;

/** A filter that has settled knows where the aircraft should be: what lies farther off is doubted once. */
const settledUpdates = 6;
const doubtedFit = 45;
const settledWithinMs = 15_000;
/** A suspect that nothing has agreed with for so long is forgotten. */
const forgetSuspectMs = 30_000;
/** Two places that agree are no farther apart than a fast aircraft flies; faster ones say how fast they are. */
const agreeingMps = 250;
/** A plane is good within this. */
const planeM = 10_000;
/** Sensors of one flight: each report is held against all of them. */
const mostSensors = 50;
/** One that was heard once or twice may be of a radar that turns slowly. */
const firstUnheardMs = 13_000;

const scratch: Measurement = { at: 0, x: 0, y: 0, xx: 1, xy: 0, yy: 1, vx: 0, vy: 0, vv: 1, isStated: false };
const fit: Fit = { distance: 0, logSpread: 0 };

export function beginFlight(
  id: string,
  report: Report,
  sourceId: number,
  measureReport: MeasureReport,
  limits: TrackLimits,
): Flight {
  const plane = planeAt(report);
  const imm = createImm(measureReport(report, plane, scratch));
  const pressure = createAltitudeChannel();
  const geometric = createAltitudeChannel();
  const amsl = createAltitudeChannel();
  takeAltitude(pressure, report.pressureAltitudeM, saidAt(report, 'pressureAltitudeM'), limits);
  takeAltitude(geometric, report.geometricAltitudeM, saidAt(report, 'geometricAltitudeM'), limits);
  takeAltitude(amsl, report.amslAltitudeM, report.at, limits);
  const words = firstWords(report, sourceId);
  const flight: Flight = {
    identity: identityOf(report, sourceId),
    otherIdentity: null,
    alike: null,
    plane,
    imm,
    pressure,
    geometric,
    amsl,
    sensors: [],
    suspect: null,
    outlier: null,
    words,
    velocityAt: report.groundSpeedMps === null && report.trackDeg === null ? null : report.at,
    rateAt: report.verticalRateMps === null ? null : report.at,
    intervalMs: 1_000,
    leaptAt: null,
    climbedAt: null,
    isAccuracyStated: scratch.isStated,
    isDoubled: false,
    isTentative: false,
    track: {
      id,
      icao24: report.icao24,
      addressType: kindOf(report),
      callsign: words.callsign.value,
      latitude: report.latitude,
      longitude: report.longitude,
      pressureAltitudeM: report.pressureAltitudeM,
      geometricAltitudeM: report.geometricAltitudeM,
      amslAltitudeM: report.amslAltitudeM,
      groundSpeedMps: report.groundSpeedMps,
      trackDeg: report.trackDeg,
      verticalRateMps: report.verticalRateMps,
      onGround: words.onGround.value,
      at: report.at,
      sourceId,
      planId: null,
      correlation: null,
      mode3A: words.mode3A.value,
      emergency: words.emergency.value,
      isCoasting: false,
      warning: null,
      sources: 1,
      accuracyM: report.accuracy?.horizontalM ?? null,
      since: report.at,
      groundChangedAt: null,
      trail: [
        {
          latitude: report.latitude,
          longitude: report.longitude,
          pressureAltitudeM: report.pressureAltitudeM,
          at: report.at,
        },
      ],
    },
  };
  hear(flight, report, sourceId);
  return flight;
}

/** How a report, which has passed `refusalOf` and is of this aircraft by its name, moves it. */
export function moveFlight(
  flight: Flight,
  report: Report,
  sourceId: number,
  measureReport: MeasureReport,
  limits: TrackLimits,
): FlightMove {
  const { imm } = flight;
  const own = sensorOf(flight, report, sourceId);
  if (isKnown(flight, own, report)) return 'duplicate';
  const lateMs = imm.at - report.at;
  if (lateMs > limits.lateMs) return fillTrail(flight, report, sourceId, limits);
  const measured = measureReport(report, flight.plane, scratch);
  const check = own?.velocityCheck ?? createVelocityCheck();
  const wasDoubted = check.isDoubted;
  followVelocity(check, report, measured);
  if (check.isDoubted) measured.vx = measured.vy = Number.NaN;
  if (lateMs > 0 && hasMeasured(imm, measured)) return 'duplicate';
  if (isOutOfReach(flight, measured, report, limits)) {
    const move = doubt(flight, report, limits);
    if (move !== 'moved') return move;
    restart(flight, report, check, measureReport);
    flight.leaptAt = report.at;
    flight.suspect = null;
  } else if (isUnlikely(flight, measured)) {
    const move = doubtOutlier(flight, report, sourceId);
    if (move !== 'moved') return move;
    restart(flight, report, check, measureReport);
    flight.outlier = null;
  } else {
    if (own !== null && !isAtSamePlace(own, report)) compareVelocity(check, report, measured);
    if (check.isDoubted) measured.vx = measured.vy = Number.NaN;
    if (lateMs <= 0) updateImm(imm, measured);
    else if (!updateImmLate(imm, measured)) return 'outOfOrder';
  }
  if (check.isDoubted && !wasDoubted) flight.velocityAt = null;
  flight.isAccuracyStated ||= measured.isStated;
  if (flight.outlier !== null) flight.outlier.isBesides = true;
  if (flight.suspect !== null) flight.suspect.isBesides = true;
  const identity = identityOf(report, sourceId);
  flight.identity ??= identity;
  if (identity !== null && report.trackNumber !== null) flight.otherIdentity = null;
  hear(flight, report, sourceId);
  const believed = check.isDoubted ? { ...report, groundSpeedMps: null, trackDeg: null } : report;
  showFlight(flight, believed, sourceId, limits);
  centre(flight);
  return 'moved';
}

/** A fix from before what is known, of an aircraft that names itself: devices keep them while they have no network. */
export function fillTrail(flight: Flight, report: Report, sourceId: number, limits: TrackLimits): FlightMove {
  if (flight.identity === null || identityOf(report, sourceId) !== flight.identity) return 'outOfOrder';
  const trail = withPast(flight.track.trail, report, limits);
  if (typeof trail === 'string') return trail;
  flight.track = { ...flight.track, trail };
  return 'past';
}

/** Its heights as they are believed. */
export const heightsOf = ({ pressure, geometric, amsl }: Flight): Heights => ({
  pressureM: pressure.valueM,
  geometricM: geometric.valueM,
  amslM: amsl.valueM,
});

/** What is known by a flight that turned out to be this one as well. */
export function takeOver(flight: Flight, { sensors, words }: Flight): void {
  for (const one of sensors) {
    const isKnown = flight.sensors.some(
      ({ sourceId, sourceKey }) => sourceId === one.sourceId && sourceKey === one.sourceKey,
    );
    if (!isKnown && flight.sensors.length < mostSensors) flight.sensors.push(one);
  }
  if (flight.words.mode3A.value !== null || words.mode3A.value === null) return;
  flight.words.mode3A = words.mode3A;
  flight.track = { ...flight.track, mode3A: words.mode3A.value };
}

/** The sensor of a report as this flight knows it. */
export function sensorOf(flight: Flight, { sourceKey }: Report, sourceId: number): Sensor | null {
  for (const sensor of flight.sensors) {
    if (sensor.sourceId === sourceId && sensor.sourceKey === sourceKey) return sensor;
  }
  return null;
}

/** How well a report without a name fits; NaN where it is out of reach. */
export function fitOfReport(flight: Flight, report: Report, measureReport: MeasureReport, into: Fit): Fit {
  return fitOf(flight.imm, measureReport(report, flight.plane, scratch), into);
}

/**
 * Shows where an aircraft in flight that is not heard should be, along the course that it had, for a bounded time. False:
 * nothing has changed.
 */
export function coastFlight(flight: Flight, nowMs: number, limits: TrackLimits): boolean {
  const { track, imm, plane } = flight;
  const ageMs = nowMs - track.at;
  const knowsWay = imm.updates >= movingUpdates || flight.velocityAt !== null;
  const isSeldom = imm.updates < movingUpdates;
  const heardOf = Math.max(isSeldom ? firstUnheardMs : 6_000, 2.5 * flight.intervalMs);
  if (ageMs <= heardOf || track.onGround || track.warning !== null) return false;
  if (track.isCoasting && (!knowsWay || ageMs > limits.coastForMs)) return false;
  // Of what was old when it came, and of a way that nobody knows, only that it is not where it was.
  if (!knowsWay || (!track.isCoasting && ageMs > limits.coastForMs)) {
    flight.track = { ...track, isCoasting: true };
    return true;
  }
  const aheadS = (Math.min(ageMs, limits.coastForMs) - (track.at - imm.at)) / 1000;
  const [x = 0, y = 0, vx = 0, vy = 0] = imm.mean;
  flight.track = {
    ...track,
    latitude: latitudeOf(plane, y + vy * aheadS),
    longitude: longitudeOf(plane, x + vx * aheadS),
    isCoasting: true,
  };
  return true;
}

/**
 * The same report by another way, or the last one again: who repeats a fix gives its time by some tenths earlier or later.
 */
function isKnown(flight: Flight, own: Sensor | null, report: Report): boolean {
  return (own !== null && own.at === report.at) || hasTaken(flight, report);
}

/** Has it taken this position already? */
export function hasTaken(flight: Flight, report: Report): boolean {
  for (const sensor of flight.sensors) {
    if (isAtSamePlace(sensor, report) && Math.abs(sensor.at - report.at) < copiesWithinMs) {
      return true;
    }
  }
  return false;
}

const isAtSamePlace = (one: Position, other: Position): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude;

function isOutOfReach(
  flight: Flight,
  { x, y, at }: Measurement,
  report: Report,
  limits: TrackLimits,
): boolean {
  const { imm, plane } = flight;
  const reachM = (limits.maxSpeedMps * Math.abs(at - imm.at)) / 1000 + limits.positionSlackM;
  const [hereX = 0, hereY = 0] = imm.mean;
  // Near by, the plane is as good as the ellipsoid.
  const distanceM = Math.hypot(x - hereX, y - hereY);
  if (distanceM < 0.95 * reachM && distanceM < 2 * planeM) return false;
  return isFarther(
    { latitude: latitudeOf(plane, hereY), longitude: longitudeOf(plane, hereX) },
    report,
    reachM,
  );
}

/** Takes a report out of reach; `moved`: it is to be believed. */
function doubt(flight: Flight, report: Report, limits: TrackLimits): FlightMove {
  const { suspect } = flight;
  const sinceMs = suspect === null ? 0 : Math.abs(report.at - suspect.at);
  const speed = Math.min(limits.maxSpeedMps, Math.max(agreeingMps, 1.2 * (report.groundSpeedMps ?? 0)));
  const reachM = (speed * sinceMs) / 1000 + limits.positionSlackM;
  if (suspect === null || sinceMs > forgetSuspectMs || isFarther(suspect, report, reachM)) {
    flight.suspect = { ...placeOf(report), count: 1, isBesides: false };
    return 'leap';
  }
  const isCopy = isAtSamePlace(suspect, report);
  if (sinceMs < (isCopy ? copiesWithinMs : copiesWithinMs / 5)) return 'duplicate';
  if (suspect.count >= Math.max(2, limits.rejectionsBeforeReset)) {
    return suspect.isBesides ? 'besides' : 'moved';
  }
  flight.suspect = { ...placeOf(report), count: suspect.count + 1, isBesides: suspect.isBesides };
  return 'leap';
}

const placeOf = ({ latitude, longitude, at }: Report) => ({ latitude, longitude, at });

function isUnlikely(flight: Flight, measured: Measurement): boolean {
  const { imm } = flight;
  if (imm.updates < settledUpdates || measured.at - imm.at > settledWithinMs) return false;
  return fitOf(imm, measured, fit).distance > doubtedFit;
}

/**
 * Two unlikely places of different time that agree with each other are where it is; where others saw it in its own place
 * between them, a sensor that goes by its own number or a callsign sees another aircraft.
 */
function doubtOutlier(flight: Flight, report: Report, sourceId: number): FlightMove {
  const { outlier } = flight;
  const sinceMs = outlier === null ? 0 : Math.abs(report.at - outlier.at);
  flight.outlier = { ...placeOf(report), count: 1, isBesides: false };
  if (outlier === null || sinceMs < copiesWithinMs / 5 || sinceMs > forgetSuspectMs) return 'outlier';
  const speed = Math.max(flight.track.groundSpeedMps ?? 0, report.groundSpeedMps ?? 0, 30);
  if (isFarther(outlier, report, 200 + (1.5 * speed * sinceMs) / 1000)) return 'outlier';
  if (!outlier.isBesides) return 'moved';
  return identityOf(report, sourceId) === null ? 'besides' : 'outlier';
}

function restart(flight: Flight, report: Report, check: VelocityCheck, measureReport: MeasureReport): void {
  for (const sensor of flight.sensors) compareAtRestart(sensor.velocityCheck, sensor, report);
  if (flight.sensors.some(({ velocityCheck }) => velocityCheck.isDoubted)) flight.velocityAt = null;
  flight.plane = planeAt(report);
  const from = measureReport(report, flight.plane, scratch);
  if (check.isDoubted) from.vx = from.vy = Number.NaN;
  restartImm(flight.imm, from);
}

function hear(flight: Flight, report: Report, sourceId: number): void {
  const known = sensorOf(flight, report, sourceId);
  if (known !== null) {
    known.at = report.at;
    known.latitude = report.latitude;
    known.longitude = report.longitude;
    known.trackNumber = report.trackNumber;
    return;
  }
  if (flight.sensors.length > 0) {
    flight.sensors = flight.sensors.filter(({ at }) => report.at - at < 3 * sensorWithinMs);
  }
  if (flight.sensors.length >= mostSensors) flight.sensors.shift();
  const { sourceKey, trackNumber, at, latitude, longitude } = report;
  const velocityCheck = createVelocityCheck();
  flight.sensors.push({ sourceId, sourceKey, trackNumber, at, latitude, longitude, velocityCheck });
}

/** Keeps the plane under the aircraft. */
function centre(flight: Flight): void {
  const [x = 0, y = 0] = flight.imm.mean;
  if (Math.abs(x) < planeM && Math.abs(y) < planeM) return;
  const here = { latitude: latitudeOf(flight.plane, y), longitude: longitudeOf(flight.plane, x) };
  flight.plane = planeAt(here);
  shiftImm(flight.imm, x - eastOf(flight.plane, here.longitude), y - northOf(flight.plane, here.latitude));
}
