import { type Static, Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id, window } from '#contract/input.ts';
import { longestMessage } from '#domain/coordination/kinds.ts';
import { chatMessage, chatters, draft, seq } from './shapes.ts';

const permission = chatters;
const ofMessage = Type.Object({ room: id, seq });

const messageHit = Type.Object({
  message: chatMessage,
  roomTitle: Type.String(),
  /** The stretch around what was found; `hit`: one of the words. */
  parts: Type.Array(Type.Object({ text: Type.String(), hit: Type.Boolean() })),
});
export type MessageHit = Static<typeof messageHit>;

/** What is said in a room. */
export const messages = {
  Send: call({
    verb: 'POST',
    permission,
    summary: 'Say something in a room; the same `clientId` again answers with the message that is there',
    input: Type.Object({ room: id, ...draft }),
    output: chatMessage,
  }),
  GetMessages: call({
    verb: 'GET',
    permission,
    summary:
      'A page of messages in the order of the room: the newest, those before or after one, or around it',
    input: Type.Object({
      room: id,
      before: Type.Optional(seq),
      after: Type.Optional(Type.Integer({ minimum: 0 })),
      around: Type.Optional(seq),
      most: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    }),
    output: Type.Object({
      /** Of the newest entry of the room. */
      lastSeq: Type.Integer(),
      /** Whether there are messages before the first and after the last of these. */
      before: Type.Boolean(),
      after: Type.Boolean(),
      items: Type.Array(chatMessage),
    }),
  }),
  GetChanges: call({
    verb: 'GET',
    permission,
    summary:
      'Messages that are new or changed since an entry, by the entry that changed them: after a lost connection',
    input: Type.Object({
      room: id,
      since: Type.Integer({ minimum: 0 }),
      most: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200 })),
    }),
    output: Type.Object({
      lastSeq: Type.Integer(),
      /** Ask again with the highest `changedSeq` of these. */
      more: Type.Boolean(),
      items: Type.Array(chatMessage),
    }),
  }),
  Search: call({
    verb: 'POST',
    permission,
    writes: false,
    summary: 'Messages with these words, Chinese or English, in the rooms of the caller, the newest first',
    input: Type.Object({
      query: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      room: Type.Optional(id),
      /** UTC, ISO 8601. */
      from: Type.Optional(Type.String({ format: 'date-time' })),
      to: Type.Optional(Type.String({ format: 'date-time' })),
      author: Type.Optional(id),
      ...window,
    }),
    output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(messageHit) }),
  }),
  Edit: call({
    verb: 'POST',
    permission,
    summary: 'Change the text of one’s own message; the earlier text stays in the record',
    input: Type.Object({
      room: id,
      seq,
      text: Type.String({ minLength: 1, maxLength: longestMessage, pattern: '\\S' }),
    }),
    output: chatMessage,
  }),
  Withdraw: call({
    verb: 'POST',
    permission,
    summary: 'Withdraw one’s own message; it stays in the record',
    input: ofMessage,
    output: chatMessage,
  }),
  Pin: call({
    verb: 'POST',
    permission,
    summary: 'Pin a message for everybody in the room',
    input: ofMessage,
    output: chatMessage,
  }),
  Unpin: call({
    verb: 'POST',
    permission,
    summary: 'Take a pin away',
    input: ofMessage,
    output: chatMessage,
  }),
};
export type MessagePage = Static<(typeof messages.GetMessages)['output']>;
