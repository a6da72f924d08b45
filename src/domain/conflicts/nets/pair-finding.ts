import { targetName } from '#domain/surveillance/track/target-name.ts';
import { distanceAfterM, type Relative, timeToClosestS } from './closest-approach.ts';
import { closestOn, lineS, type Ways } from './pair-ways.ts';
import { placeAfter, straightWay } from './prediction.ts';
import {
  type AlertLevel,
  type Approach,
  contactsOf,
  type Finding,
  type Member,
  plansOf,
  type Scene,
  type SceneTarget,
} from './safety-net.ts';

export interface KnownRelative extends Relative {
  /** False: one of the two states no height, and they are taken to be at one height. */
  hasHeight: boolean;
}

/** Two targets in the order of their names, and how they move. */
export interface Pair extends Ways {
  one: SceneTarget;
  two: SceneTarget;
  now: KnownRelative;
}

/** How far ahead it is looked for where they will be closest, seconds. */
export interface Ahead {
  advisoryS: number;
  intentS: number;
}

const nobody: readonly never[] = [];

/**
 * What is found of two. There may be ten thousand in a look, of which most are never shown: what takes longer to word or to
 * work out is so when it is asked for.
 */
export class PairFinding implements Finding {
  readonly net = 'pairs';
  key: string;
  level: AlertLevel;
  holds: AlertLevel;
  onlyHolds?: true;
  ifApart?: AlertLevel;
  group?: readonly Member[];
  met?: readonly [readonly Member[], readonly Member[]];
  whenRaised?: true;
  targets: readonly SceneTarget[];
  planIds: readonly number[];
  distanceM: number;
  verticalM?: number;
  advice = 'alert.pairs.advice';
  contacts: Finding['contacts'];
  private readonly pair: Pair;
  private readonly ahead: Ahead;
  private words: Finding['reason'] | null = null;
  /** Null: not worked out yet. */
  private foreseen: Approach | undefined | null = null;

  /** `level` null: it keeps an alert that is open, but raises none. */
  constructor(scene: Scene, pair: Pair, level: AlertLevel | null, holds: AlertLevel, ahead: Ahead) {
    const { one, two, now } = pair;
    this.key = `pairs:${one.id}|${two.id}`;
    this.level = level ?? 'advisory';
    this.holds = holds;
    if (level === null) this.onlyHolds = true;
    this.targets = [one, two];
    const hasPlan = one.planId !== null || two.planId !== null;
    this.planIds = hasPlan ? plansOf(this.targets) : nobody;
    this.contacts = hasPlan ? contactsOf(scene, this.targets) : nobody;
    this.distanceM = Math.sqrt(now.x * now.x + now.y * now.y);
    if (now.hasHeight && now.slackM === 0) this.verticalM = Math.abs(now.z);
    this.pair = pair;
    this.ahead = ahead;
  }

  get reason(): Finding['reason'] {
    this.words ??= reasonOf(this.pair);
    return this.words;
  }

  set reason(words: Finding['reason']) {
    this.words = words;
  }

  /** Undefined: they will be closest later than anything is foreseen, like two that fly in company. */
  get approach(): Approach | undefined {
    if (this.foreseen === null) this.foreseen = closest(this.pair, this.ahead);
    return this.foreseen;
  }
}

function reasonOf({ one, two, now: { hasHeight, z, slackM } }: Pair): Finding['reason'] {
  const names = { one: targetName(one), two: targetName(two) };
  if (!hasHeight) return { key: 'alert.pairs.noHeight', values: names };
  if (slackM === 0) return { key: 'alert.pairs.reason', values: names };
  const least = Math.round(Math.max(0, Math.abs(z) - slackM));
  return {
    key: 'alert.pairs.otherDatum',
    values: { ...names, least, most: Math.round(Math.abs(z) + slackM) },
  };
}

function closest(pair: Pair, { advisoryS, intentS }: Ahead): Approach | undefined {
  const { one, two, first, second, now } = pair;
  const at = (timeS: number, horizontalM: number, ways: Pick<Ways, 'first' | 'second'>): Approach => ({
    timeS,
    horizontalM,
    verticalM: now.hasHeight && now.slackM === 0 ? Math.abs(now.z + now.vz * timeS) : null,
    one: placeAfter(one, ways.first ?? straightWay(one), timeS),
    two: placeAfter(two, ways.second ?? straightWay(two), timeS),
  });
  const straight = { first: null, second: null };
  if (first === null && second === null) {
    const timeS = timeToClosestS(now);
    if (timeS > Math.max(advisoryS, intentS)) return undefined;
    return at(timeS, distanceAfterM(now, timeS), straight);
  }
  const byIntent = closestOn(pair, intentS);
  const byLine = closestOn({ ...pair, ...straight }, lineS);
  return byLine.horizontalM < byIntent.horizontalM
    ? at(byLine.timeS, byLine.horizontalM, straight)
    : at(byIntent.timeS, byIntent.horizontalM, pair);
}
