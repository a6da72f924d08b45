import { describe, expect, it } from 'vitest';
import { airspaceFigureNames, sharedFigures } from '#domain/conflicts/nets/figures.ts';
import { nets, scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import type { Finding, Scene, SceneArea, ScenePlan, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { steadinessAt } from '#domain/conflicts/nets/steadiness.ts';
import { aircraft, circleArea, noon, planOf, sceneOf } from './scene.ts';

/** Figures that an airspace states hold for what flies in it, whatever those of all are. */

const short = (finding: Finding) => [finding.level, finding.reason.key];
const stating = (figures: SceneArea['figures'], change: Partial<SceneArea> = {}) =>
  circleArea('plain', { figures, ...change }, 9_000);
const found = (scene: Scene) =>
  scan(scene)
    .filter(({ onlyHolds }) => !onlyHolds)
    .map(short);

it('each is a figure of a net, or of all of them', () => {
  const known = [
    ...nets.flatMap(({ name, parameters }) => Object.keys(parameters).map((figure) => `${name}.${figure}`)),
    ...Object.entries(sharedFigures).flatMap(([group, figures]) =>
      Object.keys(figures).map((figure) => `${group}.${figure}`),
    ),
  ];
  expect(airspaceFigureNames.filter((name) => !known.includes(name))).toEqual([]);
});

describe('an airspace with figures of its own', () => {
  // 95 s before they are not well clear.
  const headOn = [aircraft('a'), aircraft('b', { north: 12_500, trackDeg: 180 })];

  it('warns of pairs earlier, of who is in it only', () => {
    expect(found(sceneOf(headOn))).toEqual([['advisory', 'alert.pairs.reason']]);
    const areas = [stating({ 'pairs.cautionS': 100, 'pairs.warningS': 30 })];
    expect(found(sceneOf(headOn, { areas }))).toEqual([['caution', 'alert.pairs.reason']]);
    const elsewhere = headOn.map((one): SceneTarget => ({ ...one, longitude: one.longitude + 1 }));
    expect(found(sceneOf(elsewhere, { areas }))).toEqual([['advisory', 'alert.pairs.reason']]);
  });

  it('is searched as far ahead as any of them states', () => {
    const far = [aircraft('a'), aircraft('b', { north: 22_000, trackDeg: 180 })];
    expect(found(sceneOf(far))).toEqual([]);
    expect(found(sceneOf(far, { areas: [stating({ 'pairs.advisoryS': 240 })] }))).toEqual([
      ['advisory', 'alert.pairs.reason'],
    ]);
  });

  it('is stricter than another over it where both state the figure', () => {
    const areas = [stating({ 'pairs.cautionS': 60 }), stating({ 'pairs.cautionS': 100 }, { id: 8 })];
    expect(found(sceneOf(headOn, { areas }))).toEqual([['caution', 'alert.pairs.reason']]);
  });

  it('holds for who comes to it, where it is closed', () => {
    const coming = aircraft('a', { north: -9_000 });
    const closed = (figures: SceneArea['figures']) => circleArea('closed', { figures });
    expect(found(sceneOf([coming], { areas: [closed({ 'areas.lookAheadS': 60 })] }))).toEqual([]);
    expect(found(sceneOf([coming], { areas: [closed({ 'areas.lookAheadS': 180 })] }))).toEqual([
      ['caution', 'alert.areas.ahead'],
    ]);
    const over = aircraft('a', { pressureAltitudeM: 620 });
    const low = { ...closed({ 'areas.bufferM': 50 }) };
    const below = {
      ...low,
      volume: { ...low.volume, upper: { value: 600, unit: 'm', reference: 'STD' } as const },
    };
    expect(found(sceneOf([over], { areas: [below] }))).toEqual([['warning', 'alert.areas.inside']]);
    expect(found(sceneOf([over], { areas: [{ ...below, figures: null }] }))).toEqual([]);
  });

  it('has its own tolerances of a plan', () => {
    const plans = new Map([[3, planOf(3, { endAt: noon - 8 * 60_000 })]]);
    const late = aircraft('a', { planId: 3 });
    expect(found(sceneOf([late], { plans }))).toEqual([]);
    expect(found(sceneOf([late], { plans, areas: [stating({ 'conformance.lateMin': 5 })] }))).toEqual([
      ['caution', 'alert.conformance.late'],
    ]);
  });

  it('misses a signal sooner', () => {
    const silent = aircraft('a', { at: noon - 20_000 });
    expect(found(sceneOf([silent]))).toEqual([]);
    expect(found(sceneOf([silent], { areas: [stating({ 'lostSignal.afterS': 15 })] }))).toEqual([
      ['advisory', 'alert.lostSignal.reason'],
    ]);
  });

  it('has its own steadiness', () => {
    const general = { m: 2, n: 4, hysteresisS: 5, persistenceS: 4 };
    const scene = sceneOf([], { areas: [stating({ 'steadiness.m': 1, 'steadiness.persistenceS': 10 })] });
    const of = (target: SceneTarget) => ({ targets: [target] }) as unknown as Finding;
    expect(steadinessAt(scene, general)(of(aircraft('a')))).toEqual({ ...general, m: 1, persistenceS: 10 });
    expect(steadinessAt(scene, general)(of(aircraft('a', { east: 60_000 })))).toEqual(general);
  });
});

describe('two plans of one formation', () => {
  const close = [aircraft('a', { planId: 3 }), aircraft('b', { planId: 4, north: 300 })];
  const plans = (three: Partial<ScenePlan>, four: Partial<ScenePlan>) =>
    new Map([
      [3, planOf(3, three)],
      [4, planOf(4, four)],
    ]);
  const conflict = [['warning', 'alert.pairs.reason']];

  it('fly together, however they write its name', () => {
    expect(
      found(sceneOf(close, { plans: plans({ formation: '雁阵 A' }, { formation: ' 雁阵 a ' }) })),
    ).toEqual([]);
  });

  it('do not where one of them states none, another, or is of another operator', () => {
    for (const [three, four] of [
      [{ formation: '雁阵' }, {}],
      [{ formation: '雁阵' }, { formation: '苍鹭' }],
      [{ formation: '雁阵' }, { formation: '雁阵', companyId: 2 }],
      [{ formation: ' ' }, { formation: ' ' }],
    ] as const) {
      expect(found(sceneOf(close, { plans: plans(three, four) }))).toEqual(conflict);
    }
  });
});

describe('how steady a finding must be', () => {
  const finding = scan(sceneOf([aircraft('a'), aircraft('b', { north: 5_500, trackDeg: 180 })]))[0];
  const stepped = (state: Map<string, Watched>, ms: number, seen = true) =>
    stepLifeCycle(state, seen && finding ? [finding] : [], noon + ms);

  it('is counted by the second, however often it is looked', () => {
    const state = new Map<string, Watched>();
    for (const ms of [0, 250, 500, 750]) expect(stepped(state, ms).raised).toEqual([]);
    expect(stepped(state, 1_000).raised).toHaveLength(1);
  });

  it('is not lost where one of several looks in a second sees nothing', () => {
    const state = new Map<string, Watched>();
    stepped(state, 0);
    stepped(state, 250, false);
    stepped(state, 500, false);
    expect(stepped(state, 1_250).raised).toHaveLength(1);
  });

  it('is what is asked for where it is', () => {
    const state = new Map<string, Watched>();
    const once = () => ({ m: 1, n: 4, hysteresisS: 0, persistenceS: 0 });
    const step = stepLifeCycle(state, finding ? [finding] : [], noon, once);
    expect(step.raised).toHaveLength(1);
  });
});
