import { Value } from '@sinclair/typebox/value';
import {
  type AlertFigures,
  type AlertGroup,
  type AlertView,
  alertFigures,
  type ConflictFlight,
  type MeasuredSeparation,
  membersTold,
} from '#contract/alerts.ts';
import { circleAround } from '#domain/conflicts/nets/groups.ts';
import type { Watched } from '#domain/conflicts/nets/life-cycle.ts';
import { type Finding, type Member, rankOf } from '#domain/conflicts/nets/safety-net.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';

/** The record of an alert that is not cleared. */
export type OpenEncounter = StoredRecord;

/** The values of a finding, as records store them and hubs send them. */
export function figuresOf(
  finding: Finding,
  nowMs: number,
  measured: MeasuredSeparation | null,
): AlertFigures {
  const { approach, group, met, region, targets } = finding;
  return {
    reason: finding.reason,
    advice: finding.advice,
    contacts: finding.contacts.map(({ name, phone }) => ({ name, phone })),
    targets: finding.targets.map(({ id, callsign, latitude, longitude }) => ({
      id,
      callsign,
      latitude,
      longitude,
    })),
    planIds: finding.planIds.slice(0, plansTold),
    ...(group ? { group: groupView(group, targets) } : {}),
    ...(met ? { met: met.map((side) => groupView(side, targets)) } : {}),
    ...(region ? { middle: region.middle } : {}),
    distanceM: finding.distanceM ?? null,
    verticalM: finding.verticalM ?? null,
    approach: approach
      ? {
          at: nowMs + approach.timeS * 1_000,
          horizontalM: approach.horizontalM,
          verticalM: approach.verticalM,
          one: approach.one,
          two: approach.two,
        }
      : null,
    ...(measured ? { measured } : {}),
  };
}

/** The most plans of a group that are stored: a record has a limit. */
const plansTold = 100;

const circles = new WeakMap<readonly Member[], ReturnType<typeof circleAround>>();

function groupView(members: readonly Member[], closest: readonly Member[]): AlertGroup {
  const told = closest.filter((one) => members.includes(one));
  const first = new Set(told);
  for (const one of members) {
    if (told.length >= membersTold) break;
    if (!first.has(one)) told.push(one);
  }
  const circle = circles.get(members) ?? circleAround(members);
  circles.set(members, circle);
  return {
    count: members.length,
    members: told.map((one) => ({ id: one.id, name: targetName(one) })),
    ...circle,
  };
}

/** The values that a record was stored with; null: they cannot be read. */
export function storedFigures({ details }: OpenEncounter): AlertFigures | null {
  try {
    const parsed: unknown = JSON.parse(String(details));
    return Value.Check(alertFigures, parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** The stored values of an alert that is over: its predicted approach moves to `predicted`. */
export function endedFigures(stored: AlertFigures, measured: MeasuredSeparation | null): AlertFigures {
  const predicted = stored.approach ?? stored.predicted ?? null;
  return { ...stored, approach: null, measured, ...(predicted ? { predicted } : {}) };
}

/** Names of users by id. */
export type PeopleNames = ReadonlyMap<number, { name: string; nameEn: string | null }>;

/** The record with these values, or with those that it was stored with; null: it is cleared, or cannot be read. */
export function viewOf(
  record: OpenEncounter,
  figures: AlertFigures | null,
  names: PeopleNames,
): AlertView | null {
  const { id, kind, level, state } = record;
  const known = figures ?? storedFigures(record);
  if (
    !known ||
    (state !== 'raised' && state !== 'announced' && state !== 'acknowledged' && state !== 'muted')
  )
    return null;
  if (level !== 'advisory' && level !== 'caution' && level !== 'warning') return null;
  const acknowledger =
    typeof record.acknowledgedBy === 'number' ? names.get(record.acknowledgedBy) : undefined;
  return {
    id,
    kind: String(kind),
    level,
    state,
    raisedAt: timeOf(record.raisedAt) ?? 0,
    acknowledgedBy: acknowledger?.name ?? null,
    ...(acknowledger?.nameEn ? { acknowledgedByEn: acknowledger.nameEn } : {}),
    acknowledgedAt: timeOf(record.acknowledgedAt),
    mutedUntil: timeOf(record.mutedUntil),
    muteReason: typeof record.muteReason === 'string' ? record.muteReason : null,
    ...known,
  };
}

/** The values of a view that come from the nets. */
export const figuresIn = (view: AlertView): AlertFigures => {
  const { reason, advice, contacts, targets, planIds, group, met, middle, distanceM, verticalM } = view;
  const { approach, measured } = view;
  const groups = { ...(group ? { group } : {}), ...(met ? { met } : {}) };
  return {
    reason,
    advice,
    contacts,
    targets,
    planIds,
    ...groups,
    ...(middle ? { middle } : {}),
    distanceM,
    verticalM,
    approach,
    ...(measured ? { measured } : {}),
  };
};

const timeOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);

/** The sort key of an alert. */
export interface Urgency {
  /** It was open when this server took over and has not been found again since: it may be over. */
  isLeft: boolean;
  /** Nobody has acknowledged or muted it. */
  isOpen: boolean;
  rank: number;
  /** When the two are closest, or something is entered, UTC ms; infinite where that is past or unknown. */
  dueAt: number;
  raisedAt: number;
  /** One of its aircraft has a plan. */
  isPlanned: boolean;
  /** Ids of its aircraft. */
  targets: readonly string[];
}

/** A closest approach longer ago than this is past. */
const passedMs = 5_000;

export function urgencyOf(
  { state, level, approach, raisedAt, planIds, targets }: AlertView,
  nowMs: number,
  isLeft: boolean,
): Urgency {
  return {
    isLeft,
    isOpen: state === 'raised' || state === 'announced',
    rank: rankOf(level),
    dueAt: approach && approach.at >= nowMs - passedMs ? approach.at : Number.POSITIVE_INFINITY,
    raisedAt,
    isPlanned: planIds.length > 0,
    targets: targets.map(({ id }) => id),
  };
}

const byStanding = (a: Urgency, b: Urgency): number =>
  Number(a.isLeft) - Number(b.isLeft) || Number(b.isOpen) - Number(a.isOpen) || b.rank - a.rank;

function byUrgency(a: Urgency, b: Urgency): number {
  const due = a.dueAt === b.dueAt ? 0 : a.dueAt - b.dueAt;
  return byStanding(a, b) || due || b.raisedAt - a.raisedAt;
}

/** The order in which alerts are chosen when there are too many: within a level, those with a flight plan first. */
const byPlan = (a: Urgency, b: Urgency): number =>
  byStanding(a, b) || Number(b.isPlanned) - Number(a.isPlanned);

/**
 * At most `most` of them, the most urgent first: found now, then not yet acknowledged, then by level, by the time to the
 * closest approach, and the newest. Where there are more, the most urgent one of each aircraft is chosen first, so that many
 * alerts of a few aircraft do not hide the alert of another; within a level, those with a flight plan.
 */
export function mostUrgent<T>(items: readonly T[], of: (item: T) => Urgency, most: number): T[] {
  const sorted = items
    .map((item) => ({ item, urgency: of(item) }))
    .sort((a, b) => byUrgency(a.urgency, b.urgency));
  if (sorted.length <= most) return sorted.map(({ item }) => item);
  const seen = new Set<string>();
  const isFirst = sorted.map(({ urgency: { targets } }) => {
    const isNew = targets.length === 0 || targets.some((id) => !seen.has(id));
    for (const id of targets) seen.add(id);
    return isNew;
  });
  const order = [true, false].flatMap((first) =>
    sorted.filter((_, i) => isFirst[i] === first).sort((a, b) => byPlan(a.urgency, b.urgency)),
  );
  const chosen = new Set(order.slice(0, most));
  return sorted.flatMap((one) => (chosen.has(one) ? [one.item] : []));
}

/** A finding of an alert that was open when this server took over; it has no targets to count from. */
export function restoredOf(record: OpenEncounter, nowMs: number): Watched | null {
  const figures = storedFigures(record);
  const level = record.level as Watched['level'];
  if (!figures || level === null) return null;
  const key = String(record.alertKey);
  return {
    key,
    level,
    history: [rankOf(level), rankOf(level)],
    countedAt: nowMs,
    levelSince: nowMs,
    levelSeenAt: nowMs,
    finding: {
      net: record.kind as Finding['net'],
      key,
      level,
      holds: level,
      reason: { key: figures.reason.key, values: figures.reason.values ?? {} },
      targets: [],
      planIds: figures.planIds,
      advice: '',
      contacts: figures.contacts,
      ...groupsOf(figures),
    },
  };
}

/** The aircraft of a stored alert, so that it continues when two others of the group are closest. */
function groupsOf({ group, met, targets: [one, two] }: AlertFigures): Pick<Finding, 'group' | 'met'> {
  const membersOf = ({ members, centre }: AlertGroup): Member[] =>
    members.map(({ id, name }) => ({ id, callsign: name, icao24: null, ...centre }));
  if (group) return { group: membersOf(group) };
  const [first, second] = met ?? [];
  if (first && second) return { met: [membersOf(first), membersOf(second)] };
  return one && two ? { met: [[{ ...one, icao24: null }], [{ ...two, icao24: null }]] } : {};
}

/** Whether it has not been found again since this server took over. */
export const isRestored = ({ finding }: Watched): boolean => finding.advice === '';

/** The current values; null: those of the record apply. */
export function freshFigures(
  watched: Watched | undefined,
  nowMs: number,
  measured: MeasuredSeparation | null,
): AlertFigures | null {
  return !watched?.level || isRestored(watched) ? null : figuresOf(watched.finding, nowMs, measured);
}

/** The alerts between two flights as the conflict items of specification §3. */
export function conflictsOf(alerts: readonly AlertView[], nowMs: number): ConflictFlight[] {
  return alerts.flatMap((alert) => {
    const [one, two] = alert.targets;
    if (alert.kind !== 'pairs' || !one || !two) return [];
    const flight = (target: typeof one) => ({
      flightPlan: { callsign: targetName({ ...target, icao24: null }) },
    });
    return [
      {
        id: alert.id,
        level: alert.level,
        flightOne: flight(one),
        flightTwo: flight(two),
        reason: textIn({ key: alert.reason.key, values: alert.reason.values ?? {} }, 'zh-Hans'),
        reasonEn: textIn({ key: alert.reason.key, values: alert.reason.values ?? {} }, 'en'),
        timeS: alert.approach && Math.max(0, Math.round((alert.approach.at - nowMs) / 100) / 10),
        distanceM: alert.distanceM,
        verticalM: alert.verticalM,
        closestM: alert.approach?.horizontalM ?? null,
        closestVerticalM: alert.approach?.verticalM ?? null,
        raisedAt: new Date(alert.raisedAt).toISOString(),
      },
    ];
  });
}
