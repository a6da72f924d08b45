import type { Position } from '#domain/geo/geodesy.ts';
import { type HeightGrid, heightIn } from '#domain/terrain/height-grid.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { StartError } from '#server/kernel/start-error.ts';
import { type HeightSource, heightSourcesIn } from './height-sources.ts';

/** Elevation of the ground in metres above mean sea level (EGM96, as SRTM has it); undefined: no terrain data. */
export interface Terrain {
  /** False: nothing is installed, and every answer is undefined. */
  installed: boolean;
  elevationAt(latitude: number, longitude: number): Promise<number | undefined>;
  elevationsAt(positions: readonly Position[]): Promise<(number | undefined)[]>;
  /** At once, from what is held; what is not is read, and answers the next time. */
  heldElevationAt(latitude: number, longitude: number): number | undefined;
  /** South-west corners of the whole degrees that hold any. */
  cells(): { south: number; west: number }[];
  /** Bytes of the grids held in memory. */
  heldBytes(): number;
}

export const noTerrain: Pick<Terrain, 'installed' | 'elevationsAt'> = {
  installed: false,
  elevationsAt: async (positions) => positions.map(() => undefined),
};

const heldBytesAtMost = 256 * 1024 * 1024;

export interface TerrainDeps {
  /** Null: none is set. */
  folder: string | null;
  log: Logger;
  /** Bytes of grids in memory at most; the one that is read may be larger. */
  atMost?: number;
}

/** The ground, from a folder of SRTM and GeoTIFF files; the finer of two that hold a place answers for it. */
export async function openTerrain(deps: TerrainDeps): Promise<Terrain> {
  const { folder, log, atMost = heldBytesAtMost } = deps;
  const sources = folder === null ? [] : await sourcesOf(folder, log);
  const byCell = cellsOf(sources);
  /** In the order of their last use. */
  const held = new Map<string, Promise<HeightGrid | null>>();
  const ready = new Map<string, HeightGrid | null>();
  let bytes = 0;

  /** The grid where it is held, which makes it the last to go. */
  function heldGrid(key: string): HeightGrid | null | undefined {
    const reading = held.get(key);
    if (reading) {
      held.delete(key);
      held.set(key, reading);
    }
    return ready.get(key);
  }

  function drop(key: string): void {
    bytes -= ready.get(key)?.values.byteLength ?? 0;
    ready.delete(key);
    held.delete(key);
  }

  function gridOf({ key, load }: ReturnType<HeightSource['blockAt']>): Promise<HeightGrid | null> {
    const known = held.get(key);
    if (known) return known;
    const reading = load().then(
      (grid) => {
        ready.set(key, grid);
        bytes += grid.values.byteLength;
        for (const oldest of [...held.keys()]) {
          if (bytes <= atMost || oldest === key) break;
          drop(oldest);
        }
        return grid;
      },
      (err: unknown) => {
        // A file that went bad is no reason to stop; it answers with no data until the next start.
        log.warn({ err, key }, 'terrain could not be read');
        ready.set(key, null);
        return null;
      },
    );
    held.set(key, reading);
    return reading;
  }

  const sourcesAt = ({ latitude, longitude }: Position) =>
    (byCell.get(cellKey(Math.floor(latitude), Math.floor(longitude))) ?? []).filter(
      ({ west, south, east, north }) =>
        latitude >= south && latitude <= north && longitude >= west && longitude <= east,
    );

  async function elevationOf(position: Position): Promise<number | undefined> {
    for (const source of sourcesAt(position)) {
      const block = source.blockAt(position);
      // What is held needs no turn of the event loop: a tile asks for thousands.
      const grid = heldGrid(block.key) ?? (await gridOf(block));
      const height = grid ? heightIn(grid, position) : undefined;
      if (height !== undefined) return height;
    }
    return undefined;
  }

  return {
    installed: sources.length > 0,
    elevationAt: (latitude, longitude) => elevationOf({ latitude, longitude }),
    async elevationsAt(positions) {
      const heights: (number | undefined)[] = [];
      for (const position of positions) heights.push(await elevationOf(position));
      return heights;
    },
    heldElevationAt(latitude, longitude) {
      const position = { latitude, longitude };
      for (const source of sourcesAt(position)) {
        const block = source.blockAt(position);
        const grid = heldGrid(block.key);
        if (grid === undefined) void gridOf(block);
        const height = grid ? heightIn(grid, position) : undefined;
        if (height !== undefined) return height;
      }
      return undefined;
    },
    cells: () =>
      [...byCell].flatMap(([key, within]) => {
        const [south = 0, west = 0] = key.split(' ').map(Number);
        // One that only ends at its edge holds nothing in it.
        const reaches = within.some((one) => one.east > west && one.north > south);
        return reaches ? [{ south, west }] : [];
      }),
    heldBytes: () => bytes,
  };
}

async function sourcesOf(folder: string, log: Logger): Promise<HeightSource[]> {
  const sources = await heightSourcesIn(folder, log).catch((cause: unknown) => {
    throw new StartError('start.terrainFolder', { folder }, { cause });
  });
  if (sources.length === 0) throw new StartError('start.terrainFolder', { folder });
  return sources.sort((a, b) => a.stepDeg - b.stepDeg);
}

const cellKey = (south: number, west: number) => `${south} ${west}`;

/** Sources by the whole degrees that they reach into, their edges included. */
function cellsOf(sources: readonly HeightSource[]): Map<string, HeightSource[]> {
  const cells = new Map<string, HeightSource[]>();
  for (const source of sources) {
    for (let south = Math.floor(source.south); south <= Math.floor(source.north); south++) {
      for (let west = Math.floor(source.west); west <= Math.floor(source.east); west++) {
        const key = cellKey(south, west);
        cells.set(key, [...(cells.get(key) ?? []), source]);
      }
    }
  }
  return cells;
}
