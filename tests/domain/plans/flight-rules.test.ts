import { describe, expect, test } from 'vitest';
import { openingHours } from '#domain/aerodromes/hours.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { checkClearance, checkField, checkLevels, levelsFor } from '#domain/plans/flight-rules.ts';

const std = (value: number): Altitude => ({ value, unit: 'm', reference: 'STD' });
const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });

describe('levels by the true track (art. 80)', () => {
  test.each<[number, number[], number[]]>([
    [0, [900, 1_500, 8_100, 8_900, 12_500, 13_700], [600, 1_200, 8_400, 8_700]],
    [179, [900], [600]],
    [180, [600, 8_400, 9_200, 12_200, 13_100], [900, 8_900, 12_800]],
    [359, [600], [900]],
  ])('%i°', (track, right, wrong) => {
    const levels = levelsFor(track);
    for (const level of right) expect(levels).toContain(level);
    for (const level of wrong) expect(levels).not.toContain(level);
  });
  test.each<[string, number, Altitude | null, Altitude | null, string | null]>([
    ['its level lies within', 90, std(800), std(1_000), null],
    ['the other half', 90, std(1_200), std(1_200), '900 m, 1500'],
    ['westward', 270, std(900), std(900), '600 m, 1200'],
    [
      'a flight level in feet',
      270,
      { value: 39, unit: 'FL', reference: 'STD' },
      { value: 39, unit: 'FL', reference: 'STD' },
      null,
    ],
    ['not by standard pressure', 90, amsl(1_200), amsl(1_200), null],
    ['no limits', 90, null, null, null],
  ])('%s', (_, trackDeg, lower, upper, levels) => {
    const [found] = checkLevels({ trackDeg, lower, upper }, 'tasks.0.upper');
    expect(found?.message.values?.levels ?? null).toBe(levels);
  });
});

test.each<[string, Altitude | null, number[], number | null]>([
  ['above it', amsl(1_000), [600], null],
  ['below it', amsl(999), [600], 1_000],
  ['in mountains', amsl(2_500), [2_000, 300], 2_600],
  ['no ground known', amsl(100), [], null],
  ['another datum', { value: 100, unit: 'm', reference: 'AGL' }, [600], null],
])('safe altitude (art. 82): %s', (_, lower, elevations, safe) => {
  const ground = elevations.map((elevationM) => ({ name: 'X', elevationM }));
  expect(checkClearance(lower, ground, 'tasks.0.lower')[0]?.message.values?.safe ?? null).toBe(safe);
});

test.each<[string, { from: number; to: number }[] | null]>([
  ['0700-2100', [{ from: 420, to: 1_260 }]],
  [
    '07:00–12:00, 14:00–18:00',
    [
      { from: 420, to: 720 },
      { from: 840, to: 1_080 },
    ],
  ],
  ['H24', [{ from: 0, to: 1_440 }]],
  ['O/R', null],
  ['0700-2100 except Mon', null],
])('hours %s', (text, hours) => {
  expect(openingHours(text)).toEqual(hours);
});

test.each<[string, boolean, string | null, string, string | null]>([
  ['closed', true, null, '2026-11-21T02:00:00Z', 'aerodrome.closed'],
  ['open', false, '0800-1800', '2026-11-21T02:00:00Z', null],
  ['before it opens', false, '0800-1800', '2026-11-20T23:30:00Z', 'aerodrome.hours'],
  ['over midnight', false, '2000-0400', '2026-11-20T19:00:00Z', null],
  ['hours that cannot be read', false, 'ask', '2026-11-20T19:00:00Z', null],
])('a field: %s', (_, closed, hours, at, code) => {
  const itself = { resource: 'airport', id: 1, label: 'ZUGH' };
  const [found] = checkField(
    { itself, closed, hours, openTimes: null, timeZone: null, source: null },
    Date.parse(at),
    'Asia/Shanghai',
    'tasks.0.departure',
  );
  expect(found?.code ?? null).toBe(code);
});
