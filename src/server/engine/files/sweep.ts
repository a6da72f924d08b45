import { sql as raw } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { schedule, withAdvisoryLock } from '#server/jobs/schedule.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { freeContents } from './contents.ts';
import type { FileStore } from './file-store.ts';

export interface FileSweep {
  /** One round: how many contents were removed that no file has. */
  round(): Promise<number>;
  /** Every night until closed. */
  start(): { close(): Promise<void> };
}

/** Bytes are kept before the row that names them is committed: what is younger may still get its row. */
const graceMs = 24 * 3_600_000;
/** Contents that are looked up together. */
const batch = 500;

/** Removes the bytes that a server left which died between keeping them and committing their row, or after a purge. */
export function createFileSweep(deps: {
  database: Pick<Database, 'kysely' | 'locks' | 'transaction'>;
  store: Pick<FileStore, 'list' | 'remove'>;
  clock: () => Date;
  log: Logger;
}): FileSweep {
  const { database, store, clock, log } = deps;

  /** Asked again for each under the lock of its content, by `freeContents`. */
  async function freeUnused(contents: string[]): Promise<number> {
    if (contents.length === 0) return 0;
    const { rows } = await raw<{ sha256: string }>`
      select c.sha256 from unnest(${contents}::text[]) as c (sha256)
      where not exists (select 1 from attachment a where a.sha256 = c.sha256)`.execute(database.kysely);
    await freeContents(
      deps,
      rows.map(({ sha256 }) => sha256),
    );
    return rows.length;
  }

  async function sweepAll(): Promise<number> {
    const before = clock().getTime() - graceMs;
    let removed = 0;
    let old: string[] = [];
    for await (const { sha256, storedAt } of store.list()) {
      if (storedAt.getTime() >= before) continue;
      old.push(sha256);
      if (old.length < batch) continue;
      removed += await freeUnused(old);
      old = [];
    }
    return removed + (await freeUnused(old));
  }

  const sweep: FileSweep = {
    round: async () => (await withAdvisoryLock(database, 'clearway file sweep', sweepAll)) ?? 0,

    start: () =>
      schedule(
        'files',
        '0 40 3 * * *',
        async () => {
          const removed = await sweep.round();
          if (removed > 0) log.info({ removed }, 'bytes without a file were removed');
        },
        (error) => log.warn({ error }, 'bytes without a file could not be looked for'),
      ),
  };
  return sweep;
}
