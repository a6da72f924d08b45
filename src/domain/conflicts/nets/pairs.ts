import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { contains } from './area-geometry.ts';
import { areasAt, areasFor } from './area-index.ts';
import { distanceAfterM, entryS, type Relative, timeToClosestS, type WellClear } from './closest-approach.ts';
import { type Offset, offsetM, velocityOf } from './local-plane.ts';
import { motionOf } from './motion.ts';
import {
  type Bounds,
  closingOf,
  firstWithinS,
  lastWithinS,
  leastS,
  pairsThatMayMeet,
  stepS,
} from './pair-search.ts';
import { placeAfter, straightWay, type Way } from './prediction.ts';
import {
  type AlertLevel,
  type Approach,
  contactsOf,
  type Finding,
  levelOf,
  type NetValues,
  plansOf,
  rankOf,
  type Scene,
  type SceneArea,
  type SceneTarget,
  safetyNet,
} from './safety-net.ts';

/** Defaults of low-altitude general aviation (operations.md 1.10): the volume of DO-365B, earlier for an advisory. */
const parameters = {
  distanceM: { value: 0.66 * metresPerNauticalMile, unit: 'm' },
  verticalM: { value: 137, unit: 'm' },
  tauS: { value: 35, unit: 's' },
  warningS: { value: 25, unit: 's' },
  warningHoldS: { value: 55, unit: 's' },
  cautionS: { value: 55, unit: 's' },
  cautionHoldS: { value: 75, unit: 's' },
  advisoryDistanceM: { value: metresPerNauticalMile, unit: 'm' },
  advisoryVerticalM: { value: 152, unit: 'm' },
  advisoryS: { value: 120, unit: 's' },
  /** How far a plan's route and a turn are followed; what goes straight on is not believed for so long. */
  intentS: { value: 300, unit: 's' },
};
type Values = NetValues<typeof parameters>;

/** Nobody's intent is followed for longer. */
const farthestS = 1_200;
/** Beyond this a target that turns or follows a route is not taken to go straight on. */
const lineS = 60;

/** Two aircraft that come too near to each other: closest approach and modified tau (DO-365B). */
export const pairs = safetyNet({
  name: 'pairs',
  levels: ['advisory', 'caution', 'warning'],
  parameters,
  evaluate(scene, given) {
    const found: Finding[] = [];
    const values = { ...given, intentS: Math.min(given.intentS, farthestS) };
    const near = pairsThatMayMeet(scene.targets, motionOf(scene), boundsOf(scene, values));
    for (let at = 0; at < near.length; at += 2) {
      const finding = judge(scene, values, near[at] ?? 0, near[at + 1] ?? 0);
      if (finding) found.push(finding);
    }
    return found;
  },
});

/** A formation files one plan; two tracks of one address are for the net of spoofed tracks. */
function isOneFlight(one: SceneTarget, two: SceneTarget): boolean {
  return (
    (one.planId !== null && one.planId === two.planId) || (one.icao24 !== null && one.icao24 === two.icao24)
  );
}

/** The widest that any rule asks for anywhere. */
function boundsOf({ areas }: Scene, values: Values): Bounds {
  const separated = areasFor(areas, hasSeparation);
  const widest = (pick: (area: SceneArea) => number | null, start: number) =>
    separated.reduce((most, area) => Math.max(most, pick(area) ?? 0), start);
  const straightS = Math.max(
    values.advisoryS,
    values.cautionS,
    values.cautionHoldS,
    values.warningS,
    values.warningHoldS,
  );
  return {
    distanceM: widest(({ separationM }) => separationM, Math.max(values.advisoryDistanceM, values.distanceM)),
    verticalM: widest(
      ({ separationVerticalM }) => separationVerticalM,
      Math.max(values.advisoryVerticalM, values.verticalM),
    ),
    tauS: values.tauS,
    straightS,
    bentS: Math.max(straightS, values.intentS),
    lineS,
  };
}

const hasSeparation = ({ separationM, separationVerticalM }: SceneArea) =>
  separationM !== null || separationVerticalM !== null;
const isTraining = ({ use }: SceneArea) => use === 'training';

interface Pair {
  one: SceneTarget;
  two: SceneTarget;
  first: Way;
  second: Way;
}

interface Rule {
  level: AlertLevel;
  limits: WellClear;
  withinS: number;
  holdsS: number;
}

/** What the net says of targets `i` and `j` of a scene; null: nothing. */
export function judge(scene: Scene, values: Values, i: number, j: number): Finding | null {
  const pair = pairOf(scene, i, j);
  if (!pair || isOneFlight(pair.one, pair.two)) return null;
  const { one, two } = pair;
  const relative = relativeOf(one, two);
  const isStraight = pair.first.kind === 'straight' && pair.second.kind === 'straight';
  const reach = isStraight ? Number.POSITIVE_INFINITY : lineS;
  const seen = { rank: 0, holds: 0 };
  const ways = waysOf(pair, relative);
  for (const rule of rulesFor(scene, values, pair)) {
    const straightEntryS = entryS(relative, rule.limits);
    const byLine = straightEntryS <= reach ? straightEntryS : Number.POSITIVE_INFINITY;
    // Further ahead only what is intended is believed, and only as something to know of.
    const untilS = rule.level === 'advisory' ? Math.max(rule.holdsS, values.intentS) : rule.holdsS;
    const byWay = isStraight ? Number.POSITIVE_INFINITY : byWaysS(ways, rule.limits, untilS);
    const soonestS = Math.min(byLine, byWay);
    const rank = rankOf(rule.level);
    if (soonestS <= (isStraight || rank > 1 ? rule.withinS : untilS)) seen.rank = Math.max(seen.rank, rank);
    if (soonestS <= rule.holdsS) seen.holds = Math.max(seen.holds, rank);
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
  return findingOf(scene, pair, relative, { level, holds, intentS: values.intentS });
}

/** The two in the order of their names, so that it does not matter which is asked about which. */
function pairOf(scene: Scene, i: number, j: number): Pair | null {
  const [a, b] = [scene.targets[i], scene.targets[j]];
  if (!a || !b || a.onGround || b.onGround) return null;
  const { bent } = motionOf(scene);
  const [first, second] = [bent[i] ?? straightWay(a), bent[j] ?? straightWay(b)];
  return a.id < b.id ? { one: a, two: b, first, second } : { one: b, two: a, first: second, second: first };
}

/** By the widest separation of the areas in which either of the two is. */
function rulesFor({ areas }: Scene, values: Values, { one, two }: Pair): Rule[] {
  const separated = areasFor(areas, hasSeparation);
  const inside = [one, two].flatMap((at) =>
    areasAt(separated, at).filter(({ volume }) => contains(volume, at)),
  );
  const widest = (pick: (area: SceneArea) => number | null, otherwise: number) =>
    inside.reduce<number | null>((most, area) => {
      const own = pick(area);
      return own === null ? most : Math.max(most ?? 0, own);
    }, null) ?? otherwise;
  const limits = {
    distanceM: widest(({ separationM }) => separationM, values.distanceM),
    verticalM: widest(({ separationVerticalM }) => separationVerticalM, values.verticalM),
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

/** When the two are no longer well clear on the ways that they are taken to fly, where they turn to two seconds. */
function byWaysS(ways: Ways, limits: WellClear, withinS: number): number {
  const { now, closingMps } = ways;
  const untilS = Math.min(withinS, lastWithinS(now.z, now.vz, limits.verticalM));
  for (let timeS = firstWithinS(now.z, now.vz, limits.verticalM); timeS <= untilS; ) {
    const straightS = straightAfterS(ways, timeS);
    stateAfter(ways, timeS, straightS > leastS ? Math.min(straightS, stepS) : stepS);
    if (straightS <= leastS) {
      // However they turn, they cannot be too near any sooner: what lies between need not be looked at.
      const freeS = (Math.hypot(state.x, state.y) - limits.distanceM) / closingMps - limits.tauS;
      if (freeS > stepS) {
        timeS += freeS;
        continue;
      }
    }
    const entry = entryS(state, limits);
    const spanS = straightS > leastS ? straightS : stepS;
    if (entry <= spanS) return timeS + entry <= withinS ? timeS + entry : Number.POSITIVE_INFINITY;
    timeS += spanS;
  }
  return Number.POSITIVE_INFINITY;
}

/** When the two are closest on these ways, where they turn to two seconds. */
function closestOn(ways: Ways, untilS: number) {
  const best = { timeS: 0, horizontalM: Number.POSITIVE_INFINITY };
  for (let timeS = 0; timeS <= untilS; ) {
    const straightS = Math.min(untilS - timeS, straightAfterS(ways, timeS));
    const isStraight = straightS > leastS;
    stateAfter(ways, timeS, isStraight ? Math.min(straightS, stepS) : stepS);
    const atS = isStraight ? Math.min(straightS, timeToClosestS(state)) : 0;
    const horizontalM = distanceAfterM(state, atS);
    if (horizontalM < best.horizontalM) {
      best.timeS = timeS + atS;
      best.horizontalM = horizontalM;
    }
    timeS += isStraight
      ? straightS
      : Math.max(stepS, (Math.hypot(state.x, state.y) - best.horizontalM) / ways.closingMps);
  }
  return best;
}

/** Two ways, from what is between their targets now. */
interface Ways {
  first: Way;
  second: Way;
  now: Relative;
  closingMps: number;
}

/** Written anew at each look. */
const state: Relative = { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0 };
const placeOne: Offset = { x: 0, y: 0 };
const placeTwo: Offset = { x: 0, y: 0 };

/** For how long both go straight on from then. */
function straightAfterS({ first, second }: Ways, timeS: number): number {
  return Math.min(first.straightUntilS(timeS), second.straightUntilS(timeS)) - timeS;
}

/** The relative state after so many seconds, its velocity over the next `spanS`, into `state`. */
function stateAfter({ first, second, now }: Ways, timeS: number, spanS: number): void {
  first.after(timeS, placeOne);
  second.after(timeS, placeTwo);
  const x = placeOne.x - placeTwo.x;
  const y = placeOne.y - placeTwo.y;
  first.after(timeS + spanS, placeOne);
  second.after(timeS + spanS, placeTwo);
  state.x = now.x + x;
  state.y = now.y + y;
  state.z = now.z + now.vz * timeS;
  state.vx = (placeOne.x - placeTwo.x - x) / spanS;
  state.vy = (placeOne.y - placeTwo.y - y) / spanS;
  state.vz = now.vz;
}

function shareTraining(areas: readonly SceneArea[], one: SceneTarget, two: SceneTarget): boolean {
  return areasAt(areasFor(areas, isTraining), one).some(
    ({ volume }) => contains(volume, one) && contains(volume, two),
  );
}

function findingOf(
  scene: Scene,
  pair: Pair,
  relative: KnownRelative,
  { level, holds, intentS }: { level: AlertLevel | null; holds: AlertLevel; intentS: number },
): Finding {
  const { one, two } = pair;
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
      values: { one: targetName(one), two: targetName(two) },
    },
    targets: [one, two],
    planIds: plansOf([one, two]),
    distanceM,
    ...(heightM === null ? {} : { verticalM: heightM }),
    approach: closest(pair, relative, intentS),
    advice: 'alert.pairs.advice',
    contacts: contactsOf(scene, [one, two]),
  };
}

function closest(pair: Pair, relative: KnownRelative, intentS: number): Approach {
  const { one, two, first, second } = pair;
  const at = (timeS: number, horizontalM: number, [a, b]: [Way, Way]): Approach => ({
    timeS,
    horizontalM,
    verticalM: relative.hasHeight ? Math.abs(relative.z + relative.vz * timeS) : null,
    one: placeAfter(one, a, timeS),
    two: placeAfter(two, b, timeS),
  });
  if (first.kind === 'straight' && second.kind === 'straight') {
    const timeS = timeToClosestS(relative);
    return at(timeS, distanceAfterM(relative, timeS), [first, second]);
  }
  const lines: [Way, Way] = [straightWay(one), straightWay(two)];
  const byIntent = closestOn(waysOf(pair, relative), intentS);
  const byLine = closestOn(waysOf({ ...pair, first: lines[0], second: lines[1] }, relative), lineS);
  return byLine.horizontalM < byIntent.horizontalM
    ? at(byLine.timeS, byLine.horizontalM, lines)
    : at(byIntent.timeS, byIntent.horizontalM, [first, second]);
}

const waysOf = ({ one, two, first, second }: Pair, now: Relative): Ways => ({
  first,
  second,
  now,
  closingMps: closingOf(one.groundSpeedMps ?? 0, two.groundSpeedMps ?? 0),
});
