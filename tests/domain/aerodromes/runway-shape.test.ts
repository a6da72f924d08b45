import { expect, test } from 'vitest';
import { runwayRing, thresholdsOf } from '#domain/aerodromes/runway-shape.ts';

/** 36 km north of the equator: a thousandth of a degree is about 111 m there both ways. */
const runway = {
  firstLatitude: 0.3,
  firstLongitude: 104,
  secondLatitude: 0.31,
  secondLongitude: 104,
  widthM: 44.4,
};

test('a runway to the north is as wide as recorded, half of it on either side', () => {
  const ring = runwayRing(runway) ?? [];
  expect(ring.map((corner) => corner.map((degrees) => degrees.toFixed(4)))).toEqual([
    ['103.9998', '0.3000'],
    ['103.9998', '0.3100'],
    ['104.0002', '0.3100'],
    ['104.0002', '0.3000'],
    ['103.9998', '0.3000'],
  ]);
});

test('without all four figures, or with both thresholds in one place, there is no shape', () => {
  expect(runwayRing({ ...runway, secondLongitude: null })).toBeNull();
  expect(thresholdsOf({})).toBeNull();
  expect(runwayRing({ ...runway, secondLatitude: 0.3 })).toBeNull();
});
