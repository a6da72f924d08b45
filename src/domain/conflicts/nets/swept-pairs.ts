import type { Position } from '#domain/geo/geodesy.ts';
import { metresPerDegree, velocityOf } from './local-plane.ts';
import type { SceneTarget } from './safety-net.ts';

/** How far each may get, and how near is too near: the way of either is widened by half of that. */
export interface Sweep {
  lookAheadS(index: number): number;
  /** Where one that does not go straight on will be after so many seconds; null: it does. */
  way(index: number): { at(timeS: number): Position } | null;
  distanceM: number;
  verticalM: number;
}

const sampleS = 30;

/**
 * Visits every two targets whose ways come near each other in any order of time: a box around the way of each, sorted
 * by latitude and swept. Only what is left after that is worth the arithmetic.
 */
export function sweptPairs(
  targets: readonly SceneTarget[],
  sweep: Sweep,
  visit: (i: number, j: number) => void,
): void {
  const count = targets.length;
  const [south, north, west, east, low, high] = Array.from({ length: 6 }, () => new Float64Array(count));
  if (!south || !north || !west || !east || !low || !high) return;
  const half = sweep.distanceM / 2;
  for (let i = 0; i < count; i += 1) {
    const target = targets[i];
    if (!target) continue;
    const timeS = sweep.lookAheadS(i);
    const v = velocityOf(target);
    const y = target.latitude * metresPerDegree;
    const perDegree = metresPerDegree * Math.cos((target.latitude * Math.PI) / 180);
    const way = sweep.way(i);
    if (!way) {
      south[i] = y + Math.min(0, v.y * timeS) - half;
      north[i] = y + Math.max(0, v.y * timeS) + half;
      west[i] = target.longitude + (Math.min(0, v.x * timeS) - half) / perDegree;
      east[i] = target.longitude + (Math.max(0, v.x * timeS) + half) / perDegree;
    } else {
      // Between two samples it gets no further from both than half of what it flies.
      const around = half + ((target.groundSpeedMps ?? 0) * sampleS) / 2;
      let [s, n, w, e] = [target.latitude, target.latitude, target.longitude, target.longitude];
      for (let at = sampleS; at < timeS + sampleS; at += sampleS) {
        const { latitude, longitude } = way.at(Math.min(at, timeS));
        s = Math.min(s, latitude);
        n = Math.max(n, latitude);
        w = Math.min(w, longitude);
        e = Math.max(e, longitude);
      }
      south[i] = s * metresPerDegree - around;
      north[i] = n * metresPerDegree + around;
      west[i] = w - around / perDegree;
      east[i] = e + around / perDegree;
    }
    const z = target.pressureAltitudeM;
    // Without its own pressure altitude it may be anywhere.
    const rise = (target.verticalRateMps ?? 0) * timeS;
    low[i] = z === null ? Number.NEGATIVE_INFINITY : z + Math.min(0, rise) - sweep.verticalM / 2;
    high[i] = z === null ? Number.POSITIVE_INFINITY : z + Math.max(0, rise) + sweep.verticalM / 2;
  }
  const order = sortedBy(south);
  for (let a = 0; a < count; a += 1) {
    const i = order[a] ?? 0;
    const end = north[i] ?? 0;
    const [w, e, l, h] = [west[i] ?? 0, east[i] ?? 0, low[i] ?? 0, high[i] ?? 0];
    for (let b = a + 1; b < count; b += 1) {
      const j = order[b] ?? 0;
      if ((south[j] ?? 0) > end) break;
      if ((low[j] ?? 0) > h || (high[j] ?? 0) < l) continue;
      const [w2, e2] = [west[j] ?? 0, east[j] ?? 0];
      if (w2 <= e && e2 >= w) visit(i, j);
      else if (w2 + 360 <= e || e2 - 360 >= w) visit(i, j);
    }
  }
}

/** Indices by ascending value. */
function sortedBy(values: Float64Array): Uint32Array {
  const order = Uint32Array.from(values, (_, i) => i);
  return order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
}
