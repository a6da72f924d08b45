import { describe, expect, test } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { readAdvisory } from '#domain/weather/advisory.ts';
import { mostAheadMs } from '#domain/weather/reading.ts';
import { levelsIn, movementIn, readWarning } from '#domain/weather/warning.ts';
import { areaIn } from '#domain/weather/warning-area.ts';
import type { AreaWarning } from '#domain/weather/weather.ts';

const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour, minute);
const context = { receivedAt: at(22, 3, 15), kind: null, indicator: null, centre: 'ZBBB', mostAheadMs };
function read(raw: string): AreaWarning {
  const found = readWarning(raw, context);
  if (!found.ok) throw new Error(`${raw}: ${found.reason.key}`);
  return found.value;
}
const fl = (value: number) => ({ value, unit: 'FL', reference: 'STD' });
const ringOf = (area: AreaWarning['area']) =>
  (area?.type === 'Polygon' ? (area.coordinates[0] ?? []) : []).map(([x = 0, y = 0]) => [
    Math.round(x * 1_000) / 1_000,
    Math.round(y * 1_000) / 1_000,
  ]);
const bounds = (area: AreaWarning['area']) => {
  const [xs, ys] = [ringOf(area).map(([x = 0]) => x), ringOf(area).map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

test('a SIGMET with polygon, levels, movement and a later place', () => {
  const value = read(`ZBPE SIGMET 2 VALID 220320/220720 ZBAA-
ZBPE BEIJING FIR EMBD TS OBS AT 0300Z WI N4000 E11000 - N4200 E11500 - N3930 E11500 - N4000 E11000 TOP FL360
MOV NE 30KMH INTSF FCST AT 0700Z WI N4100 E11200 - N4300 E11700 - N4030 E11700 - N4100 E11200=`);
  expect(value).toMatchObject({
    kind: 'SIGMET',
    fir: 'ZBPE',
    office: 'ZBAA',
    sequence: '2',
    validFrom: at(22, 3, 20),
    validTo: at(22, 7, 20),
    isCancellation: false,
    phenomenon: 'EMBD TS',
    isObserved: true,
    lower: null,
    upper: fl(360),
    movement: { directionDeg: 45, speedMps: 8.33 },
    intensity: 'intensifying',
  });
  // Counter-clockwise and closed, whichever way it was written.
  expect(ringOf(value.area)).toEqual([
    [110, 40],
    [115, 39.5],
    [115, 42],
    [110, 40],
  ]);
  expect(bounds(value.forecastArea ?? null)).toEqual([112, 40.5, 117, 43]);
});

test('an AIRMET, from the ground, over the whole region', () => {
  expect(
    read(
      'ZUUU AIRMET A01 VALID 220320/220720 ZUUU- ZPKM KUNMING FIR MOD ICE FCST ENTIRE FIR SFC/3000M STNR NC=',
    ),
  ).toMatchObject({
    kind: 'AIRMET',
    sequence: 'A01',
    phenomenon: 'MOD ICE',
    isObserved: false,
    area: null,
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 3000, unit: 'm', reference: 'AMSL' },
    movement: 'stationary',
    intensity: 'unchanged',
  });
});

test('an AIRMET of visibility has no level, and one of cloud those above the ground', () => {
  const levels = (what: string) => {
    const { lower, upper, phenomenon } = read(
      `ZBAA AIRMET 1 VALID 220320/220720 ZBAA-\nZBPE BEIJING FIR ${what} OBS WI N4000 E11000 - N4200 E11500 - N3930 E11500 STNR NC=`,
    );
    return { lower, upper, phenomenon };
  };
  expect(levels('SFC VIS 1500M FG')).toEqual({ lower: null, upper: null, phenomenon: 'SFC VIS 1500M FG' });
  expect(levels('BKN CLD 120/900M')).toMatchObject({
    lower: { value: 120, unit: 'm', reference: 'AGL' },
    upper: { value: 900, unit: 'm', reference: 'AGL' },
  });
  expect(levels('OVC CLD 270/ABV3000M')).toMatchObject({ lower: null, upper: null });
});

test('a cancellation names what it takes away', () => {
  expect(
    read('ZBPE SIGMET 3 VALID 220500/220720 ZBAA- ZBPE BEIJING FIR CNL SIGMET 2 220320/220720='),
  ).toMatchObject({ isCancellation: true, cancels: '2 220320/220720', sequence: '3', area: null });
});

test('a GAMET tells up to where it is made and of what its first section warns', () => {
  const value = read(`ZBPE GAMET VALID 220600/221200 ZBAA-
ZBPE BEIJING FIR/2 BLW FL100
SECN I
SFC WSPD: 10/12 15MPS
MT OBSC: MT N OF N40
TURB: MOD BLW FL090
SECN II
PSYS: 06 L 1004 HPA
WIND/T: 2000FT 270/18MPS PS03=`);
  expect(value).toMatchObject({
    kind: 'GAMET',
    validTo: at(22, 12),
    lower: { value: 0, reference: 'AGL' },
    upper: fl(100),
    phenomenon: 'SFC WSPD, MT OBSC, TURB',
  });
});

describe('areas', () => {
  test.each<[string, string, number[] | null]>([
    ['a side of a parallel', 'N OF N4000', [105, 40, 122.5, 47.5]],
    ['a side of a meridian', 'W OF E11030', [105, 34, 110.5, 47.5]],
    ['two of them', 'S OF N4000 AND E OF E11500', [115, 34, 122.5, 40]],
    ['between two', 'N OF N3600 AND S OF N3800', [105, 36, 122.5, 38]],
    ['digits first', 'WI 4000N11000E - 4200N11500E - 3930N11500E', [110, 39.5, 115, 42]],
    ['whole degrees', 'WI N40 E110 - N42 E115 - N39 E115 - N40 E110', [110, 39, 115, 42]],
    ['nothing that can be drawn', 'OVER THE MOUNTAINS', null],
    ['what lies nowhere', 'WI N9100 E11000 - N4200 E11500 - N3930 E11500', null],
    ['a line that is no area', 'WI N4000 E11000 - N4200 E11500', null],
  ])('%s', (_, text, wanted) => {
    const area = areaIn(text, 'ZBPE');
    if (wanted) expect(bounds(area)).toEqual(wanted);
    else expect(area).toBeNull();
  });

  test('a line cuts the extent on its side', () => {
    const south = areaIn('S OF LINE N3600 E10500 - N4000 E12230', 'ZBPE');
    expect(bounds(south)).toEqual([105, 34, 122.5, 40]);
    const north = areaIn('NW OF LINE N3600 E10500 - N4000 E12230', 'ZBPE');
    expect(bounds(north)).toEqual([105, 36, 122.5, 47.5]);
    // A line with a corner: the straight cut leaves all of what is meant.
    const bent = areaIn('N OF LINE N4000 E10500 - N3700 E11400 - N4000 E12230', 'ZBPE');
    expect(bounds(bent)[1]).toBeLessThanOrEqual(37);
    expect(areaIn('N OF N40', 'XXXX')).toBeNull();
  });

  test.each<[string, number, number]>([
    ['WI 50KM OF N3010 E10400', 50_000, 50_000],
    ['WI 30NM OF N3010 E10400', 55_560, 55_560],
    ['PSN N3010 E10400 CB OBS AT 0300Z WI 180NM OF TC CENTRE', 333_360, 333_360],
  ])('%s is a circle', (text, least, most) => {
    const centre = { latitude: 30 + 10 / 60, longitude: 104 };
    const area = areaIn(text, 'ZPKM');
    if (area?.type !== 'Polygon') throw new Error('no polygon');
    for (const [longitude = 0, latitude = 0] of area.coordinates[0] ?? []) {
      const { distanceM } = inverse(centre, { latitude, longitude });
      expect(distanceM).toBeGreaterThan(least - 1);
      expect(distanceM).toBeLessThan(most + 1);
    }
    expect(areaIn(text, 'ZPKM')).not.toBeNull();
  });

  test.each([
    'WI 50KM OF LINE N3000 E10400 - N3100 E10400',
    'APRX 100KM WID LINE BTN N3000 E10400 - N3100 E10400',
  ])('%s is a band', (text) => {
    const [west = 0, south = 0, east = 0] = bounds(areaIn(text, 'ZPKM'));
    expect(east - west).toBeCloseTo(1.046, 1);
    expect(south).toBeCloseTo(29.55, 1);
  });

  test('corners in no order become what they span', () => {
    const area = areaIn('WI N4000 E11000 - N4200 E11500 - N4200 E11000 - N4000 E11500', 'ZBPE');
    expect(ringOf(area)).toHaveLength(5);
    expect(bounds(area)).toEqual([110, 40, 115, 42]);
  });
});

describe('levels', () => {
  const m = (value: number, reference = 'AMSL') => ({ value, unit: 'm', reference });
  test.each<[string, unknown, unknown]>([
    ['FL180/340', fl(180), fl(340)],
    ['FL340/180', fl(180), fl(340)],
    ['FL180/FL340', fl(180), fl(340)],
    ['TOP FL360', null, fl(360)],
    ['TOP ABV FL360', null, null],
    ['ABV FL250', fl(250), null],
    ['BLW FL100', null, fl(100)],
    ['FL100', fl(100), fl(100)],
    ['SFC/FL080', m(0, 'AGL'), fl(80)],
    ['SFC/3000M', m(0, 'AGL'), m(3000)],
    [
      '4000/8000FT',
      { value: 4000, unit: 'ft', reference: 'AMSL' },
      { value: 8000, unit: 'ft', reference: 'AMSL' },
    ],
    ['1500M/FL100', m(1500), fl(100)],
    ['NOTHING', null, null],
  ])('%s', (text, lower, upper) => expect(levelsIn(text)).toEqual({ lower, upper }));

  test.each<[string, AreaWarning['movement']]>([
    ['MOV E 20KT', { directionDeg: 90, speedMps: 10.29 }],
    ['MOV: SSE 36KMH', { directionDeg: 157.5, speedMps: 10 }],
    ['STNR', 'stationary'],
    ['MOV XX 20KT', null],
    ['NC', null],
  ])('%s', (text, wanted) => expect(movementIn(text)).toEqual(wanted));
});

describe('is refused', () => {
  test.each([
    ['ZBPE SIGMET 2 VALID 220320/210720 ZBAA- ZBPE BEIJING FIR SEV TURB OBS=', 'validity'],
    ['ZBPE SIGMET 2 ZBAA- ZBPE BEIJING FIR SEV TURB OBS=', 'validity'],
    ['ZBPE SIGMET 2 VALID 990320/990720 ZBAA- ZBPE BEIJING FIR SEV TURB OBS=', 'validity'],
    ['ZBPE SIGMET 2 VALID 220320/220720 ZBAA-', 'nothing'],
    ['ZBPE SIGMET 2 VALID 220320/220720 ZBAA- ZBPE BEIJING FIR TEST SEV TURB OBS=', 'test'],
    ['1 SIGMET', 'region'],
  ])('%s', (raw, why) => {
    const found = readWarning(raw, context);
    expect(found.ok ? null : found.reason.key).toBe(`information.unreadable.${why}`);
  });
});

describe('advisories', () => {
  test('of ash', () => {
    const found = readAdvisory(
      `VA ADVISORY
DTG: 20261122/0000Z
VAAC: TOKYO
VOLCANO: SUWANOSEJIMA 282030
PSN: N2938 E12943
ADVISORY NR: 2026/123
OBS VA DTG: 22/0000Z
OBS VA CLD: SFC/FL080 N2930 E12940 - N2930 E13100 - N3030
E13100 - N2930 E12940 MOV NE 10KT
FCST VA CLD +6 HR: 22/0600Z NO VA EXP
NXT ADVISORY: 20261122/0900Z=`,
      'volcanicAsh',
      { ...context, centre: 'RJTD' },
    );
    expect(found).toMatchObject({
      ok: true,
      value: {
        fir: 'RJTD',
        phenomenon: 'VA SUWANOSEJIMA 282030',
        sequence: '2026/123',
        validFrom: at(22, 0),
        validTo: at(22, 9),
        lower: { value: 0, reference: 'AGL' },
        upper: fl(80),
        movement: { directionDeg: 45, speedMps: 5.14 },
        isObserved: true,
      },
    });
    expect(found.ok && bounds(found.value.area)).toEqual([129.667, 29.5, 131, 30.5]);
  });

  test('of a cyclone', () => {
    const found = readAdvisory(
      `TC ADVISORY
DTG: 20261122/0000Z
TCAC: TOKYO
TC: HAIKUI
ADVISORY NR: 2026/12
OBS PSN: 22/0000Z N2230 E12000
CB: WI 180NM OF TC CENTRE TOP FL500
MOV: NNW 10KT
INTST CHANGE: WKN
C: 970HPA=`,
      'tropicalCyclone',
      { ...context, centre: null },
    );
    expect(found).toMatchObject({
      ok: true,
      value: {
        fir: 'TOKYO',
        phenomenon: 'TC HAIKUI',
        upper: fl(500),
        intensity: 'weakening',
        movement: { directionDeg: 337.5 },
        validTo: at(22, 6),
      },
    });
    expect(found.ok && found.value.area).not.toBeNull();
  });

  test.each([
    ['VA ADVISORY\nDTG: 20261322/0000Z\nVOLCANO: X', 'time'],
    ['VA ADVISORY\nDTG: 20261122/0000Z', 'nothing'],
    ['VA ADVISORY\nSTATUS: TEST\nDTG: 20261122/0000Z\nVOLCANO: X', 'test'],
    ['VA ADVISORY\nDTG: 20261202/0000Z\nVOLCANO: X', 'ahead'],
  ])('%s is refused', (raw, why) => {
    const found = readAdvisory(raw, 'volcanicAsh', context);
    expect(found.ok ? null : found.reason.key).toBe(`information.unreadable.${why}`);
  });
});

const head = (fir: string) => `${fir} SIGMET 1 VALID 220310/220710 ZBAA- ${fir} X FIR `;

test('several areas of a warning are all of them, and one that was not understood makes it the whole region', () => {
  const two = read(
    `${head('ZBPE')}SEV TURB FCST WI N3900 E11500 - N4000 E11500 - N4000 E11700 - N3900 E11500 AND N4200 E11500 - N4300 E11500 - N4300 E11700 - N4200 E11500 FL260/340`,
  );
  expect(two.area?.type).toBe('MultiPolygon');
  const lost = read(
    `${head('ZBPE')}SEV TURB FCST WI N3900 E11500 - N4000 E11500 - N4000 E11700 - N3900 E11500 OR NEAR N4200 E11500 FL260/340`,
  );
  expect(lost.area).toBeNull();
});

test('where a forecast is expected at its end is not where it is now', () => {
  const found = read(
    `${head('ZBPE')}SEV TURB FCST WI N3900 E11500 - N4000 E11500 - N4000 E11700 - N3900 E11500 FL260/340 FCST AT 0710Z WI N3900 E11700 - N4000 E11700 - N4000 E11900 - N3900 E11700`,
  );
  expect([bounds(found.area), bounds(found.forecastArea ?? null)]).toEqual([
    [115, 39, 117, 40],
    [117, 39, 119, 40],
  ]);
});

test.each([
  ['BTN 5000FT AND FL180', { lower: { value: 5_000, unit: 'ft' }, upper: fl(180) }],
  ['BTN FL180 AND FL340', { lower: fl(180), upper: fl(340) }],
  ['FL180-340', { lower: fl(180), upper: fl(340) }],
  // Which of them is meant is not known: it counts at all heights.
  ['SFC/FL100 FL250/340', { lower: null, upper: null }],
  ['TOP FL360 BASE FL100', { lower: null, upper: null }],
])('levels %s', (text, expected) => expect(levelsIn(text)).toMatchObject(expected));

test('a speed may have its stroke', () => {
  expect(movementIn('MOV NE 25KM/H')).toEqual({ directionDeg: 45, speedMps: 6.94 });
});

describe('a cloud of ash', () => {
  const ash = (observed: string, more = '') => {
    const found = readAdvisory(
      `VA ADVISORY\nDTG: 20261122/0000Z\nVAAC: TOKYO\nVOLCANO: ETNA 211060\nPSN: N3744 E01459\nOBS VA CLD: ${observed}\n${more}NXT ADVISORY: 20261122/0600Z=`,
      'volcanicAsh',
      context,
    );
    if (!found.ok) throw new Error(found.reason.key);
    return found.value;
  };

  test('is not where it is expected later', () => {
    const found = ash(
      'SFC/FL160 N3748 E01454 - N3745 E01512 - N3518 E01400 MOV S 20KT',
      'FCST VA CLD +6 HR: 22/0600Z SFC/FL260 N4745 E01451 - N4745 E01512 - N4430 E01545\nFCST VA CLD +12 HR: 22/1200Z NO VA EXP\n',
    );
    expect(bounds(found.area)).toEqual([14, 35.3, 15.2, 37.8]);
    expect(bounds(found.forecastArea ?? null)).toEqual([14.85, 44.5, 15.75, 47.75]);
    // As high as it is at any of its moments.
    expect(found).toMatchObject({ lower: { value: 0 }, upper: fl(260) });
  });

  test('has several layers, each an area of its own, as high as the highest', () => {
    const found = ash(
      'SFC/FL100 100NM WID LINE BTN N30 E130 - N32 E132 MOV N 10KT\nFL100/400 N3400 E13000 - N3500 E13000 - N3500 E13100 MOV S 9KT',
    );
    expect(found).toMatchObject({ lower: { value: 0 }, upper: fl(400), movement: null });
    expect(found.area?.type === 'MultiPolygon' && found.area.coordinates).toHaveLength(2);
  });

  test('that is not seen has no levels', () => {
    expect(ash('VA NOT IDENTIFIABLE FM SATELLITE DATA WIND FL100 290/20KT')).toMatchObject({
      area: null,
      lower: null,
      upper: null,
    });
  });
});
