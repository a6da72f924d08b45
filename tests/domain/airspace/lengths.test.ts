import { describe, expect, test } from 'vitest';
import { toGeoJson } from '#domain/airspace/formats/export.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { agl } from './extents.ts';
import { read, zone } from './imported.ts';

/** Radii and widths as files write them: read in their unit, or refused with the value and why. */

const errorsOf = (file: ReturnType<typeof read>) =>
  file.features[0]?.errors.map(({ path, text }) => [path, textIn(text, 'en')]);

describe('GeoJSON', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [104, 30],
      [104.2, 30],
    ],
  };
  const of = (more: object, geometry: object = { type: 'Point', coordinates: [104, 30] }) => {
    const properties = { name: 'A', kind: 'danger', lower: 'GND', upper: '500 m AGL', ...more };
    return read(
      JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] }),
    );
  };
  const at = 'features.0.properties';

  test.each<[object, string, string]>([
    [{ radius: '1.500' }, 'radius', '"1.500" may mean 1500 or 1.5: write one of the two'],
    [{ radius: '1,500' }, 'radius', '"1,500" may mean 1500 or 1.5: write one of the two'],
    [{ radiusM: '1.525 m' }, 'radiusM', '"1.525 m" may mean 1525 or 1.5250: write one of the two'],
    [{ radius: '１．５００' }, 'radius', '"１．５００" may mean 1500 or 1.5: write one of the two'],
    [{ radius: -5 }, 'radius', 'Not a valid radius: -5'],
    [{ radius: 0 }, 'radius', 'Not a valid radius: 0'],
    [{ radius: 'wide' }, 'radius', 'Not a valid radius: wide'],
    [{ radius: '0,5 km' }, 'radius', 'Not a valid radius: 0,5 km'],
    [{ radius: 5_000, radiusUnit: 'NM' }, 'radius', 'Not a valid radius: 5000'],
    [{ radius: [5] }, 'radius', 'Not a valid radius: […]'],
  ])('%j is refused at its property', (more, field, message) =>
    expect(errorsOf(of(more))).toEqual([[`${at}.${field}`, message]]),
  );

  test.each<[object, string, string]>([
    [{ width: '1.500' }, 'width', '"1.500" may mean 1500 or 1.5: write one of the two'],
    [{ widthM: 'narrow' }, 'widthM', 'Not a valid width: narrow'],
    [{ width: '3 rods' }, 'width', "The unit of the width isn't clear (rods): give widthM in metres"],
    [{ width: 3, uom: 'ft' }, 'width', "The unit of the width isn't clear (ft): give widthM in metres"],
  ])('the width %j of a line is refused at its property', (more, field, message) =>
    expect(errorsOf(of(more, line))).toEqual([[`${at}.${field}`, message]]),
  );

  test.each<[object, number]>([
    [{ width: 500 }, 500],
    [{ width: '500' }, 500],
    [{ widthM: '500 m' }, 500],
    [{ width: '0.5 km' }, 500],
    [{ width: 1, widthUnit: 'NM' }, 1852],
    [{ WIDTH: '５００米' }, 500],
  ])('the width %j of a line is read as the radius of a point is', (more, widthM) => {
    expect(errorsOf(of(more, line))).toEqual([]);
    expect(of(more, line).features[0]?.draft).toMatchObject({ shape: 'corridor', widthM });
  });

  test('a corridor of ours whose width another program wrote as text stays a corridor, or is refused', () => {
    const corridor = of({ widthM: 500 }, line).features[0]?.draft;
    if (!corridor?.geometry || !('coordinates' in corridor.geometry)) throw new Error('a corridor expected');
    const { geometry, centerline, shape } = corridor;
    if (geometry.type !== 'Polygon') throw new Error('an area expected');
    const written = (widthM: unknown) =>
      toGeoJson([
        {
          id: 1,
          name: 'A',
          kindText: '',
          geometry,
          lower: agl(0),
          upper: agl(500),
          properties: {
            ...{ name: 'A', kind: 'danger', lower: agl(0), upper: agl(500) },
            ...{ shape, centerline, widthM },
          },
        },
      ]);
    expect(read(written('500')).features[0]?.draft).toMatchObject({ shape: 'corridor', widthM: 500 });
    expect(errorsOf(read(written('1.500')))).toEqual([
      [`${at}.widthM`, '"1.500" may mean 1500 or 1.5: write one of the two'],
    ]);
  });

  test('the position of a point and of a line is named as such', () => {
    expect(errorsOf(of({ radius: 5 }, { type: 'Point', coordinates: [104, 95] }))).toEqual([
      ['features.0.geometry.coordinates', 'The centre is outside the world: 104, 95'],
    ]);
    const swapped = {
      ...line,
      coordinates: [
        [104, 30],
        [30, 104],
      ],
    };
    expect(errorsOf(of({ width: 5 }, swapped))).toEqual([
      [
        'features.0.geometry.coordinates.1',
        'Point 2 of the line has latitude and longitude the wrong way round: 30, 104',
      ],
    ]);
  });
});

const [volume] = zone.geometry;
const ed269 = (circle: object, more: object = {}) =>
  read(
    JSON.stringify({
      features: [
        { ...zone, geometry: [{ ...volume, ...more, horizontalProjection: { type: 'Circle', ...circle } }] },
      ],
    }),
  );
const place = 'features.0.geometry.0.horizontalProjection';

describe('a circle of ED-269', () => {
  const center = [104.1, 30.6];
  test.each<[object, string, string]>([
    [{ center }, 'radius', 'The radius of the circle is missing'],
    [{ center, radius: null }, 'radius', 'The radius of the circle is missing'],
    [{ center, radius: -500 }, 'radius', 'Not a valid radius: -500'],
    [{ center, radius: 'wide' }, 'radius', 'Not a valid radius: wide'],
    [{ center, radius: 2_000_000 }, 'radius', 'Not a valid radius: 2000000'],
    [{ center, radius: '1.000' }, 'radius', '"1.000" may mean 1000 or 1: write one of the two'],
    [{ center, radius: '5 rods' }, 'radius', 'An unknown unit: rods'],
    [{ radius: 500 }, 'center', 'The centre of the circle is missing'],
    [{ center: [], radius: 500 }, 'center', 'The centre of the circle is missing'],
    [{ center: ['x', 30], radius: 500 }, 'center', "The centre isn't a position: x, 30"],
    [{ center: { lon: 104 }, radius: 500 }, 'center', "The centre isn't a position: {…}"],
    [{ center: [104, 95], radius: 500 }, 'center', 'The centre is outside the world: 104, 95'],
    [
      { center: [30.6, 104.1], radius: 500 },
      'center',
      'The centre has latitude and longitude the wrong way round: 30.6, 104.1',
    ],
    [
      { center: [35_412_345, 3_412_345], radius: 500 },
      'center',
      "The centre isn't in degrees of WGS-84: 35412345, 3412345",
    ],
  ])('%j is refused with the value that is wrong', (circle, field, message) =>
    expect(errorsOf(ed269(circle))).toEqual([[`${place}.${field}`, message]]),
  );

  test('a missing centre and a missing radius are both reported', () =>
    expect(errorsOf(ed269({}))?.map(([path]) => path)).toEqual([`${place}.center`, `${place}.radius`]));

  test.each<[unknown, number]>([
    ['500', 152.4],
    ['500 m', 500],
    ['5 NM', 9260],
  ])('a radius of %j is in its own unit, else in that of its volume', (radius, radiusM) => {
    const file = ed269({ center, radius }, { uomDimensions: 'FT' });
    expect(file.features[0]?.draft).toMatchObject({ radiusM });
  });
});

describe('a circle of ED-318', () => {
  const layer = { upper: 120, upperReference: 'AGL', lower: 0, lowerReference: 'AGL', uom: 'm' };
  const of = (geometry: object) =>
    read(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [7, 46], layer, ...geometry },
            properties: { identifier: 'A1', name: [{ text: 'A' }], type: 'PROHIBITED' },
          },
        ],
      }),
    );
  test.each<[object, string, string]>([
    [{}, '.radius', 'The radius of the circle is missing'],
    [{ extent: { subType: 'Circle' } }, '.radius', 'The radius of the circle is missing'],
    [{ extent: { subType: 'Circle', radius: -1 } }, '.radius', 'Not a valid radius: -1'],
    [{ extent: { subType: 'Circle', radius: 5, uom: 'rod' } }, '.radius', 'An unknown unit: rod'],
    [
      { extent: { subType: 'Ellipse', radius: 5 } },
      '',
      'A horizontal projection is a Polygon or a Circle, not Ellipse',
    ],
  ])('%j is refused with the reason', (geometry, field, message) =>
    expect(errorsOf(of(geometry))).toEqual([[`${place}${field}`, message]]),
  );
  test('its radius has the unit that it states', () =>
    expect(of({ extent: { subType: 'Circle', radius: 2, uom: 'NM' } }).features[0]?.draft).toMatchObject({
      radiusM: 3704,
    }));
});

describe('longitudes beyond 180° are turned to the other side of the antimeridian', () => {
  const ring = (...corners: number[]) => [
    ...corners.map((longitude, index) => [longitude, 50 + index]),
    [corners[0], 50],
  ];
  const area = (coordinates: unknown) => ({ type: 'Polygon', coordinates: [coordinates] });
  const geojson = (coordinates: unknown) =>
    read(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { name: 'A', kind: 'danger', lower: 'GND', upper: '500 m AGL' },
            geometry: area(coordinates),
          },
        ],
      }),
    );
  const zoned = (coordinates: unknown) =>
    read(
      JSON.stringify({
        features: [{ ...zone, geometry: [{ ...volume, horizontalProjection: area(coordinates) }] }],
      }),
    );
  const zoned318 = (coordinates: unknown) => {
    const layer = { upper: 120, upperReference: 'AGL', lower: 0, lowerReference: 'AGL', uom: 'm' };
    const properties = { identifier: 'A1', name: [{ text: 'A' }], type: 'PROHIBITED' };
    const features = [{ type: 'Feature', properties, geometry: { ...area(coordinates), layer } }];
    return read(JSON.stringify({ type: 'FeatureCollection', features }));
  };
  const formats: [string, (coordinates: unknown) => ReturnType<typeof read>][] = [
    ['GeoJSON', geojson],
    ['ED-269', zoned],
    ['ED-318', zoned318],
  ];
  const cases = formats.flatMap(([name, of]) => [
    [name, ring(179, 181, 180.5), ring(179, -179, -179.5), of] as const,
    [name, ring(-179, -181, -180.5), ring(-179, 179, 179.5), of] as const,
    [name, ring(190, 200, 195), ring(-170, -160, -165), of] as const,
  ]);
  test.each(cases)('%s %j', (_, written, turned, of) => {
    expect(errorsOf(of(written))).toEqual([]);
    expect(of(written).features[0]?.draft?.geometry).toEqual(area(turned));
  });

  test.each(formats)(
    '%s: an open ring is checked as turned, and a latitude over 90° is named as written',
    (_, of) => {
      const open = (end: number) =>
        errorsOf(
          of([
            [179, 50],
            [181, 51],
            [180.5, 52],
            [end, 50],
          ]),
        );
      expect(open(-181)).toEqual([]);
      expect(open(-180.5)?.[0]?.[1]).toBe(
        "Ring 1 doesn't end where it began: 179, 50, and at the end 179.5, 50",
      );
      expect(
        errorsOf(
          of([
            [179, 50],
            [181, 95],
            [180.5, 52],
            [179, 50],
          ]),
        )?.[0]?.[1],
      ).toBe('Corner 2 of ring 1 is outside the world: 181, 95');
    },
  );

  test('the centre of a circle of ED-269 too', () =>
    expect(ed269({ center: [181, 50], radius: 500 }).features[0]?.draft?.center).toEqual({
      type: 'Point',
      coordinates: [-179, 50],
    }));
});
