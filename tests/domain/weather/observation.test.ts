import { parseMetar } from 'metar-taf-parser';
import { describe, expect, test } from 'vitest';
import { readObservation } from '#domain/weather/observation.ts';
import { mostAheadMs } from '#domain/weather/reading.ts';
import type { Observation } from '#domain/weather/weather.ts';

const context = {
  receivedAt: Date.UTC(2026, 10, 22, 3, 5),
  kind: null,
  indicator: null,
  centre: null,
  mostAheadMs,
};
function read(raw: string, change: Partial<typeof context> = {}): Observation {
  const found = readObservation(raw, { ...context, ...change });
  if (!found.ok) throw new Error(`${raw}: ${found.reason.key}`);
  return found.value;
}
const reason = (raw: string, change: Partial<typeof context> = {}) => {
  const found = readObservation(raw, { ...context, ...change });
  return found.ok ? null : found.reason.key;
};
const codes = (groups: readonly { code: string }[]) => groups.map(({ code }) => code);

describe('a whole report', () => {
  test('of a Chinese aerodrome', () => {
    expect(read('METAR ZHEC 220300Z 32002MPS CAVOK 16/05 Q1023 NOSIG=')).toEqual({
      kind: 'METAR',
      station: 'ZHEC',
      observedAt: Date.UTC(2026, 10, 22, 3),
      isAutomatic: false,
      isCorrected: false,
      isMissing: false,
      wind: { directionDeg: 320, speedMps: 2, gustMps: null, variableDeg: null },
      cavok: true,
      visibility: { minimumM: 10_000, direction: null },
      runwayVisualRange: [],
      weather: [],
      noSignificantWeather: false,
      cloud: [],
      noCloud: null,
      verticalVisibilityFt: null,
      temperatureC: 16,
      dewPointC: 5,
      qnhHpa: 1023,
      recentWeather: [],
      windShear: [],
      isWithoutChange: true,
      trend: [],
      remarks: null,
    });
  });

  test('with fog, ranges, what has been, shear and a trend', () => {
    const value = read(
      `SPECI ZUUU 220312Z 35003G12MPS 310V040 0800 0500SW R02L/0600V1200U R20R/P2000N R02R/M0050 R20L/////
       +TSRA FZFG BKN003 SCT020CB OVC/// M01/M02 Q1009 RETSRA WS R02L WS ALL RWY
       BECMG FM0330 TL0415 9999 NSW SCT030 TEMPO AT0430 -SHRA`,
    );
    expect(value).toMatchObject({
      kind: 'SPECI',
      wind: { directionDeg: 350, speedMps: 3, gustMps: 12, variableDeg: [310, 40] },
      visibility: { minimumM: 500, direction: 'SW', prevailingM: 800 },
      temperatureC: -1,
      dewPointC: -2,
      qnhHpa: 1009,
      windShear: ['R02L', 'ALL RWY'],
      isWithoutChange: false,
    });
    expect(value.unread).toBeUndefined();
    expect(value.runwayVisualRange).toEqual([
      { runway: '02L', lowM: 600, highM: 1200, bound: null, tendency: 'up' },
      { runway: '20R', lowM: 2000, highM: null, bound: 'above', tendency: 'none' },
      { runway: '02R', lowM: 50, highM: null, bound: 'below', tendency: null },
    ]);
    expect(value.weather).toEqual([
      { code: '+TSRA', intensity: 'heavy', descriptor: 'TS', phenomena: ['RA'] },
      { code: 'FZFG', intensity: 'moderate', descriptor: 'FZ', phenomena: ['FG'] },
    ]);
    expect(value.cloud).toEqual([
      { amount: 'BKN', baseFt: 300, type: null },
      { amount: 'SCT', baseFt: 2000, type: 'CB' },
      { amount: 'OVC', baseFt: null, type: null },
    ]);
    expect(codes(value.recentWeather)).toEqual(['TSRA']);
    const [becoming, temporary] = value.trend;
    expect(becoming).toMatchObject({
      kind: 'BECMG',
      from: Date.UTC(2026, 10, 22, 3, 30),
      to: Date.UTC(2026, 10, 22, 4, 15),
      conditions: { noSignificantWeather: true, visibility: { minimumM: 10_000 } },
    });
    expect(temporary).toMatchObject({
      kind: 'TEMPO',
      from: Date.UTC(2026, 10, 22, 4, 30),
      to: Date.UTC(2026, 10, 22, 4, 30),
    });
    expect(codes(temporary?.conditions.weather ?? [])).toEqual(['-SHRA']);
  });
});

/** Those of operations part 2 row 23, and what else is written in the wild. */
describe('groups that break parsers', () => {
  const head = 'METAR ZBAA 220300Z';
  test.each<[string, Partial<Observation>]>([
    ['9999NDV', { visibility: { minimumM: 10_000, direction: null } }],
    ['36003MPS 20KM 05/01 Q1020', { visibility: { minimumM: 10_000, direction: null } }],
    ['36003MPS 8KM', { visibility: { minimumM: 8_000, direction: null } }],
    ['/////KT 9999', { wind: null, visibility: { minimumM: 10_000, direction: null } }],
    ['/////MPS //// // ////// 05/01 Q////', { wind: null, visibility: null, temperatureC: 5, qnhHpa: null }],
    ['0000KT 9999', { wind: { directionDeg: 0, speedMps: 0, gustMps: null, variableDeg: null } }],
    ['00000KT BKN///', { cloud: [{ amount: 'BKN', baseFt: null, type: null }] }],
    ['VRB01MPS CAVOK', { wind: { directionDeg: null, speedMps: 1, gustMps: null, variableDeg: null } }],
    ['24010KT 9999', { wind: { directionDeg: 240, speedMps: 5.14, gustMps: null, variableDeg: null } }],
    ['24036KMH 9999', { wind: { directionDeg: 240, speedMps: 10, gustMps: null, variableDeg: null } }],
    ['240P49GP60MPS 9999', { wind: { directionDeg: 240, speedMps: 49, gustMps: 60, variableDeg: null } }],
    ['36003 MPS 9999', { wind: { directionDeg: 360, speedMps: 3, gustMps: null, variableDeg: null } }],
    ['9999 05/01 Q1013', { wind: null, visibility: { minimumM: 10_000, direction: null } }],
    ['36003MPS 0000 FG VV///', { visibility: { minimumM: 0, direction: null }, verticalVisibilityFt: null }],
    ['36003MPS VV002', { verticalVisibilityFt: 200 }],
    ['36003KT 10SM CLR', { visibility: { minimumM: 10_000, direction: null }, noCloud: 'CLR' }],
    ['36003KT 1 1/2SM BR', { visibility: { minimumM: 2414, direction: null } }],
    ['36003KT M1/4SM FG', { visibility: { minimumM: 402, direction: null, bound: 'below' } }],
    ['36003KT P6SM', { visibility: { minimumM: 9_656, direction: null, bound: 'above' } }],
    ['36003MPS 3000 //////CB', { cloud: [{ amount: null, baseFt: null, type: 'CB' }] }],
    ['36003MPS NSC 05/// Q1013', { noCloud: 'NSC', temperatureC: 5, dewPointC: null }],
    ['36003MPS NCD M00/M01 A2992', { noCloud: 'NCD', temperatureC: 0, dewPointC: -1, qnhHpa: 1013 }],
    ['36003MPS Q1013 A2990', { qnhHpa: 1013 }],
    [
      '36003MPS R36R/1200FT',
      { runwayVisualRange: [{ runway: '36R', lowM: 366, highM: null, bound: null, tendency: null }] },
    ],
    ['36003MPS CAVOK R18/590195 R88/CLRD//', { cavok: true }],
    ['AUTO 36003MPS 9999 NCD', { isAutomatic: true }],
    ['NIL', { isMissing: true }],
    ['36003MPS CAVOK RMK AO2 SLP120', { remarks: 'AO2 SLP120' }],
  ])('%s', (groups, wanted) => {
    const value = read(`${head} ${groups}`);
    expect(value).toMatchObject(wanted);
    expect(value.unread).toBeUndefined();
  });

  test.each([
    ['METAR COR ZBAA 220300Z 36003MPS CAVOK', true],
    ['COR ZBAA 220300Z 36003MPS CAVOK', true],
    ['METAR ZBAA 220300Z COR 36003MPS CAVOK', true],
    ['ZBAA 220300Z 36003MPS CAVOK', false],
  ])('%s', (raw, isCorrected) => expect(read(raw)).toMatchObject({ station: 'ZBAA', isCorrected }));

  test('a correction may be told by the bulletin alone, and so may the kind', () => {
    const value = read('ZBAA 220300Z 36003MPS CAVOK', { indicator: 'CCA' as never, kind: 'SPECI' as never });
    expect(value).toMatchObject({ isCorrected: true, kind: 'SPECI' });
  });

  test('what is unknown is named, and the rest is read', () => {
    const value = read(`${head} 37003MPS CAVOK XYZZY Q9999`);
    expect(value.unread).toEqual(['37003MPS', 'XYZZY', 'Q9999']);
    expect(value).toMatchObject({ wind: null, cavok: true, qnhHpa: null });
  });
});

describe('a time', () => {
  test('is placed across the ends of months and years', () => {
    const at = (raw: string, near: number) =>
      new Date(read(raw, { receivedAt: near }).observedAt).toISOString();
    expect(at('METAR ZBAA 312330Z CAVOK', Date.UTC(2027, 0, 1, 0, 10))).toBe('2026-12-31T23:30:00.000Z');
    expect(at('METAR ZBAA 282330Z CAVOK', Date.UTC(2026, 2, 1, 0, 10))).toBe('2026-02-28T23:30:00.000Z');
  });

  test('of a trend lies after the observation, over midnight too', () => {
    const value = read('METAR ZBAA 212330Z CAVOK BECMG FM0030 TL0130 3000 TEMPO TL2400 BR');
    expect(value.trend.map(({ from, to }) => [from, to])).toEqual([
      [Date.UTC(2026, 10, 22, 0, 30), Date.UTC(2026, 10, 22, 1, 30)],
      [null, Date.UTC(2026, 10, 22)],
    ]);
  });

  test.each([
    ['METAR ZBAA 990300Z CAVOK', 'information.unreadable.time'],
    ['METAR ZBAA 222560Z CAVOK', 'information.unreadable.time'],
    ['METAR ZBAA CAVOK', 'information.unreadable.time'],
    ['METAR ZBAA 250300Z CAVOK', 'information.unreadable.ahead'],
    ['METAR 220300Z CAVOK', 'information.unreadable.station'],
    ['METAR', 'information.unreadable.station'],
    ['METAR ZBAA 220300Z', 'information.unreadable.nothing'],
    ['METAR ZBAA 220300Z HELLO WORLD', 'information.unreadable.nothing'],
  ])('or a text that is none: %s', (raw, key) => expect(reason(raw)).toBe(key));
});

/** Another reader of the same reports: where it reads a group at all, it reads the same. */
describe('metar-taf-parser agrees', () => {
  test.each([
    'METAR ZSQD 220300Z VRB01MPS CAVOK 27/24 Q1002 NOSIG',
    'METAR ZBAA 220300Z 36003G12MPS 330V030 9999 FEW040 M01/M10 Q1030',
    'METAR ZSSS 220300Z 02004MPS 4000 -RA BR SCT010 BKN033 12/11 Q1022 BECMG TL0430 6000',
    'METAR ZGSZ 220300Z 11006MPS 9999 FEW023 SCT033TCU 30/25 Q1007 TEMPO TL0500 TSRA SCT030CB',
    'METAR ZLXY 220300Z 00000MPS 1500 R05/1300D HZ NSC 08/05 Q1025',
    'METAR ZUUU 220300Z 04002MPS 2800 BR NSC 10/09 Q1023 NOSIG',
    'METAR EDDF 220250Z AUTO 23013KT 9999 -SHRA BKN014 OVC023CB 09/07 Q0998',
    'SPECI KJFK 220251Z 31015G25KT 10SM SCT250 08/M03 A3001',
  ])('%s', (raw) => {
    const ours = read(raw);
    const theirs = parseMetar(raw);
    expect(ours.temperatureC).toBe(theirs.temperature);
    expect(ours.dewPointC).toBe(theirs.dewPoint);
    expect(ours.weather.flatMap(({ phenomena }) => phenomena)).toEqual(
      theirs.weatherConditions.flatMap(({ phenomenons }) => phenomenons),
    );
    expect(ours.cloud.map(({ amount, baseFt }) => [amount, baseFt])).toEqual(
      theirs.clouds
        .filter(({ height }) => height !== undefined)
        .map(({ quantity, height }) => [quantity, height]),
    );
    expect(ours.cavok).toBe(theirs.cavok === true);
    expect(ours.trend.map(({ kind }) => kind)).toEqual(theirs.trends.map(({ type }) => type));
    const factor = theirs.wind?.unit === 'KT' ? 1852 / 3600 : 1;
    expect(ours.wind?.speedMps).toBeCloseTo((theirs.wind?.speed ?? 0) * factor, 1);
  });
});

describe('what follows a change that was not understood is not observed', () => {
  test.each([
    ['METAR VHHH 220100Z 09008KT 7000 FEW008 24/20 Q1011 EMPO 4000 SHRA', 7_000, 'EMPO 4000 SHRA'],
    ['METAR ZSNJ 220200Z 00000MPS 2000 BR NSC 01/M01 Q1027 BEEMG TL0330 1400', 2_000, 'BEEMG TL0330 1400'],
    [
      'METAR ZSOF 220100Z 34002MPS 1400 BR OVC040 10/09 Q1022 BECMGA AT0300 1500',
      1_400,
      'BECMGA AT0300 1500',
    ],
    ['METAR ZSHC 220130Z VRB02MPS 2500 BR NSC Q1032 NOSIG ECMG 9999 NSW', 2_500, 'ECMG 9999 NSW'],
  ])('%s', (raw, minimumM, unread) => {
    const value = read(raw);
    expect(value).toMatchObject({ visibility: { minimumM }, trend: [] });
    expect(value.unread?.join(' ')).toBe(unread);
  });

  test('a second report on the same line is not read into the first', () => {
    const value = read(
      'METAR ZBAA 220300Z 36003MPS CAVOK 05/M10 Q1030 ZSSS 220300Z 02004MPS 0800 FG 10/05 Q1025',
    );
    expect(value).toMatchObject({ cavok: true, wind: { directionDeg: 360 }, temperatureC: 5, qnhHpa: 1_030 });
    expect(value.unread).toHaveLength(7);
  });

  test('FM with a time of its own is a change, as Australia and Taiwan write it', () => {
    const value = read('METAR YSSY 220200Z 18015KT 9999 FEW020 19/14 Q1018 FM0230 18020G32KT');
    expect(value.wind?.gustMps).toBeNull();
    expect(value.trend).toMatchObject([
      { kind: 'FM', from: Date.UTC(2026, 10, 22, 2, 30), conditions: { wind: { gustMps: 16.46 } } },
    ]);
    expect(
      read('METAR ZBAA 220300Z 36003MPS CAVOK 05/M10 Q1030 BECMG FM0330 TL0430 3000 BR').trend,
    ).toMatchObject([
      { kind: 'BECMG', from: Date.UTC(2026, 10, 22, 3, 30), conditions: { visibility: { minimumM: 3_000 } } },
    ]);
  });

  test('colour states, the state of the sea and a pressure in both units are known', () => {
    expect(read('METAR EHGR 220225Z 08003KT 9999 OVC240 05/05 Q1019 BLU').unread).toBeUndefined();
    expect(
      read('METAR ENVA 220220Z 24015KT 9999 FEW020 08/05 Q1002 W09/S4 W///S5 NOSIG').unread,
    ).toBeUndefined();
    expect(read('METAR OPKC 220225Z 24012KT 5000 HZ NSC 30/22 Q1007/29.74').qnhHpa).toBe(1_007);
  });

  test('of two visibilities without a direction the lower counts, and four figures that are none are not one', () => {
    expect(read('METAR ZBAA 220300Z 36003MPS 9999 0800 FG 05/05 Q1030')).toMatchObject({
      visibility: { minimumM: 800 },
      unread: ['0800'],
    });
    expect(read('METAR ZSSS 220300Z 0003 MPS 9999 NSC 05/05 Q1030')).toMatchObject({
      wind: null,
      visibility: { minimumM: 10_000 },
    });
  });

  test('no wind is stronger than any that has been measured, and no gust weaker than the wind', () => {
    expect(read('METAR UUEE 220200Z 270905MPS 9999 NSC 05/01 Q1010')).toMatchObject({ wind: null });
    expect(read('METAR UUEE 220200Z 24030G15KT 9999 NSC 05/01 Q1010')).toMatchObject({ wind: null });
  });
});
