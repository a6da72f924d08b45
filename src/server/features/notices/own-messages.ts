import { AppError } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';

/** The same for a message that never was, was removed, or is another user's. */
export const messageGone = () => new AppError('notFound', { key: 'notice.gone' });

/** A message of the caller, also a removed one; locked, so that concurrent calls change it one after the other. */
export async function lockOwnMessage({ actor }: Caller, id: number, { sql }: Transaction) {
  const row = await sql
    .selectFrom('reminder')
    .selectAll()
    .where('id', '=', id)
    .where('user', '=', actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw messageGone();
  return row;
}

/** Marks a message of the caller as read; a second time changes nothing. Gives the message. */
export function readOwnMessage(records: Records, caller: Caller, id: number) {
  return records.transaction(async (transaction) => {
    const row = await lockOwnMessage(caller, id, transaction);
    if (row.deletedAt !== null) throw messageGone();
    if (row.isRead !== 1)
      await records.update(asService(caller), 'reminder', id, row.version, { isRead: 1 }, transaction);
    return { ...row, isRead: 1 as const };
  });
}
