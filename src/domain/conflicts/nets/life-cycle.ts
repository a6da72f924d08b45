import { type AlertLevel, type Finding, levelOf, rankOf } from './safety-net.ts';

/** How steady a finding must be to be told, and how steady its absence (DO-365B; operations.md 1.10). */
export interface Steadiness {
  /** Seen in M of the last N scans. */
  m: number;
  n: number;
  /** A level raised holds by the wider thresholds for so long after it was last seen, ms. */
  hysteresisMs: number;
  /** A level stays at least so long, ms. */
  persistenceMs: number;
}

export const defaultSteadiness: Steadiness = { m: 2, n: 4, hysteresisMs: 5_000, persistenceMs: 4_000 };

/** What has been found under one key, and what was made of it. */
export interface Watched {
  key: string;
  /** Null: not raised (yet). */
  level: AlertLevel | null;
  /** Ranks of the last scans, the newest last. */
  history: number[];
  /** Since when the level is at least this, UTC ms, and when it was last seen so. */
  levelSince: number;
  levelSeenAt: number;
  /** The last that was found. */
  finding: Finding;
}

export interface Step {
  raised: Watched[];
  /** Still there, with new figures; `levelBefore` is another where the level changed. */
  kept: { watched: Watched; levelBefore: AlertLevel }[];
  cleared: Watched[];
}

/** One scan's findings against what is watched: changes the map, and says what came of it. The same for all nets. */
export function stepLifeCycle(
  state: Map<string, Watched>,
  findings: readonly Finding[],
  nowMs: number,
  rules: Steadiness = defaultSteadiness,
): Step {
  const step: Step = { raised: [], kept: [], cleared: [] };
  const found = new Map(findings.map((finding) => [finding.key, finding]));
  for (const finding of found.values()) {
    if (state.has(finding.key) || finding.onlyHolds) continue;
    const { key } = finding;
    state.set(key, { key, level: null, history: [], levelSince: 0, levelSeenAt: 0, finding });
  }
  for (const watched of state.values()) {
    const finding = found.get(watched.key);
    const before = watched.level;
    advance(watched, finding, nowMs, rules);
    if (watched.level === null) {
      if (before !== null) step.cleared.push(watched);
      if (before !== null || watched.history.every((rank) => rank === 0)) state.delete(watched.key);
    } else if (before === null) step.raised.push(watched);
    else step.kept.push({ watched, levelBefore: before });
  }
  return step;
}

function advance(watched: Watched, finding: Finding | undefined, nowMs: number, rules: Steadiness): void {
  const rank = finding && !finding.onlyHolds ? rankOf(finding.level) : 0;
  watched.history = [...watched.history, rank].slice(-rules.n);
  if (finding) watched.finding = finding;
  const current = rankOf(watched.level);
  const wanted = finding?.immediate ? rank : steadyRank(watched.history, rules.m);
  if (current > 0 && rank >= current) watched.levelSeenAt = nowMs;
  if (wanted > current) {
    watched.level = levelOf(wanted);
    watched.levelSince = nowMs;
    watched.levelSeenAt = nowMs;
  } else if (wanted < current) {
    const persists = nowMs - watched.levelSince < rules.persistenceMs;
    const holds = rankOf(finding?.holds) >= current && nowMs - watched.levelSeenAt < rules.hysteresisMs;
    if (persists || holds) return;
    watched.level = levelOf(wanted);
    watched.levelSince = nowMs;
    watched.levelSeenAt = nowMs;
  }
}

/** The highest level that M of the scans reached. */
function steadyRank(history: readonly number[], m: number): number {
  return [...history].sort((a, b) => b - a)[m - 1] ?? 0;
}
