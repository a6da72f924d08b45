import { describe, expect, test } from 'vitest';
import { textIn } from '#domain/text/locales/text-in.ts';
import { keysOf, read } from './imported.ts';

/** KML of other programs: limits belong to each area, and nothing of a Placemark is dropped silently. */

const ringAt = (longitude: number, height: number | null, size = 0.1) =>
  [
    [0, 0],
    [size, 0],
    [size, size],
    [0, size],
    [0, 0],
  ]
    .map(([x = 0, y = 0]) => [longitude + x, 30 + y, ...(height === null ? [] : [height])].join(','))
    .join(' ');
const area = (mode: string, height: number | null, { extrude = '0', longitude = 104, inner = '' } = {}) =>
  `<Polygon><extrude>${extrude}</extrude><altitudeMode>${mode}</altitudeMode><outerBoundaryIs><LinearRing><coordinates>${ringAt(longitude, height)}</coordinates></LinearRing></outerBoundaryIs>${inner}</Polygon>`;
const kml = (...placemarks: string[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.map((one) => `<Placemark><name>Zone</name>${one}</Placemark>`).join('')}</Document></kml>`;
const several = (...areas: string[]) => kml(`<MultiGeometry>${areas.join('')}</MultiGeometry>`);
const limits = (text: string) =>
  read(text).features.map(({ draft }) => draft && [draft.name, draft.lower, draft.upper]);
const metres = (value: number, reference: string) => ({ value, unit: 'm', reference });
const ground = metres(0, 'AGL');

describe('the heights of an area are its own limits', () => {
  test('two areas with extruded roofs of different heights become two airspaces', () => {
    const text = several(
      area('relativeToGround', 120, { extrude: '1' }),
      area('relativeToGround', 60, { extrude: '1', longitude: 105 }),
    );
    expect(limits(text)).toEqual([
      ['Zone 1', ground, metres(120, 'AGL')],
      ['Zone 2', ground, metres(60, 'AGL')],
    ]);
  });

  test('different altitude modes are not mixed', () => {
    const text = several(
      area('absolute', 500, { extrude: '1' }),
      area('relativeToGround', 60, { extrude: '1', longitude: 105 }),
    );
    expect(limits(text)).toEqual([
      ['Zone 1', ground, metres(500, 'AMSL')],
      ['Zone 2', ground, metres(60, 'AGL')],
    ]);
  });

  test('two separate roofs are not roof and floor', () => {
    const file = read(several(area('absolute', 120), area('absolute', 60, { longitude: 105 })));
    expect(keysOf(file, 'errors')).toEqual([
      [
        ['Placemark 1.properties.lower', 'noLower', undefined],
        ['Placemark 1.properties.upper', 'noUpper', undefined],
      ],
    ]);
  });

  test('areas with the same limits stay one airspace, also where a floor runs against its roof', () => {
    const reversed = area('absolute', 60).replace(
      ringAt(104, 60),
      ringAt(104, 60).split(' ').toReversed().join(' '),
    );
    const text = several(
      ...[area('absolute', 120), reversed],
      ...[area('absolute', 120, { longitude: 105 }), area('absolute', 60, { longitude: 105 })],
    );
    expect(limits(text)).toEqual([['Zone', metres(60, 'AMSL'), metres(120, 'AMSL')]]);
    expect(read(text).features[0]?.draft?.geometry).toMatchObject({
      type: 'MultiPolygon',
      coordinates: { length: 2 },
    });
  });

  test('a roof above sea level over a floor above ground is unclear, and in words it is clear', () => {
    const solid = `<MultiGeometry>${area('absolute', 500)}${area('relativeToGround', 60)}</MultiGeometry>`;
    const words = '<description>Lower: 60 m AGL; Upper: 500 m AMSL</description>';
    const file = read(kml(solid, words + solid));
    expect(keysOf(file, 'errors')[0]).toContainEqual(['Placemark 1.geometry', 'heightsUnclear', undefined]);
    expect(file.features[1]?.draft).toMatchObject({
      lower: metres(60, 'AGL'),
      upper: metres(500, 'AMSL'),
    });
  });

  test('0 m above sea level is not a height', () =>
    expect(
      keysOf(read(kml(area('absolute', 0, { extrude: '1' }))), 'errors')[0]?.map(([, key]) => key),
    ).toEqual(['noLower', 'noUpper']));

  test('<extrude>true</extrude> reaches the ground', () =>
    expect(limits(kml(area('relativeToGround', 120, { extrude: 'true' })))).toEqual([
      ['Zone', ground, metres(120, 'AGL')],
    ]));
});

describe('limits in the description', () => {
  const described = (text: string, height: number, mode = 'absolute') =>
    read(kml(`<description>${text}</description>${area(mode, height, { extrude: '1' })}`));

  test('win over the drawing, and a contradiction is reported', () => {
    const file = described('Lower: 1000 ft AMSL; Upper: 3000 ft AMSL', 914);
    expect(file.features[0]?.draft).toMatchObject({
      lower: { value: 1000, unit: 'ft', reference: 'AMSL' },
      upper: { value: 3000, unit: 'ft', reference: 'AMSL' },
    });
    const [warning] =
      file.features[0]?.warnings.filter(({ text }) => text.key.endsWith('drawnOtherwise')) ?? [];
    expect(warning?.path).toBe('Placemark 1.properties.lower');
    expect(warning && textIn(warning.text, 'en')).toContain('GND – 914 m AMSL');
  });

  test('that agree with the drawing are no contradiction', () =>
    expect(
      keysOf(described('GND - 120 m AGL', 120, 'relativeToGround'), 'warnings')[0]?.map(([, key]) => key),
    ).toEqual(['kindTaken']));

  test('and in columns of any known name win as well', () => {
    const column = '<ExtendedData><Data name="CEILING"><value>400 ft AGL</value></Data></ExtendedData>';
    const file = read(kml(column + area('relativeToGround', 120, { extrude: '1' })));
    expect(file.features[0]?.draft).toMatchObject({ lower: ground, upper: { value: 400, unit: 'ft' } });
  });

  test.each([
    ['<![CDATA[Lower: GND<br/>Upper: 1.000 m AMSL]]>', 'limitThousands'],
    ['GND - 1.000 m AMSL', 'limitThousands'],
    ['Upper: AMSL 1.000 m', 'limitThousands'],
    ['Lower: GND; Upper: NOTAM', 'limitNotam'],
    ['GND - by NOTAM', 'limitNotam'],
  ])('%s is refused, and what is drawn does not take its place', (text, key) => {
    const file = described(text, 300);
    expect(keysOf(file, 'errors')).toEqual([[['Placemark 1.properties.upper', key, undefined]]]);
    expect(file.features[0]?.draft).toBeNull();
  });

  test.each(['1.000 - 2.000 people', 'Upper part of the valley, see NOTAM'])('%s states no limit', (words) =>
    expect(
      limits(kml(`<description>${words}</description>${area('absolute', 300, { extrude: '1' })}`)),
    ).toEqual([['Zone', ground, metres(300, 'AMSL')]]),
  );

  test('may be in Chinese', () => {
    const [feature] = read(
      kml(`<description>下限：地面；上限：真高120米</description>${area('clampToGround', null)}`),
    ).features;
    expect(feature?.draft).toMatchObject({ lower: ground, upper: metres(120, 'AGL') });
  });
});

describe('times, points and holes', () => {
  const span = (begin: string, end: string) =>
    read(
      kml(
        `<TimeSpan><begin>${begin}</begin><end>${end}</end></TimeSpan>${area('relativeToGround', 120, { extrude: '1' })}`,
      ),
    );

  test('a TimeSpan is the validity', () =>
    expect(span('2026-12-01T00:00:00Z', '2026-12-05T08:00:00+08:00').features[0]?.draft).toMatchObject({
      validFrom: '2026-12-01T00:00:00.000Z',
      validTo: '2026-12-05T00:00:00.000Z',
    }));

  test('a TimeSpan of days is not taken, and it is reported', () => {
    const file = span('2026-12-01', '2026-12');
    expect(file.features[0]?.draft).toMatchObject({ validFrom: null, validTo: null });
    expect(keysOf(file, 'warnings')[0]?.map(([, key]) => key)).toContain('timesIgnored');
  });

  test('the radius of a point is text, as all data of KML', () => {
    const data = Object.entries({ radius: '500', lower: 'GND', upper: '120 m AGL' })
      .map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`)
      .join('');
    const point = '<Point><coordinates>104,30</coordinates></Point>';
    const file = read(kml(`<ExtendedData>${data}</ExtendedData>${point}`));
    expect(file.features[0]?.draft).toMatchObject({ shape: 'circle', radiusM: 500 });
  });

  test('two holes in one inner boundary are both read', () => {
    const hole = (longitude: number) =>
      `<LinearRing><coordinates>${[
        [longitude, 30.01],
        [longitude + 0.02, 30.01],
        [longitude + 0.02, 30.02],
        [longitude, 30.01],
      ]
        .map(String)
        .join(' ')}</coordinates></LinearRing>`;
    const inner = `<innerBoundaryIs>${hole(104.01)}${hole(104.05)}</innerBoundaryIs>`;
    const file = read(kml(area('relativeToGround', 120, { extrude: '1', inner })));
    expect(file.features[0]?.draft?.geometry).toMatchObject({ coordinates: { length: 3 } });
  });

  test('a file that only links to another one says which', () => {
    const link = '<NetworkLink><Link><href>https://example.org/zones.kml</href></Link></NetworkLink>';
    const [error] = read(`<kml>${link}</kml>`).errors;
    expect(error && textIn(error.text, 'en')).toContain('https://example.org/zones.kml');
  });
});

describe('an outline that cannot be read is named', () => {
  const words = '<description>GND - 120 m AGL</description>';
  const errorOf = (geometry: string) => {
    const [error, ...others] = read(kml(words + geometry)).features[0]?.errors ?? [];
    return others.length === 0 && error ? textIn(error.text, 'en') : null;
  };
  const polygon = (corners: string) =>
    `<Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;

  test.each(['104,,0', '104, ,0'])('the corner %s lacks a number, and it is not 0', (corner) =>
    expect(errorOf(polygon(`104,30 104.1,30 104.1,30.1 ${corner} 104,30`))).toMatch(
      /^Corner 4 of ring 1 isn't a position/,
    ),
  );

  test('a comma behind a corner is no height of 0', () =>
    expect(
      limits(kml(words + polygon('104,30, 104.1,30, 104.1,30.1, 104,30').replaceAll(', ', ' '))),
    ).toEqual([['Zone', ground, metres(120, 'AGL')]]));

  test('commas between the corners', () =>
    expect(errorOf(polygon('104,30, 104.1,30, 104.1,30.1, 104,30'))).toMatch(
      /^Corner 1 of ring 1 isn't a position: 104, 30, 104.1/,
    ));

  test.each([
    ['LinearRing', `<LinearRing><coordinates>${ringAt(104, null)}</coordinates></LinearRing>`],
    ['Track', '<gx:Track><gx:coord>104 30 0</gx:coord></gx:Track>'],
  ])('a %s is no extent', (type, geometry) => expect(errorOf(geometry)).toContain(type));
});
