/** Relative state of two aircraft: the first less the second. Metres and metres a second; east, north, up. */
export interface Relative {
  x: number;
  y: number;
  z: number;
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

interface Span {
  from: number;
  to: number;
}

/** From when to when, in seconds from now, the two are not well clear if both go straight on; null: never. */
export function violation(relative: Relative, limits: WellClear): Span | null {
  const horizontal = horizontalSpan(relative, limits);
  if (!horizontal) return null;
  const vertical = verticalSpan(relative, limits.verticalM);
  if (!vertical) return null;
  const from = Math.max(0, horizontal.from, vertical.from);
  const to = Math.min(horizontal.to, vertical.to);
  return from <= to ? { from, to } : null;
}

/** Where |s|² ≤ D², or closing with tau ≤ T and a closest distance ≤ D. */
function horizontalSpan({ x, y, vx, vy }: Relative, { distanceM, tauS }: WellClear): Span | null {
  const s2 = x * x + y * y;
  const sv = x * vx + y * vy;
  const v2 = vx * vx + vy * vy;
  const d2 = distanceM * distanceM;
  if (v2 < 1e-9) return s2 <= d2 ? { from: 0, to: Number.POSITIVE_INFINITY } : null;
  const reach = sv * sv - v2 * (s2 - d2);
  const leaves = (-sv + Math.sqrt(Math.max(0, reach))) / v2;
  if (s2 <= d2) return { from: 0, to: leaves };
  if (sv >= 0 || reach < 0) return null;
  // tau(t) = T: v² t² + (2 s·v + T v²) t + s² + T s·v − D² = 0
  const b = 2 * sv + tauS * v2;
  const c = s2 + tauS * sv - d2;
  const root = b * b - 4 * v2 * c;
  if (root < 0) return null;
  return { from: Math.max(0, (-b - Math.sqrt(root)) / (2 * v2)), to: leaves };
}

function verticalSpan({ z, vz }: Relative, verticalM: number): Span | null {
  if (Math.abs(vz) < 1e-6) {
    return Math.abs(z) <= verticalM ? { from: 0, to: Number.POSITIVE_INFINITY } : null;
  }
  const one = (verticalM - z) / vz;
  const two = (-verticalM - z) / vz;
  const to = Math.max(one, two);
  return to < 0 ? null : { from: Math.min(one, two), to };
}
