import { copiesWithinMs } from './altitude-channel.ts';
import type { TrackLimits } from './limits.ts';
import type { Report } from './report.ts';
import { isFarther, type Refusal, type Shed, type TrailPoint } from './track.ts';

/** The trail with where an aircraft is now, where enough time has passed since its last point. */
export function extended(
  trail: readonly TrailPoint[],
  latitude: number,
  longitude: number,
  pressureAltitudeM: number | null,
  at: number,
  limits: TrackLimits,
): readonly TrailPoint[] {
  const last = trail.at(-1);
  if (last !== undefined && at - last.at < limits.trailStepMs) return trail;
  const kept = trail.slice(Math.max(0, trail.length + 1 - limits.trailPoints));
  kept.push({ latitude, longitude, pressureAltitudeM, at });
  return kept;
}

/** The trail with where an aircraft was before, at its own time; a word: why it has no such point. */
export function withPast(
  trail: readonly TrailPoint[],
  { latitude, longitude, pressureAltitudeM, at }: Report,
  limits: TrackLimits,
): readonly TrailPoint[] | Exclude<Refusal, Shed> {
  const next = trail.findIndex((point) => point.at > at);
  const index = next < 0 ? trail.length : next;
  const newest = trail.at(-1)?.at ?? at;
  const isFull = index === 0 && trail.length >= limits.trailPoints;
  if (isFull || newest - at > limits.trailPoints * limits.trailStepMs) return 'outOfOrder';
  const point: TrailPoint = { latitude, longitude, pressureAltitudeM, at };
  for (const neighbour of [trail[index - 1], trail[index]]) {
    if (neighbour === undefined) continue;
    const apartMs = Math.abs(at - neighbour.at);
    if (apartMs < copiesWithinMs) return 'duplicate';
    if (isFarther(neighbour, point, limits.positionSlackM + (limits.maxSpeedMps * apartMs) / 1000))
      return 'leap';
  }
  return [...trail.slice(0, index), point, ...trail.slice(index)].slice(-limits.trailPoints);
}
