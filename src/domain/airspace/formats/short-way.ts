/**
 * Longitudes from 180° to 540° east or west, as programs write rings that run over the antimeridian or count from 0° to 360°:
 * the same places from -180° to 180°. A position with another error stays as it is written. `coordinates`: a position, or lists of positions.
 */
export function shortWay(coordinates: unknown, depth = 0): unknown {
  if (!Array.isArray(coordinates) || depth > 4) return coordinates;
  const [x, y]: unknown[] = coordinates;
  if (typeof x !== 'number') return coordinates.map((one: unknown) => shortWay(one, depth + 1));
  const isBeyond = Math.abs(x) > 180 && Math.abs(x) <= 540 && typeof y === 'number' && Math.abs(y) <= 90;
  return isBeyond ? [x - 360 * Math.sign(x), ...coordinates.slice(1)] : coordinates;
}
