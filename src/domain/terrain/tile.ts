import type { Position } from '#domain/geo/geodesy.ts';

/** A tile of the globe: two tiles of 180° at level 0, each level halves them; y counts from the north. */
export interface TerrainTile {
  level: number;
  x: number;
  y: number;
}

/** Heights on a side of a tile, its edges shared with the tiles beside it. */
export const tileSide = 65;
/** What is drawn from farther away is flat: its tiles would read a continent each. */
export const coarsestLevel = 7;
/** About one arc second between two heights. */
export const finestLevel = 13;
/** Stands for "no data" among the heights of a tile. */
export const noHeight = -32_768;

/** The places whose heights make the tile, row by row from the north-west. */
export function positionsOfTile({ level, x, y }: TerrainTile): Position[] {
  const sizeDeg = 180 / 2 ** level;
  const west = -180 + x * sizeDeg;
  const north = 90 - y * sizeDeg;
  return Array.from({ length: tileSide * tileSide }, (_, index) => ({
    latitude: north - (Math.floor(index / tileSide) / (tileSide - 1)) * sizeDeg,
    longitude: west + ((index % tileSide) / (tileSide - 1)) * sizeDeg,
  }));
}
