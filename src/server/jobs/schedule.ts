import { channel } from 'node:diagnostics_channel';
import { Cron } from 'croner';
import type { Database } from '#server/db/database.ts';
import { takeLock } from '#server/db/session-locks.ts';

/** A round of a job that has ended; times are UTC ms. */
export interface JobRun {
  job: string;
  startedAt: number;
  durationMs: number;
  /** What it failed with; null: it did what it had to. */
  failure: string | null;
  nextAt: number | null;
}

/** Every round that ends in this process, for whoever watches how jobs go. */
export const jobRuns = channel('clearway:job');

/**
 * Does the work unless another server is at it: the lock is held until the work has ended, on a connection that is kept
 * for locks, so that the work has every connection of the pool. Null: another server is at it.
 */
export async function withAdvisoryLock<T>(
  database: Pick<Database, 'locks'>,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const release = await takeLock(database, name);
  if (!release) return null;
  try {
    return await database.locks.holding(work);
  } finally {
    await release();
  }
}

/**
 * Rounds of a job by a cron pattern, never two at once. A round that fails is told to `failed`, and comes again at its
 * next turn; `close` resolves once a round that has begun is over.
 */
export function schedule(
  job: string,
  pattern: string,
  round: () => Promise<unknown>,
  failed: (error: unknown) => void,
): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  async function run(): Promise<void> {
    const startedAt = Date.now();
    let failure: string | null = null;
    try {
      await round();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      failed(error);
    }
    const ended: JobRun = {
      job,
      startedAt,
      durationMs: Date.now() - startedAt,
      failure,
      nextAt: cron.nextRun()?.getTime() ?? null,
    };
    jobRuns.publish(ended);
  }
  const cron = new Cron(pattern, { protect: true, unref: true }, () => {
    running = run();
    return running;
  });
  return {
    close() {
      cron.stop();
      return running;
    },
  };
}
