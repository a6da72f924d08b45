import type { Position } from './geodesy.ts';

/**
 * The world in cells, as a pyramid: at level n it has 2ⁿ columns from 180° W eastwards and half as many rows from the
 * south pole. Whoever looks at about the same is shown the same cells.
 */
export interface CellBlock {
  level: number;
  /** The first column; the block goes on eastwards over the date line. */
  west: number;
  columns: number;
  south: number;
  rows: number;
}

/** West, south, east, north in degrees; west > east crosses the date line. */
type View = readonly [west: number, south: number, east: number, north: number];

/** A view is at most so many cells long, and one more where its edges lie inside of cells. */
const longestView = 8;
/** Cells of some 600 m. */
const finestLevel = 16;

const columnsAt = (level: number) => 2 ** level;
const degreesAt = (level: number) => 360 / columnsAt(level);

function columnOf(level: number, longitude: number): number {
  return Math.max(0, Math.min(columnsAt(level) - 1, Math.floor((longitude + 180) / degreesAt(level))));
}

function rowOf(level: number, latitude: number): number {
  return Math.max(0, Math.min(columnsAt(level) / 2 - 1, Math.floor((latitude + 90) / degreesAt(level))));
}

/** The cells that a view touches: of the finest level of which it is no more than some long. */
export function blockOf([west, south, east, north]: View): CellBlock {
  const width = west <= east ? east - west : east - west + 360;
  const longest = Math.max(width, north - south, 0);
  let level = finestLevel;
  while (degreesAt(level) * longestView < longest) level -= 1;
  const from = columnOf(level, west);
  const to = columnOf(level, east);
  const all = columnsAt(level);
  const columns = west <= east ? to - from + 1 : Math.min(all, to + all - from + 1);
  const bottom = rowOf(level, south);
  return { level, west: from, columns, south: bottom, rows: Math.max(0, rowOf(level, north) - bottom + 1) };
}

/** The number of the cell of a level in which a place lies. */
export function cellAt(level: number, { latitude, longitude }: Position): number {
  return rowOf(level, latitude) * columnsAt(level) + columnOf(level, longitude);
}

export function holdsCell({ level, west, columns, south, rows }: CellBlock, cell: number): boolean {
  const all = columnsAt(level);
  const row = Math.floor(cell / all);
  const east = ((cell % all) - west + all) % all;
  return row >= south && row < south + rows && east < columns;
}

/** The numbers of the cells of a block, row by row from the south. */
export function cellsOf({ level, west, columns, south, rows }: CellBlock): number[] {
  const all = columnsAt(level);
  return Array.from(
    { length: rows * columns },
    (_, n) => (south + Math.floor(n / columns)) * all + ((west + (n % columns)) % all),
  );
}
