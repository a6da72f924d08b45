import type { Position } from '#domain/geo/geodesy.ts';
import type { Flight } from './flight-state.ts';

/** Degrees of one cell, and of one of the fine cells by which a crowd is searched. */
const cellDeg = 0.25;
const fineDeg = 0.02;
/** Rings of fine cells around the one of a place: 13 km, farther than an aircraft flies between two turns of a radar. */
const mostRings = 6;
/** Flights that a report is held against: however many fly at one point, a search costs no more. */
export const mostCandidates = 100;

/** Flights by where they are, so that a position without a name is held against those near it only. */
export interface FlightGrid {
  /** Puts a flight where it is now. */
  put(flight: Flight): void;
  remove(flight: Flight): void;
  /**
   * Those in the cell of a place and in the eight around it: all within 0.25°. In a crowd the nearest of them, no more than
   * `mostCandidates`.
   */
  near(place: Position): Flight[];
}

export function createFlightGrid(): FlightGrid {
  const coarse = createCells(cellDeg);
  const fine = createCells(fineDeg);
  return {
    put(flight) {
      coarse.put(flight);
      fine.put(flight);
    },
    remove(flight) {
      coarse.remove(flight);
      fine.remove(flight);
    },
    near(place) {
      const found: Flight[] = [];
      if (coarse.count(place) <= mostCandidates) {
        coarse.addRing(place, 0, found);
        coarse.addRing(place, 1, found);
        return found;
      }
      for (let ring = 0; ring <= mostRings && found.length < mostCandidates; ring++) {
        fine.addRing(place, ring, found);
      }
      return found;
    },
  };
}

interface Cells {
  put(flight: Flight): void;
  remove(flight: Flight): void;
  /** How many are in the cell of a place and in the eight around it. */
  count(place: Position): number;
  /** Adds those in the cells that are so many steps away, until there are `mostCandidates`. */
  addRing(place: Position, ring: number, found: Flight[]): void;
}

function createCells(degrees: number): Cells {
  const cells = new Map<number, Set<Flight>>();
  const cellOf = new Map<Flight, number>();
  const columns = Math.round(360 / degrees);
  const rowOf = ({ latitude }: Position): number => Math.floor(latitude / degrees);
  const columnOf = ({ longitude }: Position): number => Math.floor(longitude / degrees);
  const keyOf = (row: number, column: number): number => row * columns + ((column + 10 * columns) % columns);

  function remove(flight: Flight): void {
    const cell = cellOf.get(flight);
    if (cell === undefined) return;
    cellOf.delete(flight);
    const members = cells.get(cell);
    members?.delete(flight);
    if (members?.size === 0) cells.delete(cell);
  }

  function addCell(row: number, column: number, found: Flight[]): void {
    for (const flight of cells.get(keyOf(row, column)) ?? []) {
      if (found.length >= mostCandidates) return;
      found.push(flight);
    }
  }

  return {
    put(flight) {
      const cell = keyOf(rowOf(flight.track), columnOf(flight.track));
      if (cellOf.get(flight) === cell) return;
      remove(flight);
      cellOf.set(flight, cell);
      const members = cells.get(cell);
      if (members) members.add(flight);
      else cells.set(cell, new Set([flight]));
    },
    remove,
    count(place) {
      let count = 0;
      const [row, column] = [rowOf(place), columnOf(place)];
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) count += cells.get(keyOf(row + dy, column + dx))?.size ?? 0;
      }
      return count;
    },
    addRing(place, ring, found) {
      const [row, column] = [rowOf(place), columnOf(place)];
      for (let dy = -ring; dy <= ring; dy++) {
        // Between its first and its last row a ring has two cells a row.
        const step = Math.abs(dy) === ring || ring === 0 ? 1 : 2 * ring;
        for (let dx = -ring; dx <= ring; dx += step) addCell(row + dy, column + dx, found);
      }
    },
  };
}
