import { inverse } from '#domain/geo/geodesy.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { figuresAt, strictestOf } from './area-figures.ts';
import { heightWithin, mayBeWithin } from './heights.ts';
import {
  contactsOf,
  type Finding,
  plansOf,
  type Scene,
  type ScenePlan,
  type SceneTarget,
  safetyNet,
} from './safety-net.ts';
import { skyOf } from './sky.ts';

/** Who climbs faster than this has just left. */
const climbingMps = 0.5;
/** More than these of one source without a plan have no alert each: nobody looks for so many one by one. */
const mostAlone = 20;

/** An aircraft in the air that is heard no more. */
export const lostSignal = safetyNet({
  name: 'lostSignal',
  levels: ['advisory', 'caution', 'warning'],
  parameters: {
    afterS: { value: 30, unit: 's' },
    warningS: { value: 180, unit: 's' },
    /** One without a plan is looked for no longer than this. */
    unplannedS: { value: 300, unit: 's' },
    /** So near to a place of its plan and so low, one that is heard no more has probably landed. */
    landingM: { value: 4_000, unit: 'm' },
    landingHeightM: { value: 150, unit: 'm' },
    /** Without a report of landing for so long it is looked for all the same (ICAO Annex 11, 5.2.1: ALERFA after 5 min). */
    landingS: { value: 300, unit: 's' },
  },
  evaluate(scene, values) {
    const { warningS, unplannedS, landingS } = values;
    const shortestS = strictestOf(scene, 'lostSignal', values).afterS;
    const found: Finding[] = [];
    /** By the source that heard them last. */
    const withoutPlan = new Map<number, SceneTarget[]>();
    for (const target of [...silentIn(scene, shortestS), ...scene.lost]) {
      const silentS = silentFor(scene, target);
      const plan = target.planId === null ? undefined : scene.plans.get(target.planId);
      if (target.onGround || silentS < shortestS) continue;
      if (!plan && (silentS > unplannedS || hasLanded(scene, target, landingS))) continue;
      if (silentS < figuresAt(scene, 'lostSignal', target, values).afterS) continue;
      if (!plan) {
        const others = withoutPlan.get(target.sourceId);
        if (others) others.push(target);
        else withoutPlan.set(target.sourceId, [target]);
        continue;
      }
      if (mayHaveLanded(scene, target, plan, values)) {
        const level = silentS >= landingS ? 'caution' : 'advisory';
        found.push(ofOne(scene, target, level, 'landing', 'landingAdvice'));
      } else {
        found.push(ofOne(scene, target, silentS >= warningS ? 'warning' : 'caution', 'reason', 'advice'));
      }
    }
    for (const [sourceId, targets] of withoutPlan) {
      if (targets.length > mostAlone) found.push(ofMany(scene, sourceId, targets));
      else for (const target of targets) found.push(ofOne(scene, target, 'advisory', 'reason', 'noPlan'));
    }
    return found;
  },
});

const silentFor = ({ nowMs }: Pick<Scene, 'nowMs'>, { at }: { at: number }): number =>
  Math.round((nowMs - at) / 1_000);

/** Nearly all of the targets were heard a moment ago. */
function silentIn(scene: Scene, leastS: number): SceneTarget[] {
  const { targets, at } = skyOf(scene);
  // Silence is counted in whole seconds.
  const heardBefore = scene.nowMs - 1_000 * (Math.ceil(leastS) - 0.5);
  const silent: SceneTarget[] = [];
  for (let i = 0; i < targets.length; i += 1) {
    const target = (at[i] ?? 0) <= heardBefore ? targets[i] : undefined;
    if (target) silent.push(target);
  }
  return silent;
}

function ofOne(
  scene: Scene,
  target: SceneTarget,
  level: Finding['level'],
  reason: string,
  advice: string,
): Finding {
  return {
    net: 'lostSignal',
    key: `lostSignal:${target.id}`,
    level,
    reason: {
      key: `alert.lostSignal.${reason}`,
      values: { one: targetName(target), seconds: silentFor(scene, target) },
    },
    targets: [target],
    planIds: plansOf([target]),
    advice: `alert.lostSignal.${advice}`,
    contacts: contactsOf(scene, [target]),
  };
}

/** Its landing is reported, and it was not heard after it but for a moment: it does not fly again. */
function hasLanded({ landings }: Scene, { icao24, callsign, at }: SceneTarget, landingS: number): boolean {
  const landedAt =
    (icao24 === null ? undefined : landings.get(icao24)) ??
    (callsign === null ? undefined : landings.get(callsign.toUpperCase()));
  return landedAt !== undefined && at <= landedAt + landingS * 1_000;
}

/** So many without a plan that one source has lost are told together: it is the source, or its coverage, that is to be looked at. */
function ofMany(scene: Scene, sourceId: number, targets: readonly SceneTarget[]): Finding {
  const feed = scene.feeds.find((one) => one.sourceId === sourceId);
  const seconds = targets.reduce((most, target) => Math.max(most, silentFor(scene, target)), 0);
  return {
    net: 'lostSignal',
    key: `lostSignal:source:${sourceId}`,
    level: 'advisory',
    reason: {
      key: 'alert.lostSignal.many',
      values: { ...nameValues('source', feed ?? { name: `#${sourceId}` }), count: targets.length, seconds },
    },
    targets: [],
    planIds: [],
    sourceId,
    advice: 'alert.lostSignal.manyAdvice',
    contacts: [],
  };
}

/** Whether it was last seen low over a place of its plan and not climbing; a height that cannot be compared counts as low. */
function mayHaveLanded(
  scene: Scene,
  target: SceneTarget,
  plan: ScenePlan,
  { landingM, landingHeightM }: { landingM: number; landingHeightM: number },
): boolean {
  if ((target.verticalRateMps ?? 0) > climbingMps) return false;
  if (!plan.places.some((place) => inverse(place, target).distanceM <= landingM)) return false;
  const low = {
    polygons: [],
    lower: null,
    upper: { value: landingHeightM, unit: 'm', reference: 'AGL' },
    from: null,
    to: null,
  } as const;
  return mayBeWithin(heightWithin(scene, target, low));
}
