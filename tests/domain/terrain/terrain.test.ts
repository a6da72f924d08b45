import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { heightIn } from '#domain/terrain/height-grid.ts';
import { cornerOfHgt, readHgt, sideOfHgt } from '#domain/terrain/hgt.ts';
import { profilePoints } from '#domain/terrain/profile-points.ts';
import { positionsOfTile, tileSide } from '#domain/terrain/tile.ts';

const side = 1_201;

/** A tile whose height is known everywhere: 1 m more for each point to the east, 2 m for each to the south. */
function slope(voids: readonly [row: number, column: number][] = []): Uint8Array {
  const bytes = new Uint8Array(side * side * 2);
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) view.setInt16((row * side + column) * 2, column + 2 * row);
  }
  for (const [row, column] of voids) view.setInt16((row * side + column) * 2, -32_768);
  return bytes;
}
const corner = { south: 30, west: 103 };
const gridOf = (voids: readonly [number, number][] = []) => {
  const grid = readHgt(slope(voids), corner);
  if (!grid) throw new Error('no tile');
  return grid;
};
const at = (row: number, column: number) => ({
  latitude: 31 - row / (side - 1),
  longitude: 103 + column / (side - 1),
});

describe('tiles of SRTM', () => {
  test.each([
    ['N30E103.hgt', { south: 30, west: 103 }],
    ['s01w072.HGT', { south: -1, west: -72 }],
    ['N30E103.tif', null],
    ['N95E103.hgt', null],
    ['30E103.hgt', null],
  ])('%s', (name, expected) => {
    expect(cornerOfHgt(name)).toEqual(expected);
  });

  test('come with one or three arc seconds, and nothing else', () => {
    expect([3_601, 1_201, 1_200].map((one) => sideOfHgt(one * one * 2))).toEqual([3_601, 1_201, null]);
    expect(readHgt(new Uint8Array(10), corner)).toBeNull();
  });

  test('give between four points what lies between them, to the edges', () => {
    const grid = gridOf();
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: side - 1, noNaN: true }),
        fc.double({ min: 0, max: side - 1, noNaN: true }),
        (row, column) => {
          expect(heightIn(grid, at(row, column))).toBeCloseTo(column + 2 * row, 2);
        },
      ),
    );
    expect(heightIn(grid, { latitude: 31, longitude: 103 })).toBe(0);
    expect(heightIn(grid, { latitude: 30, longitude: 104 })).toBe(3_600);
  });

  test('give nothing outside, nor where a point that counts was not measured', () => {
    const grid = gridOf([[600, 600]]);
    expect(heightIn(grid, { latitude: 31.001, longitude: 103.5 })).toBeUndefined();
    expect(heightIn(grid, at(600, 600))).toBeUndefined();
    expect(heightIn(grid, at(600.5, 599.5))).toBeUndefined();
    // On the point beside it nothing of the void counts.
    expect(heightIn(grid, at(600, 601))).toBeCloseTo(1_801);
    expect(heightIn(grid, at(602.5, 600))).toBeCloseTo(1_805);
  });

  test('that go below the sea go below it', () => {
    const grid = { ...gridOf(), values: new Int16Array(side * side).fill(-415) };
    expect(heightIn(grid, at(3.3, 4.4))).toBeCloseTo(-415);
  });
});

describe('points of a profile', () => {
  const line = [
    { latitude: 30.5, longitude: 103.5 },
    { latitude: 30.6, longitude: 103.5 },
    { latitude: 30.6, longitude: 103.7 },
  ];

  test('have the corners, run on, and lie no further apart than asked', () => {
    const points = profilePoints(line, 100, 10_000);
    const [a, b, c] = line as [(typeof line)[0], (typeof line)[0], (typeof line)[0]];
    const whole = inverse(a, b).distanceM + inverse(b, c).distanceM;
    expect(points[0]).toEqual({ ...a, distanceM: 0 });
    expect(points.at(-1)?.distanceM).toBeCloseTo(whole, 3);
    expect(points.some((one) => one.latitude === b.latitude && one.longitude === b.longitude)).toBe(true);
    for (const [index, point] of points.slice(1).entries()) {
      const stepM = point.distanceM - (points[index]?.distanceM ?? 0);
      expect(stepM).toBeGreaterThan(0);
      expect(stepM).toBeLessThanOrEqual(100.001);
    }
  });

  test('of a long line are as many as asked, and a place is one', () => {
    expect(profilePoints(line, 30, 50).length).toBeLessThanOrEqual(53);
    expect(profilePoints(line.slice(0, 1), 30, 50)).toEqual([{ ...line[0], distanceM: 0 }]);
    expect(profilePoints([], 30, 50)).toEqual([]);
  });
});

test('a tile of the globe starts in its north-west and shares its edges', () => {
  const positions = positionsOfTile({ level: 7, x: 0, y: 0 });
  expect(positions).toHaveLength(tileSide * tileSide);
  expect(positions[0]).toEqual({ latitude: 90, longitude: -180 });
  expect(positions.at(-1)).toEqual({ latitude: 90 - 180 / 128, longitude: -180 + 180 / 128 });
  expect(positionsOfTile({ level: 7, x: 1, y: 0 })[0]).toEqual(positions[tileSide - 1]);
});
