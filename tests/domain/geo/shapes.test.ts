import { describe, expect, it } from 'vitest';
import { circleRing, inverse, sectorRing } from '../../../src/domain/geo/geodesy.ts';
import { geometryFault } from '../../../src/domain/geo/geojson.ts';
import {
  circleOfRing,
  fieldsOfShape,
  geometryOfShape,
  type Shape,
  sectorOfRing,
  shapeOfFields,
  shapeOfGeometry,
} from '../../../src/domain/geo/shapes.ts';

const centre = { latitude: 40, longitude: 116 };
const points = [centre, { latitude: 40.1, longitude: 116.2 }, { latitude: 39.9, longitude: 116.3 }];

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
    expect(geometryFault(geometry, ['Point', 'LineString', 'Polygon', 'MultiPolygon'])).toBeNull();
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
