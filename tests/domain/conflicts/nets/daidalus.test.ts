import { describe, expect, it } from 'vitest';
import {
  distanceAfterM,
  entryS,
  modifiedTauS,
  timeToClosestS,
} from '#domain/conflicts/nets/closest-approach.ts';
import { scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { relativeOf } from '#domain/conflicts/nets/pairs.ts';
import { rankOf, type SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { hasRecording, readRecording } from '#tests/support/recordings.ts';
import { aircraft, noon, sceneOf } from './scene.ts';

/** The example as it was published; nothing where it is not at hand. */
const isThere = hasRecording('conflict/H1.daa');
const knot = 1852 / 3600;
const limits = { distanceM: 0.66 * metresPerNauticalMile, verticalM: 450 * 0.3048, tauS: 35 };

/** The published numbers of a few seconds, so that the arithmetic is tried where the whole example is not at hand. */
const published = [
  { s: 0, entryS: 165.268871, tcpaS: 200.507739, dcpaNm: 0.141336, tauS: 200.465758, north: 44.554796 },
  { s: 112, entryS: 53.068342, tcpaS: 88.307187, dcpaNm: 0.14133, tauS: 88.211876, north: 19.624108 },
  { s: 142, entryS: 23.015205, tcpaS: 58.254046, dcpaNm: 0.14133, tauS: 58.109567, north: 12.946055 },
];

describe('closest approach and modified tau', () => {
  it.each(published)('are those of DAIDALUS at second $s', ({ entryS: told, tcpaS, dcpaNm, tauS, north }) => {
    const x = -dcpaNm * metresPerNauticalMile;
    const y = -Math.sqrt((north * metresPerNauticalMile) ** 2 - x * x);
    const relative = { x, y, z: 0, slackM: 0, vx: 0, vy: 800 * knot, vz: 0 };
    expect(timeToClosestS(relative)).toBeCloseTo(tcpaS, 1);
    expect(distanceAfterM(relative, timeToClosestS(relative)) / metresPerNauticalMile).toBeCloseTo(dcpaNm, 3);
    expect(Math.abs((modifiedTauS(relative, limits.distanceM) ?? 0) - tauS)).toBeLessThan(0.1);
    expect(Math.abs(entryS(relative, limits) - told)).toBeLessThan(0.1);
  });

  it('has no entry where the two move apart, pass wide or stay above each other', () => {
    const closing = { x: 0, y: -10_000, z: 0, slackM: 0, vx: 0, vy: 100, vz: 0 };
    expect(entryS({ ...closing, vy: -100 }, limits)).toBe(Number.POSITIVE_INFINITY);
    expect(entryS({ ...closing, x: 1_300 }, limits)).toBe(Number.POSITIVE_INFINITY);
    expect(entryS({ ...closing, z: 200 }, limits)).toBe(Number.POSITIVE_INFINITY);
    // It climbs into it: 200 m at 1 m/s leaves 63 s until 137 m.
    expect(entryS({ ...closing, z: 200, vz: -1 }, limits)).toBeCloseTo(62.8, 1);
  });
});

describe.runIf(isThere)('the DAIDALUS example H1 under DO-365B', () => {
  const seconds = isThere ? readSeconds() : [];
  const told = isThere ? rows('H1-alerting-do365b.csv').slice(2) : [];

  it('has its predicted times and distances in every second', () => {
    const worst = { entryS: 0, tcpaS: 0, dcpaNm: 0, tauS: 0 };
    for (const [index, [own, intruder]] of seconds.entries()) {
      const row = told[index];
      if (!row || !own || !intruder) continue;
      const relative = relativeOf(sceneOf([own, intruder]), 0, 1);
      const at = timeToClosestS(relative);
      const off = (name: keyof typeof worst, mine: number | null | undefined, theirs: string | undefined) => {
        const value = Number.parseFloat(theirs ?? '');
        if (Number.isFinite(value) && mine != null)
          worst[name] = Math.max(worst[name], Math.abs(mine - value));
      };
      const entry = entryS(relative, limits);
      expect(entry === Number.POSITIVE_INFINITY).toBe(row[6]?.startsWith('inf') ?? false);
      off('entryS', entry, row[6]);
      off('tcpaS', at, row[14]);
      off('dcpaNm', distanceAfterM(relative, at) / metresPerNauticalMile, row[15]);
      if (relative.y < -limits.distanceM) off('tauS', modifiedTauS(relative, limits.distanceM), row[17]);
    }
    expect(worst.entryS).toBeLessThan(0.1);
    expect(worst.tcpaS).toBeLessThan(0.1);
    expect(worst.dcpaNm).toBeLessThan(0.002);
    expect(worst.tauS).toBeLessThan(0.1);
  });

  it('changes its level in the same seconds', () => {
    const state = new Map<string, Watched>();
    // Its preventive alert has the thresholds of the corrective one, but for the height.
    const values = { pairs: { advisoryDistanceM: limits.distanceM, advisoryS: 55 } };
    const mine = seconds.map((pair, s) => {
      stepLifeCycle(state, scan(sceneOf(pair, { nowMs: noon + s * 1_000 }), values), noon + s * 1_000);
      return rankOf([...state.values()].find(({ key }) => key.startsWith('pairs:'))?.level);
    });
    expect(changesOf(mine)).toEqual(changesOf(told.map((row) => Number(row[4]))));
    expect(changesOf(mine)).toEqual([
      [0, 0],
      [112, 2],
      [142, 3],
      [206, 0],
    ]);
  });
});

function changesOf(levels: number[]): [number, number][] {
  return levels.flatMap((level, s): [number, number][] => (level === levels[s - 1] ? [] : [[s, level]]));
}

function rows(file: string): string[][] {
  return new TextDecoder()
    .decode(readRecording(`conflict/${file}`))
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()));
}

function readSeconds(): SceneTarget[][] {
  const seconds: SceneTarget[][] = [];
  for (const [name, lat, lon, alt, vx, vy, vz, s] of rows('H1.daa').slice(2)) {
    const [east, north] = [Number(vx), Number(vy)];
    const known = seconds[Number(s)] ?? [];
    known.push(
      aircraft(String(name).toLowerCase(), {
        latitude: Number(lat),
        longitude: Number(lon),
        pressureAltitudeM: Number(alt) * 0.3048,
        groundSpeedMps: Math.hypot(east, north) * knot,
        trackDeg: (Math.atan2(east, north) * 180) / Math.PI,
        verticalRateMps: Number(vz) * 0.00508,
        at: noon + Number(s) * 1_000,
      }),
    );
    seconds[Number(s)] = known;
  }
  return seconds;
}
