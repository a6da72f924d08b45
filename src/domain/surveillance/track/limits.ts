/** What a track may do before it is not believed (operations.md §2 row 11), and how it ages (§1.11). */
export interface TrackLimits {
  /** A move is rejected where it is longer than this speed allows, beyond the slack. */
  maxSpeedMps: number;
  positionSlackM: number;
  /**
   * So many rejected positions of different times must agree with each other, and at least two, before the next that
   * agrees is taken.
   */
  rejectionsBeforeReset: number;
  /** From the source, where its position is known. */
  maxRangeM: number;
  minAltitudeM: number;
  maxAltitudeM: number;
  /** A leap of altitude beyond slack + rate × time is not taken; the position is. */
  maxVerticalRateMps: number;
  altitudeSlackM: number;
  dimAfterMs: number;
  dropAfterMs: number;
  /** A position from further ahead than this comes from a wrong clock. */
  maxAheadMs: number;
  /** How long altitude and velocity are kept when reports stop giving them. */
  holdMs: number;
  /** A report that comes so much later than a newer one is still placed by its own time. */
  lateMs: number;
  /** Without a report a target in flight is shown where it was going, for so long after its last position. */
  coastForMs: number;
  /** How long a target is marked after it left its place or its level as no aircraft can. */
  warnForMs: number;
  trailPoints: number;
  /** Least time between two points of the trail. */
  trailStepMs: number;
  /** Reports a second that are taken, over ten seconds: of one source, and of all. */
  sourceReportsPerS: number;
  reportsPerS: number;
  /** New tracks a second, over ten seconds: of one source, and of all. */
  sourceNewTracksPerS: number;
  newTracksPerS: number;
  /** Tracks at once: begun by one source, and in all. */
  sourceTracks: number;
  tracks: number;
}

export const defaultTrackLimits: TrackLimits = {
  maxSpeedMps: 700,
  positionSlackM: 500,
  rejectionsBeforeReset: 3,
  maxRangeM: 400_000,
  minAltitudeM: -500,
  maxAltitudeM: 30_500,
  maxVerticalRateMps: 120,
  altitudeSlackM: 100,
  dimAfterMs: 15_000,
  dropAfterMs: 60_000,
  maxAheadMs: 10_000,
  holdMs: 15_000,
  lateMs: 12_000,
  coastForMs: 30_000,
  warnForMs: 60_000,
  trailPoints: 240,
  trailStepMs: 4_000,
  sourceReportsPerS: 5_000,
  reportsPerS: 20_000,
  sourceNewTracksPerS: 1_000,
  newTracksPerS: 2_000,
  sourceTracks: 20_000,
  tracks: 25_000,
};

/** How a target of that age is shown: as it is, dimmed, or not at all. Both ends of the hub decide by this. */
export function freshnessOf(
  at: number,
  nowMs: number,
  limits: Pick<TrackLimits, 'dimAfterMs' | 'dropAfterMs'> = defaultTrackLimits,
): 'fresh' | 'dim' | 'gone' {
  const age = nowMs - at;
  if (age >= limits.dropAfterMs) return 'gone';
  return age >= limits.dimAfterMs ? 'dim' : 'fresh';
}
