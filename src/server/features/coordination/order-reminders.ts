import { sql as raw } from 'kysely';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';

/** What asks a user to acknowledge is a reminder with this in `asks`. */
export const orderAsks = 'coordination.order';

/**
 * The receivers of an order that changed are reminded no more of the orders of its room where none that has sounded waits
 * for them: it was acknowledged, by them or by one to whom it was escalated, or withdrawn.
 */
export async function endOrderReminders(
  records: Pick<Records, 'trash'>,
  transaction: Transaction,
  { roomId, seq }: { roomId: number; seq: number },
): Promise<void> {
  const { rows } = await raw<{ id: number }>`
    select d.id from reminder d join chat_receiver c on c.user_id = d."user" and c.room_id = ${roomId} and c.seq = ${seq}
    where d.asks = ${orderAsks} and d.document_id = ${roomId} and d.deleted_at is null
      and not exists (
        select 1 from chat_receiver x join chat_message m on m.room_id = x.room_id and m.seq = x.seq
        where x.room_id = ${roomId} and x.user_id = d."user" and x.acknowledged_at is null and x.sounded_at is not null
          and m.withdrawn_at is null
          and not exists (select 1 from chat_receiver y where y.room_id = x.room_id and y.seq = x.seq and y.level > 0
            and y.acknowledged_at is not null))
    order by d.id`.execute(transaction.sql);
  for (const { id } of rows) await records.trash(systemCaller(), 'reminder', id, transaction);
}
