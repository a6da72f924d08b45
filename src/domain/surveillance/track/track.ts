import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { TrackLimits } from './limits.ts';
import { roughDistanceM } from './plane.ts';
import type { Report } from './report.ts';
import type { Target } from './target.ts';

export interface TrailPoint extends Position {
  pressureAltitudeM: number | null;
  at: number;
}

/** What we believe of one aircraft. A Target and how it came here; never mutated. */
export interface Track extends Target {
  /** Time of the first report of this track. */
  since: number;
  /** When it last changed between ground and air; null: not seen to. */
  groundChangedAt: number | null;
  /** Where it was, oldest first; it begins anew where an anchor was dropped. */
  trail: readonly TrailPoint[];
}

/** Why a report did not move a track. */
export type Refusal =
  /** Not a place on earth, or 0°N 0°E, which broken receivers send. */
  | 'position'
  | 'range'
  | 'speed'
  | 'altitude'
  /** It would have to have leapt there. */
  | 'leap'
  /** It could be there, but hardly: believed once another report agrees. */
  | 'outlier'
  /** No newer than what is known. */
  | 'duplicate'
  | 'outOfOrder'
  /** Its sensor calls another aircraft by this number: believed once a second report says the same. */
  | 'identity'
  /** From the future, or too old to be shown. */
  | 'clock'
  | 'stale'
  | Shed;

/** Why a valid report begins no track. */
export type Shed =
  /** More new tracks than a second may bring. */
  | 'newTracks'
  /** There is no place for another track, and all that there are rank higher. */
  | 'crowded'
  /** Too many fly under its address. */
  | 'doubles';

/** Faults that show in a report alone, before any track is asked. */
export function refusalOf(
  report: Report,
  source: Position | null,
  nowMs: number,
  limits: TrackLimits,
): Exclude<Refusal, Shed> | null {
  const { latitude, longitude } = report;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return 'position';
  if (latitude === 0 && longitude === 0) return 'position';
  if (!Number.isFinite(report.at) || report.at - nowMs > limits.maxAheadMs) return 'clock';
  if (nowMs - report.at >= limits.dropAfterMs) return 'stale';
  if (source !== null && isFarther(source, report, limits.maxRangeM)) return 'range';
  if (
    report.groundSpeedMps !== null &&
    !(report.groundSpeedMps >= 0 && report.groundSpeedMps <= limits.maxSpeedMps)
  ) {
    return 'speed';
  }
  for (const altitude of [report.pressureAltitudeM, report.geometricAltitudeM, report.amslAltitudeM]) {
    if (altitude !== null && !(altitude >= limits.minAltitudeM && altitude <= limits.maxAltitudeM))
      return 'altitude';
  }
  return null;
}

/** The rough distance is off by less than this share. */
const roughShare = 0.02;

/** Farther apart than that many metres? The geodesic is asked only where it is close. */
export function isFarther(from: Position, to: Position, metres: number): boolean {
  const rough = roughDistanceM(from, to);
  if (rough < metres * (1 - roughShare)) return false;
  return rough > metres * (1 + roughShare) || inverse(from, to).distanceM > metres;
}

/** What goes over the wire: the track without what only we need to judge it by. */
export function targetOf(track: Track): Target {
  return {
    id: track.id,
    icao24: track.icao24,
    addressType: track.addressType,
    callsign: track.callsign,
    latitude: track.latitude,
    longitude: track.longitude,
    pressureAltitudeM: track.pressureAltitudeM,
    geometricAltitudeM: track.geometricAltitudeM,
    amslAltitudeM: track.amslAltitudeM,
    groundSpeedMps: track.groundSpeedMps,
    trackDeg: track.trackDeg,
    verticalRateMps: track.verticalRateMps,
    onGround: track.onGround,
    at: track.at,
    sourceId: track.sourceId,
    planId: track.planId,
    correlation: null,
    mode3A: track.mode3A,
    emergency: track.emergency,
    isCoasting: track.isCoasting,
    warning: track.warning,
    sources: track.sources,
    accuracyM: track.accuracyM,
  };
}
