import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { isOneFormation } from '#domain/plans/formation.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { figuresAt, stricterOf, strictestOf } from './area-figures.ts';
import { contains } from './area-geometry.ts';
import { areasAt, areasFor } from './area-index.ts';
import { entryS, type WellClear } from './closest-approach.ts';
import { closestOf, type Group, groupsOf } from './groups.ts';
import { areLikelyOne } from './likely-one.ts';
import { metresPerDegree } from './local-plane.ts';
import { type Motion, motionOf } from './motion.ts';
import { type KnownRelative, type Pair, PairFinding } from './pair-finding.ts';
import { type Bounds, closingOf, eastOf, pairsThatMayMeet } from './pair-search.ts';
import { entryOnWaysS, lineS } from './pair-ways.ts';
import {
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
import { skyOf } from './sky.ts';
import { heightsIn } from './sky-heights.ts';
import { asWidened, bothM } from './uncertain.ts';

/** Defaults of low-altitude general aviation (operations.md 1.10): the volume of DO-365B (0.66 NM), earlier for an advisory. */
const parameters = {
  /** 0.66 NM, as it stands in the field of the parameter. */
  distanceM: { value: 1_222.32, unit: 'm' },
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

/** Two aircraft that come too near to each other: closest approach and modified tau (DO-365B). */
export const pairs = safetyNet({
  name: 'pairs',
  levels: ['advisory', 'caution', 'warning'],
  parameters,
  *evaluate(scene, given) {
    const values = { ...given, intentS: Math.min(given.intentS, farthestS) };
    const sky = skyOf(scene);
    const motion = motionOf(scene);
    const heights = heightsIn(scene);
    yield;
    const groups = yield* groupsOf(sky, heights, values);
    const whole = groups.filter(({ isWhole }) => isWhole);
    const bounds = boundsOf(scene, strictestOf(scene, 'pairs', values));
    const {
      pairs: near,
      units,
      compared,
      left,
    } = yield* pairsThatMayMeet(
      sky,
      motion,
      heights,
      bounds,
      whole.map(({ members }) => members),
    );
    const first = scene.targets.length;
    const sides = whole.map(({ members }) => sideOf(scene, members));
    const byPair: FoundPair[] = [];
    const byGroup = new Map<number, FoundPair>();
    for (let at = 0; at < near.length; at += 2) {
      if (at % judgedInStep === judgedInStep - 2) yield;
      const [i, j] = [near[at] ?? 0, near[at + 1] ?? 0];
      const finding = judge(scene, values, i, j, motion);
      if (!finding) continue;
      const [u, v] = [units[at] ?? 0, units[at + 1] ?? 0];
      if (u < first && v < first) {
        byPair.push({ finding, i, j });
        continue;
      }
      const key = Math.min(u, v) * (first + whole.length) + Math.max(u, v);
      const known = byGroup.get(key);
      if (known && byLevel(known.finding, finding) <= 0) continue;
      byGroup.set(key, { finding: meeting(scene, finding, i, sides[u - first], sides[v - first]), i, j });
    }
    let judged = near.length / 2;
    const all = [...byPair, ...byGroup.values()];
    yield;
    for (const { finding, i, j } of beyondMost(all, first)) {
      finding.onlyHolds = true;
      left.add(i).add(j);
    }
    const found = all.map(({ finding }) => finding);
    for (const group of groups) {
      yield;
      const closest = closestOf(
        scene.targets,
        group.members,
        heights,
        values,
        (one, two) => !isOneFlight(scene, one, two),
      );
      judged += closest.length;
      const [worst] = closest.flatMap(([i, j]) => judge(scene, values, i, j, motion) ?? []).sort(byLevel);
      if (worst) found.push(asGroup(scene, worst, group));
    }
    work.set(scene, { compared, judged, left: left.size });
    // Last: groups and meetings have put their own reasons in place.
    if (scene.uncertain) for (const finding of found) asWidened(finding, widenedM(scene, finding));
    return found;
  },
  lacks: (scene) => {
    const { left } = workOf(scene);
    return left > 0 ? { key: 'alert.limited.pairs', values: { count: left } } : null;
  },
});

/** By how much the distances of a finding are widened, metres: what both of its targets may be off. */
function widenedM({ uncertain }: Scene, { targets: [one, two] }: Pick<Finding, 'targets'>): number {
  return uncertain && one && two ? bothM(uncertain.atM(one), uncertain.atM(two)) : 0;
}

/** Target indices judged in one step, two for each pair: one or two milliseconds of work. */
const judgedInStep = 400;
/** So many are raised. Nobody reads as many; of the others what is there already stays (`onlyHolds`). */
const mostFound = 1_000;

/** What was found of the targets of these indices. */
interface FoundPair {
  finding: Finding;
  i: number;
  j: number;
}

/**
 * Findings that are not raised: neither among the most urgent half, nor among the half whose aircraft have the fewest
 * conflicts. Within a level, those with a flight plan come first, so that a flood of unknown tracks does not hide them.
 */
function beyondMost(found: readonly FoundPair[], targets: number): FoundPair[] {
  if (found.length <= mostFound) return [];
  const conflicts = new Uint32Array(targets);
  const countOf = (i: number) => conflicts[i] ?? 0;
  for (const { i, j } of found) {
    conflicts[i] = countOf(i) + 1;
    conflicts[j] = countOf(j) + 1;
  }
  const scored = found.map((one) => {
    const { finding, i, j } = one;
    const [rank, far] = [rankNow(finding), finding.distanceM ?? 0];
    const planned = Number(finding.planIds.length > 0);
    return { one, rank, planned, far, fewest: Math.min(countOf(i), countOf(j)) };
  });
  type Scored = (typeof scored)[number];
  const byUrgency = (a: Scored, b: Scored) => b.rank - a.rank || b.planned - a.planned || a.far - b.far;
  const others = scored.sort(byUrgency).slice(mostFound / 2);
  others.sort((a, b) => a.fewest - b.fewest || byUrgency(a, b));
  return others.slice(mostFound / 2).map(({ one }) => one);
}

/** What the last look at a scene cost. */
interface Work {
  /** Pairs whose boxes were compared, and pairs judged by the rule. */
  compared: number;
  judged: number;
  /** Aircraft that were not compared with all that may meet them, or whose conflicts were not raised. */
  left: number;
}

const work = new WeakMap<Scene, Work>();
const noWork: Work = { compared: 0, judged: 0, left: 0 };

export const workOf = (scene: Scene): Work => work.get(scene) ?? noWork;

const rankNow = ({ onlyHolds, level }: Finding) => (onlyHolds ? 0 : rankOf(level));

/** The most urgent first; of one level the closest. */
const byLevel = (a: Finding, b: Finding): number =>
  rankNow(b) - rankNow(a) || (a.distanceM ?? 0) - (b.distanceM ?? 0);

/** One side of a conflict: a group, or one alone. */
interface Side {
  members: readonly SceneTarget[];
  /** Of a group that is new: one that goes on keeps the alert that it had (`continued`). */
  name: string;
}

function sideOf(scene: Scene, indices: readonly number[]): Side {
  const members = indices.flatMap((i) => scene.targets[i] ?? []);
  let least = members[0]?.id ?? '';
  for (const { id } of members) if (id < least) least = id;
  return { members, name: `group:${least}` };
}

/** The conflict of two as that of the groups, or of the group and the other, that they are of; `i` is one of `first`. */
function meeting(
  scene: Scene,
  finding: Finding,
  i: number,
  first: Side | undefined,
  second: Side | undefined,
): Finding {
  const [one, two] = finding.targets;
  if (!one || !two) return finding;
  const [ofOne, ofTwo] = scene.targets[i] === one ? [first, second] : [second, first];
  const mine = ofOne ?? { members: [one], name: one.id };
  const theirs = ofTwo ?? { members: [two], name: two.id };
  const names = [targetName(one), targetName(two)] as const;
  // Who is alone is named first.
  const [lone, other] = ofOne ? [names[1], names[0]] : names;
  const count = (ofOne ?? theirs).members.length;
  return Object.assign(finding, {
    key: `pairs:${mine.name}|${theirs.name}`,
    met: [mine.members, theirs.members] as const,
    reason:
      ofOne && ofTwo
        ? {
            key: 'alert.pairs.groupsMeet',
            values: { one: names[0], two: names[1], count, others: theirs.members.length },
          }
        : { key: 'alert.pairs.meetsGroup', values: { one: lone, two: other, count } },
  });
}

/** The conflict of the closest two of a group as that of all of it. */
function asGroup(scene: Scene, finding: Finding, { members, isWhole }: Group): Finding {
  const [one, two] = finding.targets;
  if (!one || !two) return finding;
  const side = sideOf(scene, members);
  return Object.assign(finding, {
    key: `pairs:${side.name}`,
    group: side.members,
    reason: {
      key: 'alert.pairs.group',
      values: { one: targetName(one), two: targetName(two), count: members.length },
    },
    planIds: plansOf(side.members),
    advice: 'alert.pairs.adviceGroup',
    ...(isWhole ? {} : { whenRaised: true as const }),
  });
}

/** A formation files one plan, or plans that state it; two tracks of one address are for the net of spoofed tracks. */
function isOneFlight({ plans }: Scene, one: SceneTarget, two: SceneTarget): boolean {
  if (one.icao24 !== null && one.icao24 === two.icao24) return true;
  if (one.planId === null || two.planId === null) return false;
  if (one.planId === two.planId) return true;
  const [first, second] = [plans.get(one.planId), plans.get(two.planId)];
  return first !== undefined && second !== undefined && isOneFormation(first, second);
}

/** The widest that any rule asks for anywhere. */
function boundsOf({ areas, uncertain }: Scene, values: Values): Bounds {
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
    distanceM:
      widest(({ separationM }) => separationM, Math.max(values.advisoryDistanceM, values.distanceM)) +
      (uncertain ? bothM(uncertain.mostM, uncertain.mostM) : 0),
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

/** Ranks of the levels. */
const [none, advisory, caution, warning] = [0, 1, 2, 3] as const;

/** What the net says of targets `i` and `j` of a scene; null: nothing. */
export function judge(
  scene: Scene,
  given: Values,
  i: number,
  j: number,
  motion: Motion = motionOf(scene),
): Finding | null {
  const pair = pairOf(scene, motion, i, j);
  if (!pair || isOneFlight(scene, pair.one, pair.two)) return null;
  const { one, two, now } = pair;
  const values = stricterOf(
    'pairs',
    figuresAt(scene, 'pairs', one, given),
    figuresAt(scene, 'pairs', two, given),
  );
  const usual = limitsFor(scene, values, one, two);
  const byM = scene.uncertain ? widenedM(scene, { targets: [one, two] }) : 0;
  const limits = byM === 0 ? usual : { ...usual, distanceM: usual.distanceM + byM };
  const wide = {
    distanceM: Math.max(limits.distanceM, values.advisoryDistanceM + byM),
    verticalM: Math.max(limits.verticalM, values.advisoryVerticalM),
    tauS: values.tauS,
  };
  const isStraight = pair.first === null && pair.second === null;
  const holdsForS = Math.max(values.cautionHoldS, values.warningHoldS);
  // Who turns or follows a route is not taken to go straight on for long; further ahead only what is intended is
  // believed, and only as something to know of.
  const believedS = isStraight ? Number.POSITIVE_INFINITY : lineS;
  const knowS = isStraight ? values.advisoryS : Math.max(values.advisoryS, values.intentS);
  const wideByWayS = isStraight ? Number.POSITIVE_INFINITY : entryOnWaysS(pair, wide, 0, knowS);
  const wideS = Math.min(upTo(believedS, entryS(now, wide)), wideByWayS);
  // What is closer is asked for less distance, so that it comes no sooner.
  if (wideS > Math.max(knowS, values.advisoryS)) return null;
  const nearByWayS =
    wideByWayS > holdsForS ? Number.POSITIVE_INFINITY : entryOnWaysS(pair, limits, wideByWayS, holdsForS);
  const nearS = Math.min(upTo(believedS, entryS(now, limits)), nearByWayS);
  const rank =
    nearS <= values.warningS
      ? warning
      : nearS <= values.cautionS
        ? caution
        : wideS <= knowS
          ? advisory
          : none;
  const held =
    nearS <= values.warningHoldS
      ? warning
      : nearS <= values.cautionHoldS
        ? caution
        : wideS <= values.advisoryS
          ? advisory
          : none;
  if (Math.max(rank, held) === none || shareTraining(scene.areas, one, two)) return null;
  const cap = isHeightCertain(now, limits) ? warning : caution;
  const holds = levelOf(Math.min(cap, Math.max(rank, held)));
  if (!holds) return null;
  const { advisoryS, intentS } = values;
  const level = levelOf(Math.min(cap, rank));
  const found = new PairFinding(scene, pair, level, holds, { advisoryS, intentS });
  return areLikelyOne(one, two) ? asLikelyOne(found) : found;
}

/** Infinity where it is later than that. */
const upTo = (mostS: number, seconds: number): number =>
  seconds <= mostS ? seconds : Number.POSITIVE_INFINITY;

/** Whether their vertical separation is known, or certainly below the minimum: what is only possible is never "act now". */
function isHeightCertain({ hasHeight, z, slackM }: KnownRelative, { verticalM }: WellClear): boolean {
  return hasHeight && (slackM === 0 || Math.abs(z) + slackM <= verticalM);
}

/** Something to know of, not to act on now, unless they were seen apart. */
function asLikelyOne(finding: Finding): Finding {
  return Object.assign(finding, {
    level: 'advisory' as const,
    ifApart: finding.level,
    reason: { ...finding.reason, key: 'alert.pairs.likelyOne' },
    advice: 'alert.pairs.adviceLikelyOne',
  });
}

/** The two in the order of their names, so that it does not matter which is asked about which. */
function pairOf(scene: Scene, motion: Motion, i: number, j: number): Pair | null {
  const { targets } = scene;
  const a = targets[i];
  const b = targets[j];
  if (!a || !b || a.onGround || b.onGround) return null;
  const isInOrder = a.id < b.id;
  const first = isInOrder ? i : j;
  const second = isInOrder ? j : i;
  const { bent, vx, vy } = motion;
  const { speed } = skyOf(scene);
  return {
    one: isInOrder ? a : b,
    two: isInOrder ? b : a,
    first: bent[first] ?? null,
    second: bent[second] ?? null,
    vOne: { x: vx[first] ?? 0, y: vy[first] ?? 0 },
    vTwo: { x: vx[second] ?? 0, y: vy[second] ?? 0 },
    now: relativeOf(scene, first, second),
    closingMps: closingOf(speed[first] ?? 0, speed[second] ?? 0),
  };
}

/** By the widest separation of the areas in which either of the two is. */
function limitsFor({ areas }: Scene, values: Values, one: SceneTarget, two: SceneTarget): WellClear {
  const separated = areasFor(areas, hasSeparation);
  if (separated.length === 0) return values;
  const inside = [one, two].flatMap((at) =>
    areasAt(separated, at).filter(({ volume }) => contains(volume, at)),
  );
  const widest = (pick: (area: SceneArea) => number | null, otherwise: number) =>
    inside.reduce<number | null>((most, area) => {
      const own = pick(area);
      return own === null ? most : Math.max(most ?? 0, own);
    }, null) ?? otherwise;
  return {
    distanceM: widest(({ separationM }) => separationM, values.distanceM),
    verticalM: widest(({ separationVerticalM }) => separationVerticalM, values.verticalM),
    tauS: values.tauS,
  };
}

/**
 * Target `i` of a scene less target `j`. Heights of one datum compare by their numbers, others by their bounds above mean
 * sea level.
 */
export function relativeOf(scene: Scene, i: number, j: number): KnownRelative {
  const sky = skyOf(scene);
  const { latitude, vx, vy, climb } = sky;
  const relative = {
    x: eastOf(sky, i, j),
    y: ((latitude[i] ?? 0) - (latitude[j] ?? 0)) * metresPerDegree,
    z: 0,
    slackM: 0,
    vx: (vx[i] ?? 0) - (vx[j] ?? 0),
    vy: (vy[i] ?? 0) - (vy[j] ?? 0),
    vz: 0,
    hasHeight: false,
  };
  relative.hasHeight = heightsIn(scene).between(i, j, relative);
  if (relative.hasHeight) relative.vz = (climb[i] ?? 0) - (climb[j] ?? 0);
  return relative;
}

function shareTraining(areas: readonly SceneArea[], one: SceneTarget, two: SceneTarget): boolean {
  return areasAt(areasFor(areas, isTraining), one).some(
    ({ volume }) => contains(volume, one) && contains(volume, two),
  );
}
