import { type AlertLevel, type Finding, type Member, rankOf } from './safety-net.ts';

/** What has been found under one key. */
export interface Known {
  key: string;
  /** Null: not raised (yet). */
  level: AlertLevel | null;
  /** The last that was found. */
  finding: Finding;
  /** Of a group, who flew in it when, UTC ms, as long as it matters. */
  members?: ReadonlyMap<string, number>;
}

/** Members in common below which a group is another one. */
const fewestInCommon = 2;

/**
 * Which alert each finding of a scan goes on with, by its key. A pair that becomes a group, a group that grows, shrinks or
 * is down to two, and one that meets a group whose nearest member changes, keep the alert that there was, with all that
 * people made of it. Two of one group have no alert of their own, neither for a while (`goneMs`) after one has left it.
 */
export function continued(
  state: ReadonlyMap<string, Known>,
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
  const open = indexOf(alerts);
  /** Continues the first of these alerts that no other finding continues, or begins one under its own key. Answers the key. */
  const goOn = (candidates: readonly Known[], finding: Finding): string => {
    const known = candidates.find(({ key }) => !found.has(key));
    let key = known?.key ?? finding.key;
    for (let n = 2; found.has(key); n += 1) key = `${finding.key}#${n}`;
    found.set(key, finding);
    return key;
  };
  /** In which of the groups of now each is, and those of a moment ago. */
  const inGroup = new Map<string, Set<string>>();
  const put = (id: string, key: string) => {
    const keys = inGroup.get(id);
    if (keys) keys.add(key);
    else inGroup.set(id, new Set([key]));
  };
  for (const finding of groups) {
    const { group = [] } = finding;
    // As it was before a start, and already found as it is now.
    if (group.some(({ id }) => inGroup.has(id))) continue;
    const before = open.groupsLike(finding);
    // Too few to begin a group, they go on with one.
    if (finding.whenRaised && !before.some(({ level, key }) => level !== null && !found.has(key))) continue;
    const key = goOn([...before, ...open.pairsWithin(finding)], finding);
    for (const { id } of group) put(id, key);
    for (const [id, at] of state.get(key)?.members ?? [])
      if (Math.abs(nowMs - at) < goneMs(finding)) put(id, key);
  }
  const others: Finding[] = [];
  const restored: Finding[] = [];
  for (const finding of findings) {
    if (finding.group) continue;
    if (finding.net !== 'pairs') found.set(finding.key, finding);
    else if (finding.targets.length === 0) restored.push(finding);
    else if ((finding.onlyHolds && !open.mayHold(finding)) || isWithin(finding, inGroup)) continue;
    else if (state.has(finding.key) && !found.has(finding.key)) found.set(finding.key, finding);
    else others.push(finding);
  }
  for (const finding of others.sort((a, b) => rankOf(b.level) - rankOf(a.level)))
    goOn([...open.between(finding), ...open.groupsAround(finding)], finding);
  for (const finding of restored) if (!found.has(finding.key)) found.set(finding.key, finding);
  return found;
}

const sizeOf = ({ group }: Finding) => group?.length ?? 0;
const isOfGroups = ({ finding: { group, met }, members }: Known) => Boolean(group ?? met ?? members);

/** Whether both of a pair are of one group; what meets a group is not. */
function isWithin(
  { targets: [one, two] }: Finding,
  inGroup: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const [first, second] = [one && inGroup.get(one.id), two && inGroup.get(two.id)];
  return Boolean(first && second && [...first].some((key) => second.has(key)));
}

/** The alerts of now by who is in them. */
function indexOf(alerts: readonly Known[]) {
  const groups = alerts.filter(({ members, finding }) => members ?? finding.group);
  const pairs = alerts.filter(({ members, finding }) => !members && !finding.group);
  const groupsOf = listBy(groups, ({ members, finding }) => (members ?? idsOf(finding.group ?? [])).keys());
  const pairsOf = listBy(pairs, ({ finding }) => {
    const [one, two] = sidesOf(finding) ?? [];
    if (!one || !two) return [];
    // Of two large groups the smaller one is enough to find it by.
    if (one.size === 1 && two.size === 1) return [...one, ...two];
    return one.size < two.size ? one : two;
  });
  /** After a start the aircraft of restored alerts are not known. */
  const hasUnknown = pairs.some(({ finding }) => finding.targets.length === 0);
  /** Neither aircraft is in a known pair. */
  const isNew = ({ met, targets: [one, two] }: Finding): boolean =>
    !met && one !== undefined && two !== undefined && !pairsOf.has(one.id) && !pairsOf.has(two.id);
  return {
    /** Groups that have enough in common with this one: those that are told, those with most in common first. */
    groupsLike({ group = [] }: Finding): Known[] {
      const common = new Map<Known, number>();
      for (const { id } of group)
        for (const one of groupsOf.get(id) ?? []) common.set(one, (common.get(one) ?? 0) + 1);
      return [...common]
        .filter(([, count]) => count >= fewestInCommon)
        .sort(([a, inA], [b, inB]) => Number(rank(b) > 0) - Number(rank(a) > 0) || inB - inA)
        .map(([one]) => one);
    },
    /** Pairs of which both are in this group, the most urgent first. */
    pairsWithin({ group = [] }: Finding): Known[] {
      const ids = idsOf(group);
      const within = new Set<Known>();
      for (const id of ids)
        for (const one of pairsOf.get(id) ?? []) {
          const sides = sidesOf(one.finding);
          const isPair = sides?.every(({ size }) => size === 1);
          if (isPair && one.level !== null && sides?.every((side) => meets(side, ids))) within.add(one);
        }
      return [...within].sort(mostUrgent);
    },
    /** False: no known pair or group involves both aircraft, so the finding keeps no alert open. In a flood thousands do not. */
    mayHold: (finding: Finding): boolean =>
      hasUnknown || !isNew(finding) || finding.targets.every(({ id }) => groupsOf.has(id)),
    /** Pairs of the same two, or of two of the same groups. */
    between(finding: Finding): Known[] {
      if (isNew(finding)) return nothing;
      const [one, two] = sidesOf(finding) ?? [];
      if (!one || !two) return [];
      const looked = one.size === 1 && two.size === 1 ? [...one, ...two] : one.size < two.size ? one : two;
      const found = new Set<Known>();
      for (const id of looked) {
        for (const other of pairsOf.get(id) ?? []) {
          const [a, b] = sidesOf(other.finding) ?? [];
          if (a && b && ((meets(a, one) && meets(b, two)) || (meets(a, two) && meets(b, one))))
            found.add(other);
        }
      }
      return [...found].sort(mostUrgent);
    },
    /** Groups that both of a pair were in. */
    groupsAround({ targets: [one, two] }: Finding): Known[] {
      const ofOne = one && groupsOf.get(one.id);
      if (!ofOne) return nothing;
      const second = new Set(two ? groupsOf.get(two.id) : []);
      return ofOne.filter((group) => second.has(group) && group.level !== null).sort(mostUrgent);
    },
  };
}

const nothing: Known[] = [];
const rank = ({ level }: Known) => rankOf(level);
const mostUrgent = (a: Known, b: Known) => rank(b) - rank(a);

const known = new WeakMap<readonly Member[], ReadonlySet<string>>();

function idsOf(members: readonly Member[]): ReadonlySet<string> {
  const ids = known.get(members) ?? new Set(members.map(({ id }) => id));
  known.set(members, ids);
  return ids;
}

/** Whom a conflict is between: one of each side; null: not known, as after a start. */
function sidesOf({ met, targets: [one, two] }: Finding) {
  if (met) return [idsOf(met[0]), idsOf(met[1])] as const;
  return one && two ? ([new Set([one.id]), new Set([two.id])] as const) : null;
}

/** Whether the two have one in common. */
function meets(one: ReadonlySet<string>, two: ReadonlySet<string>): boolean {
  const [few, many] = one.size < two.size ? [one, two] : [two, one];
  for (const id of few) if (many.has(id)) return true;
  return false;
}

function listBy<T>(items: readonly T[], keysOf: (item: T) => Iterable<string>): Map<string, T[]> {
  const by = new Map<string, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const same = by.get(key);
      if (same) same.push(item);
      else by.set(key, [item]);
    }
  return by;
}
