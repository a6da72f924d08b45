import { randomUUID } from 'node:crypto';
import { storedText } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import type { IdsByKey } from '#server/seed/ensure.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** When each was written, in minutes before now, and what became of it. */
const entries = [
  { user: 'operator', kind: 'plan', channel: 'email', status: 'delivered', agoMin: 190, attempts: 1 },
  { user: 'atmb', kind: 'airspace', channel: 'email', status: 'delivered', agoMin: 125, attempts: 2 },
  { user: 'aiw', kind: 'alert', channel: 'push', status: 'delivered', agoMin: 64, attempts: 1 },
  { user: 'operator2', kind: 'plan', channel: 'webhook', status: 'dead', agoMin: 1_510, attempts: 9 },
  { user: 'agent', kind: 'certification', channel: 'email', status: 'pending', agoMin: 12, attempts: 0 },
] as const;

const noteOf = {
  delivered: 'channels.demo.sent',
  dead: 'channels.demo.failed',
  pending: 'channels.demo.waiting',
};

/**
 * Notifications by other channels as a day leaves them: sent, waiting and given up. Each says that it is of the demo, and
 * none was ever sent. Once; nothing where there is one already, or where the demo has no accounts.
 */
export async function seedDemoDeliveries(deps: {
  sql: Sql;
  users: IdsByKey;
  clock: () => Date;
}): Promise<void> {
  const { sql, users, clock } = deps;
  const some = await sql.selectFrom('channelDelivery').select('id').limit(1).executeTakeFirst();
  if (some || users.size === 0) return;
  const now = clock().getTime();
  const at = (ms: number) => new Date(ms).toISOString();
  for (const { user, kind, channel, status, agoMin, attempts } of entries) {
    const written = now - agoMin * minuteMs;
    // Given up after a day of attempts.
    const over = status === 'dead' ? written + dayMs : written + attempts * minuteMs;
    await sql
      .insertInto('channelDelivery')
      .values({
        key: randomUUID(),
        kind,
        channel,
        user: users.get(user) ?? 0,
        reminder: null,
        status,
        attempts,
        firstTriedAt: attempts > 0 ? at(written) : null,
        // What waits does so until the quiet hours of its reader are over.
        nextAt: status === 'pending' ? at(now + 9 * 60 * minuteMs) : null,
        deliveredAt: status === 'delivered' ? at(over) : null,
        error: JSON.stringify(storedText({ key: noteOf[status] })),
        createdAt: at(written),
        updatedAt: at(over),
      })
      .execute();
  }
}
