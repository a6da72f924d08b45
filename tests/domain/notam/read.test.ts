import { describe, expect, test } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';
import { areaIn, areaOf } from '#domain/notam/area.ts';
import { cutNotams } from '#domain/notam/cut.ts';
import { levelsIn, levelsOf } from '#domain/notam/levels.ts';
import { type Notam, type NotamProblem, problemOf, problemText } from '#domain/notam/notam.ts';
import { positionsIn } from '#domain/notam/positions.ts';
import { readNotams } from '#domain/notam/read.ts';
import * as examples from './examples.ts';

const now = Date.parse('2026-11-23T02:20:00Z');
const at = (time: string) => Date.parse(time);
const one = (text: string): Notam => {
  const [notam, ...more] = readNotams(text, now);
  expect(more).toEqual([]);
  if (!notam) throw new Error('nothing was read');
  return notam;
};
const codes = ({ problems }: Notam) => problems.map(problemText);

test('a new NOTAM is read whole: its envelope, Q-line, times, schedule, limits with their datum', () => {
  const notam = one(examples.danger);
  expect(notam).toMatchObject({
    kind: 'notam',
    number: 'C1234/26',
    originator: 'ZBBBYNYX',
    issuedAt: at('2026-11-23T02:15:00Z'),
    type: 'N',
    refers: null,
    locations: ['ZBPE'],
    validFrom: at('2026-11-23T01:00:00Z'),
    validTo: at('2026-11-30T09:00:00Z'),
    isEstimated: false,
    isPermanent: false,
    schedule: 'DAILY 0100-0900',
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 1000, unit: 'm', reference: 'AMSL' },
    isChecklist: false,
    part: null,
    problems: [],
  });
  expect(notam.q).toMatchObject({ fir: 'ZBPE', code: 'QRTCA', lowerFl: 0, upperFl: 33, radiusNm: 7 });
  expect(notam.text).toMatch(/^A TEMPORARY RESTRICTED AREA[\s\S]*BACK TO START\.$/);
  expect(notam.raw).toBe(examples.danger);
});

test('coordinates of a Q-line are degrees and minutes', () => {
  const { q } = one(examples.danger);
  expect(q?.center?.latitude).toBeCloseTo(40.3, 9);
  expect(q?.center?.longitude).toBeCloseTo(116.15, 9);
  expect(codes(one(examples.danger.replace('4018N', '4060N')))).toEqual(['qCenter: 4060N11609E007']);
});

test('a replacement names what it replaces, and an estimate is marked', () => {
  expect(one(examples.runwayClosed)).toMatchObject({
    type: 'R',
    refers: 'A0799/26',
    validTo: at('2026-11-27T15:00:00Z'),
    isEstimated: true,
    text: 'RWY 18L/36R CLSD DUE TO MAINT.',
    lower: null,
    upper: null,
    problems: [],
  });
});

test('a cancellation needs no C)', () => {
  expect(one(examples.cancellation)).toMatchObject({
    type: 'C',
    refers: 'C1234/26',
    validTo: null,
    problems: [],
  });
});

test('PERM, UFN and WIE are understood', () => {
  const perm = one(examples.danger.replace('C) 2611300900', 'C) PERM'));
  expect(perm).toMatchObject({ isPermanent: true, validTo: null, problems: [] });
  expect(one(examples.danger.replace('C) 2611300900', 'C) UFN'))).toMatchObject({
    isPermanent: false,
    isEstimated: true,
    validTo: null,
  });
  expect(one(examples.danger.replace('B) 2611230100', 'B) WIE')).validFrom).toBe(at('2026-11-23T02:15:00Z'));
});

test('both languages of E) are kept apart, and the full width of Chinese letters means nothing', () => {
  const notam = one(examples.bilingual);
  expect(notam.text).toMatch(/^UNMANNED AIRCRAFT ACTIVITY.*5KM\.$/);
  expect(notam.textZh).toMatch(/^以N311200E1212000为中心/);
  const wide = one(examples.bilingual.replace('A) ZSHA B) 2611231200', 'Ａ）ZSHA　Ｂ）２６11231200'));
  expect(wide).toMatchObject({ locations: ['ZSHA'], validFrom: at('2026-11-23T12:00:00Z'), problems: [] });
});

test('a checklist is known by its code', () => {
  expect(one(examples.checklist)).toMatchObject({
    isChecklist: true,
    locations: ['ZBPE', 'ZSHA', 'ZGZU'],
    problems: [],
  });
});

test('SNOWTAM and ASHTAM are kept with heading and text, for as long as they can hold', () => {
  expect(one(examples.snowtam)).toMatchObject({
    kind: 'snowtam',
    number: null,
    locations: ['ZBTJ'],
    validFrom: at('2026-11-23T04:05:00Z'),
    validTo: at('2026-11-23T12:05:00Z'),
  });
  expect(one(examples.ashtam)).toMatchObject({
    kind: 'ashtam',
    locations: ['WIII'],
    validTo: at('2026-11-24T02:00:00Z'),
  });
});

test('parts are joined in their order, and a part alone says so', () => {
  const [first, second] = examples.parts;
  const notam = one(`${second}\n\n${first}`);
  expect(notam).toMatchObject({
    number: 'W0902/26',
    part: null,
    schedule: expect.stringContaining('APR 11 SR MINUS15-1900'),
    text: 'R-AREA LS-R7 ACT DUE TO FIRING.\nCONTACT THE RANGE BEFORE ENTERING.',
    upper: { value: 14_800, unit: 'ft', reference: 'AMSL' },
    problems: [],
  });
  expect(codes(one(second))).toEqual(['part: 1/2']);
  // What was joined is read again as it was stored.
  expect(one(notam.raw)).toEqual(notam);
});

test('parts are known by their numbers too, their end marks are no text, and two offices are apart', () => {
  const part = (number: string, fir: string, words: string) =>
    `(${number} NOTAMN\nQ) ${fir}/QRRCA/IV/BO/W/000/148/4624N00702E004\nA) ${fir} B) 2604110900 C) 2605131400\nE) ${words}`;
  const bulletin = [
    part('A0902/26B02', 'LSAS', 'SECOND HALF.\nF) GND G) FL100)'),
    part('A0902/26A02', 'EDGG', 'OTHER.\nEND PART 1 OF 2)'),
    part('A0902/26A02', 'LSAS', 'FIRST HALF.\n//END PART 01//\nF) GND G) FL100)'),
  ].join('\n\n');
  expect(
    readNotams(bulletin, now).map(({ number, text, problems }) => [number, text, problems.map(problemText)]),
  ).toEqual([
    ['A0902/26', 'FIRST HALF.\nSECOND HALF.', []],
    ['A0902/26', 'OTHER.', ['part: 2/2']],
  ]);
});

test('a bulletin is cut into its NOTAMs, each with its own envelope', () => {
  const bulletin = [examples.danger, examples.snowtam, examples.runwayClosed].join('\n\n');
  expect(cutNotams(bulletin)).toHaveLength(3);
  const read = readNotams(bulletin, now);
  expect(read.map(({ number, originator }) => [number, originator])).toEqual([
    ['C1234/26', 'ZBBBYNYX'],
    [null, 'ZBTJYNYX'],
    ['A0815/26', null],
  ]);
  const pib = `PRE-FLIGHT INFORMATION BULLETIN\nZBAA\n+ ${examples.runwayClosed.slice(1)}\n+ ${examples.debris}\nEND OF BULLETIN`;
  expect(readNotams(pib, now).map(({ number }) => number)).toEqual(['A0815/26', 'B3810/25']);
});

test('what is not understood is a remark, and the rest is read all the same', () => {
  const broken = one(
    examples.danger
      .replace('B) 2611230100', 'B) 2613450100')
      .replace('D) DAILY 0100-0900', 'D) WHEN THE MOON IS FULL')
      .replace('G) 1000M AMSL', 'G) FL1'),
  );
  expect(codes(broken)).toEqual(['validFrom: 2613450100', 'schedule: WHEN THE MOON IS FULL']);
  expect(broken).toMatchObject({ number: 'C1234/26', validFrom: null, locations: ['ZBPE'] });
  expect(codes(one('RWY CLSD TILL TOMORROW'))).toContain('noQLine');
  expect(codes(one(examples.danger.replace('1000M AMSL', '1000M')))).toEqual(['limitDatum: 1000M']);
  for (const problem of broken.problems) expect(problemOf(problemText(problem))).toEqual(problem);
});

test('F) and G) come first, then what the text says, then the Q-line', () => {
  expect(levelsOf(one(examples.danger))).toMatchObject({ from: 'fields', upper: { value: 1000 } });
  const without = one(examples.danger.replace(/\nF\).*\)/, ')'));
  expect(levelsOf(without)).toEqual({
    from: 'qLine',
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 33, unit: 'FL', reference: 'STD' },
  });
  expect(levelsOf(one(examples.debris))).toMatchObject({ from: 'fields', upper: null });
  expect(levelsIn('ACTIVITY BETWEEN SFC-3000M AMSL.')).toMatchObject({
    lower: { value: 0, reference: 'AGL' },
    upper: { value: 3000, unit: 'm', reference: 'AMSL' },
  });
  expect(levelsIn('BELOW 600M AGL')?.upper).toEqual({ value: 600, unit: 'm', reference: 'AGL' });
  expect(levelsIn('真高300米以下')?.upper).toEqual({ value: 300, unit: 'm', reference: 'AGL' });
  expect(levelsIn('300M')).toBeNull();
  // Of several areas nobody knows which is meant.
  expect(levelsIn('AREA A SFC-3000M AMSL, AREA B SFC-6000M AMSL')).toBeNull();
  expect(levelsIn('AREA A SFC-3000M AMSL, AREA B SFC-3000M AMSL')?.upper?.value).toBe(3000);
});

test.each([
  ['N3010E11020', 30 + 10 / 60, 110 + 20 / 60],
  ['3010N11020E', 30 + 10 / 60, 110 + 20 / 60],
  ['N301005E1102010', 30.168056, 110.336111],
  ['301005N1102010E', 30.168056, 110.336111],
  ['301005N 1102010E', 30.168056, 110.336111],
  ['N301005.50E1102010.50', 30.168194, 110.33625],
  ['N30.1680E110.3361', 30.168, 110.3361],
  ['30.1680N, 110.3361E', 30.168, 110.3361],
  ['N30°10′05″E110°20′10″', 30.168056, 110.336111],
  ['N30-10-05 E110-20-10', 30.168056, 110.336111],
  ['北纬30度10分05秒，东经110度20分10秒', 30.168056, 110.336111],
  ['S3010W11020', -(30 + 10 / 60), -(110 + 20 / 60)],
])('a position written as %s', (text, latitude, longitude) => {
  const [found, ...more] = positionsIn(`WI 5KM OF ${text}.`);
  expect(more).toEqual([]);
  expect(found?.position.latitude).toBeCloseTo(latitude, 5);
  expect(found?.position.longitude).toBeCloseTo(longitude, 5);
});

test('minutes of 60 and letters of the other axis are no position', () => {
  expect(positionsIn('N3060E11020 E3010N11020 N9110E11020')).toEqual([]);
});

const centre = { latitude: 30 + 10 / 60, longitude: 110 + 20 / 60 };
test.each([
  ['A CIRCLE RADIUS 5KM CENTERED ON N3010E11020', 5000],
  ['WITHIN A RADIUS OF 3 NM CENTRED ON N3010E11020', 5556],
  ['WI 10NM OF N3010E11020', 18_520],
  ['5NM RADIUS OF 3010N11020E', 9260],
  ['2NM radius centred on 301000N 1102000E, excluding an aerodrome', 3704],
  ['以N3010E11020为中心、半径5公里范围内', 5000],
  ['N3010E11020半径2.5千米', 2500],
  ['PSN N3010E11020, RADIUS:500M', 500],
])('a circle: %s', (text, radiusM) => {
  const area = areaIn(text);
  if (area?.type !== 'Polygon') throw new Error(JSON.stringify(area));
  for (const [longitude, latitude] of area.coordinates[0] ?? []) {
    expect(inverse(centre, { latitude, longitude }).distanceM).toBeCloseTo(radiusM, 0);
  }
});

test.each([
  ['BOUNDED BY LINES JOINING POINTS: N3010E11020-N3020E11020-N3020E11030-N3010E11030 BACK TO START', 4],
  ['AREA BOUNDED BY 301000N1102000E, 302000N1102000E, 302000N1103000E', 3],
  ['N3010E11020、N3020E11020、N3020E11030、N3010E11020四点连线范围内', 3],
  ['LATERAL LIMITS:\n1. N3010E11020\n2. N3020E11020\n3. N3020E11030\n4. N3010E11030', 4],
  ['1302N11620E 1310N11700E 1214N11710E 1205N11625E 1302N11620E', 4],
])('an area: %s', (text, corners) => {
  const area = areaIn(text);
  if (area?.type !== 'Polygon') throw new Error(JSON.stringify(area));
  expect(area.coordinates[0]).toHaveLength(corners + 1);
});

const square =
  'AREA BOUNDED BY LINES JOINING POINTS: N3000E11000-N3000E11040-N3040E11040-N3040E11000 BACK TO START';
const holds = (text: string, latitude: number, longitude: number) => {
  const area = areaIn(text);
  if (area?.type !== 'Polygon' && area?.type !== 'MultiPolygon') throw new Error(JSON.stringify(area));
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return polygons.some((rings) => isWithinRings(rings, { latitude, longitude }));
};

test.each([
  [`${square}, EXCLUDING A CIRCLE RADIUS 5KM CENTERED ON N3020E11020`],
  [`${square} EXC WI 5KM OF N3020E11020.`],
  [`${square}, EXCEPT THE AREA BOUNDED BY N3018E11018-N3018E11022-N3022E11022-N3022E11018-N3018E11018`],
  [
    'N3000E11000、N3000E11040、N3040E11040、N3040E11000四点连线范围内，除以N3020E11020为圆心、半径5公里范围外',
  ],
])('what is left out is a hole: %s', (text) => {
  expect(holds(text, 30.1, 110.1)).toBe(true);
  expect(holds(text, 30 + 20 / 60, 110 + 20 / 60)).toBe(false);
});

test('an exception over the edge takes nothing away, and one elsewhere was none', () => {
  const over = `${square}, EXCLUDING A CIRCLE RADIUS 5KM CENTERED ON N3000E11020`;
  expect(holds(over, 30.01, 110 + 20 / 60)).toBe(true);
  expect(holds(over, 29.99, 110 + 20 / 60)).toBe(false);
  expect(holds(`${square}, EXC WI 5KM OF N3120E11020`, 31 + 20 / 60, 110 + 20 / 60)).toBe(true);
  // The next sentence is not of the exception.
  const further = `${square} EXC AIRCRAFT OF THE STATE. WI 5KM OF N3020E11020`;
  expect(holds(further, 30 + 20 / 60, 110 + 20 / 60)).toBe(true);
});

test('an arc is followed the way that is said', () => {
  const text = (way: string) =>
    `AREA BOUNDED BY N3010E11010 THEN ${way} ARC OF A CIRCLE RADIUS 5NM CENTERED ON N3010E11020 TO N3010E11030 BACK TO START`;
  const northern = areaIn(text('CLOCKWISE'));
  const southern = areaIn(text('COUNTERCLOCKWISE'));
  if (northern?.type !== 'Polygon' || southern?.type !== 'Polygon') throw new Error('no area');
  const tops = [northern, southern].map(({ coordinates }) =>
    Math.max(...(coordinates[0] ?? []).map(([, lat]) => lat)),
  );
  expect(tops[0]).toBeGreaterThan(30.28);
  expect(tops[1]).toBeLessThan(30.18);
});

test('a strip along a line, and two areas in one text', () => {
  const strip = areaIn('WI 5KM EITHER SIDE OF LINE JOINING N3010E11020 - N3010E11120');
  if (strip?.type !== 'Polygon') throw new Error('no strip');
  const widths = (strip.coordinates[0] ?? []).map(
    ([longitude, latitude]) =>
      inverse({ latitude: 30 + 10 / 60, longitude }, { latitude, longitude }).distanceM,
  );
  expect(Math.max(...widths)).toBeGreaterThan(4900);
  const two = areaIn('1) RADIUS 5KM CENTERED ON N3010E11020.\n2) RADIUS 3KM CENTERED ON N3110E11120.');
  expect(two?.type).toBe('MultiPolygon');
});

test('circles and lists that are numbered are areas of their own, and no corners of one', () => {
  const parts = (text: string) => {
    const area = areaIn(text);
    if (area?.type !== 'MultiPolygon') throw new Error(JSON.stringify(area));
    return area.coordinates.map(([ring = []]) => {
      const latitudes = ring.map(([, latitude]) => latitude);
      return [ring.length, Math.min(...latitudes).toFixed(2), Math.max(...latitudes).toFixed(2)];
    });
  };
  const circles = [
    [73, '30.12', '30.21'],
    [73, '30.31', '30.36'],
    [73, '30.48', '30.52'],
  ];
  expect(
    parts(
      'TEMPO DANGER AREAS: 1. N3010E11020 RADIUS 5KM 2. N3020E11030 RADIUS 3KM 3. N3030E11040 RADIUS 2KM',
    ),
  ).toEqual(circles);
  expect(
    parts(
      'DANGER AREAS WI RADIUS 5KM OF N3010E11020, RADIUS 3000M OF N3020E11030, RADIUS 2KM OF N3030E11040',
    ),
  ).toEqual(circles);
  expect(
    parts(
      'AREA BOUNDED BY 1) N3010E11020-N3020E11020-N3020E11030 2) N3110E11120-N3120E11120-N3120E11130-N3110E11130',
    ),
  ).toEqual([
    [4, '30.17', '30.33'],
    [5, '31.17', '31.33'],
  ]);
});

test('a radius in metres has as many digits as it takes', () => {
  const area = areaIn('CIRCLE RADIUS 10000M CENTERED ON N3010E11020');
  if (area?.type !== 'Polygon') throw new Error('no circle');
  expect(Math.max(...(area.coordinates[0] ?? []).map(([, latitude]) => latitude))).toBeCloseTo(30.257, 2);
});

test('a list with a name between its corners is whole or not at all', () => {
  const named = areaIn('AREA BOUNDED BY N3010E11020-N3020E11020(ABC VOR)-N3020E11030-N3010E11030');
  expect(named?.type === 'Polygon' && named.coordinates[0]?.length).toBe(5);
  const { q } = one(examples.danger);
  const torn = areaOf(
    'AREA BOUNDED BY N3010E11020-N3020E11020-N3020E11030 VIA SOMETOWN TO N3010E11030-N3005E11025',
    q,
  );
  expect(torn.area.from).toBe('qLine');
  expect(torn.problems.map(({ code }) => code)).toContain('area');
});

test('a list of obstacles is no area, and one that crosses itself is a remark; the Q-line serves instead', () => {
  expect(areaIn('CRANES ERECTED AT N3010E11020, N3020E11020, N3020E11030')).toBeNull();
  const { q } = one(examples.danger);
  const crossed = 'AREA BOUNDED BY N3010E11020-N3020E11030-N3020E11020-N3010E11030';
  const { area, problems } = areaOf(crossed, q);
  expect(area.from).toBe('qLine');
  expect(problems.map(({ code }) => code)).toEqual(['area']);
  expect(areaOf(one(examples.danger).text, q).area.from).toBe('text');
  expect(areaOf('RWY CLSD', one(examples.checklist).q).area).toEqual({ geometry: null, from: 'none' });
});

describe('a strip is no area between the corners of its line', () => {
  const line = 'N400000E1160000-N402000E1163000-N403000E1170000';
  const between = { latitude: 40.255, longitude: 116.5 };
  test.each([
    `A CORRIDOR 5KM EITHER SIDE OF LINE ${line}`,
    `WITHIN 5KM OF THE LINE ${line}`,
    `以${line}三点连线为中心线，两侧各5公里范围内`,
    `${line}, 5KM EITHER SIDE`,
  ])('%s', (text) => {
    expect(holds(text, 40.02, 116)).toBe(true);
    expect(holds(text, 40 + 20 / 60, 116.5)).toBe(true);
    expect(holds(text, between.latitude, between.longitude)).toBe(false);
  });

  test('nor where its width is not understood', () => {
    const problems: NotamProblem[] = [];
    expect(areaIn(`CORRIDOR OF WIDTH 10KM ALONG ${line}`, problems)).toBeNull();
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe('a corner that cannot be read makes the area unknown, never smaller', () => {
  test.each([
    // Minutes of 90, at the end, in the middle and at the beginning.
    'AREA BOUNDED BY N403000E1001200-N394800E1003000-N400600E1005000-N404800E1009000 BACK TO START',
    'AREA BOUNDED BY N403000E1001200-N394800E1003000-N400600E1009000-N404800E1005000-N404900E1004000 BACK TO START',
    'AREA BOUNDED BY N4O3000E1001200-N394800E1003000-N400600E1005000-N404800E1001000 BACK TO START',
  ])('%s', (text) => expect(areaIn(text)).toBeNull());
});

test('a position that the end of a line tears is put together', () => {
  const corners = (text: string) => {
    const area = areaIn(text);
    return area?.type === 'Polygon' ? area.coordinates[0]?.length : area?.type;
  };
  expect(
    corners(
      'AREA BOUNDED BY THE FOLLOWING\n364220N1253241E-364220N1255825E-36151\n3N1255410E-324038N12454\n41E',
    ),
  ).toBe(5);
  expect(
    corners('BOUNDED BY: N400248E1055030-N400242E1052403-N39 5808E1012905-N39345 0E1052608, BACK TO START'),
  ).toBe(5);
});

test('the corners of one area may each have a number and a line, and the longitude may come first', () => {
  const square = (text: string) => {
    expect(holds(text, 30.55, 104.05)).toBe(true);
    expect(holds(text, 30.45, 104.05)).toBe(false);
    expect(holds(text, 30.55, 104.15)).toBe(false);
  };
  square(
    '在以下四点连线范围内：\n1)N30°30′00″、E104°00′00″\n2)N30°40′00″、E104°00′00″\n3)N30°40′00″、E104°08′00″\n4)N30°30′00″、E104°08′00″\n禁止进入。',
  );
  square(
    '东经104度00分北纬30度30分，东经104度00分北纬30度40分，东经104度08分北纬30度40分，东经104度08分北纬30度30分四点连线范围内',
  );
  square('AREA: E1040000N303000-E1040000N304000-E1040800N304000-E1040800N303000');
  expect(
    areaIn('五点连线范围内：\n1）23-41.31N、117-31.49E\n2）23-36.23N、117-28.73E\n3）23-35.10N、117-30.10E'),
  ).toMatchObject({
    type: 'Polygon',
  });
});

test('what is left out of an area that was not understood is not the area, and an arc has no circle at its ends', () => {
  const semicircle =
    'A SEMICIRCLE, 360118N1281017E - A CLOCKWISE 3NM ARC CENTERED ON 360243N1281333E EXC A CIRCLE RADIUS 1.5NM CENTERED ON 360243N1281333E';
  expect(areaIn(semicircle)).toBeNull();
  const arc =
    'COORD 042655N0303631W THEN ALONG THE CLOCKWISE ARC OF A CIRCLE OF 70NM RADIUS CENTRED ON 040000N0314100W TO 050856N0313309W';
  expect(holds(arc, 4, -31.68)).toBe(true);
  expect(areaIn(arc)?.type).toBe('Polygon');
});

test('a limit that may be feet or metres, one above the other, and an end before its beginning are not taken', () => {
  const limits = (lower: string, upper: string) =>
    one(examples.danger.replace('F) SFC G) 1000M AMSL', `F) ${lower} G) ${upper}`));
  expect(limits('SFC', '3000')).toMatchObject({ upper: null, problems: [{ code: 'limit', detail: '3000' }] });
  expect(limits('3000M AMSL', '1200M AMSL')).toMatchObject({ lower: null, upper: null });
  expect(codes(limits('3000M AMSL', '1200M AMSL'))).toEqual(['limit: 3000M AMSL – 1200M AMSL']);
  expect(limits('SFC', '1,200M AMSL')).toMatchObject({ upper: { value: 1_200, unit: 'm' }, problems: [] });
  const before = one(examples.danger.replace('C) 2611300900', 'C) 2611130900'));
  expect(before).toMatchObject({ validTo: null, isPermanent: false, problems: [{ code: 'order' }] });
});

test('a Q-line may have seconds', () => {
  const { q } = one(examples.danger.replace('4018N11609E007', '401830N1160900E007'));
  expect(q?.center?.latitude).toBeCloseTo(40.308333, 5);
  expect(q?.radiusNm).toBe(7);
});
