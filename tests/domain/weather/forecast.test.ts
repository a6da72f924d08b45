import { parseTAF } from 'metar-taf-parser';
import { describe, expect, test } from 'vitest';
import { readForecast } from '#domain/weather/forecast.ts';
import { mostAheadMs } from '#domain/weather/reading.ts';
import type { Forecast } from '#domain/weather/weather.ts';

const context = {
  receivedAt: Date.UTC(2026, 10, 22, 5, 5),
  kind: null,
  indicator: null,
  centre: null,
  mostAheadMs,
};
const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour, minute);
function read(raw: string, change: Partial<{ receivedAt: number; indicator: string }> = {}): Forecast {
  const found = readForecast(raw, { ...context, ...change });
  if (!found.ok) throw new Error(`${raw}: ${found.reason.key}`);
  return found.value;
}

test('a forecast of thirty hours with all that may change', () => {
  const value = read(`TAF ZBAA 220410Z 2206/2312 34004G10MPS 6000 BKN030 TX05/2207Z TNM06/2222Z TX07/2307Z
    FM220900 VRB02MPS 4000 BR NSC
    BECMG 2210/2212 36006MPS 0800 FG VV002
    TEMPO 2213/2218 -SN BKN010CB
    PROB30 2220/2224 0300 FZFG
    PROB40 TEMPO 2300/2304 +SHRA
    BECMG 2306/2308 9999 NSW=`);
  expect(value).toMatchObject({
    kind: 'TAF',
    station: 'ZBAA',
    issuedAt: at(22, 4, 10),
    validFrom: at(22, 6),
    validTo: at(23, 12),
    amendment: 'none',
    isMissing: false,
    maximumC: { value: 7, at: at(23, 7) },
    minimumC: { value: -6, at: at(22, 22) },
    base: {
      wind: { directionDeg: 340, speedMps: 4, gustMps: 10 },
      visibility: { minimumM: 6000 },
      cloud: [{ amount: 'BKN', baseFt: 3000 }],
    },
  });
  expect(value.unread).toBeUndefined();
  expect(value.changes.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['FM', at(22, 9), null],
    ['BECMG', at(22, 10), at(22, 12)],
    ['TEMPO', at(22, 13), at(22, 18)],
    ['PROB30', at(22, 20), at(23, 0)],
    ['PROB40 TEMPO', at(23, 0), at(23, 4)],
    ['BECMG', at(23, 6), at(23, 8)],
  ]);
  expect(value.changes[1]?.conditions).toMatchObject({
    visibility: { minimumM: 800 },
    verticalVisibilityFt: 200,
    weather: [{ code: 'FG' }],
  });
  expect(value.changes[5]?.conditions).toMatchObject({ noSignificantWeather: true });
});

describe('its heading', () => {
  test.each<[string, Partial<Forecast>]>([
    ['TAF AMD ZUUU 220710Z 2206/2306 CAVOK', { amendment: 'AMD', station: 'ZUUU' }],
    ['TAF COR ZUUU 220310Z 2203/2212 CAVOK', { amendment: 'COR', validTo: at(22, 12) }],
    ['TAF ZUUU 220310Z COR 2203/2212 CAVOK', { amendment: 'COR' }],
    ['TAF AMD ZUUU 220430Z 2206/2306 CNL', { amendment: 'CNL', validTo: at(23, 6) }],
    ['TAF ZUUU 220410Z NIL', { isMissing: true, issuedAt: at(22, 4, 10) }],
    ['TAF TAF ZUUU 220310Z 2203/2224 CAVOK', { validTo: at(23, 0) }],
    ['ZUUU 220310Z 2203/2212 CAVOK', { station: 'ZUUU' }],
    ['TAF ZUUU 2206/2306 CAVOK', { issuedAt: at(22, 6), validFrom: at(22, 6) }],
    // As it was written until 2008.
    ['TAF ZUUU 220340Z 220615 03003MPS 6000 BECMG 0709 9999', { validFrom: at(22, 6), validTo: at(22, 15) }],
    ['TAF ZUUU 220340Z 221806 03003MPS 6000', { validTo: at(23, 6) }],
  ])('%s', (raw, wanted) => {
    expect(read(raw, { receivedAt: at(22, 7, 15) })).toMatchObject(wanted);
  });

  test('may be amended or corrected by the bulletin alone', () => {
    expect(read('ZUUU 220310Z 2203/2212 CAVOK', { indicator: 'AAB' }).amendment).toBe('AMD');
    expect(read('ZUUU 220310Z 2203/2212 CAVOK', { indicator: 'CCA' }).amendment).toBe('COR');
  });

  test('crosses the end of a month', () => {
    const value = read('TAF ZBAA 302210Z 0100/0206 CAVOK BECMG 0123/0201 3000 BR', {
      receivedAt: Date.UTC(2026, 10, 30, 22, 15),
    });
    expect([value.validFrom, value.validTo]).toEqual([Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 2, 6)]);
    expect(value.changes[0]).toMatchObject({ from: Date.UTC(2026, 11, 1, 23), to: Date.UTC(2026, 11, 2, 1) });
  });

  test.each([
    ['TAF ZBAA 220410Z', 'validity'],
    ['TAF ZBAA 220410Z 2206/9912 CAVOK', 'validity'],
    ['TAF ZBAA 220410Z 2306/2206 CAVOK', 'validity'],
    ['TAF ZBAA 220410Z 2206/2506 CAVOK', 'validity'],
    ['TAF ZBAA 329910Z 2206/2312 CAVOK', 'time'],
    ['TAF ZBAA 240410Z 2406/2512 CAVOK', 'ahead'],
    ['TAF 220410Z 2206/2312 CAVOK', 'station'],
    ['TAF ZBAA 220410Z 2206/2312', 'nothing'],
    ['TAF ZBAA 220410Z 2206/2312 GOOD WEATHER', 'nothing'],
  ])('refuses %s', (raw, why) => {
    const found = readForecast(raw, context);
    expect(found.ok ? null : found.reason.key).toBe(`information.unreadable.${why}`);
  });

  test('names what it cannot read', () => {
    expect(read('TAF ZBAA 220410Z 2206/2312 36004MPS CAVOK WS020/24045KT').unread).toEqual(['WS020/24045KT']);
  });
});

describe('metar-taf-parser agrees', () => {
  test.each([
    'TAF ZBAA 220410Z 2206/2312 34004MPS 6000 BKN030 BECMG 2210/2212 36006MPS TEMPO 2213/2218 -SN',
    'TAF ZGGG 220300Z 2206/2312 02004MPS 8000 FEW030 SCT050 TX27/2206Z TN18/2222Z',
    'TAF EDDF 220500Z 2206/2312 24010KT 9999 BKN014 PROB30 TEMPO 2208/2212 SHRA BKN008',
    'TAF KJFK 220525Z 2206/2312 31012KT P6SM SCT250 FM221800 28008KT P6SM BKN100',
  ])('%s', (raw) => {
    const [ours, theirs] = [read(raw, { receivedAt: at(22, 5, 30) }), parseTAF(raw)];
    expect(new Date(ours.validFrom).getUTCHours()).toBe(theirs.validity.startHour);
    expect(new Date(ours.validTo).getUTCHours()).toBe(theirs.validity.endHour);
    expect(
      ours.changes.map(({ kind }) =>
        kind
          .split(' ')
          .at(-1)
          ?.replace(/^PROB\d\d$/, 'PROB'),
      ),
    ).toEqual(theirs.trends.map(({ type }) => type));
    expect(ours.base.cloud.map(({ baseFt }) => baseFt)).toEqual(theirs.clouds.map(({ height }) => height));
  });
});

test('what follows a change that was not understood is no part of the one before it', () => {
  const [misspelt, torn] = [
    read('TAF ZLXY 220304Z 2206/2312 02003MPS 3000 BR BCMG 2210/2212 9999 NSC TEMPO 2214/2216 0800 FG'),
    read('TAF ZLXY 220304Z 2206/2312 02003MPS 3000 BR FM259900 9999 NSC'),
  ];
  expect(misspelt).toMatchObject({
    base: { visibility: { minimumM: 3_000 }, noCloud: null },
    changes: [{ kind: 'TEMPO', conditions: { visibility: { minimumM: 800 } } }],
    unread: ['BCMG', '2210/2212', '9999', 'NSC'],
  });
  expect(torn).toMatchObject({ base: { visibility: { minimumM: 3_000 } }, changes: [] });
  expect(read('TAF ZBAA 220304Z 2206/2306 02003MPS 9999 NSC FM1230 3000 BLSN').changes).toMatchObject([
    { kind: 'FM', from: at(22, 12, 30) },
  ]);
  expect(read('TAF ZBAA 220304Z 2206/2306 02003MPS 9999 NSC ZSSS 220304Z 2206/2312 0800 FG')).toMatchObject({
    base: { visibility: { minimumM: 10_000 } },
    changes: [],
  });
});
