import { contains, isActive, toEdgeM } from '#domain/conflicts/nets/area-geometry.ts';
import { altitudeOf, heightWithin } from '#domain/conflicts/nets/heights.ts';
import type {
  AlertLevel,
  Finding,
  Scene,
  SceneTarget,
  SceneVolume,
} from '#domain/conflicts/nets/safety-net.ts';
import { amslBounds } from '#domain/geo/altitude.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import { visitorSources } from '#server/demo/demo-visitors.ts';
import { isSilent, type TrueAircraft } from './traffic.ts';

/** Defaults of the nets, pairs.ts, areas.ts, conformance.ts, lost-signal.ts, terrain.ts. */
const separation = {
  advisory: { horizontalM: 1_852, verticalM: 152, aheadS: 120 },
  caution: { horizontalM: 1_222.32, verticalM: 137, aheadS: 55 },
  warning: { horizontalM: 1_222.32, verticalM: 137, aheadS: 25 },
} as const satisfies Record<AlertLevel, object>;
const [tauS, intentS, areaAheadS, terrainAheadS] = [35, 300, 120, 30];
const { lateralM, verticalM, silentS, spoofedS } = {
  lateralM: 1_000,
  verticalM: 90,
  silentS: 30,
  spoofedS: 75,
};

export interface Truth {
  scene: Scene;
  /** All aircraft at a moment, UTC ms. */
  at(ms: number): readonly TrueAircraft[];
}

/** Whether an alert is true by the trajectories of the simulator; null: it is by records alone, and has no trajectory. */
export function isTrue(finding: Finding, level: AlertLevel, truth: Truth): boolean | null {
  const { scene } = truth;
  const one = finding.targets[0] && trueOf(finding.targets[0], truth);
  switch (finding.net) {
    case 'takeOffReport':
    case 'overdue':
    case 'orders':
    case 'interference':
      return null;
    case 'pairs': {
      const two = finding.targets[1] && trueOf(finding.targets[1], truth);
      return one && two ? meet(finding, level, one, two, truth) : false;
    }
    case 'areas': {
      const areas = scene.areas.filter(
        ({ id, use }) => id === finding.areaId && use !== 'managed' && use !== 'plain',
      );
      return one
        ? comesTo(one, areaAheadS, truth, (there, ms) =>
            areas.some(({ volume }) => isActive(volume, ms) && isWithin(scene, there, volume)),
          )
        : false;
    }
    case 'density': {
      const area = scene.areas.find(({ id, densityLimit }) => id === finding.areaId && densityLimit !== null);
      if (!area) return false;
      const inside = truth
        .at(scene.nowMs)
        .filter((there) => !there.onGround && isWithin(scene, there, area.volume));
      return inside.length >= (area.densityLimit ?? 0);
    }
    case 'terrain': {
      const minimumM = Number(finding.reason.values?.minimum);
      const area = scene.areas.find(({ id }) => id === finding.areaId);
      return one && area && minimumM
        ? comesTo(
            one,
            terrainAheadS,
            truth,
            (there) => contains(area.volume, there) && amslOf(there) < minimumM,
          )
        : false;
    }
    case 'emergency':
      return one?.code === finding.targets[0]?.mode3A;
    case 'spoofed':
      return isSpoofed(finding, truth);
    case 'lostSignal':
      return one ? !one.onGround && isUnheard(one, truth) : false;
    case 'feeds': {
      const group = visitorSources.findIndex(({ record }) => record.name === finding.reason.values?.source);
      return (
        group >= 0 &&
        Array.from({ length: 10 }, (_, s) => scene.nowMs - 1_000 * s).every((ms) => isSilent(group, ms))
      );
    }
    case 'conformance':
      return one ? leavesPlan(finding, one, truth) : false;
  }
}

/** The aircraft that a target shows: by its address, otherwise the nearest that sends none; undefined: there is none within 5 km. */
export function trueOf(
  target: Pick<SceneTarget, 'icao24' | 'latitude' | 'longitude' | 'at'>,
  { at }: Pick<Truth, 'at'>,
): TrueAircraft | undefined {
  const all = at(target.at);
  const named = target.icao24 === null ? [] : all.filter(({ icao24 }) => icao24 === target.icao24);
  const distance = (one: TrueAircraft) => inverse(one, target).distanceM;
  const nearest = (of: readonly TrueAircraft[]) =>
    of.reduce<TrueAircraft | undefined>(
      (best, one) => (!best || distance(one) < distance(best) ? one : best),
      undefined,
    );
  if (named.length > 0) return nearest(named);
  const found = nearest(all.filter(({ icao24 }) => icao24 === null));
  return found && distance(found) < 5_000 ? found : undefined;
}

const isSame = (a: TrueAircraft, b: TrueAircraft) => a.name === b.name;

function meet(
  finding: Finding,
  level: AlertLevel,
  one: TrueAircraft,
  two: TrueAircraft,
  { scene, at }: Truth,
): boolean {
  if (isSame(one, two)) return false;
  const { horizontalM, verticalM: heightM, aheadS } = separation[level];
  const isBent = finding.targets.some(({ planId, turnDps }) => planId !== null || Math.abs(turnDps) > 0.1);
  const untilS = tauS + (level === 'advisory' && isBent ? intentS : aheadS);
  for (let s = -5; s <= untilS; s += 1) {
    const then = at(scene.nowMs + 1_000 * s);
    const [a, b] = [one, two].map((wanted) => then.find((there) => isSame(there, wanted)));
    if (!a || !b || a.onGround || b.onGround) continue;
    if (Math.abs(amslOf(a) - amslOf(b)) <= heightM && inverse(a, b).distanceM <= horizontalM) return true;
  }
  return false;
}

/** Whether it is somewhere from now until so many seconds ahead. */
function comesTo(
  one: TrueAircraft,
  aheadS: number,
  { scene, at }: Truth,
  is: (there: TrueAircraft, ms: number) => boolean,
): boolean {
  for (let s = 0; s <= aheadS; s += 1) {
    const ms = scene.nowMs + 1_000 * s;
    const there = at(ms).find((other) => isSame(other, one));
    if (there && !there.onGround && is(there, ms)) return true;
  }
  return false;
}

/** Over ground that nobody measured the height counts where it is likely within. */
function isWithin(scene: Scene, there: TrueAircraft, volume: SceneVolume): boolean {
  if (!contains(volume, there)) return false;
  const within = heightWithin(
    scene,
    { ...there.heights, latitude: there.latitude, longitude: there.longitude },
    volume,
  );
  return within === 'yes' || within === 'likely';
}

/** Metres above mean sea level at 1013.25 hPa. */
function amslOf({ heights }: TrueAircraft): number {
  const altitude = altitudeOf(heights);
  if (!altitude) return Number.NaN;
  const { lowestM, highestM } = amslBounds(altitude, { qnhHpa: { lowest: 1_013.25, highest: 1_013.25 } });
  return (lowestM + highestM) / 2;
}

function isUnheard(one: TrueAircraft, { scene, at }: Truth): boolean {
  for (let s = 0; s < silentS - 1; s += 1) {
    const there = at(scene.nowMs - 1_000 * s).find((other) => isSame(other, one));
    if (there?.isHeard) return false;
  }
  return true;
}

function isSpoofed({ targets: [target], reason }: Finding, { scene, at }: Truth): boolean {
  if (!target) return false;
  if (reason.key.endsWith('duplicateAddress'))
    return at(scene.nowMs).filter(({ icao24 }) => icao24 !== null && icao24 === target.icao24).length > 1;
  for (let s = 0; s < spoofedS; s += 1)
    if (at(scene.nowMs - 1_000 * s).some(({ icao24, isFalse }) => isFalse && icao24 === target.icao24))
      return true;
  return false;
}

/** To the side and in height by the true position; times and releases are facts of the records. */
function leavesPlan({ reason, areaId, planIds }: Finding, one: TrueAircraft, { scene }: Truth): boolean {
  const what = reason.key.split('.')[2] ?? '';
  if (one.onGround) return false;
  if (what === 'noPlan') {
    const areas = scene.areas.filter(({ id, use }) => id === areaId && use === 'managed');
    const isPlanned = [...scene.plans.values()].some(
      ({ addresses }) => one.icao24 !== null && addresses.includes(one.icao24),
    );
    return !isPlanned && areas.some(({ volume }) => isWithin(scene, one, volume));
  }
  const plan = scene.plans.get(planIds[0] ?? 0);
  if (!plan) return false;
  if (what === 'lateral')
    return plan.volumes.every((volume) => !contains(volume, one) && toEdgeM(volume, one) > lateralM);
  if (what.startsWith('vertical')) {
    const inside = plan.volumes.filter((volume) => contains(volume, one));
    const place = { ...one.heights, latitude: one.latitude, longitude: one.longitude };
    return inside.every((volume) => heightWithin(scene, place, volume, verticalM) === 'no');
  }
  return true;
}
