import { describe, expect, it } from 'vitest';
import { extentDisagrees } from '#domain/airspace/extent.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { circleRing, direct, inverse, sectorRing } from '#domain/geo/geodesy.ts';
import { type Geometry, geometryError } from '#domain/geo/geojson.ts';
import {
  circleOfRing,
  fieldsOfShape,
  geometryOfShape,
  type Shape,
  sectorOfRing,
  shapeOfFields,
  shapeOfGeometry,
} from '#domain/geo/shapes.ts';

const centre = { latitude: 40, longitude: 116 };
const points = [centre, { latitude: 40.1, longitude: 116.2 }, { latitude: 39.9, longitude: 116.3 }];

const circleAt = (latitude: number, longitude: number): Shape => ({
  kind: 'circle',
  centre: { latitude, longitude },
  radiusM: 5000,
});

const shapes: Shape[] = [
  { kind: 'circle', centre, radiusM: 5000 },
  { kind: 'pointRadius', centre, radiusM: 300 },
  { kind: 'sector', centre, innerRadiusM: 0, outerRadiusM: 8000, fromDeg: 300, toDeg: 60 },
  { kind: 'polygon', points },
  { kind: 'line', points },
  { kind: 'corridor', points, widthM: 2000 },
  { kind: 'point', position: centre },
];

describe('a shape', () => {
  it.each(shapes)('$kind gives a geometry that the records accept', (shape) => {
    const geometry = geometryOfShape(shape);
    expect(geometryError(geometry, ['Point', 'LineString', 'Polygon', 'MultiPolygon'])).toBeNull();
  });

  // Each was refused as crossing itself: narrow, and past a pole at some kilometres or over it.
  it.each<[widthM: number, line: [longitude: number, latitude: number][]]>([
    [
      500,
      [
        [64.2408, 87.89056],
        [-117.7031, 88.3829],
      ],
    ],
    [
      2_000,
      [
        [164.9997, -89.70235],
        [-42.1924, -87.81706],
      ],
    ],
    [
      2_000,
      [
        [45.6309, 86.92129],
        [-154.1151, 89.84831],
      ],
    ],
    [
      500,
      [
        [-135.8238, 87.90939],
        [-24.0152, 89.59934],
        [166.467, 87.27027],
      ],
    ],
    [
      2_000,
      [
        [4.5944, -87.94038],
        [0, -90],
        [5.1671, -89.95639],
        [106.377, -87.38791],
      ],
    ],
    [
      2_000,
      [
        [30, 88],
        [-150, 88],
      ],
    ],
  ])('a corridor of %s m over a pole, %j, has an outline that the records accept', (widthM, line) => {
    const along = line.map(([longitude, latitude]) => ({ longitude, latitude }));
    const geometry = geometryOfShape({ kind: 'corridor', points: along, widthM });
    expect(geometryError(geometry, ['Polygon', 'MultiPolygon'])).toBeNull();
    if (!geometry) throw new Error('an outline expected');
    // What lies on its line is inside, and what lies beside it is not.
    const [from, to] = along;
    if (!from || !to) throw new Error('two points expected');
    const { distanceM, initialBearingDeg } = inverse(from, to);
    for (const share of [0.2, 0.5, 0.8]) {
      const on = direct(from, initialBearingDeg, distanceM * share);
      const aside = direct(on, inverse(on, to).initialBearingDeg + 90, widthM * 0.6);
      const holds = ({ longitude, latitude }: typeof on) =>
        overlapInPlanView(geometry, { type: 'Point', coordinates: [longitude, latitude] }, 0);
      expect([holds(on), holds(aside)]).toEqual([true, false]);
    }
  });

  // Beyond half a turn of longitude, and round both poles.
  it.each<[string, Shape, boolean]>([
    ['a circle over the date line', circleAt(30, 179.99), true],
    ['one that comes from its other side', circleAt(30, -179.99), true],
    ['a circle around the north pole', circleAt(89.99, 100), false],
    ['a circle around the south pole', circleAt(-90, 0), false],
    [
      'a sector over the date line',
      {
        kind: 'sector',
        centre: { latitude: 30, longitude: 179.99 },
        innerRadiusM: 0,
        outerRadiusM: 5000,
        fromDeg: 300,
        toDeg: 120,
      },
      true,
    ],
    [
      'a corridor over the date line',
      {
        kind: 'corridor',
        points: [
          { latitude: 30, longitude: 179.9 },
          { latitude: 30.1, longitude: -179.9 },
        ],
        widthM: 2000,
      },
      true,
    ],
  ])('%s has an outline that the records accept, and that contains what is inside', (_, shape, isOver) => {
    const geometry = geometryOfShape(shape);
    if (geometry?.type !== 'Polygon') throw new Error('one polygon expected');
    expect(geometryError(geometry, ['Polygon'])).toBeNull();
    const longitudes = geometry.coordinates.flat().map(([longitude]) => longitude);
    const sides = [longitudes.some((one) => one > 179), longitudes.some((one) => one < -179)];
    if (isOver) expect(sides).toEqual([true, true]);
    const middle = 'centre' in shape ? direct(shape.centre, 30, 2_000) : { latitude: 30.05, longitude: 180 };
    const inside: Geometry = { type: 'Point', coordinates: [middle.longitude, middle.latitude] };
    const far: Geometry = { type: 'Point', coordinates: [middle.longitude > 0 ? 170 : -170, 30] };
    expect(overlapInPlanView(geometry, inside, 0)).toBe(true);
    expect(overlapInPlanView(geometry, far, 0)).toBe(false);
    const fields = fieldsOfShape(shape);
    expect(extentDisagrees({ ...fields, geometry })).toBe(false);
  });

  it.each(shapes)('$kind is found again in what a record keeps', (shape) => {
    const geometry = geometryOfShape(shape);
    const found = shapeOfFields(fieldsOfShape(shape) ?? {}, geometry);
    if (shape.kind !== 'polygon') expect(found).toEqual(shape);
    else expect(found && geometryOfShape(found)).toEqual(geometry);
  });

  it.each<Shape>([
    { kind: 'circle', centre, radiusM: 0 },
    { kind: 'polygon', points: points.slice(0, 2) },
    { kind: 'line', points: points.slice(0, 1) },
    { kind: 'corridor', points, widthM: 0 },
    { kind: 'sector', centre, innerRadiusM: 900, outerRadiusM: 900, fromDeg: 0, toDeg: 90 },
  ])('$kind that is not whole has no geometry', (shape) => expect(geometryOfShape(shape)).toBeNull());

  it('turns counter-clockwise whichever way it was drawn', () => {
    const there = geometryOfShape({ kind: 'polygon', points });
    const back = geometryOfShape({ kind: 'polygon', points: [...points].reverse() });
    const area = (geometry: typeof there) => {
      const ring = geometry?.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : [];
      return ring
        .slice(1)
        .reduce((sum, [x, y], i) => sum + (ring[i]?.[0] ?? x) * y - x * (ring[i]?.[1] ?? y), 0);
    };
    expect(area(there)).toBeGreaterThan(0);
    expect(area(back)).toBeGreaterThan(0);
  });

  it('keeps a polygon of many corners as it came', () => {
    const geometry = geometryOfShape({ kind: 'circle', centre, radiusM: 5000 });
    if (!geometry) throw new Error('a geometry expected');
    expect(shapeOfGeometry(geometry)).toEqual({ kind: 'free', geometry });
  });
});

describe('what a drawing tool leaves', () => {
  it('is a circle by its centre and radius', () => {
    const found = circleOfRing(circleRing(centre, 20_000, 64));
    expect(found && inverse(found.centre, centre).distanceM).toBeLessThan(30);
    expect(found?.radiusM).toBeGreaterThan(19_990);
    expect(found?.radiusM).toBeLessThan(20_010);
  });

  it.each([
    [300, 60],
    [10, 350],
  ])('is a sector from %d° to %d°, drawn either way', (fromDeg, toDeg) => {
    const ring = sectorRing({ centre, innerRadiusM: 0, outerRadiusM: 8000, fromDeg, toDeg });
    const expected = { kind: 'sector', innerRadiusM: 0, outerRadiusM: 8000, fromDeg, toDeg };
    expect(sectorOfRing(ring)).toMatchObject(expected);
    expect(sectorOfRing([...ring].reverse())).toMatchObject(expected);
  });
});
