import { needsGround } from '#domain/conflicts/vertical.ts';
import { altitudeM } from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { contains, isActive, toEdgeM } from './area-geometry.ts';
import { areasFor, areasReached } from './area-index.ts';
import { crossingsS } from './crossings.ts';
import { heightWithin, openBelow, overUnknownGround, type Within } from './heights.ts';
import { movedBy, offsetM } from './local-plane.ts';
import { type Motion, motionOf, reachOf } from './motion.ts';
import { placeAfter } from './prediction.ts';
import {
  type AlertLevel,
  contactsOf,
  type Finding,
  type NetValues,
  oneLower,
  plansOf,
  type Scene,
  type SceneArea,
  type SceneTarget,
  safetyNet,
  targetsInStep,
} from './safety-net.ts';
import { flag, skyOf } from './sky.ts';
import { asWidened } from './uncertain.ts';

/** How urgent it is to be inside, and to be about to. */
const urgency: Partial<Record<SceneArea['use'], { inside: AlertLevel; ahead: AlertLevel }>> = {
  closed: { inside: 'warning', ahead: 'caution' },
  prohibited: { inside: 'warning', ahead: 'caution' },
  restricted: { inside: 'warning', ahead: 'caution' },
  danger: { inside: 'caution', ahead: 'advisory' },
};

const stepS = 5;
const isShut = ({ use }: SceneArea) => urgency[use] !== undefined;
const parameters = { lookAheadS: { value: 120, unit: 's' }, bufferM: { value: 0, unit: 'm' } };
type Values = NetValues<typeof parameters>;

/** Inside an area that is closed, prohibited, restricted or dangerous, or about to enter it. */
export const areas = safetyNet({
  name: 'areas',
  levels: ['advisory', 'caution', 'warning'],
  parameters,
  *evaluate(scene, values) {
    const shut = areasFor(scene.areas, isShut);
    if (shut.length === 0) return [];
    const farthestS = shut.reduce((most, area) => Math.max(most, valuesOf(area, values).lookAheadS), 0);
    const motion = motionOf(scene);
    const { targets, latitude, longitude, flags, speed } = skyOf(scene);
    const { uncertain } = scene;
    const box = { west: 0, east: 0, south: 0, north: 0 };
    const found: Finding[] = [];
    for (let i = 0; i < targets.length; i += 1) {
      if (i % targetsInStep === targetsInStep - 1) yield;
      if ((flags[i] ?? 0) & flag.onGround) continue;
      const target = uncertain && targets[i];
      const byM = uncertain && target ? uncertain.atM(target) : 0;
      // It may be so much farther ahead on its way.
      const earlierS = byM > 0 ? Math.min(mostEarlierS, byM / Math.max(1, speed[i] ?? 0)) : 0;
      const reach = reachOf(motion, i, farthestS + earlierS, box);
      if (byM > 0) widen(reach, byM);
      // Most reach none in time, and cost no more than this.
      for (const area of areasReached(shut, latitude[i] ?? 0, longitude[i] ?? 0, reach)) {
        const own = valuesOf(area, values);
        if (byM === 0) {
          const finding = judge(scene, motion, i, area, own);
          if (finding) found.push(finding);
          continue;
        }
        const longer = { ...own, lookAheadS: own.lookAheadS + earlierS };
        const finding = judge(scene, motion, i, area, longer) ?? nearEdge(scene, i, area, own, byM);
        if (finding) found.push(asWidened(finding, byM));
      }
    }
    return found;
  },
  /** Said of plans and capacities too: without the ground none of their limits above it can be compared. */
  lacks: ({ elevationAt, areas: list, plans }) =>
    elevationAt === null &&
    (list.some(({ volume }) => needsGround(volume)) ||
      [...plans.values()].some(({ volumes }) => volumes.some(needsGround)))
      ? { key: 'alert.heights.noData' }
      : null,
});

/** No uncertain position looks farther ahead than by this, seconds: of who hovers nothing is known of the way. */
const mostEarlierS = 120;

function widen(reach: { west: number; east: number; south: number; north: number }, byM: number): void {
  reach.west -= byM;
  reach.east += byM;
  reach.south -= byM;
  reach.north += byM;
}

/** It may be inside already, if it is no farther from the edge than its position is uncertain. */
function nearEdge(
  scene: Scene,
  i: number,
  area: SceneArea,
  { bufferM }: Values,
  byM: number,
): Finding | null {
  const levels = urgency[area.use];
  const target = scene.targets[i];
  if (!levels || !target || !isActive(area.volume, scene.nowMs)) return null;
  if (isOwn(area, target.planId === null ? undefined : scene.plans.get(target.planId))) return null;
  const height = heightWithin(scene, target, area.volume, bufferM);
  if (height === 'no') return null;
  const distanceM = toEdgeM(area.volume, target);
  if (distanceM > byM) return null;
  const { latitude, longitude } = target;
  const finding = findingOf(scene, target, area, levels.ahead, height, 0, { latitude, longitude });
  finding.distanceM = distanceM;
  return finding;
}

/** What the area states of itself holds for who comes to it. */
function valuesOf({ figures }: SceneArea, values: Values): Values {
  if (figures === null) return values;
  return {
    lookAheadS: figures['areas.lookAheadS'] ?? values.lookAheadS,
    bufferM: figures['areas.bufferM'] ?? values.bufferM,
  };
}

function judge(
  scene: Scene,
  motion: Motion,
  i: number,
  area: SceneArea,
  { lookAheadS, bufferM }: Values,
): Finding | null {
  const levels = urgency[area.use];
  const target = scene.targets[i];
  if (!levels || !target) return null;
  const { volume } = area;
  const height = heightWithin(scene, target, volume, bufferM);
  const rate = target.verticalRateMps ?? 0;
  // Who stays level above or below it never enters it.
  if (rate === 0 && height === 'no') return null;
  if (isOwn(area, target.planId === null ? undefined : scene.plans.get(target.planId))) return null;
  const isWithin = contains(volume, target);
  if (height !== 'no' && isWithin && isActive(volume, scene.nowMs)) {
    return findingOf(scene, target, area, levels.inside, height, 0);
  }
  /** What is found of the target where it will be then; null: it is not in the area. */
  const then = (timeS: number, there: Position): Finding | null => {
    if (!isActive(volume, scene.nowMs + timeS * 1_000)) return null;
    const within =
      rate === 0 ? height : heightWithin(scene, risen(target, there, rate * timeS), volume, bufferM);
    return within === 'no' ? null : findingOf(scene, target, area, levels.ahead, within, timeS, there);
  };
  const way = motion.bent[i];
  if (way) {
    for (let timeS = stepS; timeS <= lookAheadS; timeS += stepS) {
      const there = placeAfter(target, way, timeS);
      const found = contains(volume, there) ? then(timeS, there) : null;
      if (found) return found;
    }
    return null;
  }
  const v = { x: motion.vx[i] ?? 0, y: motion.vy[i] ?? 0 };
  const edges = crossingsS(volume, target, v, lookAheadS);
  if (isWithin) edges.unshift(0);
  for (let edge = 0; edge < edges.length; edge += 2) {
    const untilS = edges[edge + 1] ?? lookAheadS;
    for (let timeS = edges[edge] ?? 0; timeS <= untilS; timeS += stepS) {
      const found = then(timeS, movedBy(target, v.x * timeS, v.y * timeS));
      if (found) return found;
    }
  }
  return null;
}

/** The target where it will be, and so much higher. */
function risen(target: SceneTarget, there: Position, byM: number) {
  const { pressureAltitudeM, geometricAltitudeM, amslAltitudeM } = target;
  return {
    latitude: there.latitude,
    longitude: there.longitude,
    pressureAltitudeM: pressureAltitudeM === null ? null : pressureAltitudeM + byM,
    geometricAltitudeM: geometricAltitudeM === null ? null : geometricAltitudeM + byM,
    amslAltitudeM: amslAltitudeM === null ? null : amslAltitudeM + byM,
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
  height: Within,
  timeS: number,
  there?: { latitude: number; longitude: number },
): Finding {
  // Where the datums cannot be compared it may be above or below: said, and less urgent.
  const certain = height === 'yes';
  const doubt = overUnknownGround(scene, there ?? target, area.volume) ? 'NoGround' : 'Uncertain';
  const offset = there ? offsetM(target, there) : null;
  // Inside, the distance to the area is 0: that to its edge says nothing of how near it is.
  const distanceM = offset ? Math.hypot(offset.x, offset.y) : 0;
  return {
    net: 'areas',
    key: `areas:${target.id}|${area.id}`,
    level: certain ? level : height === 'unlikely' ? 'advisory' : oneLower(level),
    reason: {
      key: `alert.areas.${there ? 'ahead' : 'inside'}${certain ? '' : doubt}`,
      values: { one: targetName(target), ...nameValues('area', area), use: area.use },
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

/** Metres that the target is above or below the area, 0 between its limits, where they are measured as the target is. */
function verticalOf(target: SceneTarget, { volume }: SceneArea): { verticalM?: number } {
  const own = target.pressureAltitudeM;
  const [lower, upper] = [openBelow(volume.lower), volume.upper];
  if (own === null || (lower === null && upper === null)) return {};
  const isLevel = (limit: typeof lower) => limit?.reference === 'STD';
  if (lower && isLevel(lower) && own < altitudeM(lower)) return { verticalM: altitudeM(lower) - own };
  if (upper && isLevel(upper) && own > altitudeM(upper)) return { verticalM: own - altitudeM(upper) };
  return (lower === null || isLevel(lower)) && (upper === null || isLevel(upper)) ? { verticalM: 0 } : {};
}
