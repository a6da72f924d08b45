import { type To, useLocation } from 'react-router';
import { createStore, useStore } from '#web/client/store.ts';

/** The page of a room, at a message where one is named. */
export const roomPath = (id: number, at?: number) =>
  `/coordination/chat?room=${id}${at === undefined ? '' : `&at=${at}`}`;

const situationMap = '/flightWatch/situationmap';

/** Whether the page has room for the rooms beside its map: they open there, and the map stays. */
export const roomsBeside = createStore(false);
export const roomsPanelId = 'chat-rooms-beside';
/** What opens them, in the header. */
export const roomsSignId = 'chat-rooms-sign';

/** In the address of a map: the room that is open beside it, nothing for the list, and the message that is meant in it. */
const [openParameter, messageParameter] = ['rooms', 'at'] as const;
/** Where the map was to open: a way that does not lead to a place leaves the map where it is. */
const viewNames = ['lat', 'lon', 'z'] as const;

export interface RoomsOpen {
  /** Null: the list of rooms. */
  room: number | null;
  at: number | null;
}

/** What is open beside the map by its address; null: nothing. */
export function roomsIn(query: URLSearchParams): RoomsOpen | null {
  const open = query.get(openParameter);
  return open === null ? null : { room: numberIn(open), at: numberIn(query.get(messageParameter) ?? '') };
}

const numberIn = (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null);

/** The address of a map with this open beside it. */
function searchWith(search: string, open: RoomsOpen | null): string {
  const query = new URLSearchParams(search);
  for (const name of [openParameter, messageParameter, ...viewNames]) query.delete(name);
  if (open) query.set(openParameter, String(open.room ?? ''));
  if (open?.at) query.set(messageParameter, String(open.at));
  return query.toString();
}

export interface RoomWays {
  /** Whether they lead to what stands beside the map. */
  beside: boolean;
  /** What of them is open there. */
  open: RoomsOpen | null;
  rooms: To;
  room(id: number, at?: number): To;
  /** The map without rooms beside it; where there is no map, the page of the rooms. */
  closed: To;
  /** The place of the message `<room>.<seq>` on the situation map, seen as `view` says. `over`: the rooms cover the map. */
  place(message: string, view: Record<(typeof viewNames)[number], string>, over: boolean): To;
}

/** The ways to rooms and to what was sent in them: beside the map where the page has one, else to pages of their own. */
export function useRoomWays(): RoomWays {
  const beside = useStore(roomsBeside);
  const { pathname, search } = useLocation();
  if (!beside) {
    return {
      beside,
      open: null,
      rooms: '/coordination/chat',
      room: roomPath,
      closed: '/coordination/chat',
      place: (message, view) => `${situationMap}?${new URLSearchParams({ ...view, place: message })}`,
    };
  }
  const to = (open: RoomsOpen | null): To => ({ pathname, search: searchWith(search, open) });
  const open = roomsIn(new URLSearchParams(search));
  return {
    beside,
    open,
    rooms: to({ room: null, at: null }),
    room: (room, at) => to({ room, at: at ?? null }),
    closed: to(null),
    place(message, view, over) {
      const query = new URLSearchParams(searchWith(search, over ? null : open));
      for (const [name, value] of Object.entries({ ...view, place: message })) query.set(name, value);
      return { pathname, search: query.toString() };
    },
  };
}
