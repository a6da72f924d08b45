import { describe, expect, test } from 'vitest';
import { toKml } from '#domain/airspace/formats/export.ts';
import { readLimit } from '#domain/airspace/formats/limits.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { keysOf, read, zone } from './imported.ts';

/** Files as other programs and offices write them: named, read, or refused in words that say what and where. */

const words = (file: ReturnType<typeof read>) => file.errors.map(({ text }) => textIn(text, 'en'));

describe('a file of something else is named as what it is', () => {
  const packed = (name: string) => `PK\u0003\u0004${'\u0014\u0000'.repeat(13)}${name}`;
  test.each([
    ['a KMZ', packed('doc.kml'), 'is.kmz'],
    ['a packed Shapefile', packed('zones.shp'), 'is.shapefileZip'],
    ['a spreadsheet', packed('[Content_Types].xml'), 'is.spreadsheet'],
    ['another packed file', packed('zones.txt'), 'is.zip'],
    ['a Shapefile', '\u0000\u0000\u0027\u000a\u0000\u0000', 'is.shapefile'],
    ['a PDF', '%PDF-1.7 …', 'is.pdf'],
    [
      'an AIXM',
      '<?xml version="1.0"?><message:AIXMBasicMessage xmlns:message="http://www.aixm.aero/schema/5.1.1/message"/>',
      'is.aixm',
    ],
  ])('%s', (_, text, key) => {
    expect(read(text).errors.map((one) => one.text.key)).toEqual([`airspace.import.${key}`]);
    expect(words(read(text))[0]).toMatch(/^This is an? /);
  });

  test('more than 2,000 airspaces are refused with that number and the way round', () => {
    const features = Array.from({ length: 2_001 }, () => ({ type: 'Feature' }));
    const [text] = words(read(JSON.stringify({ type: 'FeatureCollection', features })));
    expect(text).toBe('The file holds more than 2000 airspaces: divide it and import its parts one by one');
  });
});

describe('KML', () => {
  const square: [number, number][] = [
    [104, 30],
    [104.1, 30],
    [104.1, 30.1],
    [104, 30.1],
    [104, 30],
  ];
  const lower = { value: 300, unit: 'm', reference: 'AMSL' } as const;
  const upper = { value: 50, unit: 'FL', reference: 'STD' } as const;

  /** One of ours under this name, with further properties. */
  const exported = (name: string, properties: object) =>
    toKml('Airspace', [
      {
        id: 7,
        name,
        kindText: 'Control zone',
        geometry: { type: 'Polygon', coordinates: [square] },
        lower,
        upper,
        properties: { name, kind: 'ctr', lower, upper, ...properties },
      },
    ]);

  test('what we export we import, with all that it said', () => {
    const file = read(exported('CTR <KÖLN> & "成都"', { designator: 'ZUCTR', remark: "it's" }));
    expect(file).toMatchObject({ format: 'kml', errors: [] });
    expect(file.features[0]?.errors).toEqual([]);
    expect(file.features[0]?.draft).toMatchObject({
      name: 'CTR <KÖLN> & "成都"',
      kind: 'ctr',
      designator: 'ZUCTR',
      lower,
      upper,
      remark: "it's",
      geometry: { type: 'Polygon', coordinates: [square] },
    });
  });

  describe('of ours that was changed in another program', () => {
    const kml = exported('Zone', { name: '区', nameEn: 'Zone' });
    const draftOf = (text: string) => read(text).features[0];
    const warningsOf = (text: string) => draftOf(text)?.warnings.map(({ text: { key } }) => key) ?? [];

    test('is as it was where nothing, or only the last decimals, changed', () => {
      expect(warningsOf(kml)).toEqual([]);
      const rounded = kml.replaceAll('104.1,30,', '104.0999999,30.0000001,');
      expect(rounded).not.toBe(kml);
      expect(draftOf(rounded)?.draft).toMatchObject({ kind: 'ctr', name: '区', lower, upper });
    });

    test('has its new corners, heights and name, and says so', () => {
      const moved = kml.replaceAll('104.1,30,', '104.2,30,');
      expect(draftOf(moved)?.draft?.geometry).toMatchObject({
        coordinates: [expect.arrayContaining([[104.2, 30]])],
      });
      expect(warningsOf(moved)).toContain('airspace.import.redrawn');
      const raised = kml.replaceAll(/,300(?=[ <])/g, ',450');
      expect(draftOf(raised)?.draft?.lower).toEqual({ value: 450, unit: 'm', reference: 'AMSL' });
      expect(warningsOf(raised)).toContain('airspace.import.redrawn');
      const renamed = kml.replace('<name>Zone</name>', '<name>Zone 2</name>');
      expect(draftOf(renamed)?.draft).toMatchObject({ name: 'Zone 2', kind: 'ctr', lower, upper });
    });
  });

  test('an area whose corners cannot be read is not left out', () => {
    const text = placemark('relativeToGround', 120).replace(
      '<MultiGeometry>',
      '<MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>104.0;30.0 104.1;30.0 104.1;30.1</coordinates></LinearRing></outerBoundaryIs></Polygon>',
    );
    const errors = read(text).features.flatMap((one) => one.errors.map((error) => error.text.key));
    expect(errors).toContain('airspace.import.cornerNone');
  });

  const placemark = (mode: string, ...heights: number[]) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Zone A &amp; B</name><MultiGeometry>${heights
      .map(
        (height) =>
          `<Polygon><altitudeMode>${mode}</altitudeMode><outerBoundaryIs><LinearRing><coordinates>${square
            .map(([x, y]) => `${x},${y},${height}`)
            .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`,
      )
      .join('')}</MultiGeometry></Placemark></Document></kml>`;

  test('of other programs the heights of roof and floor are the limits', () => {
    const [feature] = read(placemark('relativeToGround', 120, 30)).features;
    expect(feature?.draft).toMatchObject({
      name: 'Zone A & B',
      lower: { value: 30, unit: 'm', reference: 'AGL' },
      upper: { value: 120, unit: 'm', reference: 'AGL' },
      geometry: { type: 'Polygon', coordinates: [square] },
    });
  });

  test('an area on the ground lies somewhere, and lacks its limits', () => {
    const file = read(placemark('clampToGround', 0));
    expect(keysOf(file, 'errors')).toEqual([
      [
        ['Placemark 1.properties.lower', 'noLower', undefined],
        ['Placemark 1.properties.upper', 'noUpper', undefined],
      ],
    ]);
  });

  test('what is no KML is said', () =>
    expect(read('<html><body>zones</body></html>', 'kml').errors[0]?.text.key).toMatch(/notKml|empty/));
});

describe('ED-318', () => {
  const layer = { upper: 120, upperReference: 'AGL', lower: 0, lowerReference: 'AGL', uom: 'm' };
  const feature = (geometry: unknown, more = {}) => ({
    type: 'Feature',
    geometry,
    properties: {
      identifier: 'CHE001',
      country: 'CHE',
      name: [
        { text: 'Flughafen', lang: 'de-CH' },
        { text: 'Airport', lang: 'en-GB' },
      ],
      type: 'PROHIBITED',
      variant: 'COMMON',
      ...more,
    },
  });
  const file = (...features: unknown[]) => read(JSON.stringify({ type: 'FeatureCollection', features }));

  test('an area and a circle with their limits in the geometry', () => {
    const polygon = [
      [
        [7, 46],
        [7.1, 46],
        [7.1, 46.1],
        [7, 46],
      ],
    ];
    const found = file(
      feature({ type: 'Polygon', coordinates: polygon, layer }),
      feature({
        type: 'Point',
        coordinates: [7, 46],
        extent: { subType: 'Circle', radius: 500 },
        layer: { ...layer, upper: 400, uom: 'ft' },
      }),
    );
    expect(found.format).toBe('ed318');
    expect(keysOf(found, 'errors')).toEqual([[], []]);
    expect(found.features.map(({ draft }) => draft)).toMatchObject([
      {
        name: 'Airport',
        kind: 'prohibited',
        designator: 'CHE001',
        upper: { value: 120, unit: 'm', reference: 'AGL' },
      },
      { shape: 'circle', radiusM: 500, upper: { value: 400, unit: 'ft', reference: 'AGL' } },
    ]);
  });

  test.each([500, '500'])('a radius of %j is in metres, whatever the unit of the limits', (radius) => {
    const circle = {
      type: 'Point',
      coordinates: [7, 46],
      extent: { subType: 'Circle', radius },
      layer: { ...layer, uom: 'ft' },
    };
    expect(file(feature(circle)).features[0]?.draft).toMatchObject({ shape: 'circle', radiusM: 500 });
  });

  test('the remarks keep its message, conditions and authority', () => {
    const circle = {
      type: 'Point',
      coordinates: [7, 46],
      extent: { subType: 'Circle', radius: 500 },
      layer,
    };
    const english = (text: string) => [{ text, lang: 'en-GB' }];
    const found = file(
      feature(circle, {
        message: english('Call before flight'),
        restrictionConditions: english('Max 25 kg'),
        otherReasonInfo: english('Nesting birds'),
        zoneAuthority: [{ name: english('FOCA'), phone: '+41 1' }],
      }),
    );
    expect(found.features[0]?.draft?.remark).toBe(
      'Call before flight\nMax 25 kg\nNesting birds\nFOCA, +41 1',
    );
  });

  test('another coordinate system is refused', () => {
    const crs = { type: 'name', properties: { name: 'EPSG:4214' } };
    const polygon = { type: 'Polygon', coordinates: [], layer };
    const found = read(JSON.stringify({ type: 'FeatureCollection', crs, features: [feature(polygon)] }));
    expect(found.errors.map(({ text }) => text.key)).toEqual(['airspace.import.system']);
  });

  test.each(['feature', 'geometry', 'part'])('another coordinate system of a %s is refused', (place) => {
    const crs = { type: 'name', properties: { name: 'EPSG:4214' } };
    const named = (one: string) => (one === place ? { crs } : {});
    const extent = { subType: 'Circle', radius: 500 };
    const circle = { type: 'Point', coordinates: [104, 30], extent, layer, ...named('part') };
    const whole = { type: 'GeometryCollection', geometries: [circle], ...named('geometry') };
    const [found] = file({ ...feature(whole), ...named('feature') }).features;
    expect(found?.draft).toBeNull();
    expect(found?.errors.map(({ text }) => text.key)).toEqual(['airspace.import.system']);
  });

  test('a zone that is named in Chinese and in English has both names', () => {
    const circle = {
      type: 'Point',
      coordinates: [104, 30],
      extent: { subType: 'Circle', radius: 500 },
      layer,
    };
    const name = [
      { text: 'Glider field', lang: 'en-GB' },
      { text: '滑翔场', lang: 'zh-CN' },
    ];
    const found = file(feature(circle, { name }));
    expect(found.features[0]?.draft).toMatchObject({ name: '滑翔场', nameEn: 'Glider field' });
  });

  test('its times and its faults are placed in its own names', () => {
    const found = file(
      feature(
        {
          type: 'Polygon',
          coordinates: [
            [
              [46, 97],
              [46, 97.1],
              [46.1, 97.1],
              [46, 97],
            ],
          ],
          layer,
        },
        {
          limitedApplicability: [
            { startDateTime: '2026-12-01T00:00:00Z', endDateTime: '2027-03-01T00:00:00Z' },
          ],
        },
      ),
    );
    expect(keysOf(found, 'errors')).toEqual([
      [['features.0.geometry.0.horizontalProjection.coordinates.0.0', 'cornerSwapped', undefined]],
    ]);
  });
});

describe('a bad geometry says what is wrong and at which corner', () => {
  const whole = {
    name: 'One',
    kind: 'danger',
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 300, unit: 'm', reference: 'AGL' },
  };
  const good = [
    [104, 30],
    [105, 30],
    [105, 31],
    [104, 30],
  ];
  const of = (geometry: unknown) =>
    read(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { ...whole, name: 'Zero' },
            geometry: { type: 'Polygon', coordinates: [good] },
          },
          { type: 'Feature', properties: whole, geometry },
        ],
      }),
    );
  const at = (path = '') => `features.1.geometry${path}`;
  test.each<[string, unknown, string, string, RegExp]>([
    ['none', null, at(), 'noGeometry', /Extent missing/],
    ['of an unknown type', { type: 'Circle', coordinates: [] }, at(), 'geometryUnknown', /Circle/],
    ['of several points', { type: 'MultiPoint', coordinates: [[1, 2]] }, at(), 'geometryType', /MultiPoint/],
    [
      'a corner of text',
      {
        type: 'Polygon',
        coordinates: [
          [
            [104, 30],
            ['x', 30],
            [105, 31],
            [104, 30],
          ],
        ],
      },
      at('.coordinates.0.1'),
      'cornerNone',
      /Corner 2 of ring 1 .*x, 30/,
    ],
    [
      'latitude first',
      {
        type: 'Polygon',
        coordinates: [
          [
            [30, 104],
            [30, 105],
            [31, 105],
            [30, 104],
          ],
        ],
      },
      at('.coordinates.0.0'),
      'cornerSwapped',
      /Corner 1 .*wrong way round: 30, 104/,
    ],
    [
      'metres of a grid',
      {
        type: 'Polygon',
        coordinates: [
          [
            [35_412_345, 3_412_345],
            [35_412_445, 3_412_345],
            [35_412_345, 3_412_445],
            [35_412_345, 3_412_345],
          ],
        ],
      },
      at('.coordinates.0.0'),
      'cornerMetres',
      /degrees of WGS-84/,
    ],
    [
      'not closed',
      {
        type: 'Polygon',
        coordinates: [
          [
            [104, 30],
            [105, 30],
            [105, 31],
            [104.5, 31],
          ],
        ],
      },
      at('.coordinates.0.3'),
      'ringOpen',
      /104, 30, and at the end 104.5, 31/,
    ],
    [
      'too short',
      {
        type: 'Polygon',
        coordinates: [
          [
            [104, 30],
            [105, 30],
            [104, 30],
          ],
        ],
      },
      at('.coordinates.0'),
      'ringShort',
      /3 positions/,
    ],
    [
      'that crosses itself, in its second polygon',
      {
        type: 'MultiPolygon',
        coordinates: [
          [good],
          [
            [
              [104, 30],
              [105, 31],
              [104, 31],
              [105, 30],
              [104, 30],
            ],
          ],
        ],
      },
      at('.coordinates.1.0.3'),
      'ringCrosses',
      /corner 4 \(105, 30\)/,
    ],
  ])('%s', (_, geometry, path, key, said) => {
    const file = of(geometry);
    expect(keysOf(file, 'errors')).toEqual([[], [[path, key, undefined]]]);
    expect(file.features[1]?.name).toBe('One');
    expect(textIn(file.features[1]?.errors[0]?.text ?? { key: '' }, 'en')).toMatch(said);
  });

  test('a geometry alone says what it lacks', () =>
    expect(read(JSON.stringify({ type: 'Polygon', coordinates: [good] })).errors[0]?.text.key).toBe(
      'airspace.import.bareGeometry',
    ));
});

test.each(['1.000 m', '1,500 ft AMSL', 'FL 1.000', '12.500 ft'])(
  '%s may be thousands or decimals: it is asked about, not read as 1 m',
  (text) => {
    expect(readLimit(text)).toBeNull();
    const file = read(`AC R\nAN One\nAL GND\nAH ${text}\nV X=30:34:42 N 103:56:49 E\nDC 5`);
    expect(keysOf(file, 'errors')).toEqual([[['AH', 'limitThousands', 4]]]);
  },
);

test.each([
  ['1000 m', 1000],
  ['1.5 m', 1.5],
  ['FL 65.5', 65.5],
  ['1500.25 ft', 1500.25],
])('%s is as it says', (text, value) => expect(readLimit(text)?.altitude.value).toBe(value));

test('nor is such a number of ED-269 read that was written as text', () => {
  const [volume] = zone.geometry;
  const of = (change: object) =>
    keysOf(
      read(JSON.stringify({ features: [{ ...zone, geometry: [{ ...volume, ...change }] }] })),
      'errors',
    )[0];
  const at = 'features.0.geometry.0';
  expect(of({ upperLimit: '1.000' })).toEqual([[`${at}.upperLimit`, 'limitThousands', undefined]]);
  const horizontalProjection = { ...volume?.horizontalProjection, radius: '1.000' };
  expect(of({ horizontalProjection })).toEqual([
    [`${at}.horizontalProjection.radius`, 'limitThousands', undefined],
  ]);
});

test('a limit by NOTAM and a spoiled name are refused in words', () => {
  const circle = 'V X=30:34:42 N 103:56:49 E\nDC 5';
  const file = read(
    `AC R\nAN One\nAL GND\nAH NOTAM\n${circle}\nAC D\nAN CTR K\ufffdLN\nAL GND\nAH 2500ft MSL\n${circle}`,
  );
  expect(keysOf(file, 'errors')).toEqual([[['AH', 'limitNotam', 4]], [['AN', 'spoiled', 8]]]);
});

test('a national file of ED-269: 1,226 zones of 350 corners, a byte order mark, limits left out', () => {
  const corners = Array.from({ length: 350 }, (_, index) => {
    const angle = (index / 350) * 2 * Math.PI;
    return [8 + 0.05 * Math.cos(angle), 47 + 0.05 * Math.sin(angle)];
  });
  const ring = [...corners, corners[0]];
  const features = Array.from({ length: 1_226 }, (_, index) => ({
    ...zone,
    identifier: `CHE${index}`,
    name: `Zone ${index}`,
    geometry: [
      {
        ...zone.geometry[0],
        ...(index % 10 === 0 ? { upperLimit: undefined, upperVerticalReference: undefined } : {}),
        horizontalProjection: { type: 'Polygon', coordinates: index === 7 ? [ring.slice(0, -1)] : [ring] },
      },
    ],
  }));
  const file = read(`\ufeff${JSON.stringify({ features })}`);
  expect(file.features).toHaveLength(1_226);
  const bad = file.features.filter(({ draft }) => draft === null);
  expect(bad.map(({ name, errors }) => [name, errors.map(({ text }) => text.key)])).toEqual([
    ['Zone 7', ['airspace.import.ringOpen']],
  ]);
  const noted = file.features.filter(({ warnings }) =>
    warnings.some(({ text }) => text.key.endsWith('unlimitedTaken')),
  );
  expect(noted).toHaveLength(123);
});
