import { type Static, Type } from '@sinclair/typebox';
import { messageKinds } from '#domain/notices/message-kinds.ts';
import { call } from './call.ts';
import { idInput, orNull, pagedInput, window } from './input.ts';
import { nullable } from './nullable.ts';

const kind = Type.Union(messageKinds.map((one) => Type.Literal(one)));

export const userMessage = Type.Object({
  /** Of the record `reminder`. */
  id: Type.Integer(),
  /** By which `Notification` names it. */
  guid: Type.String(),
  kind,
  content: Type.String(),
  /** What the person who decided wrote. */
  opinion: nullable(Type.String()),
  /** 0 unread, 1 read. */
  isRead: Type.Integer(),
  /** UTC, ISO 8601. */
  creationTime: Type.String(),
  /** The record type and the record that it is about. */
  resource: nullable(Type.String()),
  recordId: nullable(Type.Integer()),
  /** The surveillance target that it is about, and where that was then, WGS-84; null: about none. */
  target: nullable(Type.Object({ id: Type.String(), latitude: Type.Number(), longitude: Type.Number() })),
  /** Of the real-time message that it stores, e.g. `plan.approve`; null: it stores none. */
  messageType: nullable(Type.String()),
  /** It is told in quiet hours too. */
  isWarning: Type.Boolean(),
});
export type UserMessage = Static<typeof userMessage>;

const kindCount = Type.Object({ kind, total: Type.Integer(), unread: Type.Integer() });
const counts = {
  totalCount: Type.Integer(),
  unreadCount: Type.Integer(),
  /** Of each kind that there is a message of. */
  counts: Type.Array(kindCount),
};

/** 0 unread, 1 read. */
const readState = Type.Union([Type.Literal(0), Type.Literal(1)]);

/** A part of the text, whatever its case. */
const filter = Type.Optional(Type.String({ maxLength: 100 }));

/** The messages of the user (specification §7, Mobile). Everyone sees and marks their own alone. */
export const userMessages = {
  Page: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary: "The caller's messages, newest first, with how many there are of each kind",
    input: Type.Object({ filter, kind: Type.Optional(kind), isRead: Type.Optional(readState), ...window }),
    output: Type.Object({ ...counts, items: Type.Array(userMessage) }),
  }),
  ReadAbpUserMessage: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Marks a message of the caller as read; a second time changes nothing',
    input: idInput,
    output: Type.Null(),
  }),
  AllReadAbpUserMessage: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Marks all messages of the caller as read, or all of a kind',
    input: Type.Object({ kind: Type.Optional(kind) }),
    output: Type.Object({ read: Type.Integer() }),
  }),
  AbpUserMessageCount: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary: 'How many messages the caller has, and how many are unread, by kind',
    input: Type.Object({}),
    output: Type.Object(counts),
  }),
  GetOnLineUsers: call({
    verb: 'GET',
    permission: ['Pages.Chat'],
    summary: 'Who is connected to any of the servers, as getOnlineClient tells it',
    input: Type.Object({}),
    output: Type.Object({
      items: Type.Array(Type.Object({ userId: Type.Integer(), name: Type.String() })),
    }),
  }),
  GetAbpUserPopupMessage: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'The newest message that the caller has not read; null: there is none',
    input: Type.Object({}),
    output: nullable(userMessage),
  }),
  GetOperateRecord: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary: 'What the caller did to plans, airspaces and other documents, newest first',
    input: Type.Object({ ...window }),
    output: Type.Object({
      totalCount: Type.Integer(),
      items: Type.Array(
        Type.Object({
          id: Type.Integer(),
          resource: Type.String(),
          recordId: Type.Integer(),
          action: Type.String(),
          reason: nullable(Type.String()),
          /** UTC, ISO 8601. */
          operatedAt: Type.String(),
          channel: nullable(Type.String()),
        }),
      ),
    }),
  }),
};

const guid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' });
/** 0 unread, 1 read; absent or empty: both. */
const state = Type.Optional(orNull(readState));
/** A day or a time; without a zone in that of the service. Empty: any. */
const moment = Type.Optional(orNull(Type.String({ maxLength: 64 })));

/** ABP's UserNotification; the shape is that of the hub's `getNotification`. */
const notificationView = Type.Object({
  id: guid,
  tenantId: Type.Null(),
  userId: Type.Integer(),
  state: Type.Integer(),
  notification: Type.Object({
    id: guid,
    tenantId: Type.Null(),
    notificationName: Type.String(),
    data: Type.Object({
      type: Type.String(),
      message: Type.String(),
      properties: Type.Record(Type.String(), Type.String()),
    }),
    entityTypeName: nullable(Type.String()),
    entityId: nullable(Type.Integer()),
    severity: Type.Integer(),
    creationTime: Type.String(),
  }),
  targetNotifiers: Type.Null(),
  targetNotifiersList: Type.Array(Type.String()),
});

/** The same messages as ABP's clients ask for them (wire.md §4). */
export const notification = {
  GetUserNotifications: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: "The caller's notifications, newest first",
    input: Type.Object({ ...pagedInput, state, startDate: moment, endDate: moment }),
    output: Type.Object({
      unreadCount: Type.Integer(),
      totalCount: Type.Integer(),
      items: Type.Array(notificationView),
    }),
  }),
  SetAllNotificationsAsRead: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Marks all notifications of the caller as read',
    input: Type.Object({}),
    output: Type.Null(),
  }),
  SetNotificationAsRead: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Marks a notification of the caller as read',
    input: Type.Object({ id: guid }),
    output: Type.Object({ success: Type.Boolean() }),
  }),
  DeleteSelNotification: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Takes notifications off the list of the caller; all of them are there, or none is taken',
    input: Type.Object({ ids: Type.Array(guid, { minItems: 1, maxItems: 200, uniqueItems: true }) }),
    output: Type.Null(),
  }),
  DeleteNotification: call({
    verb: 'DELETE',
    permission: 'signedIn',
    summary: 'Takes a notification off the list of the caller',
    input: Type.Object({ id: guid }),
    output: Type.Null(),
  }),
  GetNotificationSettings: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Which messages the caller gets: every kind, for they follow from what one is responsible for',
    input: Type.Object({}),
    output: Type.Object({
      receiveNotifications: Type.Boolean(),
      notifications: Type.Array(
        Type.Object({
          name: Type.String(),
          displayName: Type.String(),
          description: Type.Null(),
          isSubscribed: Type.Boolean(),
        }),
      ),
    }),
  }),
  UpdateNotificationSettings: call({
    verb: 'PUT',
    permission: 'signedIn',
    summary: 'Refused where it would switch messages off',
    input: Type.Object({
      receiveNotifications: Type.Boolean(),
      notifications: Type.Array(
        Type.Object({ name: Type.String({ maxLength: 64 }), isSubscribed: Type.Boolean() }),
        { maxItems: 100 },
      ),
    }),
    output: Type.Null(),
  }),
  DeleteAllUserNotifications: call({
    verb: 'DELETE',
    permission: 'signedIn',
    summary: 'Takes all notifications of the caller off their list, or those that are read or unread',
    input: Type.Object({ state }),
    output: Type.Null(),
  }),
};
