import { describe, expect, test } from 'vitest';
import type { Altitude, AltitudeReference, AltitudeUnit } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { composed, draftErrors, type NotamDraft, placedDraft, readingErrors } from '#domain/notam/compose.ts';
import { readNotam, readNotams } from '#domain/notam/read.ts';
import { scopesOf } from '#domain/notam/scopes.ts';
import { limitText, messageLength, writeMessages, writeNotam } from '#domain/notam/write.ts';

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
  terrainM: null,
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
  ...composed(placedDraft({ ...draft, ...change }), known),
  number: 'L0001/26',
  type: 'N' as const,
  refers: null,
});
const refusedAt = (change: Partial<NotamDraft>, of: Partial<typeof known> = {}) =>
  draftErrors(placedDraft({ ...draft, ...change }), { ...known, ...of }).map(({ field: name, text }) => [
    name,
    text.key.replace('notam.refused.', ''),
  ]);
const misreadAt = (change: Partial<NotamDraft>) => readingErrors(fieldsOf(change)).map((one) => one.field);
const qLineOf = (change: Partial<NotamDraft>) => /Q\) (.*)/.exec(writeNotam(fieldsOf(change)))?.[1];

const atAerodrome: Partial<NotamDraft> = { qCode: 'QOBCE', scope: 'A', locations: ['ZUGH'], area: null };

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
    expect(qLineOf({ ...atAerodrome, upper })).toBe('ZPKM/QOBCE/IV/BO/A/000/026/3056N10419E005');
    expect(qLineOf({ ...atAerodrome, area: draft.area, upper })).toContain('/A/000/026/');
    // Far from it the ground may be of any height, as where no elevation is recorded.
    expect(qLineOf({ ...atAerodrome, area: square(103, 32, 0.05), upper })).toContain('/A/000/301/');
    expect(qLineOf({ ...atAerodrome, locations: ['ZUXX'], upper })).toContain('/A/000/301/');
    expect(qLineOf({ upper })).toContain('/W/000/301/');
  });

  test('has the levels of heights above the ground that the terrain data give', () => {
    const measured = { ...known, terrainM: { lowest: 400, highest: 900 } };
    const placed = placedDraft({ ...draft, lower: limit(100, 'm', 'AGL'), upper: limit(300, 'm', 'AGL') });
    expect(composed(placed, measured).q).toMatchObject({ lowerFl: 16, upperFl: 40 });
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
  expect(refusedAt({ qCode: 'QOBCE', scope: 'E' })).toEqual([]);
  expect(refusedAt({ ...atAerodrome, scope: 'W' })).toEqual([['scope', 'scopeAerodrome']]);
  expect(refusedAt({ ...atAerodrome, qCode: 'QWULW', scope: 'AW' })).toEqual([]);
  for (const locations of [['ZPKM', 'ZUGH'], ['ZBPE'], ['ZPKM', 'ZBPE']]) {
    expect(refusedAt({ scope: 'A', locations })).toEqual([
      ['locations', 'firAlone'],
      ['scope', 'scopeFir'],
    ]);
    expect(refusedAt({ scope: 'W', locations })).toEqual([['locations', 'firAlone']]);
  }
});

test.each([
  ['QWULW', ['W'], ['AW']],
  ['QRTCA', ['W'], ['AW']],
  ['QMRLC', [], ['A', 'AE']],
  ['QLAAS', [], ['A', 'AE']],
  ['QNVAS', ['E'], ['A', 'AE']],
  ['QOBCE', ['E'], ['A', 'AE']],
  ['QXXXX', ['E', 'W'], ['A', 'AE', 'AW']],
])('%s has the scope %j with the FIR in A), and %j with an aerodrome', (qCode, ofFir, ofAerodrome) => {
  expect(scopesOf({ qCode, fir: 'ZPKM', locations: ['ZPKM'] })).toEqual(ofFir);
  expect(scopesOf({ qCode, fir: 'ZPKM', locations: ['ZPKM', 'ZBPE'] })).toEqual(ofFir);
  expect(scopesOf({ qCode, fir: 'ZPKM', locations: ['ZUGH'] })).toEqual(ofAerodrome);
});

test('subject and scope agree', () => {
  expect(refusedAt({ scope: 'E' })).toEqual([['scope', 'scopeSubject']]);
  expect(refusedAt({ ...atAerodrome, qCode: 'QWULW' })).toEqual([['scope', 'scopeSubject']]);
  expect(refusedAt({ qCode: 'QMRLC', scope: 'E' })).toEqual([['scope', 'scopeSubject']]);
  expect(refusedAt({ ...atAerodrome, qCode: 'QMRLC' })).toEqual([]);
});

test('a drawing that differs from the area of the text is refused, and both are named', () => {
  const corners = 'AREA BOUNDED BY LINES JOINING POINTS: ';
  const same = `${corners}N305400E1041800-N305400E1042100-N305700E1042100-N305700E1041800 BACK TO START.`;
  const other = same.replaceAll('E1042100', 'E1042200');
  expect(refusedAt({ text: same })).toEqual([]);
  expect(writeNotam(fieldsOf({ text: same })).match(/JOINING/g)).toHaveLength(1);
  const [error] = draftErrors(placedDraft({ ...draft, text: other }), known);
  expect(error).toMatchObject({
    field: 'area',
    text: {
      key: 'notam.refused.areaOfText',
      values: {
        drawn: 'N305400E1041800-N305400E1042100-N305700E1042100-N305700E1041800',
        own: 'N305400E1041800-N305400E1042200-N305700E1042200-N305700E1041800',
      },
    },
  });
  expect(refusedAt({ text: other, area: null })).toEqual([]);
});

test('a Chinese text that describes another area, or an area alone, is refused', () => {
  const textZh = (east: string) =>
    `下列各点连线范围内：N305400E1041800-N305400E${east}-N305700E${east}-N305700E1041800。`;
  expect(refusedAt({ textZh: textZh('1042100') })).toEqual([]);
  expect(refusedAt({ textZh: textZh('1042200') })).toEqual([['textZh', 'areaOfZh']]);
  expect(refusedAt({ textZh: textZh('1042100'), area: null })).toEqual([['textZh', 'areaOfZhAlone']]);
});

test('heights above the ground of a whole FIR are refused, the ground itself is not', () => {
  const agl = { lower: limit(100, 'm', 'AGL'), upper: limit(300, 'm', 'AGL') };
  expect(refusedAt({ ...agl, area: null })).toEqual([
    ['lower', 'limitOfFir'],
    ['upper', 'limitOfFir'],
  ]);
  expect(refusedAt(agl)).toEqual([]);
  expect(refusedAt({ area: null })).toEqual([]);
});

describe('a text that AFTN does not carry in one message', () => {
  const sentence = 'UNMANNED AIRCRAFT (UAS) WILL FLY IN THE AREA, AND PARACHUTISTS WILL JUMP (SEE AIP). ';
  const long = sentence.repeat(50).trim();
  const zh = '无人驾驶航空器活动，请注意避让，并保持守听；'.repeat(60);

  test('goes out in parts that have all other items, and is read again as one in any order', () => {
    for (const change of [
      { text: long },
      { text: long, textZh: zh },
      { lower: null, upper: null, text: long },
    ]) {
      const fields = fieldsOf(change);
      const messages = writeMessages(fields);
      expect(messages.length).toBeGreaterThan(2);
      const of = String(messages.length).padStart(2, '0');
      expect(messages.map((one) => /^\(L0001\/26([A-Z]\d{2}) NOTAMN\n/.exec(one)?.[1])).toEqual(
        messages.map((_, index) => `${'ABCDEFG'.charAt(index)}${of}`),
      );
      const items = /\nQ\) .*\nA\) .* B\) .* C\) .*\nE\) /;
      expect(messages.every((one) => messageLength(one) <= 1_800 && items.test(one))).toBe(true);
      expect(misreadAt(change)).toEqual([]);
      const inOrder = readNotams(messages.join('\n\n'), now);
      expect(inOrder).toHaveLength(1);
      expect(inOrder[0]).toMatchObject({ number: 'L0001/26', part: null, problems: [] });
      expect(readNotams(messages.toReversed().join('\n\n'), now)).toEqual(inOrder);
    }
  });

  test('is cut between corners where the area alone is too long', () => {
    const corners = Array.from({ length: 200 }, (_, index): [number, number] => {
      const angle = (index * Math.PI) / 100;
      return [104.3 + 0.5 * Math.cos(angle), 30.9 + 0.5 * Math.sin(angle)];
    });
    const [first = [0, 0]] = corners;
    const area: Geometry = { type: 'Polygon', coordinates: [[...corners, first]] };
    expect(refusedAt({ area })).toEqual([]);
    expect(misreadAt({ area })).toEqual([]);
    const [read] = readNotams(writeMessages(fieldsOf({ area })).join('\n\n'), now);
    expect(placedDraft({ ...draft, text: read?.text ?? '', area }).ownArea).toEqual(
      placedDraft({ ...draft, area }).area,
    );
  });

  test('names the part that is missing', () => {
    const messages = writeMessages(fieldsOf({ text: long }));
    const [read] = readNotams(messages.toSpliced(1, 1).join('\n\n'), now);
    expect(read).toMatchObject({
      part: { number: 1, of: messages.length },
      problems: [{ code: 'part', detail: `2/${messages.length}` }],
    });
  });

  test('is refused where nothing in it could be divided', () => {
    const textZh = '无人驾驶航空器在此活动期间请注意避让并保持守听'.repeat(120);
    const unbroken = { key: 'notam.refused.unbroken', values: { most: 1_800 } };
    expect(readingErrors(fieldsOf({ textZh }))).toEqual([{ field: 'textZh', text: unbroken }]);
    const text = 'UAS'.repeat(1_500);
    expect(readingErrors(fieldsOf({ text }))).toEqual([{ field: 'text', text: unbroken }]);
  });

  test('is refused beyond the parts that a record takes', () => {
    expect(readingErrors(fieldsOf({ text: sentence.repeat(300).trim() }))).toMatchObject([
      { field: 'text', text: { key: 'notam.refused.parts' } },
    ]);
  });
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
  expect(refusedAt({ qCode: 'QOBCE', scope: 'E', lower, upper })).toEqual([['upper', 'limits']]);
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
