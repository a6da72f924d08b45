import { describe, expect, test } from 'vitest';
import type { ImportedFile } from '#domain/airspace/formats/draft.ts';
import { readShapefile } from '#domain/airspace/formats/shapefile.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { shpOf } from '#tests/support/shapefile.ts';
import { amsl } from './extents.ts';
import { read, zone } from './imported.ts';

/** Odd values of files of other programs: read as they were meant, or refused in words, and never changed silently. */

const texts = (file: ImportedFile, of: 'errors' | 'warnings' = 'errors') =>
  file.features.flatMap((feature) => feature[of].map(({ text }) => textIn(text, 'en')));

describe('ED-269', () => {
  const [volume] = zone.geometry;
  const of = (change: object, ofVolume: object = {}) =>
    read(JSON.stringify({ features: [{ ...zone, ...change, geometry: [{ ...volume, ...ofVolume }] }] }));
  test('a name that is a number is a name', () =>
    expect(of({ name: 12 }).features[0]?.draft?.name).toBe('12'));
  test('a datum in small letters is that datum', () =>
    expect(of({}, { upperVerticalReference: ' amsl ' }).features[0]?.draft?.upper).toEqual(amsl(120)));
  test('a validity under another name is reported, not left out', () => {
    const file = of({ applicability: [{ permanent: 'NO', startDate: '2026-12-01' }] });
    expect(texts(file, 'warnings')).toEqual([
      'These times of activation were not taken, so it counts as always in use: startDate: 2026-12-01',
    ]);
    expect(texts(of({ applicability: 'H24' }))).toEqual(['Not a valid time: H24']);
  });
  test('limits upside down are refused in words', () =>
    expect(texts(of({}, { lowerLimit: 200 }))).toEqual(['The upper limit must be above the lower limit']));
});

describe('OpenAir', () => {
  const of = (...lines: string[]) =>
    read(['AC R', 'AN X', 'AL GND', 'AH 300m AGL', 'V X=30:00:00 N 104:00:00 E', ...lines].join('\n'));
  test.each([
    ['DC 0x10', 'Not a valid radius: 0x10'],
    ['DC 5km', 'Not a valid radius: 5km'],
    ['DA 5,,90', 'This arc cannot be read: 5,,90'],
    ['DA 1e1,0,90', 'This arc cannot be read: 1e1,0,90'],
  ])('%s is not a number of nautical miles or degrees', (line, message) =>
    expect(texts(of(line))).toContain(message),
  );
  test('nor is the width 1e1 of an airway', () =>
    expect(texts(of('V W=1e1', 'DY 30:00:00 N 104:00:00 E', 'DY 30:00:00 N 105:00:00 E'))).toContain(
      'This variable cannot be read: W=1e1',
    ));
  test.each(['DC 5', 'DC 5.', 'DC .5', 'DC 05.50'])('%s is', (line) => expect(texts(of(line))).toEqual([]));
});

test('a second frequency, a second station and a transponder code of OpenAir are reported as not taken', () => {
  const lines = ['AC R', 'AN X', 'AL GND', 'AH 300m AGL', 'V X=30:00:00 N 104:00:00 E', 'DC 5'];
  const more = [
    'AF 118.7',
    'AG Tower',
    'AF 119.1',
    'AG Ground',
    'AF 118.7',
    'AX 7000',
    `AG ${'x'.repeat(501)}`,
  ];
  const file = read([...lines, ...more].join('\n'));
  expect(file.features[0]?.draft).toMatchObject({ frequencyMhz: 118.7, remark: 'Tower' });
  expect(file.features[0]?.warnings.map(({ path, line }) => [path, line])).toEqual([
    ['AF', 9],
    ['AG', 10],
    ['AX', 12],
    ['AG', 13],
  ]);
  expect(texts(read([...lines, more.at(-1)].join('\n')), 'warnings')).toEqual([
    'The text is longer than 500 characters and was cut',
  ]);
});

describe('GeoJSON', () => {
  const of = (more: object, coordinates: unknown) => {
    const properties = { name: 'A', kind: 'danger', lower: 'GND', upper: '500 m AGL', ...more };
    const features = [{ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates } }];
    return read(JSON.stringify({ type: 'FeatureCollection', features }));
  };
  test('a text that is cut is reported', () => {
    const ring = [
      [104, 30],
      [104.1, 30],
      [104.1, 30.1],
      [104, 30],
    ];
    const file = of({ remark: 'x'.repeat(1_001), entryExit: 'y'.repeat(501) }, [ring]);
    expect(texts(file, 'warnings').toSorted()).toEqual([
      'The text is longer than 1000 characters and was cut',
      'The text is longer than 500 characters and was cut',
    ]);
  });
  test('longitudes from 0° to 360° may run on over Greenwich', () => {
    const ring = [
      [350, 30],
      [365, 30],
      [365, 35],
      [350, 30],
    ];
    expect(of({}, [ring]).features[0]?.draft?.geometry).toMatchObject({
      coordinates: [
        [
          [-10, 30],
          [5, 30],
          [5, 35],
          [-10, 30],
        ],
      ],
    });
  });
});

describe('GPX', () => {
  const route = (...points: [lat: string, lon: string][]) =>
    read(
      `<gpx><rte><name>R</name><desc>GND - 300 m AGL</desc>${points.map(([lat, lon]) => `<rtept lat="${lat}" lon="${lon}"/>`).join('')}</rte></gpx>`,
    );
  test('a decimal comma is shown as it is written', () =>
    expect(texts(route(['30,1', '104,2'], ['31', '104']))).toContain(
      "Point 1 of the line isn't a position: 104,2, 30,1",
    ));
  test('an end that is joined to the start is reported', () => {
    const corners: [string, string][] = [
      ['30', '104'],
      ['30', '104.1'],
      ['30.1', '104.1'],
    ];
    const file = route(...corners, ['30.0005', '104']);
    expect(file.features[0]?.draft?.geometry?.type).toBe('Polygon');
    expect(texts(file, 'warnings')).toContain(
      'Its end is 55 m from its start; the two were joined to close the area',
    );
    expect(texts(route(...corners, ['30', '104']), 'warnings').join()).not.toContain('joined');
  });
  test('an area smaller than the gap that is closed keeps all its corners', () => {
    const file = route(['30', '104'], ['30', '104.0008'], ['30.0008', '104.0008'], ['30.0008', '104']);
    const ring = [
      [104, 30],
      [104.0008, 30],
      [104.0008, 30.0008],
      [104, 30.0008],
      [104, 30],
    ];
    expect(file.features[0]?.draft?.geometry?.coordinates).toEqual([ring]);
  });
});

describe('KML', () => {
  const placemark = (corners: string, more = '') =>
    read(
      `<kml><Document>${more}<Placemark><name>A</name><description>GND - 300 m AGL</description><Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`,
    );
  const corners = '104,30 104.1,30 104.1,30.1 104,30';
  test('a corner that cannot be read is shown as it is written', () =>
    expect(texts(placemark('104.0;30.0 104.1;30.0 104.1;30.1'))).toContain(
      "Corner 1 of ring 1 isn't a position: 104.0;30.0, ",
    ));
  test('decimals with a comma are not corners somewhere else', () =>
    expect(texts(placemark('104,5,30,1 104,6,30,1 105,6,31,2 104,5,30,1'))).toContain(
      "Corner 1 of ring 1 isn't a position: 104, 5, 30",
    ));
  test.each(['ï»¿', '\0', '\uFEFF\uFEFF\n'])(
    'is KML behind a spoiled byte order mark or padding: %j',
    (before) => {
      const file = read(
        `${before}<?xml version="1.0"?><kml><Placemark><name>A</name><description>GND - 300 m AGL</description><Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
      );
      expect([file.format, texts(file)]).toEqual(['kml', []]);
    },
  );
  test('a link to a file that is not here is reported, and the airspaces next to it are read', () => {
    const link = '<NetworkLink><Link><href>https://example.org/zones.kml</href></Link></NetworkLink>';
    const { features } = placemark(corners, link);
    expect(features.map(({ draft }) => draft?.name)).toEqual(['A', undefined]);
    expect(features[1]?.errors.map(({ text }) => textIn(text, 'en'))).toEqual([
      'The KML also links to another file (https://example.org/zones.kml) that was not read: import that file as well',
    ]);
  });
});

describe('a Placemark of several shapes', () => {
  const point = (longitude: number) => `<Point><coordinates>${longitude},30</coordinates></Point>`;
  const line = (latitude: number) =>
    `<LineString><coordinates>104,${latitude} 105,${latitude}</coordinates></LineString>`;
  const area =
    '<Polygon><outerBoundaryIs><LinearRing><coordinates>104,30 104.1,30 104.1,30.1 104,30</coordinates></LinearRing></outerBoundaryIs></Polygon>';
  const of = (...shapes: string[]) =>
    read(
      `<kml><Document><Placemark><name>A</name><description>GND - 300 m AGL</description><MultiGeometry>${shapes.join('')}</MultiGeometry><ExtendedData><Data name="radius"><value>500</value></Data><Data name="width"><value>500</value></Data></ExtendedData></Placemark></Document></kml>`,
    );
  test('two points or two lines are not one', () => {
    expect(texts(of(point(104), point(105)))[0]).toMatch(/^A MultiPoint can't be an extent/);
    expect(texts(of(line(30), line(31)))[0]).toMatch(/^A MultiLineString can't be an extent/);
    expect(texts(of(point(104)))).toEqual([]);
  });
  test('a line next to an area is reported as not taken', () => {
    expect(texts(of(area, line(30)), 'warnings')).toContain('This was not taken: LineString');
    expect(texts(of(area, point(104)), 'warnings').join()).not.toContain('not taken');
  });
});

test('a MultiPatch of a Shapefile is not a point', () => {
  const shp = Uint8Array.from(
    shpOf([
      [
        [
          [104, 30],
          [104, 30.1],
          [104.1, 30.1],
          [104, 30],
        ],
      ],
    ]),
  );
  new DataView(shp.buffer).setInt32(108, 31, true);
  const steps = readShapefile({ shp });
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(texts(step.value)).toContain('An unknown type of geometry: MultiPatch');
});

test('an outline over the antimeridian is repaired where it is wrong, and nowhere else', () => {
  // On the flat map its long sides run past the corner at 177° E, which is outside of them.
  const outline = [
    [179.5, 30],
    [180.5, 33],
    [180.5, 35],
    [180.5, 36],
    [180.5, 35],
    [177, 35],
    [177, 30.01],
    [179.5, 30],
  ];
  const properties = { name: 'A', kind: 'danger', lower: 'GND', upper: '500 m AGL' };
  const geometry = { type: 'Polygon', coordinates: [outline] };
  const file = read(
    JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] }),
  );
  expect(texts(file)).toEqual([]);
  expect(file.features[0]?.repairs?.map(({ kind, at }) => [kind, at])).toEqual([['spike', [-179.5, 35]]]);
  const drawn = file.features[0]?.draft?.geometry;
  const corners = drawn?.type === 'Polygon' ? drawn.coordinates[0] : [];
  expect(corners?.map(String).toSorted()).toEqual(
    ['-179.5,33', '-179.5,35', '177,30.01', '177,35', '179.5,30', '179.5,30'].toSorted(),
  );
});

describe('ED-318', () => {
  const circle = (extent: object) => {
    const layer = { upper: 120, upperReference: 'AGL', lower: 0, lowerReference: 'AGL', uom: 'm' };
    const geometry = { type: 'Point', coordinates: [104, 30], layer, extent };
    const properties = { identifier: 'A1', name: [{ text: 'A' }], type: 'PROHIBITED' };
    return read(
      JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] }),
    );
  };
  test.each([
    { subType: 'Circle', radius: 500 },
    { subType: 'circle', radius: 500, uom: 'M' },
    { subType: null, radius: 500, uom: null },
    { subType: '', radius: 500, uom: '' },
  ])('a circle in metres: %j', (extent) => {
    const file = circle(extent);
    expect(texts(file)).toEqual([]);
    expect(file.features[0]?.draft).toMatchObject({ shape: 'circle', radiusM: 500 });
  });
  test('another shape is refused', () =>
    expect(circle({ subType: 'Ellipse', radius: 500 }).features[0]?.draft).toBeNull());
});

describe('a long run of one character is read in a time that grows with its length', () => {
  const openAir = (line: string) => `AC R\nAN X\nV X=30:00:00 N 104:00:00 E\n${line}`;
  const placemark = (polygons: string) => `<kml><Placemark><name>A</name>${polygons}</Placemark></kml>`;
  const polygon = (corners: string) =>
    `<Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
  const long = 200_000;
  test.each([
    ['blanks between the corners of a KML', placemark(polygon(`1,2${' '.repeat(long)}3,4`))],
    ['one area of a KML many times', placemark(polygon('1,2 3,4 5,6 1,2').repeat(40_000))],
    ['blanks before a name', openAir(`AN${' '.repeat(long)}a\u2028b`)],
    ['blanks before a variable', openAir(`V X=${' '.repeat(long)}a\u2028b`)],
    ['digits of an arc', openAir(`DA ${'1'.repeat(long)}x`)],
  ])('%s', (_, text) => {
    const start = performance.now();
    read(text);
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});

test('a line separator within a name of OpenAir is part of the name', () =>
  expect(
    read('AC R\nAN North\u2028South\nAL GND\nAH FL95\nV X=30:00:00 N 104:00:00 E\nDC 5').features[0]?.draft
      ?.name,
  ).toBe('North\u2028South'));
