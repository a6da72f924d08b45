import { randomUUID } from 'node:crypto';
import { sql as raw } from 'kysely';
import type { AbpFriend, SendChatMessageInput } from '#contract/coordination/abp-chat.ts';
import type { HubEvents } from '#contract/hub.ts';
import { longestMessage } from '#domain/coordination/kinds.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Handlers } from '#server/http/service.ts';
import { anonymousCaller, type Caller } from '#server/kernel/caller.ts';
import type { Hub } from '#server/signalr/hub-definition.ts';
import { abpSide } from './abp-messages.ts';
import { isContact } from './contacts.ts';
import type { CoordinationDeps } from './coordination-deps.ts';
import { type MessageRow, messageViews } from './message-views.ts';
import { directKey } from './room-calls.ts';
import { roomsOf } from './room-list.ts';
import { visibleText } from './say.ts';

type Rooms = Pick<Handlers<'Coordination'>, 'OpenRoom' | 'MarkRead' | 'Send'>;

const pageLength = 50;

/** Chat and Friendship as clients written for ABP call them: rooms of two, on the same store. */
export function createAbpChat(deps: CoordinationDeps, rooms: Rooms, hub: () => Pick<Hub<HubEvents>, 'user'>) {
  const { database, online, clock } = deps;
  const { kysely } = database;

  async function friendsOf(user: number, only?: number): Promise<AbpFriend[]> {
    const { items } = await roomsOf(
      kysely,
      // A room of two is named by its other user, the same in each language.
      { user, locale: 'zh-Hans' },
      {
        where: raw`r.kind = 'direct' and (${only ?? null}::bigint is null or r.key = ${directKey(user, only ?? 0)})`,
      },
    );
    const ids = items.flatMap(({ subject }) => (subject === null ? [] : [subject]));
    const { rows } = await raw<{ id: number; userName: string; blocked: boolean }>`
      select u.id, u.user_name, exists (select 1 from chat_block b where b.user_id = ${user} and b.blocked_id = u.id) as blocked
      from "user" u where u.id = any(${ids}::bigint[])`.execute(kysely);
    const present = online();
    return items.flatMap(({ subject, unread }) => {
      const found = rows.find(({ id }) => id === subject);
      if (!found) return [];
      return {
        friendUserId: found.id,
        friendTenantId: null,
        friendUserName: found.userName,
        friendTenancyName: null,
        friendProfilePictureId: null,
        unreadMessageCount: unread,
        isOnline: present.has(found.id),
        state: found.blocked ? 2 : 1,
      };
    });
  }

  async function roomWith(user: number, other: number) {
    return kysely
      .selectFrom('chatRoom')
      .selectAll()
      .where('key', '=', directKey(user, other))
      .where('closedAt', 'is', null)
      .executeTakeFirst();
  }

  async function befriend(caller: Caller, userId: number): Promise<AbpFriend> {
    await rooms.OpenRoom({ kind: 'direct', subject: userId }, caller);
    const { userId: me } = caller.actor;
    const [friend] = await friendsOf(me, userId);
    const [mine] = await friendsOf(userId, me);
    if (!friend || !mine) throw new Error('a room of two that was opened is not there');
    hub().user(me).send('getFriendshipRequest', friend, true);
    // A user who has blocked another hears nothing of them.
    if (mine.state === 1) hub().user(userId).send('getFriendshipRequest', mine, false);
    return friend;
  }

  async function block({ actor }: Caller, userId: number, blocked: boolean): Promise<null> {
    const { userId: me } = actor;
    if (!(await roomWith(me, userId))) throw fieldError('userId', 'coordination.noContact', { id: userId });
    if (blocked)
      await raw`insert into chat_block (user_id, blocked_id, at) values (${me}, ${userId}, ${clock().toISOString()}::timestamptz)
        on conflict do nothing`.execute(kysely);
    else await raw`delete from chat_block where user_id = ${me} and blocked_id = ${userId}`.execute(kysely);
    hub()
      .user(me)
      .send('getUserStateChange', { tenantId: null, userId }, blocked ? 2 : 1);
    return null;
  }

  const chat: Handlers<'Chat'> = {
    GetUserChatFriendsWithSettings: async (_, { actor }) => ({
      serverTime: clock().toISOString(),
      friends: await friendsOf(actor.userId),
    }),

    async GetUserChatMessages({ userId, minMessageId }, { actor }) {
      const room = await roomWith(actor.userId, userId);
      if (!room) return { items: [] };
      const { rows } = await raw<MessageRow>`
        select * from chat_message where room_id = ${room.id} and kind <> 'event'
          and (${minMessageId || null}::bigint is null or id < ${minMessageId || null})
        order by seq desc limit ${pageLength}`.execute(kysely);
      const cursors = await kysely
        .selectFrom('chatCursor')
        .select(['userId', 'readSeq'])
        .where('roomId', '=', room.id)
        .execute();
      const readBy = (user: number) => cursors.find((one) => one.userId === user)?.readSeq ?? 0;
      const read = { mine: readBy(actor.userId), theirs: readBy(userId) };
      const views = await messageViews(kysely, rows.reverse(), 'zh-Hans');
      return {
        items: views.map((view) => ({
          id: view.id,
          ...abpSide(view, actor.userId, [actor.userId, userId], read),
        })),
      };
    },

    async MarkAllUnreadMessagesOfUserAsRead({ userId }, caller) {
      const { userId: me } = caller.actor;
      const room = await roomWith(me, userId);
      if (!room || room.lastSeq === 0) return null;
      await rooms.MarkRead({ room: room.id, seq: room.lastSeq }, caller);
      return null;
    },
  };

  const friendship: Handlers<'Friendship'> = {
    CreateFriendshipRequest: ({ userId }, caller) => befriend(caller, userId),
    async CreateFriendshipRequestByUserName({ userName }, caller) {
      const { rows } = await raw<{ id: number }>`
        select u.id from "user" u where lower(u.user_name) = lower(${userName.trim()}) and ${isContact(caller.actor)}`.execute(
        kysely,
      );
      const [found] = rows;
      if (!found) throw fieldError('userName', 'coordination.noSuchContact');
      return befriend(caller, found.id);
    },
    BlockUser: ({ userId }, caller) => block(caller, userId, true),
    UnblockUser: ({ userId }, caller) => block(caller, userId, false),
    AcceptFriendshipRequest: ({ userId }, caller) => block(caller, userId, false),
  };

  return {
    chat,
    friendship,
    friends: (user: number) => friendsOf(user),
    async friendsOfEach(users: readonly number[]): Promise<Map<number, number[]>> {
      const { rows } = await raw<{ userId: number; friends: number[] }>`
        select one.user_id, array_agg(distinct other.user_id) as friends
        from chat_member one join chat_room r on r.id = one.room_id and r.kind = 'direct' and r.closed_at is null
          join chat_member other on other.room_id = r.id and other.user_id <> one.user_id
        where one.user_id = any(${[...users]}::bigint[]) group by one.user_id`.execute(kysely);
      return new Map(rows.map(({ userId, friends }) => [userId, friends.map(Number)]));
    },
    /** `sendMessage` of the chat hub: '' where it was sent, otherwise why not. */
    async sendMessage(
      { actor, locale }: Pick<Caller, 'actor' | 'locale'>,
      { userId, message }: SendChatMessageInput,
    ): Promise<string> {
      const caller = { ...anonymousCaller(locale, 'hub'), actor };
      try {
        if (visibleText(message) === '') throw fieldError('message', 'coordination.noText');
        if (message.length > longestMessage)
          throw fieldError('message', 'coordination.tooLong', { most: longestMessage });
        const { id: room } = await rooms.OpenRoom({ kind: 'direct', subject: userId }, caller);
        await rooms.Send({ room, clientId: randomUUID(), text: message }, caller);
        return '';
      } catch (error) {
        if (error instanceof AppError) return textIn(error.text, locale);
        throw error;
      }
    },
  };
}
