import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { freshnessOf, defaultTrackLimits as limits } from '#domain/surveillance/track/limits.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import {
  beginTrack,
  moveTrack,
  type Refusal,
  refusalOf,
  type Track,
  targetOf,
} from '#domain/surveillance/track/track.ts';
import { reportOf } from './report-of.ts';

const t0 = 1_000_000;
/** Degrees of latitude of that many metres near 30° N. */
const north = (metres: number) => metres / 110_852;
const later = (seconds: number, change: Partial<Report> = {}) =>
  reportOf({ at: t0 + seconds * 1000, ...change });
const begin = (change: Partial<Report> = {}) => beginTrack('780001', reportOf(change), 7);

/** Applies reports one by one; what each did, and the track at the end. */
function fly(track: Track, ...reports: Report[]): { did: string[]; track: Track } {
  let at = track;
  const did = reports.map((report) => {
    const move = moveTrack(at, report, 7, limits);
    at = move.track;
    return move.moved ? 'moved' : move.reason;
  });
  return { did, track: at };
}

describe('what no report may say', () => {
  const source = { latitude: 30, longitude: 104 };
  const cases: [name: string, change: Partial<Report>, reason: Refusal | null][] = [
    ['an ordinary one', {}, null],
    ['latitude 91°', { latitude: 91 }, 'position'],
    ['no number', { longitude: Number.NaN }, 'position'],
    ['0° N 0° E', { latitude: 0, longitude: 0 }, 'position'],
    ['399 km away', { latitude: 30 + north(399_000) }, null],
    ['401 km away', { latitude: 30 + north(401_500) }, 'range'],
    ['701 m/s', { groundSpeedMps: 701 }, 'speed'],
    ['a negative speed', { groundSpeedMps: -1 }, 'speed'],
    ['below the deepest', { pressureAltitudeM: -501 }, 'altitude'],
    ['above the highest', { geometricAltitudeM: 30_501 }, 'altitude'],
    ['no altitude', { pressureAltitudeM: null, geometricAltitudeM: null }, null],
    ['eleven seconds ahead', { at: t0 + 11_000 }, 'clock'],
    ['nine seconds ahead', { at: t0 + 9_000 }, null],
    ['a minute old', { at: t0 - 60_000 }, 'stale'],
    ['59 s old', { at: t0 - 59_000 }, null],
  ];
  it.each(cases)('%s', (_name, change, reason) => {
    expect(refusalOf(reportOf(change), source, t0, limits)).toBe(reason);
  });

  it('has no range where the place of the source is not known', () => {
    expect(refusalOf(reportOf({ latitude: -40 }), null, t0, limits)).toBeNull();
  });
});

describe('how a report moves a track', () => {
  it('follows', () => {
    const { did, track } = fly(
      begin(),
      later(1, { latitude: 30 + north(50), pressureAltitudeM: 905, trackDeg: 1 }),
    );
    expect(did).toEqual(['moved']);
    expect(track).toMatchObject({
      latitude: 30 + north(50),
      pressureAltitudeM: 905,
      trackDeg: 1,
      at: t0 + 1000,
      since: t0,
    });
  });

  const moves: [name: string, seconds: number, metres: number, did: string][] = [
    ['700 m/s and the slack', 1, 1_190, 'moved'],
    ['more than that', 1, 1_215, 'leap'],
    ['the slack alone at nearly no time', 0.001, 495, 'moved'],
    ['more than the slack', 0.001, 510, 'leap'],
    ['a long way in a long time', 30, 21_000, 'moved'],
    ['the same time again', 0, 0, 'duplicate'],
    ['the same time elsewhere', 0, 100, 'duplicate'],
    ['an older one', -1, -50, 'outOfOrder'],
  ];
  it.each(moves)('%s', (_name, seconds, metres, did) => {
    const start = begin();
    const flown = fly(start, later(seconds, { latitude: 30 + north(metres) }));
    expect(flown.did).toEqual([did]);
    if (did !== 'moved') expect(targetOf(flown.track)).toEqual(targetOf(start));
  });

  it('drops the anchor after three leaps in a row and begins a new trail there', () => {
    const far = (seconds: number) =>
      later(seconds, { latitude: 31, pressureAltitudeM: null, geometricAltitudeM: null });
    const { did, track } = fly(begin(), far(1), far(2), far(3), far(4), far(5));
    expect(did).toEqual(['leap', 'leap', 'leap', 'moved', 'moved']);
    expect(track).toMatchObject({ latitude: 31, pressureAltitudeM: null, rejectedInRow: 0 });
    expect(track.trail.every((point) => point.latitude === 31)).toBe(true);
  });

  it('counts the copies of one false position once', () => {
    const far = (seconds: number) => later(seconds, { latitude: 31 });
    const copies = [1, 1, 1.2, 1.9].map(far);
    const { did, track } = fly(begin(), ...copies, later(2));
    expect(did).toEqual(['leap', 'duplicate', 'duplicate', 'duplicate', 'moved']);
    expect(track).toMatchObject({ latitude: 30, rejectedInRow: 0 });
    // The same place a second later is another report of it.
    expect(fly(begin(), ...copies, far(2)).track.rejectedInRow).toBe(2);
  });

  it('counts anew once a position was believed', () => {
    const far = (seconds: number) => later(seconds, { latitude: 31 });
    const { did } = fly(begin(), far(1), far(2), later(3), far(4), far(5), far(6), later(7));
    expect(did).toEqual(['leap', 'leap', 'moved', 'leap', 'leap', 'leap', 'moved']);
  });

  it('does not take a leap of altitude until it stays there', () => {
    const high = (seconds: number) => later(seconds, { pressureAltitudeM: 9_000, geometricAltitudeM: null });
    const flown = [1, 2, 3, 4].map((n) => fly(begin(), ...[1, 2, 3, 4].slice(0, n).map(high)).track);
    expect(flown.map((track) => track.pressureAltitudeM)).toEqual([900, 900, 900, 9_000]);
    expect(flown[0]).toMatchObject({ at: t0 + 1000, altitudesRejectedInRow: 1 });
  });

  it('counts the copies of one false altitude once', () => {
    const high = (seconds: number) => later(seconds, { pressureAltitudeM: 9_000, geometricAltitudeM: null });
    const { track } = fly(begin(), ...[1, 1.2, 1.5, 1.9].map(high));
    expect(track).toMatchObject({ pressureAltitudeM: 900, altitudesRejectedInRow: 1 });
    expect(fly(track, high(2.1), high(3.2), high(4.3)).track).toMatchObject({ pressureAltitudeM: 9_000 });
  });

  it('keeps altitude and velocity for a while when they are no longer said, then forgets them', () => {
    const bare = {
      pressureAltitudeM: null,
      geometricAltitudeM: null,
      groundSpeedMps: null,
      trackDeg: null,
      verticalRateMps: null,
    };
    const track = fly(begin(), later(10, bare)).track;
    expect(track).toMatchObject({
      pressureAltitudeM: 900,
      geometricAltitudeM: 950,
      groundSpeedMps: 50,
      verticalRateMps: 0,
    });
    expect(fly(track, later(16, bare)).track).toMatchObject({ ...bare, at: t0 + 16_000 });
  });

  it('keeps the name that it has learnt and learns new ones', () => {
    const { track } = fly(begin({ callsign: null }), later(1), later(2, { callsign: null }));
    expect(track.callsign).toBe('B7001');
  });

  it('knows when it left the ground', () => {
    const { track } = fly(
      begin({ onGround: true }),
      later(1, { onGround: null }),
      later(2, { onGround: false }),
      later(3),
    );
    expect(track).toMatchObject({ onGround: false, groundChangedAt: t0 + 2000 });
    expect(fly(begin({ onGround: true }), later(1, { onGround: null })).track.onGround).toBe(true);
  });

  it('keeps a trail of bounded length and step', () => {
    const reports = Array.from({ length: 2_000 }, (_, i) =>
      later(i + 1, { latitude: 30 + north(50 * (i + 1)) }),
    );
    const { track } = fly(begin(), ...reports);
    expect(track.trail).toHaveLength(limits.trailPoints);
    const steps = track.trail.slice(1).map((point, i) => point.at - (track.trail[i]?.at ?? 0));
    expect(new Set(steps)).toEqual(new Set([limits.trailStepMs]));
    expect(track.trail.at(-1)?.at).toBe(track.at);
  });

  it('never moves faster than it may, but for the dropping of an anchor, and never back in time', () => {
    const step = fc.record({
      at: fc.integer({ min: -5_000, max: 60_000 }),
      latitude: fc.double({ min: 29, max: 31, noNaN: true }),
      longitude: fc.double({ min: 103, max: 105, noNaN: true }),
      pressureAltitudeM: fc.option(fc.double({ min: -400, max: 15_000, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let track = begin();
        for (const { at, ...rest } of steps) {
          const before = track;
          const move = moveTrack(track, reportOf({ ...rest, at: track.at + at }), 7, limits);
          track = move.track;
          expect(track.at).toBeGreaterThanOrEqual(before.at);
          expect(track.trail.length).toBeLessThanOrEqual(limits.trailPoints);
          if (!move.moved) {
            expect(targetOf(track)).toEqual(targetOf(before));
            continue;
          }
          const reach = (limits.maxSpeedMps * (track.at - before.at)) / 1000 + limits.positionSlackM;
          const leapt = inverse(before, track).distanceM > reach;
          expect(leapt).toBe(leapt && before.rejectedInRow === limits.rejectionsBeforeReset);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('age', () => {
  it.each([
    [0, 'fresh'],
    [14_999, 'fresh'],
    [15_000, 'dim'],
    [59_999, 'dim'],
    [60_000, 'gone'],
  ])('%i ms: %s', (age, freshness) => {
    expect(freshnessOf(t0, t0 + age)).toBe(freshness);
  });
});
