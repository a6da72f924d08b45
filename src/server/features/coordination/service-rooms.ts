import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type CoordinationDeps, concluded, tell } from './coordination-deps.ts';
import { addMembers, makeRoom, removeMembers } from './room-making.ts';
import { closeRoom } from './room-seal.ts';
import { sayEvent } from './say.ts';

export interface MeetingRoom {
  /** Id of the meeting. */
  meeting: number;
  name: string;
  members: number[];
  /** Who manages and closes it. */
  owner: number;
  military?: boolean;
}

/** Rooms that another feature makes for what it is about. No right is asked: that feature has. */
export interface ServiceRooms {
  /** Makes the room of a meeting, or adds members to it where it is there; its id. Told after the transaction's commit. */
  ofMeeting(caller: Caller, meeting: MeetingRoom, transaction: Transaction): Promise<number>;
  /** Who is invited no more is in the meeting's room no more, a closed one neither. */
  removeFromMeeting(
    caller: Caller,
    meeting: number,
    users: readonly number[],
    transaction: Transaction,
  ): Promise<void>;
  /** The room of a meeting takes its name; one that is closed keeps the name that it was signed with. */
  renameOfMeeting(caller: Caller, meeting: number, name: string, transaction: Transaction): Promise<void>;
  /** Closes and seals a room; one that is closed stays so. */
  close(caller: Caller, room: number, transaction: Transaction): Promise<void>;
}

export function createServiceRooms(deps: CoordinationDeps): ServiceRooms {
  const { delivery, seal, clock } = deps;
  return {
    async ofMeeting({ actor }, { meeting, name, members, owner, military = false }, transaction) {
      const { sql } = transaction;
      const { room, made } = await makeRoom(sql, actor, clock(), {
        kind: 'meeting',
        key: `meeting:${meeting}`,
        subject: meeting,
        name,
        military,
      });
      const there = await sql
        .selectFrom('chatMember')
        .select('userId')
        .where('roomId', '=', room.id)
        .execute();
      const known = new Set(there.map(({ userId }) => userId));
      if (made) await addMembers(sql, room.id, [owner], clock(), { owner: true });
      const added = members.filter((user) => !known.has(user) && user !== owner);
      await addMembers(sql, room.id, added, clock());
      if (!made && added.length === 0) return room.id;
      const users =
        added.length === 0
          ? []
          : await sql
              .selectFrom('user')
              .select(['id', 'name'])
              .where('id', 'in', added)
              .orderBy('name')
              .execute();
      const type = made ? 'opened' : 'added';
      const said = await sayEvent(sql, room, actor, clock(), { type, users, text: made ? name : null });
      const done = await concluded(sql, room, { answer: null, said: [said], room: {} });
      transaction.afterCommit(() => tell(delivery, done));
      return room.id;
    },

    async removeFromMeeting({ actor }, meeting, users, transaction) {
      if (users.length === 0) return;
      const { sql } = transaction;
      const rooms = await sql
        .selectFrom('chatRoom')
        .selectAll()
        .where('kind', '=', 'meeting')
        .where('subject', '=', meeting)
        .forUpdate()
        .execute();
      for (const room of rooms) {
        const removed = await removeMembers(deps.records, transaction, room.id, users);
        if (removed.length === 0) continue;
        const named = await sql
          .selectFrom('user')
          .select(['id', 'name'])
          .where('id', 'in', removed)
          .orderBy('name')
          .execute();
        const said =
          room.closedAt === null
            ? [await sayEvent(sql, room, actor, clock(), { type: 'removed', users: named })]
            : [];
        const done = await concluded(sql, room, { answer: null, said, room: { also: removed } });
        transaction.afterCommit(() => tell(delivery, done));
      }
    },

    async renameOfMeeting({ actor }, meeting, name, transaction) {
      const { sql } = transaction;
      const room = await sql
        .selectFrom('chatRoom')
        .selectAll()
        .where('kind', '=', 'meeting')
        .where('subject', '=', meeting)
        .where('name', 'is distinct from', name)
        .where('closedAt', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!room) return;
      const said = await sayEvent(sql, room, actor, clock(), { type: 'renamed', text: name });
      await sql.updateTable('chatRoom').set({ name }).where('id', '=', room.id).execute();
      const done = await concluded(sql, room, { answer: null, said: [said], room: {} });
      transaction.afterCommit(() => tell(delivery, done));
    },

    async close({ actor }, id, transaction) {
      const { sql } = transaction;
      const room = await sql
        .selectFrom('chatRoom')
        .selectAll()
        .where('id', '=', id)
        .where('closedAt', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!room) return;
      const said = await sayEvent(sql, room, actor, clock(), { type: 'closed' });
      await closeRoom(deps.records, transaction, room, seal);
      const done = await concluded(sql, room, { answer: null, said: [said], room: {} });
      transaction.afterCommit(() => tell(delivery, done));
    },
  };
}
