import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput } from './input.ts';
import { nullable } from './nullable.ts';

/** Whoever watches the air; rows by the company of the position, a body's having none. */
export const watchers = ['Pages.FlightWatch.Navigation_3D'];
const permission = watchers;

const text = nullable(Type.String());
const ownText = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });

/** What is handed over, as it stands; times are UTC, ISO 8601. */
const watchList = Type.Object({
  alerts: Type.Array(
    Type.Object({
      id,
      level: Type.String(),
      text: Type.String(),
      textEn: Type.String(),
      raisedAt: Type.String(),
      state: Type.String(),
      acknowledgedBy: text,
    }),
  ),
  flights: Type.Array(Type.Object({ id, planNumber: text, callsign: text, company: text, since: text })),
  notices: Type.Array(Type.Object({ id, title: Type.String(), from: text, to: text })),
  orders: Type.Array(
    Type.Object({
      id,
      planNumber: Type.String(),
      callsign: text,
      kind: Type.String(),
      reason: Type.String(),
      state: Type.String(),
      orderedAt: Type.String(),
    }),
  ),
});
export type WatchList = Static<typeof watchList>;

const handoverOffer = Type.Object({
  /** Of the record `watchHandover`. */
  id,
  fromName: Type.String(),
  /** Who alone may take it; null: whoever may sign on. */
  to: nullable(Type.Integer()),
  toName: text,
  offeredAt: Type.String(),
  remarks: text,
});
export type HandoverOffer = Static<typeof handoverOffer>;

const positionState = Type.Object({
  id,
  name: Type.String(),
  kind: Type.String(),
  frequencyMhz: nullable(Type.Number()),
  holder: nullable(
    Type.Object({ user: Type.Integer(), name: Type.String(), since: Type.String(), isMe: Type.Boolean() }),
  ),
  offer: nullable(handoverOffer),
});
export type PositionState = Static<typeof positionState>;

/** The watch: who is on which position, handing it over, and what is written in its log. */
export const watch = {
  GetPositions: call({
    verb: 'GET',
    permission,
    summary: 'Positions with who is on and since when, and the handover that waits to be taken',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(positionState) }),
  }),
  GetList: call({
    verb: 'GET',
    permission,
    summary: 'What would be handed over now: open alerts, flights in the air, notices and orders in force',
    input: Type.Object({}),
    output: watchList,
  }),
  GetRelief: call({
    verb: 'GET',
    permission,
    summary: 'Users to whom a position can be handed over',
    input: Type.Object({ position: id }),
    output: Type.Object({ items: Type.Array(Type.Object({ id, name: Type.String() })) }),
  }),
  SignOn: call({
    verb: 'POST',
    permission,
    summary: 'Sign on to a position that nobody is on',
    input: Type.Object({ position: id }),
    output: Type.Null(),
  }),
  SignOff: call({
    verb: 'POST',
    permission,
    summary: 'Sign off a position without handing it over; the log says so',
    input: Type.Object({ position: id, remarks: Type.Optional(Type.String({ maxLength: 2000 })) }),
    output: Type.Null(),
  }),
  OfferHandover: call({
    verb: 'POST',
    permission,
    summary: 'Offer one’s position to another, by name or to whoever takes it, with remarks',
    input: Type.Object({
      position: id,
      to: Type.Optional(id),
      remarks: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    output: idInput,
  }),
  WithdrawHandover: call({
    verb: 'POST',
    permission,
    summary: 'Withdraw one’s offer before it is taken',
    input: idInput,
    output: Type.Null(),
  }),
  TakeHandover: call({
    verb: 'POST',
    permission,
    summary:
      'Take a position over by name; refused where something came up that was not seen. It cannot be changed',
    input: Type.Object({
      id,
      /** What was shown of the list: `alert:12`, `flight:7`, `notice:3`, `order:1`. */
      seen: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 8000 }),
    }),
    output: Type.Null(),
  }),
  Write: call({
    verb: 'POST',
    permission,
    summary: 'Write an entry in the log of a position that one is on; it is never changed afterwards',
    input: Type.Object({
      position: id,
      text: ownText,
      at: Type.Optional(Type.String({ format: 'date-time' })),
    }),
    output: idInput,
  }),
  Correct: call({
    verb: 'POST',
    permission,
    summary: 'Correct an entry by another one: what was written stays',
    input: Type.Object({ id, text: ownText }),
    output: idInput,
  }),
};
