import type { TFunction } from 'i18next';
import type { AlertFigures } from '#contract/alerts.ts';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { zulu } from '#web/map/target-text.ts';

/** A stored reason with its times, UTC ms. */
export interface ReasonInTime {
  reason: AlertFigures['reason'];
  /** Start of what the reason counts; null: it counts nothing. */
  since: number | null;
  /** null: it is not over. */
  until: number | null;
}

const second = { hole: 'seconds', ms: 1_000 } as const;
const minute = { hole: 'minutes', ms: 60_000 } as const;

/** Reasons with an age in them, which is true only at the moment at which it was counted. */
const counted: Record<string, typeof second | typeof minute> = {
  'alert.conformance.late': minute,
  'alert.lostSignal.reason': second,
  'alert.lostSignal.landing': second,
  'alert.lostSignal.many': second,
  'alert.takeOffReport.reason': minute,
  'alert.overdue.uncertainty': minute,
  'alert.overdue.alert': minute,
  'alert.overdue.distress': minute,
  'alert.orders.recall': second,
  'alert.orders.stop': second,
  'alert.feeds.stale': second,
  'alert.feeds.dead': second,
  'alert.feeds.blind': second,
};

/** The reason of an alert; `heardAt`: when its aircraft was heard (UTC ms, ascending), where that is known. */
export function reasonOf(
  {
    kind,
    reason,
    raisedAt,
    countedAt,
    clearedAt,
  }: Pick<RecordedAlert, 'kind' | 'reason' | 'raisedAt' | 'countedAt' | 'clearedAt'>,
  heardAt: readonly number[] = [],
): ReasonInTime {
  const raised = Date.parse(raisedAt);
  const cleared = clearedAt === null ? null : Date.parse(clearedAt);
  const unit = counted[reason.key];
  if (!unit) return { reason, since: null, until: cleared };
  const silence = kind === 'lostSignal' ? silenceAround(raised, cleared, heardAt) : null;
  const age = Number(reason.values?.[unit.hole]) * unit.ms;
  // An older record does not say when its age was counted: it lasted at least since it was raised.
  const since = countedAt === undefined || Number.isNaN(age) ? raised : Date.parse(countedAt) - age;
  return { reason, since: silence?.since ?? since, until: silence?.until ?? cleared };
}

/** From the last time that it was heard before the alert to the first time after, or to the end of the alert. */
function silenceAround(
  raised: number,
  cleared: number | null,
  heardAt: readonly number[],
): { since: number; until: number | null } | null {
  const since = heardAt.findLast((at) => at <= raised);
  if (since === undefined) return null;
  const again = heardAt.find((at) => at > raised);
  const isSooner = again !== undefined && cleared !== null && again < cleared;
  return { since, until: isSooner ? again : cleared };
}

/** The reason of an alert's record as text that stays true; null: use the stored text, because it counts nothing or cannot be read. */
export function recordReason(t: TFunction, record: RecordValues): string | null {
  const { kind, raisedAt, clearedAt, tracks } = record;
  const { reason, countedAt } = objectIn(record.details) ?? {};
  if (!isObject(reason) || typeof reason.key !== 'string' || !counted[reason.key]) return null;
  if (typeof raisedAt !== 'string') return null;
  const alert = {
    kind: String(kind),
    reason: reason as AlertFigures['reason'],
    raisedAt,
    clearedAt: stringOf(clearedAt),
    ...(typeof countedAt === 'number' ? { countedAt: new Date(countedAt).toISOString() } : {}),
  };
  return lastingReason(t, reasonOf(alert, heardIn(tracks)));
}

/** When the one track of a record was heard. */
function heardIn(tracks: unknown): number[] {
  const [first] = Object.values(objectIn(tracks) ?? {});
  return Array.isArray(first) ? first.flatMap((point) => (Array.isArray(point) ? Number(point[0]) : [])) : [];
}

function objectIn(json: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = typeof json === 'string' ? JSON.parse(json) : null;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** As text that stays true: an age is given by its times (UTC), from when to when, or since when. */
export function lastingReason(t: TFunction, { reason, since, until }: ReasonInTime): string {
  if (since === null) return t(reason.key, { ...reason.values });
  const time =
    until === null
      ? t('playback.reason.since', { from: zulu(since) })
      : t('playback.reason.span', { from: zulu(since), to: zulu(until) });
  return t(reason.key.replace('alert.', 'playback.reason.'), { ...reason.values, time });
}

/** As text of a moment (UTC ms) while it lasted: an age is counted to that moment. */
export function reasonAt(t: TFunction, one: ReasonInTime, at: number): string {
  const unit = counted[one.reason.key];
  if (!unit || one.since === null) return lastingReason(t, one);
  const age = Math.max(0, Math.floor((at - one.since) / unit.ms));
  return t(one.reason.key, { ...one.reason.values, [unit.hole]: age });
}
