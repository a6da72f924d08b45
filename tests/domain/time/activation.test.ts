import { describe, expect, test } from 'vitest';
import { activations, isActiveAt } from '#domain/time/activation.ts';

const iso = (intervals: { from: number; to: number }[]) =>
  intervals.map(({ from, to }) => `${new Date(from).toISOString()}/${new Date(to).toISOString()}`);
const window = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const shanghai = 'Asia/Shanghai';

describe('when an airspace is in use', () => {
  test.each([
    ['no pattern: the whole window', {}, shanghai, ['2026-11-20T00:00:00.000Z/2026-11-22T00:00:00.000Z']],
    [
      'its validity bounds it',
      { validFrom: '2026-11-20T06:00:00Z', validTo: '2026-11-21T00:00:00Z' },
      shanghai,
      ['2026-11-20T06:00:00.000Z/2026-11-21T00:00:00.000Z'],
    ],
    ['over before the window', { validTo: '2026-11-20T00:00:00Z' }, shanghai, []],
    [
      'Fridays on the wall of Beijing; 20 November 2026 is one',
      { schedule: [{ days: [5], startTime: '0800', endTime: '2000' }] },
      shanghai,
      ['2026-11-20T00:00:00.000Z/2026-11-20T12:00:00.000Z'],
    ],
    [
      'over midnight, begun the day before the window',
      { schedule: [{ days: [4], startTime: '2200', endTime: '1000' }] },
      shanghai,
      ['2026-11-20T00:00:00.000Z/2026-11-20T02:00:00.000Z'],
    ],
    [
      'lines that meet are one interval',
      {
        schedule: [
          { days: [5], startTime: '0800', endTime: '1200' },
          { days: [5], startTime: '1200', endTime: '1400' },
          { days: [5], startTime: '1300', endTime: '1330' },
        ],
      },
      shanghai,
      ['2026-11-20T00:00:00.000Z/2026-11-20T06:00:00.000Z'],
    ],
    [
      'all day, by a start and an end that are equal',
      { schedule: [{ days: [5], startTime: '0000', endTime: '0000' }] },
      'UTC',
      ['2026-11-20T00:00:00.000Z/2026-11-21T00:00:00.000Z'],
    ],
    [
      'until 24:00',
      { schedule: [{ days: [6], startTime: '1800', endTime: '2400' }] },
      'UTC',
      ['2026-11-21T18:00:00.000Z/2026-11-22T00:00:00.000Z'],
    ],
  ])('%s', (_, times, timeZone, expected) => {
    const days = window('2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z');
    expect(iso(activations(times, days, timeZone))).toEqual(expected);
  });

  test('what stands on the clock stays there when summer time begins and ends', () => {
    const schedule = [{ days: everyDay, startTime: '0900', endTime: '1000' }];
    const berlin = (from: string, to: string) =>
      iso(activations({ schedule }, window(from, to), 'Europe/Berlin')).map((one) => one.slice(0, 16));
    expect(berlin('2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual([
      '2026-03-28T08:00',
      '2026-03-29T07:00',
    ]);
    expect(berlin('2026-10-24T00:00:00Z', '2026-10-26T00:00:00Z')).toEqual([
      '2026-10-24T07:00',
      '2026-10-25T08:00',
    ]);
  });

  test.each([
    // From the change on: the wall shows no 02:30, and 03:00 is past it.
    ['Europe/Berlin', '2026-03-29', '0230', '0500', '2026-03-29T01:00/2026-03-29T03:00'],
    ['America/New_York', '2026-03-08', '0230', '0500', '2026-03-08T07:00/2026-03-08T09:00'],
    ['Europe/Berlin', '2026-03-29', '0100', '0230', '2026-03-29T00:00/2026-03-29T01:00'],
    ['America/New_York', '2026-03-08', '0100', '0230', '2026-03-08T06:00/2026-03-08T07:00'],
    // Wholly in the gap: as long, after it.
    ['Europe/Berlin', '2026-03-29', '0215', '0245', '2026-03-29T01:15/2026-03-29T01:45'],
    // From the first 02:15 to the second 02:45.
    ['Europe/Berlin', '2026-10-25', '0215', '0245', '2026-10-25T00:15/2026-10-25T01:45'],
    ['America/New_York', '2026-11-01', '0115', '0145', '2026-11-01T05:15/2026-11-01T06:45'],
    ['Australia/Lord_Howe', '2026-04-05', '0130', '0300', '2026-04-04T14:30/2026-04-04T16:30'],
    ['Asia/Kolkata', '2026-03-29', '0215', '0245', '2026-03-28T20:45/2026-03-28T21:15'],
  ])(
    '%s on %s, %s to %s: all that the wall shows between them',
    (zone, day, startTime, endTime, expected) => {
      const schedule = [{ days: everyDay, startTime, endTime }];
      const at = Date.parse(`${day}T12:00:00Z`);
      const found = iso(activations({ schedule }, { from: at - 26 * 3_600_000, to: at + 3_600_000 }, zone));
      const short = found.map((one) =>
        one
          .split('/')
          .map((end) => end.slice(0, 16))
          .join('/'),
      );
      expect(short).toContain(expected);
    },
  );

  test('no day is left out, wherever in it the window begins', () => {
    const schedule = [{ days: everyDay, startTime: '0100', endTime: '0130' }];
    for (let hour = 0; hour < 24; hour += 1) {
      const from = Date.parse('2026-03-20T00:00:00Z') + hour * 3_600_000;
      const found = activations({ schedule }, { from, to: from + 20 * 86_400_000 }, 'America/New_York');
      expect(found.length).toBeGreaterThanOrEqual(20);
    }
  });

  test('a moment is in use or not', () => {
    const times = { schedule: [{ days: [5], startTime: '0800', endTime: '2000' }] };
    const at = (text: string) => isActiveAt(times, Date.parse(text), Date.parse(text) + 1, shanghai);
    expect(at('2026-11-20T00:00:00Z')).toBe(true);
    expect(at('2026-11-20T12:00:00Z')).toBe(false);
  });
});

test('a pattern of centuries is counted out only as far ahead as an airspace may be valid, and at once', () => {
  const schedule = [{ days: [5], startTime: '0800', endTime: '2000' }];
  const began = performance.now();
  const found = activations({ schedule }, window('1900-01-01T00:00:00Z', '2199-12-31T00:00:00Z'), shanghai);
  expect(found).toHaveLength(105);
  expect(performance.now() - began).toBeLessThan(3_000);
});
