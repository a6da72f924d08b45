import type { MemberBy } from '#domain/coordination/rights.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { waysIn } from './membership.ts';
import type { RoomRow } from './room-record.ts';

export interface Entered {
  room: RoomRow;
  /** How the caller is in it: never empty. */
  ways: MemberBy[];
}

/** As a room that there is not: nobody learns of one they are not in. */
export const noRoom = () => new AppError('notFound', { key: 'coordination.noRoom' });

/**
 * A room that the caller is in; any other is not there, for administrators too. `lock`: until the transaction ends, so that
 * what is said in it comes one after another, and nobody speaks who has just been removed.
 */
export async function enterRoom(
  sql: Sql,
  { actor }: Pick<Caller, 'actor'>,
  id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<Entered> {
  const query = sql.selectFrom('chatRoom').selectAll().where('id', '=', id);
  const room = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!room) throw noRoom();
  const ways = await waysIn(sql, room, actor.userId);
  if (ways.length === 0) throw noRoom();
  return { room, ways };
}
