import type { HeightGrid } from './height-grid.ts';

/** Not measured (SRTM). */
const hgtVoid = -32_768;
/** Points on a side: one arc second, three arc seconds. */
const sides = [3_601, 1_201];

/** South-west corner of the tile that a file of SRTM is named after, `N30E103.hgt`; null: it is no such name. */
export function cornerOfHgt(name: string): { south: number; west: number } | null {
  const match = /^([NS])(\d{2})([EW])(\d{3})\.hgt$/i.exec(name);
  if (!match) return null;
  const south = Number(match[2]) * (match[1]?.toUpperCase() === 'S' ? -1 : 1);
  const west = Number(match[4]) * (match[3]?.toUpperCase() === 'W' ? -1 : 1);
  return south >= -90 && south < 90 && west >= -180 && west < 180 ? { south, west } : null;
}

/** Points on a side of a file of so many bytes; null: it is no tile. */
export function sideOfHgt(bytes: number): number | null {
  return sides.find((side) => side * side * 2 === bytes) ?? null;
}

/** A tile of SRTM: 16-bit big-endian metres above the geoid EGM96, its edges shared with the tiles beside it. */
export function readHgt(bytes: Uint8Array, corner: { south: number; west: number }): HeightGrid | null {
  const side = sideOfHgt(bytes.byteLength);
  if (side === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Int16Array(side * side);
  for (let index = 0; index < values.length; index++) values[index] = view.getInt16(index * 2);
  const step = 1 / (side - 1);
  return {
    values,
    columns: side,
    rows: side,
    west: corner.west,
    north: corner.south + 1,
    stepDeg: { longitude: step, latitude: step },
    noData: hgtVoid,
  };
}
