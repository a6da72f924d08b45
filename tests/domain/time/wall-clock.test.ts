import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, momentsOf, wallClockAt } from '#domain/time/wall-clock.ts';

const zones = [
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'America/New_York',
  'America/St_Johns',
  'Africa/Casablanca',
  // Half an hour of daylight saving.
  'Australia/Lord_Howe',
  // Left out a whole day.
  'Pacific/Apia',
];

/** As the runtime writes it: `2026-11-21 10:00:00`. */
function written(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

const two = (value: number) => String(value).padStart(2, '0');

function shown(at: number, timeZone: string): string {
  const { year, month, day, hour, minute, second } = wallClockAt(at, timeZone);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

test('shows what the clocks of the zone show, also for moments near each other', () => {
  const moment = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2100, 0) });
  fc.assert(
    fc.property(
      moment,
      fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { maxLength: 6 }),
      fc.constantFrom(...zones),
      (at, steps, zone) => {
        for (const one of [at, ...steps.map((step) => at + step)]) {
          expect(shown(one, zone)).toBe(written(one, zone));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
])('%s: on both sides of its change at %s', (zone, change) => {
  const at = Date.parse(change);
  for (const one of [at - 1000, at - 1, at, at + 1, at + 899_999, at + 900_000]) {
    expect(shown(one, zone)).toBe(written(one, zone));
  }
  expect(Date.parse(`${shown(at, zone).replace(' ', 'T')}Z`)).not.toBe(
    Date.parse(`${shown(at - 1000, zone).replace(' ', 'T')}Z`) + 1000,
  );
});

/** `2026-03-29 02:30` as the figures of a wall. */
function figures(text: string) {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[- :]/).map(Number);
  return { year, month, day, hour, minute, second: 0 };
}
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16));
const moments = (text: string, zone: string) => {
  const { first, last, leftOutAt } = momentsOf(figures(text), zone);
  return [iso(first), iso(last), iso(leftOutAt)];
};

// East and west of Greenwich, whole and half hours, and a zone without summer time.
test.each([
  ['Europe/Berlin', '2026-03-29 01:59', '2026-03-29T00:59'],
  ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T01:00'],
  ['America/New_York', '2026-03-08 01:59', '2026-03-08T06:59'],
  ['America/New_York', '2026-03-08 03:00', '2026-03-08T07:00'],
  ['Australia/Lord_Howe', '2026-10-04 02:30', '2026-10-03T15:30'],
  ['Asia/Kolkata', '2026-03-29 02:30', '2026-03-28T21:00'],
  ['Pacific/Apia', '2011-12-31 00:00', '2011-12-30T10:00'],
])('%s: %s is on the wall once', (zone, text, at) => {
  expect(moments(text, zone)).toEqual([at, at, null]);
});

test.each([
  ['Europe/Berlin', '2026-03-29 02:30', '2026-03-29T01:30', '2026-03-29T01:00'],
  ['America/New_York', '2026-03-08 02:30', '2026-03-08T07:30', '2026-03-08T07:00'],
  ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-03T15:45', '2026-10-03T15:30'],
  ['Pacific/Apia', '2011-12-30 12:00', '2011-12-30T22:00', '2011-12-30T10:00'],
])('%s: %s is left out, and moved on by as much as the clock', (zone, text, at, change) => {
  expect(moments(text, zone)).toEqual([at, at, change]);
});

test.each([
  ['Europe/Berlin', '2026-10-25 02:30', '2026-10-25T00:30', '2026-10-25T01:30'],
  ['America/New_York', '2026-11-01 01:30', '2026-11-01T05:30', '2026-11-01T06:30'],
  ['Australia/Lord_Howe', '2026-04-05 01:45', '2026-04-04T14:45', '2026-04-04T15:15'],
])('%s: %s is on the wall twice, and the first is meant', (zone, text, first, last) => {
  expect(moments(text, zone)).toEqual([first, last, null]);
  expect(iso(instantOf(figures(text), zone))).toBe(first);
});

test('what the wall shows at a moment names that moment, or the other one that it shows the same at', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1975, 0) / 60_000, max: Date.UTC(2100, 0) / 60_000 }),
      fc.constantFrom(...zones, 'Europe/Berlin', 'Asia/Kolkata'),
      (minutes, zone) => {
        const at = minutes * 60_000;
        const { first, last, leftOutAt } = momentsOf(wallClockAt(at, zone), zone);
        expect(leftOutAt).toBeNull();
        expect([first, last]).toContain(at);
        expect(shown(first, zone)).toBe(shown(last, zone));
      },
    ),
    { numRuns: 500, seed: 32 },
  );
});

test('every minute of a night with a change is before, in or after it, in its order', () => {
  for (const [zone, day, month] of [
    ['Europe/Berlin', 29, 3],
    ['Europe/Berlin', 25, 10],
    ['America/New_York', 8, 3],
    ['America/New_York', 1, 11],
    ['Australia/Lord_Howe', 5, 4],
  ] as const) {
    for (let minute = 0; minute < 360; minute += 5) {
      const clock = { year: 2026, month, day, hour: 0, minute, second: 0 };
      const { first, last, leftOutAt } = momentsOf(clock, zone);
      const wanted = Date.UTC(2026, month - 1, day, 0, minute);
      const showsIt = (at: number) => shown(at, zone) === shown(wanted, 'UTC');
      expect([showsIt(first), showsIt(last)]).toEqual(leftOutAt === null ? [true, true] : [false, false]);
    }
  }
});
