import type { Position } from './geodesy.ts';

/** Whether a position lies within the rings of a polygon, in degrees, edges being straight there: holes do not count as inside. */
export function isWithinRings(
  rings: readonly (readonly (readonly number[])[])[],
  { latitude, longitude }: Position,
): boolean {
  let inside = false;
  for (const ring of rings) {
    // By index and each corner once: safety nets ask this of thousands of aircraft each second.
    const last = ring[ring.length - 1];
    let xj = last?.[0] ?? 0;
    let yj = last?.[1] ?? 0;
    for (let i = 0; i < ring.length; i += 1) {
      const xi = ring[i]?.[0] ?? 0;
      const yi = ring[i]?.[1] ?? 0;
      if (yi > latitude !== yj > latitude && longitude < ((xj - xi) * (latitude - yi)) / (yj - yi) + xi) {
        inside = !inside;
      }
      xj = xi;
      yj = yi;
    }
  }
  return inside;
}
