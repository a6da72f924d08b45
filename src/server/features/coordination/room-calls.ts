import { sql as raw } from 'kysely';
import type { RoomView } from '#contract/coordination/rooms.ts';
import {
  isOfDocument,
  longestLabel,
  longestReason,
  type OpenedKind,
  type RoomKind,
} from '#domain/coordination/kinds.ts';
import { rightsIn } from '#domain/coordination/rights.ts';
import { boundToCompanies } from '#domain/identity/access.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { contactsOf, namedContacts, positionKey, positionsOf } from './contacts.ts';
import { type CoordinationDeps, changeRoom, concluded, tell } from './coordination-deps.ts';
import { holdsOpenFlightOrder } from './flight-order-rooms.ts';
import { ensureOwner, membersOf, ownership, waysIn } from './membership.ts';
import { messageViews } from './message-views.ts';
import { enterRoom } from './room-access.ts';
import { isUnread, membersIn, readerOf, roomOf, roomsOf } from './room-list.ts';
import { addMembers, makeRoom, removeMembers } from './room-making.ts';
import type { RoomRow } from './room-record.ts';
import { closeRoom } from './room-seal.ts';
import { sayEvent, visibleLine } from './say.ts';

type RoomHandlers = Pick<
  Handlers<'Coordination'>,
  | 'GetRooms'
  | 'GetRoom'
  | 'GetContacts'
  | 'OpenRoom'
  | 'CreateRoom'
  | 'RenameRoom'
  | 'AddMembers'
  | 'RemoveMember'
  | 'LeaveRoom'
  | 'CloseRoom'
  | 'MarkRead'
>;

const notYours = () => new AppError('forbidden', { key: 'coordination.notYours' });

export function roomCalls(deps: CoordinationDeps): RoomHandlers {
  const { database, records, delivery, online, clock } = deps;
  const { kysely } = database;

  return {
    async GetRooms({ closed = false, skipCount = 0, maxResultCount = 500 }, caller) {
      const where = closed ? raw`r.closed_at is not null` : raw`r.closed_at is null`;
      const { totalCount, items } = await roomsOf(kysely, readerOf(caller), {
        where,
        skip: skipCount,
        most: maxResultCount,
      });
      return { totalCount, unread: items.reduce((sum, { unread }) => sum + unread, 0), items };
    },

    async GetRoom({ id }, caller): Promise<RoomView> {
      const { room, ways } = await enterRoom(kysely, caller, id);
      const summary = await roomOf(kysely, readerOf(caller), id);
      const pinned = await kysely
        .selectFrom('chatMessage')
        .selectAll()
        .where('roomId', '=', id)
        .where('pinnedAt', 'is not', null)
        .where('withdrawnAt', 'is', null)
        .orderBy('pinnedAt', 'desc')
        .orderBy('seq', 'desc')
        .limit(100)
        .execute();
      const rights = rightsIn(summary.kind, ways);
      const isOpen = room.closedAt === null;
      return {
        ...summary,
        createdAt: room.createdAt,
        createdByName: (await storedNamesIn(kysely, caller.locale, [room.createdByName]))(room.createdByName),
        members: await membersIn(kysely, room, caller.locale, online()),
        pins: await messageViews(kysely, pinned, caller.locale),
        mayWrite: isOpen,
        mayManage: isOpen && rights.manage,
        mayLeave: isOpen && rights.leave,
      };
    },

    GetContacts: async (input, caller) => ({
      ...(await contactsOf(kysely, caller, input, online())),
      positions: await positionsOf(kysely, caller),
    }),

    async OpenRoom({ kind, subject }, caller) {
      await assertMayOpen(caller, kind, subject);
      const { actor } = caller;
      const key =
        kind === 'direct'
          ? directKey(actor.userId, subject)
          : kind === 'position'
            ? await positionKey(kysely, actor, subject)
            : `${kind}:${subject}`;
      const done = await records.transaction(async ({ sql }) => {
        const people = kind === 'direct' ? [actor.userId, subject] : [];
        const { room, made } = await makeRoom(sql, actor, clock(), {
          kind,
          key,
          subject: kind === 'direct' ? null : subject,
        });
        if (made && people.length > 0) await addMembers(sql, room.id, people, clock());
        if (kind === 'direct')
          return concluded(sql, room, { answer: room.id, ...(made ? { room: {} } : {}) });
        if (made) {
          const said = await sayEvent(sql, room, actor, clock(), { type: 'opened' });
          await enterByHand(sql, caller, room);
          return concluded(sql, room, { answer: room.id, said: [said], room: {} });
        }
        const joined = await enterByHand(sql, caller, room);
        if (!joined) return concluded(sql, room, { answer: room.id });
        const said = await sayEvent(sql, room, actor, clock(), { type: 'joined' });
        return concluded(sql, room, { answer: room.id, said: [said], room: {} });
      });
      tell(delivery, done);
      return { id: done.answer };
    },

    async CreateRoom({ name: entered, members, military = false }, { actor }) {
      const name = roomName(entered);
      if (military && boundToCompanies(actor)) throw fieldError('military', 'coordination.militaryByBodies');
      const done = await records.transaction(async ({ sql }) => {
        const users = await namedContacts(sql, actor, members, 'members');
        const { room } = await makeRoom(sql, actor, clock(), { kind: 'group', name, military });
        await addMembers(sql, room.id, [actor.userId], clock(), { owner: true });
        await addMembers(
          sql,
          room.id,
          users.map(({ id }) => id),
          clock(),
        );
        const said = await sayEvent(sql, room, actor, clock(), { type: 'opened', users, text: name });
        return concluded(sql, room, { answer: room.id, said: [said], room: {} });
      });
      tell(delivery, done);
      return { id: done.answer };
    },

    RenameRoom: ({ id, name: entered }, caller) =>
      changeRoom(deps, caller, id, async (sql, { room, ways }) => {
        const { kind } = room;
        const name = roomName(entered);
        if (!rightsIn(kind as RoomView['kind'], ways).manage) throw notYours();
        if (kind !== 'group' && kind !== 'meeting') throw fieldError('name', 'coordination.namedBySubject');
        const said = await sayEvent(sql, room, caller.actor, clock(), { type: 'renamed', text: name });
        await sql.updateTable('chatRoom').set({ name }).where('id', '=', id).execute();
        return { answer: null, said: [said], room: {} };
      }),

    AddMembers: ({ id, users }, caller) =>
      changeRoom(deps, caller, id, async (sql, { room, ways }) => {
        const rights = rightsIn(room.kind as RoomView['kind'], ways);
        if (!rights.manage) throw notYours();
        const named = await namedContacts(sql, caller.actor, users, 'users');
        const there = new Set(await membersOf(sql, room));
        const added = named.filter((one) => !there.has(one.id));
        if (added.length === 0) return { answer: null };
        const said = await sayEvent(sql, room, caller.actor, clock(), { type: 'added', users: added });
        await addMembers(
          sql,
          id,
          added.map((one) => one.id),
          clock(),
        );
        return { answer: null, said: [said], room: {} };
      }),

    RemoveMember: ({ id, user }, caller) =>
      changeRoom(deps, caller, id, async (sql, { room, ways }, transaction) => {
        if (!rightsIn(room.kind as RoomView['kind'], ways).manage) throw notYours();
        const theirs = await waysIn(sql, room, user);
        if (!theirs.includes('added') || user === caller.actor.userId)
          throw fieldError('user', 'coordination.notAdded');
        const named = await sql.selectFrom('user').select(['id', 'name']).where('id', '=', user).execute();
        const said = await sayEvent(sql, room, caller.actor, clock(), { type: 'removed', users: named });
        await removeMembers(records, transaction, id, [user]);
        return { answer: null, said: [said], room: { also: [user] } };
      }),

    LeaveRoom: ({ id }, caller) =>
      changeRoom(deps, caller, id, async (sql, { room, ways }, transaction) => {
        if (!rightsIn(room.kind as RoomView['kind'], ways).leave) throw notYours();
        const { userId } = caller.actor;
        const said = await sayEvent(sql, room, caller.actor, clock(), { type: 'left' });
        await removeMembers(records, transaction, id, [userId]);
        // Somebody has to be able to close it.
        if (ways.includes('owner')) await ensureOwner(sql, id);
        return { answer: null, said: [said], room: { also: [userId] } };
      }),

    CloseRoom: ({ id, reason }, caller) =>
      changeRoom(deps, caller, id, async (sql, { room, ways }, transaction) => {
        if (!rightsIn(room.kind as RoomView['kind'], ways).close) throw notYours();
        if (await holdsOpenFlightOrder(sql, id)) throw refused('coordination.flightOrderOpen');
        const said = await sayEvent(sql, room, caller.actor, clock(), {
          type: 'closed',
          text: visibleLine(reason ?? '', longestReason) || null,
        });
        await closeRoom(records, transaction, room, deps.seal);
        return { answer: null, said: [said], room: {} };
      }),

    async MarkRead({ room: id, seq }, caller) {
      const { room } = await enterRoom(kysely, caller, id);
      const readSeq = Math.min(seq, room.lastSeq);
      const { rows } = await raw<{ readSeq: number }>`
        insert into chat_cursor as c (room_id, user_id, read_seq, read_at)
        values (${id}, ${caller.actor.userId}, ${readSeq}, ${clock().toISOString()}::timestamptz)
        on conflict (room_id, user_id) do update set read_seq = greatest(c.read_seq, excluded.read_seq),
          read_at = case when excluded.read_seq > c.read_seq then excluded.read_at else c.read_at end
        returning read_seq`.execute(kysely);
      const now = rows[0]?.readSeq ?? readSeq;
      deps.reading.read(room, caller.actor.userId, now);
      if (room.kind === 'direct') await tellAuthor(room, caller.actor.userId);
      return { readSeq: now };
    },
  };

  /** In a room of two, the other user hears when all that they sent was read. */
  async function tellAuthor(room: RoomRow, reader: number): Promise<void> {
    const [other] = (await membersOf(kysely, room)).filter((user) => user !== reader);
    const { rows } = await raw`
      select 1 from chat_message m left join chat_cursor c on c.room_id = m.room_id and c.user_id = ${reader}
      where m.room_id = ${room.id} and ${isUnread(raw`${reader}::bigint`)} limit 1`.execute(kysely);
    if (other !== undefined && rows.length === 0) delivery.readAll(reader, other);
  }

  /** Whoever may see what the room is of may speak there. */
  async function assertMayOpen(caller: Caller, kind: OpenedKind, subject: number): Promise<void> {
    const { actor } = caller;
    if (kind === 'direct') await namedContacts(kysely, actor, [subject], 'subject').then(refuseMyself);
    else if (kind === 'company') {
      if (!actor.companyIds.includes(subject)) await records.get(caller, 'company', subject);
    } else if (kind !== 'position') {
      // An alert is told before it has its record.
      if (kind === 'encounter') await deps.alertRecorded(subject);
      await records.get(caller, kind, subject);
    }
  }

  /**
   * A user who opens a room is added to it where nothing else makes them a member, and owns that of a document where it has
   * no owner. True: they were not in it before.
   */
  async function enterByHand(sql: Sql, { actor }: Caller, room: RoomRow): Promise<boolean> {
    const { userId } = actor;
    const ways = await waysIn(sql, room, userId);
    const { mayOwn, isOwned } = await ownership(sql, room.id, userId);
    // Companies see each other's airspaces, but not the rooms about them.
    if (room.kind === 'airspace' && ways.length === 0 && !mayOwn)
      throw new AppError('forbidden', { key: 'coordination.notParty' });
    const owner = isOfDocument(room.kind as RoomKind) && mayOwn && !isOwned;
    if (ways.length === 0 || owner) await addMembers(sql, room.id, [userId], clock(), { owner });
    return ways.length === 0;
  }
}

/** A name of which members see nothing is refused. */
function roomName(entered: string): string {
  const name = visibleLine(entered, longestLabel);
  if (name === '') throw fieldError('name', 'coordination.noName');
  return name;
}

function refuseMyself(found: unknown[]): void {
  if (found.length === 0) throw fieldError('subject', 'coordination.withOneself');
}

export const directKey = (one: number, other: number) =>
  `direct:${Math.min(one, other)}:${Math.max(one, other)}`;
