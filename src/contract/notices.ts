import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { idInput } from './input.ts';
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
});

export type Reminder = Static<typeof reminderView>;

/** Notices that bind, in force for the caller. */
export const notice = {
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
