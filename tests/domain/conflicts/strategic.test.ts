import { describe, expect, test } from 'vitest';
import type { Footprint } from '#domain/conflicts/plan-view.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { findConflicts, type Volume4d } from '#domain/conflicts/strategic.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import type { Coordinates } from '#domain/geo/geojson.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

/** Metres at 40° N to degrees, near enough for what is a kilometre across. */
const lon = (m: number) => 116 + m / 85_390;
const lat = (m: number) => 40 + m / 111_035;
const box = (x: number, y: number, width: number, height: number): Footprint => ({
  type: 'Polygon',
  coordinates: [
    [
      [lon(x), lat(y)],
      [lon(x + width), lat(y)],
      [lon(x + width), lat(y + height)],
      [lon(x), lat(y + height)],
      [lon(x), lat(y)],
    ],
  ],
});
const point = (x: number, y: number): Footprint => ({ type: 'Point', coordinates: [lon(x), lat(y)] });
const line = (...points: [number, number][]): Footprint => ({
  type: 'LineString',
  coordinates: points.map(([x, y]): Coordinates => [lon(x), lat(y)]),
});
const ell: Footprint = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1000, 0],
      [1000, 100],
      [100, 100],
      [100, 1000],
      [0, 1000],
      [0, 0],
    ].map(([x = 0, y = 0]): Coordinates => [lon(x), lat(y)]),
  ],
};
const ring: Footprint = {
  type: 'Polygon',
  coordinates: [box(0, 0, 1000, 1000), box(200, 200, 600, 600)].flatMap((one) =>
    one.type === 'Polygon' ? one.coordinates : [],
  ),
};

describe('in plan view', () => {
  test.each<[string, Footprint, Footprint, number, boolean]>([
    ['apart', box(0, 0, 100, 100), box(200, 0, 100, 100), 0, false],
    ['side by side on one edge', box(0, 0, 100, 100), box(100, 0, 100, 100), 0, false],
    ['overlapping by a metre', box(0, 0, 100, 100), box(99, 0, 100, 100), 0, true],
    ['the same', box(0, 0, 100, 100), box(0, 0, 100, 100), 0, true],
    ['one in the other', box(0, 0, 100, 100), box(40, 40, 10, 10), 0, true],
    ['a cross', box(0, 40, 100, 20), box(40, 0, 20, 100), 0, true],
    ['in the notch of an L, whose box covers it', ell, box(400, 400, 300, 300), 0, false],
    ['in a hole', ring, box(300, 300, 100, 100), 0, false],
    ['a line through', box(0, 0, 100, 100), line([-50, 50], [150, 50]), 0, true],
    ['a point inside', box(0, 0, 100, 100), point(50, 50), 0, true],
    ['a point outside', box(0, 0, 100, 100), point(150, 50), 0, false],
    ['a point within the margin', box(0, 0, 100, 100), point(150, 50), 51, true],
    ['a point just beyond the margin', box(0, 0, 100, 100), point(150, 50), 49, false],
    ['two corridors that pass', line([0, 0], [1000, 0]), line([0, 300], [1000, 300]), 299, false],
    ['two corridors that meet', line([0, 0], [1000, 0]), line([0, 300], [1000, 300]), 301, true],
  ])('%s', (_, a, b, apartM, expected) => {
    expect(overlapInPlanView(a, b, apartM)).toBe(expected);
    expect(overlapInPlanView(b, a, apartM)).toBe(expected);
  });
});

describe('a centimetre, measured along what is in common as well as across it (ASTM F3548)', () => {
  // Some ten metres in size, so that they are true to a tenth of a millimetre.
  const [east, north] = [inverse(at(40, 116), at(40, 116.001)), inverse(at(40, 116), at(40.001, 116))];
  const here = ([x, y]: Coordinates): Coordinates => [
    116 + (x / east.distanceM) * 0.001,
    40 + (y / north.distanceM) * 0.001,
  ];
  const square = (x: number, y: number, size = 10): Footprint => ({
    type: 'Polygon',
    coordinates: [
      [here([x, y]), here([x + size, y]), here([x + size, y + size]), here([x, y + size]), here([x, y])],
    ],
  });
  const way = (...points: Coordinates[]): Footprint => ({
    type: 'LineString',
    coordinates: points.map(here),
  });
  const spot = (x: number): Footprint => ({ type: 'Point', coordinates: here([x, 0]) });
  const along = way([0, 0], [10, 0]);
  test.each<[string, Footprint, Footprint, number, boolean]>([
    ['a strip of 5 mm along a whole side', square(0, 0), square(9.995, 0), 0, true],
    ['a strip of 5 mm, a hand long', square(0, 0), square(9.995, 9.9), 0, true],
    ['5 mm both ways', square(0, 0), square(9.995, 9.995), 0, false],
    ['2 cm both ways', square(0, 0), square(9.98, 9.98), 0, true],
    ['one side in common', square(0, 0), square(10, 0), 0, false],
    ['5 mm apart', square(0, 0), square(10.005, 0), 0, false],
    ['two corridors by 5 mm', along, way([0, 20], [10, 20]), 20.005, true],
    ['two corridors 5 mm apart', along, way([0, 20], [10, 20]), 19.995, false],
    ['two circles by 5 mm', spot(0), spot(20), 20.005, true],
    ['two circles 5 mm apart', spot(0), spot(20), 19.995, false],
    ['a corridor along a side by 5 mm', square(0, 0), way([0, 20], [10, 20]), 10.005, true],
    ['a corridor along a side, 5 mm apart', square(0, 0), way([0, 20], [10, 20]), 9.995, false],
    ['a circle at a side by 5 mm', square(0, -5), spot(20), 10.005, true],
    ['a line that looks in by 5 mm', square(0, 0), way([9.995, 5], [20, 5]), 0, false],
  ])('%s', (_, a, b, apartM, expected) => {
    expect([overlapInPlanView(a, b, apartM), overlapInPlanView(b, a, apartM)]).toEqual([expected, expected]);
  });
});

const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
const volume = (change: Partial<Volume4d> = {}): Volume4d => ({
  owner: { resource: 'plan', id: 1, label: 'P1' },
  part: 0,
  footprint: box(0, 0, 100, 100),
  marginM: 0,
  lower: amsl(0),
  upper: amsl(300),
  from: 1000,
  to: 2000,
  ...change,
});

describe('in time and height', () => {
  test.each<[string, Partial<Volume4d>, boolean, boolean?]>([
    ['the same air', {}, true, true],
    ['above', { lower: amsl(300), upper: amsl(600) }, false],
    ['overlapping heights', { lower: amsl(299), upper: amsl(600) }, true, true],
    ['feet and metres', { lower: { value: 985, unit: 'ft', reference: 'AMSL' }, upper: null }, false],
    [
      'another datum: the whole column counts',
      { lower: { value: 300, unit: 'm', reference: 'AGL' }, upper: null },
      true,
      false,
    ],
    [
      'another datum, and above it over the lowest ground on earth',
      { lower: { value: 900, unit: 'm', reference: 'AGL' }, upper: null },
      false,
    ],
    [
      'a level that no pressure brings down so far',
      { lower: { value: 100, unit: 'FL', reference: 'STD' }, upper: null },
      false,
    ],
    [
      'a level is by definition standard: at 950 hPa this one is 226 m AMSL',
      { lower: { value: 25, unit: 'FL', reference: 'STD' }, upper: null },
      true,
      false,
    ],
    ['and this one 378 m', { lower: { value: 30, unit: 'FL', reference: 'STD' }, upper: null }, false],
    ['without limits', { lower: null, upper: null }, true, true],
    ['after it', { from: 2000, to: 3000 }, false],
    ['before it', { from: 0, to: 1000 }, false],
    ['within it', { from: 1999, to: 3000 }, true, true],
    ['always', { from: null, to: null }, true, true],
  ])('%s', (_, change, conflict, compared) => {
    const found = findConflicts(
      [volume()],
      [volume({ owner: { resource: 'plan', id: 2, label: 'P2' }, ...change })],
    );
    expect(found).toHaveLength(conflict ? 1 : 0);
    if (conflict) expect(found[0]?.altitudeCompared).toBe(compared);
  });

  test('the shared time is told', () => {
    const [found] = findConflicts([volume()], [volume({ from: 1500, to: null })]);
    expect([found?.from, found?.to]).toEqual([1500, 2000]);
  });

  test('buffers', () => {
    const options = { horizontalBufferM: 10, verticalBufferM: 50, timeBufferMs: 100 };
    expect(findConflicts([volume()], [volume({ from: 2050, to: 3000 })], options)).toHaveLength(1);
    expect(findConflicts([volume()], [volume({ from: 2100, to: 3000 })], options)).toHaveLength(0);
    expect(findConflicts([volume()], [volume({ lower: amsl(349), upper: null })], options)).toHaveLength(1);
    expect(findConflicts([volume()], [volume({ lower: amsl(350), upper: null })], options)).toHaveLength(0);
    expect(findConflicts([volume()], [volume({ footprint: box(109, 0, 9, 9) })], options)).toHaveLength(1);
    expect(findConflicts([volume()], [volume({ footprint: box(111, 0, 9, 9) })], options)).toHaveLength(0);
  });
});

test('what moves is met where it is at that time, from the first stretch to the last that meets', () => {
  const moves = [0, 1, 2, 3].map((at) => ({
    from: 1000 + at * 250,
    to: 1250 + at * 250,
    footprint: box(at * 100, 0, 100, 100),
  }));
  const moving = volume({ footprint: box(0, 0, 400, 100), moves });
  const meetings = (own: Partial<Volume4d>) =>
    findConflicts([volume(own)], [moving]).map(({ from, to }) => [from, to]);
  expect(meetings({ footprint: box(150, 0, 100, 100) })).toEqual([[1250, 1750]]);
  // Its way leads over there, but at another time.
  expect(meetings({ footprint: box(150, 0, 100, 100), from: 1750, to: 2000 })).toEqual([]);
  expect(meetings({ footprint: box(350, 0, 100, 100), from: 1000, to: 1900 })).toEqual([[1750, 1900]]);
  const [met] = findConflicts([volume({ footprint: box(150, 0, 100, 100) })], [moving]);
  expect(met?.other.footprint).toEqual({
    type: 'MultiPolygon',
    coordinates: [box(100, 0, 100, 100), box(200, 0, 100, 100)].map(({ coordinates }) => coordinates),
  });
});
