import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wallClockAt } from '#domain/time/wall-clock.ts';

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
