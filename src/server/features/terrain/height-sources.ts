import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import type { Position } from '#domain/geo/geodesy.ts';
import type { HeightGrid } from '#domain/terrain/height-grid.ts';
import { cornerOfHgt, readHgt, sideOfHgt } from '#domain/terrain/hgt.ts';
import type { Logger } from '#server/kernel/logger.ts';

/** One file of heights, read block by block. */
export interface HeightSource {
  west: number;
  south: number;
  east: number;
  north: number;
  stepDeg: number;
  /** The part of the file that answers for a place within it. */
  blockAt(position: Position): { key: string; load(): Promise<HeightGrid> };
}

/** Of a GeoTIFF so many points on a side are read at once. */
const blockSide = 1_024;

/** Every file of a folder and those below it that holds heights; what cannot be read is said in the log and left out. */
export async function heightSourcesIn(folder: string, log: Logger): Promise<HeightSource[]> {
  const sources: HeightSource[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    try {
      const source = await sourceOf(file);
      if (source) sources.push(source);
    } catch (err) {
      log.warn({ err, file }, 'a terrain file could not be read');
    }
  }
  return sources;
}

async function sourceOf(file: string): Promise<HeightSource | null> {
  if (/\.hgt$/i.test(file)) return hgtSource(file);
  return /\.tiff?$/i.test(file) ? tiffSource(file) : null;
}

async function hgtSource(file: string): Promise<HeightSource> {
  const corner = cornerOfHgt(path.basename(file));
  const side = sideOfHgt((await stat(file)).size);
  if (!corner) throw new Error('its name is not that of a tile, as N30E103.hgt is');
  if (side === null) throw new Error('it has neither 1201 nor 3601 points on a side');
  const load = async () => {
    const grid = readHgt(await readFile(file), corner);
    if (!grid) throw new Error(`${file} has changed its size`);
    return grid;
  };
  return {
    ...corner,
    east: corner.west + 1,
    north: corner.south + 1,
    stepDeg: 1 / (side - 1),
    blockAt: () => ({ key: file, load }),
  };
}

async function tiffSource(file: string): Promise<HeightSource> {
  const place = await withImage(file, async (image) => placeOf(image));
  const { columns, rows, west, north, stepDeg } = place;
  return {
    west,
    north,
    east: west + (columns - 1) * stepDeg.longitude,
    south: north - (rows - 1) * stepDeg.latitude,
    stepDeg: stepDeg.longitude,
    blockAt({ latitude, longitude }) {
      const blockOf = (at: number, count: number) =>
        Math.max(0, Math.min(Math.floor(at / blockSide), Math.ceil((count - 1) / blockSide) - 1));
      const left = blockOf((longitude - west) / stepDeg.longitude, columns) * blockSide;
      const top = blockOf((north - latitude) / stepDeg.latitude, rows) * blockSide;
      // One point more than the step to the next block: a place between two blocks lies within one.
      const right = Math.min(columns, left + blockSide + 1);
      const bottom = Math.min(rows, top + blockSide + 1);
      const load = () =>
        withImage(file, async (image): Promise<HeightGrid> => {
          const [values] = await image.readRasters({ window: [left, top, right, bottom], samples: [0] });
          return {
            values: typeof values === 'object' ? Float32Array.from(values) : new Float32Array(),
            columns: right - left,
            rows: bottom - top,
            west: west + left * stepDeg.longitude,
            north: north - top * stepDeg.latitude,
            stepDeg,
            noData: image.getGDALNoData(),
          };
        });
      return { key: `${file} ${left} ${top}`, load };
    },
  };
}

async function withImage<T>(file: string, read: (image: GeoTIFFImage) => Promise<T>): Promise<T> {
  const tiff: GeoTIFF = await fromFile(file);
  try {
    return await read(await tiff.getImage());
  } finally {
    await tiff.close();
  }
}

/** Where the values of an image hold: at the middle of their pixels, unless it says at their corners. */
function placeOf(image: GeoTIFFImage): Pick<HeightGrid, 'columns' | 'rows' | 'west' | 'north' | 'stepDeg'> {
  const keys = image.getGeoKeys();
  if (keys?.GTModelTypeGeoKey !== 2) throw new Error('its coordinates are not geographic (EPSG:4326)');
  const [west = 0, north = 0] = image.getOrigin();
  const [stepX = 0, stepY = 0] = image.getResolution();
  if (!(stepX > 0) || !(stepY < 0)) throw new Error('it is not laid out from north-west to south-east');
  const half = keys.GTRasterTypeGeoKey === 2 ? 0 : 0.5;
  return {
    columns: image.getWidth(),
    rows: image.getHeight(),
    west: west + half * stepX,
    north: north + half * stepY,
    stepDeg: { longitude: stepX, latitude: -stepY },
  };
}
