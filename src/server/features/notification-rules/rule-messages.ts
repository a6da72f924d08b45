import { sql as raw } from 'kysely';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { shortened } from '#domain/text/shortened.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { inBoth } from '#server/kernel/in-both.ts';

export const ruleResource = 'notificationRule';

/** So many messages of one rule within an hour; then it waits until an hour after the first of them. */
export const mostInHour = 30;
const hourMs = 3_600_000;
const longest = 1000;

/** What a message needs to know of its rule. */
export interface RuleOfUser {
  id: number;
  user: number;
  name: string;
  againMinutes: number;
  isUrgent: boolean | null;
  /** The aerodrome or airspace, in both languages; empty: a drawn area, or none. */
  place: string;
  placeEn: string;
}

export const noPlace = { place: '', placeEn: '' };

/** Something that a rule is about has happened. */
export interface RuleEvent {
  rule: RuleOfUser;
  /** The target, and where it is (WGS-84); null: it is about a plan. */
  target: (Position & { id: string }) | null;
  /** By each of these the same flight is known: a second message about it waits. The first is stored. */
  keys: readonly [string, ...string[]];
  text(locale: Locale): string;
}

/** `11-30 14:30 CST` of a moment (UTC ms) in a time zone (IANA). */
export const clockText = (atMs: number, timeZone: string): string => formatWall(atMs, timeZone).slice(5);

/**
 * Stores a message for the owner of each rule, unless the same flight had one of this rule within `againMinutes`, or the rule
 * had `mostInHour` within an hour; the last of these states until when the rule waits.
 */
export async function storeRuleMessages(
  records: Pick<Records, 'createMany'>,
  transaction: Transaction,
  events: readonly RuleEvent[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  const messages = [];
  const known = await recentOf(transaction, events, now);
  for (const { rule, target, keys, text } of events) {
    const recent = known.get(rule.id) ?? [];
    const since = now.getTime() - rule.againMinutes * 60_000;
    if (recent.some(({ at, key }) => at > since && keys.includes(key))) continue;
    const inHour = recent.filter(({ at }) => at > now.getTime() - hourMs);
    if (inHour.length >= mostInHour) continue;
    recent.push({ at: now.getTime(), key: keys[0] });
    known.set(rule.id, recent);
    const until = (inHour[0]?.at ?? now.getTime()) + hourMs;
    const isLast = inHour.length === mostInHour - 1;
    const waits = {
      key: 'notificationRule.waits',
      values: { most: mostInHour, until: clockText(until, timeZone) },
    };
    const content = (locale: Locale) => {
      const what = textIn(
        { key: 'notificationRule.of', values: { rule: rule.name, text: text(locale) } },
        locale,
      );
      return shortened(isLast ? `${what} ${textIn(waits, locale)}` : what, longest);
    };
    messages.push({
      user: rule.user,
      ...inBoth(content),
      documentResource: ruleResource,
      documentId: rule.id,
      messageType: 'notificationRule.met',
      subject: keys[0],
      target: target?.id ?? null,
      place: target && pointAt(target),
      isWarning: rule.isUrgent === true,
    });
  }
  if (messages.length === 0) return;
  await records.createMany(
    systemCaller(),
    'reminder',
    messages.map((values, row) => ({ row, values })),
    new Map(),
    transaction,
  );
}

const pointAt = ({ latitude, longitude }: Position): Extract<Geometry, { type: 'Point' }> => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

/** The messages that each of these rules has brought lately, the oldest first; read or deleted ones too. */
async function recentOf(
  { sql }: Transaction,
  events: readonly RuleEvent[],
  now: Date,
): Promise<Map<number, { at: number; key: string }[]>> {
  const longestMs = Math.max(hourMs, ...events.map(({ rule }) => rule.againMinutes * 60_000));
  const { rows } = await raw<{ rule: number; at: string; key: string | null }>`
    select document_id as rule, created_at as at, subject as key from reminder
    where document_resource = ${ruleResource} and document_id = any(${[...new Set(events.map(({ rule }) => rule.id))]}::bigint[])
      and created_at > ${new Date(now.getTime() - longestMs).toISOString()}::timestamptz
    order by created_at, id`.execute(sql);
  const known = new Map<number, { at: number; key: string }[]>();
  for (const { rule, at, key } of rows) {
    const list = known.get(rule) ?? [];
    list.push({ at: Date.parse(at), key: key ?? '' });
    known.set(rule, list);
  }
  return known;
}
