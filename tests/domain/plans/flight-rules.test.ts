import { describe, expect, test } from 'vitest';
import type { Altitude } from '#domain/geo/altitude.ts';
import {
  checkClearance,
  checkField,
  checkLevels,
  type FieldRecord,
  levelsFor,
} from '#domain/plans/flight-rules.ts';

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

const field: FieldRecord = {
  itself: { resource: 'airport', id: 1, label: 'ZUGH' },
  closed: false,
  isOpen: true,
  hours: { name: '周一至周五 08:00–18:00 CST', nameEn: 'Mon–Fri 08:00–18:00 CST' },
  timeZone: 'Asia/Shanghai',
  position: { latitude: 30.95, longitude: 104.33 },
  night: null,
  source: 'AIP',
};
const checkedAt = (more: Partial<FieldRecord>, at: string) =>
  checkField({ ...field, ...more }, Date.parse(at), 'Asia/Shanghai', 'tasks.0.departure');

test.each<[string, boolean, boolean | null, string | null]>([
  ['closed', true, true, 'aerodrome.closed'],
  ['open', false, true, null],
  ['out of hours', false, false, 'aerodrome.hours'],
  ['hours that only a person can read', false, null, 'aerodrome.hoursUnread'],
])('a field: %s', (_, closed, isOpen, code) => {
  const [found] = checkedAt({ closed, isOpen }, '2026-11-21T02:00:00Z');
  expect(found?.code ?? null).toBe(code);
  if (code === 'aerodrome.hours') expect(found?.message.values?.hoursEn).toBe('Mon–Fri 08:00–18:00 CST');
});

// In Guanghan civil twilight of that day is from about 07:08 to 18:29.
test.each<[FieldRecord['night'], string, string[]]>([
  ['notAllowed', '2026-11-21T20:00', ['error aerodrome.night']],
  ['notAllowed', '2026-11-21T06:30', ['error aerodrome.night']],
  ['notAllowed', '2026-11-21T18:20', []],
  ['permission', '2026-11-21T20:00', ['warning aerodrome.nightPermission']],
  ['permission', '2026-11-21T10:00', []],
  ['allowed', '2026-11-21T20:00', []],
  [null, '2026-11-21T20:00', []],
])('a field where night operations are %s, at %s', (night, at, codes) => {
  const found = checkedAt({ night }, `${at}+08:00`);
  expect(found.map(({ level, code }) => `${level} ${code}`)).toEqual(codes);
  if (found.length > 0) expect(found[0]?.message.values).toMatchObject({ source: 'AIP', aerodrome: 'ZUGH' });
});

test('by night and out of hours are two findings; of a closed field there is one', () => {
  const byNight = { night: 'notAllowed' as const, isOpen: false };
  const at = '2026-11-21T20:00+08:00';
  expect(checkedAt(byNight, at).map(({ code }) => code)).toEqual(['aerodrome.hours', 'aerodrome.night']);
  expect(checkedAt({ ...byNight, closed: true }, at).map(({ code }) => code)).toEqual(['aerodrome.closed']);
  expect(checkedAt({ night: 'notAllowed', position: null }, at)).toEqual([]);
});
