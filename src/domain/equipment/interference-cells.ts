import type { Position } from '#domain/geo/geodesy.ts';

/**
 * Side of a cell of the interference picture, degrees: about 28 km to the north. Wide enough for several aircraft in ten
 * minutes, and no wider than what a jammer on the ground reaches at low altitude.
 */
export const interferenceDegrees = 0.25;
const columns = Math.round(360 / interferenceDegrees);
const rows = Math.round(180 / interferenceDegrees);

/** The cell in which a place lies; cells are counted from the south-west, row by row. */
export function interferenceCellAt(longitude: number, latitude: number): number {
  const column = ((Math.floor((longitude + 180) / interferenceDegrees) % columns) + columns) % columns;
  const row = Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / interferenceDegrees)));
  return row * columns + column;
}

/** Its south-west corner. */
export const interferenceCornerOf = (cell: number): Position => ({
  longitude: (cell % columns) * interferenceDegrees - 180,
  latitude: Math.floor(cell / columns) * interferenceDegrees - 90,
});

/** Its middle and its corners: a caller who watches one of these places sees the cell. */
export function placesOf(cell: number): Position[] {
  const { longitude: west, latitude: south } = interferenceCornerOf(cell);
  const half = interferenceDegrees / 2;
  return [
    [half, half],
    [0, 0],
    [interferenceDegrees, 0],
    [interferenceDegrees, interferenceDegrees],
    [0, interferenceDegrees],
  ].map(([east = 0, north = 0]) => ({ longitude: west + east, latitude: south + north }));
}
