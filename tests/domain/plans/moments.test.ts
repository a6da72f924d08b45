import { describe, expect, test } from 'vitest';
import { isDay, momentOf } from '#domain/plans/moments.ts';
import { bucketKeys, spanOf } from '#domain/plans/report-period.ts';

describe('a moment that a call names', () => {
  test.each([
    ['2026-11-21T02:30:00Z', '2026-11-21T02:30:00.000Z'],
    ['2026-11-21T02:30Z', '2026-11-21T02:30:00.000Z'],
    ['2026-11-21T10:30:00+08:00', '2026-11-21T02:30:00.000Z'],
    ['2026-11-21t02:30:00.250z', '2026-11-21T02:30:00.250Z'],
    ['2026-12-31T20:00:00-05:00', '2027-01-01T01:00:00.000Z'],
    ['2028-02-29T00:00:00+14:00', '2028-02-28T10:00:00.000Z'],
  ])('%s is %s', (text, iso) => expect(new Date(momentOf(text) ?? Number.NaN).toISOString()).toBe(iso));

  test.each([
    '',
    'now',
    '1',
    '2026',
    '2026-11-21',
    // Without its zone it would be another moment on a machine elsewhere.
    '2026-11-21T02:30:00',
    'Sat Nov 21 2026',
    '2026-02-30T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T23:59:60Z',
    '2026-11-21T02:30:00+23:59',
    '0000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '9999-12-31T23:00:00Z',
  ])('%s is none', (text) => expect(momentOf(text)).toBeNull());
});

describe('a day that a call names', () => {
  test.each(['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '-0001-01-01'])(
    '%s is in no year of ours',
    (day) => expect(isDay(day)).toBe(false),
  );
  test('the last of them has a report that ends', () => {
    expect(bucketKeys(spanOf('custom', '2199-12-31', '2199-12-31'))).toHaveLength(24);
    expect(bucketKeys(spanOf('week', '2199-12-31'))).toHaveLength(7);
  });
});
