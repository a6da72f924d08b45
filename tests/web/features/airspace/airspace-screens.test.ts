import { describe, expect, test } from 'vitest';
import type { Altitude } from '#domain/geo/altitude.ts';
import { copiedValues, templateValues, withExtent } from '#web/features/airspace/extent-values.ts';
import { findingFeatures, sectionItems } from '#web/features/airspace/finding-shapes.ts';
import { levelMatch } from '#web/features/airspace/query-level.ts';
import { clockOf, weekRows } from '#web/features/airspace/week-rows.ts';

const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
const agl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AGL' });

describe('a weekly pattern as a week', () => {
  const texts = (schedule: Parameters<typeof weekRows>[0]) =>
    weekRows(schedule).map(({ spans }) =>
      spans.map(({ from, to }) => `${clockOf(from)}-${clockOf(to)}`).join(' '),
    );

  test('none is all of every day', () => {
    expect(texts(null)).toEqual(Array(7).fill('00:00-24:00'));
    expect(texts([])).toEqual(Array(7).fill('00:00-24:00'));
  });

  test('what passes midnight goes on on the next day, from Sunday on Monday', () => {
    expect(texts([{ days: [7], startTime: '2200', endTime: '0200' }])).toEqual([
      '00:00-02:00',
      '',
      '',
      '',
      '',
      '',
      '22:00-24:00',
    ]);
  });

  test('times that touch or overlap are one', () => {
    const [monday] = texts([
      { days: [1], startTime: '0800', endTime: '1000' },
      { days: [1], startTime: '1000', endTime: '1200' },
      { days: [1], startTime: '1500', endTime: '2400' },
    ]);
    expect(monday).toBe('08:00-12:00 15:00-24:00');
  });
});

describe('a level and limits', () => {
  test.each([
    ['between', amsl(500), amsl(300), amsl(900), 'inside'],
    ['on the upper limit', amsl(900), amsl(300), amsl(900), 'inside'],
    ['above', amsl(901), amsl(300), amsl(900), 'outside'],
    ['below', amsl(299), amsl(300), amsl(900), 'outside'],
    ['over the ground up to another datum', amsl(100), agl(0), agl(300), 'unknown'],
    ['above what can be compared, whatever the other is', amsl(950), agl(120), amsl(900), 'outside'],
    ['open above', amsl(20_000), amsl(300), null, 'inside'],
  ] as const)('%s', (_name, level, lower, upper, expected) => {
    expect(levelMatch(level, lower, upper)).toBe(expected);
  });
});

test.each([
  [
    'a draft is copied with its times',
    0,
    '2026-12-31T00:00:00Z',
    '2026-12-01T00:00:00Z',
    '2026-12-31T00:00:00Z',
  ],
  ['what is approved goes on from its end', 1, '2026-12-31T00:00:00Z', '2026-12-31T00:00:00Z', undefined],
  ['what has ended leaves its times open', 2, '2026-11-01T00:00:00Z', undefined, undefined],
  ['so does what is without an end', 1, null, undefined, undefined],
])('%s', (_, state, validTo, from, to) => {
  const stored = {
    name: 'A',
    designator: 'X1',
    company: 3,
    state,
    validFrom: '2026-12-01T00:00:00Z',
    validTo,
  };
  const copy = copiedValues(stored, Date.parse('2026-11-21T00:00:00Z'));
  expect([copy.name, copy.validFrom, copy.validTo]).toEqual(['A', from, to]);
  expect(Object.keys(copy)).not.toEqual(expect.arrayContaining(['designator']));
  expect(Object.keys(copy)).not.toEqual(expect.arrayContaining(['company']));
});

test('another extent takes the figures of the one before away', () => {
  const circle = {
    shape: 'circle',
    radiusM: 500,
    center: { type: 'Point' },
    geometry: { type: 'Polygon' },
    name: 'A',
  };
  const drawn = withExtent(circle, { type: 'Polygon', coordinates: [] }, { shape: 'polygon', radiusM: null });
  expect(drawn).toEqual({ name: 'A', shape: 'polygon', geometry: { type: 'Polygon', coordinates: [] } });
  expect(withExtent(drawn, null, null)).toEqual({ name: 'A' });
});

test('a template gives its extent and limits, not its name and not its holder', () => {
  expect(
    templateValues({ id: 3, name: 'T', company: 9, shape: 'polygon', lower: amsl(0), remark: null }),
  ).toEqual({ shape: 'polygon', lower: amsl(0) });
});

describe('what a check found', () => {
  const shape = {
    geometry: { type: 'Point' as const, coordinates: [116, 39] as [number, number] },
    marginM: 0,
    lower: amsl(0),
    upper: amsl(900),
    from: null,
    to: null,
  };
  const found = (level: 'error' | 'warning', id: number, compared = true) => ({
    level,
    code: 'x',
    rule: '',
    field: 'geometry',
    message: `${level} ${id}`,
    with: { resource: 'airspace', id, label: `A${id}` },
    shape,
    altitudeCompared: compared,
  });

  test('stands in the section once, as the worst of what is said of it', () => {
    const items = sectionItems(
      { label: 'own', lower: null, upper: amsl(300) },
      [found('warning', 1), found('error', 1), found('warning', 1), found('warning', 2, false)],
      'not compared',
    );
    expect(items.map(({ key, tone, note }) => [key, tone, note])).toEqual([
      ['own', 'own', undefined],
      ['finding-airspace-1', 'conflict', undefined],
      ['finding-airspace-2', 'airspace', 'not compared'],
    ]);
  });

  test('is drawn where it is; what is about no place is not', () => {
    const features = findingFeatures([found('error', 1), { ...found('error', 2), shape: null }]);
    expect(features.map(({ id, label }) => [id, label])).toEqual([['finding-airspace-1', 'A1']]);
  });
});
