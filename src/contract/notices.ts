import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { geometryOutput } from './geo.ts';
import { idInput, optionalBoolean, orNull, pagedInput, pageOf } from './input.ts';
import { nullable } from './nullable.ts';

const controlNotice = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  /** 1 to 4, and in words. */
  level: Type.Integer(),
  levelText: Type.String(),
  kind: Type.String(),
  creatorUserName: nullable(Type.String()),
  source: nullable(Type.String()),
  /** UTC, ISO 8601. */
  startTime: Type.String(),
  endTime: Type.String(),
  mustAcknowledge: Type.Boolean(),
  /** When the caller did so. */
  acknowledgedAt: nullable(Type.String()),
});

export type ControlNotice = Static<typeof controlNotice>;

const reminderView = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  /** What the person who decided wrote. */
  opinion: nullable(Type.String()),
  /** 0 unread, 1 read. */
  isRead: Type.Integer(),
  /** UTC, ISO 8601. */
  creationTime: Type.String(),
  resource: nullable(Type.String()),
  recordId: nullable(Type.Integer()),
  /** The surveillance target that it is about, and where that was then, WGS-84; null: about none. */
  target: nullable(Type.Object({ id: Type.String(), latitude: Type.Number(), longitude: Type.Number() })),
  /** Of the real-time message that it stores, e.g. `plan.approve`; null: it stores none. */
  messageType: nullable(Type.String()),
  /** It is told in quiet hours too. */
  isWarning: Type.Boolean(),
});

export type Reminder = Static<typeof reminderView>;

/** Notices that bind, in force for the caller; and all that they may read. */
export const notice = {
  List: call({
    verb: 'POST',
    writes: false,
    permission: { read: 'notice' },
    summary: 'Notices of every kind that the caller may read, the newest first, with their areas',
    input: Type.Object({
      ...pagedInput,
      /** Only those in force now. */
      inForce: optionalBoolean,
      level: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 4 }))),
      kind: Type.Optional(orNull(Type.String({ maxLength: 32 }))),
      filter: Type.Optional(orNull(Type.String({ maxLength: 100 }))),
    }),
    output: pageOf(Type.Composite([controlNotice, Type.Object({ area: geometryOutput })])),
  }),
  GetControlList: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Control notices in force that are addressed to the caller, the gravest first',
    input: Type.Object({}),
    output: Type.Array(controlNotice),
  }),
  AcknowledgeStopActivity: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'The caller has taken note of a notice that asks for it; a second time changes nothing',
    input: idInput,
    output: Type.Object({ acknowledgedAt: Type.String() }),
  }),
};

/** What a user is to be reminded of. */
export const reminder = {
  GetList: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: "The caller's reminders, unread ones first, then the newest",
    input: Type.Object({}),
    output: Type.Array(reminderView),
  }),
  SetRead: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Marks a reminder of the caller as read',
    input: idInput,
    output: Type.Null(),
  }),
};

/** How much waits for the caller: the message count of specification §3. */
export const message = {
  GetCount: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: "Documents that wait for the caller's decision, by kind",
    input: Type.Object({}),
    output: Type.Object({
      count: Type.Integer(),
      aircraft: Type.Integer(),
      /** Airspaces alone: the rest of `naircraft` are plans and releases. */
      airspace: Type.Integer(),
      /** Certifications of companies. */
      auth: Type.Integer(),
      /** Plans, releases and airspace. */
      naircraft: Type.Integer(),
      pilot: Type.Integer(),
    }),
  }),
};
