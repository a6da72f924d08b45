import { type AlertLevel, netNames, rankOf } from '#domain/conflicts/nets/safety-net.ts';
import type { Text } from '#domain/text/errors.ts';
import type { ReplayedAlert } from './replayed-alert.ts';

/** What differs between the two replays: a parameter, the record of an airspace, or that of an aerodrome. */
export type AlertCause =
  | { kind: 'parameter'; key: string }
  | { kind: 'airspace'; id: number }
  | { kind: 'aerodrome'; id: number };

export interface DifferingAlert {
  alert: ReplayedAlert;
  /** The changes that bear on it; empty: they cannot be derived. */
  causes: AlertCause[];
}

export interface ChangedAlert {
  before: ReplayedAlert;
  after: ReplayedAlert;
  levelBefore: AlertLevel;
  levelAfter: AlertLevel;
  /** Seconds by which it is raised earlier after the change; negative: later. */
  earlierS: number;
  /** Of the replay in which its level is higher. */
  reason: Text;
  causes: AlertCause[];
}

export interface AlertComparison {
  /** Raised in the same second with the same level. When they clear does not matter. */
  same: number;
  added: DifferingAlert[];
  removed: DifferingAlert[];
  changed: ChangedAlert[];
}

export interface AlertComparisonOptions {
  changes?: readonly AlertCause[];
  /** UTC ms: alerts raised from then on are left out, where one of the replays ends earlier. */
  untilMs?: number;
}

/**
 * Compares the alerts of two replays of the same traffic. Two of one key that overlap in time are the same alert; one that
 * covers two of the other replay is compared with the first of them, and the second is no difference.
 */
export function compareAlerts(
  before: readonly ReplayedAlert[],
  after: readonly ReplayedAlert[],
  { changes = [], untilMs = Number.POSITIVE_INFINITY }: AlertComparisonOptions = {},
): AlertComparison {
  const comparison: AlertComparison = { same: 0, added: [], removed: [], changed: [] };
  const [was, is] = [before, after].map((alerts) => byKey(alerts, untilMs));
  for (const key of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]))
    compareKey(was?.get(key) ?? [], is?.get(key) ?? [], changes, comparison);
  comparison.added.sort(byTime(({ alert }) => alert));
  comparison.removed.sort(byTime(({ alert }) => alert));
  comparison.changed.sort(byTime((one) => one.before));
  return comparison;
}

function compareKey(
  before: readonly ReplayedAlert[],
  after: readonly ReplayedAlert[],
  changes: readonly AlertCause[],
  into: AlertComparison,
): void {
  const left = new Set(after);
  for (const one of before) {
    const other = after.find((candidate) => left.has(candidate) && overlap(one, candidate));
    if (other) {
      left.delete(other);
      const changed = changeOf(one, other, changes);
      if (changed) into.changed.push(changed);
      else into.same += 1;
    } else if (!after.some((candidate) => overlap(one, candidate))) {
      into.removed.push({ alert: one, causes: causesOf(one, changes) });
    }
  }
  for (const alert of left)
    if (!before.some((candidate) => overlap(alert, candidate)))
      into.added.push({ alert, causes: causesOf(alert, changes) });
}

function changeOf(
  before: ReplayedAlert,
  after: ReplayedAlert,
  changes: readonly AlertCause[],
): ChangedAlert | null {
  // Plus zero: no minus sign in front of it.
  const earlierS = Math.round((before.raisedAt - after.raisedAt) / 1_000) + 0;
  const [levelBefore, levelAfter] = [before.level, after.level];
  if (earlierS === 0 && levelBefore === levelAfter) return null;
  const { reason } = rankOf(levelBefore) > rankOf(levelAfter) ? before : after;
  return { before, after, levelBefore, levelAfter, earlierS, reason, causes: causesOf(after, changes) };
}

/** Parameters of these groups concern every net: heights, steadiness, and what targets are made by. */
const ofAllNets = /^(tactical\.(heights|steadiness)\.|tactical\.class[^.]*\.steadiness\.|surveillance\.)/;
/** `tactical.pairs.…`, and `tactical.classG.pairs.…`. */
const ofOneNet = new RegExp(String.raw`^tactical\.(?:class[^.]*\.)?(${netNames.join('|')})\.`);
/** Separation of a class, of aircraft from each other. */
const ofPairs = /^tactical\.class[^.]*\.separation/;
/** The extent of plans. */
const ofPlans = /^strategic\.(corridorWidthM|pointRadiusM)$/;

/**
 * A single change is the cause of every difference; of several, those that bear on the net or on the airspace. Heights above
 * ground, routes and places of plans follow from aerodromes: they bear on every net.
 */
function causesOf(alert: ReplayedAlert, changes: readonly AlertCause[]): AlertCause[] {
  if (changes.length === 1) return [...changes];
  return changes.filter((change) => {
    if (change.kind === 'parameter') return concerns(change.key, alert);
    return change.kind === 'aerodrome' || change.id === alert.areaId;
  });
}

function concerns(key: string, { net }: ReplayedAlert): boolean {
  if (ofAllNets.test(key)) return true;
  if (ofPairs.test(key)) return net === 'pairs';
  if (ofPlans.test(key)) return net === 'conformance';
  return ofOneNet.exec(key)?.[1] === net;
}

function byKey(alerts: readonly ReplayedAlert[], untilMs: number): Map<string, ReplayedAlert[]> {
  const found = new Map<string, ReplayedAlert[]>();
  for (const alert of [...alerts].sort(byTime((one) => one))) {
    if (alert.raisedAt >= untilMs) continue;
    const known = found.get(alert.key);
    if (known) known.push(alert);
    else found.set(alert.key, [alert]);
  }
  return found;
}

const byTime =
  <Of>(alertOf: (one: Of) => ReplayedAlert) =>
  (a: Of, b: Of): number =>
    alertOf(a).raisedAt - alertOf(b).raisedAt || (alertOf(a).key < alertOf(b).key ? -1 : 1);

const endOf = ({ clearedAt }: ReplayedAlert): number => clearedAt ?? Number.POSITIVE_INFINITY;

const overlap = (a: ReplayedAlert, b: ReplayedAlert): boolean =>
  a.raisedAt <= endOf(b) && b.raisedAt <= endOf(a);
