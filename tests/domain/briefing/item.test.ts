import { expect, test } from 'vitest';
import { compared, type InformationItem, inReadingOrder } from '#domain/briefing/item.ts';

const item = (key: string, values: Partial<InformationItem> = {}): InformationItem => ({
  key,
  kind: 'notam',
  resource: 'notam',
  id: 1,
  title: key,
  raw: 'RUNWAY CLOSED',
  zh: '跑道关闭',
  en: 'Runway closed',
  from: null,
  to: null,
  lower: null,
  upper: null,
  geometry: null,
  grave: false,
  ...values,
});

test('what is new, changed and gone is told, and what was shown before a change', () => {
  const shown = [item('a'), item('b'), item('c')];
  const now = [item('a'), item('b', { raw: 'RUNWAY OPEN' }), item('d')];
  expect(compared(shown, now).map(({ item: { key }, change, before }) => [key, change, before?.raw])).toEqual(
    [
      ['a', null, undefined],
      ['b', 'changed', 'RUNWAY CLOSED'],
      ['d', 'new', undefined],
      ['c', 'gone', undefined],
    ],
  );
});

test('another record that says the same is no change, another limit or time is one', () => {
  const change = (values: Partial<InformationItem>) => compared([item('a')], [item('a', values)])[0]?.change;
  expect(change({ id: 7 })).toBeNull();
  expect(change({ geometry: { type: 'Point', coordinates: [1, 2] } })).toBeNull();
  expect(change({ upper: { value: 300, unit: 'm', reference: 'AGL' } })).toBe('changed');
  expect(change({ to: '2026-11-24T00:00:00Z' })).toBe('changed');
  expect(change({ grave: true })).toBe('changed');
});

test('in reading order: by kind, the grave first, then by time', () => {
  const items = [
    item('late', { from: '2026-11-24T00:00:00Z' }),
    item('early', { from: '2026-11-23T00:00:00Z' }),
    item('grave', { grave: true, from: '2026-11-25T00:00:00Z' }),
    item('field', { kind: 'aerodrome' }),
  ];
  expect(inReadingOrder(items).map(({ key }) => key)).toEqual(['field', 'grave', 'early', 'late']);
});
