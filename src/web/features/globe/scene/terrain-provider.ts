import {
  Math as CesiumMath,
  CustomHeightmapTerrainProvider,
  EllipsoidTerrainProvider,
  GeographicTilingScheme,
  type TerrainProvider,
} from 'cesium';
import { coarsestLevel, finestLevel, noHeight, tileSide } from '#domain/terrain/tile.ts';
import { callService } from '#web/client/services.ts';
import type { TerrainCells } from '#web/map/terrain/terrain-layer.ts';
import { heightsOf } from '#web/map/terrain/terrain-tiles.ts';

/**
 * The ground as the server knows it, above mean sea level; flat where it does not. Nothing is asked of where it has nothing,
 * nor from so far away that heights could not be seen.
 */
export function terrainOf(cells: TerrainCells): TerrainProvider {
  if (cells.length === 0) return new EllipsoidTerrainProvider();
  const tilingScheme = new GeographicTilingScheme();
  const flat = () => new Float32Array(tileSide * tileSide);
  const reaches = (x: number, y: number, level: number): boolean => {
    const { west, south, east, north } = tilingScheme.tileXYToRectangle(x, y, level);
    const [w, s, e, n] = [west, south, east, north].map(CesiumMath.toDegrees) as [
      number,
      number,
      number,
      number,
    ];
    return cells.some((cell) => cell.west < e && cell.west + 1 > w && cell.south < n && cell.south + 1 > s);
  };
  const provider = new CustomHeightmapTerrainProvider({
    width: tileSide,
    height: tileSide,
    tilingScheme,
    callback: async (x, y, level) => {
      if (level < coarsestLevel || !reaches(x, y, level)) return flat();
      try {
        const { heights } = await callService('Terrain', 'GetTile', { level, x, y });
        return heights === null ? flat() : surfaceOf(heights);
      } catch {
        // Without the ground the air is still there.
        return flat();
      }
    },
  });
  provider.getTileDataAvailable = (x, y, level) =>
    level <= coarsestLevel || (level <= finestLevel && reaches(x, y, level));
  return provider;
}

/** As a surface without holes: where nothing is known it is sea level, and the screen says so. */
function surfaceOf(base64: string): Float32Array {
  return Float32Array.from(heightsOf(base64), (height) => (height === noHeight ? 0 : height));
}
