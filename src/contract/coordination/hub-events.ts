import type { AbpFriend } from './abp-chat.ts';
import type { ChatMessage } from './shapes.ts';

/** A message as clients written for ABP take it (wire.md §3): beside ours, in rooms of two. */
export interface AbpChatMessage {
  /** Whose side of the conversation it is. */
  userId: number;
  tenantId: null;
  targetUserId: number;
  targetTenantId: null;
  /** 1 sender, 2 receiver. */
  side: 1 | 2;
  /** 1 unread, 2 read. */
  readState: 1 | 2;
  receiverReadState: 1 | 2;
  message: string;
  /** UTC ISO 8601. */
  creationTime: string;
  sharedMessageId: string;
}

/** A user as clients of ABP name one. */
export interface AbpUser {
  tenantId: null;
  userId: number;
}

/** To the members of a room alone. */
export interface ChatEvents {
  /** A new message. Those of a room come by several servers: their order is that of `seq`, and a gap is asked for. */
  getChatMessage: [message: ChatMessage & Partial<AbpChatMessage>];
  /** The same, of a military room. */
  getMilitaryChatMessage: [message: ChatMessage];
  /** A message was edited, withdrawn, pinned, unpinned, acknowledged or escalated: this is how it stands now. */
  chatMessageChanged: [message: ChatMessage];
  /** To a receiver of an order who has not acknowledged it in time, or to whom it was escalated: it sounds. */
  chatOrderDue: [message: ChatMessage];
  /** Members have read further; gathered for a second, and in rooms of many not told at all. */
  chatRead: [read: { room: number; readers: { userId: number; readSeq: number; readAt: string }[] }];
  /** The room was made, renamed or closed, its members have changed, or it is no longer there for this user: ask again. */
  chatRoomChanged: [change: { room: number }];
  /** As ABP's clients take it, to who has called `Register` on the chat hub: with whom they have rooms of two. */
  getAllFriends: [friends: AbpFriend[]];
  /** To the same: one of these has come, or has gone. */
  getUserConnectNotification: [user: AbpUser, isConnected: boolean];
  /** As ABP's clients take it: a room of two was opened, by the user themselves or by the friend. */
  getFriendshipRequest: [friend: AbpFriend, isOwnRequest: boolean];
  /** The user has blocked (2) or unblocked (1) another, on any of their connections. */
  getUserStateChange: [user: AbpUser, state: 1 | 2];
  /** The user has read all that this one sent them. */
  getallUnreadMessagesOfUserRead: [user: AbpUser];
  /** This one has read all that the user sent them. */
  getReadStateChange: [user: AbpUser];
}
