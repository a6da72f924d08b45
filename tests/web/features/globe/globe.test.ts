import type { Geometry } from 'geojson';
import { describe, expect, test } from 'vitest';
import { boundedBy, boxOf, isCovered, reachesInto } from '#domain/geo/coverage.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { distanceOf, zoomOf } from '#web/features/globe/camera-view.ts';
import { drawnHeight, drawnLimits } from '#web/features/globe/drawn-heights.ts';
import { createFlownPaths } from '#web/features/globe/flown-paths.ts';
import { gltfOf } from '#web/features/globe/scene/models.ts';
import { createTargetStore } from '#web/map/target-store.ts';
import { viewIn, viewParameters } from '#web/map/view-address.ts';

const agl = (value: number) => ({ value, unit: 'm', reference: 'AGL' }) as const;
const amsl = (value: number) => ({ value, unit: 'm', reference: 'AMSL' }) as const;
const level = (value: number) => ({ value, unit: 'FL', reference: 'STD' }) as const;
const hills = { lowest: 480, highest: 620 };

describe('limits as they are drawn', () => {
  test.each([
    ['mean sea level is exact', amsl(300), amsl(900), null, { fromM: 300, toM: 900, notes: [] }],
    [
      'feet are metres',
      { value: 1000, unit: 'ft', reference: 'AMSL' } as const,
      amsl(900),
      null,
      { fromM: 304.8, toM: 900, notes: [] },
    ],
    [
      'above unknown ground: said, above the sea',
      agl(0),
      agl(120),
      null,
      { fromM: 0, toM: 120, notes: ['noTerrain'] },
    ],
    [
      'above hills: from the lowest to over the highest',
      agl(0),
      agl(120),
      hills,
      { fromM: 480, toM: 740, notes: ['overGround'] },
    ],
    [
      'above level ground',
      agl(50),
      agl(120),
      { lowest: 500, highest: 505 },
      { fromM: 550, toM: 625, notes: [] },
    ],
    ['from the ground', null, amsl(900), hills, { fromM: 480, toM: 900, notes: [] }],
    ['without limit', amsl(300), null, null, { fromM: 300, toM: 6_300, notes: ['open'] }],
    ['never nothing', amsl(300), amsl(300), null, { fromM: 300, toM: 301, notes: [] }],
  ] as const)('%s', (_, lower, upper, ground, expected) => {
    const { fromM, toM, notes } = drawnLimits(lower, upper, ground);
    expect(notes).toEqual(expected.notes);
    expect(fromM).toBeCloseTo(expected.fromM);
    expect(toM).toBeCloseTo(expected.toM);
  });

  test('a flight level is where it is in the standard atmosphere, which is said', () => {
    const { fromM, toM, notes } = drawnLimits(amsl(0), level(100), null);
    expect(fromM).toBe(0);
    expect(toM).toBeCloseTo(3_048, 0);
    expect(notes).toEqual(['standard']);
  });
});

describe('a target as it is drawn', () => {
  const none = { onGround: false, pressureAltitudeM: null, geometricAltitudeM: null, amslAltitudeM: null };
  test.each([
    ['on known ground', { ...none, onGround: true }, 512, { heightM: 512, note: null }],
    ['on unknown ground', { ...none, onGround: true }, null, { heightM: 0, note: 'noTerrain' }],
    [
      'by its geometric height',
      { ...none, geometricAltitudeM: 900, pressureAltitudeM: 850 },
      null,
      { heightM: 900, note: 'ellipsoid' },
    ],
    [
      'by its pressure altitude',
      { ...none, pressureAltitudeM: 850 },
      null,
      { heightM: 850, note: 'standard' },
    ],
    [
      'above sea level',
      { ...none, amslAltitudeM: 700, pressureAltitudeM: 650 },
      null,
      { heightM: 700, note: null },
    ],
    ['without any', none, null, { heightM: 0, note: 'unknown' }],
  ] as const)('%s', (_, target, groundM, expected) => {
    expect(drawnHeight(target, groundM)).toEqual(expected);
  });
});

describe('the same place on both maps', () => {
  test('a distance is a zoom and back', () => {
    for (const zoom of [3, 7.5, 12.3, 17]) {
      const view = { latitude: 31.2, longitude: 104, zoom };
      expect(zoomOf(distanceOf(view, 1_366), view.latitude, 1_366)).toBeCloseTo(zoom, 1);
    }
  });

  test('goes through the address', () => {
    const view = { latitude: 30.5728, longitude: -103.9471, zoom: 9.5 };
    expect(viewIn(new URLSearchParams(viewParameters(view)))).toEqual(view);
  });

  test.each([
    '',
    'lat=30&lon=103',
    'lat=95&lon=103&z=8',
    'lat=&lon=103&z=8',
    'lat=30&lon=x&z=8',
    'lat=30&lon=103&z=40',
  ])('an address that names none: %s', (text) => expect(viewIn(new URLSearchParams(text))).toBeNull());
});

describe('what a user may see in 3D', () => {
  const box = (west: number, south: number, east: number, north: number): Geometry => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  });
  const areas = [box(103, 30, 104, 31), box(105, 30, 106, 31)];

  test('is everything where no area is set', () => {
    expect(isCovered([], { latitude: 0, longitude: 0 })).toBe(true);
    expect(reachesInto([], box(0, 0, 1, 1))).toBe(true);
    expect(boundedBy([], [0, 0, 1, 1])).toEqual([0, 0, 1, 1]);
    expect(boxOf([])).toBeNull();
  });

  test('is what lies in an area, or reaches into one', () => {
    expect(isCovered(areas, { latitude: 30.5, longitude: 105.5 })).toBe(true);
    expect(isCovered(areas, { latitude: 30.5, longitude: 104.5 })).toBe(false);
    expect(reachesInto(areas, box(103.5, 30.5, 103.6, 30.6))).toBe(true);
    expect(reachesInto(areas, box(102, 29, 107, 32))).toBe(true);
    expect(reachesInto(areas, box(104.2, 30.2, 104.8, 30.8))).toBe(false);
    expect(
      reachesInto(areas, {
        type: 'LineString',
        coordinates: [
          [100, 30.5],
          [103.5, 30.5],
        ],
      }),
    ).toBe(true);
  });

  test('is asked of the server within the box of all areas', () => {
    expect(boundedBy(areas, [100, 20, 105.5, 40])).toEqual([103, 30, 105.5, 31]);
    // Elsewhere nothing is asked for but a corner.
    expect(boundedBy(areas, [0, 0, 1, 1])).toEqual([103, 30, 103, 30]);
  });
});

test('paths keep where a target was and how high, and begin anew when time goes back', () => {
  const store = createTargetStore(0);
  const paths = createFlownPaths(store);
  const target = (at: number, latitude: number): Target => ({
    ...plainTarget,
    id: 'a',
    icao24: 'a',
    callsign: null,
    latitude,
    longitude: 104,
    pressureAltitudeM: 900,
    geometricAltitudeM: null,
    groundSpeedMps: null,
    trackDeg: null,
    verticalRateMps: null,
    onGround: false,
    at,
    sourceId: 1,
    planId: null,
  });
  const hear = (at: number, latitude: number) => {
    store.apply({ kind: 'picture', at, targets: [target(at, latitude)], removed: [], feeds: [] }, at);
    paths.follow();
  };
  hear(100_000, 30);
  hear(101_000, 30.1);
  hear(105_000, 30.2);
  expect(paths.of('a', 5)).toEqual([104, 30, 900, 104, 30.2, 900]);
  store.clear();
  paths.follow();
  expect(paths.of('a', 5)).toEqual([]);
  hear(50_000, 29);
  expect(paths.of('a', 5)).toEqual([104, 29, 900]);
});

test.each(['aeroplane', 'rotorcraft', 'glider', 'balloon', 'unmanned', 'unknown'] as const)(
  'the model of kind %s is glTF whose buffer is as long as it says, and its indices are of its corners',
  (kind) => {
    const gltf = gltfOf(kind) as {
      buffers: { byteLength: number; uri: string }[];
      bufferViews: { byteOffset: number; byteLength: number }[];
      accessors: { count: number; min?: number[]; max?: number[] }[];
    };
    const bytes = Buffer.from(gltf.buffers[0]?.uri.split(',')[1] ?? '', 'base64');
    expect(bytes.byteLength).toBe(gltf.buffers[0]?.byteLength);
    const [corners, , indices] = gltf.accessors;
    const place = gltf.bufferViews[2] ?? { byteOffset: 0, byteLength: 0 };
    expect(place.byteOffset + place.byteLength).toBe(bytes.byteLength);
    for (let i = 0; i < (indices?.count ?? 0); i++)
      expect(bytes.readUInt16LE(place.byteOffset + 2 * i)).toBeLessThan(corners?.count ?? 0);
    // Between five and twenty metres, so that all can be told at one distance.
    const [low, high] = [Math.min(...(corners?.min ?? [])), Math.max(...(corners?.max ?? []))];
    expect(high - low).toBeGreaterThan(5);
    expect(high - low).toBeLessThan(20);
  },
);
