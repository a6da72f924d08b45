import type { Watched } from './life-cycle.ts';
import { type Finding, rankOf } from './safety-net.ts';

/** Members in common below which a group is another one. */
const fewestInCommon = 2;

/**
 * Which alert each finding of a scan goes on with, by its key. A pair that becomes a group, a group that grows, shrinks or
 * is down to two, and one that meets a group whose nearest member changes, keep the alert that there was, with all that
 * people made of it. Two of one group have no alert of their own, neither for a while (`goneMs`) after one has left it.
 */
export function continued(
  state: ReadonlyMap<string, Watched>,
  findings: readonly Finding[],
  nowMs: number,
  goneMs: (finding: Finding) => number,
): Map<string, Finding> {
  const found = new Map<string, Finding>();
  const groups = findings.filter(({ group }) => group).sort((a, b) => sizeOf(b) - sizeOf(a));
  const alerts = [...state.values()].filter(({ finding }) => finding.net === 'pairs');
  if (groups.length === 0 && !alerts.some(isOfGroups)) {
    for (const finding of findings) found.set(finding.key, finding);
    return found;
  }
  const known = indexOf(alerts);
  const takeFirst = (candidates: readonly Watched[], finding: Finding) => {
    const key = candidates.find((one) => !found.has(one.key))?.key ?? finding.key;
    if (!found.has(key)) found.set(key, finding);
  };
  /** In which of the groups of now each is, and those of a moment ago. */
  const inGroup = new Map<string, Set<string>>();
  const put = (id: string, key: string) => {
    const keys = inGroup.get(id);
    if (keys) keys.add(key);
    else inGroup.set(id, new Set([key]));
  };
  for (const finding of groups) {
    const before = known.groupsLike(finding);
    // Too few to begin a group, they go on with one.
    if (finding.whenRaised && !before.some(({ level, key }) => level !== null && !found.has(key))) continue;
    takeFirst([...before, ...known.pairsWithin(finding)], finding);
    for (const { id } of finding.group ?? []) put(id, finding.key);
    const key = [...found].find(([, one]) => one === finding)?.[0];
    const members = key === undefined ? undefined : state.get(key)?.members;
    for (const [id, at] of members ?? []) if (Math.abs(nowMs - at) < goneMs(finding)) put(id, finding.key);
  }
  const others: Finding[] = [];
  for (const finding of findings) {
    if (finding.group) continue;
    if (finding.net !== 'pairs') found.set(finding.key, finding);
    else if (!isWithin(finding, inGroup)) {
      if (state.has(finding.key) && !found.has(finding.key)) found.set(finding.key, finding);
      else others.push(finding);
    }
  }
  for (const finding of others.sort((a, b) => rankOf(b.level) - rankOf(a.level)))
    takeFirst([...known.between(finding), ...known.groupsAround(finding)], finding);
  return found;
}

const sizeOf = ({ group }: Finding) => group?.length ?? 0;
const isOfGroups = ({ finding: { group, met }, members }: Watched) => Boolean(group ?? met ?? members);

/** Whether both of a pair are of one group; what meets a group is not. */
function isWithin({ targets: [one, two] }: Finding, inGroup: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [first, second] = [one && inGroup.get(one.id), two && inGroup.get(two.id)];
  return Boolean(first && second && [...first].some((key) => second.has(key)));
}

/** The alerts of now by who is in them. */
function indexOf(alerts: readonly Watched[]) {
  const groups = alerts.filter(({ members, finding }) => members ?? finding.group);
  const pairs = alerts.filter(({ members, finding }) => !members && !finding.group);
  const idsOf = ({ members, finding }: Watched) =>
    members ?? new Set((finding.group ?? []).map(({ id }) => id));
  const groupsOf = listBy(groups, (one) => idsOf(one).keys());
  const pairsOf = listBy(pairs, (one) => sidesOf(one.finding)?.flat() ?? []);
  return {
    /** Groups that have most in common with this one first. */
    groupsLike({ group = [] }: Finding): Watched[] {
      const common = new Map<Watched, number>();
      for (const { id } of group)
        for (const one of groupsOf.get(id) ?? []) common.set(one, (common.get(one) ?? 0) + 1);
      return [...common]
        .filter(([, count]) => count >= fewestInCommon)
        .sort(([a, inA], [b, inB]) => rank(b) - rank(a) || inB - inA)
        .map(([one]) => one);
    },
    /** Pairs of which both are in this group, the most urgent first. */
    pairsWithin({ group = [] }: Finding): Watched[] {
      const ids = new Set(group.map(({ id }) => id));
      const within = new Set<Watched>();
      for (const id of ids)
        for (const one of pairsOf.get(id) ?? []) {
          const [first, second] = sidesOf(one.finding) ?? [];
          if (first?.length === 1 && second?.length === 1 && first.concat(second).every((id) => ids.has(id)))
            within.add(one);
        }
      return [...within].filter(({ level }) => level !== null).sort(mostUrgent);
    },
    /** Pairs of the same two, or of two of the same groups. */
    between(finding: Finding): Watched[] {
      const sides = sidesOf(finding);
      if (!sides) return [];
      const [one, two] = sides.map((ids) => new Set(ids));
      const alike = (a: readonly string[], b: readonly string[]) =>
        a.some((id) => one?.has(id)) && b.some((id) => two?.has(id));
      const [few = [], many = []] = sides[0].length < sides[1].length ? sides : [sides[1], sides[0]];
      if (many.length === 1) return [...(pairsOf.get(few[0] ?? '') ?? [])].filter(isBetween).sort(mostUrgent);
      return [...new Set(few.flatMap((id) => pairsOf.get(id) ?? []))].filter(isBetween).sort(mostUrgent);

      function isBetween({ finding: other }: Watched): boolean {
        const [a, b] = sidesOf(other) ?? [];
        return Boolean(a && b && (alike(a, b) || alike(b, a)));
      }
    },
    /** Groups that both of a pair were in. */
    groupsAround({ targets: [one, two] }: Finding): Watched[] {
      const second = new Set(two ? groupsOf.get(two.id) : []);
      return (one ? (groupsOf.get(one.id) ?? []) : [])
        .filter((group) => second.has(group) && group.level !== null)
        .sort(mostUrgent);
    },
  };
}

const rank = ({ level }: Watched) => rankOf(level);
const mostUrgent = (a: Watched, b: Watched) => rank(b) - rank(a);

/** Whom a conflict is between: one of each side, or all of a group; null: not known, as after a start. */
function sidesOf({ met, targets: [one, two] }: Finding): readonly [string[], string[]] | null {
  if (met) return [met[0].map(({ id }) => id), met[1].map(({ id }) => id)];
  return one && two ? [[one.id], [two.id]] : null;
}

function listBy<T>(items: readonly T[], keysOf: (item: T) => Iterable<string>): Map<string, T[]> {
  const by = new Map<string, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const known = by.get(key);
      if (known) known.push(item);
      else by.set(key, [item]);
    }
  return by;
}
