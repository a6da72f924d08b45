import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCoordinate, formatPosition, parseCoordinate, parsePosition } from '#domain/geo/coordinates.ts';

describe('parseCoordinate', () => {
  it.each([
    ['39.9', 'latitude', 39.9],
    ['-39.9', 'latitude', -39.9],
    ['39.9N', 'latitude', 39.9],
    ['S 39.9', 'latitude', -39.9],
    ['39°54.5′N', 'latitude', 39 + 54.5 / 60],
    ['39°54\'30"N', 'latitude', 39 + 54 / 60 + 30 / 3600],
    ['39 54 30.2 n', 'latitude', 39 + 54 / 60 + 30.2 / 3600],
    ['N395430', 'latitude', 39 + 54 / 60 + 30 / 3600],
    ['39-54-30N', 'latitude', 39 + 54 / 60 + 30 / 3600],
    ['39:54:30', 'latitude', 39 + 54 / 60 + 30 / 3600],
    ['３９．９', 'latitude', 39.9],
    ['39º54′30″Ｎ', 'latitude', 39 + 54 / 60 + 30 / 3600],
    ['3954N', 'latitude', 39.9],
    ['1162330.5E', 'longitude', 116 + 23 / 60 + 30.5 / 3600],
    ['11623.25E', 'longitude', 116 + 23.25 / 60],
    ['W0750000', 'longitude', -75],
    ['北纬39度54分30秒', 'latitude', 39 + 54 / 60 + 30 / 3600],
    ['东经116度23分', 'longitude', 116 + 23 / 60],
    ['180', 'longitude', 180],
  ] as const)('%s is a %s of %d', (text, axis, degrees) => {
    expect(parseCoordinate(text, axis)).toBeCloseTo(degrees, 9);
  });

  it.each([
    ['', 'latitude'],
    ['abc', 'latitude'],
    ['91', 'latitude'],
    ['181', 'longitude'],
    ['39°60′N', 'latitude'],
    ['39 10 60', 'latitude'],
    ['39.5 10', 'latitude'],
    ['39E', 'latitude'],
    ['39N', 'longitude'],
    ['N39S', 'latitude'],
    ['-39N', 'latitude'],
    ['1 2 3 4', 'latitude'],
    ['395430.2.1N', 'latitude'],
    ['39543N', 'latitude'],
  ] as const)('%s is no %s', (text, axis) => expect(parseCoordinate(text, axis)).toBeNull());
});

describe('parsePosition', () => {
  it.each([
    ['39.9, 116.4', 39.9, 116.4],
    ['39.9 116.4', 39.9, 116.4],
    ['N395400 E1162400', 39.9, 116.4],
    ['395400N1162400E', 39.9, 116.4],
    ['116°24′E 39°54′N', 39.9, 116.4],
    ['39 54 0 116 24 0', 39.9, 116.4],
    ['北纬39度54分 东经116度24分', 39.9, 116.4],
    ['-33.9，151.2', -33.9, 151.2],
  ])('%s', (text, latitude, longitude) => {
    const found = parsePosition(text);
    expect(found?.latitude).toBeCloseTo(latitude, 9);
    expect(found?.longitude).toBeCloseTo(longitude, 9);
  });

  it.each(['116.4, 39.9', 'here', '39.9', '39.9,'])('%s is no position', (text) => {
    expect(parsePosition(text)).toBeNull();
  });
});

describe('formatCoordinate', () => {
  it.each([
    [39.9, 'latitude', 'decimal', '39.900000'],
    [39.9, 'latitude', 'dm', '39°54.000′N'],
    [-0.5, 'latitude', 'dm', '00°30.000′S'],
    [116.391667, 'longitude', 'dms', '116°23′30.0″E'],
    [-9.0000001, 'longitude', 'dms', '009°00′00.0″W'],
    // Rounding carries into the next minute and degree.
    [39.9999999, 'latitude', 'dm', '40°00.000′N'],
    [39.9999999, 'latitude', 'dms', '40°00′00.0″N'],
  ] as const)('%d as a %s in %s is %s', (degrees, axis, style, text) => {
    expect(formatCoordinate(degrees, axis, style)).toBe(text);
  });

  it('is read back within its own precision', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.constantFrom('decimal' as const, 'dm' as const, 'dms' as const),
        (latitude, longitude, style) => {
          const back = parsePosition(formatPosition({ latitude, longitude }, style));
          expect(back?.latitude).toBeCloseTo(latitude, 4);
          expect(back?.longitude).toBeCloseTo(longitude, 4);
        },
      ),
    );
  });
});
