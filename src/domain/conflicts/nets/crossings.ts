import { normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import { metresPerDegree, type Offset, radians } from './local-plane.ts';
import type { SceneVolume } from './safety-net.ts';

/**
 * When who goes straight on from a place crosses the edges of a volume seen from above, seconds in their order within
 * `untilS`; each crossing leads in where it was outside before, and out where it was inside.
 */
export function crossingsS(volume: SceneVolume, from: Position, v: Offset, untilS: number): number[] {
  const north = v.y / metresPerDegree;
  const middle = (from.latitude + (north * untilS) / 2) * radians;
  const east = v.x / (metresPerDegree * Math.cos(middle));
  const speed2 = east * east + north * north;
  const times: number[] = [];
  if (speed2 === 0) return times;
  for (const rings of volume.polygons) {
    for (const ring of rings) {
      const last = ring[ring.length - 1];
      let px = normalLongitude((last?.[0] ?? 0) - from.longitude);
      let py = (last?.[1] ?? 0) - from.latitude;
      let pSide = px * north - py * east;
      for (let i = 0; i < ring.length; i += 1) {
        const point = ring[i];
        const qx = normalLongitude((point?.[0] ?? 0) - from.longitude);
        const qy = (point?.[1] ?? 0) - from.latitude;
        const qSide = qx * north - qy * east;
        if (pSide > 0 !== qSide > 0) {
          const share = pSide / (pSide - qSide);
          const x = px + (qx - px) * share;
          const y = py + (qy - py) * share;
          const timeS = (x * east + y * north) / speed2;
          if (timeS > 0 && timeS <= untilS) times.push(timeS);
        }
        px = qx;
        py = qy;
        pSide = qSide;
      }
    }
  }
  return times.length > 1 ? times.sort((a, b) => a - b) : times;
}
