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
  return nearestOf(ofEachLeg(line, place));
}

/** Where a line comes near to a place and leaves it again, each time its nearest point; those within a distance, metres. */
export function approachesAlong(line: readonly Position[], place: Position, withinM: number): Nearest[] {
  const legs = ofEachLeg(line, place);
  return legs.filter(({ distanceM }, index) => {
    const beside = [legs[index - 1], legs[index + 1]];
    return distanceM <= withinM && beside.every((one) => !one || distanceM <= one.distanceM);
  });
}

/** The nearest of several, the first of those that are as near; null: there are none. */
export const nearestOf = <Of extends { distanceM: number }>(found: readonly Of[]): Of | null =>
  found.reduce<Of | null>((best, one) => (best && best.distanceM <= one.distanceM ? best : one), null);

function ofEachLeg(line: readonly Position[], place: Position): Nearest[] {
  const [first] = line;
  if (!first) return [];
  if (line.length === 1) return [{ distanceM: inverse(first, place).distanceM, alongM: 0 }];
  let beforeM = 0;
  return line.slice(1).map((end, index) => {
    const start = line[index] ?? first;
    const { distanceM: legM, initialBearingDeg } = inverse(start, end);
    const share = shareOf(start, end, place);
    const at = direct(start, initialBearingDeg, legM * share);
    const alongM = beforeM + legM * share;
    beforeM += legM;
    return { distanceM: inverse(at, place).distanceM, alongM };
  });
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
