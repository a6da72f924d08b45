import { callService } from '#web/client/services.ts';
import { createTerrainTiles, heightsOf } from './terrain-tiles.ts';

/** The terrain of the server, for every layer of this page: what one has loaded another need not ask for. */
export const terrainTiles = createTerrainTiles(async (level, x, y) => {
  const { heights } = await callService('Terrain', 'GetTile', { level, x, y });
  return heights === null ? null : heightsOf(heights);
});
