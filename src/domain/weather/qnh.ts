import { inverse, type Position } from '#domain/geo/geodesy.ts';

/** A pressure at mean sea level as an aerodrome reported it. */
export interface ReportedQnh {
  station: string;
  position: Position;
  qnhHpa: number;
  /** UTC ms. */
  observedAt: number;
}

export interface QnhLimits {
  /** How far from its aerodrome a pressure is used, metres. */
  withinM: number;
  /** How long it is used, ms. */
  forMs: number;
}

/** The pressure of the nearest aerodrome that is near and recent enough; null: there is none, and it is not guessed. */
export function qnhAt(
  position: Position,
  reported: readonly ReportedQnh[],
  { withinM, forMs }: QnhLimits,
  now: number,
): (ReportedQnh & { distanceM: number }) | null {
  let nearest: (ReportedQnh & { distanceM: number }) | null = null;
  const degrees = withinM / 110_000;
  for (const one of reported) {
    if (now - one.observedAt > forMs || Math.abs(one.position.latitude - position.latitude) > degrees)
      continue;
    const { distanceM } = inverse(position, one.position);
    if (distanceM <= withinM && (!nearest || distanceM < nearest.distanceM)) nearest = { ...one, distanceM };
  }
  return nearest;
}
