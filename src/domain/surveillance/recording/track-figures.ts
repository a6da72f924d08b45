import { inverse } from '#domain/geo/geodesy.ts';
import type { RecordedPosition } from './positions.ts';

/** What a recorded track amounts to. Metres, seconds, metres per second; null: it was never said. */
export interface TrackFigures {
  /** UTC ms. */
  from: number;
  to: number;
  /** Along the track on the ellipsoid; gaps longer than `gapMs` do not count. */
  distanceM: number;
  /** Seconds in the air as the sensors said it. */
  airborneS: number;
  maxSpeedMps: number | null;
  /** Above 1013.25 hPa (STD). */
  minPressureAltitudeM: number | null;
  maxPressureAltitudeM: number | null;
  /** All climbs together, of pressure altitude. */
  climbM: number;
}

/** Nothing was heard for so long: what lies between is not known. */
const gapMs = 60_000;
/** Steps of height that are no climb: the figure jumps by so much by itself. */
const stillM = 15;

/** Null: there is no position. */
export function figuresOf(positions: readonly RecordedPosition[]): TrackFigures | null {
  const [first] = positions;
  const last = positions.at(-1);
  if (!first || !last) return null;
  let distanceM = 0;
  let airborneMs = 0;
  let climbM = 0;
  let climbedFrom: number | null = null;
  for (const [k, position] of positions.entries()) {
    const before = positions[k - 1];
    if (before && position.at - before.at <= gapMs) {
      distanceM += inverse(before, position).distanceM;
      if (!before.onGround) airborneMs += position.at - before.at;
    }
    const height = position.pressureAltitudeM;
    if (height === null) continue;
    climbedFrom ??= height;
    if (Math.abs(height - climbedFrom) < stillM) continue;
    climbM += Math.max(0, height - climbedFrom);
    climbedFrom = height;
  }
  const said = (field: 'groundSpeedMps' | 'pressureAltitudeM') =>
    positions.flatMap((one) => one[field] ?? []);
  const most = (values: number[]) =>
    values.reduce<number | null>((a, b) => (a === null || b > a ? b : a), null);
  const heights = said('pressureAltitudeM');
  const lowest = most(heights.map((value) => -value));
  return {
    from: first.at,
    to: last.at,
    distanceM,
    airborneS: airborneMs / 1000,
    maxSpeedMps: most(said('groundSpeedMps')),
    minPressureAltitudeM: lowest === null ? null : -lowest,
    maxPressureAltitudeM: most(heights),
    climbM,
  };
}
