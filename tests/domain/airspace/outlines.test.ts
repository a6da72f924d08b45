import { describe, expect, test } from 'vitest';
import type { ImportedFile } from '#domain/airspace/formats/draft.ts';
import { readShapefile, type ShapefileParts, tableEncoding } from '#domain/airspace/formats/shapefile.ts';
import { dbfOf, shpOf } from '#tests/support/shapefile.ts';
import { keysOf, read, zone } from './imported.ts';

/** Outlines as files of every format have them: repaired alike, and shapes of programs that write no GeoJSON. */

type Corner = [number, number];

/** A square with a corner that runs out and back over itself. */
const spiked: Corner[] = [
  [104, 30],
  [104.1, 30],
  [104.1, 30.1],
  [104.2, 30.1],
  [104.1, 30.1],
  [104, 30.1],
  [104, 30],
];
const square: Corner[] = [
  [104, 30],
  [104.1, 30],
  [104.1, 30.1],
  [104, 30.1],
  [104, 30],
];
const limits = { lower: '0 m AGL', upper: '300 m AGL' };

describe('an outline with a spike is repaired, said and shown in every format', () => {
  const coordinates = spiked.map(([x, y]) => `${x},${y},0`).join(' ');
  const placemark = `<Placemark><name>Spike</name><description>GND - 300 m AGL</description><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const volume = {
    ...zone.geometry[0],
    horizontalProjection: { type: 'Polygon', coordinates: [spiked] },
  };
  test.each([
    [
      'GeoJSON',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Polygon', coordinates: [spiked] },
            properties: { name: 'Spike', ...limits },
          },
        ],
      }),
    ],
    ['KML', `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark}</Document></kml>`],
    ['ED-269', JSON.stringify({ features: [{ ...zone, geometry: [volume] }] })],
    [
      'GPX',
      `<gpx version="1.1"><trk><name>Spike</name><desc>GND - 300 m AGL</desc><trkseg>${spiked
        .map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"><ele>700</ele></trkpt>`)
        .join('')}</trkseg></trk></gpx>`,
    ],
  ])('%s', (_, text) => {
    const [feature] = read(text).features;
    expect(feature?.errors).toEqual([]);
    expect(feature?.draft?.geometry?.type).toBe('Polygon');
    expect(feature?.repairs).toMatchObject([{ kind: 'spike' }]);
    expect(feature?.warnings.map(({ text: { key } }) => key)).toContain('airspace.import.repairedSpike');
  });

  test('one that crosses itself by kilometres is refused at its corner', () => {
    const crossed: Corner[] = [
      [104, 30],
      [104.1, 30.1],
      [104.1, 30],
      [104, 30.1],
      [104, 30],
    ];
    const geometry = { type: 'Polygon', coordinates: [crossed] };
    const features = [{ type: 'Feature', geometry, properties: { name: 'Bow', ...limits } }];
    const file = read(JSON.stringify({ type: 'FeatureCollection', features }));
    expect(keysOf(file, 'errors')[0]?.map(([, key]) => key)).toEqual(['ringCrosses']);
  });
});

test('a longitude that runs on over 180° is the same place west of it', () => {
  const over: Corner[] = [
    [179.5, 50],
    [180.5, 50],
    [180.5, 50.5],
    [179.5, 50.5],
    [179.5, 50],
  ];
  const features = [
    {
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [over] },
      properties: { name: 'Line', ...limits },
    },
  ];
  const [feature] = read(JSON.stringify({ type: 'FeatureCollection', features })).features;
  expect(feature?.errors).toEqual([]);
  expect(feature?.draft?.geometry).toMatchObject({
    coordinates: [
      [
        [179.5, 50],
        [-179.5, 50],
        [-179.5, 50.5],
        [179.5, 50.5],
        [179.5, 50],
      ],
    ],
  });
});

describe('GPX', () => {
  const track = (points: Corner[], more = '') =>
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>A &amp; B</name>${more}<trkseg>${points
      .map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`)
      .join('')}</trkseg></trk></gpx>`;

  test('a closed track is an area, with the limits of its description', () => {
    const file = read(track(square, '<desc>Lower: SFC\nUpper: FL95</desc>'));
    expect(file.format).toBe('gpx');
    expect(file.features[0]).toMatchObject({
      name: 'A & B',
      errors: [],
      draft: { geometry: { type: 'Polygon' }, lower: { value: 0 }, upper: { value: 95, unit: 'FL' } },
    });
  });

  test.each([
    ['&lt;b&gt;Lower:&lt;/b&gt; SFC&lt;br/&gt;Upper: 1500 ft AMSL', 0, 1500],
    [
      '&lt;tr&gt;&lt;td&gt;Floor&lt;/td&gt;&lt;td&gt;500 ft AGL&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;Ceiling&lt;/td&gt;&lt;td&gt;FL95&lt;/td&gt;&lt;/tr&gt;',
      500,
      95,
    ],
    ['From 500 ft AGL to FL95', 500, 95],
    ['下限：0 m AGL;上限：120 m AGL', 0, 120],
  ])('the description %s states the limits', (text, lower, upper) => {
    const [feature] = read(track(square, `<desc>${text}</desc>`)).features;
    expect([feature?.draft?.lower?.value, feature?.draft?.upper?.value]).toEqual([lower, upper]);
  });

  test('numbers without a unit are no limits', () => {
    const [feature] = read(track(square, '<desc>100 - 200</desc>')).features;
    expect(feature?.errors.map(({ text }) => text.key)).toEqual([
      'airspace.import.noLower',
      'airspace.import.noUpper',
    ]);
  });

  test('a line has no width and is refused in words; so are limits that are missing', () => {
    const file = read(track(square.slice(0, 3)));
    expect(keysOf(file, 'errors')).toEqual([
      [
        ['trk/rte 1.geometry', 'noLineWidth', undefined],
        ['trk/rte 1.properties.lower', 'noLower', undefined],
        ['trk/rte 1.properties.upper', 'noUpper', undefined],
      ],
    ]);
  });

  test('an empty longitude is not 0', () => {
    const file = read(track(square, '<desc>GND - 300 m AGL</desc>').replace('lon="104.1"', 'lon=" "'));
    expect(keysOf(file, 'errors')[0]?.map(([, key]) => key)).toEqual(['cornerNone']);
  });

  test('places alone are no airspaces', () =>
    expect(read('<gpx version="1.1"><wpt lat="30" lon="104"/></gpx>').errors[0]?.text.key).toBe(
      'airspace.import.gpxEmpty',
    ));
});

describe('Shapefile', () => {
  const clockwise = square.toReversed();
  const hole: Corner[] = [
    [104.02, 30.02],
    [104.04, 30.02],
    [104.04, 30.04],
    [104.02, 30.04],
    [104.02, 30.02],
  ];
  const all = (parts: ShapefileParts): ImportedFile => {
    const steps = readShapefile(parts);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  };
  const wgs84 = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]]';

  test('areas with holes and their columns in capitals', () => {
    const dbf = dbfOf(['NAME', 'TYPE', 'LOWER', 'UPPER'], [['Zone 甲', 'D', 'GND', '500 m AMSL']]);
    const file = all({ shp: shpOf([[clockwise, hole]]), dbf, prj: wgs84, cpg: 'UTF-8' });
    expect(file).toMatchObject({ format: 'shapefile', errors: [] });
    expect(file.features[0]).toMatchObject({
      name: 'Zone 甲',
      errors: [],
      draft: { kind: 'danger', upper: { value: 500, unit: 'm', reference: 'AMSL' } },
    });
    expect(file.features[0]?.draft?.geometry).toMatchObject({
      type: 'Polygon',
      coordinates: [clockwise, hole],
    });
  });

  test('a table without a named encoding is read as what it is', () => {
    const gbk = (text: string) =>
      text === '成都' ? Buffer.from([0xb3, 0xc9, 0xb6, 0xbc]) : Buffer.from(text, 'latin1');
    const dbf = dbfOf(['NAME'], [['成都']], gbk);
    expect(all({ shp: shpOf([[clockwise]]), dbf }).features[0]?.name).toBe('成都');
  });

  const coded = (octets: number[], driver = 0) => {
    const dbf = dbfOf(['NAME', 'LOWER', 'UPPER'], [['?', 'GND', '300 m AMSL']], (text) =>
      text === '?' ? Buffer.from(octets) : Buffer.from(text),
    );
    dbf[29] = driver;
    return { shp: shpOf([[clockwise]]), dbf };
  };
  const named = (parts: ShapefileParts) => [
    all(parts).features[0]?.name,
    tableEncoding(parts).detected?.isCertain ?? true,
  ];

  test.each([
    ['1250', [0x8a, 0xf8], 'Šř'],
    ['ANSI 1250', [0x8a, 0xf8], 'Šř'],
    ['ISO-8859-2', [0xa9, 0xf8], 'Šř'],
    ['88592', [0xa9, 0xf8], 'Šř'],
    ['SHIFT_JIS', [0x93, 0x8c, 0x8b, 0x9e], '東京'],
    ['932', [0x93, 0x8c, 0x8b, 0x9e], '東京'],
    ['ANSI 1252', [0xd6], 'Ö'],
    ['936', [0xb3, 0xc9, 0xb6, 0xbc], '成都'],
    ['65001', [0xe6, 0x88, 0x90], '成'],
  ])('the .cpg %s names the encoding of its table', (cpg, octets, name) =>
    expect(named({ ...coded(octets), cpg: `${cpg}\n` })).toEqual([name, true]),
  );

  test.each([
    [200, [0x8a, 0xf8], 'Šř'],
    [201, [0xcc, 0xee], 'Мо'],
    [77, [0xb3, 0xc9, 0xb6, 0xbc], '成都'],
  ])('the language driver %i names it too', (driver, octets, name) =>
    expect(named(coded(octets, driver))).toEqual([name, true]),
  );

  test('driver 87 names no encoding: UTF-8 is read as it is, and of others a person is asked', () => {
    expect(named(coded([0xe6, 0x88, 0x90, 0xe9, 0x83, 0xbd], 87))).toEqual(['成都', true]);
    expect(named(coded([0x4b, 0xd6, 0x4c, 0x4e], 87))).toEqual(['KÖLN', false]);
  });

  test.each(['ANSI', 'OEM', 'no such name'])('the .cpg %s names none, and a guess is uncertain', (cpg) =>
    expect(named({ ...coded([0x4b, 0xd6, 0x4c, 0x4e]), cpg })).toEqual(['KÖLN', false]),
  );

  test('an area of more corners than an outline may have is refused before its rings are put together', () => {
    // Each of these holes would be looked for in each of these areas, to say at last that the first is open.
    const rings = Array.from({ length: 2_001 }, (_, index) =>
      index % 2 === 0 ? clockwise.slice(0, index === 0 ? 4 : 5) : hole,
    );
    const [large, small] = all({ ...coded([0x41]), shp: shpOf([rings, [clockwise]]) }).features;
    expect(large?.errors[0]).toMatchObject({
      path: 'shp 1.geometry',
      text: { key: 'format.geometry.tooMany', values: { max: 10_000 } },
    });
    expect(small?.errors.map(({ path }) => path)).not.toContain('shp 2.geometry');
  });

  test('others may work after each record, and too many records are said to be so', () => {
    const steps = readShapefile({ shp: shpOf(Array.from({ length: 2_003 }, () => [clockwise])) });
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(count).toBe(2_001);
    expect(step.value.errors[0]?.text.key).toBe('airspace.import.tooMany');
  });

  test('rings that begin before the ring before them are damage', () => {
    const shp = Uint8Array.from(shpOf([[clockwise, hole, hole]]));
    new DataView(shp.buffer).setInt32(108 + 48, 12, true);
    expect(all({ shp }).errors[0]?.text.key).toBe('airspace.import.notShapefile');
  });

  test('alone it has shapes, and what it lacks is said', () => {
    const file = all({ shp: shpOf([[clockwise]]) });
    expect(keysOf(file, 'errors')[0]?.map(([, key]) => key)).toEqual(['noLower', 'noUpper', 'noName']);
  });

  test('metres of a projection are named, not drawn', () => {
    const prj = 'PROJCS["CGCS2000_3_Degree_GK_Zone_35",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000"]]';
    expect(all({ shp: shpOf([[clockwise]]), prj }).errors[0]).toMatchObject({
      text: { key: 'airspace.import.system', values: { value: 'CGCS2000_3_Degree_GK_Zone_35' } },
    });
  });

  test('one that is cut off, or has wrong counts, is refused', () => {
    const shp = shpOf([[clockwise]]);
    const wrong = Uint8Array.from(shp);
    new DataView(wrong.buffer).setInt32(108 + 40, 1_000_000, true);
    for (const broken of [shp.subarray(0, 150), wrong])
      expect(all({ shp: broken }).errors[0]?.text.key).toBe('airspace.import.notShapefile');
  });
});
