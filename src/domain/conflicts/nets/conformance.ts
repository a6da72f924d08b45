import { planState } from '#domain/plans/states.ts';
import { areasNear, contains, heightWithin, isActive, toEdgeM } from './area-geometry.ts';
import { nauticalMileM, offsetM } from './local-plane.ts';
import {
  type AlertLevel,
  type Finding,
  nameOf,
  type Scene,
  type ScenePlan,
  type SceneTarget,
  safetyNet,
} from './safety-net.ts';

const minuteMs = 60_000;

/** A target against its own plan: outside it to the side or in height, before or after its time, not released, none. */
export const conformance = safetyNet({
  name: 'conformance',
  levels: ['advisory', 'caution', 'warning'],
  parameters: {
    lateralM: { value: 1_000, unit: 'm' },
    farM: { value: 3 * nauticalMileM, unit: 'm' },
    verticalM: { value: 90, unit: 'm' },
    earlyMin: { value: 10, unit: 'min' },
    lateMin: { value: 10, unit: 'min' },
    aerodromeM: { value: 5_000, unit: 'm' },
  },
  evaluate(scene, values) {
    const claimed = claims(scene);
    return scene.targets.flatMap((target): Finding[] => {
      if (target.onGround || target.isCoasting) return [];
      const plan = scene.plans.get(target.planId ?? claimed(target) ?? 0);
      return plan ? against(scene, target, plan, values) : withoutPlan(scene, target);
    });
  },
});

type Values = { [name in keyof typeof conformance.parameters]: number };

/** The plan of an address or callsign that surveillance has not matched: it is not released yet. */
function claims({ plans }: Scene): (target: SceneTarget) => number | null {
  const byName = new Map<string, number>();
  for (const plan of plans.values()) {
    for (const name of [...plan.addresses, ...plan.callsigns]) byName.set(name.toLowerCase(), plan.id);
  }
  return ({ icao24, callsign }) =>
    byName.get(icao24?.toLowerCase() ?? '') ?? byName.get(callsign?.toLowerCase() ?? '') ?? null;
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
        values: { one: nameOf(target), plan: plan.planNumber, ...numbers },
      },
      targets: [target],
      planIds: [plan.id],
      advice: `alert.conformance.advice.${what}`,
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
    const outsideM = Math.min(...plan.volumes.map((volume) => toEdgeM(volume, target)));
    if (outsideM > values.lateralM) {
      const level = outsideM > values.farM ? 'warning' : 'caution';
      say('lateral', level, { distanceM: outsideM }, { distance: Math.round(outsideM) });
    }
  } else if (inside.every((volume) => heightWithin(target, volume, values.verticalM) === 'no')) {
    say('vertical', 'caution');
  }
  return found;
}

function distanceM(place: { latitude: number; longitude: number }, target: SceneTarget): number {
  const { x, y } = offsetM(place, target);
  return Math.hypot(x, y);
}

/** Nobody needs a plan everywhere: only where flights are managed. */
function withoutPlan({ areas, nowMs }: Scene, target: SceneTarget): Finding[] {
  const area = areasNear(areas, target).find(
    ({ use, volume }) =>
      use === 'managed' &&
      isActive(volume, nowMs) &&
      contains(volume, target) &&
      heightWithin(target, volume) === 'yes',
  );
  if (!area) return [];
  return [
    {
      net: 'conformance',
      key: `conformance:noPlan:${target.id}`,
      level: 'advisory',
      reason: { key: 'alert.conformance.noPlan', values: { one: nameOf(target), area: area.name } },
      targets: [target],
      planIds: [],
      areaId: area.id,
      advice: 'alert.conformance.advice.noPlan',
      contacts: [],
    },
  ];
}
