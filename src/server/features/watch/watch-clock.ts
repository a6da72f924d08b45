import type { WatchDutyRecord } from '#domain/record/records.gen.ts';
import { nameValues } from '#domain/text/name-in.ts';
import type { Database } from '#server/db/database.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Sessions } from '#server/features/identity/sessions.ts';
import { writeLog } from '#server/features/watch-log/write-log.ts';
import { type Clock, createClock } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { endDuty } from './watch-calls.ts';
import { dutyAt, lockPosition } from './watch-positions.ts';

/**
 * Whoever has no session any more (signed out, timed out, locked, deactivated) is on no position: within a minute they are
 * signed off, and the log says that nobody took over. A locked screen changes nothing: the session goes on.
 */
export function createWatchClock(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  records: Records;
  sessions: Pick<Sessions, 'livingOf'>;
  clock: () => Date;
  log: Logger;
}): Clock<number[]> {
  const { database, records, sessions, clock, log } = deps;
  const caller = systemCaller();

  async function mayStay(user: number): Promise<boolean> {
    const account = await database.kysely
      .selectFrom('user')
      .select(['isActive', 'deletedAt', 'lockoutEndAt'])
      .where('id', '=', user)
      .executeTakeFirst();
    if (!account?.isActive || account.deletedAt !== null) return false;
    if (account.lockoutEndAt !== null && Date.parse(account.lockoutEndAt) > clock().getTime()) return false;
    return (await sessions.livingOf(user)).length > 0;
  }

  async function signOff(duty: WatchDutyRecord, now: string): Promise<boolean> {
    return records.transaction(async (transaction) => {
      const position = await lockPosition(records, transaction, caller, duty.position);
      const current = await dutyAt(transaction.sql, duty.position);
      if (current?.id !== duty.id) return false;
      await endDuty(records, transaction, current, 'session', now, caller);
      const { userName: name } = current;
      const english = await storedNamesIn(transaction.sql, 'en', [name]);
      const values = nameValues('name', { name, nameEn: english(name) });
      await writeLog(records, transaction, {
        at: now,
        kind: 'signOff',
        position,
        text: { key: 'watch.log.sessionEnded', values },
      });
      return true;
    });
  }

  return createClock({
    database,
    name: 'watch',
    pattern: '20 * * * * *',
    clock,
    async round(now) {
      const rows = await database.kysely
        .selectFrom('watchDuty')
        .selectAll()
        .where('until', 'is', null)
        .where('deletedAt', 'is', null)
        .execute();
      const done: number[] = [];
      for (const duty of rows as WatchDutyRecord[]) {
        if (await mayStay(duty.user)) continue;
        if (await signOff(duty, now.toISOString())) done.push(duty.id);
      }
      return done;
    },
    none: [],
    report(done) {
      if (done.length > 0)
        log.info({ duties: done }, 'users without a session were signed off their positions');
    },
    log,
  });
}
