import { describe, expect, test } from 'vitest';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Shape } from '#domain/geo/shapes.ts';
import { handlesOf, moved, withoutCorner } from '#web/map/handles.ts';
import { mercatorX, mercatorY, worldPixels } from '#web/map/mercator.ts';
import { begun, mostSteps, redone, stepped, undone } from '#web/map/shape-history.ts';
import { createSnapper } from '#web/map/snapping.ts';

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });
const triangle: Shape = { kind: 'polygon', points: [at(39, 116), at(39, 117), at(40, 116.5)] };
const sector: Shape = {
  kind: 'sector',
  centre: at(39, 116),
  innerRadiusM: 0,
  outerRadiusM: 5000,
  fromDeg: 350,
  toDeg: 30,
};
const corridor: Shape = { kind: 'corridor', points: [at(39, 116), at(39, 117)], widthM: 2000 };
const roles = (shape: Shape) => handlesOf(shape).map(({ role }) => role);

describe('handles', () => {
  test('each shape has its own', () => {
    expect(roles({ kind: 'circle', centre: at(39, 116), radiusM: 500 })).toEqual(['centre', 'radius']);
    expect(roles(sector)).toEqual(['centre', 'radius', 'from', 'to']);
    expect(roles(triangle)).toEqual(['whole', 'middle', 'middle', 'middle', 'corner', 'corner', 'corner']);
    expect(roles(corridor)).toEqual(['whole', 'middle', 'width', 'corner', 'corner']);
    expect(roles({ kind: 'free', geometry: { type: 'Polygon', coordinates: [] } })).toEqual([]);
  });

  test('a handle put where it stands changes nothing but by its rounding', () => {
    for (const shape of [sector, corridor, { kind: 'circle', centre: at(39, 116), radiusM: 500 } as Shape]) {
      for (const handle of handlesOf(shape).filter(({ role }) => role !== 'middle' && role !== 'whole')) {
        expect(moved(shape, handle, handle.at), handle.id).toEqual(shape);
      }
    }
  });

  test('a middle becomes a corner between its neighbours', () => {
    const bent = moved(triangle, { role: 'middle', index: 2 }, at(39.5, 116));
    expect(bent).toMatchObject({ points: [at(39, 116), at(39, 117), at(40, 116.5), at(39.5, 116)] });
  });

  test('a shape that is carried away keeps its size', () => {
    const far = moved(triangle, { role: 'whole', index: 0 }, at(30, -179.9));
    if (far.kind !== 'polygon' || triangle.kind !== 'polygon') throw new Error('another shape');
    const sides = (points: Position[]) =>
      points.map((point, i) => inverse(point, points[(i + 1) % points.length] ?? point).distanceM);
    sides(far.points).forEach((side, i) => {
      expect(side / (sides(triangle.points)[i] ?? 1)).toBeCloseTo(1, 2);
    });
  });

  test('bearings go to a tenth, radius and width to a metre', () => {
    const turned = moved(sector, { role: 'to', index: 0 }, at(39, 116.05));
    expect(turned).toMatchObject({ toDeg: 90, fromDeg: 350 });
    const wide = moved(corridor, { role: 'width', index: 0 }, at(39.02, 116.5));
    expect(wide.kind === 'corridor' && Number.isInteger(wide.widthM)).toBe(true);
  });

  test('a corner goes only where a shape is left', () => {
    expect(withoutCorner(triangle, 0)).toBe(triangle);
    const four: Shape = { kind: 'polygon', points: [...triangle.points, at(39.5, 115.5)] };
    expect(withoutCorner(four, 3)).toEqual(triangle);
    expect(withoutCorner(corridor, 0)).toBe(corridor);
  });
});

describe('snapping', () => {
  const snapAt = createSnapper([
    {
      label: 'ZBR1',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [116, 39],
            [117, 39],
            [117, 40],
            [116, 39],
          ],
        ],
      },
    },
    { label: 'ZBAA', geometry: { type: 'Point', coordinates: [116.001, 39.001] } },
  ]);
  const near = (latitude: number, longitude: number, pixels = 12, zoom = 10) =>
    snapAt(mercatorX(longitude), mercatorY(latitude), pixels / worldPixels(zoom));

  test('a place goes before a corner, a corner before an edge', () => {
    expect(near(39.0005, 116.0005)).toMatchObject({ kind: 'place', name: 'ZBAA' });
    expect(near(39.001, 117)).toEqual({ kind: 'corner', name: 'ZBR1', at: at(39, 117) });
    const edge = near(39.003, 116.5);
    expect(edge).toMatchObject({ kind: 'edge', name: 'ZBR1' });
    expect(edge?.at.latitude).toBeCloseTo(39, 6);
    expect(edge?.at.longitude).toBeCloseTo(116.5, 6);
  });

  test('beyond its reach nothing draws', () => {
    expect(near(38.9, 116.5)).toBeNull();
    expect(near(38.999, 117.001, 12, 18)).toBeNull();
  });

  test('another copy of the world is the same place', () => {
    expect(near(39.001, 117 + 360)).toEqual({ kind: 'corner', name: 'ZBR1', at: at(39, 117) });
  });
});

test('steps are taken back and taken again, and a new one ends what could be taken again', () => {
  let history = begun(0);
  for (const next of [1, 2, 3]) history = stepped(history, next);
  history = undone(undone(history));
  expect(history.now).toBe(1);
  expect(redone(history).now).toBe(2);
  history = stepped(history, 9);
  expect(history).toEqual({ past: [0, 1], now: 9, future: [] });
  expect(redone(history)).toBe(history);
  for (let i = 0; i < 200; i++) history = stepped(history, i);
  expect(history.past).toHaveLength(mostSteps);
});
