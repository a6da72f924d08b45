import { direct, inverse, type Position } from '#domain/geo/geodesy.ts';

/** The nearest point of a line. */
export interface Nearest {
  /** To it, metres. */
  distanceM: number;
  /** Along the line from where it begins, metres. */
  alongM: number;
}

/**
 * How far a place is from a line, and where along it: each leg is looked at flat around the place, and measured on the
 * ellipsoid. Off by less than 1 % of the distance for legs of up to 500 km; enough for which aerodromes lie near.
 */
export function nearestAlong(line: readonly Position[], place: Position): Nearest | null {
  const [first] = line;
  if (!first) return null;
  let nearest: Nearest = { distanceM: inverse(first, place).distanceM, alongM: 0 };
  let beforeM = 0;
  for (const [index, end] of line.slice(1).entries()) {
    const start = line[index] ?? first;
    const { distanceM: legM, initialBearingDeg } = inverse(start, end);
    const share = shareOf(start, end, place);
    const at = direct(start, initialBearingDeg, legM * share);
    const { distanceM } = inverse(at, place);
    if (distanceM < nearest.distanceM) nearest = { distanceM, alongM: beforeM + legM * share };
    beforeM += legM;
  }
  return nearest;
}

/** Which share of a leg lies before the point of it that is nearest, 0 to 1, on a plane around the place. */
function shareOf(start: Position, end: Position, place: Position): number {
  const scale = Math.cos((place.latitude * Math.PI) / 180);
  const turn = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const [ax, ay] = [turn(start.longitude - place.longitude) * scale, start.latitude - place.latitude];
  const [bx, by] = [turn(end.longitude - place.longitude) * scale, end.latitude - place.latitude];
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  return square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
}
