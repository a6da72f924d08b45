import { describe, expect, it } from 'vitest';
import {
  type Altitude,
  altitudeM,
  amslRange,
  compareDatums,
  formatAltitude,
  formatLimits,
  isAltitude,
  pressureToAmslM,
} from '#domain/geo/altitude.ts';
import { readAltitudeText, writeAltitudeText } from '#domain/geo/altitude-text.ts';

const altitude = (value: number, unit: Altitude['unit'], reference: Altitude['reference']): Altitude => ({
  value,
  unit,
  reference,
});

describe('an altitude', () => {
  it.each([
    [altitude(300, 'm', 'AGL'), 300, '300 m AGL'],
    [altitude(4500, 'ft', 'AMSL'), 1371.6, '4,500 ft AMSL'],
    [altitude(95, 'FL', 'STD'), 2895.6, 'FL095'],
    [altitude(0, 'm', 'AGL'), 0, 'GND'],
    [altitude(0, 'm', 'AMSL'), 0, '0 m AMSL'],
  ])('%o', (value, metres, text) => {
    expect(altitudeM(value)).toBeCloseTo(metres, 6);
    expect(formatAltitude(value)).toBe(text);
  });

  it.each([
    [altitude(300, 'm', 'AGL'), true],
    [altitude(95, 'FL', 'STD'), true],
    [altitude(95, 'FL', 'AMSL'), false],
    [{ value: 300, unit: 'm' }, false],
    [{ value: Number.NaN, unit: 'm', reference: 'AGL' }, false],
    [300, false],
    [null, false],
  ])('%o is one: %s', (value, expected) => expect(isAltitude(value)).toBe(expected));

  it('shows an open limit as open', () => {
    expect(formatLimits(altitude(0, 'm', 'AGL'), altitude(300, 'm', 'AGL'))).toBe('GND – 300 m AGL');
    expect(formatLimits(null, undefined)).toBe('GND – UNL');
  });
});

describe('pressure', () => {
  // operations.md 1.11
  it.each([
    [1003, 720],
    [1023, 1263],
    [1013.25, 1000],
  ])('1,000 ft of pressure altitude at QNH %d is %d ft', (qnh, feet) => {
    expect(Math.abs(pressureToAmslM(304.8, qnh) / 0.3048 - feet)).toBeLessThan(10);
  });
});

describe('a pressure altitude beyond all air', () => {
  // FL999, where the standard atmosphere of the formula ends, and what somebody wrote in feet as a flight level.
  it.each([99_900, 145_366, 145_367, 500_000, 10_000_000])('%d ft is above what is below it', (feet) => {
    const at = (ft: number, qnh: number) => pressureToAmslM(ft * 0.3048, qnh);
    for (const qnh of [940, 1013.25, 1055]) {
      expect(at(feet, qnh)).toBeGreaterThan(at(feet - 1_000, qnh));
      expect(at(feet, qnh)).toBeGreaterThan(20_000);
    }
  });
});

describe('compareDatums', () => {
  const terrainM = { lowest: 400, highest: 900 };
  it.each([
    ['one datum, two units', altitude(300, 'm', 'AGL'), altitude(1000, 'ft', 'AGL'), {}, 'below'],
    ['equal', altitude(304.8, 'm', 'AMSL'), altitude(1000, 'ft', 'AMSL'), {}, 'equal'],
    [
      'above ground, known terrain',
      altitude(300, 'm', 'AGL'),
      altitude(1300, 'm', 'AMSL'),
      { terrainM },
      'below',
    ],
    [
      'above ground, meeting',
      altitude(300, 'm', 'AGL'),
      altitude(1000, 'm', 'AMSL'),
      { terrainM },
      'overlap',
    ],
    ['QFE', altitude(600, 'm', 'QFE'), altitude(900, 'm', 'AMSL'), { aerodromeElevationM: 500 }, 'above'],
    [
      'ellipsoid',
      altitude(500, 'm', 'WGS84'),
      altitude(505, 'm', 'AMSL'),
      { geoidUndulationM: -10 },
      'above',
    ],
  ] as const)('%s', (_, a, b, context, result) => {
    expect(compareDatums(a, b, context)).toEqual({ comparable: true, result });
  });

  it.each([
    ['terrain', altitude(300, 'm', 'AGL'), altitude(1000, 'm', 'AMSL')],
    ['qnh', altitude(95, 'FL', 'STD'), altitude(1000, 'm', 'AMSL')],
    ['aerodrome', altitude(1000, 'm', 'AMSL'), altitude(300, 'm', 'QFE')],
    ['geoid', altitude(1000, 'm', 'AMSL'), altitude(300, 'm', 'WGS84')],
  ] as const)('says that the %s is unknown', (missing, a, b) => {
    expect(compareDatums(a, b)).toEqual({ comparable: false, missing });
  });

  it('widens a pressure altitude by the pressures that may hold', () => {
    const range = amslRange(altitude(10, 'FL', 'STD'), { qnhHpa: { lowest: 1003, highest: 1023 } });
    if (!range.known) throw new Error('known expected');
    expect(range.highestM - range.lowestM).toBeGreaterThan(150);
  });
});

describe('a height as text', () => {
  it.each(['1.000 m AMSL', '1.525 m AMSL', '12.125 ft AGL', '-1.525 m AMSL'])(
    'the point of %s may divide thousands',
    (text) => expect(readAltitudeText(text)).toEqual({ error: 'point' }),
  );

  it.each([
    ['0.525 m AGL', altitude(0.525, 'm', 'AGL')],
    ['1234.525 m AMSL', altitude(1234.525, 'm', 'AMSL')],
    ['12.1250 m AMSL', altitude(12.125, 'm', 'AMSL')],
  ])('the point of %s does not', (text, value) => expect(readAltitudeText(text)).toEqual({ value }));

  it('is read back with three decimals too', () => {
    const value = altitude(12.125, 'm', 'AMSL');
    expect(writeAltitudeText(value)).toBe('12.1250 m AMSL');
    expect(readAltitudeText(writeAltitudeText(value))).toEqual({ value });
  });

  it('is none where it is longer than any', () => {
    const zeros = (count: number) => `${'0'.repeat(count)}300 m AMSL`;
    expect(readAltitudeText(zeros(80))).toEqual({ value: altitude(300, 'm', 'AMSL') });
    expect(readAltitudeText(zeros(100))).toEqual({ error: 'none' });
  });
});
