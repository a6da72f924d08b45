import { sql as raw } from 'kysely';
import type { RoomKind } from '#domain/coordination/kinds.ts';
import { roomResource } from '#domain/record/files.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { endReminders } from '#server/features/notices/reminders.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { orderAsks } from './order-reminders.ts';
import type { RoomRow } from './room-record.ts';

export interface NewRoom {
  kind: RoomKind;
  name?: string;
  military?: boolean;
  /** The company, position, plan, airspace, alert or meeting. */
  subject?: number | null;
  /** There is one open room with it. */
  key?: string;
}

/** A new room, or the open one with that key, locked. Two who open it at the same instant open one. */
export async function makeRoom(
  sql: Sql,
  by: Pick<Caller['actor'], 'userId' | 'name'>,
  now: Date,
  { kind, name, military = false, subject = null, key }: NewRoom,
): Promise<{ room: RoomRow; made: boolean }> {
  const at = now.toISOString();
  const author = by.userId > 0 ? by.userId : null;
  const { rows } = await raw<RoomRow>`
    insert into chat_room (kind, name, military, subject, key, last_hash, dropped_hash, active_at, created_at, created_by, created_by_name)
    values (${kind}, ${name ?? null}, ${military}, ${subject}, ${key ?? null}, '', '', ${at}::timestamptz, ${at}::timestamptz,
      ${author}, ${author === null ? null : by.name})
    on conflict (key) where closed_at is null do nothing
    returning *`.execute(sql);
  const [made] = rows;
  if (made) return { room: made, made: true };
  const room = await sql
    .selectFrom('chatRoom')
    .selectAll()
    .where('key', '=', key ?? '')
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { room, made: false };
}

/** Those who are in it by hand already stay as they are; an owner is made one. */
export async function addMembers(
  sql: Sql,
  room: number,
  users: readonly number[],
  now: Date,
  { owner = false }: { owner?: boolean } = {},
): Promise<void> {
  if (users.length === 0) return;
  await raw`
    insert into chat_member as m (room_id, user_id, owner, added_at)
    select ${room}, u, ${owner}, ${now.toISOString()}::timestamptz from unnest(${[...users]}::bigint[]) as u
    on conflict (room_id, user_id) do update set owner = m.owner or excluded.owner`.execute(sql);
}

/**
 * Users are in the room by hand no more, and are reminded of its orders no more, which they could not acknowledge.
 * @returns those of them who were in it.
 */
export async function removeMembers(
  records: Pick<Records, 'trash'>,
  transaction: Transaction,
  room: number,
  users: readonly number[],
): Promise<number[]> {
  const rows = await transaction.sql
    .deleteFrom('chatMember')
    .where('roomId', '=', room)
    .where('userId', 'in', [...users])
    .returning('userId')
    .execute();
  const removed = rows.map(({ userId }) => userId);
  for (const user of removed)
    await endReminders(records, transaction, { type: orderAsks, resource: roomResource, id: room, user });
  return removed;
}
