import { Type } from '@sinclair/typebox';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import { asService } from '#server/kernel/caller.ts';

/** Reminders of one answer: what is older has lost its point. */
const most = 200;

const reminder = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  /** What the person who decided wrote. */
  opinion: nullable(Type.String()),
  /** 0 unread, 1 read. */
  isRead: Type.Integer(),
  /** UTC, ISO 8601. */
  creationTime: Type.String(),
  resource: nullable(Type.String()),
  recordId: nullable(Type.Integer()),
});

/** What a person is to be reminded of; everyone sees and marks his own alone. */
export function createReminderService({ records, sql }: { records: Records; sql: Sql }): Service {
  const own = (userId: number) =>
    sql.selectFrom('reminder').where('user', '=', userId).where('deletedAt', 'is', null);

  return {
    name: 'Reminder',
    methods: [
      method({
        verb: 'GET',
        name: 'GetList',
        permission: 'signedIn',
        summary: "The caller's reminders, unread ones first, then the newest",
        input: Type.Object({}),
        output: Type.Array(reminder),
        async handle(_, caller) {
          const rows = await own(caller.actor.userId)
            .selectAll()
            .orderBy('isRead')
            .orderBy('id', 'desc')
            .limit(most)
            .execute();
          return rows.map((row) => ({
            id: Number(row.id),
            content: String(caller.locale === 'en' ? row.contentEn : row.content),
            opinion: typeof row.opinion === 'string' ? row.opinion : null,
            isRead: Number(row.isRead),
            creationTime: String(row.createdAt),
            resource: typeof row.documentResource === 'string' ? row.documentResource : null,
            recordId: typeof row.documentId === 'number' ? row.documentId : null,
          }));
        },
      }),
      method({
        verb: 'POST',
        name: 'SetRead',
        permission: 'signedIn',
        summary: 'Marks a reminder of the caller as read',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        output: Type.Null(),
        async handle({ id }, caller) {
          const service = asService(caller);
          await records.transaction(async (unit) => {
            const found = await records.get(service, 'reminder', id, unit.sql);
            // Another's is, to him, not there.
            if (found.user !== caller.actor.userId) {
              throw new AppError('notFound', { key: 'common.notFound', values: { type: 'Reminder', id } });
            }
            if (found.isRead === 1) return;
            await records.update(service, 'reminder', id, found.version, { isRead: 1 }, unit);
          });
          return null;
        },
      }),
    ],
  };
}
