import { sql as raw } from 'kysely';
import { type DemandReceiver, demandState, dueSteps } from '#domain/coordination/demand.ts';
import { isWarning } from '#domain/notices/reminders.ts';
import { roomResource } from '#domain/record/files.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import { type Clock, createClock } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { inBoth } from '#server/kernel/in-both.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { type CoordinationDeps, concluded, tell } from './coordination-deps.ts';
import { receiversOfCompany } from './flight-order-rooms.ts';
import { membersOf } from './membership.ts';
import type { MessageBody, MessageRow } from './message-views.ts';
import { storeReceivers, touch } from './order-calls.ts';
import { isInForce, orderAsks } from './order-reminders.ts';
import { appendEntry } from './room-record.ts';

export interface OrderRound {
  sounded: number;
  escalated: number;
}

/** Orders that are not acknowledged in time sound for their receivers, and go on to the next one. */
export function createOrderClock(deps: CoordinationDeps & { log: Logger }): Clock<OrderRound> {
  const { database, records, parameters, delivery, turns, clock, log } = deps;
  const system = systemCaller();

  /** What is due of one message, in one transaction; told after its commit. */
  const settle = (roomId: number, seq: number, now: Date, escalateMs: number): Promise<OrderRound> =>
    turns(roomId, async () => {
      const round: OrderRound = { sounded: 0, escalated: 0 };
      let alarmed: number[] = [];
      const done = await records.transaction(async (transaction) => {
        const { sql } = transaction;
        const room = await sql
          .selectFrom('chatRoom')
          .selectAll()
          .where('id', '=', roomId)
          .where('closedAt', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        const row = await sql
          .selectFrom('chatMessage')
          .selectAll()
          .where('roomId', '=', roomId)
          .where('seq', '=', seq)
          .where('withdrawnAt', 'is', null)
          .executeTakeFirst();
        const receivers = await receiversOf(sql, { roomId, seq });
        const { demand, flightOrder, textEn } = (row?.body ?? {}) as MessageBody;
        const anyOne = demand?.anyOne ?? false;
        if (!room || !row || demandState(receivers, anyOne) === 'acknowledged') {
          // Nobody is asked any more: it is not looked at again.
          const waiting = receivers.filter(({ acknowledgedAt }) => acknowledgedAt === null);
          await mark(
            sql,
            { roomId, seq },
            waiting.map(({ userId }) => userId),
            'escalatedAt',
            now,
          );
          return null;
        }
        const { sound, escalate } = dueSteps(receivers, now.getTime(), escalateMs, anyOne);
        if (sound.length + escalate.length === 0) return null;
        // Whoever has left the room since is told nothing more of it: it goes on to the next who is in it.
        const inside = new Set([
          ...(await membersOf(sql, room)),
          ...(flightOrder === undefined ? [] : await acknowledging(sql, flightOrder)),
        ]);
        alarmed = sound.filter((user) => inside.has(user));
        await mark(sql, row, sound, 'soundedAt', now);
        await mark(sql, row, escalate, 'escalatedAt', now);
        round.sounded = alarmed.length;
        let entry = room.lastSeq;
        const known = new Set(receivers.map(({ userId }) => userId));
        const next = demand?.next.find(({ id }) => !known.has(id) && inside.has(id));
        if (escalate.length > 0 && demand && next) {
          const level = Math.max(...receivers.map((one) => one.level)) + 1;
          const made = await appendEntry(sql, room, { userId: 0, name: '' }, now, {
            kind: 'escalation',
            about: seq,
            body: { from: escalate, to: next, level },
          });
          entry = made.seq;
          const dueAt = new Date(now.getTime() + demand.withinS * 1000).toISOString();
          await storeReceivers(sql, row, [next], { level, dueAt });
          alarmed.push(next.id);
          round.escalated = 1;
        }
        const nameEn = await storedNamesIn(sql, 'en', [row.authorName]);
        for (const user of alarmed) {
          const { content, contentEn } = inBoth((locale) => {
            const isEn = locale === 'en';
            const name = isEn ? nameEn(row.authorName) : row.authorName;
            const text = ((isEn ? textEn : undefined) ?? row.text).slice(0, 300);
            return textIn({ key: 'coordination.orderWaits', values: { name, text } }, locale);
          });
          const reminder = {
            user,
            content,
            contentEn,
            documentResource: roomResource,
            documentId: roomId,
            asks: orderAsks,
            isWarning: isWarning(orderAsks),
          };
          await records.create(system, 'reminder', reminder, transaction);
        }
        const changed = entry > row.changedSeq && round.escalated > 0 ? await touch(sql, row, entry) : row;
        return concluded(sql, room, { answer: null, changed: [changed] });
      });
      if (done) {
        tell(delivery, done);
        for (const message of done.changed) delivery.due(message, alarmed);
      }
      return round;
    });

  return createClock({
    database,
    name: 'roomOrders',
    pattern: '*/2 * * * * *',
    clock,
    async round(now) {
      const escalateMs = (await parameters.number('message.orderEscalateS')) * 1000;
      const { rows } = await raw<{ roomId: number; seq: number }>`
        select distinct x.room_id, x.seq from chat_receiver x
          join chat_message m on m.room_id = x.room_id and m.seq = x.seq and ${isInForce}
        where x.acknowledged_at is null and x.escalated_at is null and x.due_at <= ${now.toISOString()}::timestamptz
          and (x.sounded_at is null or x.sounded_at <= ${new Date(now.getTime() - escalateMs).toISOString()}::timestamptz)
        order by x.room_id, x.seq limit 500`.execute(database.kysely);
      const total: OrderRound = { sounded: 0, escalated: 0 };
      for (const { roomId, seq } of rows) {
        const { sounded, escalated } = await settle(roomId, seq, now, escalateMs);
        total.sounded += sounded;
        total.escalated += escalated;
      }
      return total;
    },
    none: { sounded: 0, escalated: 0 },
    report(done) {
      if (done.sounded + done.escalated > 0) log.info(done, 'orders in rooms were not acknowledged in time');
    },
    log,
  });
}

/** Who acknowledges a stop or recall, whatever rooms they use. */
async function acknowledging(sql: Sql, order: number): Promise<number[]> {
  const row = await sql
    .selectFrom('flightOrder')
    .select('company')
    .where('id', '=', order)
    .executeTakeFirstOrThrow();
  const people = await receiversOfCompany(sql, row.company);
  return people.filter(({ acknowledges }) => acknowledges).map(({ id }) => id);
}

async function receiversOf(
  sql: Sql,
  { roomId, seq }: Pick<MessageRow, 'roomId' | 'seq'>,
): Promise<DemandReceiver[]> {
  return sql
    .selectFrom('chatReceiver')
    .selectAll()
    .where('roomId', '=', roomId)
    .where('seq', '=', seq)
    .execute();
}

async function mark(
  sql: Sql,
  { roomId, seq }: Pick<MessageRow, 'roomId' | 'seq'>,
  users: readonly number[],
  field: 'soundedAt' | 'escalatedAt',
  now: Date,
): Promise<void> {
  if (users.length === 0) return;
  await sql
    .updateTable('chatReceiver')
    .set({ [field]: now.toISOString() })
    .where('roomId', '=', roomId)
    .where('seq', '=', seq)
    .where('userId', 'in', [...users])
    .execute();
}
