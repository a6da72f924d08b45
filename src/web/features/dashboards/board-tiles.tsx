import type { DashboardRecord } from '#domain/record/records.gen.ts';
import type { Tile } from '#domain/statistics/tile.ts';
import { TileView } from '#web/engine/tiles/tile-view.tsx';

/** The tiles of a board in their grid, each kept up by itself. */
export function BoardTiles({ board, wall = false }: { board: DashboardRecord; wall?: boolean }) {
  return (
    <div className="cw-tiles" style={wall ? rowStyle(board.tiles) : undefined}>
      {board.tiles.map((tile, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tile is known by its place alone
        <div key={place} data-width={tile.width ?? 1}>
          <TileView tile={tile} refreshMs={(board.refreshS ?? 60) * 1000} wall={wall} />
        </div>
      ))}
    </div>
  );
}

/** For wall.css: on a phone it is a column. */
const rowStyle = (tiles: readonly Tile[]): Record<string, string> => ({
  '--cw-wall-rows': wallRows(tiles).join(' '),
});

/** Heights of the rows of a wall: those of figures alone are low, the others share what is left. */
export function wallRows(tiles: readonly Tile[]): string[] {
  const rows: { width: number; low: boolean }[] = [];
  for (const { width = 1, chart } of tiles) {
    const row = rows.at(-1);
    const low = chart === 'figure';
    if (row && row.width + width <= 4) {
      row.width += width;
      row.low = row.low && low;
    } else rows.push({ width, low });
  }
  const some = rows.some(({ low }) => !low);
  return rows.map(({ low }) => (low && some ? '200px' : 'minmax(0, 1fr)'));
}
