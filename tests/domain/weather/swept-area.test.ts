import { expect, test } from 'vitest';
import { polygonsOf } from '#domain/geo/polygons.ts';
import { areaAt, movesOf, sweptArea } from '#domain/weather/swept-area.ts';
import type { AreaWarning } from '#domain/weather/weather.ts';
import { warning } from '#tests/support/weather.ts';

const box = (west: number, south: number, wide = 1): AreaWarning['area'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + wide, south],
      [west + wide, south + wide],
      [west, south + wide],
      [west, south],
    ],
  ],
});
const boundsOf = (area: AreaWarning['area']) => {
  const ring = area ? polygonsOf(area).flatMap(([edge = []]) => edge) : [];
  const [xs, ys] = [ring.map(([x = 0]) => x), ring.map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map((one) => one.toFixed(2));
};
const hours = (count: number) => ({ validFrom: 0, validTo: count * 3_600_000 });

test('a warning reaches as far as it moves in its time', () => {
  const moving = { directionDeg: 0, speedMps: 100 / 3.6 };
  const swept = sweptArea(warning({ area: box(110, 30), movement: moving, ...hours(4) }));
  // 400 km to the north are 3.6°.
  expect(boundsOf(swept)).toEqual(['110.00', '30.00', '111.00', '34.61']);
  const stays = warning({ area: box(110, 30), movement: 'stationary', ...hours(4) });
  expect(sweptArea(stays)).toEqual(box(110, 30));
  expect(sweptArea(warning({ area: box(110, 30), movement: null, ...hours(4) }))).toEqual(box(110, 30));
  expect(sweptArea(warning({ area: null, movement: moving, ...hours(4) }))).toBeNull();
});

test('where it is expected at its end counts before its movement, with all between', () => {
  const swept = sweptArea(warning({ area: box(110, 30), forecastArea: box(113, 32), ...hours(4) }));
  expect(boundsOf(swept)).toEqual(['110.00', '30.00', '114.00', '33.00']);
  // The corners between which nothing of either lies are left out.
  expect(swept?.coordinates[0]).toHaveLength(7);
});

test('each of several areas moves on its own', () => {
  const [west, east] = [box(110, 30), box(115, 30)];
  if (west?.type !== 'Polygon' || east?.type !== 'Polygon') throw new Error('no boxes');
  const area: AreaWarning['area'] = {
    type: 'MultiPolygon',
    coordinates: [west.coordinates, east.coordinates],
  };
  const moving = { directionDeg: 0, speedMps: 100 / 3.6 };
  const swept = sweptArea(warning({ area, movement: moving, ...hours(4) }));
  expect(swept?.type).toBe('MultiPolygon');
  expect(boundsOf(swept)).toEqual(['110.00', '30.00', '116.00', '34.61']);
  // Nothing between them.
  expect(swept && polygonsOf(swept).map((one) => boundsOf({ type: 'Polygon', coordinates: one }))).toEqual([
    ['110.00', '30.00', '111.00', '34.61'],
    ['115.00', '30.00', '116.00', '34.61'],
  ]);
});

test('what moves is at each half hour where it may be then, half an hour early or late', () => {
  const moving = { directionDeg: 0, speedMps: 100 / 3.6 };
  const moves = movesOf(warning({ area: box(110, 30), movement: moving, ...hours(4) }));
  expect(moves.map(({ from, to }) => [from, to].map((at) => at / 3_600_000))).toEqual([
    [0, 0.5],
    [0.5, 1],
    [1, 1.5],
    [1.5, 2],
    [2, 2.5],
    [2.5, 3],
    [3, 3.5],
    [3.5, 4],
  ]);
  const norths = moves.map(({ area }) => boundsOf(area)).map(([, south, , north]) => [south, north]);
  // 100 km to the north are 0.9°; it neither begins earlier nor ends later than it is told.
  expect(norths.at(0)).toEqual(['30.00', '31.90']);
  expect(norths.at(3)).toEqual(['30.90', '33.25']);
  expect(norths.at(-1)).toEqual(['32.71', '34.61']);
});

test('what is expected elsewhere at its end is on its way there', () => {
  const moves = movesOf(warning({ area: box(110, 30), forecastArea: box(114, 34, 2), ...hours(4) }));
  expect(boundsOf(moves.at(0)?.area ?? null)).toEqual(['110.00', '30.00', '112.25', '32.25']);
  expect(boundsOf(moves.at(-1)?.area ?? null)).toEqual(['113.00', '33.00', '116.00', '36.00']);
});

test('what stays, or draws no area, has no moves', () => {
  expect(movesOf(warning({ area: box(110, 30), movement: 'stationary', ...hours(4) }))).toEqual([]);
  expect(movesOf(warning({ area: box(110, 30), movement: null, ...hours(4) }))).toEqual([]);
  const moving = { directionDeg: 0, speedMps: 30 };
  expect(movesOf(warning({ area: null, movement: moving, ...hours(4) }))).toEqual([]);
});

test('at a moment it is where it is expected, in its own shape', () => {
  const notch = [
    [110, 30],
    [111, 30],
    [110.2, 30.2],
    [110, 31],
    [110, 30],
  ];
  const area: AreaWarning['area'] = { type: 'Polygon', coordinates: [notch] };
  const moving = warning({ area, movement: { directionDeg: 0, speedMps: 100 / 3.6 }, ...hours(4) });
  expect(areaAt(moving, -3_600_000)).toBe(area);
  const later = areaAt(moving, 2 * 3_600_000);
  expect(later?.coordinates[0]).toHaveLength(notch.length);
  expect(boundsOf(later)).toEqual(['110.00', '31.80', '111.00', '32.80']);
  expect(boundsOf(areaAt(moving, 9 * 3_600_000))).toEqual(boundsOf(areaAt(moving, 4 * 3_600_000)));
  const going = warning({ area: box(110, 30), forecastArea: box(114, 34), ...hours(4) });
  expect(boundsOf(areaAt(going, 3_600_000))).toEqual(['111.00', '31.00', '112.00', '32.00']);
});
