import { altitudeM } from '#domain/geo/altitude.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { contains, heightWithin, isActive, toEdgeM } from './area-geometry.ts';
import { areasFor, areasReached } from './area-index.ts';
import { offsetM } from './local-plane.ts';
import { motionOf, reachOf } from './motion.ts';
import { placeAfter, straightWay, type Way } from './prediction.ts';
import {
  type AlertLevel,
  contactsOf,
  type Finding,
  levelOf,
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
const isShut = ({ use }: SceneArea) => urgency[use] !== undefined;

/** Inside an area that is closed, prohibited, restricted or dangerous, or about to enter it. */
export const areas = safetyNet({
  name: 'areas',
  levels: ['advisory', 'caution', 'warning'],
  parameters: { lookAheadS: { value: 120, unit: 's' }, bufferM: { value: 0, unit: 'm' } },
  evaluate(scene, { lookAheadS, bufferM }) {
    const shut = areasFor(scene.areas, isShut);
    const motion = motionOf(scene);
    const box = { west: 0, east: 0, south: 0, north: 0 };
    const found: Finding[] = [];
    scene.targets.forEach((target, i) => {
      if (target.onGround) return;
      // Most reach none in time, and cost no more than this.
      const reached = areasReached(shut, target, reachOf(motion, i, lookAheadS, box));
      for (const area of reached) {
        const way = motion.bent[i] ?? straightWay(target);
        const finding = judge(scene, { target, way, area }, lookAheadS, bufferM);
        if (finding) found.push(finding);
      }
    });
    return found;
  },
});

function judge(
  scene: Scene,
  { target, way, area }: { target: SceneTarget; way: Way; area: SceneArea },
  lookAheadS: number,
  bufferM: number,
): Finding | null {
  const levels = urgency[area.use];
  const plan = target.planId === null ? undefined : scene.plans.get(target.planId);
  if (!levels || isOwn(area, plan)) return null;
  const height = heightWithin(target, area.volume, bufferM);
  const rate = target.verticalRateMps ?? 0;
  // Who stays level above or below it never enters it.
  if (rate === 0 && height === 'no') return null;
  if (height !== 'no' && contains(area.volume, target) && isActive(area.volume, scene.nowMs)) {
    return findingOf(scene, target, area, levels.inside, height, 0);
  }
  for (let timeS = stepS; timeS <= lookAheadS; timeS += stepS) {
    const there = placeAfter(target, way, timeS);
    if (!contains(area.volume, there) || !isActive(area.volume, scene.nowMs + timeS * 1_000)) continue;
    const then = rate === 0 ? height : heightWithin(risen(target, rate * timeS), area.volume, bufferM);
    if (then !== 'no') return findingOf(scene, target, area, levels.ahead, then, timeS, there);
  }
  return null;
}

function risen({ pressureAltitudeM, geometricAltitudeM }: SceneTarget, byM: number) {
  return {
    pressureAltitudeM: pressureAltitudeM === null ? null : pressureAltitudeM + byM,
    geometricAltitudeM: geometricAltitudeM === null ? null : geometricAltitudeM + byM,
  };
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
      values: { one: targetName(target), area: area.name, use: area.use },
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
