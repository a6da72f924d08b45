import { describe, expect, it, test } from 'vitest';
import { scan } from '#domain/conflicts/nets/index.ts';
import { movedBy } from '#domain/conflicts/nets/local-plane.ts';
import type { ScenePlan, SceneVolume } from '#domain/conflicts/nets/safety-net.ts';
import { circleRing, corridor, type LonLat, type Position } from '#domain/geo/geodesy.ts';
import { aircraft, home, planOf, sceneOf } from './scene.ts';

/** A flight between its aerodrome and its area, and between two areas: the direct way is no deviation from its plan. */

const at = (east: number, north: number): Position => movedBy(home, east, north);
const limits = { lower: null, upper: null, from: null, to: null };
const circle = (centre: Position, radiusM: number): SceneVolume => ({
  polygons: [[circleRing(centre, radiusM)]],
  ...limits,
});

/** 2 km wide. */
function route(...points: Position[]): SceneVolume {
  const shape = corridor(points, 2_000);
  const [first, last] = [points[0], points.at(-1)];
  if (shape?.type !== 'Polygon' || !first || !last) throw new Error('no corridor');
  const polygons = [shape.coordinates.map((ring): LonLat[] => [...ring])];
  return { polygons, line: { first, last, halfWidthM: 1_000 }, ...limits };
}

const found = (plan: Partial<ScenePlan>, east: number, north: number) =>
  scan(
    sceneOf([aircraft('a', { planId: 3, east, north })], { plans: new Map([[3, planOf(3, plan)]]) }),
  ).flatMap(({ reason, level }) => (reason.key === 'alert.conformance.lateral' ? [level] : []));

describe('a plan whose area does not contain its aerodrome', () => {
  // The aerodrome at home, the area 15 to 21 km north of it.
  const plan = { places: [home], volumes: [circle(at(0, 18_000), 3_000)] };

  test.each([
    ['half way', 0, 9_000],
    ['half way, by the lateral tolerance beside it', 2_000, 9_000],
    ['on the straight line to the side of the area', 2_400, 14_000],
    ['in the area', 1_000, 18_000],
    ['at the aerodrome, on the other side', 0, -4_000],
  ])('has a direct way between the two: %s', (_, east, north) => {
    expect(found(plan, east, north)).toEqual([]);
  });

  test.each([
    ['well beside the way', 5_000, 9_000, 'caution'],
    ['far beside it', 12_000, 9_000, 'warning'],
    ['behind the aerodrome', 0, -9_000, 'warning'],
    ['beyond the area', 0, 24_000, 'caution'],
  ])('is left where an aircraft is %s', (_, east, north, level) => {
    expect(found(plan, east, north)).toEqual([level]);
  });

  it('has a way to each aerodrome that it names', () => {
    const both = { ...plan, places: [home, at(20_000, 18_000)] };
    expect(found(plan, 10_000, 18_000)).toEqual(['warning']);
    expect(found(both, 10_000, 18_000)).toEqual([]);
  });

  it('tells how far it is from the way, not from the area', () => {
    const scene = sceneOf([aircraft('a', { planId: 3, east: 5_000, north: 8_000 })], {
      plans: new Map([[3, planOf(3, plan)]]),
    });
    const [finding] = scan(scene);
    expect(finding?.distanceM).toBeGreaterThan(3_000);
    expect(finding?.distanceM).toBeLessThan(4_000);
  });
});

test('a plan whose area contains its aerodrome has no way besides', () => {
  const plan = { places: [home], volumes: [circle(home, 8_000)] };
  expect(found(plan, 0, 10_000)).toEqual(['caution']);
});

test('a plan of several areas has a direct way between them', () => {
  const plan = { places: [], volumes: [circle(home, 3_000), circle(at(30_000, 0), 3_000)] };
  expect(found(plan, 15_000, 0)).toEqual([]);
  expect(found(plan, 15_000, 3_900)).toEqual([]);
  expect(found(plan, 15_000, 7_000)).toEqual(['caution']);
  expect(found(plan, 15_000, 12_000)).toEqual(['warning']);
});

describe('a plan whose route begins away from its aerodrome', () => {
  // From 12 km north of the aerodrome 20 km east, then south to 12 km before another one.
  const volumes = [route(at(0, 12_000), at(20_000, 12_000), at(20_000, -20_000))];
  const plan = { places: [home, at(20_000, -32_000)], volumes };

  test.each([
    ['to its first point', 0, 6_000],
    ['from its last point', 20_000, -26_000],
  ])('has a direct way %s', (_, east, north) => {
    expect(found(plan, east, north)).toEqual([]);
  });

  it('is not cut short', () => {
    expect(found(plan, 9_000, 0)).toEqual(['warning']);
    expect(found(plan, 10_000, -16_000)).toEqual(['warning']);
  });
});
