import { describe, expect, test } from 'vitest';
import { inverse, type LonLat } from '#domain/geo/geodesy.ts';
import { keysOf, read } from './imported.ts';

const limits = ['AL GND', 'AH 1000 m AGL'];
const head = ['AC R', 'AN One', ...limits];
const triangle = ['DP 30:00:00 N 104:00:00 E', 'DP 30:00:00 N 105:00:00 E', 'DP 31:00:00 N 105:00:00 E'];
const of = (...lines: string[]) => read(lines.join('\n'), 'openair');
const ringOf = (lines: string[]) => {
  const geometry = of(...lines).features[0]?.draft?.geometry;
  return geometry?.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : [];
};

describe('an arc between two points', () => {
  // Its centre is rounded to a second: one end is 15 m further from it than the other.
  const centre = { latitude: 44 + 40 / 60 + 18 / 3600, longitude: 4 + 47 / 60 + 5 / 3600 };
  const arc = [
    ...head,
    'DP 44:50:00 N 004:47:05 E',
    'V X=44:40:18 N 004:47:05 E',
    'V D=+',
    'DB 44:50:00 N 004:47:05 E, 44:40:18 N 005:00:40 E',
    'DP 44:40:18 N 005:00:40 E',
    'DP 44:40:18 N 004:47:05 E',
  ];

  test('ends at the points of the file, to the digit, and its radius changes evenly between them', () => {
    const ring = ringOf(arc);
    const [first, end]: LonLat[] = [
      [4.7847222, 44.8333333],
      [5.0111111, 44.6716667],
    ];
    expect(ring[0]).toEqual(first);
    expect(ring.at(-3)).toEqual(end);
    const radii = ring
      .slice(0, -2)
      .map(([longitude, latitude]) => inverse(centre, { latitude, longitude }).distanceM);
    expect(Math.abs((radii[0] ?? 0) - (radii.at(-1) ?? 0))).toBeGreaterThan(1);
    const rising = (radii.at(-1) ?? 0) > (radii[0] ?? 0) ? 1 : -1;
    radii.slice(1).forEach((radius, i) => {
      expect(rising * (radius - (radii[i] ?? 0))).toBeGreaterThan(-0.02);
    });
    // No corner is written twice, and no side runs back.
    expect(new Set(ring.slice(1).map(String)).size).toBe(ring.length - 1);
  });

  test('from a point to itself is no turn: the joint of an airway', () => {
    const ring = ringOf([
      ...head,
      'V X=50:11:21.0N 122:25:52.0W',
      'DP 50:42:58.0N 122:37:45.1W',
      'DB 50:10:32.8N 122:10:21.5W, 50:10:32.8N 122:10:21.5W',
      'DP 50:12:07.1N 122:41:22.9W',
    ]);
    expect(ring).toHaveLength(4);
  });

  test('an arc turns clockwise again in the next airspace', () => {
    const circleArc = ['V X=40:00:00 N 100:00:00 E', 'DA 5,0,90', 'DP 40:00:00 N 100:00:00 E'];
    const file = of(...head, 'V D=-', ...circleArc, 'AC R', 'AN Two', ...limits, ...circleArc);
    const corners = file.features.map(({ draft }) =>
      draft?.geometry?.type === 'Polygon' ? draft.geometry.coordinates[0]?.length : 0,
    );
    expect(corners).toEqual([57, 21]);
  });
});

test('a name keeps its stars, and behind coordinates they begin a comment', () => {
  const file = of(
    ...['AC R', 'AN R-123 *TEMP* North', 'AL GND * ground', 'AH 3000ft ASL *inline'],
    ...triangle.map((line) => `${line} * corner`),
  );
  expect(keysOf(file, 'errors')).toEqual([[]]);
  expect(file.features[0]?.draft).toMatchObject({
    name: 'R-123 *TEMP* North',
    upper: { value: 3000, unit: 'ft', reference: 'AMSL' },
  });
});

describe('kinds and classes', () => {
  test.each([
    ['AC GP', 'restricted', null, ['kindNear']],
    ['AC TMZ', 'monitoring', null, ['kindNear']],
    ['AC RMZ', 'reporting', null, ['kindNear']],
    ['AC CTR', 'ctr', null, []],
    ['AC F', 'cta', null, ['classIgnored', 'kindTaken']],
    // Of OpenAir a wave window, never China's class W.
    ['AC W', 'reporting', null, ['kindNear']],
    ['AC D\nAY TMZ', 'monitoring', 'D', ['kindNear']],
    ['AC UNC\nAY R', 'restricted', null, []],
    ['AY TSA\nAC C', 'tempRestricted', 'C', []],
    ['AC GAW\nAY GSEC', 'reporting', null, ['kindIgnored', 'kindNear']],
  ])('%j', (records, kind, airspaceClass, notes) => {
    const file = of(...records.split('\n'), 'AN One', ...limits, ...triangle);
    expect(file.features.map(({ errors }) => errors)).toEqual([[]]);
    expect(file.features[0]?.draft?.kind).toBe(kind);
    expect(file.features[0]?.draft?.airspaceClass ?? null).toBe(airspaceClass);
    expect(keysOf(file, 'warnings')[0]?.map(([, key]) => key)).toEqual(notes);
  });

  test('a name that nobody knows is an error where nothing else says the kind', () =>
    expect(keysOf(of('AC XYZ', 'AN One', ...limits, ...triangle), 'errors')).toEqual([[['AC', 'kind', 1]]]));
});

describe('airways', () => {
  const points = ['DY 30:00:00 N 104:00:00 E', 'DY 30:30:00 N 104:30:00 E', 'DY 30:30:00 N 105:00:00 E'];

  test('are corridors as wide as V W= says', () => {
    const file = of(...head, 'V W=5', ...points);
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(file.features[0]?.draft).toMatchObject({
      shape: 'corridor',
      widthM: 9260,
      centerline: {
        type: 'LineString',
        coordinates: [
          [104, 30],
          [104.5, 30.5],
          [105, 30.5],
        ],
      },
    });
  });

  test.each([
    [points, ['DY', 'noWidth', 7]],
    [
      ['V W=wide', ...points],
      ['V', 'variable', 5],
    ],
    [
      ['V W=5', ...points, ...triangle],
      ['DP', 'severalShapes', 11],
    ],
  ])('%j are none', (lines, notes) =>
    expect(keysOf(of(...head, ...lines), 'errors')[0]).toContainEqual(notes),
  );
});

describe('an error names its record and line', () => {
  test.each([
    [
      'an outline that meets itself',
      [
        ...head,
        'DP 30:00:00 N 104:00:00 E',
        'DP 31:00:00 N 105:00:00 E',
        'DP 31:00:00 N 104:00:00 E',
        'DP 30:00:00 N 105:00:00 E',
        'DP 29:00:00 N 104:30:00 E',
      ],
      ['DP', 'crossing', 8],
    ],
    [
      'limits upside down',
      ['AC R', 'AN One', 'AL 900 m AGL', 'AH 300 m AGL', ...triangle],
      ['AH', 'limitsOrder', 4],
    ],
    ['a limit that is missing', ['AC R', 'AN One', 'AL GND', ...triangle], ['AH', 'noUpper', 1]],
    ['a limit twice', [...head, 'AH 500 m AGL', ...triangle], ['AH', 'twice', 5]],
    ['two circles', [...head, 'V X=40:00:00 N 100:00:00 E', 'DC 2', 'DC 3'], ['DC', 'severalShapes', 7]],
    ['a record of the extent that there is not', [...head, ...triangle, 'DX 1'], ['DX', 'command', 8]],
    ['too few corners', [...head, ...triangle.slice(1)], ['DP', 'twoPoints', 6]],
  ])('%s', (_, lines, notes) => {
    const file = of(...lines);
    expect(file.features[0]?.draft).toBeNull();
    expect(keysOf(file, 'errors')).toEqual([[notes]]);
  });

  test('a file of something else names its first line', () => {
    const file = of('* a comment', 'Dear all,', 'here it is');
    expect(file.errors).toMatchObject([{ line: 2, text: { key: 'airspace.import.notOpenAir' } }]);
  });
});

describe('what was read in spite of an error in the file is a warning', () => {
  test.each([
    ['lines before the first airspace', ['Airspace of today', ...head, ...triangle], ['?', 'before', 1]],
    ['60 seconds', [...head, 'DP 29:59:60.0 N 104:00:00 E', ...triangle.slice(1)], ['DP', 'sixty', 5]],
    [
      'a record that there is not',
      [...head, 'AW MON.08:00L-23:59L', 'AW TUE.08:00L-23:59L', ...triangle],
      ['AW', 'ignored', 5],
    ],
    [
      'several intervals of activation',
      [
        ...head,
        'AA 2026-12-16T12:00Z/2026-12-16T13:00Z',
        'AA 2026-12-17T12:00Z/2026-12-17T13:00Z',
        ...triangle,
      ],
      ['AA', 'timesIgnored', 6],
    ],
  ])('%s', (_, lines, notes) => {
    const file = of(...lines);
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(keysOf(file, 'warnings')).toEqual([[notes]]);
    const geometry = file.features[0]?.draft?.geometry;
    expect(geometry?.type === 'Polygon' && geometry.coordinates[0]?.[0]).toEqual([104, 30]);
    expect(file.features[0]?.draft?.validFrom ?? null).toBeNull();
  });

  test('one interval of activation is the validity', () => {
    const file = of(...head, 'AA 2026-12-16T12:00Z/2026-12-16T13:00Z', ...triangle);
    expect(file.features[0]?.draft).toMatchObject({
      validFrom: '2026-12-16T12:00:00.000Z',
      validTo: '2026-12-16T13:00:00.000Z',
    });
  });
});

test('names before AC, pens of a class and terrain belong to no airspace before them', () => {
  const file = of(
    'AC Q',
    'SP 0,2,127,0,127',
    'SB -1,-1,-1',
    'AC R',
    'AN One',
    ...limits,
    ...triangle,
    'AN Two ; a part of the name',
    'AC P',
    ...limits,
    'DP 30:00:00 N 104:00:00 E ;\tthe tower',
    'DP 30:00:00 N 105:00:00 E* the bridge',
    'DP 31:00:00 N 105:00:00 E',
    'TC A hill',
    'DP 32:00:00 N 106:00:00 E',
  );
  expect(keysOf(file, 'errors')).toEqual([[], []]);
  expect(file.features.map(({ draft }) => [draft?.name, draft?.kind])).toEqual([
    ['One', 'restricted'],
    ['Two ; a part of the name', 'prohibited'],
  ]);
  const [, second] = file.features;
  expect(second?.draft?.geometry?.type === 'Polygon' && second.draft.geometry.coordinates[0]).toHaveLength(4);
});

describe('outlines that meet themselves through rounding, as national files have them', () => {
  const outline = (...corners: string[]) => of(...head, ...corners.map((one) => `DP ${one}`));

  test('a spike and a point twice are left out, with a warning at their line, and the rest is imported', () => {
    const file = outline(
      '45:40:00 N 005:00:00 E',
      '45:40:00 N 005:30:00 E',
      '45:45:00 N 005:30:00 E',
      '45:45:00 N 005:36:00 E',
      '45:45:00 N 005:30:00 E',
      '45:50:00 N 005:30:00 E',
      '45:50:00 N 005:00:00 E',
    );
    const [feature] = file.features;
    expect(feature?.errors).toEqual([]);
    expect(keysOf(file, 'warnings')[0]).toEqual([['DP', 'repairedSpike', head.length + 3]]);
    expect(feature?.repairs).toEqual([
      {
        kind: 'spike',
        at: [5.5, 45.75],
        piece: [
          [5.5, 45.75],
          [5.6, 45.75],
          [5.5, 45.75],
        ],
        widthM: 0,
      },
    ]);
    const geometry = feature?.draft?.geometry;
    expect(geometry?.type === 'Polygon' && geometry.coordinates[0]?.map(String)).not.toContain('5.6,45.75');
  });

  test('a last corner some seconds past the first side crosses it: that corner goes', () => {
    // Three seconds of latitude are 93 m.
    const file = outline(
      '45:40:00 N 005:00:00 E',
      '45:40:00 N 005:30:00 E',
      '45:50:00 N 005:30:00 E',
      '45:50:00 N 005:00:00 E',
      '45:39:57 N 005:00:03 E',
      '45:39:57 N 005:00:05 E',
    );
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(new Set(keysOf(file, 'warnings')[0]?.map(([, key]) => key))).toEqual(new Set(['repairedSliver']));
    expect(file.features[0]?.repairs?.every(({ widthM }) => widthM > 0 && widthM <= 180)).toBe(true);
  });

  test('an outline that touches itself in a corner is divided there', () => {
    const file = outline(
      '45:40:00 N 005:00:00 E',
      '45:40:00 N 005:10:00 E',
      '45:45:00 N 005:10:00 E',
      '45:45:00 N 005:20:00 E',
      '45:50:00 N 005:20:00 E',
      '45:50:00 N 005:10:00 E',
      '45:45:00 N 005:10:00 E',
      '45:45:00 N 005:00:00 E',
    );
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(file.features[0]?.draft?.geometry?.type).toBe('MultiPolygon');
    expect(keysOf(file, 'warnings')[0]).toEqual([['DP', 'repairedTouch', head.length + 3]]);
  });

  test('one of two points keeps its refusal, with their number', () => {
    const file = outline('45:40:00 N 005:00:00 E', '45:40:00 N 005:10:00 E', '45:40:00 N 005:00:00 E');
    expect(keysOf(file, 'errors')).toEqual([[['DP', 'twoPoints', head.length + 3]]]);
    expect(file.features[0]?.errors[0]?.text.values).toEqual({ count: 2 });
  });
});

test.each(['\u001a', '\r\n\u001a', '\0\0\0', '\u001a\0\0\r\n'])(
  'the end sign and filling of old programs (%j) belong to no airspace',
  (end) => {
    const file = of([...head, ...triangle].join('\n') + end);
    expect(keysOf(file, 'errors')).toEqual([[]]);
    expect(keysOf(file, 'warnings')).toEqual([[]]);
    expect(file.features).toHaveLength(1);
  },
);
