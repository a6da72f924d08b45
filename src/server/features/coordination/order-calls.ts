import { sql as raw } from 'kysely';
import type { InputOf } from '#contract/services.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { type CoordinationDeps, changeRoom } from './coordination-deps.ts';
import { members, membersOfRoom } from './membership.ts';
import { type MessageBody, type MessageRow, messageView, messageViews } from './message-views.ts';
import { answeredForAll, endOrderReminders, isInForce } from './order-reminders.ts';
import { enterRoom } from './room-access.ts';
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
      if (id === sender) throw fieldError(field, 'coordination.orderToOneself');
      if (!one) throw fieldError(field, 'coordination.orderToStranger');
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
  const { database } = deps;
  const { kysely } = database;

  const open = async (condition: ReturnType<typeof raw>, locale: Locale) => {
    const { rows } = await raw<MessageRow>`
      select m.* from chat_message m join chat_room r on r.id = m.room_id
      where m.kind in ('order', 'information') and m.withdrawn_at is null and r.closed_at is null and ${condition}
        and not ${answeredForAll} and ${isInForce}
      order by m.sent_at limit 200`.execute(database.kysely);
    return messageViews(database.kysely, rows, locale);
  };

  /** A message that the caller is to acknowledge, and whether they have; in `sql`, whose room they may see. */
  const asked = async (sql: Sql, { actor }: Caller, { room, seq }: { room: number; seq: number }) => {
    const row = await messageAt(sql, room, seq);
    if (!row) throw new AppError('notFound', { key: 'coordination.noMessage' });
    const receiver = await sql
      .selectFrom('chatReceiver')
      .selectAll()
      .where('roomId', '=', room)
      .where('seq', '=', seq)
      .where('userId', '=', actor.userId)
      .executeTakeFirst();
    if (!receiver) throw new AppError('forbidden', { key: 'coordination.notAsked' });
    if (row.withdrawnAt !== null) throw new AppError('refused', { key: 'coordination.withdrawn' });
    return { row, isAcknowledged: receiver.acknowledgedAt !== null };
  };

  /** Receivers of a stop or recall need not be in the room: the plan decides whether they may acknowledge. */
  async function acknowledgeFlightOrder(
    caller: Caller,
    { room, seq, remark }: Acknowledgement,
    order: number,
  ) {
    const { row } = await asked(kysely, caller, { room, seq }).catch(async (error: unknown) => {
      await enterRoom(kysely, caller, room);
      throw error;
    });
    const before = await messageView(kysely, row, caller.locale);
    if (before.demand?.state === 'acknowledged') return before;
    await deps.acknowledgeFlightOrder(caller, order, remark?.trim() || null);
    return messageView(kysely, (await messageAt(kysely, room, seq)) ?? row, caller.locale);
  }

  return {
    async Acknowledge(input, caller) {
      const { room: id, seq, remark } = input;
      const { flightOrder } = ((await messageAt(kysely, id, seq))?.body ?? {}) as MessageBody;
      if (flightOrder !== undefined) return acknowledgeFlightOrder(caller, input, flightOrder);
      return changeRoom(deps, caller, id, async (sql, { room }, transaction) => {
        const { row, isAcknowledged } = await asked(sql, caller, { room: id, seq });
        if (isAcknowledged) return { answer: await messageView(sql, row, caller.locale) };
        const changed = await acknowledgeAs(
          deps,
          transaction,
          caller.actor,
          room,
          row,
          remark?.trim() || null,
        );
        return { answer: await messageView(sql, changed, caller.locale), changed: [changed] };
      });
    },

    async GetOpenOrders(_, { actor, locale }) {
      // Stops and recalls reach users of the operator who use no rooms, and the body that gave them.
      const mine = raw`(m.room_id in (select b.room_id from ${members} b where b.user_id = ${actor.userId})
        or exists (select 1 from flight_order f where f.id = (m.body->>'flightOrder')::bigint
          and (f.ordered_by = ${actor.userId} or f.company = any(${actor.companyIds}::bigint[]))))`;
      const waits = (whom: ReturnType<typeof raw>) => raw`${mine} and exists (select 1 from chat_receiver w
        where w.room_id = m.room_id and w.seq = m.seq and w.acknowledged_at is null and ${whom})`;
      return {
        toMe: await open(waits(raw`w.user_id = ${actor.userId}`), locale),
        fromMe: await open(raw`m.author_id = ${actor.userId} and ${waits(raw`w.level = 0`)}`, locale),
      };
    },
  };
}

type Acknowledgement = InputOf<'Coordination', 'Acknowledge'>;

const messageAt = (sql: Sql, room: number, seq: number): Promise<MessageRow | undefined> =>
  sql
    .selectFrom('chatMessage')
    .selectAll()
    .where('roomId', '=', room)
    .where('seq', '=', seq)
    .executeTakeFirst();

/** One of its receivers acknowledges a message of a room that the transaction has locked. */
export async function acknowledgeAs(
  { records, clock }: Pick<CoordinationDeps, 'records' | 'clock'>,
  transaction: Transaction,
  actor: Caller['actor'],
  room: RoomRow,
  row: MessageRow,
  remark: string | null,
): Promise<MessageRow> {
  const { sql } = transaction;
  const { roomId, seq } = row;
  const entry = await appendEntry(sql, room, actor, clock(), {
    kind: 'acknowledgement',
    about: seq,
    body: { remark },
  });
  await sql
    .updateTable('chatReceiver')
    .set({ acknowledgedAt: entry.at, remark })
    .where('roomId', '=', roomId)
    .where('seq', '=', seq)
    .where('userId', '=', actor.userId)
    .execute();
  const changed = await touch(sql, row, entry.seq);
  await endOrderReminders(records, transaction, row);
  return changed;
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
