import type { Position } from '#domain/geo/geodesy.ts';

/** Of a sphere on which one minute of arc is one nautical mile. */
export const metresPerDegree = 60 * 1852;
export const nauticalMileM = 1852;
const radians = Math.PI / 180;

/** East and north of `from` in metres: good to half a per cent within a hundred kilometres. */
export function offsetM(from: Position, to: Position): { x: number; y: number } {
  const middle = ((from.latitude + to.latitude) / 2) * radians;
  return {
    x: shortWay(to.longitude - from.longitude) * metresPerDegree * Math.cos(middle),
    y: (to.latitude - from.latitude) * metresPerDegree,
  };
}

export function movedBy({ latitude, longitude }: Position, x: number, y: number): Position {
  const north = latitude + y / metresPerDegree;
  const middle = ((latitude + north) / 2) * radians;
  return { latitude: north, longitude: longitude + x / (metresPerDegree * Math.cos(middle)) };
}

/** Across the date line, not around the world. */
export function shortWay(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}

/** Velocity in metres a second, east and north; nothing where speed or track is not known. */
export function velocityOf(target: { groundSpeedMps: number | null; trackDeg: number | null }): {
  x: number;
  y: number;
} {
  const speed = target.groundSpeedMps ?? 0;
  const track = (target.trackDeg ?? 0) * radians;
  return target.trackDeg === null
    ? { x: 0, y: 0 }
    : { x: speed * Math.sin(track), y: speed * Math.cos(track) };
}
