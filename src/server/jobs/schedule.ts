import { Cron } from 'croner';
import { sql as raw } from 'kysely';
import type { Database } from '#server/db/database.ts';

/**
 * Does the work unless another server is at it: held on one connection for the round, so that who finds it taken
 * simply waits for its next turn. Null: it was taken.
 */
export async function withAdvisoryLock<T>(
  database: Pick<Database, 'kysely'>,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  return database.kysely.connection().execute(async (connection) => {
    const { rows } = await raw<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtext(${name})) as mine`.execute(connection);
    if (!rows[0]?.mine) return null;
    try {
      return await work();
    } finally {
      await raw`select pg_advisory_unlock(hashtext(${name}))`.execute(connection);
    }
  });
}

/** Rounds by a cron pattern, never two at once; `close` resolves once a round that has begun is over. */
export function schedule(pattern: string, round: () => Promise<void>): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const job = new Cron(pattern, { protect: true, unref: true }, () => {
    running = round();
    return running;
  });
  return {
    close() {
      job.stop();
      return running;
    },
  };
}
