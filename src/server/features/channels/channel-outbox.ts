import { randomUUID } from 'node:crypto';
import { endOfQuiet, type SentChannel, sentChannels } from '#domain/notices/channels.ts';
import { type MessageKind, messageKindOf } from '#domain/notices/message-kinds.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordRule, RecordsWritten } from '#server/engine/records/record-rules.ts';
import { type TellingUser, tellingUsers } from './settings-of.ts';

/** What this server can send at all. */
export interface Sending {
  email: boolean;
  push: boolean;
}

export interface ChannelOutbox {
  rule: RecordRule;
  /** Calls `wake` whenever there is something to send, until the answer is called. */
  onWritten(wake: () => void): () => void;
}

interface Due {
  kind: MessageKind;
  user: number;
  channel: SentChannel;
  reminder: number | null;
  subscription: number | null;
  nextAt: string;
}

/**
 * The one place where a user is told of something is their reminder: what leaves this server by other channels is
 * written in the reminder's own transaction, so that no crash can lose it.
 */
export function createChannelOutbox({
  sending,
  clock,
}: {
  sending: Sending;
  clock: () => Date;
}): ChannelOutbox {
  const listeners = new Set<() => void>();

  async function close({ transaction, changes }: RecordsWritten): Promise<void> {
    const { sql } = transaction;
    const wanted = changes.flatMap(({ id, record }) => {
      const user = numberOf(record.user);
      return user === null ? [] : [{ id, user, record }];
    });
    const users = await tellingUsers(sql, [...new Set(wanted.map(({ user }) => user))]);
    const byId = new Map(users.map((user) => [user.id, user]));
    const now = clock().getTime();
    const due: Due[] = [];
    for (const { id, user, record } of wanted) {
      const telling = byId.get(user);
      if (!telling) continue;
      const kind = messageKindOf(stringOf(record.documentResource), stringOf(record.messageType));
      const held = record.isWarning === true ? null : endOfQuiet(telling.settings.quiet, now);
      const nextAt = new Date(held ?? now).toISOString();
      for (const channel of sentChannels) {
        if (!telling.settings.choices[kind].includes(channel)) continue;
        due.push(
          ...(await targetsOf(sql, sending, telling, channel)).map((one) => ({
            ...one,
            kind,
            reminder: id,
            nextAt,
          })),
        );
      }
    }
    if (due.length === 0) return;
    await insertDue(sql, due);
    transaction.afterCommit(() => {
      for (const wake of listeners) wake();
    });
  }

  return {
    rule: {
      phase: 'notify',
      name: 'channels of reminders',
      types: ['reminder'],
      actions: ['create'],
      close,
    },
    onWritten(wake) {
      listeners.add(wake);
      return () => void listeners.delete(wake);
    },
  };
}

/** Where a channel leads for a user; none: it is not set up. Of pushes each browser is one. */
export async function targetsOf(
  sql: Sql,
  sending: Sending,
  { id, emailAddress, own }: TellingUser,
  channel: SentChannel,
): Promise<Pick<Due, 'user' | 'channel' | 'subscription'>[]> {
  const one = { user: id, channel, subscription: null };
  if (channel === 'email') return sending.email && emailAddress ? [one] : [];
  if (channel === 'webhook') return own?.webhookUrl ? [one] : [];
  if (!sending.push) return [];
  const rows = await sql
    .selectFrom('pushSubscription')
    .select('id')
    .where('user', '=', id)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...one, subscription: row.id }));
}

/** Gives the numbers of what was written, in its order. */
export async function insertDue(sql: Sql, due: readonly Due[]): Promise<number[]> {
  const rows = await sql
    .insertInto('channelDelivery')
    .values(due.map((one) => ({ ...one, key: randomUUID(), status: 'pending', attempts: 0 })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
