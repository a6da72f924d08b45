import type { Position } from '#domain/geo/geodesy.ts';
import type { Flight } from './flight.ts';

/** Degrees of one cell. */
const cellDeg = 0.25;
const columns = Math.round(360 / cellDeg);

/** Flights by where they are, so that a position without a name is held against those near it only. */
export interface FlightGrid {
  /** Puts a flight where it is now. */
  put(flight: Flight): void;
  remove(flight: Flight): void;
  /** Those in the cell of a place and in the eight around it: all within 0.25°. */
  near(place: Position): Flight[];
}

export function createFlightGrid(): FlightGrid {
  const cells = new Map<number, Set<Flight>>();
  const cellOf = new Map<Flight, number>();

  function remove(flight: Flight): void {
    const cell = cellOf.get(flight);
    if (cell === undefined) return;
    cellOf.delete(flight);
    const members = cells.get(cell);
    members?.delete(flight);
    if (members?.size === 0) cells.delete(cell);
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
    near(place) {
      const found: Flight[] = [];
      const row = rowOf(place);
      const column = columnOf(place);
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const members = cells.get(keyOf(row + dy, column + dx));
          if (members) for (const flight of members) found.push(flight);
        }
      }
      return found;
    },
  };
}

const rowOf = ({ latitude }: Position): number => Math.floor(latitude / cellDeg);
const columnOf = ({ longitude }: Position): number => Math.floor(longitude / cellDeg);
const keyOf = (row: number, column: number): number => row * columns + ((column + 10 * columns) % columns);
