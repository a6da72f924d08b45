import type { Position } from '#domain/geo/geodesy.ts';

/**
 * Heights in metres above mean sea level on a grid of geographic coordinates, row by row from the north-west. Each value
 * holds at a point, `stepDeg` from the next. A point that was not measured has `noData`, or NaN.
 */
export interface HeightGrid {
  values: Int16Array | Float32Array | Float64Array;
  columns: number;
  rows: number;
  /** Of the first value, WGS-84 degrees. */
  west: number;
  north: number;
  stepDeg: { longitude: number; latitude: number };
  noData: number | null;
}

/** Rounding of coordinates on the edge of a grid, in steps of it. */
const slack = 1e-6;

/**
 * Height between the four points around a place. Undefined outside the grid, and wherever a point that counts was not
 * measured: a void is never filled by its neighbours.
 */
export function heightIn(grid: HeightGrid, { latitude, longitude }: Position): number | undefined {
  const across = onGrid((longitude - grid.west) / grid.stepDeg.longitude, grid.columns);
  const down = onGrid((grid.north - latitude) / grid.stepDeg.latitude, grid.rows);
  if (!across || !down) return undefined;
  let sum = 0;
  for (const [row, rowShare] of down) {
    for (const [column, columnShare] of across) {
      const value = grid.values[row * grid.columns + column];
      if (value === undefined || value === grid.noData || !Number.isFinite(value)) return undefined;
      sum += value * rowShare * columnShare;
    }
  }
  return sum;
}

/** The one or two points beside a place, and what each counts for; null outside. */
function onGrid(at: number, count: number): [index: number, share: number][] | null {
  if (at < -slack || at > count - 1 + slack) return null;
  const clamped = Math.max(0, Math.min(count - 1, at));
  const first = Math.floor(clamped);
  const share = clamped - first;
  if (share < slack) return [[first, 1]];
  if (share > 1 - slack) return [[first + 1, 1]];
  return [
    [first, 1 - share],
    [first + 1, share],
  ];
}
