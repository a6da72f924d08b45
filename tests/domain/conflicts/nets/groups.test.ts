import { describe, expect, it } from 'vitest';
import { nets, scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { workOf } from '#domain/conflicts/nets/pairs.ts';
import type { Finding, Scene, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { direct, type Position } from '#domain/geo/geodesy.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import { aircraft, home, noon, planOf, sceneOf } from './scene.ts';

type More = Parameters<typeof aircraft>[1];

/** Aircraft in rows of ten, 100 m apart, all flying alike. */
const formation = (count: number, name = 'f', more: More = {}): SceneTarget[] =>
  Array.from({ length: count }, (_, i) =>
    aircraft(`${name}${String(i).padStart(3, '0')}`, {
      ...more,
      east: (more?.east ?? 0) + 100 * (i % 10),
      north: (more?.north ?? 0) + 100 * Math.floor(i / 10),
    }),
  );

const headOn = (north = 60_000): SceneTarget[] => [
  aircraft('p1', { north }),
  aircraft('p2', { north: north + 12_000, trackDeg: 180 }),
];

const conflicts = (scene: Scene): Finding[] => scan(scene).filter(({ net }) => net === 'pairs');
const lacksIn = (scene: Scene) => nets.flatMap((net) => net.lacks(scene) ?? []);
const idsOf = ({ targets }: Finding) => targets.map(({ id }) => id);
const told = (finding: Finding) => [
  finding.reason.key,
  finding.level,
  finding.group?.length ?? finding.met?.map(({ length }) => length) ?? 2,
];

/** So many within a distance of a place, each flying somewhere else. */
function crowd(count: number, radiusM: number, around: Position = home): SceneTarget[] {
  const random = seeded(7).uniform;
  return Array.from({ length: count }, (_, i) =>
    aircraft(`c${i}`, {
      ...direct(around, random() * 360, radiusM * Math.sqrt(random())),
      trackDeg: random() * 360,
      groundSpeedMps: 10 + random() * 50,
      pressureAltitudeM: 300 + random() * 1_500,
    }),
  );
}

/** So many over 900 × 900 km, as on a busy day. */
function sky(count: number): SceneTarget[] {
  const random = seeded(11).uniform;
  return Array.from({ length: count }, (_, i) =>
    aircraft(`s${i}`, {
      latitude: 26 + random() * 8,
      longitude: 112 + random() * 9,
      trackDeg: random() * 360,
      groundSpeedMps: 40 + random() * 40,
      pressureAltitudeM: 300 + random() * 3_000,
    }),
  );
}

describe('a group', () => {
  it('of 50 in formation is one alert, and a head-on pair elsewhere another', () => {
    const found = conflicts(sceneOf([...formation(50), ...headOn()]));
    expect(found.map(told).sort()).toEqual([
      ['alert.pairs.group', 'warning', 50],
      ['alert.pairs.reason', 'advisory', 2],
    ]);
    const group = found.find((finding) => finding.group);
    expect(group?.reason.values).toMatchObject({ count: 50 });
    expect(group?.distanceM).toBeCloseTo(100, 0);
    expect(group?.targets).toHaveLength(2);
  });

  it('is met by another aircraft once, with the nearest of it', () => {
    const crossing = aircraft('x', { east: 6_000, north: 200, trackDeg: 270, groundSpeedMps: 200 });
    const found = conflicts(sceneOf([...formation(50), crossing]));
    expect(found.map(told).sort()).toEqual([
      ['alert.pairs.group', 'warning', 50],
      ['alert.pairs.meetsGroup', 'warning', [50, 1]],
    ]);
    const met = found.find((finding) => finding.met);
    expect(idsOf(met as Finding)).toContain('x');
    expect(met?.reason.values).toMatchObject({ one: 'X', count: 50 });
  });

  it('is met by another group once', () => {
    const other = formation(30, 'g', { north: 5_000, trackDeg: 180 });
    const found = conflicts(sceneOf([...formation(50), ...other]));
    expect(found.map(told).sort()).toEqual([
      ['alert.pairs.group', 'warning', 30],
      ['alert.pairs.group', 'warning', 50],
      ['alert.pairs.groupsMeet', 'warning', [50, 30]],
    ]);
  });

  it('of one plan raises nothing, and is met by others as one', () => {
    const plans = new Map([[3, planOf(3)]]);
    const ours = formation(50, 'f', { planId: 3 });
    expect(conflicts(sceneOf(ours, { plans }))).toEqual([]);
    const crossing = aircraft('x', { east: 6_000, north: 200, trackDeg: 270, groundSpeedMps: 200 });
    expect(conflicts(sceneOf([...ours, crossing], { plans })).map(told)).toEqual([
      ['alert.pairs.meetsGroup', 'warning', [50, 1]],
    ]);
  });

  it('begins at five: four are told by pair', () => {
    const found = conflicts(sceneOf(formation(4)));
    expect(found.filter(({ whenRaised }) => !whenRaised).map(told)).toEqual(
      Array.from({ length: 6 }, () => ['alert.pairs.reason', 'warning', 2]),
    );
    expect(conflicts(sceneOf(formation(5))).map(told)).toEqual([['alert.pairs.group', 'warning', 5]]);
  });

  it('of a drone show is one, and so are those who fly as they like within 5 km', () => {
    const random = seeded(3).uniform;
    const show = Array.from({ length: 1_000 }, (_, i) =>
      aircraft(`d${i}`, {
        east: 20_000 + 500 * random(),
        north: 500 * random(),
        trackDeg: 360 * random(),
        groundSpeedMps: 6 * random(),
        pressureAltitudeM: 560 + 100 * random(),
      }),
    );
    expect(conflicts(sceneOf(show)).map(told)).toEqual([['alert.pairs.group', 'warning', 1_000]]);
    const airliner = aircraft('x', { east: 14_000, north: 250, trackDeg: 90, groundSpeedMps: 120 });
    expect(
      conflicts(sceneOf([...show, airliner]))
        .map(told)
        .sort(),
    ).toEqual([
      ['alert.pairs.group', 'warning', 1_000],
      ['alert.pairs.meetsGroup', 'warning', [1_000, 1]],
    ]);
  });
});

describe('a crowd', () => {
  it('of 3,000 within 5 km beside 7,000 others does not hide a pair, and takes bounded work', () => {
    const scene = sceneOf([...crowd(3_000, 5_000), ...sky(7_000), ...headOn()]);
    const found = conflicts(scene);
    expect(found.map(idsOf)).toContainEqual(['p1', 'p2']);
    expect(found.length).toBeLessThan(1_000);
    expect(Math.max(...found.map(({ group }) => group?.length ?? 0))).toBeGreaterThan(2_000);
    const { compared, judged } = workOf(scene);
    expect(compared).toBeLessThan(3_000_000);
    expect(judged).toBeLessThan(11_000);
  });

  it.each([
    ['at one point', 10],
    ['at one point and a little apart', 300],
    ['within 20 km', 20_000],
  ])('of 10,000 %s takes bounded work, and says what it leaves out', (_, radiusM) => {
    const scene = sceneOf([...crowd(10_000, radiusM), ...headOn(90_000)]);
    const found = conflicts(scene);
    expect(found.filter(({ onlyHolds }) => !onlyHolds).map(idsOf)).toContainEqual(['p1', 'p2']);
    const raising = found.filter(({ onlyHolds, group }) => !onlyHolds && !group);
    expect(raising.length).toBeLessThanOrEqual(1_000);
    const { compared, judged, left } = workOf(scene);
    expect(compared).toBeLessThan(3_000_000);
    expect(judged).toBeLessThan(11_000);
    const lacks = lacksIn(scene).find(({ key }) => key === 'alert.limited.pairs');
    expect(lacks?.values).toEqual(left > 0 ? { count: left } : undefined);
  });

  it('of 1,500 pairs without heights leaves out none of the same level with a plan', () => {
    const flood = Array.from({ length: 1_500 }, (_, k) =>
      ['a', 'b'].map((name, side) =>
        aircraft(`n${k}${name}`, {
          east: 100_000 + 10_000 * (k % 40) + 200 * side,
          north: 10_000 * Math.floor(k / 40),
          groundSpeedMps: 0,
          pressureAltitudeM: null,
        }),
      ),
    ).flat();
    const [one, two] = [
      aircraft('p1', { planId: 7 }),
      aircraft('p2', { north: 6_500, trackDeg: 180, planId: null }),
    ];
    const found = conflicts(sceneOf([...flood, one, two]));
    const raised = found.filter(({ onlyHolds }) => !onlyHolds);
    expect(new Set(raised.map(({ level }) => level))).toEqual(new Set(['caution']));
    expect(raised).toHaveLength(1_000);
    expect(raised.map(idsOf)).toContainEqual(['p1', 'p2']);
  });

  it('says nothing of limits on an ordinary day', () => {
    const scene = sceneOf([...sky(10_000), ...formation(50)]);
    expect(conflicts(scene).length).toBeGreaterThan(1);
    expect(lacksIn(scene).map(({ key }) => key)).not.toContain('alert.limited.pairs');
  });
});

describe('the alert of a group', () => {
  /** Scene after scene, a second apart: what is raised after each, by key. */
  function life() {
    const state = new Map<string, Watched>();
    let nowMs = noon;
    return (targets: SceneTarget[], seconds = 1) => {
      const began: string[] = [];
      for (let s = 0; s < seconds; s += 1) {
        const step = stepLifeCycle(state, conflicts(sceneOf(targets, { nowMs })), nowMs);
        began.push(...step.raised.map(({ key }) => key));
        nowMs += 1_000;
      }
      const open = [...state.values()].filter(({ level }) => level !== null);
      return {
        began,
        open: open.map(({ key }) => key).sort(),
        sizes: open.map(({ finding }) => finding.group?.length ?? 0),
      };
    };
  }

  it('goes on from that of a pair and back into it, under one key', () => {
    const next = life();
    const pair = next(formation(2), 5);
    expect(pair.open).toHaveLength(1);
    const many = next(formation(12), 20);
    expect(many).toEqual({ began: [], open: pair.open, sizes: [12] });
    // Some leave, in any order: it is the same group.
    expect(next(formation(12).slice(3), 10)).toEqual({ began: [], open: pair.open, sizes: [9] });
    expect(next(formation(12).slice(3, 6), 20)).toEqual({ began: [], open: pair.open, sizes: [3] });
    expect(next(formation(12).slice(3, 5), 20)).toEqual({ began: [], open: pair.open, sizes: [0] });
    expect(next([], 20).open).toEqual([]);
  });

  it('does not flicker with one that comes and goes at its edge', () => {
    const next = life();
    const first = next(formation(8), 5);
    expect(first.open).toHaveLength(1);
    for (let i = 0; i < 20; i += 1) {
      const edge = aircraft('e', { east: 700, north: i % 3 === 0 ? -1_260 : -1_180 });
      expect(next([...formation(8), edge])).toMatchObject({ began: [], open: first.open });
    }
  });

  it('met by another keeps its key while the nearest member changes', () => {
    const next = life();
    const crossing = (i: number) =>
      aircraft('x', { east: 8_000 - 200 * i, north: 200, trackDeg: 270, groundSpeedMps: 200 });
    const began: string[] = [];
    for (let i = 0; i < 36; i += 1) began.push(...next([...formation(50), crossing(i)]).began);
    expect(began.filter((key) => key.includes('x'))).toHaveLength(1);
    expect(began).toHaveLength(2);
  });
});
