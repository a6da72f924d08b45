import { describe, expect, test } from 'vitest';
import type { Altitude } from '#domain/geo/altitude.ts';
import { commonRibbon, ribbonOver } from '#web/map/section-ground.ts';
import { columnOn, datumsOf, firstDatum, scalesOf, ticksUpTo, topOf } from '#web/map/section-scale.ts';

const agl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AGL' });
const amsl = (value: number, unit: 'm' | 'ft' = 'm'): Altitude => ({ value, unit, reference: 'AMSL' });
const level = (value: number): Altitude => ({ value, unit: 'FL', reference: 'STD' });

describe('a column on a scale of one datum', () => {
  test.each([
    [
      'its own datum',
      { lower: amsl(300), upper: amsl(900) },
      'AMSL',
      { kind: 'exact', fromM: 300, toM: 900 },
    ],
    [
      'feet of its own datum',
      { lower: amsl(1000, 'ft'), upper: amsl(900) },
      'AMSL',
      { kind: 'exact', fromM: 304.8, toM: 900 },
    ],
    [
      'ground is the bottom of any scale',
      { lower: agl(0), upper: amsl(900) },
      'AMSL',
      { kind: 'exact', fromM: 0, toM: 900 },
    ],
    [
      'an open top',
      { lower: amsl(900), upper: null },
      'AMSL',
      { kind: 'exact', fromM: 900, toM: null, open: true },
    ],
    [
      'no limit at all',
      { lower: null, upper: null },
      'AMSL',
      { kind: 'exact', fromM: 0, toM: null, open: true },
    ],
    [
      'an open top over a bottom of another datum',
      { lower: agl(120), upper: null },
      'AMSL',
      { kind: 'reaches', fromM: null, toM: null, unknown: 'AGL', open: true },
    ],
    [
      'above ground over unknown terrain is the whole column',
      { lower: agl(0), upper: agl(300) },
      'AMSL',
      { kind: 'reaches', fromM: 0, toM: null, unknown: 'AGL' },
    ],
    [
      'a lower limit above ground leaves the known top',
      { lower: agl(120), upper: amsl(900) },
      'AMSL',
      { kind: 'reaches', fromM: null, toM: 900, unknown: 'AGL' },
    ],
    [
      'a level at unknown pressure',
      { lower: amsl(600), upper: level(95) },
      'AMSL',
      { kind: 'reaches', fromM: 600, toM: null, unknown: 'STD' },
    ],
  ] as const)('%s', (_name, limits, datum, expected) => {
    const column = columnOn(limits, datum);
    expect(column.kind).toBe(expected.kind);
    if (expected.fromM === null) expect(column.fromM).toBeNull();
    else expect(column.fromM).toBeCloseTo(expected.fromM, 6);
    expect(column.toM).toBe(expected.toM);
    expect(column.open).toBe('open' in expected);
    if (expected.kind === 'reaches') expect(column).toMatchObject({ unknown: expected.unknown });
  });
});

test('the scale opens in the datum of what is one’s own', () => {
  const own = [{ lower: agl(0), upper: agl(300) }];
  const all = [...own, { lower: amsl(0), upper: amsl(900) }, { lower: null, upper: amsl(4500) }];
  expect(firstDatum(own, all)).toBe('AGL');
  expect(firstDatum([], all)).toBe('AMSL');
  expect(firstDatum([], [])).toBe('AMSL');
  expect(datumsOf(all)).toEqual([
    { datum: 'AGL', count: 1 },
    { datum: 'AMSL', count: 2 },
  ]);
});

test('ticks are round and reach to the top', () => {
  expect(ticksUpTo(1150, 'AMSL').map(({ text }) => text)).toEqual(['0', '500', '1,000']);
  expect(ticksUpTo(345, 'AGL').map(({ text }) => text)).toEqual(['0', '100', '200', '300']);
  const levels = ticksUpTo(95 * 30.48 * 1.15, 'STD');
  expect(levels.map(({ text }) => text)).toEqual(['FL000', 'FL050', 'FL100']);
  expect(levels[1]?.atM).toBeCloseTo(1524, 6);
});

test('a scale of nothing known still has a height', () => {
  expect(topOf([columnOn({ lower: agl(120), upper: amsl(0) }, 'STD')])).toBeGreaterThan(0);
  expect(topOf([columnOn({ lower: amsl(0), upper: amsl(1000) }, 'AMSL')])).toBeCloseTo(1150, 6);
});

test('what has no upper limit has room above its bottom, and reaches above all that is bounded', () => {
  const open = columnOn({ lower: agl(0), upper: null }, 'AMSL');
  expect(topOf([open])).toBeCloseTo(345, 6);
  const low = columnOn({ lower: agl(0), upper: amsl(120) }, 'AMSL');
  expect(topOf([open, low])).toBeCloseTo(345, 6);
  const high = columnOn({ lower: amsl(600), upper: amsl(3000) }, 'AMSL');
  expect(topOf([open, high])).toBeCloseTo(3450, 6);
  const aloft = columnOn({ lower: amsl(5000), upper: null }, 'AMSL');
  expect(topOf([aloft, high])).toBeCloseTo(6095, 6);
});

describe('over ground that is known', () => {
  const ground = { lowest: 500, highest: 700 };

  test('a column is brought from one datum to the other with room for its lowest and highest point', () => {
    expect(columnOn({ lower: agl(100), upper: agl(300) }, 'AMSL', ground)).toMatchObject({
      kind: 'exact',
      fromM: 600,
      toM: 1_000,
      overGround: true,
    });
    expect(columnOn({ lower: agl(0), upper: amsl(900) }, 'AMSL', ground)).toMatchObject({
      fromM: 500,
      toM: 900,
    });
    expect(columnOn({ lower: amsl(900), upper: amsl(1_200) }, 'AGL', ground)).toMatchObject({
      kind: 'exact',
      fromM: 200,
      toM: 700,
      overGround: true,
    });
    expect(columnOn({ lower: amsl(600), upper: level(95) }, 'AMSL', ground).kind).toBe('reaches');
  });

  test('the scale opens at mean sea level, which is offered', () => {
    const own = [{ lower: agl(0), upper: agl(300) }];
    expect(firstDatum(own, own, true)).toBe('AMSL');
    expect(firstDatum(own, own, false)).toBe('AGL');
    expect(scalesOf(own, true).map(({ datum }) => datum)).toEqual(['AGL', 'AMSL']);
  });

  const profile = [
    { distanceM: 0, elevationM: 500 },
    { distanceM: 1_000, elevationM: 700 },
    { distanceM: 2_000, elevationM: 500 },
    { distanceM: 3_000, elevationM: null },
  ];

  test('limits above ground follow it, those above mean sea level never go below it', () => {
    expect(ribbonOver({ lower: agl(100), upper: agl(200) }, { from: 500, to: 2_000 }, profile)).toEqual([
      { atM: 500, fromM: 700, toM: 800 },
      { atM: 1_000, fromM: 800, toM: 900 },
      { atM: 2_000, fromM: 600, toM: 700 },
    ]);
    expect(ribbonOver({ lower: null, upper: amsl(600) }, { from: 0, to: 1_000 }, profile)).toEqual([
      { atM: 0, fromM: 500, toM: 600 },
      { atM: 1_000, fromM: 700, toM: 700 },
    ]);
  });

  test('where the ground or the datum is not known, nothing follows it', () => {
    expect(ribbonOver({ lower: agl(100), upper: agl(200) }, { from: 1_000, to: 3_000 }, profile)).toBeNull();
    expect(ribbonOver({ lower: agl(100), upper: level(30) }, { from: 0, to: 1_000 }, profile)).toBeNull();
  });

  test('two volumes share air only where their heights meet', () => {
    const own = ribbonOver({ lower: agl(100), upper: agl(200) }, { from: 0, to: 2_000 }, profile) ?? [];
    const over = (fromM: number) =>
      ribbonOver({ lower: amsl(fromM), upper: null }, { from: 0, to: 2_000 }, profile) ?? [];
    expect(commonRibbon(own, over(850))?.map(({ fromM, toM }) => (toM ?? 0) - fromM)).toEqual([0, 50, 0]);
    expect(commonRibbon(own, over(950))).toBeNull();
  });
});
