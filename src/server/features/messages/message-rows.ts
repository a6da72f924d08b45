import type { MessageType } from '#domain/messages/types.ts';
import type { MessageGatewayRecord, PlanMessageRecord } from '#domain/record/records.gen.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';

export type MessageRow = PlanMessageRecord;
export type GatewayRow = MessageGatewayRecord;

/** The store validates by the schema that these types are generated from, so a stored record has their shape. */
export function messageRow(record: StoredRecord): MessageRow {
  return record as unknown as MessageRow;
}

/** Longest reason of a row, letters. */
const longestReason = 500;

/** Why a message stands as it does, kept in both languages; null: nothing is to be said. `field`: 7, 13b of the message. */
export function reasonColumns(reason: Text | null, field = ''): Pick<MessageRow, 'error' | 'errorEn'> {
  if (!reason) return { error: null, errorEn: null };
  const say = (locale: Locale) => `${field} ${textIn(reason, locale)}`.trim().slice(0, longestReason);
  return { error: say('zh-Hans'), errorEn: say('en') };
}

/** The reason in the reader's language; in Chinese where it was kept before there was English. */
export function reasonIn({ error, errorEn }: MessageRow, locale: Locale): string | null {
  return (locale === 'en' ? errorEn : null) ?? error ?? null;
}

/** Types that a plan's events, or a person, may have composed. */
const composedTypes = [
  'FPL',
  'CHG',
  'CNL',
  'DLA',
  'DEP',
  'ARR',
  'RQP',
  'RQS',
  'SPL',
  'ALR',
] as const satisfies MessageType[];
export type ComposedType = (typeof composedTypes)[number];

export function isComposed(type: string): type is ComposedType {
  return composedTypes.some((one) => one === type);
}
