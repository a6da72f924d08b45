import type { UserMessage } from '#contract/user-messages.ts';
import { onlineFor } from '#domain/coordination/online-for.ts';
import {
  type MessageKind,
  messageKindOf,
  messageKinds,
  resourcesOfKind,
} from '#domain/notices/message-kinds.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { type Handlers, implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { OnlineUser } from '#server/signalr/hub-signals.ts';
import { guidOf, notificationView, reminderOf } from './notification.ts';

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
  /** Who is connected to any of the servers. */
  onlineUsers(): OnlineUser[];
  statistics: MobileFigures;
}): Service[] {
  const { records, sql, statistics } = deps;
  const own = (userId: number, { kind, isRead, filter, from, to }: Selection = {}) => {
    let query = sql.selectFrom('reminder').where('user', '=', userId).where('deletedAt', 'is', null);
    if (kind !== undefined) {
      const { among, resources } = resourcesOfKind(kind);
      query = among
        ? query.where('documentResource', 'in', resources)
        : query.where((is) =>
            is.or([is('documentResource', 'is', null), is('documentResource', 'not in', resources)]),
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
        of.fn.countAll<number>().as('total'),
        of.fn.countAll<number>().filterWhere('isRead', '=', 0).as('unread'),
      ])
      .groupBy('documentResource')
      .execute();
    const counts = messageKinds.map((kind) => {
      const ofKind = rows.filter((row) => messageKindOf(row.documentResource) === kind);
      return { kind, total: sum(ofKind, 'total'), unread: sum(ofKind, 'unread') };
    });
    return {
      totalCount: sum(counts, 'total'),
      unreadCount: sum(counts, 'unread'),
      counts: counts.filter(({ total }) => total > 0),
    };
  }

  /** A reminder of the caller, locked by nobody: its version says whether it is still as it was. */
  async function ownOne(caller: Caller, id: number, transaction: Transaction) {
    const found = await records.get(asService(caller), 'reminder', id, transaction.sql);
    if (found.user !== caller.actor.userId)
      throw new AppError('notFound', { key: 'common.notFound', values: { type: 'Reminder', id } });
    return found;
  }

  async function markRead(caller: Caller, id: number): Promise<void> {
    await records.transaction(async (transaction) => {
      const { isRead, version } = await ownOne(caller, id, transaction);
      if (isRead === 1) return;
      await records.update(asService(caller), 'reminder', id, version, { isRead: 1 }, transaction);
    });
  }

  /** Each batch is a transaction of its own: whoever has thousands does not hold them all locked. */
  async function forAll(
    caller: Caller,
    selection: Selection,
    act: (row: { id: number; version: number }, transaction: Transaction) => Promise<unknown>,
  ): Promise<number> {
    for (let done = 0; ; ) {
      const rows = await own(caller.actor.userId, selection)
        .select(['id', 'version'])
        .orderBy('id')
        .limit(atOnce)
        .execute();
      await records.transaction(async (transaction) => {
        for (const row of rows) await act(row, transaction);
      });
      done += rows.length;
      if (rows.length < atOnce) return done;
    }
  }

  const readAll = (caller: Caller, kind?: MessageKind) =>
    forAll(caller, { kind, isRead: 0 }, ({ id, version }, transaction) =>
      records.update(asService(caller), 'reminder', id, version, { isRead: 1 }, transaction),
    );

  async function remove(caller: Caller, guids: readonly string[]): Promise<null> {
    await records.transaction(async (transaction) => {
      for (const guid of guids) {
        const { id } = await ownOne(caller, numberOfGuid(guid), transaction);
        await records.trash(asService(caller), 'reminder', id, transaction);
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
      await markRead(caller, id);
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
      const selection = { isRead: state, from: startDate, to: endDate };
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
      await markRead(caller, numberOfGuid(id));
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
      await forAll(caller, { isRead: state }, ({ id }, transaction) =>
        records.trash(asService(caller), 'reminder', id, transaction),
      );
      return null;
    },
  });

  return [mobile, notification];
}

function numberOfGuid(guid: string): number {
  const id = reminderOf(guid);
  if (id === null)
    throw new AppError('notFound', { key: 'common.notFound', values: { type: 'Notification', id: guid } });
  return id;
}

export function messageOf(row: Row<'reminder'>, locale: Locale): UserMessage {
  return {
    id: row.id,
    guid: guidOf(row.id),
    kind: messageKindOf(row.documentResource),
    content: locale === 'en' ? row.contentEn : row.content,
    opinion: wordedIn(row.opinion, locale),
    isRead: row.isRead ?? 0,
    creationTime: row.createdAt,
    resource: row.documentResource,
    recordId: row.documentId,
    isWarning: row.isWarning === true,
  };
}

const sum = <K extends string>(rows: readonly Record<K, number>[], name: K): number =>
  rows.reduce((all, row) => all + row[name], 0);
