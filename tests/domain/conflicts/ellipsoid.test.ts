import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { findConflicts, type Volume4d } from '#domain/conflicts/strategic.ts';
import { VolumeIndex } from '#domain/conflicts/volume-index.ts';
import { direct, inverse, type LonLat } from '#domain/geo/geodesy.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { breadth } from '#tests/support/breadth.ts';
import { isInside, outlineDistance } from './reference.ts';

const at = (longitude: number, latitude: number) => ({ longitude, latitude });
const wrapped = (longitude: number) => ((longitude + 540) % 360) - 180;
const lonLat = ({ longitude, latitude }: { longitude: number; latitude: number }): LonLat => [
  wrapped(longitude),
  latitude,
];

/** Anywhere that a flight is planned, and where planning is hard: the date line, the polar circle, near a pole. */
const centre = fc.oneof(
  fc.record({
    longitude: fc.double({ min: 70, max: 140, noNaN: true }),
    latitude: fc.double({ min: 15, max: 55, noNaN: true }),
  }),
  fc.record({
    longitude: fc.double({ min: 179.9, max: 180.1, noNaN: true }),
    latitude: fc.double({ min: -40, max: 70, noNaN: true }),
  }),
  fc.record({
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: 85, max: 89.9, noNaN: true }),
  }),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const sizeM = fc.constantFrom(60, 800, 6_000, 40_000, 150_000);

type Raw = {
  kind: 'point' | 'line' | 'area';
  turns: number[];
  lengths: number[];
  away: number;
  bearing: number;
};
const raw: fc.Arbitrary<Raw> = fc.record({
  kind: fc.constantFrom('point', 'line', 'area'),
  turns: fc.array(share, { minLength: 3, maxLength: 3 }),
  lengths: fc.array(share, { minLength: 3, maxLength: 3 }),
  away: share,
  bearing: share,
});

function shapeOf(one: Raw, middle: { longitude: number; latitude: number }, size: number): Geometry {
  const start = direct(middle, one.bearing * 360, one.away * size);
  if (one.kind === 'point') return { type: 'Point', coordinates: lonLat(start) };
  if (one.kind === 'line') {
    const points = [start];
    let heading = (one.turns[0] ?? 0) * 360;
    for (let leg = 0; leg < 2; leg += 1) {
      heading += ((one.turns[leg + 1] ?? 0) - 0.5) * 120;
      points.push(direct(points[leg] ?? start, heading, (0.1 + (one.lengths[leg] ?? 0)) * size));
    }
    return { type: 'LineString', coordinates: points.map(lonLat) };
  }
  // A triangle around its start: it never crosses itself.
  const ring = [0, 120, 240].map((bearing, i) =>
    lonLat(direct(start, bearing + (one.turns[i] ?? 0) * 60, (0.2 + (one.lengths[i] ?? 0)) * 0.5 * size)),
  );
  return { type: 'Polygon', coordinates: [[...ring, ring[0] ?? [0, 0]]] };
}

const corners = (geometry: Geometry): Coordinates[] =>
  geometry.type === 'Point'
    ? [geometry.coordinates]
    : geometry.type === 'LineString'
      ? geometry.coordinates
      : geometry.type === 'Polygon'
        ? (geometry.coordinates[0] ?? [])
        : [];
const holds = (a: Geometry, b: Geometry) =>
  corners(b)
    .slice(0, 1)
    .some((corner) => isInside(corner, a));

describe('against a slow reference on the ellipsoid', () => {
  test('two footprints are a conflict from 1 cm on, and none 3 cm before', () => {
    fc.assert(
      fc.property(centre, sizeM, raw, raw, (middle, size, one, two) => {
        const [a, b] = [shapeOf(one, middle, size), shapeOf(two, middle, size)];
        const apart = holds(a, b) || holds(b, a) ? 0 : outlineDistance(a, b);
        if (apart < 0.1) {
          // They meet: any margin is too much.
          expect(overlapInPlanView(a, b, 0.2)).toBe(true);
          return;
        }
        expect([overlapInPlanView(a, b, apart + 0.03), overlapInPlanView(b, a, apart + 0.03)]).toEqual([
          true,
          true,
        ]);
        expect([overlapInPlanView(a, b, apart - 0.01), overlapInPlanView(b, a, apart - 0.01)]).toEqual([
          false,
          false,
        ]);
        expect(overlapInPlanView(a, b, 0)).toBe(false);
      }),
      { numRuns: breadth(40, 150), seed: 20261121 },
    );
  }, 120_000);

  test('areas overlap where a corner of one lies well inside the other', () => {
    const area = raw.map((one): Raw => ({ ...one, kind: 'area' }));
    fc.assert(
      fc.property(centre, sizeM, area, area, (middle, size, one, two) => {
        const [a, b] = [shapeOf(one, middle, size), shapeOf(two, middle, size)];
        const deep = corners(a).some(
          (corner) =>
            isInside(corner, b) && outlineDistance({ type: 'Point', coordinates: corner }, b) > 0.03,
        );
        if (deep) expect([overlapInPlanView(a, b, 0), overlapInPlanView(b, a, 0)]).toEqual([true, true]);
        expect(overlapInPlanView(a, a, 0)).toBe(true);
      }),
      { numRuns: breadth(40, 100), seed: 20261122 },
    );
  }, 120_000);
});

describe('edges are geodesics', () => {
  test.each<[string, Coordinates, Coordinates]>([
    ['a hundred kilometres along a parallel', [100, 45], [101.27, 45]],
    ['over the date line', [179.4, 52], [-179.3, 51.7]],
    ['past the pole', [0, 89.6], [170, 89.7]],
    ['three hundred kilometres', [104, 30], [106.5, 31.8]],
  ])('%s: 10 m beside its middle', (_, from, to) => {
    const [start, end] = [at(...from), at(...to)];
    const { distanceM, initialBearingDeg } = inverse(start, end);
    const middle = direct(start, initialBearingDeg, distanceM / 2);
    const { initialBearingDeg: onwards } = inverse(middle, end);
    const beside: Geometry = { type: 'Point', coordinates: lonLat(direct(middle, onwards + 90, 10)) };
    const line: Geometry = { type: 'LineString', coordinates: [from, to] };
    expect(overlapInPlanView(line, beside, 10.015)).toBe(true);
    // Half a centimetre across is much more along: what is kept free around a line is as long as the line.
    expect(overlapInPlanView(line, beside, 10.005)).toBe(true);
    expect(overlapInPlanView(line, beside, 9.998)).toBe(false);
  });

  /** Two fields on either side of a border of a hundred kilometres, the second pushed over it by so many centimetres. */
  const pair = (centimetres: number, east = 100): [Geometry, Geometry] => {
    const west = at(wrapped(east), 45);
    const far = at(wrapped(east + 1.27), 45);
    const push = (point: { longitude: number; latitude: number }) => direct(point, 0, centimetres / 100);
    const ring = (points: { longitude: number; latitude: number }[]): Geometry => {
      const [first] = points;
      return { type: 'Polygon', coordinates: [[...points, ...(first ? [first] : [])].map(lonLat)] };
    };
    const [a, b] = [push(west), push(far)];
    return [
      ring([west, far, at(far.longitude, 46), at(west.longitude, 46)]),
      ring([a, b, at(far.longitude, 44), at(west.longitude, 44)]),
    ];
  };
  test.each<[string, number, number, boolean]>([
    ['touching', 0, 100, false],
    ['over it by half a centimetre, all along', 0.5, 100, true],
    ['over it by two centimetres', 2, 100, true],
    ['touching, over the date line', 0, 179.5, false],
    ['over it by two centimetres, over the date line', 2, 179.5, true],
    ['apart by a centimetre', -1, 100, false],
  ])('two fields %s', (_, centimetres, east, expected) => {
    const [a, b] = pair(centimetres, east);
    expect([overlapInPlanView(a, b, 0), overlapInPlanView(b, a, 0)]).toEqual([expected, expected]);
  });

  test('a hole, a second part, a cap around the pole', () => {
    const square = (lon: number, lat: number, size: number): Coordinates[] => [
      [lon, lat],
      [lon + size, lat],
      [lon + size, lat + size],
      [lon, lat + size],
      [lon, lat],
    ];
    const holed: Geometry = { type: 'Polygon', coordinates: [square(100, 30, 1), square(100.4, 30.4, 0.2)] };
    const two: Geometry = {
      type: 'MultiPolygon',
      coordinates: [[square(100, 30, 0.1)], [square(101, 30, 0.1)]],
    };
    const point = (lon: number, lat: number): Geometry => ({ type: 'Point', coordinates: [lon, lat] });
    expect(overlapInPlanView(holed, point(100.5, 30.5), 100)).toBe(false);
    expect(overlapInPlanView(holed, point(100.2, 30.2), 100)).toBe(true);
    expect(overlapInPlanView(two, point(101.05, 30.05), 100)).toBe(true);
    expect(overlapInPlanView(two, point(100.5, 30.05), 100)).toBe(false);
    // What fills a hole exactly only touches.
    expect(overlapInPlanView(holed, { type: 'Polygon', coordinates: [square(100.4, 30.4, 0.2)] }, 0)).toBe(
      false,
    );
    const cap: Geometry = {
      type: 'Polygon',
      coordinates: [[-120, 0, 120, -120].map((lon): Coordinates => [lon, 88])],
    };
    expect(overlapInPlanView(cap, point(33, 89.99), 10)).toBe(true);
    expect(overlapInPlanView(cap, point(33, 86), 10)).toBe(false);
  });
});

describe('the index', () => {
  test('finds what going through all finds, whatever came, went and was packed anew', () => {
    const middle = at(179.9, 30);
    const volume = (one: Raw, id: number): Volume4d => ({
      owner: { resource: 'plan', id, label: `P${id}` },
      part: 0,
      footprint: shapeOf(one, middle, 20_000),
      marginM: one.kind === 'area' ? 0 : 500 + one.away * 2_000,
      lower: {
        value: Math.round((one.lengths[0] ?? 0) * 2_000),
        unit: 'm',
        reference: one.away > 0.8 ? 'AGL' : 'AMSL',
      },
      upper: {
        value: 400 + Math.round((one.lengths[0] ?? 0) * 2_000),
        unit: 'm',
        reference: one.away > 0.8 ? 'AGL' : 'AMSL',
      },
      from: one.away < 0.05 ? null : Math.round((one.turns[0] ?? 0) * 86_400_000),
      to: one.away < 0.1 ? null : Math.round((one.turns[0] ?? 0) * 86_400_000) + 3_600_000,
    });
    fc.assert(
      fc.property(fc.array(raw, { minLength: 60, maxLength: 260 }), raw, (all, wanted) => {
        const index = new VolumeIndex<Volume4d>();
        const known = new Map<string, Volume4d>();
        const cut = Math.floor(all.length / 2);
        all.forEach((one, i) => {
          if (i < cut) known.set(`p${i}`, volume(one, i));
        });
        index.load([...known].map(([key, value]) => [key, [value]] as const));
        const packing = index.rebuild();
        all.slice(cut).forEach((one, i) => {
          const key = `p${(i * 7) % all.length}`;
          if (i % 5 === 4) {
            index.delete(key);
            known.delete(key);
          } else {
            known.set(key, volume(one, 1_000 + i));
            index.set(key, [volume(one, 1_000 + i)]);
          }
          if (i % 3 === 0) packing.next();
        });
        for (const _ of packing);
        const options = { horizontalBufferM: 200, verticalBufferM: 50, timeBufferMs: 600_000 };
        const ids = (found: { other: Volume4d }[]) =>
          found.map(({ other }) => other.owner.id).sort((a, b) => a - b);
        const own = volume(wanted, -1);
        expect(ids(index.conflicts([own], options))).toEqual(
          ids(findConflicts([own], [...known.values()], options)),
        );
        expect(index.size).toBe(known.size);
      }),
      { numRuns: breadth(20, 60), seed: 20261123 },
    );
  }, 60_000);
});
