import { expect, test } from 'vitest';
import { bearingsOf } from '#domain/geo/qdm.ts';

const station = { latitude: 30, longitude: 104 };

test('an aircraft due east of a station flies 270° to it', () => {
  const { toDeg, backDeg, distanceM } = bearingsOf({ latitude: 30, longitude: 104.5 }, station, null);
  expect(toDeg).toBeCloseTo(270.1, 1);
  expect(backDeg).toBeCloseTo(89.9, 1);
  expect(distanceM / 1852).toBeCloseTo(26.05, 1);
});

test('the magnetic bearing is less than the true one where the variation is east', () => {
  const south = { latitude: 29, longitude: 104 };
  expect(bearingsOf(south, station, 5)).toMatchObject({ toDeg: 0, backDeg: 180, qdmDeg: 355, qdrDeg: 175 });
  expect(bearingsOf(south, station, -2)).toMatchObject({ qdmDeg: 2, qdrDeg: 182 });
});

test('without a variation there is no magnetic bearing, and none is guessed', () => {
  expect(bearingsOf(station, { latitude: 31, longitude: 105 }, null)).toMatchObject({
    qdmDeg: null,
    qdrDeg: null,
  });
});
