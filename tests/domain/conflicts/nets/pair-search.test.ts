import { describe, expect, it } from 'vitest';
import { scan, scanSteps } from '#domain/conflicts/nets/index.ts';
import { judge, pairs } from '#domain/conflicts/nets/pairs.ts';
import type { Finding, NetValues, Scene, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { direct, type LonLat, type Position } from '#domain/geo/geodesy.ts';
import { atOnce } from '#domain/steps.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import { aircraft, circleArea, planOf, sceneOf } from './scene.ts';

const values = Object.fromEntries(
  Object.entries(pairs.parameters).map(([name, { value }]) => [name, value]),
) as NetValues<typeof pairs.parameters>;

/** A crowd around a place: straight on, turning, on a route of one bend, some without height and some on the ground. */
function crowd(seed: number, around: Position, count = 140): Scene {
  const random = seeded(seed).uniform;
  const between = (low: number, high: number) => low + random() * (high - low);
  const plans = new Map();
  const targets = Array.from({ length: count }, (_, i): SceneTarget => {
    const here = direct(around, between(0, 360), between(0, 45_000));
    const trackDeg = between(0, 360);
    const kind = random();
    const planId = kind < 0.3 ? i + 1 : null;
    if (planId !== null) {
      const bend = direct(here, trackDeg, between(500, 9_000));
      const end = direct(bend, trackDeg + between(-90, 90), 20_000);
      const route = [here, bend, end].map(({ longitude, latitude }): LonLat => [longitude, latitude]);
      plans.set(planId, planOf(planId, { route }));
    }
    return aircraft(`a${i}`, {
      ...here,
      trackDeg: random() < 0.03 ? null : trackDeg,
      groundSpeedMps: random() < 0.05 ? 0 : between(20, 110),
      pressureAltitudeM: random() < 0.1 ? null : between(300, 1_800),
      geometricAltitudeM: random() < 0.3 ? between(300, 1_800) : null,
      verticalRateMps: random() < 0.5 ? 0 : between(-5, 5),
      turnDps: kind > 0.7 ? between(-4, 4) : 0,
      onGround: random() < 0.05,
      planId,
    });
  });
  const areas = [
    circleArea('plain', { separationM: 2_500, separationVerticalM: 300 }),
    circleArea('training', { id: 8 }),
  ];
  return sceneOf(targets, { plans, areas });
}

/** Each target with each other, as nobody would who has thousands. */
function everyPair(scene: Scene): Finding[] {
  const found: Finding[] = [];
  for (let i = 0; i < scene.targets.length; i += 1) {
    for (let j = i + 1; j < scene.targets.length; j += 1) {
      const finding = judge(scene, values, i, j);
      if (finding) found.push(finding);
    }
  }
  return found;
}

const sorted = (findings: Finding[]) => findings.toSorted((a, b) => a.key.localeCompare(b.key));

describe('the search for pairs', () => {
  const places: [string, Position][] = [
    ['at home', { latitude: 34.5, longitude: 108.9 }],
    ['over the date line', { latitude: -17, longitude: 179.95 }],
    ['beyond it', { latitude: 52, longitude: -179.9 }],
    ['far in the north', { latitude: 78, longitude: 20 }],
  ];
  it.each(places)('finds %s what every pair compared with every other finds', (_, around) => {
    let most = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const scene = crowd(seed, around);
      const found = sorted(scan(scene).filter(({ net }) => net === 'pairs'));
      expect(found.map(({ key }) => key)).toEqual(sorted(everyPair(scene)).map(({ key }) => key));
      expect(found).toEqual(sorted(everyPair(scene)));
      most = Math.max(most, found.length);
    }
    expect(most).toBeGreaterThan(20);
  });

  it('judges two alike, whichever of them is asked about first', () => {
    const scene = crowd(5, { latitude: 34.5, longitude: 108.9 }, 60);
    for (let i = 0; i < 60; i += 1)
      for (let j = 0; j < i; j += 1) expect(judge(scene, values, i, j)).toEqual(judge(scene, values, j, i));
  });

  it('finds the same where others are looked at in between, and rests every few milliseconds', () => {
    const [one, other] = [5, 6].map((seed) => crowd(seed, { latitude: 34.5, longitude: 108.9 }));
    if (!one || !other) throw new Error('no crowd');
    const [expected, expectedOther] = [scan(one), scan(other)];
    const [steps, otherSteps] = [scanSteps(one), scanSteps(other)];
    let rests = 0;
    for (;;) {
      const step = steps.next();
      otherSteps.next();
      if (step.done) {
        expect(step.value).toEqual(expected);
        break;
      }
      rests += 1;
    }
    expect(atOnce(scanSteps(other))).toEqual(expectedOther);
    expect(rests).toBeGreaterThan(15);
  });

  it('has nothing to say of an empty sky and of one aircraft', () => {
    for (const targets of [[], [aircraft('a1')]])
      expect(scan(sceneOf(targets)).filter(({ net }) => net === 'pairs')).toEqual([]);
  });
});
