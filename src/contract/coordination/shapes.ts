import { type Static, Type } from '@sinclair/typebox';
import { geometryInput, geometryOutput } from '#contract/geo.ts';
import { id } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import {
  longestDemandS,
  longestLabel,
  longestMessage,
  messageKinds,
  referredTypes,
  roomEvents,
  roomKinds,
  shortestDemandS,
} from '#domain/coordination/kinds.ts';

export const chatters = ['Pages.Chat'];

export const text = nullable(Type.String());
const literals = <const T extends readonly string[]>(values: T) =>
  Type.Union(values.map((value) => Type.Literal(value as T[number])));

export const roomKind = literals(roomKinds);

/** Place of an entry in its room: 1, 2, 3 …, the same for everybody. Messages are those of these numbers that are messages. */
export const seq = Type.Integer({ minimum: 1 });

const person = Type.Object({ id: Type.Integer(), name: Type.String() });
export type ChatPerson = Static<typeof person>;

const receiver = Type.Object({
  userId: Type.Integer(),
  name: Type.String(),
  /** 0: whom the sender named; 1, 2 …: to whom it was escalated. */
  level: Type.Integer(),
  /** UTC, ISO 8601, as all times here. */
  dueAt: Type.String(),
  /** When it sounded because the time was over. */
  soundedAt: text,
  acknowledgedAt: text,
  remark: text,
});

/** How an order or an information stands that its receivers acknowledge by name. */
export const demandView = Type.Object({
  withinS: Type.Integer(),
  /** `open`: somebody has time left. `overdue`: it has sounded. `acknowledged`: everybody has, or one of those it was escalated to. */
  state: literals(['open', 'overdue', 'acknowledged']),
  receivers: Type.Array(receiver),
  /** To whom it goes next where it stays unanswered. */
  next: Type.Array(person),
});
export type DemandView = Static<typeof demandView>;

export const chatFile = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  mediaType: Type.String(),
});

export const referenceShape = Type.Object({ resource: literals(referredTypes), id });

export const chatMessage = Type.Object({
  /** Of all rooms, as ABP's clients name it; here a message is named by `room` and `seq`. */
  id: Type.Integer(),
  room: Type.Integer(),
  seq: Type.Integer(),
  /** Entry that last changed it (edit, withdrawal, pin, acknowledgement); `seq` where none did. */
  changedSeq: Type.Integer(),
  /** As the sender made it, a UUID: by it a page knows its own message when it comes back. */
  clientId: text,
  kind: literals(messageKinds),
  /** Null: the server. */
  author: nullable(Type.Integer()),
  authorName: Type.String(),
  /** Of what the hub sends to readers of both languages: English names by the names above and below. */
  namesEn: Type.Optional(Type.Record(Type.String(), Type.String())),
  sentAt: Type.String(),
  /** Empty where it was withdrawn. */
  text: Type.String(),
  /** Of what the hub sends to readers of both languages: the English text, where the server wrote it. */
  textEn: Type.Optional(Type.String()),
  /** What happened, where `kind` is `event`; the page words it. */
  event: nullable(Type.Object({ type: literals(roomEvents), users: Type.Array(person), text })),
  mentions: Type.Array(Type.Integer()),
  /** The message that it answers to, as that stands now. */
  quote: nullable(
    Type.Object({
      seq: Type.Integer(),
      authorName: Type.String(),
      text: Type.String(),
      withdrawn: Type.Boolean(),
    }),
  ),
  /** Downloaded at `/api/records/chatRoom/{room}/files/{id}`. */
  files: Type.Array(chatFile),
  /** GeoJSON, WGS-84, longitude first. */
  place: nullable(Type.Object({ geometry: geometryOutput, label: text })),
  references: Type.Array(referenceShape),
  editedAt: text,
  withdrawnAt: text,
  pinnedAt: text,
  demand: nullable(demandView),
  /** The stop or recall of the room's plan that it gives. */
  flightOrder: Type.Optional(Type.Integer()),
});
export type ChatMessage = Static<typeof chatMessage>;
export type MessageEvent = NonNullable<ChatMessage['event']>;

const body = Type.String({ maxLength: longestMessage });

/** What somebody writes. Without text it has at least a file, a place or a reference. */
export const draft = {
  /** A UUID of the sender's making: sent again, the message exists once. */
  clientId: Type.String({ format: 'uuid' }),
  text: body,
  mentions: Type.Optional(Type.Array(id, { maxItems: 100, uniqueItems: true })),
  /** `seq` of the message that it answers to. */
  quote: Type.Optional(seq),
  /** Of files that the sender added to the room. */
  files: Type.Optional(Type.Array(id, { maxItems: 20, uniqueItems: true })),
  place: Type.Optional(
    Type.Object({ geometry: geometryInput, label: Type.Optional(Type.String({ maxLength: longestLabel })) }),
  ),
  references: Type.Optional(Type.Array(referenceShape, { maxItems: 10 })),
  /** An order or an information is acknowledged by its receivers by name; default: a text, which nobody acknowledges. */
  kind: Type.Optional(literals(['text', 'order', 'information'])),
  demand: Type.Optional(
    Type.Object({
      /** Members of the room; absent: all of them but the sender. */
      receivers: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 1_000, uniqueItems: true })),
      /** Absent: the parameter `message.orderAcknowledgeS`. */
      withinS: Type.Optional(Type.Integer({ minimum: shortestDemandS, maximum: longestDemandS })),
      /** Members to whom it goes one after another where it stays unanswered; absent: supervisors on duty in the room. */
      escalateTo: Type.Optional(Type.Array(id, { maxItems: 20, uniqueItems: true })),
    }),
  ),
};
