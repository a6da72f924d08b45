import { type Static, Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id, idInput, idsOf, window } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { longestLabel, longestReason, openedKinds } from '#domain/coordination/kinds.ts';
import { chatMessage, chatters, roomKind, seq, text } from './shapes.ts';

const permission = chatters;
const name = Type.String({ minLength: 1, maxLength: longestLabel, pattern: '\\S' });

const roomSummary = Type.Object({
  id: Type.Integer(),
  kind: roomKind,
  /** The other user, the company, the position, the number of the plan …, as the caller may know it. */
  title: Type.String(),
  /** Only those who were added know that it exists; its messages come as `getMilitaryChatMessage`. */
  military: Type.Boolean(),
  /** The user, company, position, plan, airspace, alert or meeting that the room is of. */
  subject: nullable(Type.Integer()),
  /** Of the newest entry; 0: nothing yet. */
  lastSeq: Type.Integer(),
  lastMessage: nullable(
    Type.Object({
      seq: Type.Integer(),
      authorName: Type.String(),
      text: Type.String(),
      sentAt: Type.String(),
    }),
  ),
  /** UTC, ISO 8601, as all times here: when something last happened in it. */
  activeAt: Type.String(),
  /** Messages of others after what the caller has read, 100 at most. */
  unread: Type.Integer(),
  /** How many of them name the caller. */
  unreadMentions: Type.Integer(),
  readSeq: Type.Integer(),
  closedAt: text,
});
export type RoomSummary = Static<typeof roomSummary>;

const member = Type.Object({
  userId: Type.Integer(),
  name: Type.String(),
  companyName: text,
  /** Of the position that makes them a member. */
  position: text,
  online: Type.Boolean(),
  /** Read up to here; 0: nothing. */
  readSeq: Type.Integer(),
  readAt: text,
  /** May rename it, add, remove and close. */
  owner: Type.Boolean(),
  /** Added by hand, and so may be removed or leave. */
  added: Type.Boolean(),
});
export type RoomMember = Static<typeof member>;

const roomView = Type.Intersect([
  roomSummary,
  Type.Object({
    createdAt: Type.String(),
    createdByName: text,
    members: Type.Array(member),
    /** Newest first. */
    pins: Type.Array(chatMessage),
    mayWrite: Type.Boolean(),
    /** Name, members and the end of the room. */
    mayManage: Type.Boolean(),
    mayLeave: Type.Boolean(),
  }),
]);
export type RoomView = Static<typeof roomView>;

const contact = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  companyName: text,
  /** Watch positions that they are signed on to. */
  positions: Type.Array(Type.String()),
  online: Type.Boolean(),
});
export type ChatContact = Static<typeof contact>;

/** Rooms in which people coordinate, and who is in them. */
export const rooms = {
  GetRooms: call({
    verb: 'GET',
    permission,
    summary: 'The rooms of the caller, the last active first, with what is unread',
    input: Type.Object({ closed: Type.Optional(Type.Boolean()), ...window }),
    output: Type.Object({
      totalCount: Type.Integer(),
      unread: Type.Integer(),
      items: Type.Array(roomSummary),
    }),
  }),
  GetRoom: call({
    verb: 'GET',
    permission,
    summary: 'A room with its members, how far each has read, and what is pinned',
    input: idInput,
    output: roomView,
  }),
  GetContacts: call({
    verb: 'GET',
    permission,
    summary:
      'Users with whom the caller may speak: of a body all, of a company their own and those of bodies; and watch positions',
    input: Type.Object({ query: Type.Optional(Type.String({ maxLength: 100 })), ...window }),
    output: Type.Object({
      totalCount: Type.Integer(),
      items: Type.Array(contact),
      /** Watch positions to which the caller may write. `staffed`: somebody is signed on. */
      positions: Type.Array(
        Type.Object({ id: Type.Integer(), name: Type.String(), staffed: Type.Boolean() }),
      ),
    }),
  }),
  OpenRoom: call({
    verb: 'POST',
    permission,
    summary:
      'The room with a user or of a company, a position, a plan, an airspace or an alert; made where there is none',
    input: Type.Object({
      kind: Type.Union(openedKinds.map((kind) => Type.Literal(kind))),
      /** Id of the user, company, position, plan, airspace or alert. */
      subject: id,
    }),
    output: idInput,
  }),
  CreateRoom: call({
    verb: 'POST',
    permission,
    summary: 'Make a room with these members; a military one is made by users of bodies',
    input: Type.Object({ name, members: idsOf(500), military: Type.Optional(Type.Boolean()) }),
    output: idInput,
  }),
  RenameRoom: call({
    verb: 'POST',
    permission,
    summary: 'Give a room another name',
    input: Type.Object({ id, name }),
    output: Type.Null(),
  }),
  AddMembers: call({
    verb: 'POST',
    permission,
    summary: 'Add users to a room; they see what was said before',
    input: Type.Object({ id, users: idsOf(500) }),
    output: Type.Null(),
  }),
  RemoveMember: call({
    verb: 'POST',
    permission,
    summary: 'Remove a user who was added; the room is no longer there for them',
    input: Type.Object({ id, user: id }),
    output: Type.Null(),
  }),
  LeaveRoom: call({
    verb: 'POST',
    permission,
    summary: 'Leave a room to which one was added',
    input: idInput,
    output: Type.Null(),
  }),
  CloseRoom: call({
    verb: 'POST',
    permission,
    summary: 'Close a room: it takes nothing more, and its record is signed',
    input: Type.Object({ id, reason: Type.Optional(Type.String({ maxLength: longestReason })) }),
    output: Type.Null(),
  }),
  MarkRead: call({
    verb: 'POST',
    permission,
    summary: 'The caller has read up to this entry; an earlier one changes nothing',
    input: Type.Object({ room: id, seq }),
    output: Type.Object({ readSeq: Type.Integer() }),
  }),
};
