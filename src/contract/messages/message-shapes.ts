import { type Static, Type } from '@sinclair/typebox';
import { id, window } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { priorities } from '#domain/messages/envelope.ts';
import { messageStates } from '#domain/messages/message-state.ts';
import { messageTypes } from '#domain/messages/types.ts';

const text = Type.String({ minLength: 1, maxLength: 6_000 });
const moment = Type.String({ description: 'UTC, ISO 8601' });
const messageType = Type.Union(messageTypes.map((type) => Type.Literal(type)));
const state = Type.Union(messageStates.map((one) => Type.Literal(one)));
const direction = Type.Union([Type.Literal('out'), Type.Literal('in')]);
const priority = Type.Union(priorities.map((one) => Type.Literal(one)));
const addressees = Type.Array(Type.String({ pattern: '^[A-Z]{8}$' }), { maxItems: 21 });

/** What is wrong in a text and where: `column` counts from 0 in the text that was given, `length` characters on. */
const messageError = Type.Object({
  /** `7`, `13b`, `15c`: the field of ICAO Doc 4444, appendix 3; empty: the message as a whole. */
  field: Type.String(),
  column: Type.Integer({ minimum: 0 }),
  length: Type.Integer({ minimum: 0 }),
  message: Type.String(),
});
export type MessageErrorView = Static<typeof messageError>;

/** One row of the receipts. Times are UTC. */
const messageItem = Type.Object({
  id: Type.Integer(),
  plan: nullable(Type.Integer()),
  planNumber: nullable(Type.String()),
  jobTask: nullable(Type.Integer()),
  company: nullable(Type.Integer()),
  companyName: nullable(Type.String()),
  direction,
  type: Type.String(),
  text: Type.String(),
  envelope: nullable(Type.String()),
  callsign: nullable(Type.String()),
  departure: nullable(Type.String()),
  destination: nullable(Type.String()),
  offBlockAt: nullable(moment),
  priority: nullable(Type.String()),
  addressees: Type.Array(Type.String()),
  originator: nullable(Type.String()),
  filingTime: nullable(moment),
  gateway: nullable(Type.Integer()),
  gatewayName: nullable(Type.String()),
  state,
  attempts: Type.Integer(),
  nextAttemptAt: nullable(moment),
  sentAt: nullable(moment),
  acknowledgedAt: nullable(moment),
  receivedAt: nullable(moment),
  /** Why it stands so, in the caller's language. */
  error: nullable(Type.String()),
  reference: nullable(Type.String()),
  createdAt: moment,
  /** What the caller may do with it now. */
  mayRetry: Type.Boolean(),
  /** It failed: one that is put right may go in its place. */
  mayMend: Type.Boolean(),
  mayMatch: Type.Boolean(),
  mayIgnore: Type.Boolean(),
});
export type MessageItem = Static<typeof messageItem>;

export const pageInput = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 100 })),
  types: Type.Optional(Type.Array(messageType)),
  states: Type.Optional(Type.Array(state)),
  direction: Type.Optional(direction),
  plan: Type.Optional(id),
  /** By the time at which it was written or received; UTC. */
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  ...window,
  /** `createdAt desc`, `type asc` … */
  sorting: Type.Optional(Type.String({ maxLength: 200 })),
});
export type PageInput = Static<typeof pageInput>;

export const pageOutput = Type.Object({
  totalCount: Type.Integer(),
  items: Type.Array(messageItem),
  /** How many of the same selection, whatever their state, are in each state. */
  counts: Type.Array(Type.Object({ state, count: Type.Integer() })),
});
export type MessagePage = Static<typeof pageOutput>;

export const retryInput = Type.Object({
  ids: Type.Optional(Type.Array(id, { maxItems: 1000 })),
  /** Everything that has failed, within the caller's rows. */
  all: Type.Optional(Type.Boolean()),
});

/** Composed from the plan by its type, or a text of one's own. */
export const sendInput = Type.Object({
  plan: Type.Optional(id),
  /** Of a plan with several: whose message; absent: the first. */
  jobTask: Type.Optional(id),
  type: Type.Optional(messageType),
  text: Type.Optional(text),
  addressees: Type.Optional(addressees),
  priority: Type.Optional(priority),
  gateway: Type.Optional(id),
  /** A message that failed, in whose place this one goes. */
  replaces: Type.Optional(id),
});
export type SendInput = Static<typeof sendInput>;

export const composeInput = Type.Object({ plan: id, jobTask: Type.Optional(id), type: messageType });
export const composeOutput = Type.Object({
  text: Type.String(),
  priority,
  addressees: Type.Array(Type.String()),
  faults: Type.Array(messageError),
});
export type Composed = Static<typeof composeOutput>;

export const knownInput = Type.Object({ plan: id });
export const knownOutput = Type.Object({
  flights: Type.Array(
    Type.Object({
      jobTask: Type.Integer(),
      callsign: Type.String(),
      departure: Type.String(),
      destination: Type.String(),
      /** What stands in DEP/ and DEST/ for an end that is ZZZZ. */
      departurePlace: nullable(Type.String()),
      destinationPlace: nullable(Type.String()),
      /** Estimated off-block time. */
      offBlockAt: moment,
      /** Whether they were told a date of flight. */
      dated: Type.Boolean(),
    }),
  ),
});

export const checkInput = Type.Object({ text });
export const checkOutput = Type.Object({
  /** Null: it begins as no message does. */
  type: nullable(Type.String()),
  /** The fields in their order: `name` in the caller's language, where its text stands in what was given. */
  fields: Type.Array(
    Type.Object({
      field: Type.String(),
      name: Type.String(),
      column: Type.Integer(),
      length: Type.Integer(),
      text: Type.String(),
    }),
  ),
  faults: Type.Array(messageError),
});

export const receiveInput = Type.Object({
  text,
  /** The number that the sender gives it: the same text with the same number is taken once. */
  reference: Type.Optional(Type.String({ maxLength: 32 })),
});
export const receiveOutput = Type.Object({
  id: Type.Integer(),
  state,
  /** It had been received before. */
  duplicate: Type.Boolean(),
  /** Why it waits; null where it was applied. */
  reason: nullable(Type.String()),
});

export const matchInput = Type.Object({ id, plan: id });
