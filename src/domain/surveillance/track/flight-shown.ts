import { takeAltitude } from './altitude-channel.ts';
import type { Flight } from './flight-state.ts';
import { hearWords, sensorWithinMs } from './flight-words.ts';
import { kindOf } from './identity.ts';
import { immAccuracyM } from './imm.ts';
import type { TrackLimits } from './limits.ts';
import { latitudeOf, longitudeOf } from './plane.ts';
import type { Report } from './report.ts';
import type { TargetWarning } from './target.ts';
import type { Track } from './track.ts';
import { extended } from './trail.ts';

/** What is shown of a flight, made of what was heard of it. */

/** Knows its velocity after so many positions. */
export const movingUpdates = 4;

/** Writes what is shown anew. */
export function showFlight(flight: Flight, report: Report, sourceId: number, limits: TrackLimits): void {
  const { track, imm, plane, words } = flight;
  const isNewest = report.at >= track.at;
  const [x = 0, y = 0] = imm.mean;
  const latitude = latitudeOf(plane, y);
  const longitude = longitudeOf(plane, x);
  if (isNewest && report.at > track.at) {
    flight.intervalMs += 0.2 * (Math.min(report.at - track.at, 15_000) - flight.intervalMs);
  }
  const pressureAt = saidAt(report, 'pressureAltitudeM');
  const pressure = takeAltitude(flight.pressure, report.pressureAltitudeM, pressureAt, limits);
  const geometricAt = saidAt(report, 'geometricAltitudeM');
  const geometric = takeAltitude(flight.geometric, report.geometricAltitudeM, geometricAt, limits);
  const amsl = takeAltitude(flight.amsl, report.amslAltitudeM, report.at, limits);
  if (pressure === 'jumped' || geometric === 'jumped' || amsl === 'jumped') flight.climbedAt = report.at;
  hearWords(words, report, sourceId);
  const onGround = words.onGround.value;
  const at = Math.max(track.at, report.at);
  flight.track = {
    id: track.id,
    icao24: track.icao24 ?? report.icao24,
    addressType: track.addressType ?? kindOf(report),
    callsign: words.callsign.value,
    latitude,
    longitude,
    pressureAltitudeM: flight.pressure.valueM,
    geometricAltitudeM: flight.geometric.valueM,
    amslAltitudeM: flight.amsl.valueM,
    ...velocityOf(flight, report, limits),
    onGround,
    at,
    sourceId: isNewest ? sourceId : track.sourceId,
    planId: track.planId,
    correlation: track.correlation,
    mode3A: words.mode3A.value,
    emergency: words.emergency.value,
    isCoasting: false,
    warning: warningOf(flight, at, limits),
    sources: heardBy(flight, at),
    accuracyM: flight.isAccuracyStated ? immAccuracyM(imm) : null,
    since: track.since,
    groundChangedAt: onGround === track.onGround ? track.groundChangedAt : words.onGround.since,
    trail:
      flight.leaptAt === report.at
        ? [{ latitude, longitude, pressureAltitudeM: flight.pressure.valueM, at }]
        : extended(track.trail, latitude, longitude, flight.pressure.valueM, at, limits),
  };
}

export function warningOf(flight: Flight, at: number, { warnForMs }: TrackLimits): TargetWarning | null {
  if (flight.isDoubled) return 'duplicateAddress';
  if (flight.leaptAt !== null && at - flight.leaptAt < warnForMs) return 'leap';
  return flight.climbedAt !== null && at - flight.climbedAt < warnForMs ? 'impossibleClimb' : null;
}

function heardBy({ sensors }: Flight, at: number): number {
  let count = 0;
  for (const sensor of sensors) if (at - sensor.at < sensorWithinMs) count++;
  return count;
}

/** When a report's height was said: with the position, or in a message of its own before. */
export const saidAt = ({ said, at }: Report, name: 'pressureAltitudeM' | 'geometricAltitudeM'): number =>
  said?.[name]?.lastAt ?? at;

type Velocity = Pick<Track, 'groundSpeedMps' | 'trackDeg' | 'verticalRateMps'>;

/** As the aircraft reports it, else what it reported lately, else as its positions show it. */
function velocityOf(flight: Flight, report: Report, limits: TrackLimits): Velocity {
  const { track, imm } = flight;
  const isNewest = report.at >= track.at;
  if (report.verticalRateMps !== null && isNewest) flight.rateAt = report.at;
  const holdsRate = flight.rateAt !== null && report.at - flight.rateAt <= limits.holdMs;
  const verticalRateMps =
    (isNewest ? report.verticalRateMps : null) ?? (holdsRate ? track.verticalRateMps : null);
  const isSaid = report.groundSpeedMps !== null || report.trackDeg !== null;
  if (isSaid && isNewest) {
    flight.velocityAt = report.at;
    return {
      groundSpeedMps: report.groundSpeedMps ?? track.groundSpeedMps,
      trackDeg: report.trackDeg ?? track.trackDeg,
      verticalRateMps,
    };
  }
  if (flight.velocityAt !== null && report.at - flight.velocityAt <= limits.holdMs) {
    return { groundSpeedMps: track.groundSpeedMps, trackDeg: track.trackDeg, verticalRateMps };
  }
  if (imm.updates < movingUpdates) return { groundSpeedMps: null, trackDeg: null, verticalRateMps };
  const [, , vx = 0, vy = 0] = imm.mean;
  const course = (Math.atan2(vx, vy) * 180) / Math.PI;
  return {
    groundSpeedMps: Math.hypot(vx, vy),
    trackDeg: course < 0 ? course + 360 : course,
    verticalRateMps,
  };
}
