import { sql as raw } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { historyTable } from '#server/db/table-model.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { schedule, withAdvisoryLock } from './schedule.ts';

export interface Retention {
  /** One round: how many rows were deleted for good, by record type; null: another server is at it. */
  round(): Promise<Record<string, number> | null>;
  /** Every night until closed. */
  start(): { close(): Promise<void> };
}

/** Rows deleted in one statement: what others wait for stays short. */
const batch = 1_000;
const dayMs = 86_400_000;

/** What is kept for so many days (a parameter; 0: for ever) after a moment of its own. */
const retained = [
  {
    resource: 'loginAttempt',
    table: 'login_attempt',
    days: 'retention.loginAttemptDays',
    over: 'attempted_at',
  },
  {
    resource: 'session',
    table: 'session',
    days: 'retention.sessionDays',
    // One that still runs is never over.
    over: 'least(coalesce(ended_at, expires_at), expires_at)',
  },
  { resource: 'errorLog', table: 'error_log', days: 'retention.errorLogDays', over: 'last_seen_at' },
  {
    resource: 'quarantine',
    table: 'quarantine',
    days: 'retention.quarantineDays',
    over: 'set_aside_at',
  },
  // One that still stands has no end.
  { resource: 'encounter', table: 'encounter', days: 'retention.encounterDays', over: 'cleared_at' },
  // Before their links: they name them.
  { resource: 'shareOpening', table: 'share_opening', days: 'retention.shareDays', over: 'opened_at' },
  {
    resource: 'shareLink',
    table: 'share_link',
    days: 'retention.shareDays',
    over: 'least(coalesce(withdrawn_at, expires_at), expires_at)',
  },
  { resource: 'phoneCode', table: 'phone_code', days: 'retention.codeDays', over: 'expires_at' },
  { resource: 'bindCode', table: 'bind_code', days: 'retention.codeDays', over: 'expires_at' },
];

/** Deletes what says who was where and when, once it has served: with its history, and past the trash. */
export function createRetention(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Parameters;
  clock: () => Date;
  log: Logger;
}): Retention {
  const { database, parameters, clock, log } = deps;

  async function deleteOld({ resource, table, days, over }: (typeof retained)[number]): Promise<number> {
    const number = await parameters.number(days);
    if (number <= 0) return 0;
    const before = new Date(clock().getTime() - number * dayMs).toISOString();
    for (let deleted = 0; ; ) {
      const { rows } = await raw<{ count: number }>`
        with gone as (
          delete from ${raw.table(table)} where id in (
            select id from ${raw.table(table)} where ${raw.raw(over)} < ${before}::timestamptz limit ${batch}
          ) returning id
        ), history as (
          delete from ${raw.table(historyTable)} where resource = ${resource} and record_id in (select id from gone)
        )
        select count(*)::int as count from gone`.execute(database.kysely);
      const count = rows[0]?.count ?? 0;
      deleted += count;
      if (count < batch) return deleted;
    }
  }

  async function deleteAll(): Promise<Record<string, number>> {
    const deleted: Record<string, number> = {};
    for (const one of retained) deleted[one.resource] = await deleteOld(one);
    return deleted;
  }

  const retention: Retention = {
    round: () => withAdvisoryLock(database, 'clearway retention', deleteAll),

    start: () =>
      schedule(
        'retention',
        '0 20 3 * * *',
        async () => {
          const deleted = await retention.round();
          if (deleted) log.info({ deleted }, 'what was kept long enough was deleted');
        },
        (error) => log.error({ error }, 'what was kept long enough could not be deleted'),
      ),
  };
  return retention;
}
