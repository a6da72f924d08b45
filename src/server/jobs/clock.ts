import { AppError } from '#domain/text/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { schedule, withAdvisoryLock } from './schedule.ts';

/** What time does by itself, in rounds. */
export interface Clock<Round> {
  /** One round at this moment, now where none is given. Safe on any number of servers: one does a round at a time. */
  tick(at?: Date): Promise<Round>;
  /** The round of a start. One that fails is logged and comes again by the pattern: no start depends on what is stored. */
  catchUp(): Promise<void>;
  /** By its cron pattern until closed. */
  start(): {
    /** Resolves once a round that has begun is over. */
    close(): Promise<void>;
  };
}

export function createClock<Round>(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  /** Whose rounds the servers take in turns: one word. */
  name: string;
  /** Cron, with seconds. */
  pattern: string;
  clock: () => Date;
  round(now: Date): Promise<Round>;
  /** What a round does that another server is at. */
  none: Round;
  /** Says in the log what is worth it. */
  report(done: Round): void;
  log: Logger;
}): Clock<Round> {
  const { database, name, pattern, clock, round, none, report, log } = deps;
  const tick = async (at?: Date) =>
    (await withAdvisoryLock(database, `clearway ${name} clock`, () => round(at ?? clock()))) ?? none;
  const failed = (error: unknown) => log.error({ error }, `the ${name} clock failed and will try again`);
  return {
    tick,
    catchUp: async () => {
      try {
        report(await tick());
      } catch (error) {
        failed(error);
      }
    },
    start: () => schedule(name, pattern, async () => report(await tick()), failed),
  };
}

/**
 * The clock's work on one record, of which others do not depend: false where it's refused, as by what somebody did in the
 * meantime, or fails. A database that is away ends the round.
 */
export async function unlessRefused(
  log: Logger,
  what: object,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ ...what, error }, 'a clock could not change a record');
    else if (error.code === 'unavailable' || error.code === 'full') throw error;
    else log.info({ ...what, reason: error.text.key }, 'a clock left a record as it is');
    return false;
  }
}
