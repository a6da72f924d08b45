import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import {
  beginFlight,
  coastFlight,
  type MeasureReport,
  moveFlight,
} from '#domain/surveillance/track/flight.ts';
import type { Flight } from '#domain/surveillance/track/flight-state.ts';
import { freshnessOf, defaultTrackLimits as limits } from '#domain/surveillance/track/limits.ts';
import { measure } from '#domain/surveillance/track/measure.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { type Refusal, refusalOf, targetOf } from '#domain/surveillance/track/track.ts';
import { reportOf } from './report-of.ts';

const t0 = 1_000_000;
/** Degrees of latitude of that many metres near 30° N. */
const north = (metres: number) => metres / 110_852;
const later = (seconds: number, change: Partial<Report> = {}) =>
  reportOf({ at: t0 + seconds * 1000, ...change });
const good = { horizontalM: 10, verticalM: null, nacp: null };
const measureReport: MeasureReport = (report, plane, into) =>
  measure({ ...report, accuracy: report.accuracy ?? good }, plane, null, into);
const begin = (change: Partial<Report> = {}) =>
  beginFlight('780001', reportOf(change), 7, measureReport, limits);

/** Applies reports one by one; what each did, and the track at the end. */
function fly(flight: Flight, ...reports: Report[]) {
  const did = reports.map((report) => moveFlight(flight, report, 7, measureReport, limits));
  return { did, track: flight.track, flight };
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
    expect(track).toMatchObject({ pressureAltitudeM: 905, trackDeg: 1, at: t0 + 1000, since: t0 });
    expect(track.latitude).toBeCloseTo(30 + north(50), 5);
  });

  const moves: [name: string, seconds: number, metres: number, did: string][] = [
    ['700 m/s and the slack', 1, 1_190, 'moved'],
    ['more than that', 1, 1_215, 'leap'],
    ['the slack alone at nearly no time', 0.001, 495, 'moved'],
    ['more than the slack', 0.001, 510, 'leap'],
    ['a long way in a long time', 30, 21_000, 'moved'],
    ['the same time again', 0, 0, 'duplicate'],
    ['the same time elsewhere', 0, 100, 'duplicate'],
    ['one that is too late, which its trail takes', -13, -650, 'past'],
    ['one that is too late and could not have been there', -13, -65_000, 'leap'],
    ['one from before all that is known', -1, -50, 'outOfOrder'],
  ];
  it.each(moves)('%s', (_name, seconds, metres, did) => {
    const start = begin();
    const before = targetOf(start.track);
    const flown = fly(start, later(seconds, { latitude: 30 + north(metres) }));
    expect(flown.did).toEqual([did]);
    if (did !== 'moved') expect(targetOf(flown.track)).toEqual(before);
  });

  /** On its way north at 50 m/s, as it should be. */
  const due = (seconds: number, change: Partial<Report> = {}) =>
    later(seconds, { latitude: 30 + north(50 * seconds), ...change });
  const far = (seconds: number, change: Partial<Report> = {}) =>
    due(seconds, { latitude: 31 + north(50 * seconds), ...change });

  it('drops the anchor after three leaps that agree, begins a new trail there and says so', () => {
    const bare = { pressureAltitudeM: null, geometricAltitudeM: null };
    const { did, track } = fly(begin(), ...[1, 2, 3, 4, 5].map((seconds) => far(seconds, bare)));
    expect(did).toEqual(['leap', 'leap', 'leap', 'moved', 'moved']);
    expect(track.latitude).toBeCloseTo(31 + north(250), 4);
    expect(track).toMatchObject({ warning: 'leap', pressureAltitudeM: 900 });
    expect(track.trail.every((point) => point.latitude > 30.9)).toBe(true);
    const calm = fly(begin(), ...[1, 2, 3, 4].map((n) => far(n)), ...[20, 40, 63, 65].map((n) => far(n)));
    expect(calm.track.warning).toBeNull();
  });

  it('does not believe leaps that do not agree with each other', () => {
    const places = [31, 35, 31, 28, 25, 31, 36].map((latitude, n) => due(n + 1, { latitude }));
    const { did, track } = fly(begin(), ...places);
    expect(new Set(did)).toEqual(new Set(['leap']));
    expect(track).toMatchObject({ latitude: 30, warning: null });
  });

  it('counts the copies of one false position once, whatever their number', () => {
    const copies = [1, 1, 1, 1, 1, 1.2, 1.9].map((seconds) => later(seconds, { latitude: 31 }));
    const { did, track } = fly(begin(), ...copies, due(2));
    expect(did).toEqual(['leap', ...Array.from({ length: 6 }, () => 'duplicate'), 'moved']);
    expect(track.latitude).toBeCloseTo(30 + north(100), 4);
  });

  it('says that it is in two places where both go on', () => {
    const { did, track } = fly(begin(), far(1), due(1.5), far(2), due(2.5), far(3), due(3.5), far(4));
    expect(did).toEqual(['leap', 'moved', 'leap', 'moved', 'leap', 'moved', 'besides']);
    expect(track.latitude).toBeCloseTo(30 + north(175), 4);
  });

  it('doubts what is within reach once, where it knows better', () => {
    const known = () => fly(begin(), ...[1, 2, 3, 4, 5, 6, 7].map((n) => due(n))).flight;
    const aside = (seconds: number) => due(seconds, { longitude: 104.003 });
    expect(fly(known(), aside(8), due(9)).did).toEqual(['outlier', 'moved']);
    const { did, track } = fly(known(), aside(8), aside(9));
    expect(did).toEqual(['outlier', 'moved']);
    expect(track.longitude).toBeCloseTo(104.003, 5);
    expect(track.warning).toBeNull();
  });

  it('places a late report of another sensor by its own time, and takes it once', () => {
    const late = (change: Partial<Report> = {}) =>
      due(2.5, { longitude: 104.0002, sourceKey: '25/9', ...change });
    const start = fly(begin(), ...[1, 2, 3, 4].map((n) => due(n)));
    const { latitude } = start.track;
    const { did, track } = fly(start.flight, late(), late());
    expect(did).toEqual(['moved', 'duplicate']);
    expect(track).toMatchObject({ at: t0 + 4000, sources: 2 });
    // It moves sideways by a part of what the late report says, and stays where it is along its way.
    expect(track.longitude).toBeGreaterThan(104.000_01);
    expect(track.longitude).toBeLessThan(104.000_15);
    expect(track.latitude).toBeCloseTo(latitude, 4);
  });

  it('does not take a leap of altitude until it stays there', () => {
    const high = (seconds: number) => due(seconds, { pressureAltitudeM: 9_000, geometricAltitudeM: null });
    const flown = [1, 2, 3, 4].map((n) => fly(begin(), ...[1, 2, 3, 4].slice(0, n).map(high)).track);
    expect(flown.map((track) => track.pressureAltitudeM)).toEqual([900, 900, 900, 9_000]);
    expect(flown.map(({ warning }) => warning)).toEqual([null, null, null, 'impossibleClimb']);
    expect(flown[0]).toMatchObject({ at: t0 + 1000 });
  });

  it('keeps pressure and geometric altitude apart', () => {
    const { track } = fly(begin(), due(1, { pressureAltitudeM: 9_000, geometricAltitudeM: 955 }));
    expect(track).toMatchObject({ pressureAltitudeM: 900, geometricAltitudeM: 955 });
    const geometric = [16, 17].map((n) => due(n, { pressureAltitudeM: null, geometricAltitudeM: 990 }));
    expect(fly(begin(), ...geometric).track).toMatchObject({
      pressureAltitudeM: null,
      geometricAltitudeM: 990,
    });
  });

  it('counts the copies of one false altitude once', () => {
    const high = (seconds: number) => due(seconds, { pressureAltitudeM: 9_000, geometricAltitudeM: null });
    const { flight } = fly(begin(), ...[1, 1.2, 1.5, 1.9].map(high));
    expect(flight.track.pressureAltitudeM).toBe(900);
    expect(flight.pressure.suspects).toBe(1);
    expect(fly(flight, high(2.1), high(3.2), high(4.3)).track).toMatchObject({ pressureAltitudeM: 9_000 });
  });

  const silent = {
    pressureAltitudeM: null,
    geometricAltitudeM: null,
    groundSpeedMps: null,
    trackDeg: null,
    verticalRateMps: null,
  };

  it('keeps altitude and velocity for a while when they are no longer said, then forgets them', () => {
    const { track, flight } = fly(begin(), due(10, silent));
    expect(track).toMatchObject({
      pressureAltitudeM: 900,
      geometricAltitudeM: 950,
      groundSpeedMps: 50,
      verticalRateMps: 0,
    });
    expect(fly(flight, due(16, silent)).track).toMatchObject({ ...silent, at: t0 + 16_000 });
  });

  it('knows its velocity from its positions where nobody says it', () => {
    const { track } = fly(begin(silent), ...[4, 8, 12, 16, 20, 24, 28].map((n) => due(n, silent)));
    expect(track.groundSpeedMps).toBeCloseTo(50, 0);
    expect(Math.cos(((track.trackDeg ?? 180) * Math.PI) / 180)).toBeGreaterThan(0.999);
  });

  it('keeps the name that it has learnt and learns new ones', () => {
    const { track } = fly(begin({ callsign: null }), due(1), due(2, { callsign: null }));
    expect(track.callsign).toBe('B7001');
  });

  it('leaves the ground when two reports say so, at the time of the first', () => {
    const onGround = { onGround: true, groundSpeedMps: 20 };
    const start = () => begin(onGround);
    expect(fly(start(), due(1, { onGround: null }), due(2)).track.onGround).toBe(true);
    expect(fly(start(), due(1), due(2, onGround), due(3), due(4, onGround)).track.onGround).toBe(true);
    expect(fly(start(), due(1), due(2), due(3)).track).toMatchObject({
      onGround: false,
      groundChangedAt: t0 + 1000,
    });
    // At 150 m/s nothing rolls.
    const fast = { onGround: true, groundSpeedMps: 150 };
    expect(fly(begin(), due(1, fast), due(2, fast), due(3, fast)).track.onGround).toBe(false);
  });

  it('holds an emergency until its own source says twice that there is none, whatever a radar sees', () => {
    const radar = { sourceKey: '25/9', emergency: null } as const;
    const medical = { emergency: 'medical' } as const;
    const { track, flight } = fly(begin(), due(1, medical), due(2, medical));
    expect(track.emergency).toBe('medical');
    expect(moveFlight(flight, due(3, radar), 9, measureReport, limits)).toBe('moved');
    expect(flight.track.emergency).toBe('medical');
    expect(fly(flight, due(4)).track.emergency).toBe('medical');
    expect(fly(flight, due(5)).track.emergency).toBeNull();
  });

  it('goes on where it was going when it is not heard, marked as such, for thirty seconds', () => {
    const { flight, track } = fly(begin(), ...[1, 2, 3, 4, 5].map((n) => due(n)));
    expect(coastFlight(flight, t0 + 10_000, limits)).toBe(false);
    expect(flight.track).toBe(track);
    expect(coastFlight(flight, t0 + 15_000, limits)).toBe(true);
    expect(flight.track).toMatchObject({ isCoasting: true, at: t0 + 5000 });
    expect(flight.track.latitude).toBeCloseTo(30 + north(750), 4);
    expect(coastFlight(flight, t0 + 35_000, limits)).toBe(true);
    expect(coastFlight(flight, t0 + 50_000, limits)).toBe(false);
    expect(flight.track.latitude).toBeCloseTo(30 + north(50 * 35), 4);
    expect(fly(flight, due(51)).track).toMatchObject({ isCoasting: false, at: t0 + 51_000 });
  });

  it('keeps a trail of bounded length and step', () => {
    const { track } = fly(begin(), ...Array.from({ length: 2_000 }, (_, i) => due(i + 1)));
    expect(track.trail).toHaveLength(limits.trailPoints);
    const steps = track.trail.slice(1).map((point, i) => point.at - (track.trail[i]?.at ?? 0));
    expect(new Set(steps)).toEqual(new Set([limits.trailStepMs]));
    expect(track.trail.at(-1)?.at).toBe(track.at);
    // The plane under it was moved many times on a hundred kilometres.
    expect(track.latitude).toBeCloseTo(30 + north(100_000), 4);
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
        const flight = begin();
        for (const { at, ...rest } of steps) {
          const before = flight.track;
          const report = reportOf({ ...rest, at: before.at + at });
          const did = moveFlight(flight, report, 7, measureReport, limits);
          const { track } = flight;
          expect(Number.isFinite(track.latitude + track.longitude)).toBe(true);
          expect(track.at).toBeGreaterThanOrEqual(before.at);
          expect(track.trail.length).toBeLessThanOrEqual(limits.trailPoints);
          if (did !== 'moved') {
            expect(targetOf(track)).toEqual(targetOf(before));
            continue;
          }
          const elapsedMs = Math.max(Math.abs(report.at - before.at), track.at - before.at);
          const reach = (limits.maxSpeedMps * elapsedMs) / 1000 + limits.positionSlackM;
          const leapt = inverse(before, track).distanceM > reach;
          if (leapt) expect(track.warning).toBe('leap');
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
