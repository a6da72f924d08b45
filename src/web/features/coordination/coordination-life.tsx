import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { onHubEvent, onReconnected } from '#web/client/hub.ts';
import { gather } from '#web/client/live.ts';
import { currentUser } from '#web/client/session.ts';
import { shownLocale } from '#web/client/shown-locale.ts';
import { useSending } from '#web/client/use-sending.ts';
import {
  changeOpenRooms,
  chatKeys,
  type RoomList,
  roomsWith,
  useMayChat,
  useRooms,
} from './coordination-queries.ts';
import { onlineUsers } from './online.ts';
import { inReaderNames } from './room/reader-names.ts';
import { messageQueue, onSent } from './unsent-messages.ts';

/** What is asked again together, ms. */
const gatherMs = 500;

/** Mounted once in the frame: keeps rooms and presence as the hub says, and sends what was written without a connection. */
export function CoordinationLife() {
  return useMayChat() ? <Life /> : null;
}

function Life() {
  useSending(messageQueue, async () => undefined);
  useLiveRooms();
  return null;
}

function useLiveRooms(): void {
  const client = useQueryClient();
  useRooms();
  useEffect(() => {
    const me = currentUser.get()?.user.id;
    const rooms = gather<number>(gatherMs, (ids) => {
      void client.invalidateQueries({ queryKey: chatKeys.rooms });
      for (const id of new Set(ids)) void client.invalidateQueries({ queryKey: chatKeys.room(id) });
    });
    const heard = (message: ChatMessage) => {
      // A room that is new to the list is asked for with it.
      const list = client.getQueryData<RoomList>(chatKeys.openRooms);
      if (list && !list.items.some(({ id }) => id === message.room)) rooms.add(message.room);
      changeOpenRooms(client, (all) => roomsWith(all, inReaderNames(message, shownLocale.get()), me));
      if (message.kind === 'event') rooms.add(message.room);
    };
    const stops = [
      onHubEvent('chat', 'getChatMessage', heard),
      onHubEvent('chat', 'getMilitaryChatMessage', heard),
      onSent(heard),
      onHubEvent('chat', 'chatMessageChanged', ({ room }) => rooms.add(room)),
      onHubEvent('chat', 'chatRoomChanged', ({ room }) => rooms.add(room)),
      onHubEvent('chat', 'getOnlineClient', (users) =>
        onlineUsers.set(new Set(users.map(({ userId }) => userId))),
      ),
      onReconnected('chat', () => void client.invalidateQueries({ queryKey: chatKeys.all })),
    ];
    return () => {
      rooms.stop();
      for (const stop of stops) stop();
    };
  }, [client]);
}
