import { expect, test } from 'vitest';
import type { SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { circleRing } from '#domain/geo/geodesy.ts';
import {
  type AerodromeRule,
  type AreaRule,
  createTargetWatch,
  type TargetRules,
} from '#domain/notification-rules/target-watch.ts';
import { atOnce } from '#domain/steps.ts';
import { aircraft, home, noon, sceneOf } from '#tests/domain/conflicts/nets/scene.ts';

const always = { version: '1', flights: () => true, isOn: () => true, sees: () => true };
const circle = { polygons: [[circleRing(home, 3_000)]], lower: null, upper: null, from: null, to: null };

const areaRule = (more: Partial<AreaRule> = {}): AreaRule => ({
  ...always,
  id: 1,
  event: 'entersArea',
  volume: circle,
  ...more,
});

const aerodromeRule = (more: Partial<AerodromeRule> = {}): AerodromeRule => ({
  ...always,
  id: 2,
  event: 'lands',
  position: home,
  ...more,
});

/** Looks once for each picture, a second apart; what was met, as `rule:target` of each look. */
function looks(rules: Partial<TargetRules>, pictures: readonly (readonly SceneTarget[])[]): string[][] {
  const watch = createTargetWatch();
  const all: TargetRules = { areas: [], aerodromes: [], ...rules };
  return pictures.map((targets, second) => {
    const at = noon + second * 1_000;
    const scene = sceneOf(
      targets.map((target) => ({ ...target, at })),
      { nowMs: at },
    );
    return atOnce(watch.look(scene, all)).map(({ rule, target }) => `${rule.id}:${target.id}`);
  });
}

const outside = [aircraft('a', { north: 5_000 })];
const inside = [aircraft('a', { north: 1_000 })];

test('a target that enters is reported once, at its second position inside', () => {
  expect(looks({ areas: [areaRule()] }, [outside, inside, inside, inside, inside])).toEqual([
    [],
    [],
    ['1:a'],
    [],
    [],
  ]);
});

test('one position inside is not an entry, and the same position twice is one', () => {
  expect(looks({ areas: [areaRule()] }, [outside, inside, outside, outside]).flat()).toEqual([]);
  const watch = createTargetWatch();
  const rules: TargetRules = { areas: [areaRule()], aerodromes: [] };
  const look = (target: SceneTarget, nowMs: number) =>
    atOnce(watch.look(sceneOf([target], { nowMs }), rules));
  look(aircraft('a', { north: 5_000 }), noon);
  const still = aircraft('a', { north: 1_000, at: noon + 1_000 });
  look(still, noon + 1_000);
  expect(look(still, noon + 2_000)).toEqual([]);
});

test('what is inside at the first look has not entered; what appears inside later has', () => {
  const both = [...inside, aircraft('b', { east: 500 })];
  expect(looks({ areas: [areaRule()] }, [inside, inside, both, both])).toEqual([[], [], [], ['1:b']]);
});

test('a rule that was changed begins again', () => {
  const watch = createTargetWatch();
  const look = (version: string, second: number) =>
    atOnce(
      watch.look(
        sceneOf([aircraft('a', { north: 1_000, at: noon + second * 1_000 })], {
          nowMs: noon + second * 1_000,
        }),
        { areas: [areaRule({ version })], aerodromes: [] },
      ),
    );
  expect([look('1', 0), look('1', 1), look('2', 2), look('2', 3)].flat()).toEqual([]);
});

test('a target that leaves is reported at its second position outside', () => {
  const rules = { areas: [areaRule({ event: 'leavesArea' })] };
  expect(looks(rules, [inside, inside, outside, outside, outside])).toEqual([[], [], [], ['1:a'], []]);
});

test('a target that is no longer heard has not left', () => {
  const rules = { areas: [areaRule({ event: 'leavesArea' })] };
  expect(looks(rules, [inside, inside, [], [], outside, outside]).flat()).toEqual(['1:a']);
});

test('limits count, and a target without an altitude counts as within them', () => {
  const volume = { ...circle, upper: { value: 500, unit: 'm', reference: 'STD' } as const };
  const above = (more: Partial<SceneTarget>) => [aircraft('a', { north: 1_000, ...more })];
  const met = (more: Partial<SceneTarget>) =>
    looks({ areas: [areaRule({ volume })] }, [outside, above(more), above(more)]).flat();
  expect(met({ pressureAltitudeM: 600 })).toEqual([]);
  expect(met({ pressureAltitudeM: 400 })).toEqual(['1:a']);
  expect(met({ pressureAltitudeM: null })).toEqual(['1:a']);
});

test('flights, times and what the owner sees restrict a rule', () => {
  const met = (more: Partial<AreaRule>) =>
    looks({ areas: [areaRule(more)] }, [outside, inside, inside]).flat();
  expect(met({ flights: ({ callsign }) => callsign === 'A' })).toEqual(['1:a']);
  expect(met({ flights: ({ callsign }) => callsign === 'B' })).toEqual([]);
  expect(met({ isOn: (at) => at < noon })).toEqual([]);
  expect(met({ sees: () => false })).toEqual([]);
});

test('on the ground a target neither enters nor leaves', () => {
  const ground = [aircraft('a', { north: 1_000, onGround: true, groundSpeedMps: 5 })];
  expect(looks({ areas: [areaRule()] }, [outside, ground, ground, ground]).flat()).toEqual([]);
});

const flying = (north: number) => [aircraft('a', { north, groundSpeedMps: 40 })];
const rolling = (north: number) => [aircraft('a', { north, groundSpeedMps: 15, onGround: true })];

test('a landing and a take-off near the aerodrome are reported once each', () => {
  const rules = { aerodromes: [aerodromeRule(), aerodromeRule({ id: 3, event: 'takesOff' })] };
  const pictures = [
    ...Array.from({ length: 4 }, () => flying(800)),
    ...Array.from({ length: 6 }, () => rolling(300)),
    ...Array.from({ length: 6 }, () => flying(900)),
  ];
  expect(looks(rules, pictures).flat()).toEqual(['2:a', '3:a']);
});

test('elsewhere a landing does not count', () => {
  const rules = { aerodromes: [aerodromeRule()] };
  const pictures = [
    ...Array.from({ length: 4 }, () => flying(8_000)),
    ...Array.from({ length: 6 }, () => rolling(7_500)),
  ];
  expect(looks(rules, pictures).flat()).toEqual([]);
});
