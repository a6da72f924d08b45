import { coarsestLevel, finestLevel, noHeight, tileSide } from '#domain/terrain/tile.ts';

/** Heights of a tile of the globe, metres above mean sea level, row by row from the north-west; null: none in it. */
export type TileHeights = Int16Array | null;

/** Tiles that are held: some screens full, each of eight kilobytes. */
const mostHeld = 600;
const steps = tileSide - 1;

/** Heights as the server has them, each tile asked for once. */
export function createTerrainTiles(load: (level: number, x: number, y: number) => Promise<TileHeights>) {
  const held = new Map<string, Promise<TileHeights>>();
  const known = new Map<string, TileHeights>();

  function tile(level: number, x: number, y: number): Promise<TileHeights> {
    const key = `${level} ${x} ${y}`;
    const before = held.get(key);
    if (before) {
      // The one that was asked for longest ago goes first.
      held.delete(key);
      held.set(key, before);
      return before;
    }
    const heights = load(level, x, y);
    held.set(key, heights);
    heights.then(
      (found) => {
        if (held.get(key) === heights) known.set(key, found);
      },
      () => {
        // Whoever asks next tries again.
        if (held.get(key) === heights) held.delete(key);
      },
    );
    for (const old of held.keys()) {
      if (held.size <= mostHeld) break;
      held.delete(old);
      known.delete(old);
    }
    return heights;
  }

  return {
    tile,
    /** The tiles of a level that a box in degrees reaches into, loaded. */
    async within(
      level: number,
      [west, south, east, north]: readonly [number, number, number, number],
    ): Promise<TerrainSampler> {
      const sizeDeg = 180 / 2 ** level;
      const column = (longitude: number) => Math.floor((longitude + 180) / sizeDeg);
      const row = (latitude: number) => Math.floor((90 - latitude) / sizeDeg);
      const wanted: [x: number, y: number][] = [];
      for (let y = row(Math.min(90, north)); y <= row(Math.max(-90, south)); y++)
        for (let x = column(west); x <= column(east); x++) wanted.push([x, y]);
      const across = 2 * 2 ** level;
      const tiles = new Map(
        await Promise.all(
          wanted.map(async ([x, y]) => {
            const inWorld = ((x % across) + across) % across;
            const isOnEarth = y >= 0 && y < across / 2;
            return [`${x} ${y}`, isOnEarth ? await tile(level, inWorld, y) : null] as const;
          }),
        ),
      );
      return { sizeDeg, tiles };
    },
    /** Height at a place if its tile is there already; it is asked for otherwise. NaN: not known, or not yet. */
    heldHeight(latitude: number, longitude: number, level: number): number {
      const sizeDeg = 180 / 2 ** level;
      const x = Math.floor((longitude + 180) / sizeDeg);
      const y = Math.floor((90 - latitude) / sizeDeg);
      void tile(level, x, y).catch(() => undefined);
      const heights = known.get(`${level} ${x} ${y}`);
      if (!heights) return Number.NaN;
      return heightIn(heights, (longitude + 180) / sizeDeg - x, (90 - latitude) / sizeDeg - y);
    },
  };
}

export type TerrainTiles = ReturnType<typeof createTerrainTiles>;

export interface TerrainSampler {
  sizeDeg: number;
  /** By column and row. */
  tiles: ReadonlyMap<string, TileHeights>;
}

/** Height at a place, metres; NaN: there are no data. */
export function heightOf({ sizeDeg, tiles }: TerrainSampler, latitude: number, longitude: number): number {
  const across = (longitude + 180) / sizeDeg;
  const down = (90 - latitude) / sizeDeg;
  const [x, y] = [Math.floor(across), Math.floor(down)];
  const heights = tiles.get(`${x} ${y}`);
  return heights ? heightIn(heights, across - x, down - y) : Number.NaN;
}

/** Between the four heights around a point, in fractions of the tile from its north-west corner. */
function heightIn(heights: Int16Array, across: number, down: number): number {
  const [column, row] = [Math.min(steps - 1e-9, across * steps), Math.min(steps - 1e-9, down * steps)];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, below] = [column - left, row - top];
  const at = top * tileSide + left;
  const [a, b] = [heights[at] ?? noHeight, heights[at + 1] ?? noHeight];
  const [c, d] = [heights[at + tileSide] ?? noHeight, heights[at + tileSide + 1] ?? noHeight];
  if (a === noHeight || b === noHeight || c === noHeight || d === noHeight) return Number.NaN;
  return (a * (1 - right) + b * right) * (1 - below) + (c * (1 - right) + d * right) * below;
}

/** The level whose heights lie about as far apart as two pixels of the flat map at a zoom. */
export function levelAt(zoom: number): number {
  return Math.max(coarsestLevel, Math.min(finestLevel, Math.floor(zoom)));
}

/** The heights of a tile from the server's answer. */
export function heightsOf(base64: string): Int16Array {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => view.getInt16(index * 2, true));
}
