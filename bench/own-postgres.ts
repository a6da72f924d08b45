import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import type { Logger } from '#server/kernel/logger.ts';

export const log: Logger = { debug() {}, info() {}, warn() {}, error: console.error };

/** An embedded PostgreSQL in a folder of its own, both gone when the work is done. */
export async function withEmbeddedPostgres<T>(work: (url: string, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-bench-'));
  const embedded = await startEmbeddedPostgres({ dataFolder: path.join(folder, 'data'), tell: () => {} });
  try {
    return await work(embedded.url, folder);
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same with a database open in it that waits as long as a statement takes. */
export async function withOwnDatabase<T>(
  work: (database: Database, at: { url: string; folder: string }) => Promise<T>,
): Promise<T> {
  return withEmbeddedPostgres(async (url, folder) => {
    const database = openDatabase({ url, log, statementTimeoutMs: 0 });
    try {
      return await work(database, { url, folder });
    } finally {
      await database.close();
    }
  });
}
