import { sql as raw } from 'kysely';
import type { InputOf } from '#contract/services.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { type CoordinationDeps, changeRoom } from './coordination-deps.ts';
import { members, membersOfRoom } from './membership.ts';
import { type MessageRow, messageView, messageViews } from './message-views.ts';
import { endOrderReminders } from './order-reminders.ts';
import { appendEntry, type RoomRow } from './room-record.ts';

interface Person {
  id: number;
  name: string;
}

/** What a draft asks of its receivers, with their names. */
export interface PlannedDemand {
  withinS: number;
  receivers: Person[];
  /** To whom it goes next, one after another. */
  next: Person[];
}

type Draft = Pick<InputOf<'Coordination', 'Send'>, 'kind' | 'demand'>;

/** Null: nothing is to be acknowledged. Receivers are members of the room, and not the sender. */
export async function planDemand(
  sql: Sql,
  room: RoomRow,
  sender: number,
  { kind = 'text', demand }: Draft,
  parameters: Pick<Parameters, 'number'>,
): Promise<PlannedDemand | null> {
  if (kind === 'text') {
    if (demand) throw fieldError('demand', 'coordination.textAsksNothing');
    return null;
  }
  const { rows } = await raw<Person & { supervises: boolean }>`
    select u.id, u.name, exists (select 1 from watch_duty d join watch_position p on p.id = d.position
        where d."user" = u.id and d.until is null and d.deleted_at is null and p.kind = 'supervisor') as supervises
    from "user" u where u.id in (select m.user_id from ${membersOfRoom(room)} m) and u.id <> ${sender}
    order by u.name, u.id`.execute(sql);
  const people = new Map(rows.map((one) => [one.id, one]));
  const named = (ids: readonly number[], field: string): Person[] =>
    ids.map((id) => {
      const one = people.get(id);
      if (!one) throw fieldError(field, 'coordination.notMembers');
      return { id, name: one.name };
    });
  const receivers = demand?.receivers
    ? named(demand.receivers, 'demand.receivers')
    : rows.map(({ id, name }) => ({ id, name }));
  if (receivers.length === 0) throw fieldError('demand', 'coordination.noReceivers');
  const receives = new Set(receivers.map(({ id }) => id));
  const next = demand?.escalateTo
    ? named(demand.escalateTo, 'demand.escalateTo')
    : rows.filter(({ supervises }) => supervises).map(({ id, name }) => ({ id, name }));
  return {
    withinS: demand?.withinS ?? (await parameters.number('message.orderAcknowledgeS')),
    receivers,
    next: next.filter(({ id }) => !receives.has(id)),
  };
}

/** Stores who is to acknowledge a message that was just said. */
export async function storeReceivers(
  sql: Sql,
  { roomId, seq }: Pick<MessageRow, 'roomId' | 'seq'>,
  people: readonly Person[],
  { level, dueAt }: { level: number; dueAt: string },
): Promise<void> {
  await raw`
    insert into chat_receiver (room_id, seq, user_id, name, level, due_at)
    select ${roomId}, ${seq}, given.id, given.name, ${level}, ${dueAt}::timestamptz
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ name }) => name)}::text[]) as given (id, name)
    on conflict (room_id, seq, user_id) do nothing`.execute(sql);
}

export function orderCalls(
  deps: CoordinationDeps,
): Pick<Handlers<'Coordination'>, 'Acknowledge' | 'GetOpenOrders'> {
  const { database, records, clock } = deps;

  const open = async (condition: ReturnType<typeof raw>, locale: Locale) => {
    const { rows } = await raw<MessageRow>`
      select m.* from chat_message m join chat_room r on r.id = m.room_id
      where m.kind in ('order', 'information') and m.withdrawn_at is null and r.closed_at is null and ${condition}
        and not exists (select 1 from chat_receiver x where x.room_id = m.room_id and x.seq = m.seq
          and x.level > 0 and x.acknowledged_at is not null)
      order by m.sent_at limit 200`.execute(database.kysely);
    return messageViews(database.kysely, rows, locale);
  };

  return {
    Acknowledge: ({ room: id, seq, remark }, caller) =>
      changeRoom(deps, caller, id, async (sql, { room }, transaction) => {
        const { userId } = caller.actor;
        const asked = await sql
          .selectFrom('chatReceiver')
          .selectAll()
          .where('roomId', '=', id)
          .where('seq', '=', seq)
          .where('userId', '=', userId)
          .executeTakeFirst();
        const row = await sql
          .selectFrom('chatMessage')
          .selectAll()
          .where('roomId', '=', id)
          .where('seq', '=', seq)
          .executeTakeFirst();
        if (!row) throw new AppError('notFound', { key: 'coordination.noMessage' });
        if (!asked) throw new AppError('forbidden', { key: 'coordination.notAsked' });
        if (row.withdrawnAt !== null) throw new AppError('refused', { key: 'coordination.withdrawn' });
        if (asked.acknowledgedAt !== null) return { answer: await messageView(sql, row, caller.locale) };
        const entry = await appendEntry(sql, room, caller.actor, clock(), {
          kind: 'acknowledgement',
          about: seq,
          body: { remark: remark?.trim() || null },
        });
        await sql
          .updateTable('chatReceiver')
          .set({ acknowledgedAt: entry.at, remark: remark?.trim() || null })
          .where('roomId', '=', id)
          .where('seq', '=', seq)
          .where('userId', '=', userId)
          .execute();
        const changed = await touch(sql, row, entry.seq);
        await endOrderReminders(records, transaction, row);
        return { answer: await messageView(sql, changed, caller.locale), changed: [changed] };
      }),

    async GetOpenOrders(_, { actor, locale }) {
      const mine = raw`m.room_id in (select b.room_id from ${members} b where b.user_id = ${actor.userId})`;
      const waits = (whom: ReturnType<typeof raw>) => raw`${mine} and exists (select 1 from chat_receiver w
        where w.room_id = m.room_id and w.seq = m.seq and w.acknowledged_at is null and ${whom})`;
      return {
        toMe: await open(waits(raw`w.user_id = ${actor.userId}`), locale),
        fromMe: await open(raw`m.author_id = ${actor.userId} and ${waits(raw`w.level = 0`)}`, locale),
      };
    },
  };
}

/** The message as an entry about it left it. */
export function touch(sql: Sql, { id }: Pick<MessageRow, 'id'>, entry: number): Promise<MessageRow> {
  return sql
    .updateTable('chatMessage')
    .set({ changedSeq: entry })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
