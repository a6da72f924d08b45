import type { Position } from '#domain/geo/geodesy.ts';
import { areasNear, contains } from './area-geometry.ts';
import {
  distanceAfterM,
  type Relative,
  timeToClosestS,
  violation,
  type WellClear,
} from './closest-approach.ts';
import { movedBy, nauticalMileM, offsetM, velocityOf } from './local-plane.ts';
import { type Prediction, predict, straight } from './prediction.ts';
import {
  type AlertLevel,
  type Approach,
  contactsOf,
  type Finding,
  levelOf,
  type NetValues,
  nameOf,
  plansOf,
  rankOf,
  type Scene,
  type SceneArea,
  type SceneTarget,
  safetyNet,
} from './safety-net.ts';
import { sweptPairs } from './swept-pairs.ts';

/** Defaults of low-altitude general aviation (operations.md 1.10): the volume of DO-365B, earlier for an advisory. */
const parameters = {
  distanceM: { value: 0.66 * nauticalMileM, unit: 'm' },
  verticalM: { value: 137, unit: 'm' },
  tauS: { value: 35, unit: 's' },
  warningS: { value: 25, unit: 's' },
  warningHoldS: { value: 55, unit: 's' },
  cautionS: { value: 55, unit: 's' },
  cautionHoldS: { value: 75, unit: 's' },
  advisoryDistanceM: { value: nauticalMileM, unit: 'm' },
  advisoryVerticalM: { value: 152, unit: 'm' },
  advisoryS: { value: 120, unit: 's' },
  /** How far a plan's route and a turn are followed; what goes straight on is not believed for so long. */
  intentS: { value: 300, unit: 's' },
};
type Values = NetValues<typeof parameters>;

/** Beyond this a target that turns or follows a route is not taken to go straight on. */
const straightS = 60;
const stepS = 2;

/** Two aircraft that come too near to each other: closest approach and modified tau (DO-365B). */
export const pairs = safetyNet({
  name: 'pairs',
  levels: ['advisory', 'caution', 'warning'],
  parameters,
  evaluate(scene, values) {
    const found: Finding[] = [];
    const airborne = scene.targets.filter(({ onGround }) => !onGround);
    const predictions = airborne.map((target) => predict(target, planOf(scene, target)));
    const widened = widest(scene.areas, values);
    const farS = Math.max(values.advisoryS, values.cautionHoldS) + values.tauS;
    sweptPairs(
      airborne,
      {
        lookAheadS: (i) => (predictions[i]?.kind === 'straight' ? farS : Math.max(farS, values.intentS)),
        way: (i) => (predictions[i]?.kind === 'straight' ? null : (predictions[i] ?? null)),
        distanceM: widened.distanceM,
        verticalM: widened.verticalM,
      },
      (i, j) => {
        const [one, two] = [airborne[i], airborne[j]];
        const [first, second] = [predictions[i], predictions[j]];
        if (!one || !two || !first || !second || isOneFlight(one, two)) return;
        const finding = judge(scene, values, { one, two, first, second });
        if (finding) found.push(finding);
      },
    );
    return found;
  },
});

const planOf = (scene: Scene, { planId }: SceneTarget) =>
  planId === null ? undefined : scene.plans.get(planId);

/** A formation files one plan; two tracks of one address are for the net of spoofed tracks. */
function isOneFlight(one: SceneTarget, two: SceneTarget): boolean {
  return (
    (one.planId !== null && one.planId === two.planId) || (one.icao24 !== null && one.icao24 === two.icao24)
  );
}

function widest(areas: readonly SceneArea[], values: Values) {
  const most = (pick: (area: SceneArea) => number | null, start: number) =>
    areas.reduce((sum, area) => Math.max(sum, pick(area) ?? 0), start);
  return {
    distanceM: most(({ separationM }) => separationM, values.advisoryDistanceM),
    verticalM: most(({ separationVerticalM }) => separationVerticalM, values.advisoryVerticalM),
  };
}

interface Pair {
  one: SceneTarget;
  two: SceneTarget;
  first: Prediction;
  second: Prediction;
}

interface Rule {
  level: AlertLevel;
  limits: WellClear;
  withinS: number;
  holdsS: number;
}

function judge(scene: Scene, values: Values, pair: Pair): Finding | null {
  const { one, two } = pair;
  const relative = relativeOf(one, two);
  const isStraight = pair.first.kind === 'straight' && pair.second.kind === 'straight';
  const reach = isStraight ? Number.POSITIVE_INFINITY : straightS;
  const seen = { rank: 0, holds: 0 };
  const rules = rulesFor(scene, values, one);
  for (const rule of rules) {
    const span = violation(relative, rule.limits);
    const byLine = span && span.from <= reach ? span.from : Number.POSITIVE_INFINITY;
    // Further ahead only what is intended is believed, and only as something to know of.
    const untilS = rule.level === 'advisory' ? Math.max(rule.holdsS, values.intentS) : rule.holdsS;
    const byWay = isStraight ? null : sampledEntry(pair, rule.limits, untilS);
    const entryS = Math.min(byLine, byWay ?? Number.POSITIVE_INFINITY);
    const rank = rankOf(rule.level);
    if (entryS <= (isStraight || rank > 1 ? rule.withinS : untilS)) seen.rank = Math.max(seen.rank, rank);
    if (entryS <= rule.holdsS) seen.holds = Math.max(seen.holds, rank);
    // Each next rule asks for less distance or less time: what the first does not see, none does.
    if (seen.holds === 0 && seen.rank === 0) return null;
  }
  if (Math.max(seen.rank, seen.holds) === 0 || shareTraining(scene.areas, one, two)) return null;
  const known = relative.hasHeight;
  // What is only one above the other by guess is never "act now".
  const cap = known ? 3 : 2;
  const level = levelOf(Math.min(cap, seen.rank));
  const holds = levelOf(Math.min(cap, Math.max(seen.rank, seen.holds)));
  if (!holds) return null;
  return findingOf(scene, pair, relative, level, holds);
}

function rulesFor({ areas }: Scene, values: Values, at: Position): Rule[] {
  const inside = areasNear(areas, at).find(
    ({ separationM, separationVerticalM, volume }) =>
      (separationM !== null || separationVerticalM !== null) && contains(volume, at),
  );
  const limits = {
    distanceM: inside?.separationM ?? values.distanceM,
    verticalM: inside?.separationVerticalM ?? values.verticalM,
    tauS: values.tauS,
  };
  return [
    {
      level: 'advisory',
      limits: {
        distanceM: Math.max(limits.distanceM, values.advisoryDistanceM),
        verticalM: Math.max(limits.verticalM, values.advisoryVerticalM),
        tauS: values.tauS,
      },
      withinS: values.advisoryS,
      holdsS: values.advisoryS,
    },
    { level: 'caution', limits, withinS: values.cautionS, holdsS: values.cautionHoldS },
    { level: 'warning', limits, withinS: values.warningS, holdsS: values.warningHoldS },
  ];
}

interface KnownRelative extends Relative {
  hasHeight: boolean;
}

/** Heights of one datum compare; where there are none, the two are taken to be at one height. */
export function relativeOf(one: SceneTarget, two: SceneTarget): KnownRelative {
  const { x, y } = offsetM(two, one);
  const [a, b] = [velocityOf(one), velocityOf(two)];
  const z = heightBetween(one, two);
  return {
    x,
    y,
    z: z ?? 0,
    vx: a.x - b.x,
    vy: a.y - b.y,
    vz: z === null ? 0 : (one.verticalRateMps ?? 0) - (two.verticalRateMps ?? 0),
    hasHeight: z !== null,
  };
}

function heightBetween(one: SceneTarget, two: SceneTarget): number | null {
  if (one.pressureAltitudeM !== null && two.pressureAltitudeM !== null) {
    return one.pressureAltitudeM - two.pressureAltitudeM;
  }
  if (one.geometricAltitudeM !== null && two.geometricAltitudeM !== null) {
    return one.geometricAltitudeM - two.geometricAltitudeM;
  }
  return null;
}

/** The first sample at which the two are not well clear on the ways that they are taken to fly; null: none. */
function sampledEntry({ one, two, first, second }: Pair, limits: WellClear, withinS: number): number | null {
  const height = heightBetween(one, two);
  const vz = height === null ? 0 : (one.verticalRateMps ?? 0) - (two.verticalRateMps ?? 0);
  const closingMps = Math.max(1, (one.groundSpeedMps ?? 0) + (two.groundSpeedMps ?? 0));
  for (let timeS = 0; timeS <= withinS; ) {
    const { x, y } = offsetM(second.at(timeS), first.at(timeS));
    // However they turn, they cannot be too near any sooner: what lies between need not be looked at.
    const freeS = (Math.hypot(x, y) - limits.distanceM) / closingMps - limits.tauS;
    if (freeS > stepS) {
      timeS += freeS;
      continue;
    }
    const next = offsetM(second.at(timeS + stepS), first.at(timeS + stepS));
    const relative = {
      x,
      y,
      z: (height ?? 0) + vz * timeS,
      vx: (next.x - x) / stepS,
      vy: (next.y - y) / stepS,
      vz,
    };
    const entry = violation(relative, limits);
    if (entry && entry.from <= stepS) return timeS + entry.from;
    timeS += stepS;
  }
  return null;
}

function shareTraining(areas: readonly SceneArea[], one: SceneTarget, two: SceneTarget): boolean {
  return areasNear(areas, one).some(
    ({ use, volume }) => use === 'training' && contains(volume, one) && contains(volume, two),
  );
}

function findingOf(
  scene: Scene,
  pair: Pair,
  relative: KnownRelative,
  level: AlertLevel | null,
  holds: AlertLevel,
): Finding {
  const [one, two] = pair.one.id < pair.two.id ? [pair.one, pair.two] : [pair.two, pair.one];
  const approach = closest(pair, relative);
  const [a, b] = one === pair.one ? [approach.one, approach.two] : [approach.two, approach.one];
  const distanceM = Math.hypot(relative.x, relative.y);
  const heightM = relative.hasHeight ? Math.abs(relative.z) : null;
  return {
    net: 'pairs',
    key: `pairs:${one.id}|${two.id}`,
    // A finding that only holds raises nothing by itself.
    level: level ?? 'advisory',
    holds,
    ...(level === null ? { onlyHolds: true as const } : {}),
    reason: {
      key: heightM === null ? 'alert.pairs.noHeight' : 'alert.pairs.reason',
      values: { one: nameOf(one), two: nameOf(two) },
    },
    targets: [one, two],
    planIds: plansOf([one, two]),
    distanceM,
    ...(heightM === null ? {} : { verticalM: heightM }),
    approach: { ...approach, one: a, two: b },
    advice: 'alert.pairs.advice',
    contacts: contactsOf(scene, [one, two]),
  };
}

function closest({ one, two, first, second }: Pair, relative: KnownRelative): Approach & { two: Position } {
  const verticalAt = (timeS: number) =>
    relative.hasHeight ? Math.abs(relative.z + relative.vz * timeS) : null;
  if (first.kind === 'straight' && second.kind === 'straight') {
    const timeS = timeToClosestS(relative);
    const [a, b] = [velocityOf(one), velocityOf(two)];
    return {
      timeS,
      horizontalM: distanceAfterM(relative, timeS),
      verticalM: verticalAt(timeS),
      one: movedBy(one, a.x * timeS, a.y * timeS),
      two: movedBy(two, b.x * timeS, b.y * timeS),
    };
  }
  const byIntent = sampledClosest(first, second);
  const byLine = sampledClosest(straight(one), straight(two), straightS);
  const { timeS, horizontalM } = byLine.horizontalM < byIntent.horizontalM ? byLine : byIntent;
  const [p, q] = byLine.horizontalM < byIntent.horizontalM ? [straight(one), straight(two)] : [first, second];
  return { timeS, horizontalM, verticalM: verticalAt(timeS), one: p.at(timeS), two: q.at(timeS) };
}

function sampledClosest(first: Prediction, second: Prediction, untilS = 300) {
  let best = { timeS: 0, horizontalM: Number.POSITIVE_INFINITY };
  for (let timeS = 0; timeS <= untilS; timeS += stepS) {
    const { x, y } = offsetM(second.at(timeS), first.at(timeS));
    const horizontalM = Math.hypot(x, y);
    if (horizontalM < best.horizontalM) best = { timeS, horizontalM };
  }
  return best;
}
