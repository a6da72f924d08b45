import { useEffect } from 'react';
import { useMapColours, useMapLayer } from '#web/map/flat-map.tsx';
import { type Relief, type TerrainCells, TerrainLayer } from './terrain-layer.ts';
import { terrainTiles } from './terrain-source.ts';

/** Inside a FlatMap: shading and contours where terrain is installed. */
export function TerrainOnMap({ cells, relief }: { cells: TerrainCells; relief: Relief }) {
  return cells.length > 0 && (relief.shading || relief.contours) ? (
    <Shown cells={cells} relief={relief} />
  ) : null;
}

function Shown({ cells, relief }: { cells: TerrainCells; relief: Relief }) {
  const colours = useMapColours();
  const layer = useMapLayer(() => new TerrainLayer(terrainTiles, cells, relief, colours));
  useEffect(() => layer.show(relief, colours), [layer, relief, colours]);
  return null;
}
