import { continued, type Known } from './continuity.ts';
import { defaultSteadinessFigures, type SteadinessFigures } from './figures.ts';
import { type AlertLevel, type Finding, levelOf, rankOf } from './safety-net.ts';

/** A second of looking: looks that follow each other faster count once among the N. */
const countMs = 950;

/** What has been found under one key, and what was made of it. */
export interface Watched extends Known {
  /** The highest rank of each of the last seconds in which it was looked at, the newest last, which began at `countedAt`, UTC ms. */
  history: number[];
  countedAt: number;
  /** Since when the level is at least this, UTC ms, and when it was last seen so. */
  levelSince: number;
  levelSeenAt: number;
}

export interface Step {
  raised: Watched[];
  /** Still there, with new figures; `levelBefore` is another where the level changed. */
  kept: { watched: Watched; levelBefore: AlertLevel }[];
  cleared: Watched[];
}

/**
 * One scan's findings against what is watched: changes the map, and says what came of it. The same for all nets; `rulesOf`
 * says how steady a finding must be, whose figures may be those of an airspace.
 */
export function stepLifeCycle(
  state: Map<string, Watched>,
  findings: readonly Finding[],
  nowMs: number,
  rulesOf: (finding: Finding) => SteadinessFigures = () => defaultSteadinessFigures,
): Step {
  const step: Step = { raised: [], kept: [], cleared: [] };
  const found = continued(state, findings, nowMs, (finding) => 1_000 * rulesOf(finding).hysteresisS);
  for (const [key, finding] of found) {
    if (state.has(key) || finding.onlyHolds) continue;
    state.set(key, {
      key,
      level: null,
      history: [],
      countedAt: Number.NEGATIVE_INFINITY,
      levelSince: 0,
      levelSeenAt: 0,
      finding,
    });
  }
  for (const watched of state.values()) {
    const finding = found.get(watched.key);
    const before = watched.level;
    if (finding?.group || watched.members) watched.members = membersNow(watched, finding, nowMs);
    advance(watched, finding, nowMs, rulesOf(finding ?? watched.finding));
    if (watched.level === null) {
      if (before !== null) step.cleared.push(watched);
      if (before !== null || watched.history.every((rank) => rank === 0)) state.delete(watched.key);
    } else if (before === null) step.raised.push(watched);
    else step.kept.push({ watched, levelBefore: before });
  }
  return step;
}

/** How long one that left its group is remembered. */
const rememberedMs = 60_000;

function membersNow({ members }: Watched, finding: Finding | undefined, nowMs: number) {
  const now = new Map([...(members ?? [])].filter(([, at]) => Math.abs(nowMs - at) < rememberedMs));
  for (const { id } of finding?.group ?? []) now.set(id, nowMs);
  return now;
}

function advance(
  watched: Watched,
  finding: Finding | undefined,
  nowMs: number,
  { m, n, hysteresisS, persistenceS }: SteadinessFigures,
): void {
  const current = rankOf(watched.level);
  const rank = finding && !finding.onlyHolds ? rankOf(levelNow(finding, current)) : 0;
  const seconds = Math.max(1, Math.round(n));
  if (Math.abs(nowMs - watched.countedAt) >= countMs) {
    watched.history = [...watched.history, rank].slice(-seconds);
    watched.countedAt = nowMs;
  } else {
    const last = watched.history.length - 1;
    watched.history[last] = Math.max(watched.history[last] ?? 0, rank);
  }
  if (finding) watched.finding = finding;
  const times = Math.min(seconds, Math.max(1, Math.round(m)));
  const wanted = finding?.immediate ? rank : steadyRank(watched.history, times);
  if (current > 0 && rank >= current) watched.levelSeenAt = nowMs;
  if (wanted > current) {
    watched.level = levelOf(wanted);
    watched.levelSince = nowMs;
    watched.levelSeenAt = nowMs;
  } else if (wanted < current) {
    const persists = nowMs - watched.levelSince < persistenceS * 1_000;
    const holds = rankOf(finding?.holds) >= current && nowMs - watched.levelSeenAt < hysteresisS * 1_000;
    if (persists || holds) return;
    watched.level = levelOf(wanted);
    watched.levelSince = nowMs;
    watched.levelSeenAt = nowMs;
  }
}

/** Two that were raised above what they look like now have come together from apart: they are two. */
const levelNow = ({ level, ifApart }: Finding, current: number): AlertLevel =>
  ifApart && current > rankOf(level) ? ifApart : level;

/** The highest level that M of the seconds reached. */
function steadyRank(history: readonly number[], m: number): number {
  return [...history].sort((a, b) => b - a)[m - 1] ?? 0;
}
