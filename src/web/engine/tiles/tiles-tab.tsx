import type { Tile } from '#domain/statistics/tile.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { TileView } from './tile-view.tsx';
import { tilesFieldOf } from './tiles-field-of.ts';
import './tiles.css';

/** The tiles of a record as they are now. */
export function TilesTab({ resource, record }: ShowTabProps) {
  const field = tilesFieldOf(resource);
  const value = field === undefined ? undefined : record[field];
  // What is stored has passed its schema.
  const tiles = Array.isArray(value) ? (value as Tile[]) : [];
  return (
    <div className="cw-tiles">
      {tiles.map((tile, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tile is known by its place alone
        <div key={place} data-width={tile.width ?? 1}>
          <TileView tile={tile} refreshMs={false} />
        </div>
      ))}
    </div>
  );
}
