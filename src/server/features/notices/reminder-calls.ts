import { wordedIn } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import { targetOf } from './message-target.ts';
import { readOwnMessage } from './own-messages.ts';

/** Reminders of one answer: what is older has lost its point. */
const most = 200;

/** What a person is to be reminded of; everyone sees and marks their own alone. */
export function createReminderService({ records, sql }: { records: Records; sql: Sql }): Service {
  const own = (userId: number) =>
    sql.selectFrom('reminder').where('user', '=', userId).where('deletedAt', 'is', null);

  return implement('Reminder', {
    async GetList(_, caller) {
      const rows = await own(caller.actor.userId)
        .selectAll()
        .orderBy('isRead')
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        content: caller.locale === 'en' ? row.contentEn : row.content,
        opinion: wordedIn(row.opinion, caller.locale),
        isRead: Number(row.isRead),
        creationTime: row.createdAt,
        resource: row.documentResource,
        recordId: row.documentId,
        target: targetOf(row),
        messageType: row.messageType,
        isWarning: row.isWarning === true,
      }));
    },
    async SetRead({ id }, caller) {
      await readOwnMessage(records, caller, id);
      return null;
    },
  });
}
