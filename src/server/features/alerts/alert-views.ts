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

/** An alert that is not cleared, as its record stands. */
export type OpenEncounter = StoredRecord;

/** Figures of a finding, as records keep them and hubs send them. */
export function figuresOf(
  finding: Finding,
  nowMs: number,
  measured: MeasuredSeparation | null,
): AlertFigures {
  const { approach, group, met, targets } = finding;
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

/** Of the plans of a group so many: what a record says has a limit. */
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

/** What a record was stored with; null: nothing that can be read. */
export function storedFigures({ details }: OpenEncounter): AlertFigures | null {
  try {
    const parsed: unknown = JSON.parse(String(details));
    return Value.Check(alertFigures, parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** The stored figures of an alert that is over: what was predicted is no longer ahead, and is stored as a prediction. */
export function endedFigures(stored: AlertFigures, measured: MeasuredSeparation | null): AlertFigures {
  const predicted = stored.approach ?? stored.predicted ?? null;
  return { ...stored, approach: null, measured, ...(predicted ? { predicted } : {}) };
}

/** What the record says, with these figures or those that it was stored with; null: it is cleared, or from elsewhere. */
export function viewOf(
  record: OpenEncounter,
  figures: AlertFigures | null,
  names: ReadonlyMap<number, string>,
): AlertView | null {
  const { id, kind, level, state } = record;
  const known = figures ?? storedFigures(record);
  if (
    !known ||
    (state !== 'raised' && state !== 'announced' && state !== 'acknowledged' && state !== 'muted')
  )
    return null;
  if (level !== 'advisory' && level !== 'caution' && level !== 'warning') return null;
  return {
    id,
    kind: String(kind),
    level,
    state,
    raisedAt: timeOf(record.raisedAt) ?? 0,
    acknowledgedBy:
      typeof record.acknowledgedBy === 'number' ? (names.get(record.acknowledgedBy) ?? null) : null,
    acknowledgedAt: timeOf(record.acknowledgedAt),
    mutedUntil: timeOf(record.mutedUntil),
    muteReason: typeof record.muteReason === 'string' ? record.muteReason : null,
    ...known,
  };
}

/** What of a view the nets said. */
export const figuresIn = (view: AlertView): AlertFigures => {
  const { reason, advice, contacts, targets, planIds, group, met, distanceM, verticalM } = view;
  const { approach, measured } = view;
  const groups = { ...(group ? { group } : {}), ...(met ? { met } : {}) };
  return {
    reason,
    advice,
    contacts,
    targets,
    planIds,
    ...groups,
    distanceM,
    verticalM,
    approach,
    ...(measured ? { measured } : {}),
  };
};

const timeOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);

/** By what one alert comes before another. */
export interface Urgency {
  /** It was open when this server took over, and was not found again since: it may be over. */
  isLeft: boolean;
  /** Nobody has acknowledged or muted it. */
  isOpen: boolean;
  rank: number;
  /** When the two are closest, or something is entered, UTC ms; infinite where that is not ahead. */
  dueAt: number;
  raisedAt: number;
  /** Ids of its aircraft. */
  targets: readonly string[];
}

/** What was closest longer ago than this is not ahead. */
const passedMs = 5_000;

export function urgencyOf(
  { state, level, approach, raisedAt, targets }: AlertView,
  nowMs: number,
  isLeft: boolean,
): Urgency {
  return {
    isLeft,
    isOpen: state === 'raised' || state === 'announced',
    rank: rankOf(level),
    dueAt: approach && approach.at >= nowMs - passedMs ? approach.at : Number.POSITIVE_INFINITY,
    raisedAt,
    targets: targets.map(({ id }) => id),
  };
}

function byUrgency(a: Urgency, b: Urgency): number {
  const due = a.dueAt === b.dueAt ? 0 : a.dueAt - b.dueAt;
  const left = Number(a.isLeft) - Number(b.isLeft);
  return left || Number(b.isOpen) - Number(a.isOpen) || b.rank - a.rank || due || b.raisedAt - a.raisedAt;
}

/**
 * So many of them, the most urgent first: what is found now, then not yet acknowledged, then by level, by the time to the closest approach, and the
 * newest. Where there are more, each aircraft's most urgent one goes before any other, so that a crowd of a few aircraft
 * does not crowd out the alert of another.
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
  const order = [true, false].flatMap((first) => sorted.filter((_, i) => isFirst[i] === first));
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

/** Who an alert between aircraft was about, so that it goes on whoever of a group is closest now. */
function groupsOf({ group, met, targets: [one, two] }: AlertFigures): Pick<Finding, 'group' | 'met'> {
  const membersOf = ({ members, centre }: AlertGroup): Member[] =>
    members.map(({ id, name }) => ({ id, callsign: name, icao24: null, ...centre }));
  if (group) return { group: membersOf(group) };
  const [first, second] = met ?? [];
  if (first && second) return { met: [membersOf(first), membersOf(second)] };
  return one && two ? { met: [[{ ...one, icao24: null }], [{ ...two, icao24: null }]] } : {};
}

/** Whether it is as it was when this server took over: nothing has found it again. */
export const isRestored = ({ finding }: Watched): boolean => finding.advice === '';

/** Figures of now; null: those that the record was stored with stand. */
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
