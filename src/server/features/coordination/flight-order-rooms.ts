import { sql as raw } from 'kysely';
import { adminPermission } from '#domain/identity/access.ts';
import { orderAcknowledgers } from '#domain/plans/readers.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { OrderRooms } from '#server/features/plans/flight-orders.ts';
import { type CoordinationDeps, concluded, type Told, tell } from './coordination-deps.ts';
import { mayChat } from './membership.ts';
import { type MessageBody, type MessageRow, messageView } from './message-views.ts';
import { acknowledgeAs, storeReceivers } from './order-calls.ts';
import { endOrderReminders, isInForce } from './order-reminders.ts';
import { addMembers, makeRoom } from './room-making.ts';
import { appendEntry, type RoomRow } from './room-record.ts';
import { say, sayEvent } from './say.ts';

interface CompanyUser {
  id: number;
  name: string;
  acknowledges: boolean;
}

/** Users of a company who acknowledge stops and recalls of its flights, whatever rooms they use, and its others who use rooms. */
export async function receiversOfCompany(sql: Sql, company: number): Promise<CompanyUser[]> {
  const { rows } = await raw<CompanyUser>`
    select * from (
      select u.id, u.name, ${mayChat} as chats, exists (
        select 1 from user_roles l join role g on g.id = l.target_id
        where l.owner_id = u.id and g.deleted_at is null
          and g.permissions ?| ${[...orderAcknowledgers, adminPermission]}::text[]) as acknowledges
      from "user" u
      where u.is_active and u.deleted_at is null and (u.company = ${company}
        or exists (select 1 from user_served_companies s where s.owner_id = u.id and s.target_id = ${company}))
    ) c where c.acknowledges or c.chats order by c.name, c.id`.execute(sql);
  return rows.map(({ id, name, acknowledges }) => ({ id, name, acknowledges }));
}

/** Stops and recalls of flights as orders in the rooms of their plans. Told after the transaction's commit. */
export function createFlightOrderRooms(
  deps: Pick<CoordinationDeps, 'records' | 'parameters' | 'delivery' | 'clock'>,
): OrderRooms {
  const { records, parameters, delivery, clock } = deps;

  /** The open room of the plan, locked, with the message of this order, or of all of its orders. */
  async function messagesOf(sql: Sql, plan: number, order?: number) {
    const room = await sql
      .selectFrom('chatRoom')
      .selectAll()
      .where('key', '=', keyOf(plan))
      .where('closedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!room) return null;
    const { rows } = await raw<MessageRow>`
      select m.* from chat_message m where m.room_id = ${room.id} and m.withdrawn_at is null and m.body ? 'flightOrder'
        and ${order === undefined ? raw`true` : raw`m.body->>'flightOrder' = ${String(order)}`}
      order by m.seq`.execute(sql);
    return { room, rows };
  }

  /** Tells members of the room, and those receivers of its order who are not in it. */
  async function announce(
    transaction: Transaction,
    room: RoomRow,
    order: MessageRow,
    told: Told,
  ): Promise<void> {
    const done = await concluded(transaction.sql, room, { answer: null, ...told });
    const view = await messageView(transaction.sql, order);
    const members = new Set(done.members);
    const others = (view.demand?.receivers ?? [])
      .map(({ userId }) => userId)
      .filter((user) => !members.has(user));
    transaction.afterCommit(() => {
      tell(delivery, done);
      delivery.changed(view, others);
    });
  }

  return {
    async give({ actor }, { plan, order, company, kind, callsign, reason }, transaction) {
      const { sql } = transaction;
      const people = (await receiversOfCompany(sql, company)).filter(({ id }) => id !== actor.userId);
      const acknowledging = people.filter(({ acknowledges }) => acknowledges);
      const receivers = acknowledging.length > 0 ? acknowledging : people;
      // Nobody of the operator uses this system: the alert about the order asks the watch to reach its contact.
      if (receivers.length === 0) return;
      const next = people.filter((one) => !receivers.includes(one)).map(({ id, name }) => ({ id, name }));
      const now = clock();
      const { room, made } = await makeRoom(sql, actor, now, {
        kind: 'plan',
        key: keyOf(plan),
        subject: plan,
      });
      if (made && actor.userId > 0) await addMembers(sql, room.id, [actor.userId], now, { owner: true });
      const opened = made ? [await sayEvent(sql, room, actor, now, { type: 'opened' })] : [];
      const withinS = await parameters.number('tactical.orders.cautionS');
      const text = { key: `coordination.${kind}`, values: { callsign, reason } };
      const body: MessageBody = {
        demand: { withinS, next, anyOne: true },
        references: [{ resource: 'plan', id: plan }],
        flightOrder: order,
        textEn: textIn(text, 'en'),
      };
      const [row] = await say(sql, room, [
        { by: actor, now, said: { kind: 'order', text: textIn(text, 'zh-Hans'), body } },
      ]);
      if (!row) throw new Error('an order that was stored has no row');
      const dueAt = new Date(Date.parse(row.sentAt) + withinS * 1000).toISOString();
      await storeReceivers(sql, row, receivers, { level: 0, dueAt });
      await announce(transaction, room, row, { said: [...opened, row], ...(made ? { room: {} } : {}) });
    },

    async acknowledge({ actor }, { plan, order, remark }, transaction) {
      const { sql } = transaction;
      const found = await messagesOf(sql, plan, order);
      const [row] = found?.rows ?? [];
      if (!found || !row) return;
      // Who may acknowledge without having been named, as an administrator does, is listed too.
      const { userId: id, name } = actor;
      await storeReceivers(sql, row, [{ id, name }], { level: 0, dueAt: clock().toISOString() });
      const changed = await acknowledgeAs(deps, transaction, actor, found.room, row, remark);
      await announce(transaction, found.room, changed, { changed: [changed] });
    },

    async withdraw({ actor }, { plan, order }, transaction) {
      const { sql } = transaction;
      const found = await messagesOf(sql, plan, order);
      const [row] = found?.rows ?? [];
      if (!found || !row) return;
      const entry = await appendEntry(sql, found.room, actor, clock(), {
        kind: 'withdrawal',
        about: row.seq,
        body: { before: row.text },
      });
      const changed = await sql
        .updateTable('chatMessage')
        .set({ text: '', words: '', withdrawnAt: entry.at, pinnedAt: null, changedSeq: entry.seq })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await endOrderReminders(records, transaction, changed);
      await announce(transaction, found.room, changed, { changed: [changed] });
    },

    async ended(plan, transaction) {
      const found = await messagesOf(transaction.sql, plan);
      if (!found) return;
      for (const row of found.rows) {
        await endOrderReminders(records, transaction, row);
        await announce(transaction, found.room, row, { changed: [row] });
      }
    },
  };
}

const keyOf = (plan: number) => `plan:${plan}`;

/** Whether a stop or recall in this room is still to be acknowledged. */
export async function holdsOpenFlightOrder(sql: Sql, room: number): Promise<boolean> {
  const { rows } = await raw`
    select 1 from chat_message m where m.room_id = ${room} and m.withdrawn_at is null and m.body ? 'flightOrder'
      and ${isInForce} limit 1`.execute(sql);
  return rows.length > 0;
}
