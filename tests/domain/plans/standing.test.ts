import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fliesOn,
  movedByDays,
  onFlightDay,
  standingDays,
  standingTasks,
  termDays,
} from '#domain/plans/standing.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { wallClockAt } from '#domain/time/wall-clock.ts';

describe('the days of a standing plan', () => {
  test.each<[string | null, string | null, number[] | null, string[]]>([
    ['2026-11-23', '2026-11-25', null, ['2026-11-23', '2026-11-24', '2026-11-25']],
    ['2026-11-23', '2026-11-25', [], ['2026-11-23', '2026-11-24', '2026-11-25']],
    ['2026-11-23', '2026-12-06', [1, 5], ['2026-11-23', '2026-11-27', '2026-11-30', '2026-12-04']],
    ['2026-11-23', '2026-11-29', [7], ['2026-11-29']],
    ['2026-11-23', '2026-11-23', [2], []],
    ['2026-11-24', '2026-11-23', null, []],
    [null, '2026-11-23', null, []],
    ['2026-11-23', null, null, []],
  ])('%s to %s on %j', (validFrom, validTo, weekdays, days) => {
    const plan = { validFrom, validTo, weekdays };
    expect(standingDays(plan)).toEqual(days);
    for (const day of days) expect(fliesOn(plan, day)).toBe(true);
    expect(fliesOn(plan, '2026-11-22')).toBe(false);
    expect(fliesOn(plan, '2026-12-07')).toBe(false);
  });

  test('fifteen days count the first and the last', () => {
    expect(termDays({ validFrom: '2026-11-23', validTo: '2026-12-07' })).toBe(15);
    expect(termDays({ validFrom: '2026-11-23', validTo: null })).toBe(0);
  });
});

describe('a task on another day', () => {
  const shanghai = { etd: '2026-11-23T01:00:00.000Z', eta: '2026-11-23T03:00:00.000Z' };

  test('keeps its time on the wall', () => {
    expect(onFlightDay(shanghai, '2026-11-23', '2026-11-26', 'Asia/Shanghai')).toEqual({
      etd: '2026-11-26T01:00:00.000Z',
      eta: '2026-11-26T03:00:00.000Z',
    });
  });

  test.each<[string, string, string, string, string]>([
    ['Europe/Berlin', '2026-03-27T07:00:00Z', '2026-03-27', '2026-03-30', '2026-03-30T06:00:00.000Z'],
    ['Europe/Berlin', '2026-10-23T06:00:00Z', '2026-10-23', '2026-10-26', '2026-10-26T07:00:00.000Z'],
    ['America/New_York', '2026-03-06T13:00:00Z', '2026-03-06', '2026-03-09', '2026-03-09T12:00:00.000Z'],
    ['America/New_York', '2026-10-30T12:00:00Z', '2026-10-30', '2026-11-02', '2026-11-02T13:00:00.000Z'],
  ])('%s: %s of %s is on %s at %s', (timeZone, etd, first, day, moved) => {
    expect(onFlightDay({ etd, eta: etd }, first, day, timeZone).etd).toBe(moved);
  });

  test.each([
    // 02:30 to 03:00, on the night on which 02:00 to 03:00 is left out.
    ['2026-03-28T01:30:00Z', '2026-03-28T02:00:00Z', '2026-03-28', '2026-03-29', '01:30:00', '02:00:00'],
    // 23:00 to 06:00 over the night on which 02:00 to 03:00 comes twice.
    ['2026-10-23T21:00:00Z', '2026-10-24T04:00:00Z', '2026-10-23', '2026-10-24', '21:00:00', '04:00:00'],
  ])('flies as long over a change of the clock: %s to %s', (etd, eta, first, day, departs, arrives) => {
    const moved = onFlightDay({ etd, eta }, first, day, 'Europe/Berlin');
    expect([moved.etd.slice(11, 19), moved.eta.slice(11, 19)]).toEqual([departs, arrives]);
  });

  test('a task after midnight stays the day after the first one', () => {
    const night = { etd: '2026-11-23T17:30:00.000Z', eta: '2026-11-23T18:30:00.000Z' };
    const late = { etd: '2026-11-23T14:30:00.000Z', eta: '2026-11-23T15:30:00.000Z' };
    const plan = { validFrom: '2026-11-23', validTo: '2026-11-24' };
    expect(
      standingTasks(plan, [late, night], 'Asia/Shanghai').map(({ day, index, task }) => [
        day,
        index,
        task.etd,
      ]),
    ).toEqual([
      ['2026-11-23', 0, '2026-11-23T14:30:00.000Z'],
      ['2026-11-23', 1, '2026-11-23T17:30:00.000Z'],
      ['2026-11-24', 0, '2026-11-24T14:30:00.000Z'],
      ['2026-11-24', 1, '2026-11-24T17:30:00.000Z'],
    ]);
  });

  test('whatever the zone and the day, the wall shows the same time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'),
        fc.integer({ min: 0, max: 364 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 4 * 60, max: 23 * 60 }),
        (zone, start, days, minutes) => {
          const at = Date.parse(`${dayAfter('2026-01-01', start)}T00:00:00Z`) + minutes * 60_000;
          const before = wallClockAt(at, zone);
          // The hours of the night that a change leaves out cannot be shown again.
          fc.pre(before.hour >= 4);
          const after = wallClockAt(movedByDays(at, days, zone), zone);
          expect([after.hour, after.minute]).toEqual([before.hour, before.minute]);
        },
      ),
    );
  });
});
