import type { Range } from '#domain/conflicts/unmeasured.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { figuresAt } from './area-figures.ts';
import { contains } from './area-geometry.ts';
import { areasAt, areasFor } from './area-index.ts';
import { heightWithin, highestAmslM, highestPressureM, mayBeWithin, qnhNear, usualQnh } from './heights.ts';
import { motionOf } from './motion.ts';
import { placeAfter, straightWay, type Way } from './prediction.ts';
import {
  contactsOf,
  type Finding,
  type NetValues,
  oneLower,
  plansOf,
  type Scene,
  type SceneArea,
  type ScenePlan,
  type SceneTarget,
  safetyNet,
  targetsInStep,
} from './safety-net.ts';
import { flag, skyOf } from './sky.ts';

const stepS = 5;
const hasMinimum = ({ minimumAltitudeM }: SceneArea) => minimumAltitudeM !== null;

const parameters = {
  clearanceM: { value: 100, unit: 'm' },
  warningS: { value: 30, unit: 's' },
  aerodromeM: { value: 5_000, unit: 'm' },
};
type Values = NetValues<typeof parameters>;

/**
 * Under the minimum altitude of an area, under the safe altitude of the flight's own route, or too near to the ground where
 * the ground is known.
 */
export const terrain = safetyNet({
  name: 'terrain',
  levels: ['advisory', 'caution', 'warning'],
  parameters,
  lacks: ({ elevationAt }) => (elevationAt === null ? { key: 'alert.terrain.noData' } : null),
  *evaluate(scene, values) {
    const { elevationAt } = scene;
    const withMinimum = areasFor(scene.areas, hasMinimum);
    const safe = [...scene.plans.values()].some(({ safeAltitude }) => safeAltitude !== null);
    if (withMinimum.length === 0 && elevationAt === null && !safe) return [];
    const { bent } = motionOf(scene);
    const found: Finding[] = [];
    const { targets, flags } = skyOf(scene);
    for (let i = 0; i < targets.length; i += 1) {
      if (i % targetsInStep === targetsInStep - 1) yield;
      const target = (flags[i] ?? 0) & (flag.onGround | flag.noHeight) ? undefined : targets[i];
      if (!target) continue;
      const over = areasAt(withMinimum, target);
      const plan = target.planId === null ? undefined : scene.plans.get(target.planId);
      if (over.length === 0 && elevationAt === null && !plan?.safeAltitude) continue;
      if (plan?.places.some((place) => near(place, target, values.aerodromeM))) continue;
      const within = figuresAt(scene, 'terrain', target, values);
      const way = bent[i] ?? straightWay(target);
      const lowBy = (qnhHpa: Range): Finding | null => {
        const highestM = highestAmslM(target, qnhHpa);
        if (highestM === null) return null;
        const low: Low = { scene, target, plan, highestM, qnhHpa };
        return tooNear(low, way, within) ?? belowMinimum(low, over) ?? belowSafe(low);
      };
      const usual = usualQnh(scene, target);
      const finding = lowBy(qnhNear(scene, target)) ?? (usual && unsure(lowBy(usual)));
      if (finding) found.push(finding);
    }
    return found;
  },
});

/** Only what is below by all of these pressures is said to be: a wrong pressure must not call the pilot. */
interface Low {
  scene: Scene;
  target: SceneTarget;
  plan: ScenePlan | undefined;
  highestM: number;
  qnhHpa: Range;
}

/** Found by the usual pressures alone, where nobody near reports one: one level less urgent, and said. */
function unsure(finding: Finding | null): Finding | null {
  if (!finding) return null;
  const { level, reason } = finding;
  return { ...finding, level: oneLower(level), reason: { ...reason, key: `${reason.key}NoQnh` } };
}

function findingOf(
  { scene, target }: Low,
  level: Finding['level'],
  reason: Finding['reason'],
  more: Partial<Finding>,
): Finding {
  return {
    net: 'terrain',
    key: `terrain:${target.id}`,
    level,
    reason,
    targets: [target],
    planIds: plansOf([target]),
    advice: 'alert.terrain.advice',
    contacts: contactsOf(scene, [target]),
    ...more,
  };
}

function belowMinimum(low: Low, over: readonly SceneArea[]): Finding | null {
  const { scene, target, highestM, qnhHpa } = low;
  for (const area of over) {
    const { id, minimumAltitudeM, volume } = area;
    if (minimumAltitudeM === null) continue;
    // Over the transition altitude everybody has set 1013.25 hPa.
    const isLevel = minimumAltitudeM > scene.transitionAltitudeAt(target);
    const ownM = isLevel ? highestPressureM(target, highestM, qnhHpa) : highestM;
    if (ownM >= minimumAltitudeM || !contains(volume, target)) continue;
    const values = {
      one: targetName(target),
      ...nameValues('area', area),
      minimum: Math.round(minimumAltitudeM),
    };
    const verticalM = minimumAltitudeM - ownM;
    return findingOf(low, 'caution', { key: 'alert.terrain.minimum', values }, { areaId: id, verticalM });
  }
  return null;
}

function tooNear(low: Low, way: Way, { warningS, clearanceM }: Values): Finding | null {
  const { scene, target, highestM } = low;
  if (scene.elevationAt === null) return null;
  for (let timeS = 0; timeS <= warningS; timeS += stepS) {
    const there = placeAfter(target, way, timeS);
    const ground = scene.elevationAt(there);
    if (ground === null) continue;
    const clearM = highestM + (target.verticalRateMps ?? 0) * timeS - ground;
    if (clearM >= clearanceM) continue;
    const approach = { timeS, horizontalM: 0, verticalM: clearM, one: there, two: null };
    const reason = { key: 'alert.terrain.ground', values: { one: targetName(target) } };
    return findingOf(low, 'warning', reason, { approach });
  }
  return null;
}

/**
 * Below the safe altitude of its route (Flight Basic Rules, art. 82), and below what its plan was approved for: work at low
 * height that has a plan for it is no reason to call.
 */
function belowSafe(low: Low): Finding | null {
  const { scene, target, plan, highestM } = low;
  if (!plan?.safeAltitude) return null;
  const { amslM, groundM } = plan.safeAltitude;
  if (highestM >= amslM) return null;
  const isApproved = plan.volumes.some(
    (volume) => contains(volume, target) && mayBeWithin(heightWithin(scene, target, volume)),
  );
  if (isApproved) return null;
  const values = {
    one: targetName(target),
    plan: plan.planNumber,
    safe: Math.ceil(amslM),
    ground: Math.round(groundM),
  };
  return findingOf(low, 'caution', { key: 'alert.terrain.safe', values }, { verticalM: amslM - highestM });
}

function near(place: { latitude: number; longitude: number }, target: SceneTarget, withinM: number): boolean {
  const degrees = withinM / 111_120;
  return (
    Math.abs(place.latitude - target.latitude) < degrees &&
    Math.abs(place.longitude - target.longitude) * Math.cos((target.latitude * Math.PI) / 180) < degrees
  );
}
