import type { MeetingRecord } from '#domain/record/records.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { shortened } from '#domain/text/shortened.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { inBoth, titleInBoth } from '#server/kernel/in-both.ts';

/** What people are told of a meeting: `meeting.<what>` in the catalogues of texts, and of the hub's messages. */
export type MeetingNews =
  | 'called'
  | 'changed'
  | 'moved'
  | 'cancelled'
  | 'uninvited'
  | 'takenOver'
  | 'soon'
  | 'begun'
  | 'review'
  | 'withdrawn'
  | 'refused'
  | 'approved'
  | 'correction'
  | 'task'
  | 'taskDue'
  | 'taskOverdue'
  | 'taskDone';

export interface News {
  what: MeetingNews;
  to: readonly number[];
  /** Null: the clock. */
  by: { id: number; name: string } | null;
  at: string;
  timeZone: string;
  values?: Record<string, string | number>;
  /** What the person who acted wrote. */
  reason?: string | null;
  /** The reminder stands until this is answered. */
  asks?: boolean;
}

const longest = 1000;

/**
 * Tells some of those invited, in the transaction of what it tells of: a message on their screens, and a reminder that is
 * there when they come back. Nobody is told of what they did themselves.
 */
export async function tellPeople(
  records: Records,
  transaction: Transaction,
  meeting: MeetingRecord,
  news: News,
): Promise<void> {
  const to = news.to.filter((user) => user !== news.by?.id);
  if (to.length === 0) return;
  const type = `meeting.${news.what}`;
  const by = news.by?.name ?? '';
  const english = await storedNamesIn(transaction.sql, 'en', [by]);
  const values = {
    title: meeting.title,
    time: formatWall(Date.parse(meeting.startTime), news.timeZone),
    ...nameValues('by', { name: by, nameEn: english(by) }),
    ...news.values,
  };
  const content = (locale: Locale) =>
    shortened(textIn({ key: `meeting.told.${news.what}`, values }, locale), longest);
  for (const user of to) {
    await records.create(
      systemCaller(),
      'reminder',
      {
        user,
        ...inBoth(content),
        opinion: news.reason || null,
        documentResource: 'meeting',
        documentId: meeting.id,
        asks: news.asks ? type : null,
      },
      transaction,
    );
  }
  transaction.announce({
    resource: 'meeting',
    id: meeting.id,
    action: 'update',
    // Those whom it concerns hear of it, and none of the others.
    record: { ...meeting, people: to },
    message: {
      type,
      isPersonal: true,
      ...titleInBoth('meeting.told.title'),
      ...inBoth(content),
      message: news.reason ?? '',
      unit: null,
      actualNum: null,
      state: null,
    },
    by: news.by?.id ?? null,
    at: news.at,
  });
}
