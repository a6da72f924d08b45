import { describe, expect, test } from 'vitest';
import type { Altitude, AltitudeReference, AltitudeUnit } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { composed, draftErrors, type NotamDraft, readingErrors } from '#domain/notam/compose.ts';
import { readNotam } from '#domain/notam/read.ts';
import { limitText, writeNotam } from '#domain/notam/write.ts';

/** NOTAMs made by hand: nothing is issued that says another thing than was filled in. */

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-11-23T02:20:00Z');
const limit = (value: number, unit: AltitudeUnit, reference: AltitudeReference): Altitude => ({
  value,
  unit,
  reference,
});
const ground = limit(0, 'm', 'AGL');
const square = (longitude: number, latitude: number, size: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [longitude, latitude],
      [longitude + size, latitude],
      [longitude + size, latitude + size],
      [longitude, latitude + size],
      [longitude, latitude],
    ],
  ],
});
const field = (latitude: number, longitude: number, elevationM: number | null) => ({
  position: { latitude, longitude },
  elevationM,
});
const known: Parameters<typeof draftErrors>[1] = {
  now,
  holidays: null,
  region: square(98, 22, 8),
  aerodromes: new Map([
    ['ZUGH', field(30.94, 104.32, 470)],
    ['ZUUU', field(30.58, 103.95, 495)],
    ['ZUXX', field(30.9, 104.3, null)],
  ]),
};
const draft: NotamDraft = {
  fir: 'ZPKM',
  qCode: 'QWULW',
  traffic: 'IV',
  purpose: 'BO',
  scope: 'W',
  locations: ['ZPKM'],
  validFrom: now,
  validTo: now + 2 * day,
  isEstimated: false,
  isPermanent: false,
  schedule: null,
  text: 'UNMANNED AIRCRAFT WILL FLY IN THE AREA (SEE BELOW).',
  textZh: '无人驾驶航空器活动。',
  lower: ground,
  upper: limit(1500, 'm', 'AMSL'),
  area: square(104.3, 30.9, 0.05),
};
const fieldsOf = (change: Partial<NotamDraft>) => ({
  ...composed({ ...draft, ...change }, known),
  number: 'L0001/26',
  type: 'N' as const,
  refers: null,
});
const refusedAt = (change: Partial<NotamDraft>, of: Partial<typeof known> = {}) =>
  draftErrors({ ...draft, ...change }, { ...known, ...of }).map(({ field: name, text }) => [
    name,
    text.key.replace('notam.refused.', ''),
  ]);
const misreadAt = (change: Partial<NotamDraft>) => readingErrors(fieldsOf(change)).map((one) => one.field);
const qLineOf = (change: Partial<NotamDraft>) => /Q\) (.*)/.exec(writeNotam(fieldsOf(change)))?.[1];

const atAerodrome: Partial<NotamDraft> = { scope: 'A', locations: ['ZUGH'], area: null };

test('a sound draft is refused nowhere and is read again as it is', () => {
  expect(refusedAt({})).toEqual([]);
  expect(misreadAt({})).toEqual([]);
  expect(misreadAt({ lower: null, upper: null })).toEqual([]);
  expect(misreadAt({ upper: limit(999, 'FL', 'STD') })).toEqual([]);
  expect(misreadAt({ lower: limit(299.5, 'm', 'AGL'), upper: limit(65.5, 'FL', 'STD') })).toEqual([]);
  expect(misreadAt({ text: 'TWR U/S', textZh: '塔台不工作', area: null })).toEqual([]);
  expect(
    misreadAt({ text: 'POINTS: A) RWY 18, B) APRON (C)', textZh: null, lower: null, upper: null }),
  ).toEqual([]);
  for (const text of [
    'ACFT CODE C',
    'CONTACT POST 5',
    'TWY A CLSD (TWY A)',
    'RWY CLSD (RWY 18)',
    'SEE PARA B)',
    '1) X (Y), 2) Z',
  ]) {
    expect(misreadAt({ text, textZh: null, area: null, lower: null, upper: null })).toEqual([]);
  }
  expect(misreadAt({ text: 'CRANE (LIGHTED', textZh: null, area: null })).toEqual(['text']);
  expect(misreadAt({ isPermanent: true, validTo: null, schedule: 'DAILY 0100-0900' })).toEqual([]);
});

test.each([
  'UNMANNED AIRCRAFT F) SFC G) FL400',
  'UNMANNED AIRCRAFT\nG) FL400',
  'UNMANNED AIRCRAFT)\nNNNN',
  'UNMANNED AIRCRAFT\nNNNN',
  'UNMANNED AIRCRAFT END OF PART 1 OF 2',
  'UNMANNED AIRCRAFT\n(L0002/26 NOTAMN\nA) ZPKM B) 2611230220 C) 2612230220 E) FLY.',
])('%j is another text when it is read', (text) => {
  expect(misreadAt({ text, textZh: null, area: null })).toEqual(['text']);
  expect(misreadAt({ text, textZh: null, area: null, lower: null, upper: null })).toEqual(['text']);
});

test('C) in the text of a cancellation, which has none of its own, is refused', () => {
  const cancellation = {
    ...fieldsOf({ area: null, lower: null, upper: null, textZh: null, validTo: null }),
    type: 'C' as const,
    refers: 'L0002/26',
  };
  expect(readingErrors({ ...cancellation, text: 'ACTIVITY ENDED.' })).toEqual([]);
  expect(readingErrors({ ...cancellation, text: 'ENDED. C) PERM E) NOT ENDED' })).toMatchObject([
    { field: 'text' },
  ]);
});

test.each(['无人驾驶航空器\nF) SFC G) FL400', '在下列范围内：\nN300000E1040000', 'UNMANNED AIRCRAFT'])(
  'the Chinese text %j is another one when it is read',
  (textZh) => {
    expect(misreadAt({ textZh })).toEqual(['textZh']);
  },
);

describe('the Q-line', () => {
  test('has the levels of heights above the ground of the aerodrome, near it', () => {
    const upper = limit(300, 'm', 'AGL');
    expect(qLineOf({ ...atAerodrome, upper })).toBe('ZPKM/QWULW/IV/BO/A/000/026/3056N10419E005');
    expect(qLineOf({ ...atAerodrome, area: draft.area, upper })).toContain('/A/000/026/');
    // Far from it the ground may be of any height, as where no elevation is recorded.
    expect(qLineOf({ ...atAerodrome, area: square(103, 32, 0.05), upper })).toContain('/A/000/301/');
    expect(qLineOf({ ...atAerodrome, locations: ['ZUXX'], upper })).toContain('/A/000/301/');
    expect(qLineOf({ upper })).toContain('/W/000/301/');
  });

  test('is never upside down', () => {
    const limits = { lower: limit(100, 'FL', 'STD'), upper: limit(3000, 'm', 'AMSL') };
    expect(refusedAt(limits)).toEqual([]);
    expect(qLineOf(limits)).toContain('/W/099/100/');
  });

  test('has the middle of the FIR and 999 for all of it, and a circle around several aerodromes', () => {
    expect(qLineOf({ area: null })).toContain('/2600N10200E999');
    const [, radius] = /E(\d{3})$/.exec(qLineOf({ ...atAerodrome, locations: ['ZUGH', 'ZUUU'] }) ?? '') ?? [];
    expect(Number(radius)).toBeGreaterThan(15);
    expect(Number(radius)).toBeLessThan(25);
  });

  test('needs a place that is known', () => {
    expect(refusedAt({ area: null })).toEqual([]);
    expect(refusedAt({ area: null }, { region: null })).toEqual([['locations', 'place']]);
    expect(refusedAt({ ...atAerodrome, locations: ['ZUGH', 'QQQQ'] })).toEqual([['locations', 'place']]);
    expect(refusedAt({ ...atAerodrome, locations: ['QQQQ'], area: draft.area })).toEqual([]);
  });
});

test('A) and the scope agree', () => {
  expect(refusedAt({ scope: 'A' })).toEqual([['scope', 'scopeFir']]);
  expect(refusedAt({ scope: 'E' })).toEqual([]);
  expect(refusedAt({ ...atAerodrome, scope: 'W' })).toEqual([['scope', 'scopeAerodrome']]);
  expect(refusedAt({ ...atAerodrome, scope: 'AW' })).toEqual([]);
  expect(refusedAt({ scope: 'A', locations: ['ZPKM', 'ZUGH'] })).toEqual([['locations', 'firAlone']]);
  expect(refusedAt({ scope: 'A', locations: ['ZBPE'] })).toEqual([['locations', 'firAlone']]);
});

test('a warning has both limits, and CN is for cancellations', () => {
  expect(refusedAt({ lower: null, upper: null })).toEqual([
    ['lower', 'limitsOfWarning'],
    ['upper', 'limitsOfWarning'],
  ]);
  expect(refusedAt({ ...atAerodrome, lower: null, upper: null })).toEqual([]);
  expect(refusedAt({ qCode: 'QWUCN' })).toEqual([['qCode', 'cancelled']]);
});

test.each([
  [limit(300, 'm', 'AGL'), limit(300, 'm', 'AGL')],
  [limit(1000, 'ft', 'AMSL'), limit(300, 'm', 'AMSL')],
  [limit(100, 'FL', 'STD'), limit(600, 'm', 'AMSL')],
  [limit(3000, 'm', 'AGL'), limit(600, 'm', 'AMSL')],
  [null, ground],
])('%j is not below %j', (lower, upper) => {
  expect(refusedAt({ scope: 'E', lower, upper })).toEqual([['upper', 'limits']]);
});

test('limits that may lie in this order are taken, those that cannot be written are not', () => {
  expect(refusedAt({ lower: limit(300, 'm', 'AGL'), upper: limit(600, 'm', 'AMSL') })).toEqual([]);
  // At the aerodrome the ground is at 470 m.
  expect(refusedAt({ ...atAerodrome, upper: limit(400, 'm', 'AMSL') })).toEqual([['upper', 'limits']]);
  expect(refusedAt({ lower: limit(-100, 'm', 'AMSL') })).toEqual([['lower', 'limit']]);
  expect(refusedAt({ lower: limit(999, 'FL', 'STD') })).toEqual([['lower', 'limit']]);
  expect(refusedAt({ upper: limit(200_000, 'ft', 'AMSL') })).toEqual([['upper', 'limit']]);
});

test('limits are written in whole units, never narrower than they are', () => {
  expect(limitText(limit(914.4, 'm', 'AMSL'), 'lower')).toBe('914M AMSL');
  expect(limitText(limit(914.4, 'm', 'AMSL'), 'upper')).toBe('915M AMSL');
  expect(limitText(limit(3000.000_000_000_4, 'ft', 'AMSL'), 'upper')).toBe('3000FT AMSL');
  expect(limitText(limit(2999.999_999_999_6, 'ft', 'AMSL'), 'lower')).toBe('3000FT AMSL');
  expect(limitText(limit(65.5, 'FL', 'STD'), 'upper')).toBe('FL066');
});

test('the times are to come, and the schedule has hours within them', () => {
  expect(refusedAt({ validFrom: now - day })).toEqual([]);
  expect(refusedAt({ validFrom: now - day - 60_000 })).toEqual([['validFrom', 'begun']]);
  expect(refusedAt({ schedule: 'NOV 24 0100-0300' })).toEqual([]);
  expect(refusedAt({ schedule: 'NOV 27 0100-0300' })).toEqual([['schedule', 'noHours']]);
  expect(refusedAt({ schedule: 'NOV 20 0100-0300', isPermanent: true, validTo: null })).toEqual([]);
  // AFTN carries no Chinese.
  expect(refusedAt({ schedule: '每日 0100-0300' })).toEqual([['schedule', 'schedule']]);
});

test('what is issued is read without a remark', () => {
  expect(readNotam(writeNotam(fieldsOf({})), now).problems).toEqual([]);
});
