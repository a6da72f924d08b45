import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { positionsOfTile } from '#domain/terrain/tile.ts';
import { openTerrain, type Terrain } from '#server/features/terrain/terrain.ts';
import { createTerrainService } from '#server/features/terrain/terrain-calls.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { StartError } from '#server/kernel/start-error.ts';
import { writeGeoTiff, writeHgt } from '#tests/support/terrain-files.ts';

let folder: string;
let terrain: Terrain;
const warned: unknown[] = [];
const log = { warn: (what: unknown) => warned.push(what) } as never;
const step = 1 / 1_200;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'terrain-'));
  await writeHgt(folder, 'N30E103.hgt', (row, column) => (row === 600 && column === 600 ? null : 500));
  await writeHgt(folder, 'N31E103.hgt', (row) => 1_700 - row);
  // Finer than the tile, over a corner of it; one pixel of it was not measured.
  const fine = { west: 103.1, north: 30.9, stepDeg: 0.0002, columns: 1_500, rows: 1_100 };
  await writeGeoTiff(folder, 'fine.tif', fine, (row, column) =>
    row === 50 && column === 50 ? null : 600 + column / 10,
  );
  await writeFile(path.join(folder, 'N32E103.hgt'), 'cut short');
  terrain = await openTerrain({ folder, log });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const call = (of: Terrain, name: string, input: object) =>
  createTerrainService({ terrain: of })
    .methods.find((method) => method.name === name)
    ?.handle(input, systemCaller());

describe('terrain of a folder', () => {
  test('answers from its tiles, across their common edge, and nowhere else', async () => {
    expect(await terrain.elevationAt(30.2, 103.7)).toBe(500);
    expect(await terrain.elevationAt(31, 103.7)).toBe(500);
    expect(await terrain.elevationAt(31 + step, 103.7)).toBeCloseTo(501);
    expect(await terrain.elevationAt(32, 103.7)).toBe(1_700);
    expect(await terrain.elevationAt(29.9, 103.7)).toBeUndefined();
    expect(await terrain.elevationAt(32.5, 103.5)).toBeUndefined();
  });

  test('answers from the finer file, and in a hole of it from the coarser', async () => {
    const pixel = (row: number, column: number) => ({
      latitude: 30.9 - (row + 0.5) * 0.0002,
      longitude: 103.1 + (column + 0.5) * 0.0002,
    });
    const heights = await terrain.elevationsAt([
      pixel(10, 100),
      pixel(10, 100.5),
      pixel(1_024, 1_024),
      pixel(50, 50),
    ]);
    expect(heights.map((height) => height && Math.round(height * 100) / 100)).toEqual([
      610, 610.05, 702.4, 500,
    ]);
  });

  test('fills no void', async () => {
    expect(await terrain.elevationAt(30.5, 103.5)).toBeUndefined();
  });

  test('names what it could not read, and says where it has data', () => {
    expect(warned).toHaveLength(1);
    expect(String((warned[0] as { file: string }).file)).toContain('N32E103.hgt');
    expect(terrain.cells()).toEqual([
      { south: 30, west: 103 },
      { south: 31, west: 103 },
    ]);
  });

  test('tells the lowest and highest ground below an area, and nothing where a part is not known', async () => {
    const area = (west: number, south: number, east: number, north: number) => ({
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
    });
    // The fine file has a slope there, whose middle is on no outline of the area around it.
    const found = await call(terrain, 'GetGround', area(103.05, 30.6, 103.45, 30.95));
    expect(found).toMatchObject({ installed: true, ground: { lowest: 500 } });
    expect((found as { ground: { highest: number } }).ground.highest).toBeGreaterThan(725);
    expect(await call(terrain, 'GetGround', area(103.4, 29.8, 103.6, 30.3))).toEqual({
      installed: true,
      ground: null,
    });
    const place = { type: 'Point', coordinates: [103.05, 30.8] };
    expect(await call(terrain, 'GetGround', { geometry: place })).toMatchObject({
      ground: { lowest: 500, highest: 500 },
    });
    // A margin of ten kilometres reaches the fine file in the east, and in the west where nothing is known.
    expect(await call(terrain, 'GetGround', { geometry: place, marginM: 10_000 })).toMatchObject({
      ground: null,
    });
    await expect(
      call(terrain, 'GetGround', { geometry: { type: 'LineString', coordinates: [[103]] } }),
    ).rejects.toMatchObject({ code: 'validation', extra: { fields: [{ field: 'geometry' }] } });
    const none = await openTerrain({ folder: null, log });
    expect(await call(none, 'GetGround', { geometry: place })).toEqual({ installed: false, ground: null });
  });

  test('answers at once from what is held, and reads the rest meanwhile', async () => {
    const fresh = await openTerrain({ folder, log });
    expect(fresh.heldElevationAt(30.2, 103.7)).toBeUndefined();
    await expect.poll(() => fresh.heldElevationAt(30.2, 103.7)).toBe(500);
  });

  test('holds no more than it may', async () => {
    const tile = 1_201 * 1_201 * 2;
    const small = await openTerrain({ folder, log, atMost: tile });
    for (const latitude of [30.2, 31.5, 30.2, 31.5]) {
      expect(await small.elevationAt(latitude, 103.7)).toBe(latitude < 31 ? 500 : 1_100);
      expect(small.heldBytes()).toBe(tile);
    }
  });

  test('is refused at the start where the folder has none', async () => {
    await expect(openTerrain({ folder: path.join(folder, 'absent'), log })).rejects.toThrow(StartError);
  });
});

describe('the calls', () => {
  test('give the ground along a line, and null where there is none', async () => {
    const line = [
      { latitude: 30.05, longitude: 103.7 },
      { latitude: 29.95, longitude: 103.7 },
    ];
    const profile = (await call(terrain, 'GetProfile', { line })) as {
      installed: boolean;
      items: { latitude: number; elevationM: number | null; distanceM: number }[];
    };
    expect(profile.installed).toBe(true);
    for (const { latitude, elevationM } of profile.items)
      expect(elevationM).toBe(latitude >= 30 ? 500 : null);
    expect(profile.items.at(-1)?.distanceM).toBeCloseTo(11_085, -2);
  });

  test('give a tile for the globe with its voids', async () => {
    // Level 9 has tiles of 0.3515625°: this one lies across latitude 30 and longitude 104.
    const tile = { level: 9, x: Math.floor(283.9 / 0.3515625), y: Math.floor(60.1 / 0.3515625) };
    const { heights } = (await call(terrain, 'GetTile', tile)) as { heights: string };
    const bytes = Buffer.from(heights, 'base64');
    const positions = positionsOfTile(tile);
    const seen = new Set<number>();
    for (const [index, { latitude, longitude }] of positions.entries()) {
      const inside = latitude >= 30 && longitude <= 104;
      const height = bytes.readInt16LE(index * 2);
      seen.add(height);
      expect(height).toBe(inside ? 500 : -32_768);
    }
    expect(seen.size).toBe(2);
    expect(await call(terrain, 'GetTile', { level: 9, x: 0, y: 0 })).toEqual({ heights: null });
    expect(await call(terrain, 'GetTile', { level: 9, x: 5_000, y: 5_000 })).toEqual({ heights: null });
  });

  test('say without terrain that there is none, and guess nothing', async () => {
    const none = await openTerrain({ folder: null, log });
    expect(await none.elevationAt(30.2, 103.7)).toBeUndefined();
    expect(await call(none, 'GetCoverage', {})).toEqual({ cells: [] });
    expect(await call(none, 'GetProfile', { line: [{ latitude: 30.2, longitude: 103.7 }] })).toEqual({
      installed: false,
      items: [{ latitude: 30.2, longitude: 103.7, distanceM: 0, elevationM: null }],
    });
  });
});
