import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshnessOf } from '#domain/surveillance/track/limits.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { reportOf } from './report-of.ts';

const t0 = Date.UTC(2026, 10, 27, 8);
/** A fix of so many seconds after the beginning; the aircraft flies on between two of them. */
const fix = (seconds: number, change: Partial<Report> = {}) =>
  reportOf({ latitude: 30 + seconds / 2_217, at: t0 + Math.round(seconds * 1000), ...change });

describe('a document that repeats a fix', () => {
  /** Once a second the same fix of second 0, its time off by some tenths, for so many seconds. */
  function repeated(seconds: number, jitterMs: readonly number[]) {
    const table = createTrackTable();
    table.apply(fix(0), 1, t0 + 200);
    return Array.from({ length: seconds }, (_, i) => {
      const now = t0 + (i + 1) * 1000;
      table.apply(fix(0, { at: t0 + (jitterMs[i % jitterMs.length] ?? 0) }), 1, now);
      table.sweep(now);
      const [track] = [...table.tracks()];
      return track && { at: track.at, latitude: track.latitude, isCoasting: track.isCoasting };
    });
  }

  it('leaves the target to coast and to go, by its life from the fix on', () => {
    const shown = repeated(70, [0, 300, -400, 100, 500, -200]);
    expect(shown.slice(0, 12).every((one) => one?.at === t0 && !one.isCoasting && one.latitude === 30)).toBe(
      true,
    );
    expect(shown.slice(14, 58).every((one) => one?.at === t0 && one.isCoasting)).toBe(true);
    expect(shown.slice(60)).toEqual(Array.from({ length: 10 }, () => undefined));
    // It goes on along its way, and never back.
    const north = shown.flatMap((one) => one?.latitude ?? []);
    expect(north.every((latitude, i) => i === 0 || latitude >= (north[i - 1] ?? 0))).toBe(true);
  });

  it('whatever the tenths, renews nothing and moves nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 10 }),
        (jitter) => {
          const shown = repeated(62, jitter);
          expect(new Set(shown.slice(0, 59).map((one) => one?.at))).toEqual(new Set([t0]));
          expect(shown.at(-1)).toBeUndefined();
        },
      ),
      { seed: 2, numRuns: 30 },
    );
  });

  it('that is already 41 s old is coasting where it is first seen', () => {
    const table = createTrackTable();
    const now = t0 + 41_000;
    table.apply(fix(0), 1, now);
    table.sweep(now + 500);
    const [track] = [...table.tracks()];
    expect(track).toMatchObject({ at: t0, isCoasting: true, latitude: 30 });
    expect(freshnessOf(track?.at ?? now, now)).toBe('dim');
    table.sweep(t0 + 60_000);
    expect(table.size()).toBe(0);
  });

  it('and an aircraft that hovers is renewed by each new fix', () => {
    const table = createTrackTable();
    const hover = (seconds: number) => fix(seconds, { latitude: 30, groundSpeedMps: 0 });
    for (let tenth = 0; tenth <= 300; tenth += 5) table.apply(hover(tenth / 10), 1, t0 + tenth * 100);
    expect(t0 + 30_000 - (table.byAddress('780001')?.at ?? 0)).toBeLessThan(1_000);
  });
});

describe('fixes that a device kept', () => {
  const terminal = (seconds: number) =>
    fix(seconds, { icao24: null, callsign: null, addressType: 'terminal', trackNumber: '13900000017' });

  it('go into the trail and the recording at their own times, and do not move the target back', () => {
    const table = createTrackTable();
    for (const second of [0, 4, 300, 304]) {
      table.sweep(t0 + second * 1000);
      table.apply(terminal(second), 1, t0 + second * 1000);
    }
    const [before] = [...table.tracks()];
    const cursor = table.changesSince(0).cursor;
    const applied = [40, 43, 46, 250, 253].map((second) => table.apply(terminal(second), 1, t0 + 305_000));
    // Those of the last minute are late, and not too old to be shown.
    expect(applied.map(({ isPast }) => isPast)).toEqual([true, true, true, undefined, undefined]);
    const [track] = [...table.tracks()];
    expect(track).toMatchObject({ at: before?.at, latitude: before?.latitude, id: before?.id });
    const seconds = (list: readonly { at: number }[] = []) => list.map(({ at }) => (at - t0) / 1000);
    expect(seconds(track?.trail)).toEqual([40, 43, 46, 250, 253, 300, 304]);
    const recorded = table.takePast();
    expect(seconds(recorded)).toEqual([40, 43, 46, 250, 253]);
    expect(recorded[0]).toMatchObject({ id: track?.id, latitude: 30 + 40 / 2_217, isCoasting: false });
    expect(table.takePast()).toEqual([]);
    expect(table.changesSince(cursor).removed).toEqual([]);
  });

  it('are recorded once, though they come again', () => {
    const table = createTrackTable();
    table.apply(terminal(304), 1, t0 + 304_000);
    for (const second of [280, 280, 280.4]) table.apply(terminal(second), 1, t0 + 305_000);
    expect(table.takePast()).toHaveLength(1);
  });

  it('are recorded before their aircraft is seen again, under the name that it will have', () => {
    const table = createTrackTable();
    for (const second of [0, 3, 3.2]) {
      const isPast = second === 3.2 ? undefined : true;
      const applied = table.apply(terminal(second), 1, t0 + 600_000);
      expect([applied.accepted, applied.isPast]).toEqual([false, isPast]);
    }
    // The third is the second again.
    expect(table.refusals().stale).toBe(1);
    expect(table.size()).toBe(0);
    table.apply(terminal(600), 1, t0 + 600_000);
    expect(table.takePast().map(({ id }) => id)).toEqual(
      [...table.tracks(), ...table.tracks()].map(({ id }) => id),
    );
    expect(table.apply(terminal(-90_000), 1, t0 + 600_000)).toMatchObject({ reason: 'stale' });
  });

  it('are of no plot without an identity of its own', () => {
    const table = createTrackTable();
    const plot = (seconds: number) => fix(seconds, { icao24: null, callsign: null, trackNumber: '5' });
    table.apply(plot(100), 1, t0 + 100_000);
    expect(table.apply(plot(60), 1, t0 + 100_000)).toMatchObject({ reason: 'outOfOrder' });
    expect(table.apply(plot(0), 1, t0 + 100_000)).toMatchObject({ reason: 'stale' });
  });
});
