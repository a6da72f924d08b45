/** Relative state of two aircraft: the first less the second. Metres and metres a second; east, north, up. */
export interface Relative {
  x: number;
  y: number;
  z: number;
  /** `z` may be so much more or less, metres: 0 where both heights are of one datum. */
  slackM: number;
  vx: number;
  vy: number;
  vz: number;
}

/** Where two are not well clear (DO-365B): metres, seconds. */
export interface WellClear {
  distanceM: number;
  verticalM: number;
  /** Modified tau below which a closing pair is not well clear, however far; 0: only by distance. */
  tauS: number;
}

/** Seconds to the horizontally closest point; 0 where the two move apart. */
export function timeToClosestS({ x, y, vx, vy }: Relative): number {
  const v2 = vx * vx + vy * vy;
  return v2 < 1e-9 ? 0 : Math.max(0, -(x * vx + y * vy) / v2);
}

/** Horizontal distance after so many seconds. */
export function distanceAfterM({ x, y, vx, vy }: Relative, timeS: number): number {
  return Math.hypot(x + vx * timeS, y + vy * timeS);
}

/** Modified tau: (D² − s²) / (s·v); null where the two do not close. */
export function modifiedTauS({ x, y, vx, vy }: Relative, distanceM: number): number | null {
  const sv = x * vx + y * vy;
  if (sv >= 0) return null;
  return (distanceM * distanceM - x * x - y * y) / sv;
}

/**
 * In how many seconds the two are no longer well clear if both go straight on; Infinity: never. Not well clear is
 * |s|² ≤ D², or closing with tau ≤ T and a closest distance ≤ D, while the height between them is small. Plain numbers
 * only: a scan asks this of every two that are near each other.
 */
export function entryS(relative: Relative, { distanceM, verticalM, tauS }: WellClear): number {
  const { x, y, z, vx, vy, vz } = relative;
  const tallM = verticalM + relative.slackM;
  const s2 = x * x + y * y;
  const sv = x * vx + y * vy;
  const v2 = vx * vx + vy * vy;
  const d2 = distanceM * distanceM;
  let from = 0;
  let to = Number.POSITIVE_INFINITY;
  if (v2 < 1e-9) {
    if (s2 > d2) return Number.POSITIVE_INFINITY;
  } else {
    const reach = sv * sv - v2 * (s2 - d2);
    if (s2 > d2) {
      if (sv >= 0 || reach < 0) return Number.POSITIVE_INFINITY;
      // tau(t) = T: v² t² + (2 s·v + T v²) t + s² + T s·v − D² = 0
      const b = 2 * sv + tauS * v2;
      const root = b * b - 4 * v2 * (s2 + tauS * sv - d2);
      if (root < 0) return Number.POSITIVE_INFINITY;
      from = Math.max(0, (-b - Math.sqrt(root)) / (2 * v2));
    }
    to = (-sv + Math.sqrt(Math.max(0, reach))) / v2;
  }
  if (Math.abs(vz) < 1e-6) {
    if (Math.abs(z) > tallM) return Number.POSITIVE_INFINITY;
  } else {
    const one = (tallM - z) / vz;
    const two = (-tallM - z) / vz;
    from = Math.max(from, Math.min(one, two));
    to = Math.min(to, Math.max(one, two));
  }
  return from <= to ? from : Number.POSITIVE_INFINITY;
}
