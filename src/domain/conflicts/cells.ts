import { toLonLat, type Vector } from './ellipsoid.ts';
import { ballOf, shapeOf } from './footprint.ts';
import type { StrategicOptions, Volume4d } from './strategic.ts';

/** One lock of PostgreSQL's: taken alone, or with others who only say that something finer is theirs. */
export interface CellLock {
  key: bigint;
  shared: boolean;
}

const dayMs = 86_400_000;
/** Cells of half a degree: some 55 km, a little less from west to east. */
const perDegree = 2;
const columns = 360 * perDegree;
const rows = 180 * perDegree;
/** More cells than this are taken as whole days, more days than this as all there is. */
const mostCells = 64;
const mostDays = 31;
/** Metres in a degree of latitude, at least. */
const degreeM = 110_000;

/** Sets these keys apart from other advisory locks; then the level, the day and the cell, or whose record. */
const space = 0x2c5n << 52n;
const everything = space;
/** Days before 1970 too have a place of their own: no time that can be written is further from it. */
const dayBits = (day: number) => BigInt(day + 2 ** 27) << 20n;
const dayKey = (day: number) => space | (1n << 50n) | dayBits(day);
const cellKey = (day: number, cell: number) => space | (2n << 50n) | dayBits(day) | BigInt(cell);
const kinds = { aircraft: 0n, pilot: 1n };
const crewKey = (kind: keyof typeof kinds, id: number) =>
  space | (3n << 50n) | (kinds[kind] << 48n) | BigInt(id);

/**
 * The locks under which the air of these volumes is checked and taken: any two sets of volumes that may meet have a key
 * in common that at least one of them takes alone. In the one order that everybody takes them in, so that nobody waits
 * in a circle.
 */
export function cellLocks(volumes: readonly Volume4d[], options: StrategicOptions): CellLock[] {
  const cells = new Map<number, Set<number>>();
  for (const volume of volumes) {
    if (volume.from === null || volume.to === null) return [{ key: everything, shared: false }];
    const first = Math.floor((volume.from - options.timeBufferMs) / dayMs);
    const last = Math.floor((volume.to + options.timeBufferMs) / dayMs);
    if (last - first > mostDays) return [{ key: everything, shared: false }];
    const touched = cellsOf(volume, options.horizontalBufferM);
    for (let day = first; day <= last; day += 1) {
      const known = cells.get(day) ?? new Set<number>();
      for (const cell of touched) known.add(cell);
      cells.set(day, known);
    }
  }
  if (cells.size === 0) return [];
  if (cells.size > mostDays) return [{ key: everything, shared: false }];
  const days = [...cells.keys()].sort((a, b) => a - b);
  const coarse = [...cells.values()].reduce((sum, { size }) => sum + size, 0) > mostCells;
  const ofDays = days.map((day): CellLock => ({ key: dayKey(day), shared: !coarse }));
  const ofCells = coarse
    ? []
    : days.flatMap((day) =>
        [...(cells.get(day) ?? [])]
          .sort((a, b) => a - b)
          .map((cell): CellLock => ({ key: cellKey(day, cell), shared: false })),
      );
  return [{ key: everything, shared: true }, ...ofDays, ...ofCells];
}

/** Those under which aircraft and pilots are engaged; taken after those of the air, in their order. */
export function crewLocks(crew: { aircraft: readonly number[]; pilots: readonly number[] }): CellLock[] {
  const keys = new Set([
    ...crew.aircraft.map((id) => crewKey('aircraft', id)),
    ...crew.pilots.map((id) => crewKey('pilot', id)),
  ]);
  return [...keys].sort((a, b) => (a < b ? -1 : 1)).map((key) => ({ key, shared: false }));
}

function cellsOf({ footprint, marginM }: Volume4d, bufferM: number): Set<number> {
  const cells = new Set<number>();
  const { centre, radiusM } = ballOf(footprint);
  if (footprint.type === 'Polygon' || footprint.type === 'MultiPolygon') {
    addCells(cells, centre, radiusM + marginM + bufferM);
  } else {
    // Along a line, not over the whole square that holds it.
    for (const { pieces } of shapeOf(footprint).chains.flat()) {
      for (const { middle, halfM } of pieces) addCells(cells, middle, halfM + marginM + bufferM);
    }
  }
  return cells;
}

function addCells(cells: Set<number>, centre: Vector, radiusM: number): void {
  const { longitude, latitude } = toLonLat(centre);
  const reach = radiusM / degreeM;
  const south = Math.max(0, Math.floor((latitude - reach + 90) * perDegree));
  const north = Math.min(rows - 1, Math.floor((latitude + reach + 90) * perDegree));
  const widest = Math.cos((Math.min(90, Math.abs(latitude) + reach) * Math.PI) / 180);
  const across = widest < 1e-3 ? 180 : Math.min(180, reach / widest);
  const west = Math.floor((longitude - across + 180) * perDegree);
  const east = Math.min(west + columns - 1, Math.floor((longitude + across + 180) * perDegree));
  for (let row = south; row <= north; row += 1) {
    for (let column = west; column <= east; column += 1) {
      cells.add(row * columns + (((column % columns) + columns) % columns));
      // Too many to matter one by one: the caller takes the day.
      if (cells.size > mostCells) return;
    }
  }
}
