import { normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';

/** Of a sphere on which one minute of arc is one nautical mile. */
export const metresPerDegree = 60 * metresPerNauticalMile;
export const radians = Math.PI / 180;

/** Metres east and north. */
export interface Offset {
  x: number;
  y: number;
}

/** East and north of `from` in metres: good to half a per cent within a hundred kilometres. */
export function offsetM(from: Position, to: Position): Offset {
  const middle = ((from.latitude + to.latitude) / 2) * radians;
  return {
    x: normalLongitude(to.longitude - from.longitude) * metresPerDegree * Math.cos(middle),
    y: (to.latitude - from.latitude) * metresPerDegree,
  };
}

export function movedBy({ latitude, longitude }: Position, x: number, y: number): Position {
  const north = latitude + y / metresPerDegree;
  const middle = ((latitude + north) / 2) * radians;
  return { latitude: north, longitude: longitude + x / (metresPerDegree * Math.cos(middle)) };
}

/** Velocity in metres a second, east and north; nothing where speed or track is not known. */
export function velocityOf(target: { groundSpeedMps: number | null; trackDeg: number | null }): Offset {
  const speed = target.groundSpeedMps ?? 0;
  const track = (target.trackDeg ?? 0) * radians;
  return target.trackDeg === null
    ? { x: 0, y: 0 }
    : { x: speed * Math.sin(track), y: speed * Math.cos(track) };
}
