/**
 * Rooms by what makes their members. `direct`: two users. `group`, `meeting`: whom somebody added. `company`: everybody of
 * a company. `position`: whoever is signed on to a watch position, and who joined to speak with them. `plan`, `airspace`,
 * `encounter` (an alert): the parties of a document.
 */
export const documentKinds = ['plan', 'airspace', 'encounter'] as const;
export const roomKinds = ['direct', 'group', 'company', 'position', ...documentKinds, 'meeting'] as const;
export type RoomKind = (typeof roomKinds)[number];

/** What a user opens by its subject; there is one room of each, until it is closed. */
export const openedKinds = ['direct', 'company', 'position', ...documentKinds] as const;
export type OpenedKind = (typeof openedKinds)[number];

export const isOfDocument = (kind: RoomKind): kind is (typeof documentKinds)[number] =>
  documentKinds.some((one) => one === kind);

/** `event`: what happened in the room (somebody was added, it was closed), said by the server. */
export const messageKinds = ['text', 'order', 'information', 'event'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What stands in the record of a room, in one order; each entry is hashed over the one before it. */
export const entryKinds = [
  'message',
  'edit',
  'withdrawal',
  'pin',
  'unpin',
  'acknowledgement',
  'escalation',
  'event',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What happened in a room, beside what people wrote. */
export const roomEvents = ['opened', 'added', 'joined', 'removed', 'left', 'renamed', 'closed'] as const;
export type RoomEvent = (typeof roomEvents)[number];

/** Record types that a message may refer to: each reader sees of it what they may read. */
export const referredTypes = ['plan', 'airspace', 'encounter', 'notam', 'notice'] as const;

export const longestMessage = 4000;
/** Of the name of a room, and of a place. */
export const longestLabel = 100;
/** Of why a room is closed. */
export const longestReason = 500;
export const mostMembers = 2000;

/** Seconds in which an order may be asked to be acknowledged. */
export const shortestDemandS = 10;
export const longestDemandS = 86_400;
