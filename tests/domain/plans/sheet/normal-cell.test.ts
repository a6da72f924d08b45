import { expect, test } from 'vitest';
import type { SheetColumnId } from '#domain/plans/sheet/columns.ts';
import {
  dateOrderOf,
  lacksDatum,
  normalCell,
  readingsOf,
  withDatum,
} from '#domain/plans/sheet/normal-cell.ts';

const today = '2026-11-20';

test.each<[SheetColumnId, string, string]>([
  ['etd', '1430', '14:30'],
  ['etd', '830', '08:30'],
  ['etd', '0130-05:00', '01:30-05:00'],
  ['eta', '130 +02:00 +1', '01:30+02:00+1'],
  ['eta', '0130+1', '01:30+1'],
  ['eta', '2400', '2400'],
  ['etd', '2430', '2430'],
  ['eta', '0130+02:60', '0130+02:60'],
  ['eta', '0130+99:99', '0130+99:99'],
  ['eta', 'soon', 'soon'],
  ['upper', '600m amsl', '600 m AMSL'],
  ['upper', '真高300米', '300 m AGL'],
  ['lower', 'gnd', 'GND'],
  ['lower', 'F035', 'FL035'],
  ['upper', 'S0120', 'S0120'],
  ['upper', '600', '600'],
  ['date', '11-22', '2026-11-22'],
  ['date', '20261122', '2026-11-22'],
  ['date', '05/06/2026', '05/06/2026'],
  ['date', '06/06/2026', '2026-06-06'],
  ['callsign', ' b10qa', 'B10QA'],
  ['pilots', ' 高翔', ' 高翔'],
])('%s: %s is accepted as %s', (column, text, accepted) => {
  const once = normalCell(column, text, { today, order: null });
  expect(once).toBe(accepted);
  expect(normalCell(column, once, { today, order: null })).toBe(once);
});

test.each<[string[], ReturnType<typeof dateOrderOf>]>([
  [['2026-11-22', '11-22'], { order: null, asked: null }],
  [['05/06/2026', '07/08/2026'], { order: null, asked: '05/06/2026' }],
  [['05/06/2026', '25/06/2026'], { order: 'day', asked: null }],
  [['05/06/26', '6/25/26'], { order: 'month', asked: null }],
  [['05/06', '25/06'], { order: 'day', asked: null }],
  [['05/06', '06/25'], { order: null, asked: null }],
  [['06/06/2026'], { order: null, asked: null }],
])('the order of %j', (texts, found) => expect(dateOrderOf(texts)).toEqual(found));

test('a date is read in the order that was answered', () => {
  expect(readingsOf('05/06/2026')).toEqual({ day: '2026-06-05', month: '2026-05-06' });
  expect(normalCell('date', '05/06/2026', { today, order: 'day' })).toBe('2026-06-05');
  expect(normalCell('date', '5.6.26', { today, order: 'month' })).toBe('2026-05-06');
  for (const order of ['month', null] as const)
    expect(normalCell('date', '11/12', { today, order })).toMatch(/-11-12$/);
  expect(normalCell('date', '11/12', { today, order: 'day' })).toMatch(/-12-11$/);
});

test.each([
  ['600', '600 m AGL'],
  ['600m', '600 m AGL'],
  ['2000 ft', '2000 ft AGL'],
])('%s lacks its datum', (text, offered) => {
  expect(lacksDatum(text)).toBe(true);
  expect(withDatum(text, 'AGL')).toBe(offered);
});
test.each(['600m AGL', 'FL035', 'high', ''])('%s does not', (text) => expect(lacksDatum(text)).toBe(false));
