import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';

/** Width of a cell of a heat map, degrees of latitude and of longitude (about 5.5 km to the north). */
export const cellDegrees = 0.05;
const columns = Math.round(360 / cellDegrees);
const rows = Math.round(180 / cellDegrees);
/** Cells of one geometry at most: a larger area says nothing of where one flies in it. */
const mostCells = 4_000;

/** The cell in which a place lies; cells are counted from the south-west, row by row. */
export function cellAt(longitude: number, latitude: number): number {
  const column = ((Math.floor((longitude + 180) / cellDegrees) % columns) + columns) % columns;
  const row = Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / cellDegrees)));
  return row * columns + column;
}

/** Its south-west corner, `[longitude, latitude]`. */
export function cornerOf(cell: number): [number, number] {
  const exact = (value: number) => Math.round(value * 1e6) / 1e6;
  return [exact((cell % columns) * cellDegrees - 180), exact(Math.floor(cell / columns) * cellDegrees - 90)];
}

/** The place in the middle of a cell. */
export function middleOf(cell: number): Position {
  const [west, south] = cornerOf(cell);
  return { longitude: west + cellDegrees / 2, latitude: south + cellDegrees / 2 };
}

/** The cell of a coarser grid, `factor` cells wide, in which a cell lies: its south-western one. */
export function coarser(cell: number, factor: number): number {
  const column = cell % columns;
  const row = Math.floor(cell / columns);
  return (row - (row % factor)) * columns + (column - (column % factor));
}

type Point = readonly number[];

/** The cells that a geometry touches: of lines those they run through, of areas those whose middle lies inside and the edge. */
export function cellsOf(geometry: Geometry): number[] {
  const cells = new Set<number>();
  switch (geometry.type) {
    case 'Point':
      addLine(cells, [geometry.coordinates]);
      break;
    case 'LineString':
      addLine(cells, geometry.coordinates);
      break;
    case 'Polygon':
      addArea(cells, geometry.coordinates);
      break;
    case 'MultiPolygon':
      for (const rings of geometry.coordinates) addArea(cells, rings);
      break;
  }
  return cells.size > mostCells ? [] : [...cells];
}

function addLine(cells: Set<number>, line: readonly Point[]): void {
  line.forEach(([x = 0, y = 0], index) => {
    const [fromX = x, fromY = y] = line[index - 1] ?? [];
    // Half a cell at a step: a corner may be cut, a cell in between not.
    const steps = Math.max(
      1,
      Math.ceil((2 * Math.max(Math.abs(x - fromX), Math.abs(y - fromY))) / cellDegrees),
    );
    for (let step = 0; step <= Math.min(steps, 2 * mostCells); step += 1) {
      cells.add(cellAt(fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps));
    }
  });
}

function addArea(cells: Set<number>, rings: readonly (readonly Point[])[]): void {
  for (const ring of rings) addLine(cells, ring);
  const ys = (rings[0] ?? []).map(([, y = 0]) => y);
  const first = Math.floor(Math.min(...ys) / cellDegrees);
  const last = Math.floor(Math.max(...ys) / cellDegrees);
  if (!(last - first < mostCells)) return;
  for (let row = first; row <= last; row += 1) {
    const y = (row + 0.5) * cellDegrees;
    const crossings = rings.flatMap((ring) => crossingsAt(ring, y)).sort((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const from = crossings[index] ?? 0;
      const to = crossings[index + 1] ?? 0;
      for (let x = (Math.ceil(from / cellDegrees - 0.5) + 0.5) * cellDegrees; x <= to; x += cellDegrees) {
        cells.add(cellAt(x, y));
        if (cells.size > mostCells) return;
      }
    }
  }
}

function crossingsAt(ring: readonly Point[], y: number): number[] {
  return ring.flatMap(([x2 = 0, y2 = 0], index) => {
    const [x1 = 0, y1 = 0] = ring[index - 1] ?? [x2, y2];
    return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
  });
}
