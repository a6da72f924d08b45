import { describe, expect, it } from 'vitest';
import { noHeight, tileSide } from '#domain/terrain/tile.ts';
import { contoursOf, type ReliefGrid, shadeOf } from '#web/map/terrain/relief.ts';
import { createTerrainTiles, heightOf, levelAt, type TileHeights } from '#web/map/terrain/terrain-tiles.ts';

const side = 9;
const grid = (heightAt: (column: number, row: number) => number): ReliefGrid => ({
  heights: Float32Array.from({ length: side * side }, (_, i) => heightAt(i % side, Math.floor(i / side))),
  side,
  stepM: 100,
});

/** Colour and opacity of the pixel in the middle. */
function middle(pixels: Uint8ClampedArray) {
  const inner = side - 2;
  const at = (Math.floor(inner / 2) * inner + Math.floor(inner / 2)) * 4;
  return { white: pixels[at] ?? 0, alpha: pixels[at + 3] ?? 0 };
}

describe('shading', () => {
  it('leaves level ground as it is', () => {
    expect(
      shadeOf(
        grid(() => 500),
        1,
      ).some((value) => value > 0),
    ).toBe(false);
  });

  it('lights a slope that faces the north-west and darkens the one behind it', () => {
    // Higher to the south-east: the slope looks to the north-west.
    const lit = middle(
      shadeOf(
        grid((column, row) => 40 * (column + row)),
        1,
      ),
    );
    const dark = middle(
      shadeOf(
        grid((column, row) => -40 * (column + row)),
        1,
      ),
    );
    expect([lit.white, dark.white]).toEqual([255, 0]);
    expect(lit.alpha).toBeGreaterThan(20);
    expect(dark.alpha).toBeGreaterThan(20);
  });

  it('leaves what is not known clear', () => {
    const half = grid((column, row) => (column > 3 ? Number.NaN : 40 * row));
    const inner = side - 2;
    const pixels = shadeOf(half, 1);
    expect(pixels[3]).toBeGreaterThan(0);
    expect(pixels[(inner - 1) * 4 + 3]).toBe(0);
  });
});

describe('contours', () => {
  it('follow a height from edge to edge', () => {
    const contours = contoursOf(
      grid((column) => 25 * column),
      100,
    );
    expect([...contours.keys()].sort((a, b) => a - b)).toEqual([100, 200]);
    const pieces = contours.get(100) ?? [];
    expect(pieces).toHaveLength((side - 1) * 4);
    expect(new Set(pieces.filter((_, i) => i % 2 === 0))).toEqual(new Set([4]));
  });

  it('go around a hill, and stop where nothing is known', () => {
    const hill = contoursOf(
      grid((column, row) => 400 - 50 * Math.hypot(column - 4, row - 4)),
      300,
    );
    const pieces = hill.get(300) ?? [];
    expect(pieces.length).toBeGreaterThan(12);
    for (let i = 0; i < pieces.length; i += 2)
      expect(Math.hypot((pieces[i] ?? 0) - 4, (pieces[i + 1] ?? 0) - 4)).toBeCloseTo(2, 0);
    expect(
      contoursOf(
        grid(() => Number.NaN),
        100,
      ).size,
    ).toBe(0);
  });
});

describe('terrain tiles', () => {
  const sloped = (level: number, x: number, y: number): TileHeights =>
    Int16Array.from({ length: tileSide * tileSide }, (_, i) =>
      i === 0 ? noHeight : level + x + y + (i % tileSide),
    );

  it('are each asked for once, and read between their heights', async () => {
    const asked: string[] = [];
    const tiles = createTerrainTiles(async (level, x, y) => {
      asked.push(`${level} ${x} ${y}`);
      return sloped(level, x, y);
    });
    const size = 180 / 2 ** 7;
    const [west, north] = [-180 + 100 * size, 90 - 40 * size];
    const box = [west + 0.1, north - 0.2, west + 0.3, north - 0.1] as const;
    const sampler = await tiles.within(7, box);
    await tiles.within(7, box);
    expect(asked).toEqual(['7 100 40']);
    // Half of the tile is 32 columns.
    expect(heightOf(sampler, north - size / 2, west + size / 2)).toBeCloseTo(7 + 140 + 32, 6);
    // A void is not filled by its neighbours, and beyond the tile nothing is known.
    expect(heightOf(sampler, north - size / 1000, west + size / 1000)).toBeNaN();
    expect(heightOf(sampler, north + 1, west)).toBeNaN();
    expect(tiles.heldHeight(north - size / 2, west + size / 2, 7)).toBeCloseTo(7 + 140 + 32, 6);
  });

  it('that could not be loaded are asked for again', async () => {
    let isDown = true;
    const tiles = createTerrainTiles(async (level, x, y) => {
      if (isDown) throw new Error('down');
      return sloped(level, x, y);
    });
    await expect(tiles.tile(9, 1, 1)).rejects.toThrow('down');
    isDown = false;
    await expect(tiles.tile(9, 1, 1)).resolves.not.toBeNull();
  });

  it('are as fine as the zoom can show', () => {
    expect([5, 7, 9.5, 18].map(levelAt)).toEqual([7, 7, 9, 13]);
  });
});
