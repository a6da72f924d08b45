import { describe, expect, it } from 'vitest';
import { direct, inverse } from '#domain/geo/geodesy.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { reportOf } from './report-of.ts';

const begin = Date.UTC(2026, 10, 30, 11);
const centre = { latitude: 30.6, longitude: 104 };

interface Circle {
  radiusM: number;
  speedMps: number;
  everyMs: number;
  seconds: number;
}

/** Flies a circle to the right, its reports changed by `change`; what is shown of it after `settledS`. */
function fly(circle: Circle, change: (report: Report) => Partial<Report>, settledS = 90) {
  const { radiusM, speedMps, everyMs, seconds } = circle;
  const refused: string[] = [];
  let contradicted = 0;
  const table = createTrackTable({
    refused: (_, reason) => refused.push(reason),
    contradicted: () => {
      contradicted += 1;
    },
  });
  const placeAt = (at: number) => {
    const bearing = ((((at - begin) / 1_000) * speedMps * 180) / (Math.PI * radiusM)) % 360;
    return { ...direct(centre, bearing, radiusM), trackDeg: (bearing + 90) % 360 };
  };
  let [mostOffM, mostOffDeg] = [0, 0];
  for (let at = begin; at < begin + seconds * 1_000; at += everyMs) {
    const { latitude, longitude, trackDeg } = placeAt(at);
    const own = reportOf({ at, latitude, longitude, trackDeg, groundSpeedMps: speedMps });
    table.apply(
      { ...own, accuracy: { horizontalM: 30, verticalM: null, nacp: null }, ...change(own) },
      1,
      at,
    );
    const track = table.byAddress('780001');
    if (!track || at < begin + settledS * 1_000) continue;
    mostOffM = Math.max(mostOffM, inverse(track, { latitude, longitude }).distanceM);
    const off = Math.abs((track.trackDeg ?? 0) - trackDeg);
    mostOffDeg = Math.max(mostOffDeg, Math.min(off, 360 - off));
  }
  return { refused: refused.length, contradicted, mostOffM, mostOffDeg };
}

const patrol: Circle = { radiusM: 5_000, speedMps: 45, everyMs: 1_000, seconds: 300 };

describe('a velocity that is not that of the positions', () => {
  it.each<[string, (report: Report) => Partial<Report>]>([
    ['a direction that is always 0', () => ({ trackDeg: 0 })],
    ['a direction to the side', ({ trackDeg }) => ({ trackDeg: ((trackDeg ?? 0) + 90) % 360 })],
    ['km/h for m/s', ({ groundSpeedMps }) => ({ groundSpeedMps: (groundSpeedMps ?? 0) * 3.6 })],
    ['m/s for knots', ({ groundSpeedMps }) => ({ groundSpeedMps: (groundSpeedMps ?? 0) * 0.514 })],
  ])('costs no positions for long, and is not shown: %s', (_, change) => {
    const { refused, contradicted, mostOffM, mostOffDeg } = fly(patrol, change);
    expect(contradicted).toBeGreaterThan(200);
    expect(refused).toBeLessThan(6);
    expect(mostOffM).toBeLessThan(80);
    expect(mostOffDeg).toBeLessThan(20);
  });

  it('counts again once it is right', () => {
    const { mostOffDeg, mostOffM } = fly(
      { ...patrol, seconds: 360 },
      ({ at, trackDeg }) => ({ trackDeg: at < begin + 120_000 ? 0 : trackDeg }),
      200,
    );
    // As it reports it, to the degree.
    expect(mostOffDeg).toBeLessThan(0.1);
    expect(mostOffM).toBeLessThan(20);
  });

  it.each<[string, Circle]>([
    ['of a glider that circles, each second', { radiusM: 110, speedMps: 27, everyMs: 1_000, seconds: 300 }],
    [
      'of a glider that circles, every four seconds',
      { radiusM: 110, speedMps: 27, everyMs: 4_000, seconds: 300 },
    ],
    ['of one that is heard every ten', { radiusM: 5_000, speedMps: 45, everyMs: 10_000, seconds: 600 }],
  ])('is shown as it is reported where it is right: %s', (_, circle) => {
    expect(fly(circle, () => ({}))).toMatchObject({ contradicted: 0, mostOffDeg: expect.closeTo(0, 1) });
  });
});
