import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { anyCharacter } from '#tests/support/any-character.ts';
import { breadth } from '#tests/support/breadth.ts';
import { agl } from './extents.ts';
import { keysOf, read, zone } from './imported.ts';

const openair = [
  '* Made up for a test',
  'AC R',
  'AN R-201 Demo',
  'AH FL195',
  'AL GND',
  'DP 39:29:54 N 119:46:06 W',
  'DP 39:29.9N 119:40.0W * a comment',
  'DP 39:20:00N 119:40:00W',
  '',
  'AC CTR',
  'AN Somewhere CTR',
  'AF 118.700',
  'AL SFC',
  'AH 2500ft AMSL',
  'V X=39:06:24 N 119:46:08 W',
  'DC 5',
  'AC UNC',
  'AY TMA',
  'AN A sector',
  'AL 1000 ft AGL',
  'AH UNL',
  'V X=40:00:00 N 100:00:00 E',
  'DP 40:00:00 N 100:00:00 E',
  'V D=-',
  'DA 10,90,0',
];

describe('OpenAir', () => {
  test.each(['\n', '\r\n', '\r'])('is read whatever ends its lines (%j)', (end) => {
    const file = read(openair.join(end));
    expect(file.errors).toEqual([]);
    expect(keysOf(file, 'errors')).toEqual([[], [], []]);
    const [restricted, zone, sector] = file.features.map(({ draft }) => draft);
    expect(restricted).toMatchObject({
      name: 'R-201 Demo',
      kind: 'restricted',
      lower: { value: 0, reference: 'AGL' },
      upper: { value: 195, unit: 'FL' },
    });
    const corners = restricted?.geometry?.type === 'Polygon' ? restricted.geometry.coordinates[0] : [];
    expect(corners).toHaveLength(4);
    expect(corners?.[0]).toEqual([-119.7683333, 39.4983333]);
    expect(zone).toMatchObject({ kind: 'ctr', shape: 'circle', radiusM: 9260, frequencyMhz: 118.7 });
    expect(sector).toMatchObject({ kind: 'tma', upper: { value: 999, unit: 'FL' } });
    // From east to north against the clock: a quarter of a circle of 10 NM.
    const ring = sector?.geometry?.type === 'Polygon' ? (sector.geometry.coordinates[0] ?? []) : [];
    const centre = { latitude: 40, longitude: 100 };
    const bearings = ring
      .slice(1, -1)
      .map(([longitude, latitude]) => inverse(centre, { latitude, longitude }))
      .map(({ initialBearingDeg, distanceM }) => [
        Math.round(initialBearingDeg) % 360,
        Math.round(distanceM / 10),
      ]);
    expect(bearings[0]).toEqual([90, 1852]);
    expect(bearings.at(-1)).toEqual([0, 1852]);
    expect(bearings).toHaveLength(19);
  });

  test('an arc between two points goes the way that V D= says', () => {
    const arc = (direction: string) => {
      const lines = [
        'AC D',
        'AN arc',
        'AY P',
        'AL GND',
        'AH 1000 m AGL',
        'V X=40:00:00 N 100:00:00 E',
        direction,
        'DB 40:05:00 N 100:00:00 E, 40:00:00 N 100:06:31 E',
      ];
      const geometry = read(lines.join('\n')).features[0]?.draft?.geometry;
      return geometry?.type === 'Polygon' ? (geometry.coordinates[0]?.length ?? 0) : 0;
    };
    expect(arc('V D=-')).toBeGreaterThan(2 * arc('V D=+'));
  });

  test.each([
    [['DP 91:00:00 N 100:00:00 E'], 'DP', 'coordinate'],
    [['DC 5'], 'DC', 'noCentre'],
    [['V X=40:00:00 N 100:00:00 E', 'DC -5'], 'DC', 'radius'],
    [['V X=40:00:00 N 100:00:00 E', 'DA 5,90'], 'DA', 'arc'],
    [['V X=nowhere'], 'V', 'variable'],
    [['AH very high'], 'AH', 'limit'],
  ])('%j is an error at its line, and the next airspace is read', (lines, path, key) => {
    const start = ['AC P', 'AN wrong', 'AL GND', 'AH FL100'];
    const file = read([...start, ...lines, ...openair].join('\n'));
    expect(file.features[0]?.draft).toBeNull();
    expect(keysOf(file, 'errors')[0]).toContainEqual([path, key, start.length + lines.length]);
    expect(file.features.slice(1).every(({ draft }) => draft !== null)).toBe(true);
  });

  test('a class is no kind: what was taken is said', () => {
    const file = read(['AC D', 'AN x', 'AL GND', 'AH FL65', 'V X=40:00:00 N 100:00:00 E', 'DC 2'].join('\n'));
    expect(file.features[0]?.draft).toMatchObject({ kind: 'cta', airspaceClass: 'D' });
    expect(keysOf(file, 'warnings')[0]).toContainEqual(['AC', 'kindTaken', 1]);
    const [said] = file.features[0]?.warnings.filter(({ text }) => text.key.endsWith('kindTaken')) ?? [];
    expect(said && textIn(said.text, 'en')).toContain('Control area (CTA)');
    expect(said && textIn(said.text, 'zh-Hans')).toContain('管制区（CTA）');
  });
});

describe('GeoJSON', () => {
  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [104, 30],
        [104.1, 30],
        [104.1, 30.1],
        [104, 30.1],
        [104, 30],
      ],
    ],
  };
  const feature = (properties: object, geometry: object = square) =>
    JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] });
  const whole = { name: 'A', kind: 'danger', lower: 'GND', upper: '500 m AGL' };

  test.each([
    ['an area with limits as text', whole, square, { kind: 'danger', upper: agl(500), shape: 'polygon' }],
    ['AIXM codes', { ...whole, kind: 'TMA', class: 'c' }, square, { kind: 'tma', airspaceClass: 'C' }],
    [
      'a point with its radius',
      { ...whole, radius: 800 },
      { type: 'Point', coordinates: [104, 30, 12] },
      { shape: 'circle', radiusM: 800 },
    ],
    [
      'a line with its width',
      { ...whole, widthM: 800 },
      {
        type: 'LineString',
        coordinates: [
          [104, 30],
          [104.2, 30],
        ],
      },
      { shape: 'corridor', widthM: 800 },
    ],
  ])('%s', (_, properties, geometry, expected) => {
    const file = read(feature(properties, geometry));
    expect([keysOf(file, 'errors'), file.features[0]?.draft]).toEqual([
      [[]],
      expect.objectContaining(expected),
    ]);
  });

  test.each([
    ['a bare number has no unit', { ...whole, upper: 500 }, square, 'features.0.properties.upper', 'limit'],
    [
      'a number as text has none either',
      { ...whole, upper: '500' },
      square,
      'features.0.properties.upper',
      'limit',
    ],
    [
      'a point without a radius',
      whole,
      { type: 'Point', coordinates: [104, 30] },
      'features.0.geometry',
      'noRadius',
    ],
    ['a kind that there is not', { ...whole, kind: 'secret' }, square, 'features.0.properties.kind', 'kind'],
    [
      'a time without a zone',
      { ...whole, validFrom: '2026-12-01 08:00' },
      square,
      'features.0.properties.validFrom',
      'time',
    ],
    [
      'a limit that is no text',
      { ...whole, upper: { value: { toString: 1 } } },
      square,
      'features.0.properties.upper',
      'limit',
    ],
    [
      'limits upside down',
      { ...whole, lower: '600 m AGL', upper: '1000 ft AGL' },
      square,
      'features.0.properties.upper',
      'limitsOrder',
    ],
    [
      'an end before its beginning',
      { ...whole, validFrom: '2026-12-02T00:00:00Z', validTo: '2026-12-01T00:00:00Z' },
      square,
      'features.0.properties.validTo',
      'endsFirst',
    ],
    ['no name', { ...whole, name: ' ' }, square, 'features.0.properties.name', 'noName'],
  ])('%s', (_, properties, geometry, path, key) => {
    const file = read(feature(properties, geometry));
    expect(file.features[0]?.draft).toBeNull();
    expect(keysOf(file, 'errors')[0]?.map(([at, found]) => [at, found])).toContainEqual([path, key]);
  });
});

describe('the radius of a point', () => {
  const point = { type: 'Point', coordinates: [104, 30] };
  const readPoint = (more: object) => {
    const properties = { name: 'A', kind: 'danger', lower: 'GND', upper: '500 m AGL', ...more };
    const features = [{ type: 'Feature', properties, geometry: point }];
    return read(JSON.stringify({ type: 'FeatureCollection', features }));
  };
  test.each([
    [{ radius: 5, radiusUnit: 'NM' }, 9260],
    [{ radius: '5', radiusUnit: 'km' }, 5000],
    [{ radius: '5 NM' }, 9260],
    [{ radius: '500' }, 500],
    [{ Radius: 500, radius_unit: 'm' }, 500],
    [{ radius: 5, unit: 'NM' }, 9260],
    [{ radiusM: '250', radius: 5, radiusUnit: 'NM' }, 250],
  ])('%j is in its own unit, else in metres', (more, radiusM) => {
    expect(keysOf(readPoint(more), 'errors')).toEqual([[]]);
    expect(readPoint(more).features[0]?.draft).toMatchObject({ shape: 'circle', radiusM });
  });
  test.each([
    { radius: 5, radiusUnit: 'furlong' },
    { radius: 500, uom: 'ft' },
  ])('%j has a unit that is not clear', (more) =>
    expect(keysOf(readPoint(more), 'errors')).toEqual([
      [['features.0.properties.radius', 'radiusUnit', undefined]],
    ]),
  );
});

test('GeoJSON states limits in the words of the plan sheet', () => {
  const geometry = { type: 'Point', coordinates: [104, 30] };
  const properties = { name: 'A', kind: 'danger', radiusM: 500, lower: '地面', upper: '真高120米' };
  const features = [{ type: 'Feature', properties, geometry }];
  const file = read(JSON.stringify({ type: 'FeatureCollection', features }));
  expect(file.features[0]?.draft).toMatchObject({ lower: agl(0), upper: agl(120) });
});

test.each(['Feature', 'geometry'])('another coordinate system of a %s is refused', (place) => {
  const crs = { type: 'name', properties: { name: 'EPSG:4214' } };
  const ours = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } };
  const of = (system: object) => {
    const geometry = { type: 'Point', coordinates: [104, 30] };
    const properties = { name: 'A', kind: 'danger', radiusM: 500, lower: 'GND', upper: '500 m AGL' };
    const feature =
      place === 'Feature'
        ? { type: 'Feature', crs: system, properties, geometry }
        : { type: 'Feature', properties, geometry: { ...geometry, crs: system } };
    return read(JSON.stringify({ type: 'FeatureCollection', features: [feature] })).features[0];
  };
  expect([of(crs)?.draft, of(crs)?.errors.map(({ text }) => text)]).toEqual([
    null,
    [{ key: 'airspace.import.system', values: { value: 'EPSG:4214' } }],
  ]);
  expect(of(ours)?.errors).toEqual([]);
});

describe('the coordinate system that an older file names', () => {
  const named = (crs: unknown) => {
    const file = read(JSON.stringify({ type: 'FeatureCollection', crs, features: [{}] }));
    return file.errors.map(({ text }) => text.key.split('.').at(-1));
  };
  const byName = (name: unknown) => named({ type: 'name', properties: { name } });
  test.each([
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'EPSG:4326',
    'urn:ogc:def:crs:EPSG::4490',
    'urn:ogc:def:crs:EPSG:6.9:4326',
  ])('%s is ours', (name) => expect(byName(name)).toEqual([]));
  // Web Mercator, Beijing 1954, and what nobody can read.
  test.each(['EPSG:3857', 'urn:ogc:def:crs:EPSG::4214', 'EPSG:14326', 4326, { toString: 1 }])(
    '%j is not',
    (name) => expect(byName(name)).toEqual(['system']),
  );
  test('none is ours', () =>
    expect([named(null), named(undefined), named({})]).toEqual([[], [], ['system']]));
});

describe('files', () => {
  const [volume] = zone.geometry;
  const strange = { toString: 1, valueOf: 1 };
  test.each<[string, Record<string, unknown>, string]>([
    ['a unit', { geometry: [{ ...volume, uomDimensions: strange }] }, 'unit'],
    ['a limit', { geometry: [{ ...volume, lowerLimit: strange }] }, 'limit'],
    ['a datum', { geometry: [{ ...volume, upperVerticalReference: [strange] }] }, 'limit'],
    ['a time', { applicability: [{ startDateTime: strange }] }, 'time'],
    ['a time of no zone', { applicability: [{ startDateTime: '2026-12-01T00:00:00' }] }, 'time'],
    [
      'a day',
      { applicability: [{ dailyPeriod: [{ day: [strange], startTime: '01:00Z', endTime: '02:00Z' }] }] },
      'schedule',
    ],
    ['limits upside down', { geometry: [{ ...volume, lowerLimit: 500 }] }, 'limitsOrder'],
  ])('%s of a zone that is none is said', (_, change, key) => {
    const file = read(JSON.stringify({ UASZoneList: [{ ...zone, ...change }, zone] }));
    expect(keysOf(file, 'errors')[0]?.map(([, found]) => found)).toContain(key);
    expect(file.features[1]?.errors).toEqual([]);
  });

  test('what is as deep as a file is long, or of more volumes than it may have, is told so', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const nested = (value: string) =>
      read(
        `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${value},"properties":{"upper":${value}}}]}`,
      );
    expect(keysOf(nested(deep), 'errors')[0]?.map(([, found]) => found)).toContain('limit');
    const many = read(`{"UASZoneList":[{"geometry":[${'{},'.repeat(300_000)}{}]}]}`);
    expect(many.errors.map(({ text }) => text.key)).toEqual(['airspace.import.tooMany']);
  });

  test('of lines no more is worked out in one file than one outline may have', () => {
    const line = (latitude: number) => ({
      type: 'Feature',
      properties: { name: 'L', kind: 'corridor', lower: 'GND', upper: '300 m AGL', widthM: 500 },
      geometry: {
        type: 'LineString',
        coordinates: Array.from({ length: 2_000 }, (_, i) => [100 + i / 1_000, latitude]),
      },
    });
    const features = Array.from({ length: 12 }, (_, i) => line(30 + i / 10));
    const began = performance.now();
    const file = read(JSON.stringify({ type: 'FeatureCollection', features }));
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(file.features.map(({ draft }) => draft !== null)).toEqual([
      ...Array(5).fill(true),
      ...Array(7).fill(false),
    ]);
    expect(keysOf(file, 'errors').at(-1)).toContainEqual(['features.11.geometry', 'tooMany', undefined]);
  });

  test('of arcs without end no more is worked out than an outline may have', () => {
    const arcs = `AC R\nAN A\nAL GND\nAH FL65\nV X=30:00:00 N 104:00:00 E\n${'DA 5,0,359\n'.repeat(50_000)}`;
    const began = performance.now();
    expect(keysOf(read(arcs), 'errors')[0]?.map(([at, found]) => [at, found])).toEqual([['DA', 'tooMany']]);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('a line of OpenAir that is no command takes its airspace with it, and no other', () => {
    const one = 'AC R\nAN A\nAL GND\nAH 500 m AGL\nDP 30:00:00 N 104:00:00 E\nDP 30:00:00 N 105:00:00 E';
    const corner = 'DP 31:00:00 N 105:00:00 E';
    const file = read(`${one}\n${corner}\nDP31:00:00 N 104:00:00 E\n${one}\n${corner}\n`);
    expect(keysOf(file, 'errors')).toEqual([[['?', 'command', 8]], []]);
    expect(file.features.map(({ draft }) => draft === null)).toEqual([true, false]);
  });

  test('whatever the bytes are, nothing is thrown', () => {
    const lines = fc.array(fc.oneof(fc.constantFrom(...openair), fc.string({ maxLength: 40 })), {
      maxLength: 40,
    });
    const json = fc.oneof(
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify({ type: 'FeatureCollection', features: [value] })),
      fc.jsonValue().map((value) => JSON.stringify({ UASZoneList: [{ ...zone, geometry: value }, value] })),
      fc.jsonValue().map((value) => JSON.stringify({ features: [{ ...zone, applicability: value }] })),
    );
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      lines.map((all) => all.join('\n')),
      json,
    );
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, 'geojson', 'openair', 'ed269'), (content, format) => {
        const file = read(content, format as 'geojson' | undefined);
        expect(file.features.length + file.errors.length).toBeGreaterThan(0);
      }),
      { seed: 20261121, numRuns: breadth(300, 1_500) },
    );
  });
});
