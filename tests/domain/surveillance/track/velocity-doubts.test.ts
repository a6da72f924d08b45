import { describe, expect, it } from 'vitest';
import { direct } from '#domain/geo/geodesy.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { reportOf } from './report-of.ts';

const begin = Date.UTC(2026, 10, 30, 11);
const centre = { latitude: 30.6, longitude: 104 };
const radiusM = 5_000;
const speedMps = 45;
const settledS = 120;

interface Sensor {
  everyS: number;
  /** Undefined: no report at this time. */
  change?: (report: Report, seconds: number) => Partial<Report> | undefined;
  /** A place of the way flown, in seconds. */
  placeAt?: (seconds: number) => { latitude: number; longitude: number };
}

const onCircle = (seconds: number) => {
  const bearing = ((seconds * speedMps * 180) / (Math.PI * radiusM)) % 360;
  return { ...direct(centre, bearing, radiusM), trackDeg: (bearing + 90) % 360 };
};

/** Flies a circle to the right for ten minutes: how far what is shown was off, and which sensors were doubted. */
function fly(sensors: readonly Sensor[]) {
  const doubted = new Set<number>();
  const table = createTrackTable({ contradicted: (sourceId) => doubted.add(sourceId) });
  let [mostOffDeg, mostOffMps] = [0, 0];
  for (let tenths = 0; tenths < 6_000; tenths++) {
    const seconds = tenths / 10;
    for (const [index, { everyS, change, placeAt }] of sensors.entries()) {
      if ((tenths - 3 * index) % (10 * everyS) !== 0) continue;
      const { trackDeg, ...place } = onCircle(seconds);
      const at = begin + 1_000 * seconds;
      const own = reportOf({ at, ...place, ...placeAt?.(seconds), trackDeg, groundSpeedMps: speedMps });
      const changed = change ? change(own, seconds) : {};
      if (changed === undefined) continue;
      const accuracy = { horizontalM: 30, verticalM: null, nacp: null };
      table.apply({ ...own, accuracy, timeResolutionS: 0.1, ...changed }, index + 1, at);
      const track = table.byAddress('780001');
      if (!track || seconds < settledS) continue;
      const off = Math.abs((track.trackDeg ?? 0) - trackDeg);
      mostOffDeg = Math.max(mostOffDeg, Math.min(off, 360 - off));
      mostOffMps = Math.max(mostOffMps, Math.abs((track.groundSpeedMps ?? 0) - speedMps));
    }
  }
  return { doubted: [...doubted], mostOffDeg, mostOffMps };
}

const opposite = ({ trackDeg }: Report) => ({ trackDeg: ((trackDeg ?? 0) + 180) % 360 });
const inKnots = ({ groundSpeedMps }: Report) => ({ groundSpeedMps: (groundSpeedMps ?? 0) * 0.514 });

describe('a velocity that positions contradict', () => {
  it.each<[string, Sensor]>([
    ['each second', { everyS: 1, change: inKnots }],
    ['every five seconds', { everyS: 5, change: opposite }],
    ['every ten', { everyS: 10, change: opposite }],
  ])('is not shown where another sensor reports it right: wrong %s', (_, wrong) => {
    const { doubted, mostOffDeg, mostOffMps } = fly([{ everyS: 1 }, wrong]);
    expect(doubted).toEqual([2]);
    expect(mostOffDeg).toBeLessThan(2);
    expect(mostOffMps).toBeLessThan(2);
  });

  it.each<[string, Sensor]>([
    [
      'that is not heard for eight seconds now and then',
      { everyS: 1, change: (report, seconds) => (seconds % 40 > 8 ? opposite(report) : undefined) },
    ],
    ['that is heard every ten seconds', { everyS: 10, change: opposite }],
  ])('is not shown of an aircraft %s', (_, wrong) => {
    const { doubted, mostOffDeg } = fly([wrong]);
    expect(doubted).toEqual([1]);
    expect(mostOffDeg).toBeLessThan(30);
  });
});

describe('a velocity that is right', () => {
  const aside = (seconds: number, metres: number) => direct(onCircle(seconds), 0, metres);
  it.each<[string, Sensor]>([
    [
      'where the position jumps and comes back',
      {
        everyS: 1,
        placeAt: (seconds) => aside(seconds, seconds % 100 > 50 && seconds % 100 < 60 ? 1_000 : 0),
      },
    ],
    [
      'where each position is repeated for ten seconds',
      { everyS: 1, placeAt: (seconds) => aside(seconds - (seconds % 10), 0) },
    ],
    [
      'where times are up to two seconds late',
      { everyS: 1, placeAt: (seconds) => aside(seconds - ((seconds * 7) % 5) / 2.5, 0) },
    ],
  ])('is shown %s', (_, sensor) => {
    const { doubted, mostOffDeg } = fly([sensor]);
    expect(doubted).toEqual([]);
    expect(mostOffDeg).toBeLessThan(2);
  });
});
