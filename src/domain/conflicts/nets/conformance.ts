import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { planState } from '#domain/plans/states.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { figuresAt } from './area-figures.ts';
import { contains, isActive, toEdgeM } from './area-geometry.ts';
import { areasAt, areasFor, areasOver } from './area-index.ts';
import { heightWithin, mayBeWithin, overUnknownGround } from './heights.ts';
import { offsetM } from './local-plane.ts';
import { toWaysM } from './plan-ways.ts';
import {
  type AlertLevel,
  type Finding,
  type Scene,
  type SceneArea,
  type ScenePlan,
  type SceneTarget,
  safetyNet,
  targetsInStep,
} from './safety-net.ts';
import { flag, skyOf } from './sky.ts';

const minuteMs = 60_000;
const none: readonly Finding[] = [];

/** A target against its own plan: outside it to the side or in height, before or after its time, not released, none. */
export const conformance = safetyNet({
  name: 'conformance',
  levels: ['advisory', 'caution', 'warning'],
  parameters: {
    lateralM: { value: 1_000, unit: 'm' },
    farM: { value: 3 * metresPerNauticalMile, unit: 'm' },
    verticalM: { value: 90, unit: 'm' },
    earlyMin: { value: 10, unit: 'min' },
    lateMin: { value: 10, unit: 'min' },
    aerodromeM: { value: 5_000, unit: 'm' },
  },
  *evaluate(scene, values) {
    const claimed = claims(scene);
    const found: Finding[] = [];
    const managed = areasFor(scene.areas, isManaged);
    const { targets, flags, latitude, longitude } = skyOf(scene);
    for (let i = 0; i < targets.length; i += 1) {
      if (i % targetsInStep === targetsInStep - 1) yield;
      const bits = flags[i] ?? 0;
      if (bits & (flag.onGround | flag.coasting)) continue;
      const planId = bits & flag.planned ? (targets[i]?.planId ?? null) : claimed(i);
      // Nearly all of those without a plan fly where nobody needs one.
      if (planId === null && areasOver(managed, latitude[i] ?? 0, longitude[i] ?? 0).length === 0) continue;
      const target = targets[i];
      if (!target) continue;
      const plan = scene.plans.get(planId ?? 0);
      const findings = plan
        ? against(scene, target, plan, figuresAt(scene, 'conformance', target, values))
        : withoutPlan(scene, target);
      for (const finding of findings) found.push(finding);
    }
    return found;
  },
});

type Values = { [name in keyof typeof conformance.parameters]: number };

/** What the plans of a moment are claimed by, and the claim of each target, as long as it is the same. */
interface Claims {
  byName: Map<string, number>;
  /** Plan by the index of the target; 0: it claims none. Known where `revision` is that of the sky. */
  planIds: Float64Array;
  revision: Float64Array;
}

const claimsOf = new WeakMap<Scene['plans'], Claims>();

/** The plan of an address or callsign that surveillance has not matched, by the target's index: it is not released yet. */
function claims(scene: Scene): (i: number) => number | null {
  const { targets, revision } = skyOf(scene);
  // Plans are read every few seconds, and looked at each second.
  const own = claimsOf.get(scene.plans) ?? { byName: namesOf(scene.plans), ...noClaims };
  claimsOf.set(scene.plans, own);
  const { byName } = own;
  if (byName.size === 0) return () => null;
  if (own.planIds.length < targets.length) {
    own.planIds = new Float64Array(revision.length);
    own.revision = new Float64Array(revision.length);
  }
  const { planIds, revision: knownAt } = own;
  return (i) => {
    if (knownAt[i] !== revision[i]) {
      const target = targets[i];
      const byAddress = target?.icao24 ? byName.get(target.icao24) : undefined;
      const byCallsign = target?.callsign ? byName.get(target.callsign.toUpperCase()) : undefined;
      planIds[i] = byAddress ?? byCallsign ?? 0;
      knownAt[i] = revision[i] ?? 0;
    }
    return planIds[i] || null;
  };
}

const noClaims = { planIds: new Float64Array(0), revision: new Float64Array(0) };

/** Addresses are written small and callsigns large: in one map they are not taken for each other. */
function namesOf(plans: Scene['plans']): Map<string, number> {
  const byName = new Map<string, number>();
  for (const plan of plans.values()) {
    for (const address of plan.addresses) byName.set(address.toLowerCase(), plan.id);
    for (const callsign of plan.callsigns) byName.set(callsign.toUpperCase(), plan.id);
  }
  return byName;
}

function against(scene: Scene, target: SceneTarget, plan: ScenePlan, values: Values): Finding[] {
  const found: Finding[] = [];
  const say = (what: string, level: AlertLevel, more: Partial<Finding> = {}, numbers = {}) =>
    found.push({
      net: 'conformance',
      key: `conformance:${what}:${target.id}`,
      level,
      reason: {
        key: `alert.conformance.${what}`,
        values: { one: targetName(target), plan: plan.planNumber, ...numbers },
      },
      targets: [target],
      planIds: [plan.id],
      advice: `alert.conformance.advice.${what.startsWith('vertical') ? 'vertical' : what}`,
      contacts: plan.contacts,
      ...more,
    });
  if (plan.state < planState.releaseAllowed) {
    say('notReleased', 'warning');
    return found;
  }
  const earlyMin = Math.round((plan.startAt - scene.nowMs) / minuteMs);
  if (earlyMin > values.earlyMin) say('early', 'caution', {}, { minutes: earlyMin });
  const lateMin = Math.round((scene.nowMs - plan.endAt) / minuteMs);
  if (lateMin > values.lateMin) say('late', 'caution', {}, { minutes: lateMin });
  const nearGround = plan.places.some((place) => distanceM(place, target) <= values.aerodromeM);
  if (nearGround || plan.volumes.length === 0) return found;
  const inside = plan.volumes.filter((volume) => contains(volume, target));
  if (inside.length === 0) {
    let outsideM = Math.min(...plan.volumes.map((volume) => toEdgeM(volume, target)));
    // On the way between its aerodrome and its area, or from one area to the next, it is where it should be.
    if (outsideM > values.lateralM) outsideM = Math.min(outsideM, toWaysM(plan, target));
    if (outsideM > values.lateralM) {
      const level = outsideM > values.farM ? 'warning' : 'caution';
      say('lateral', level, { distanceM: outsideM }, { distance: Math.round(outsideM) });
    }
  } else {
    const heights = inside.map((volume) => heightWithin(scene, target, volume, values.verticalM));
    if (heights.some(mayBeWithin)) return found;
    // Whatever the ground is, by the aerodromes around, it is outside; but nobody has measured it.
    const isGuess = inside.some((volume) => overUnknownGround(scene, target, volume));
    if (isGuess) say('verticalNoGround', 'advisory');
    else if (heights.includes('unlikely')) say('verticalNoQnh', 'advisory');
    else say('vertical', 'caution');
  }
  return found;
}

function distanceM(place: { latitude: number; longitude: number }, target: SceneTarget): number {
  const { x, y } = offsetM(place, target);
  return Math.hypot(x, y);
}

const isManaged = ({ use }: SceneArea) => use === 'managed';

/** Nobody needs a plan everywhere: only where flights are managed. */
function withoutPlan(scene: Scene, target: SceneTarget): readonly Finding[] {
  const { areas, nowMs } = scene;
  const area = areasAt(areasFor(areas, isManaged), target).find(({ volume }) => {
    if (!isActive(volume, nowMs) || !contains(volume, target)) return false;
    const within = heightWithin(scene, target, volume);
    return within === 'yes' || within === 'likely';
  });
  if (!area) return none;
  return [
    {
      net: 'conformance',
      key: `conformance:noPlan:${target.id}`,
      level: 'advisory',
      reason: {
        key: 'alert.conformance.noPlan',
        values: { one: targetName(target), ...nameValues('area', area) },
      },
      targets: [target],
      planIds: [],
      areaId: area.id,
      advice: 'alert.conformance.advice.noPlan',
      contacts: [],
    },
  ];
}
