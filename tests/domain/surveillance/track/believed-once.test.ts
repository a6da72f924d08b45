import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAvrDecoder } from '#domain/surveillance/modes/receivers.ts';
import { createSbsDecoder } from '#domain/surveillance/modes/sbs.ts';
import type { SourceDecoder } from '#domain/surveillance/track/reading.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import type { Track } from '#domain/surveillance/track/track.ts';
import { createTrackTable, type TrackTable } from '#domain/surveillance/track/track-table.ts';
import { reportOf } from './report-of.ts';

const t0 = Date.UTC(2026, 10, 27, 8);
const octets = (line: string) => Uint8Array.from(Buffer.from(line));

/** What is shown after each line of a source, one second apart. */
function shownAfter(
  decoder: SourceDecoder,
  lines: readonly string[],
  table: TrackTable = createTrackTable(),
): (Track | undefined)[] {
  return lines.map((line, second) => {
    const now = t0 + second * 1000;
    for (const report of decoder.read(octets(line), now).reports) table.apply(report, 1, now);
    return [...table.tracks()][0];
  });
}
const codesOf = (tracks: (Track | undefined)[]) => tracks.map((track) => track?.mode3A ?? null);

describe('replies of Mode S', () => {
  const position = '*8D780ABC58174062BD739FA0FBF5;*8D780ABC5817440BC0DFC992C379;';
  const vfr = '*28000238453876;';
  const distress = '*28000AAA32AE75;';
  const avr = (...lines: string[]) => shownAfter(createAvrDecoder(null, true), lines);

  it('shows no code that one reply said, however often its position comes after', () => {
    const shown = avr(position, vfr, position, distress, position, position, position, vfr, position);
    expect(codesOf(shown).slice(2)).toEqual(Array.from({ length: 7 }, () => '2301'));
  });

  it('shows the case as it was sent: 2301 throughout', () => {
    expect(codesOf(avr(position, vfr, distress, vfr, position)).at(-1)).toBe('2301');
  });

  it('keeps the code that replies say where squitters carry none', () => {
    // DF5 with 7700, then an emergency squitter (TC 28, subtype 1) whose code is nought: reserved in version 1.
    const none = '*8D780ABCE10000000000000A4D32;';
    const shown = avr(position, distress, none, position, distress, none, position, none, position);
    expect(codesOf(shown).at(-1)).toBe('7700');
    expect(codesOf(avr(position, vfr, none, position, none, position, none, position)).at(-1)).toBe('2301');
  });

  it('shows an emergency code with the first position after the second reply', () => {
    expect(codesOf(avr(position, vfr, position, distress, distress, position)).at(-1)).toBe('7700');
    expect(codesOf(avr(position, vfr, position, distress, position, distress, position)).slice(4)).toEqual([
      '2301',
      '2301',
      '7700',
    ]);
  });

  it('asks twice for the first code too, where it is an emergency', () => {
    expect(codesOf(avr(position, distress, position, position)).at(-1)).toBeNull();
    expect(codesOf(avr(position, distress, distress, position)).at(-1)).toBe('7700');
    expect(codesOf(avr(position, vfr, position)).at(-1)).toBe('2301');
  });

  it('does not count copies of one reply', () => {
    expect(codesOf(avr(position, vfr, position, distress + distress + distress, position)).at(-1)).toBe(
      '2301',
    );
  });

  it('ends an emergency code with the second reply that says another', () => {
    const shown = avr(position, distress, distress, position, vfr, position, position, vfr, position);
    expect(codesOf(shown).slice(3)).toEqual(['7700', '7700', '7700', '7700', '7700', '2301']);
  });
});

describe('lines of SBS-1', () => {
  const line = (kind: number, cells: Record<number, string>): string => {
    const row = Array.from({ length: 22 }, (_, i) => cells[i] ?? '');
    row[0] = 'MSG';
    row[1] = String(kind);
    row[4] = '780ABC';
    return `${row.join(',')}\r\n`;
  };
  const position = line(3, { 11: '3500', 14: '30.5785', 15: '103.947', 21: '0' });
  const code = (squawk: string, emergency = '0') => line(6, { 17: squawk, 19: emergency });
  const sbs = (...lines: string[]) => shownAfter(createSbsDecoder(true), lines);

  it('shows no code of a single line, and the emergency of two', () => {
    expect(
      codesOf(
        sbs(position, code('2301'), position, code('7700', '-1'), position, position, code('2301'), position),
      )
        .slice(2)
        .filter((shown) => shown !== '2301'),
    ).toEqual([]);
    expect(codesOf(sbs(position, code('2301'), code('7700'), code('7700'), position)).at(-1)).toBe('7700');
  });

  it('shows no emergency, callsign or ground state of a single line', () => {
    const emergency = sbs(position, code('2301', '-1'), position, position, code('2301', '0'), position);
    expect(new Set(emergency.map((track) => track?.emergency))).toEqual(new Set([null]));
    const name = (callsign: string) => line(1, { 10: callsign });
    const named = sbs(name('B7001'), position, name('B7O01'), position, position, name('B7001'), position);
    expect(new Set(named.slice(1).map((track) => track?.callsign))).toEqual(new Set(['B7001']));
    expect(sbs(name('B7001'), position, name('B7002'), name('B7002'), position).at(-1)?.callsign).toBe(
      'B7002',
    );
    const airborne = line(3, { 11: '3500', 14: '30.5785', 15: '103.947' });
    const ground = line(8, { 21: '-1' });
    expect(sbs(airborne, ground, airborne, airborne, airborne).at(-1)?.onGround).toBe(false);
    expect(sbs(airborne, ground, ground, airborne).at(-1)?.onGround).toBe(true);
  });

  it('shows no leap of height of a single line, however long it is repeated', () => {
    const bare = line(3, { 14: '30.5785', 15: '103.947' });
    const high = (feet: string) => line(5, { 11: feet });
    const shown = sbs(high('3500'), bare, high('35000'), bare, bare, bare, bare, bare, bare);
    expect(shown.slice(1).map((track) => Math.round(track?.pressureAltitudeM ?? 0))).toEqual(
      Array.from({ length: 8 }, () => 1067),
    );
  });
});

describe('formats whose messages are whole', () => {
  const at = (seconds: number, change: Partial<Report> = {}) =>
    reportOf({ latitude: 30 + seconds / 2_217, at: t0 + seconds * 1000, ...change });
  const shownOf = (...reports: [report: Report, sourceId?: number][]) => {
    const table = createTrackTable();
    return reports.map(([report, sourceId = 1]) => {
      table.apply(report, sourceId, report.at);
      return table.byAddress('780001');
    });
  };

  it('asks twice for a declared emergency, for its end and for its code', () => {
    const shown = shownOf(
      [at(0)],
      [at(1, { emergency: 'medical' })],
      [at(2)],
      [at(3, { emergency: 'medical', mode3A: '7700' })],
      [at(4, { emergency: 'medical', mode3A: '7700' })],
      [at(5)],
      [at(6, { emergency: 'medical' })],
      [at(7)],
      [at(8)],
    );
    expect(shown.map((track) => track?.emergency)).toEqual([
      null,
      null,
      null,
      null,
      'medical',
      'medical',
      'medical',
      'medical',
      null,
    ]);
    expect(codesOf(shown)).toEqual([null, null, null, null, ...Array.from({ length: 5 }, () => '7700')]);
  });

  it('takes two sensors for two messages where they are a second apart', () => {
    const other = (seconds: number) =>
      at(seconds, { mode3A: '7700', longitude: 104.0001, sourceKey: '25/1' });
    expect(codesOf(shownOf([at(0)], [at(1, { mode3A: '7700' })], [other(1.4), 2])).at(-1)).toBeNull();
    expect(codesOf(shownOf([at(0)], [at(1, { mode3A: '7700' })], [other(2.2), 2])).at(-1)).toBe('7700');
  });

  it('raises an emergency code that one sensor says, though another still has the code before, and holds it', () => {
    const lagging = (seconds: number) =>
      at(seconds, { mode3A: '2301', longitude: 104.00001, sourceKey: 'late' });
    const shown = shownOf(
      [lagging(0), 2],
      [at(1, { mode3A: '7700' })],
      [lagging(1.5), 2],
      [at(2, { mode3A: '7700' })],
      [lagging(2.5), 2],
      [lagging(3.5), 2],
      [at(4, { mode3A: '7700' })],
      [lagging(4.5), 2],
    );
    expect(codesOf(shown)).toEqual(['2301', '2301', '2301', ...Array.from({ length: 5 }, () => '7700')]);
  });

  it('never shows what was said once between reports that say something else', () => {
    const words = fc.record({
      mode3A: fc.constantFrom('2301', '7700', '7500', '4312'),
      emergency: fc.constantFrom('general', 'downed'),
      callsign: fc.constantFrom('B7002', 'XXXX'),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 2, max: 30 }), words), { maxLength: 6 }), (odd) => {
        const said = { mode3A: '5432', callsign: 'B7001' };
        const table = createTrackTable();
        for (let second = 0; second <= 32; second++) {
          const wrong = second % 2 === 0 ? odd.find(([when]) => when === second)?.[1] : undefined;
          // Different each time: two that agree within half a minute are believed.
          const report = at(second, { ...said, ...(wrong && { ...wrong, ...differing(second, wrong) }) });
          table.apply(report, 1, report.at);
          expect(table.byAddress('780001')).toMatchObject({ ...said, emergency: null });
        }
      }),
      { seed: 7, numRuns: 60 },
    );
  });
});

const differing = (second: number, { callsign }: { callsign: string }) => ({
  callsign: `${callsign}${second}`,
});

describe('identity', () => {
  it('follows a track number to another address only once a second plot says so', () => {
    const table = createTrackTable();
    const plot = (seconds: number, icao24: string) =>
      reportOf({
        icao24,
        callsign: null,
        trackNumber: '5',
        sourceKey: '25/1',
        latitude: 30 + seconds / 2_217,
        at: t0 + seconds * 1000,
      });
    const ids = (...plots: [seconds: number, icao24: string][]) => {
      for (const [seconds, icao24] of plots) table.apply(plot(seconds, icao24), 1, t0 + seconds * 1000);
      return [...table.tracks()].map(({ icao24 }) => icao24);
    };
    expect(ids([0, '780001'], [4, '780001'], [8, '780041'], [12, '780001'], [16, '780041'])).toEqual([
      '780001',
    ]);
    expect(ids([20, '780041'])).toEqual(['780001', '780041']);
  });
});

describe('a ground state that nobody repeats', () => {
  const said = (second: number, onGround: boolean | null, groundSpeedMps: number | null) =>
    reportOf({ at: t0 + second * 1000, onGround, groundSpeedMps });
  const groundAfter = (...reports: Report[]) => {
    const table = createTrackTable();
    for (const report of reports) table.apply(report, 1, report.at);
    return [...table.tracks()][0]?.onGround;
  };
  const seconds = Array.from({ length: 30 }, (_, i) => i + 2);

  it('ends with the speed of flight, and stays while the aircraft stands', () => {
    const stood = [said(0, true, 0), said(1, true, 0)];
    expect(groundAfter(...stood, ...seconds.map((s) => said(s, null, 0)))).toBe(true);
    expect(groundAfter(...stood, ...seconds.map((s) => said(s, null, 40)))).toBe(false);
    // Repeated by the same messages it holds: a fast taxi or a landing roll.
    expect(groundAfter(...stood, ...seconds.map((s) => said(s, true, 40)))).toBe(true);
  });
});
