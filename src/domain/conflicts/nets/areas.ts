import { altitudeM } from '#domain/geo/altitude.ts';
import { areasNear, boxOf, contains, heightWithin, isActive, toEdgeM } from './area-geometry.ts';
import { metresPerDegree, offsetM } from './local-plane.ts';
import { predict } from './prediction.ts';
import {
  type AlertLevel,
  contactsOf,
  type Finding,
  levelOf,
  nameOf,
  plansOf,
  rankOf,
  type Scene,
  type SceneArea,
  type SceneTarget,
  safetyNet,
} from './safety-net.ts';

/** How urgent it is to be inside, and to be about to. */
const urgency: Partial<Record<SceneArea['use'], { inside: AlertLevel; ahead: AlertLevel }>> = {
  closed: { inside: 'warning', ahead: 'caution' },
  prohibited: { inside: 'warning', ahead: 'caution' },
  restricted: { inside: 'warning', ahead: 'caution' },
  danger: { inside: 'caution', ahead: 'advisory' },
};

const stepS = 5;

/** Inside an area that is closed, prohibited, restricted or dangerous, or about to enter it. */
export const areas = safetyNet({
  name: 'areas',
  levels: ['advisory', 'caution', 'warning'],
  parameters: { lookAheadS: { value: 120, unit: 's' }, bufferM: { value: 0, unit: 'm' } },
  evaluate(scene, { lookAheadS, bufferM }) {
    return scene.targets.flatMap((target) => {
      if (target.onGround) return [];
      const near = areasNear(scene.areas, target).filter(
        (area) => urgency[area.use] && canReach(target, area, lookAheadS),
      );
      return near.flatMap((area) => judge(scene, target, area, lookAheadS, bufferM) ?? []);
    });
  },
});

/** Whether it is so near that it could be inside in time, however it flies: most are not, and cost no more than this. */
function canReach(target: SceneTarget, { volume }: SceneArea, lookAheadS: number): boolean {
  const { west, south, east, north } = boxOf(volume);
  const aroundDeg = ((target.groundSpeedMps ?? 0) * lookAheadS) / metresPerDegree;
  const eastDeg = aroundDeg / Math.max(0.1, Math.cos((target.latitude * Math.PI) / 180));
  return (
    target.latitude >= south - aroundDeg &&
    target.latitude <= north + aroundDeg &&
    target.longitude >= west - eastDeg &&
    target.longitude <= east + eastDeg
  );
}

function judge(
  scene: Scene,
  target: SceneTarget,
  area: SceneArea,
  lookAheadS: number,
  bufferM: number,
): Finding | null {
  const levels = urgency[area.use];
  const plan = target.planId === null ? undefined : scene.plans.get(target.planId);
  if (!levels || isOwn(area, plan)) return null;
  const isInside = contains(area.volume, target) && isActive(area.volume, scene.nowMs);
  const height = heightWithin(target, area.volume, bufferM);
  if (isInside && height !== 'no') return findingOf(scene, target, area, levels.inside, height, 0);
  const rate = target.verticalRateMps ?? 0;
  const { at } = predict(target, plan);
  for (let timeS = stepS; timeS <= lookAheadS; timeS += stepS) {
    const there = at(timeS);
    if (!contains(area.volume, there) || !isActive(area.volume, scene.nowMs + timeS * 1_000)) continue;
    const then = heightWithin(
      {
        pressureAltitudeM: target.pressureAltitudeM === null ? null : target.pressureAltitudeM + rate * timeS,
        geometricAltitudeM:
          target.geometricAltitudeM === null ? null : target.geometricAltitudeM + rate * timeS,
      },
      area.volume,
      bufferM,
    );
    if (then !== 'no') return findingOf(scene, target, area, levels.ahead, then, timeS, there);
  }
  return null;
}

/** Whoever the area was restricted for may be in it. */
function isOwn({ use, companyId }: SceneArea, plan: { companyId: number } | undefined): boolean {
  return use === 'restricted' && companyId !== null && plan?.companyId === companyId;
}

function findingOf(
  scene: Scene,
  target: SceneTarget,
  area: SceneArea,
  level: AlertLevel,
  height: 'yes' | 'maybe' | 'no',
  timeS: number,
  there?: { latitude: number; longitude: number },
): Finding {
  // Where the datums cannot be compared it may be above or below: said, and one level less urgent.
  const certain = height === 'yes';
  const offset = there ? offsetM(target, there) : null;
  const distanceM = offset ? Math.hypot(offset.x, offset.y) : toEdgeM(area.volume, target);
  return {
    net: 'areas',
    key: `areas:${target.id}|${area.id}`,
    level: certain ? level : (levelOf(Math.max(1, rankOf(level) - 1)) ?? 'advisory'),
    reason: {
      key: `alert.areas.${there ? 'ahead' : 'inside'}${certain ? '' : 'Uncertain'}`,
      values: { one: nameOf(target), area: area.name, use: area.use },
    },
    targets: [target],
    planIds: plansOf([target]),
    areaId: area.id,
    distanceM,
    ...(there ? { approach: { timeS, horizontalM: 0, verticalM: null, one: there, two: null } } : {}),
    ...verticalOf(target, area),
    advice: `alert.areas.advice.${there ? 'ahead' : 'inside'}`,
    contacts: contactsOf(scene, [target]),
  };
}

/** Metres to the nearer of the two limits, where they are measured as the target is. */
function verticalOf(target: SceneTarget, { volume }: SceneArea): { verticalM?: number } {
  const own = target.pressureAltitudeM;
  const limits = [volume.lower, volume.upper].flatMap((limit) =>
    limit?.reference === 'STD' && own !== null ? [Math.abs(altitudeM(limit) - own)] : [],
  );
  return limits.length > 0 ? { verticalM: Math.min(...limits) } : {};
}
