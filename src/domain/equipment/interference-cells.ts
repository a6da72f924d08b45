import { type LonLat, normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';

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

/** The eight cells around it; at a pole there are fewer. */
export function neighboursOf(cell: number): number[] {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  return [-1, 0, 1].flatMap((north) =>
    [-1, 0, 1].flatMap((east) => {
      const isThere = (north !== 0 || east !== 0) && row + north >= 0 && row + north < rows;
      return isThere ? [(row + north) * columns + ((column + east + columns) % columns)] : [];
    }),
  );
}

/** The mean of the middles of these cells, on whichever side of 180° the first of them lies. */
export function middleOfCells(cells: readonly number[]): Position {
  const corners = cells.map(interferenceCornerOf);
  const west = corners[0]?.longitude ?? 0;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / cells.length;
  const half = interferenceDegrees / 2;
  const east = mean(corners.map(({ longitude }) => normalLongitude(longitude - west)));
  return {
    longitude: normalLongitude(west + east + half),
    latitude: mean(corners.map(({ latitude }) => latitude)) + half,
  };
}

/** What these cells cover. */
export const areaOfCells = (cells: readonly number[]): Geometry => ({
  type: 'MultiPolygon',
  coordinates: cells.map((cell) => {
    const { longitude: west, latitude: south } = interferenceCornerOf(cell);
    const [east, north] = [west + interferenceDegrees, south + interferenceDegrees];
    const ring: LonLat[] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return [ring];
  }),
});
