import type { ChatMessage } from '#contract/coordination/shapes.ts';
import type { HubEvents } from '#contract/hub.ts';
import type { Hub } from '#server/signalr/hub-definition.ts';
import { abpSide } from './abp-messages.ts';
import type { RoomRow } from './room-record.ts';

/**
 * Group of the connections to the chat hub that called `Register`: clients written for ABP. They are told of friends, and of
 * messages in rooms of two alone.
 */
export const abpClients = 'abp';

/** What members of a room are told of it, on every server, after it was committed. */
export interface Delivery {
  /** In this order. */
  said(
    room: Pick<RoomRow, 'kind' | 'military'>,
    messages: readonly ChatMessage[],
    members: readonly number[],
  ): void;
  changed(message: ChatMessage, members: readonly number[]): void;
  roomChanged(room: number, users: readonly number[]): void;
  /** Of two users, one has read all that the other sent them, as clients of ABP take it. */
  readAll(reader: number, author: number): void;
  /** It sounds at these users. */
  due(message: ChatMessage, users: readonly number[]): void;
}

export function createDelivery(hub: () => Pick<Hub<HubEvents>, 'users'>): Delivery {
  return {
    said(room, messages, members) {
      const send = (
        event: 'getChatMessage' | 'getMilitaryChatMessage',
        users: readonly number[],
        said: readonly ChatMessage[],
        notIn?: string,
      ) =>
        hub()
          .users([...users], notIn)
          .sendAll(
            event,
            said.map((message) => [message]),
          );
      if (room.military) send('getMilitaryChatMessage', members, messages);
      else if (room.kind !== 'direct') send('getChatMessage', members, messages, abpClients);
      else {
        // To each of two as clients of ABP take it too, who know but their own side.
        for (const user of members)
          send(
            'getChatMessage',
            [user],
            messages.map((message) => ({ ...message, ...abpSide(message, user, members) })),
          );
      }
    },
    readAll(reader, author) {
      hub().users([reader]).send('getallUnreadMessagesOfUserRead', { tenantId: null, userId: author });
      hub().users([author]).send('getReadStateChange', { tenantId: null, userId: reader });
    },
    changed: (message, members) =>
      hub()
        .users([...members])
        .send('chatMessageChanged', message),
    due: (message, users) =>
      hub()
        .users([...users])
        .send('chatOrderDue', message),
    roomChanged: (room, users) =>
      hub()
        .users([...users])
        .send('chatRoomChanged', { room }),
  };
}
