import type { ChatMessage } from '#contract/coordination/shapes.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { Delivery } from './deliver.ts';
import { membersOf } from './membership.ts';
import { type MessageRow, messageViews } from './message-views.ts';
import type { ReadingNews } from './reading-news.ts';
import { type Entered, enterRoom } from './room-access.ts';
import type { RoomSeal } from './room-seal.ts';
import type { Turns } from './turns.ts';

export interface CoordinationDeps {
  database: Pick<Database, 'kysely' | 'locks' | 'transaction'>;
  records: Pick<Records, 'get' | 'transaction' | 'create' | 'trash' | 'purge'>;
  parameters: Pick<Parameters, 'number'>;
  seal: RoomSeal;
  /** Signs exported records: Ed25519, 32 octets. */
  privateKey: Uint8Array;
  delivery: Delivery;
  reading: Pick<ReadingNews, 'read'>;
  turns: Turns;
  /** Resolves once an alert that is told has its record. */
  alertRecorded: (id: number) => Promise<void>;
  /** Acknowledges a stop or recall of a flight, with the order in the room of its plan. */
  acknowledgeFlightOrder: (caller: Caller, order: number, remark: string | null) => Promise<void>;
  /** Ids of the users who are connected now. */
  online: () => ReadonlySet<number>;
  clock: () => Date;
}

/** What a change of a room leaves to be told once it is committed. */
export interface Told {
  said?: MessageRow[];
  changed?: MessageRow[];
  /** The room itself has changed, for its members and for these. */
  room?: { also?: number[] };
}

/**
 * A change in a room that the caller is in: one at a time, in one transaction, and told to its members after the commit.
 * `work` answers with what it changed.
 */
export async function changeRoom<T>(
  { records, delivery, turns }: CoordinationDeps,
  caller: Pick<Caller, 'actor'>,
  id: number,
  work: (sql: Sql, entered: Entered, transaction: Transaction) => Promise<{ answer: T } & Told>,
): Promise<T> {
  return turns(id, async () => {
    const done = await records.transaction(async (transaction) => {
      const { sql } = transaction;
      const entered = await enterRoom(sql, caller, id, { lock: true });
      return concluded(sql, entered.room, await work(sql, entered, transaction));
    });
    tell(delivery, done);
    return done.answer;
  });
}

export interface Concluded<T> {
  answer: T;
  room: Entered['room'];
  members: number[];
  said: ChatMessage[];
  changed: ChatMessage[];
  also: number[] | null;
}

/** What is to be told, as the transaction leaves it: to those who are members at its end. */
export async function concluded<T>(
  sql: Sql,
  room: Entered['room'],
  { answer, said = [], changed = [], room: roomToo }: { answer: T } & Told,
): Promise<Concluded<T>> {
  const silent = said.length === 0 && changed.length === 0 && !roomToo;
  return {
    answer,
    room,
    members: silent ? [] : await membersOf(sql, room),
    said: await messageViews(sql, said),
    changed: await messageViews(sql, changed),
    also: roomToo ? (roomToo.also ?? []) : null,
  };
}

export function tell(
  delivery: Delivery,
  { room, members, said, changed, also }: Omit<Concluded<unknown>, 'answer'>,
): void {
  if (said.length > 0) delivery.said(room, said, members);
  for (const message of changed) delivery.changed(message, members);
  if (also) delivery.roomChanged(room.id, [...new Set([...members, ...also])]);
}
