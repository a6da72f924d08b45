import type { Position } from './geodesy.ts';

/** Whether a position lies within the rings of a polygon, in degrees, edges being straight there: holes do not count as inside. */
export function isWithinRings(
  rings: readonly (readonly (readonly number[])[])[],
  { latitude, longitude }: Position,
): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi = 0, yi = 0] = ring[i] ?? [];
      const [xj = 0, yj = 0] = ring[j] ?? [];
      if (yi > latitude !== yj > latitude && longitude < ((xj - xi) * (latitude - yi)) / (yj - yi) + xi) {
        inside = !inside;
      }
    }
  }
  return inside;
}
