import { inverse, type Position } from './geodesy.ts';

/** What one says to the other: bearings 0–360°, distances on the ellipsoid. */
export interface Bearings {
  distanceM: number;
  /** True, from the first to the second (QUJ), and from the second to the first (QTE). */
  toDeg: number;
  backDeg: number;
  /** The same from magnetic north at the second: to it (QDM) and from it (QDR); null where its variation is not known. */
  qdmDeg: number | null;
  qdrDeg: number | null;
}

/** `variationDeg`: of the second place, east positive; null: not known. */
export function bearingsOf(from: Position, to: Position, variationDeg: number | null): Bearings {
  const { distanceM, initialBearingDeg, finalBearingDeg } = inverse(from, to);
  const round = (degrees: number) => ((degrees % 360) + 360) % 360;
  const backDeg = round(finalBearingDeg + 180);
  const qdrDeg = variationDeg === null ? null : round(backDeg - variationDeg);
  return {
    distanceM,
    toDeg: round(initialBearingDeg),
    backDeg,
    qdmDeg: qdrDeg === null ? null : round(qdrDeg + 180),
    qdrDeg,
  };
}
