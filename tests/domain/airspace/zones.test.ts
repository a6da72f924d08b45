import { describe, expect, test } from 'vitest';
import { readLimit } from '#domain/airspace/formats/limits.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { agl } from './extents.ts';
import { keysOf, read, zone } from './imported.ts';

describe('vertical limits', () => {
  test.each([
    ['GND', { value: 0, unit: 'm', reference: 'AGL' }, []],
    ['SFC', { value: 0, unit: 'm', reference: 'AGL' }, []],
    ['UNL', { value: 999, unit: 'FL', reference: 'STD' }, []],
    ['FL195', { value: 195, unit: 'FL', reference: 'STD' }, []],
    ['fl 65', { value: 65, unit: 'FL', reference: 'STD' }, []],
    ['2500ft AMSL', { value: 2500, unit: 'ft', reference: 'AMSL' }, []],
    ['4500 ft MSL', { value: 4500, unit: 'ft', reference: 'AMSL' }, []],
    ['500 m AGL', { value: 500, unit: 'm', reference: 'AGL' }, []],
    ['1000m ASFC', { value: 1000, unit: 'm', reference: 'AGL' }, []],
    ['1500 MSL', { value: 1500, unit: 'ft', reference: 'AMSL' }, ['unit']],
    ['1500ft', { value: 1500, unit: 'ft', reference: 'AMSL' }, ['reference']],
    ['3000', { value: 3000, unit: 'ft', reference: 'AMSL' }, ['unit', 'reference']],
    ['UNL FT', { value: 999, unit: 'FL', reference: 'STD' }, []],
    ['UNLTD FT AMSL', { value: 999, unit: 'FL', reference: 'STD' }, []],
    ['FL UNL', { value: 999, unit: 'FL', reference: 'STD' }, []],
    ['FL095 STD', { value: 95, unit: 'FL', reference: 'STD' }, []],
    ['SFC AGL', { value: 0, unit: 'm', reference: 'AGL' }, []],
    ['0 FT GND', { value: 0, unit: 'm', reference: 'AGL' }, []],
    ['3000ft ASL', { value: 3000, unit: 'ft', reference: 'AMSL' }, []],
    ['AGL 500ft', { value: 500, unit: 'ft', reference: 'AGL' }, []],
    ['ASL 3000 ft', { value: 3000, unit: 'ft', reference: 'AMSL' }, []],
    ['地面', { value: 0, unit: 'm', reference: 'AGL' }, []],
    ['真高120米', { value: 120, unit: 'm', reference: 'AGL' }, []],
  ])('%s', (text, altitude, assumed) => expect(readLimit(text)).toEqual({ altitude, assumed }));

  test.each([
    '',
    'FL',
    'FL1950',
    'high',
    '10 km',
    '1000 ft XYZ',
    '-9000 ft AMSL',
    'FL100 AMSL',
    'AGL 500',
    '120米',
  ])('%s is none', (text) => expect(readLimit(text)).toBeNull());
});

describe('ED-269', () => {
  test.each(['features', 'UASZoneList'])('is read from %s', (list) => {
    const file = read(JSON.stringify({ [list]: [zone] }));
    expect(file.format).toBe('ed269');
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(file.features[0]?.draft).toMatchObject({
      name: 'Park',
      designator: 'ZUX01',
      kind: 'prohibited',
      shape: 'circle',
      radiusM: 500,
      upper: agl(120),
      validFrom: '2026-12-01T00:00:00.000Z',
      // 22:00 UTC on a Monday is 06:00 on Tuesday in Beijing.
      schedule: [{ days: [2, 6], startTime: '0600', endTime: '1000' }],
    });
  });

  test.each(['2999-12-31T23:59:59Z', '9999-12-31'])('an end in %s is no end', (endDateTime) => {
    const applicability = [{ startDateTime: '2026-12-01T00:00:00Z', endDateTime }];
    const file = read(JSON.stringify({ features: [{ ...zone, applicability }] }));
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(file.features[0]?.draft).toMatchObject({ validFrom: '2026-12-01T00:00:00.000Z', validTo: null });
    expect(keysOf(file, 'warnings')[0]).toContainEqual([
      'features.0.applicability.endDateTime',
      'openEnd',
      undefined,
    ]);
  });

  test('is read also where its list is called a FeatureCollection', () => {
    const file = read(JSON.stringify({ type: 'FeatureCollection', features: [zone] }));
    expect([file.format, keysOf(file, 'errors')]).toEqual(['ed269', [[]]]);
  });

  const told = {
    message: 'Call before flight',
    otherReasonInfo: 'Nesting birds',
    restrictionConditions: 'Max 25 kg',
    zoneAuthority: [{ name: 'CAAC', phone: '010-1', purpose: 'AUTHORIZATION' }],
  };

  test('the remarks keep what pilots must do', () => {
    const file = read(JSON.stringify({ features: [{ ...zone, ...told }] }));
    expect(file.features[0]?.draft?.remark).toBe(
      'Call before flight\nMax 25 kg\nNesting birds\nCAAC, 010-1, AUTHORIZATION',
    );
    expect(keysOf(file, 'warnings')[0]?.map(([, key]) => key)).not.toContain('remarkCut');
  });

  test('remarks that are too long are cut, and it is reported', () => {
    const file = read(JSON.stringify({ features: [{ ...zone, ...told, message: 'x'.repeat(1000) }] }));
    expect(file.features[0]?.draft?.remark).toHaveLength(1000);
    expect(keysOf(file, 'warnings')[0]?.map(([, key]) => key)).toContain('remarkCut');
  });

  test('feet stay feet, a radius in feet becomes metres, and several volumes are several airspaces', () => {
    const [volume] = zone.geometry;
    const feet = { ...volume, uomDimensions: 'FT', upperLimit: 400, upperVerticalReference: 'AMSL' };
    const file = read(JSON.stringify({ UASZoneList: [{ ...zone, geometry: [volume, feet] }] }));
    expect(file.features.map(({ draft }) => draft?.name)).toEqual(['Park 1', 'Park 2']);
    expect(file.features[1]?.draft).toMatchObject({
      upper: { value: 400, unit: 'ft', reference: 'AMSL' },
      radiusM: 152.4,
    });
  });

  test('numbers as text are numbers, and it is said', () => {
    const [volume] = zone.geometry;
    const circle = { type: 'Circle', center: ['104.1', '30.6'], radius: '500' };
    const ring = [
      ['104', '30'],
      ['104.1', '30'],
      ['104.1', '30.1'],
      ['104', '30'],
    ];
    const geometry = [
      { ...volume, lowerLimit: '0', upperLimit: '120', horizontalProjection: circle },
      { ...volume, horizontalProjection: { type: 'Polygon', coordinates: [ring] } },
    ];
    const file = read(JSON.stringify({ features: [{ ...zone, geometry }] }), 'ed269');
    expect(keysOf(file, 'errors')).toEqual([[], []]);
    expect(file.features[0]?.draft).toMatchObject({
      upper: agl(120),
      radiusM: 500,
      center: { coordinates: [104.1, 30.6] },
    });
    expect(file.features[1]?.draft?.geometry).toEqual({
      type: 'Polygon',
      coordinates: [ring.map((one) => one.map(Number))],
    });
    const found = keysOf(file, 'warnings').map((all) => all.filter(([, key]) => key === 'numberAsText'));
    expect(found.map((all) => all.length)).toEqual([4, 1]);
  });

  test.each([
    [[]],
    [[{}]],
    [[{ day: [], startTime: '', endTime: '' }]],
    [[{ day: ['ANY'], startTime: null, endTime: null }]],
    [{}],
    [[{ day: [''], startTime: '', endTime: '' }]],
  ])('an empty daily period of a permanent zone (%j) limits nothing', (dailyPeriod) => {
    const applicability = [{ permanent: 'YES', dailyPeriod }];
    const file = read(JSON.stringify({ features: [{ ...zone, applicability }] }), 'ed269');
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(file.features[0]?.draft).toMatchObject({ validFrom: null, validTo: null, schedule: null });
  });

  test('an end that nobody filled in is none, and the last minute of a day is its end', () => {
    const dailyPeriod = [{ day: ['ANY'], startTime: '00:00:00.00Z', endTime: '23:59:00.00Z' }];
    const applicability = [
      { permanent: 'NO', startDateTime: '2026-12-01T00:00:00Z', endDateTime: '', dailyPeriod },
    ];
    const file = read(JSON.stringify({ features: [{ ...zone, applicability }] }), 'ed269');
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(file.features[0]?.draft).toMatchObject({
      validFrom: '2026-12-01T00:00:00.000Z',
      validTo: null,
      // All day, by the wall of Beijing: an end at the start is on the next day.
      schedule: [{ days: [1, 2, 3, 4, 5, 6, 7], startTime: '0800', endTime: '0800' }],
    });
  });

  test.each([
    [{ restriction: 'PERHAPS' }, 'features.0.restriction', 'kind'],
    [
      { geometry: [{ ...zone.geometry[0], uomDimensions: 'NM' }] },
      'features.0.geometry.0.uomDimensions',
      'unit',
    ],
    [
      { geometry: [{ ...zone.geometry[0], upperLimit: 'high' }] },
      'features.0.geometry.0.upperLimit',
      'limit',
    ],
    [
      { applicability: [zone.applicability[0], zone.applicability[0]] },
      'features.0.applicability',
      'applicability',
    ],
    [{ geometry: [] }, 'features.0.geometry', 'noGeometry'],
  ])('%j is an error at its path', (change, path, key) => {
    const file = read(JSON.stringify({ features: [{ ...zone, ...change }] }), 'ed269');
    expect(file.features[0]?.draft).toBeNull();
    expect(keysOf(file, 'errors')[0]?.map(([at, found]) => [at, found])).toContainEqual([path, key]);
  });

  const [volume] = zone.geometry;
  test.each([
    [{ uomDimensions: undefined }, 'uomDimensions', 'The unit is missing: M or FT'],
    [{ uomDimensions: 'NM' }, 'uomDimensions', 'An unknown unit: NM'],
    [
      { upperVerticalReference: undefined },
      'upperLimit',
      'Add the vertical reference (AGL, AMSL or WGS84) of the limit 120',
    ],
    [{ upperLimit: 'high', upperVerticalReference: null }, 'upperLimit', 'Not a valid vertical limit: high'],
  ])('with %j the %s is wrong, and nothing else is said', (change, field, message) => {
    const file = read(JSON.stringify({ features: [{ ...zone, geometry: [{ ...volume, ...change }] }] }));
    expect(file.features[0]?.draft).toBeNull();
    expect(file.features[0]?.errors.map(({ path, text }) => [path, textIn(text, 'en')])).toEqual([
      [`features.0.geometry.0.${field}`, message],
    ]);
  });
});
