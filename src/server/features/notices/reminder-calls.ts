import { AppError } from '#domain/text/errors.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService } from '#server/kernel/caller.ts';

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
        isWarning: row.isWarning === true,
      }));
    },
    async SetRead({ id }, caller) {
      const service = asService(caller);
      await records.transaction(async (transaction) => {
        const found = await records.get(service, 'reminder', id, transaction.sql);
        // Another's is, to them, not there.
        if (found.user !== caller.actor.userId) {
          throw new AppError('notFound', { key: 'common.notFound', values: { type: 'Reminder', id } });
        }
        if (found.isRead === 1) return;
        await records.update(service, 'reminder', id, found.version, { isRead: 1 }, transaction);
      });
      return null;
    },
  });
}
