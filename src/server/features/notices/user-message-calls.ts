import { sql as raw } from 'kysely';
import type { UserMessage } from '#contract/user-messages.ts';
import { onlineFor } from '#domain/coordination/online-for.ts';
import {
  filterOfKind,
  type MessageKind,
  messageKindOf,
  messageKinds,
} from '#domain/notices/message-kinds.ts';
import { formError, refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { momentOf } from '#domain/text/times.ts';
import { onDay } from '#domain/time/wall-clock.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { type Handlers, implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { OnlineUser } from '#server/signalr/hub-signals.ts';
import { targetOf } from './message-target.ts';
import { guidOf, notificationView, reminderOf } from './notification.ts';
import { lockOwnMessage, messageGone, readOwnMessage } from './own-messages.ts';

/** Rows that are marked, or taken away, in one transaction. */
const atOnce = 500;
const pageSize = 20;

/** The calls of `Mobile` that tell figures: whoever counts and measures answers them. */
export type MobileFigures = Pick<
  Handlers<'Mobile'>,
  | 'Statistics'
  | 'TimeStatistics'
  | 'AdminStatistics'
  | 'FssStatistics'
  | 'FssMonthStatistics'
  | 'FssQuarterStatistics'
  | 'FssYearStatistics'
  | 'SoftwareStatistics'
>;

/** What is wanted of the caller's reminders. */
interface Selection {
  kind?: MessageKind | undefined;
  isRead?: 0 | 1 | undefined;
  filter?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * A user's reminders as messages: `Mobile` of specification §7 and `Notification` of ABP. Everyone sees and changes
 * their own alone; another's is, to them, not there.
 */
export function createUserMessageServices(deps: {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'text'>;
  /** Who is connected to any of the servers. */
  onlineUsers(): OnlineUser[];
  statistics: MobileFigures;
}): Service[] {
  const { records, sql, parameters, statistics } = deps;
  const own = (userId: number, { kind, isRead, filter, from, to }: Selection = {}, db = sql) => {
    let query = db.selectFrom('reminder').where('user', '=', userId).where('deletedAt', 'is', null);
    if (kind !== undefined) {
      const { types, otherTypes, among, resources } = filterOfKind(kind);
      const byType = (list: readonly string[]) =>
        raw<boolean>`coalesce(message_type, '') = any(${list}::text[])`;
      const byResource = raw<boolean>`coalesce(document_resource, '') = any(${resources}::text[])`;
      query = query.where(
        raw<boolean>`(${byType(types)}
          or not ${byType(otherTypes)} and ${among ? byResource : raw`not ${byResource}`})`,
      );
    }
    if (isRead !== undefined) query = query.where('isRead', '=', isRead);
    if (from !== undefined) query = query.where('createdAt', '>=', from);
    if (to !== undefined) query = query.where('createdAt', '<=', to);
    const wanted = filter?.trim();
    if (wanted) {
      const pattern = `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`;
      query = query.where((is) =>
        is.or([is('content', 'ilike', pattern), is('contentEn', 'ilike', pattern)]),
      );
    }
    return query;
  };

  /** A part of what is wanted, newest first, and how much the whole is. */
  async function partOf(userId: number, selection: Selection, skip: number, most: number) {
    const rows = await own(userId, selection)
      .selectAll()
      .orderBy('id', 'desc')
      .offset(skip)
      .limit(most)
      .execute();
    const { total } = await own(userId, selection)
      .select((of) => of.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total };
  }

  async function countsOf(userId: number) {
    const rows = await own(userId)
      .select((of) => [
        'documentResource',
        'messageType',
        of.fn.countAll<number>().as('total'),
        of.fn.countAll<number>().filterWhere('isRead', '=', 0).as('unread'),
      ])
      .groupBy(['documentResource', 'messageType'])
      .execute();
    const counts = messageKinds.map((kind) => {
      const ofKind = rows.filter((row) => messageKindOf(row.documentResource, row.messageType) === kind);
      return { kind, total: sum(ofKind, 'total'), unread: sum(ofKind, 'unread') };
    });
    return {
      totalCount: sum(counts, 'total'),
      unreadCount: sum(counts, 'unread'),
      counts: counts.filter(({ total }) => total > 0),
    };
  }

  /** Each batch is its own transaction, so that thousands are not all locked; concurrent calls take their turn. */
  async function forAll(
    caller: Caller,
    selection: Selection,
    act: (row: { id: number; version: number }, transaction: Transaction) => Promise<unknown>,
  ): Promise<number> {
    for (let done = 0; ; ) {
      const changed = await records.transaction(async (transaction) => {
        const rows = await own(caller.actor.userId, selection, transaction.sql)
          .select(['id', 'version'])
          .orderBy('id')
          .limit(atOnce)
          .forUpdate()
          .execute();
        for (const row of rows) await act(row, transaction);
        return rows.length;
      });
      done += changed;
      if (changed === 0) return done;
    }
  }

  const readAll = (caller: Caller, kind?: MessageKind) =>
    forAll(caller, { kind, isRead: 0 }, ({ id, version }, transaction) =>
      records.update(asService(caller), 'reminder', id, version, { isRead: 1 }, transaction),
    );

  async function remove(caller: Caller, guids: readonly string[]): Promise<null> {
    await records.transaction(async (transaction) => {
      for (const number of guids.map(numberOfGuid).sort((a, b) => a - b)) {
        const { id, deletedAt } = await lockOwnMessage(caller, number, transaction);
        if (deletedAt === null) await records.trash(asService(caller), 'reminder', id, transaction);
      }
    });
    return null;
  }

  const mobile = implement('Mobile', {
    ...statistics,
    async Page({ kind, isRead, filter, skipCount = 0, maxResultCount = pageSize }, caller) {
      const { userId } = caller.actor;
      const selection = { kind, isRead, filter };
      const { rows, total } = await partOf(userId, selection, skipCount, maxResultCount);
      return {
        ...(await countsOf(userId)),
        totalCount: total,
        items: rows.map((row) => messageOf(row, caller.locale)),
      };
    },
    async ReadAbpUserMessage({ id }, caller) {
      await readOwnMessage(records, caller, id);
      return null;
    },
    AllReadAbpUserMessage: async ({ kind }, caller) => ({ read: await readAll(caller, kind) }),
    AbpUserMessageCount: (_, caller) => countsOf(caller.actor.userId),
    GetOnLineUsers: async (_, { actor }) => ({ items: onlineFor(actor, deps.onlineUsers()) }),
    async GetAbpUserPopupMessage(_, caller) {
      const row = await own(caller.actor.userId, { isRead: 0 })
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row ? messageOf(row, caller.locale) : null;
    },
    async GetOperateRecord({ skipCount = 0, maxResultCount = pageSize }, caller) {
      const done = sql
        .selectFrom('operateRecord')
        .where('operatedBy', '=', caller.actor.userId)
        .where('deletedAt', 'is', null);
      const rows = await done
        .selectAll()
        .orderBy('id', 'desc')
        .offset(skipCount)
        .limit(maxResultCount)
        .execute();
      const { total } = await done
        .select((of) => of.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return {
        totalCount: total,
        items: rows.map((row) => ({
          id: row.id,
          resource: row.recordResource,
          recordId: row.recordId,
          action: row.action,
          reason: wordedIn(row.reason, caller.locale),
          operatedAt: row.operatedAt,
          channel: row.channel,
        })),
      };
    },
  });

  const notification = implement('Notification', {
    async GetUserNotifications({ state, startDate, endDate, skipCount = 0, maxResultCount = 10 }, caller) {
      const { userId } = caller.actor;
      const zone = await parameters.text('deadline.timeZone');
      const selection = {
        isRead: state ?? undefined,
        from: momentIn('startDate', startDate, zone),
        to: momentIn('endDate', endDate, zone),
      };
      const { rows, total } = await partOf(userId, selection, skipCount, maxResultCount);
      return {
        unreadCount: (await countsOf(userId)).unreadCount,
        totalCount: total,
        items: rows.flatMap((row) => notificationView(row.id, row, row.createdAt) ?? []),
      };
    },
    async SetAllNotificationsAsRead(_, caller) {
      await readAll(caller);
      return null;
    },
    async SetNotificationAsRead({ id }, caller) {
      await readOwnMessage(records, caller, numberOfGuid(id));
      return { success: true };
    },
    DeleteSelNotification: ({ ids }, caller) => remove(caller, ids),
    DeleteNotification: ({ id }, caller) => remove(caller, [id]),
    async GetNotificationSettings(_, { locale }) {
      const notifications = messageKinds.map((kind) => ({
        name: kind,
        displayName: textIn({ key: `notices.kind.${kind}` }, locale),
        description: null,
        isSubscribed: true,
      }));
      return { receiveNotifications: true, notifications };
    },
    async UpdateNotificationSettings({ receiveNotifications, notifications }) {
      if (!receiveNotifications || notifications.some(({ isSubscribed }) => !isSubscribed)) {
        throw refused('notice.settingsFixed');
      }
      return null;
    },
    async DeleteAllUserNotifications({ state }, caller) {
      await forAll(caller, { isRead: state ?? undefined }, ({ id }, transaction) =>
        records.trash(asService(caller), 'reminder', id, transaction),
      );
      return null;
    },
  });

  return [mobile, notification];
}

function numberOfGuid(guid: string): number {
  const id = reminderOf(guid);
  if (id === null) throw messageGone();
  return id;
}

/** UTC, ISO 8601, of a day or time that says no zone or its own; a day as an end is included. */
function momentIn(field: 'startDate' | 'endDate', text: string | null | undefined, zone: string) {
  const written = text?.trim();
  if (!written) return undefined;
  const at = momentOf(written, zone);
  if (at === null) throw formError(field, 'notice.badMoment', { value: written });
  const isWholeDay = field === 'endDate' && /^\d{4}-\d{1,2}-\d{1,2}$/.test(written);
  return new Date(isWholeDay ? onDay(at, 1, '00:00', zone) - 1 : at).toISOString();
}

export function messageOf(row: Row<'reminder'>, locale: Locale): UserMessage {
  return {
    id: row.id,
    guid: guidOf(row.id),
    kind: messageKindOf(row.documentResource, row.messageType),
    content: locale === 'en' ? row.contentEn : row.content,
    opinion: wordedIn(row.opinion, locale),
    isRead: row.isRead ?? 0,
    creationTime: row.createdAt,
    resource: row.documentResource,
    recordId: row.documentId,
    target: targetOf(row),
    messageType: row.messageType,
    isWarning: row.isWarning === true,
  };
}

const sum = <K extends string>(rows: readonly Record<K, number>[], name: K): number =>
  rows.reduce((all, row) => all + row[name], 0);
