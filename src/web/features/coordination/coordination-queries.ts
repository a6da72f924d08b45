import { keepPreviousData, type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { RoomSummary, RoomView } from '#contract/coordination/rooms.ts';
import { type ChatMessage, chatters } from '#contract/coordination/shapes.ts';
import type { OutputOf } from '#contract/services.ts';
import { useHolds } from '#web/client/access.ts';
import type { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';

export type RoomList = OutputOf<'Coordination', 'GetRooms'>;

const mostRooms = 500;

/** Everything of coordination lies below the first. */
export const chatKeys = {
  all: ['coordination'],
  rooms: ['coordination', 'rooms'],
  openRooms: ['coordination', 'rooms', false],
  room: (id: number) => ['coordination', 'room', id],
  contacts: ['coordination', 'contacts'],
} as const;

export const useMayChat = (): boolean => useHolds(chatters);

/** The rooms of the user, the last active first; `closed`: those that have ended. */
export function useRooms(closed = false, enabled = true) {
  return useQuery<RoomList, RequestError>({
    queryKey: [...chatKeys.rooms, closed],
    queryFn: () =>
      callService('Coordination', 'GetRooms', { ...(closed ? { closed } : {}), maxResultCount: mostRooms }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

export function useRoom(id: number | null) {
  return useQuery<RoomView, RequestError>({
    queryKey: chatKeys.room(id ?? 0),
    queryFn: id === null ? skipToken : () => callService('Coordination', 'GetRoom', { id }),
  });
}

/** With whom the user may speak, by a part of their name. */
export function useContacts(query: string, enabled = true, most = 100) {
  return useQuery<OutputOf<'Coordination', 'GetContacts'>, RequestError>({
    queryKey: [...chatKeys.contacts, query, most],
    queryFn: () =>
      callService('Coordination', 'GetContacts', { ...(query ? { query } : {}), maxResultCount: most }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The list with a message that has come: its room is the last active, and counts it where somebody else sent it. */
export function roomsWith(list: RoomList, message: ChatMessage, me: number | undefined): RoomList {
  const room = list.items.find(({ id }) => id === message.room);
  if (!room || message.seq <= room.lastSeq) return list;
  const counts = message.author !== me && message.kind !== 'event';
  const changed: RoomSummary = {
    ...room,
    lastSeq: message.seq,
    activeAt: message.sentAt,
    lastMessage: {
      seq: message.seq,
      authorName: message.authorName,
      text: message.text,
      sentAt: message.sentAt,
    },
    unread: room.unread + (counts ? 1 : 0),
    unreadMentions: room.unreadMentions + (counts && me && message.mentions.includes(me) ? 1 : 0),
  };
  return {
    ...list,
    unread: list.unread + (counts ? 1 : 0),
    items: [changed, ...list.items.filter(({ id }) => id !== room.id)],
  };
}

/** The list after the user has read a room up to this entry. */
export function roomsRead(list: RoomList, id: number, readSeq: number): RoomList {
  const room = list.items.find((one) => one.id === id);
  if (!room || readSeq < room.lastSeq || (room.unread === 0 && room.readSeq >= readSeq)) return list;
  return {
    ...list,
    unread: Math.max(0, list.unread - room.unread),
    items: list.items.map((one) => (one.id === id ? { ...one, readSeq, unread: 0, unreadMentions: 0 } : one)),
  };
}

export function changeOpenRooms(client: QueryClient, of: (list: RoomList) => RoomList): void {
  client.setQueryData<RoomList>(chatKeys.openRooms, (list) => list && of(list));
}
