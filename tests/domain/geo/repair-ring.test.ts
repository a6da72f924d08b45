import { expect, test } from 'vitest';
import { type Coordinates, geometryError } from '#domain/geo/geojson.ts';
import { repairRing } from '#domain/geo/repair-ring.ts';

/** Corners in hundreds of metres from 50° N 8° E, closed. */
const ring = (...corners: [number, number][]): Coordinates[] =>
  [...corners, ...corners.slice(0, 1)].map(
    ([x, y]): Coordinates => [
      8 + (x * 100) / (111_320 * Math.cos((50 * Math.PI) / 180)),
      50 + (y * 100) / 111_320,
    ],
  );
const kindsOf = (found: ReturnType<typeof repairRing>) =>
  found && {
    polygons: found.polygons.map((rings) => rings.map(({ length }) => length - 1)),
    repairs: found.repairs.map(({ kind, widthM }) => [kind, Math.round(widthM / 10) * 10]),
  };

test.each([
  [
    'a spike',
    ring([0, 0], [100, 0], [100, 50], [180, 50], [100, 50], [100, 100], [0, 100]),
    ['spike', 0],
    [6],
  ],
  [
    'a spike that runs back beyond where it began',
    ring([0, 0], [100, 0], [100, 80], [100, 50], [100, 100], [0, 100]),
    ['spike', 0],
    [6],
  ],
  [
    'a crossing of 90 m',
    ring([0, 0], [100, 0], [100, 100], [50, 100], [50, 0.9], [50.9, 0.9], [50.9, 100.9], [0, 100.9]),
    null,
    null,
  ],
  ['a corner on another side', ring([0, 0], [100, 0], [100, 100], [50, 0], [0, 100]), ['touch', 0], null],
])('%s', (_, given, repair, corners) => {
  const found = repairRing(given);
  expect(found).not.toBeNull();
  if (repair && corners) expect(kindsOf(found)).toMatchObject({ repairs: [repair] });
  for (const rings of found?.polygons ?? [])
    expect(geometryError({ type: 'Polygon', coordinates: rings }, ['Polygon'])).toBeNull();
});

test('sides that cross by 120 m lose that piece; by 1,200 m they are refused', () => {
  // The fifth corner runs past the first side, and back to the first corner under it.
  const past = (depth: number) => ring([0, 0], [100, 0], [100, 100], [0, 100], [3, -depth], [6, -depth]);
  const small = repairRing(past(1.2));
  expect(small?.repairs).toMatchObject([
    { kind: 'sliver', widthM: 59 },
    { kind: 'sliver', widthM: 59 },
  ]);
  expect(small?.polygons.map(([outer]) => outer?.length)).toEqual([5]);
  expect(repairRing(past(12))).toBeNull();
  expect(repairRing(ring([0, 0], [100, 100], [0, 100], [100, 0]))).toBeNull();
});

test('a notch that runs 100 m through the far side divides the area, and its point is left out', () => {
  const found = repairRing(ring([0, 0], [200, 0], [200, 100], [130, 100], [100, -1], [70, 100], [0, 100]));
  expect(found?.polygons).toHaveLength(2);
  expect(found?.repairs.map(({ kind }) => kind).sort()).toEqual(['sliver', 'touch']);
});

test('the parts of an outline that touch in one corner are each an area, and what they enclose is a hole', () => {
  const two = repairRing(
    ring([0, 0], [50, 0], [50, 50], [100, 50], [100, 100], [50, 100], [50, 50], [0, 50]),
  );
  expect(two?.polygons).toHaveLength(2);
  expect(two?.repairs.map(({ kind }) => kind)).toEqual(['touch']);
  const keyhole = repairRing(
    ring(
      [0, 0],
      [100, 0],
      [100, 100],
      [50, 100],
      [50, 70],
      [70, 70],
      [70, 30],
      [30, 30],
      [30, 70],
      [50, 70],
      [50, 100],
      [0, 100],
    ),
  );
  expect(keyhole?.polygons.map((rings) => rings.length)).toEqual([2]);
  expect(new Set(keyhole?.repairs.map(({ kind }) => kind))).toEqual(new Set(['hole', 'spike']));
});

test('an inner outline at the end of a line out and back is a hole, also where it was drawn the same way round', () => {
  const found = repairRing(
    ring([0, 0], [100, 0], [100, 100], [0, 100], [0, 0], [30, 30], [70, 30], [70, 70], [30, 70], [30, 30]),
  );
  expect(found?.polygons.map((rings) => rings.length)).toEqual([2]);
  expect(new Set(found?.repairs.map(({ kind }) => kind))).toEqual(new Set(['hole', 'spike']));
});

test('what has no area stays refused', () => {
  expect(repairRing(ring([0, 0], [100, 0], [50, 0]))).toBeNull();
  expect(repairRing(ring([0, 0], [100, 0]))).toBeNull();
});

test('an outline that crosses itself thousands of times is refused, and not searched to its end', () => {
  const star = Array.from({ length: 1_601 }, (_, i): [number, number] => {
    const angle = (i * 800 * 2 * Math.PI) / 1_601;
    return [100 * Math.cos(angle), 100 * Math.sin(angle)];
  });
  expect(repairRing(ring(...star))).toBeNull();
});
