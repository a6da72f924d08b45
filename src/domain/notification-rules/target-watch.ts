import { contains } from '#domain/conflicts/nets/area-geometry.ts';
import { areasAt } from '#domain/conflicts/nets/area-index.ts';
import { heightWithin, mayBeWithin } from '#domain/conflicts/nets/heights.ts';
import {
  type Scene,
  type SceneTarget,
  type SceneVolume,
  targetsInStep,
} from '#domain/conflicts/nets/safety-net.ts';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Steps } from '#domain/steps.ts';
import {
  createGroundWatch,
  type GroundPhase,
  type GroundWatch,
} from '#domain/surveillance/track/ground-watch.ts';
import type { FlightFilter } from './flight-pattern.ts';

interface RuleOfUser {
  /** Of the record. */
  id: number;
  /** Another version of a rule begins again: who is inside then has not just entered. */
  version: string;
  flights: FlightFilter;
  /** Whether it applies at a time, UTC ms. */
  isOn(atMs: number): boolean;
  /** Whether its owner sees a target there. */
  sees(target: SceneTarget): boolean;
}

export interface AreaRule extends RuleOfUser {
  event: 'entersArea' | 'leavesArea';
  volume: SceneVolume;
}

export interface AerodromeRule extends RuleOfUser {
  event: 'lands' | 'takesOff';
  position: Position;
}

/** A list that is replaced as a whole: it is indexed once. */
export interface TargetRules {
  areas: readonly AreaRule[];
  aerodromes: readonly AerodromeRule[];
}

/** A rule that a target has met. */
export interface Met {
  rule: AreaRule | AerodromeRule;
  target: SceneTarget;
}

/** So many positions in a row must agree (operations.md 1.10), so that one wrong position is not an event. */
const needed = 2;
/** What is on the ground further from an aerodrome's reference point is not on it. */
const nearM = 5_000;
/** Degrees of latitude that are surely further. */
const nearDeg = 0.05;
/** So long after its last position a target is forgotten: heard again, it enters anew. */
const forgetMs = 10 * 60_000;

interface Inside {
  /** Positions in a row inside, or outside since. */
  inside: number;
  outside: number;
  /** Of the last position that counted, UTC ms. */
  at: number;
  isKnown: boolean;
}

interface Grounded {
  watch: GroundWatch;
  phase: GroundPhase | null;
  at: number;
}

/**
 * Follows which rules the targets of a scene meet, look by look. What is inside an area when a rule is first looked at has
 * not entered it; what appears inside later has. A target without an altitude counts as within the limits.
 */
export interface TargetWatch {
  look(scene: Scene, rules: TargetRules): Steps<Met[]>;
}

export function createTargetWatch(): TargetWatch {
  const areas = new Map<string, Map<string, Inside>>();
  const grounded = new Map<string, Grounded>();

  function* look(scene: Scene, rules: TargetRules): Steps<Met[]> {
    const met: Met[] = [];
    const live = new Set(rules.areas.map(keyOf));
    for (const key of areas.keys()) if (!live.has(key)) areas.delete(key);
    const isFirst = new Set([...live].filter((key) => !areas.has(key)));
    for (const key of isFirst) areas.set(key, new Map());
    const targets = new Map<string, SceneTarget>();
    for (const [index, target] of scene.targets.entries()) {
      if (index % targetsInStep === targetsInStep - 1) yield;
      targets.set(target.id, target);
      seeInAreas(scene, rules, target, isFirst, met);
      seeAtAerodromes(scene, rules, target, met);
    }
    yield;
    for (const rule of rules.areas) leave(scene, rule, targets, met);
    for (const [id, { at }] of grounded) if (scene.nowMs - at > forgetMs) grounded.delete(id);
    return met;
  }

  function seeInAreas(
    scene: Scene,
    rules: TargetRules,
    target: SceneTarget,
    isFirst: ReadonlySet<string>,
    met: Met[],
  ): void {
    // On the ground it neither enters nor leaves.
    if (target.onGround) return;
    for (const rule of areasAt(rules.areas, target)) {
      if (!isWithin(scene, rule, target)) continue;
      const key = keyOf(rule);
      const inside = areas.get(key);
      if (!inside) continue;
      const one = inside.get(target.id);
      if (!one) {
        inside.set(target.id, { inside: 1, outside: 0, at: target.at, isKnown: isFirst.has(key) });
        continue;
      }
      one.outside = 0;
      if (target.at <= one.at) continue;
      one.at = target.at;
      one.inside += 1;
      if (one.isKnown || one.inside < needed) continue;
      one.isKnown = true;
      if (rule.event === 'entersArea' && concerns(rule, target, scene.nowMs)) met.push({ rule, target });
    }
  }

  function leave(scene: Scene, rule: AreaRule, targets: ReadonlyMap<string, SceneTarget>, met: Met[]): void {
    const inside = areas.get(keyOf(rule));
    for (const [id, one] of inside ?? []) {
      const target = targets.get(id);
      if (!target) {
        if (scene.nowMs - one.at > forgetMs) inside?.delete(id);
        continue;
      }
      if (target.onGround || target.at <= one.at || isWithin(scene, rule, target)) continue;
      one.at = target.at;
      one.outside += 1;
      if (!one.isKnown) inside?.delete(id);
      else if (one.outside >= needed) {
        inside?.delete(id);
        if (rule.event === 'leavesArea' && concerns(rule, target, scene.nowMs)) met.push({ rule, target });
      }
    }
  }

  function seeAtAerodromes(scene: Scene, rules: TargetRules, target: SceneTarget, met: Met[]): void {
    const near = rules.aerodromes.filter((rule) => isNear(rule.position, target));
    if (near.length === 0) return;
    const one = grounded.get(target.id) ?? { watch: createGroundWatch(), phase: null, at: target.at };
    grounded.set(target.id, one);
    one.at = target.at;
    const seen = one.watch.observe(target);
    if (!seen || seen.phase === one.phase) return;
    const before = one.phase;
    one.phase = seen.phase;
    if (before === null) return;
    const event = seen.phase === 'ground' ? 'lands' : 'takesOff';
    for (const rule of near)
      if (rule.event === event && concerns(rule, target, scene.nowMs)) met.push({ rule, target });
  }

  return { look };
}

const keyOf = ({ id, version }: RuleOfUser) => `${id}:${version}`;

const isWithin = (scene: Scene, { volume }: AreaRule, target: SceneTarget): boolean =>
  contains(volume, target) && mayBeWithin(heightWithin(scene, target, volume));

const isNear = (position: Position, target: SceneTarget): boolean =>
  Math.abs(position.latitude - target.latitude) <= nearDeg && inverse(position, target).distanceM <= nearM;

const concerns = (rule: RuleOfUser, target: SceneTarget, atMs: number): boolean =>
  rule.isOn(atMs) && rule.flights(target) && rule.sees(target);
