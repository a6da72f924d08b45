import { sql as raw } from 'kysely';
import { planState } from '#domain/plans/states.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';

/** The message `m` was acknowledged for all its receivers. */
export const answeredForAll = raw<boolean>`exists (
  select 1 from chat_receiver y where y.room_id = m.room_id and y.seq = m.seq and y.acknowledged_at is not null
    and (y.level > 0 or m.body->'demand' ? 'anyOne'))`;

/** The message `m` gives no stop or recall, or one of a flight in the air that nobody has acknowledged, lifted or replaced. */
export const isInForce = raw<boolean>`(not m.body ? 'flightOrder' or exists (
  select 1 from flight_order f join plan p on p.id = f.plan and p.deleted_at is null
  where f.id = (m.body->>'flightOrder')::bigint and f.deleted_at is null and f.state = 'open' and p.state = ${planState.inFlight}))`;

/** What asks a user to acknowledge is a reminder with this in `asks`. */
export const orderAsks = 'coordination.order';

/**
 * The receivers of an order that changed are reminded no more of the orders of its room where none that has sounded waits
 * for them: it was acknowledged, by them or for them, withdrawn, or is no longer in force.
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
          and not ${answeredForAll} and ${isInForce})
    order by d.id`.execute(transaction.sql);
  for (const { id } of rows) await records.trash(systemCaller(), 'reminder', id, transaction);
}
