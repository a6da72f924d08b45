import { describe, expect, it, test } from 'vitest';
import { boundsOf } from '#domain/conflicts/height-bounds.ts';
import { groundBetween, groundUnder, qnhBetween } from '#domain/conflicts/unmeasured.ts';
import { type Limits, sharedHeight } from '#domain/conflicts/vertical.ts';
import type { Altitude } from '#domain/geo/altitude.ts';

const margins = { groundSpreadM: 300, groundHighestM: 3_000 };
const agl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AGL' });
const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
const level = (value: number): Altitude => ({ value, unit: 'FL', reference: 'STD' });

test.each([
  ['measured', 500, { lowest: 480, highest: 520 }, { lowest: 500, highest: 500 }],
  ['by the aerodromes around', null, { lowest: 480, highest: 520 }, { lowest: 180, highest: 820 }],
  ['without either', null, null, { lowest: -430, highest: 3_000 }],
] as const)('the ground of a place: %s', (_, measuredM, aerodromes, range) => {
  expect(groundBetween(measuredM, aerodromes, margins)).toEqual(range);
});

test('the ground below a footprint holds that of all its places, and what may rise between two that are measured', () => {
  const places = [
    { measuredM: 500, aerodromes: null },
    { measuredM: 700, aerodromes: null },
  ];
  expect(groundUnder(places, 200, margins)).toEqual({ lowest: 400, highest: 800 });
  const gap = { measuredM: null, aerodromes: { lowest: 480, highest: 520 } };
  expect(groundUnder([...places, gap], 200, margins)).toEqual({ lowest: 180, highest: 820 });
  expect(groundUnder([], 200, margins)).toBeNull();
});

test('the pressure is what is reported near, else between 950 and 1050 hPa', () => {
  expect(qnhBetween({ lowest: 1_010, highest: 1_016 })).toEqual({ lowest: 1_010, highest: 1_016 });
  expect(qnhBetween(null)).toEqual({ lowest: 950, highest: 1_050 });
});

describe('a plan below 300 m above ground of 180 to 820 m', () => {
  const plan: Limits = {
    lower: null,
    upper: agl(300),
    context: { terrainM: { lowest: 180, highest: 820 } },
  };

  test.each([
    ['a floor of 6,000 m AMSL', { lower: amsl(6_000), upper: null }, false],
    ['a floor of FL200', { lower: level(200), upper: null }, false],
    ['a floor of 1,200 m AMSL', { lower: amsl(1_200), upper: null }, false],
    ['a floor of 1,000 m AMSL', { lower: amsl(1_000), upper: null }, true],
    ['a floor of FL040', { lower: level(40), upper: null }, true],
  ])('and %s: may overlap is %s', (_, other, shared) => {
    expect(sharedHeight(plan, other, 0)).toEqual({ shared, compared: !shared });
  });

  it('has its bounds in figures, with what was taken of the ground and the pressure', () => {
    expect(boundsOf(plan, { lower: amsl(1_000), upper: amsl(1_500) })).toEqual({
      why: 'ground',
      ownHeights: 'GND – 1,120 m AMSL',
      otherHeights: '1,000 – 1,500 m AMSL',
      ground: '180 – 820',
      qnh: '',
    });
    expect(boundsOf(plan, { lower: level(40), upper: null })).toMatchObject({
      why: 'groundAndQnh',
      otherHeights: '687 m AMSL – UNL',
      qnh: '950 – 1,050',
    });
    expect(boundsOf({ lower: amsl(900), upper: null }, { lower: level(40), upper: null }).why).toBe('qnh');
    const ellipsoid: Altitude = { value: 900, unit: 'm', reference: 'WGS84' };
    expect(boundsOf({ lower: amsl(900), upper: null }, { lower: null, upper: ellipsoid })).toMatchObject({
      why: 'datum',
      otherHeights: 'GND – 1,007 m AMSL',
    });
  });
});
