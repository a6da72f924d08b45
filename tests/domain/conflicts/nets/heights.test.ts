import { describe, expect, it, test } from 'vitest';
import { defaultHeights } from '#domain/conflicts/nets/figures.ts';
import { heightWithin } from '#domain/conflicts/nets/heights.ts';
import { nets, scan } from '#domain/conflicts/nets/index.ts';
import type { Scene, SceneVolume } from '#domain/conflicts/nets/safety-net.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { circleRing } from '#domain/geo/geodesy.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { aircraft, circleArea, home, planOf, sceneOf } from './scene.ts';

/** Heights of different datums: what is compared, what is not known, and what people are told of it. */

const agl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AGL' });
const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
const level = (value: number): Altitude => ({ value, unit: 'FL', reference: 'STD' });
const ground = agl(0);
const standard = () => ({ lowest: 1_013.25, highest: 1_013.25 });
const volume = (lower: Altitude | null, upper: Altitude | null): SceneVolume => ({
  polygons: [[circleRing(home, 3_000)]],
  lower,
  upper,
  from: null,
  to: null,
});
/** At so many metres by 1013.25 hPa. */
const at = (pressureAltitudeM: number | null, geometricAltitudeM: number | null = null) =>
  aircraft('a', { pressureAltitudeM, geometricAltitudeM });
const terrain = (elevationM: number): Partial<Scene> => ({
  qnhAt: standard,
  elevationAt: () => elevationM,
});
const basin: Partial<Scene> = { qnhAt: standard, groundNear: () => ({ lowest: 480, highest: 520 }) };

describe('a limit above ground', () => {
  test.each([
    [600, 'yes'],
    [640, 'yes'],
    [660, 'no'],
    [9_000, 'no'],
  ] as const)('of 150 m over measured ground of 500 m: at %i m it is "%s"', (pressureM, within) => {
    expect(heightWithin(sceneOf([], terrain(500)), at(pressureM), volume(ground, agl(150)))).toBe(within);
  });

  test.each([
    [300, 'likely'],
    [600, 'maybe'],
    [1_000, 'no'],
    [3_000, 'no'],
  ] as const)('where only the aerodromes around are known: at %i m it is "%s"', (pressureM, within) => {
    // They stand on 480 to 520 m: the ground is taken to be between 180 and 820 m, the limit between 330 and 970.
    expect(heightWithin(sceneOf([], basin), at(pressureM), volume(ground, agl(150)))).toBe(within);
  });

  it('is known of nobody where there are no aerodromes either, but for those above all ground there is', () => {
    const nothing = sceneOf([], { qnhAt: standard });
    expect(heightWithin(nothing, at(1_000), volume(ground, agl(150)))).toBe('maybe');
    expect(heightWithin(nothing, at(3_200), volume(ground, agl(150)))).toBe('no');
    expect(heightWithin(nothing, at(null), volume(ground, agl(150)))).toBe('maybe');
    const mountains = sceneOf([], {
      qnhAt: standard,
      heights: { ...defaultHeights, groundHighestM: 6_000 },
    });
    expect(heightWithin(mountains, at(3_200), volume(ground, agl(150)))).toBe('maybe');
  });

  it('asks for the ground below the target, and for that of the aerodromes where the data have a gap', () => {
    const gap = sceneOf([], {
      ...basin,
      elevationAt: ({ longitude }) => (longitude > home.longitude ? 900 : null),
    });
    expect(
      heightWithin(gap, aircraft('a', { east: 500, pressureAltitudeM: 1_000 }), volume(ground, agl(150))),
    ).toBe('yes');
    expect(
      heightWithin(gap, aircraft('a', { east: -500, pressureAltitudeM: 1_000 }), volume(ground, agl(150))),
    ).toBe('no');
  });
});

describe('a limit above sea level', () => {
  it('is compared by the pressure near it below the transition altitude', () => {
    // 985 hPa: who shows 600 m is at about 360 m.
    const low = sceneOf([], { qnhAt: () => ({ lowest: 985, highest: 985 }) });
    expect(heightWithin(low, at(600), volume(null, amsl(500)))).toBe('yes');
    const high = sceneOf([], { qnhAt: () => ({ lowest: 1_030, highest: 1_030 }) });
    expect(heightWithin(high, at(450), volume(null, amsl(500)))).toBe('no');
  });

  it('is a level above it: everybody there has set 1013.25 hPa', () => {
    const low = sceneOf([], { qnhAt: () => ({ lowest: 985, highest: 985 }) });
    expect(heightWithin(low, at(3_550), volume(null, amsl(3_500)))).toBe('no');
    expect(heightWithin(low, at(3_450), volume(amsl(3_300), amsl(3_500)))).toBe('yes');
    // An aerodrome that publishes another: there the same limit is below it.
    const plateau = { ...low, transitionAltitudeAt: () => 6_000 };
    expect(heightWithin(plateau, at(3_550), volume(null, amsl(3_500)))).toBe('yes');
  });

  // The pressure is between 950 and 1050 hPa, usually between 993 and 1033.
  test.each([
    [150, 'yes'],
    [300, 'likely'],
    [600, 'maybe'],
    [800, 'unlikely'],
    [1_000, 'unlikely'],
    [1_100, 'no'],
  ] as const)(
    'where nobody reports the pressure: at %i m STD it is "%s" below 500 m AMSL',
    (pressureM, within) => {
      expect(heightWithin(sceneOf([]), at(pressureM), volume(null, amsl(500)))).toBe(within);
    },
  );
});

it('levels compare with pressure altitude by their numbers, a buffer added', () => {
  const band = volume(level(20), level(40));
  expect(heightWithin(sceneOf([]), at(1_200), band)).toBe('yes');
  expect(heightWithin(sceneOf([]), at(1_225), band)).toBe('no');
  expect(heightWithin(sceneOf([]), at(1_225), band, 30)).toBe('yes');
  expect(heightWithin(sceneOf([]), at(600), band)).toBe('no');
  expect(heightWithin(sceneOf([]), at(null), volume(null, null))).toBe('yes');
});

describe('alerts of limits above ground', () => {
  const closed = circleArea('closed', { volume: volume(ground, agl(150)) });
  const found = (scene: Scene) => scan(scene).map(({ level: how, reason }) => [how, reason.key]);

  it('come at their level where the ground is known, and never to who overflies', () => {
    expect(found(sceneOf([at(600)], { areas: [closed], ...terrain(470) }))).toContainEqual([
      'warning',
      'alert.areas.inside',
    ]);
    expect(found(sceneOf([at(1_500)], { areas: [closed], ...terrain(500) }))).toEqual([]);
  });

  it('are one level lower and say why where there are no terrain data, and who overflies has none', () => {
    const scene = sceneOf([at(600)], { areas: [closed], ...basin });
    expect(found(scene)).toEqual([['caution', 'alert.areas.insideNoGround']]);
    expect(textIn(scan(scene)[0]?.reason ?? { key: '' }, 'en')).toContain('no terrain data');
    expect(found(sceneOf([at(1_200)], { areas: [closed], ...basin }))).toEqual([]);
    const lacks = nets.flatMap((net) => net.lacks(scene)?.key ?? []);
    expect(lacks).toEqual(['alert.heights.noData', 'alert.terrain.noData']);
    // Nothing is missing where no limit asks for the ground.
    expect(
      nets.flatMap((net) => net.lacks(sceneOf([], { areas: [circleArea('closed')] }))?.key ?? []),
    ).toEqual(['alert.terrain.noData']);
  });

  it('tell who leaves the heights of a plan above ground, less urgently where nobody measured the ground', () => {
    const plans = new Map([[3, planOf(3, { volumes: [volume(ground, agl(300))] })]]);
    const high = aircraft('a', { planId: 3, pressureAltitudeM: 1_500 });
    expect(found(sceneOf([high], { plans, ...terrain(500) }))).toEqual([
      ['caution', 'alert.conformance.vertical'],
    ]);
    expect(found(sceneOf([high], { plans, ...basin }))).toEqual([
      ['advisory', 'alert.conformance.verticalNoGround'],
    ]);
    const fits = aircraft('a', { planId: 3, pressureAltitudeM: 700 });
    expect(found(sceneOf([fits], { plans, ...terrain(500) }))).toEqual([]);
    expect(found(sceneOf([fits], { plans, ...basin }))).toEqual([]);
  });

  it('know who flies without a plan below the upper limit of a managed area, and who overflies it', () => {
    const managed = circleArea('managed', { volume: volume(ground, agl(600)) });
    const noPlan = [['advisory', 'alert.conformance.noPlan']];
    expect(found(sceneOf([at(900)], { areas: [managed], ...terrain(500) }))).toEqual(noPlan);
    expect(found(sceneOf([at(700)], { areas: [managed], ...basin }))).toEqual(noPlan);
    expect(found(sceneOf([at(2_500)], { areas: [managed], ...basin }))).toEqual([]);
    expect(found(sceneOf([at(2_500)], { areas: [managed], ...terrain(500) }))).toEqual([]);
  });

  it('do not count who overflies an area of limited capacity', () => {
    const small = circleArea('plain', { densityLimit: 1, volume: volume(ground, agl(300)) });
    const two = [at(700), aircraft('b', { north: 2_000, icao24: null, pressureAltitudeM: 4_000 })];
    const density = (scene: Scene) => scan(scene).find(({ net }) => net === 'density');
    expect(density(sceneOf(two, { areas: [small], ...basin }))?.reason.values?.count).toBe(1);
  });
});

describe('where nobody near reports the pressure', () => {
  const found = (scene: Scene) => scan(scene).map(({ level: how, reason }) => [how, reason.key]);
  const closed = circleArea('closed', { volume: volume(null, amsl(500)) });

  test.each([
    [150, 'warning', 'alert.areas.inside'],
    [300, 'caution', 'alert.areas.insideUncertain'],
    [600, 'caution', 'alert.areas.insideUncertain'],
    [1_000, 'advisory', 'alert.areas.insideUncertain'],
  ])('a closed area below 500 m AMSL and an aircraft at %i m STD: %s', (pressureM, how, key) => {
    expect(found(sceneOf([at(pressureM)], { areas: [closed] }))).toEqual([[how, key]]);
  });

  it('raises nothing for who is above it by any pressure', () => {
    expect(found(sceneOf([at(1_100)], { areas: [closed] }))).toEqual([]);
    const low = circleArea('closed', { volume: volume(ground, agl(120)) });
    const unreported: Partial<Scene> = { ...basin, qnhAt: () => null, areas: [low] };
    expect(found(sceneOf([at(1_600)], unreported))).toEqual([]);
    expect(found(sceneOf([at(1_600)], { ...unreported, elevationAt: () => 500 }))).toEqual([]);
  });

  it('calls a flight outside the heights of its plan an advisory where only an unusual pressure brings it in', () => {
    const plans = new Map([[3, planOf(3, { volumes: [volume(amsl(100), amsl(300))] })]]);
    const flying = (pressureAltitudeM: number, more: Partial<Scene> = {}) =>
      found(sceneOf([aircraft('a', { planId: 3, pressureAltitudeM })], { plans, ...more }));
    expect(flying(400)).toEqual([]);
    expect(flying(600)).toEqual([['advisory', 'alert.conformance.verticalNoQnh']]);
    expect(flying(1_100)).toEqual([['caution', 'alert.conformance.vertical']]);
    expect(flying(600, { qnhAt: standard })).toEqual([['caution', 'alert.conformance.vertical']]);
  });

  it('takes who is usually inside a managed area to be in it, and counts no overflights', () => {
    const managed = circleArea('managed', { volume: volume(null, amsl(500)), densityLimit: 1 });
    const areas = [managed];
    expect(found(sceneOf([at(300)], { areas }))).toEqual([
      ['advisory', 'alert.conformance.noPlan'],
      ['advisory', 'alert.density.full'],
    ]);
    expect(found(sceneOf([at(800)], { areas }))).toEqual([]);
  });

  it('an unusual pressure is no approval to be below the safe altitude', () => {
    const plan = planOf(3, {
      volumes: [volume(ground, amsl(500))],
      safeAltitude: { amslM: 1_300, groundM: 900 },
    });
    const flying = aircraft('a', { planId: 3, pressureAltitudeM: 900 });
    expect(found(sceneOf([flying], { plans: new Map([[3, plan]]) }))).toContainEqual([
      'caution',
      'alert.terrain.safe',
    ]);
  });
});

describe('the safe altitude of a route (art. 82)', () => {
  const route = planOf(3, {
    volumes: [volume(amsl(1_500), amsl(1_800))],
    safeAltitude: { amslM: 1_300, groundM: 900 },
  });
  const low = (change: Partial<typeof route> = {}, pressureAltitudeM = 1_000) =>
    scan(
      sceneOf([aircraft('a', { planId: 3, pressureAltitudeM })], {
        qnhAt: standard,
        plans: new Map([[3, { ...route, ...change }]]),
      }),
    ).filter(({ net }) => net === 'terrain');

  it('is told to who is below it and below the heights of its plan', () => {
    expect(low()).toMatchObject([
      { level: 'caution', reason: { key: 'alert.terrain.safe', values: { safe: 1_300 } } },
    ]);
    expect(low({}, 1_400)).toEqual([]);
  });

  it('is not told to who was approved so low, nor near where it takes off and lands', () => {
    expect(low({ volumes: [volume(ground, amsl(1_800))] })).toEqual([]);
    expect(low({ places: [home] })).toEqual([]);
    expect(low({ safeAltitude: null })).toEqual([]);
  });
});
