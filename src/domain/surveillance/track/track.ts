import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { TrackLimits } from './limits.ts';
import type { Report } from './report.ts';
import type { Target } from './target.ts';

export interface TrailPoint extends Position {
  pressureAltitudeM: number | null;
  at: number;
}

/** What we believe of one aircraft. A Target with what it takes to judge the next report; never mutated. */
export interface Track extends Target {
  /** Time of the first report of this track. */
  since: number;
  /** When it last changed between ground and air; null: not seen to. */
  groundChangedAt: number | null;
  /** When altitude and velocity were last said. */
  altitudeAt: number | null;
  velocityAt: number | null;
  /** Positions, and altitudes, not believed since the last that was; copies of one report count once. */
  rejectedInRow: number;
  /** Where the last position, and the last altitude, was told that was not believed; null: none since one was. */
  rejected: Sighting | null;
  altitudeRejected: Sighting | null;
  altitudesRejectedInRow: number;
  /** Where it was, oldest first; it begins anew where an anchor was dropped. */
  trail: readonly TrailPoint[];
}

/** What two copies of one report have in common, whichever way they came. */
type Sighting = Pick<Report, 'latitude' | 'longitude' | 'at'>;

const sightingOf = ({ latitude, longitude, at }: Report): Sighting => ({ latitude, longitude, at });

/** Why a report did not move a track. */
export type Refusal =
  /** Not a place on earth, or 0°N 0°E, which broken receivers send. */
  | 'position'
  | 'range'
  | 'speed'
  | 'altitude'
  /** It would have to have leapt there. */
  | 'leap'
  /** No newer than what is known. */
  | 'duplicate'
  | 'outOfOrder'
  /** From the future, or too old to be shown. */
  | 'clock'
  | 'stale'
  /** Nothing says which aircraft it is. */
  | 'anonymous';

/** Faults that show in a report alone, before any track is asked. */
export function refusalOf(
  report: Report,
  source: Position | null,
  nowMs: number,
  limits: TrackLimits,
): Refusal | null {
  const { latitude, longitude } = report;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return 'position';
  if (latitude === 0 && longitude === 0) return 'position';
  if (!Number.isFinite(report.at) || report.at - nowMs > limits.maxAheadMs) return 'clock';
  if (nowMs - report.at >= limits.dropAfterMs) return 'stale';
  if (source !== null && inverse(source, report).distanceM > limits.maxRangeM) return 'range';
  if (
    report.groundSpeedMps !== null &&
    !(report.groundSpeedMps >= 0 && report.groundSpeedMps <= limits.maxSpeedMps)
  ) {
    return 'speed';
  }
  for (const altitude of [report.pressureAltitudeM, report.geometricAltitudeM]) {
    if (altitude !== null && !(altitude >= limits.minAltitudeM && altitude <= limits.maxAltitudeM))
      return 'altitude';
  }
  return null;
}

/** The track that a first report makes. The report has passed `refusalOf`. */
export function beginTrack(id: string, report: Report, sourceId: number): Track {
  return {
    id,
    icao24: report.icao24,
    callsign: report.callsign,
    mode3A: report.mode3A,
    emergency: report.emergency,
    isCoasting: false,
    warning: null,
    sources: 1,
    accuracyM: report.accuracy?.horizontalM ?? null,
    latitude: report.latitude,
    longitude: report.longitude,
    pressureAltitudeM: report.pressureAltitudeM,
    geometricAltitudeM: report.geometricAltitudeM,
    groundSpeedMps: report.groundSpeedMps,
    trackDeg: report.trackDeg,
    verticalRateMps: report.verticalRateMps,
    onGround: report.onGround ?? false,
    at: report.at,
    sourceId,
    planId: null,
    since: report.at,
    groundChangedAt: null,
    altitudeAt: report.pressureAltitudeM === null && report.geometricAltitudeM === null ? null : report.at,
    velocityAt: report.groundSpeedMps === null && report.trackDeg === null ? null : report.at,
    rejectedInRow: 0,
    rejected: null,
    altitudesRejectedInRow: 0,
    altitudeRejected: null,
    trail: [trailPointOf(report)],
  };
}

export type Move = { moved: true; track: Track } | { moved: false; reason: Refusal; track: Track };

/** How a report, which has passed `refusalOf` and is of this aircraft, moves its track. */
export function moveTrack(track: Track, report: Report, sourceId: number, limits: TrackLimits): Move {
  if (report.at === track.at) return { moved: false, reason: 'duplicate', track };
  if (report.at < track.at) return { moved: false, reason: 'outOfOrder', track };
  const elapsedS = (report.at - track.at) / 1000;
  const reach = limits.maxSpeedMps * elapsedS + limits.positionSlackM;
  const leapt = inverse(track, report).distanceM > reach;
  if (leapt && track.rejectedInRow < limits.rejectionsBeforeReset) {
    if (isCopy(track.rejected, report)) return { moved: false, reason: 'duplicate', track };
    const rejected = sightingOf(report);
    return {
      moved: false,
      reason: 'leap',
      track: { ...track, rejected, rejectedInRow: track.rejectedInRow + 1 },
    };
  }
  // Where the anchor is dropped nothing that was known of the old place is known of the new one.
  const altitude = leapt ? altitudeOf(null, report, limits) : altitudeOf(track, report, limits);
  const velocity = velocityOf(leapt ? null : track, report, limits);
  const onGround = report.onGround ?? track.onGround;
  const point = trailPointOf({ ...report, pressureAltitudeM: altitude.pressureAltitudeM });
  return {
    moved: true,
    track: {
      ...track,
      ...altitude,
      ...velocity,
      icao24: track.icao24 ?? report.icao24,
      callsign: report.callsign ?? track.callsign,
      mode3A: report.mode3A ?? track.mode3A,
      emergency: report.emergency,
      accuracyM: report.accuracy?.horizontalM ?? null,
      latitude: report.latitude,
      longitude: report.longitude,
      onGround,
      groundChangedAt: onGround === track.onGround ? track.groundChangedAt : report.at,
      at: report.at,
      sourceId,
      rejectedInRow: 0,
      rejected: null,
      trail: leapt ? [point] : extended(track.trail, point, limits),
    },
  };
}

/** A target tells its place every second at most: the same place sooner is the same report, by another way or held. */
const copiesWithinMs = 1_000;

function isCopy(before: Sighting | null, report: Report): boolean {
  return (
    before !== null &&
    before.latitude === report.latitude &&
    before.longitude === report.longitude &&
    Math.abs(report.at - before.at) < copiesWithinMs
  );
}

/** What goes over the wire: the track without what only we need to judge it by. */
export function targetOf(track: Track): Target {
  return {
    id: track.id,
    icao24: track.icao24,
    callsign: track.callsign,
    latitude: track.latitude,
    longitude: track.longitude,
    pressureAltitudeM: track.pressureAltitudeM,
    geometricAltitudeM: track.geometricAltitudeM,
    groundSpeedMps: track.groundSpeedMps,
    trackDeg: track.trackDeg,
    verticalRateMps: track.verticalRateMps,
    onGround: track.onGround,
    at: track.at,
    sourceId: track.sourceId,
    planId: track.planId,
    mode3A: track.mode3A,
    emergency: track.emergency,
    isCoasting: track.isCoasting,
    warning: track.warning,
    sources: track.sources,
    accuracyM: track.accuracyM,
  };
}

type Altitude = Pick<
  Track,
  'pressureAltitudeM' | 'geometricAltitudeM' | 'altitudeAt' | 'altitudesRejectedInRow' | 'altitudeRejected'
>;

function altitudeOf(track: Track | null, report: Report, limits: TrackLimits): Altitude {
  const reported = report.pressureAltitudeM ?? report.geometricAltitudeM;
  const heldTrack = track !== null && isHeld(track.altitudeAt, report.at, limits) ? track : null;
  const held: Altitude = {
    pressureAltitudeM: heldTrack?.pressureAltitudeM ?? null,
    geometricAltitudeM: heldTrack?.geometricAltitudeM ?? null,
    altitudeAt: heldTrack?.altitudeAt ?? null,
    altitudesRejectedInRow: heldTrack?.altitudesRejectedInRow ?? 0,
    altitudeRejected: heldTrack?.altitudeRejected ?? null,
  };
  if (reported === null) return held;
  if (
    heldTrack?.altitudeAt != null &&
    heldTrack.altitudesRejectedInRow < limits.rejectionsBeforeReset &&
    (leaps(heldTrack.pressureAltitudeM, report.pressureAltitudeM, report.at - heldTrack.altitudeAt, limits) ||
      leaps(
        heldTrack.geometricAltitudeM,
        report.geometricAltitudeM,
        report.at - heldTrack.altitudeAt,
        limits,
      ))
  ) {
    if (isCopy(held.altitudeRejected, report)) return held;
    const altitudeRejected = sightingOf(report);
    return { ...held, altitudeRejected, altitudesRejectedInRow: held.altitudesRejectedInRow + 1 };
  }
  return {
    pressureAltitudeM: report.pressureAltitudeM ?? held.pressureAltitudeM,
    geometricAltitudeM: report.geometricAltitudeM ?? held.geometricAltitudeM,
    altitudeAt: report.at,
    altitudesRejectedInRow: 0,
    altitudeRejected: null,
  };
}

function leaps(from: number | null, to: number | null, elapsedMs: number, limits: TrackLimits): boolean {
  if (from === null || to === null) return false;
  return Math.abs(to - from) > limits.altitudeSlackM + (limits.maxVerticalRateMps * elapsedMs) / 1000;
}

type Velocity = Pick<Track, 'groundSpeedMps' | 'trackDeg' | 'verticalRateMps' | 'velocityAt'>;

function velocityOf(track: Track | null, report: Report, limits: TrackLimits): Velocity {
  const { groundSpeedMps, trackDeg, verticalRateMps } = report;
  const held = track !== null && isHeld(track.velocityAt, report.at, limits) ? track : null;
  return {
    groundSpeedMps: groundSpeedMps ?? held?.groundSpeedMps ?? null,
    trackDeg: trackDeg ?? held?.trackDeg ?? null,
    verticalRateMps: verticalRateMps ?? held?.verticalRateMps ?? null,
    velocityAt: groundSpeedMps === null && trackDeg === null ? (held?.velocityAt ?? null) : report.at,
  };
}

const isHeld = (at: number | null, nowMs: number, limits: TrackLimits): boolean =>
  at !== null && nowMs - at <= limits.holdMs;

function trailPointOf(report: Report): TrailPoint {
  const { latitude, longitude, pressureAltitudeM, at } = report;
  return { latitude, longitude, pressureAltitudeM, at };
}

function extended(
  trail: readonly TrailPoint[],
  point: TrailPoint,
  limits: TrackLimits,
): readonly TrailPoint[] {
  const last = trail.at(-1);
  if (last !== undefined && point.at - last.at < limits.trailStepMs) return trail;
  return [...trail.slice(Math.max(0, trail.length + 1 - limits.trailPoints)), point];
}
