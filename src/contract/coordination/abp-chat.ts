import { type Static, Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id, orNull } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { chatters } from './shapes.ts';

const permission = chatters;
const nothing = Type.Null();
const tenantId = Type.Optional(orNull(Type.Integer()));
const ofUser = Type.Object({ userId: id, tenantId });
const one = Type.Union([Type.Literal(1), Type.Literal(2)]);

const friend = Type.Object({
  friendUserId: Type.Integer(),
  friendTenantId: nothing,
  friendUserName: Type.String(),
  friendTenancyName: nothing,
  friendProfilePictureId: nothing,
  unreadMessageCount: Type.Integer(),
  isOnline: Type.Boolean(),
  /** 1 accepted, 2 blocked by the caller. */
  state: one,
});
export type AbpFriend = Static<typeof friend>;

const message = Type.Object({
  id: Type.Integer(),
  userId: Type.Integer(),
  tenantId: nothing,
  targetUserId: Type.Integer(),
  targetTenantId: nothing,
  /** 1 sender, 2 receiver. */
  side: one,
  /** 1 unread, 2 read. */
  readState: one,
  receiverReadState: one,
  message: Type.String(),
  /** UTC, ISO 8601. */
  creationTime: Type.String(),
  sharedMessageId: nullable(Type.String()),
});

/** Rooms of two as clients written for ABP know them (wire.md §3): a friend is whom one has such a room with. */
export const abpChat = {
  GetUserChatFriendsWithSettings: call({
    verb: 'GET',
    permission,
    summary: 'With whom the caller has a room of two, and how many messages are unread',
    input: Type.Object({}),
    output: Type.Object({ serverTime: Type.String(), friends: Type.Array(friend) }),
  }),
  GetUserChatMessages: call({
    verb: 'GET',
    permission,
    summary: 'The last 50 messages with a user, or those before one',
    input: Type.Object({
      userId: id,
      tenantId,
      minMessageId: Type.Optional(orNull(Type.Integer({ minimum: 0 }))),
    }),
    output: Type.Object({ items: Type.Array(message) }),
  }),
  MarkAllUnreadMessagesOfUserAsRead: call({
    verb: 'POST',
    permission,
    summary: 'The caller has read all that a user sent them',
    input: ofUser,
    output: Type.Null(),
  }),
};

export const abpFriendship = {
  CreateFriendshipRequest: call({
    verb: 'POST',
    permission,
    summary: 'A room of two with a user; nobody has to accept it',
    input: ofUser,
    output: friend,
  }),
  CreateFriendshipRequestByUserName: call({
    verb: 'POST',
    permission,
    summary: 'The same, by the name with which the user signs in',
    input: Type.Object({
      userName: Type.String({ minLength: 1, maxLength: 256 }),
      tenancyName: Type.Optional(orNull(Type.String({ maxLength: 64 }))),
    }),
    output: friend,
  }),
  BlockUser: call({
    verb: 'POST',
    permission,
    summary: 'Takes no more messages from a user in the room of two',
    input: ofUser,
    output: Type.Null(),
  }),
  UnblockUser: call({
    verb: 'POST',
    permission,
    summary: 'Takes messages from a user again',
    input: ofUser,
    output: Type.Null(),
  }),
  AcceptFriendshipRequest: call({
    verb: 'POST',
    permission,
    summary: 'As UnblockUser: rooms of two wait for nobody',
    input: ofUser,
    output: Type.Null(),
  }),
};

/** What a client written for ABP says on the chat hub. */
export interface SendChatMessageInput {
  tenantId?: number | null;
  userId: number;
  userName?: string | null;
  tenancyName?: string | null;
  profilePictureId?: string | null;
  message: string;
}
