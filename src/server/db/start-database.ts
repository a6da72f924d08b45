import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/kernel/config.ts';
import { closeDataFolder } from '#server/kernel/data-folder.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { StartError, type Tell } from '#server/kernel/start-error.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { FieldsOf } from './pg-errors.ts';
import { MigrationRefused } from './tables.ts';

export interface StartedDatabase {
  database: Database;
  /** Where the records are, to be printed: a folder, or a server's address without its password. */
  place: string;
  /** Ends the connections, then the embedded database. */
  close(): Promise<void>;
}

export interface StartDatabaseOptions {
  log: Logger;
  tell: Tell;
  /** The embedded database died for good. */
  onLost?: (error: Error) => void;
  fieldsOf?: FieldsOf;
  /** Other than usual, for tests. */
  connections?: Pick<DatabaseOptions, 'poolSize' | 'secondConnection'> | undefined;
  /** The rest after the first time that a remote database does not answer; other than usual, for tests. */
  firstRestMs?: number;
}

/** The database that the settings ask for, connected and fit for us: DATABASE_URL, else the embedded one. */
export async function startDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  options: StartDatabaseOptions,
): Promise<StartedDatabase> {
  const { log, tell, fieldsOf } = options;
  const connections = { log, fieldsOf, secondConnection: 'log' as const, ...options.connections };
  if (config.databaseUrl !== null) {
    await closeDataFolder(config.dataFolder, null, tell);
    const database = openDatabase({ url: config.databaseUrl, ...connections });
    const place = addressOf(config.databaseUrl);
    await waitFor(database, place, options).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return { database, place, close: () => database.close() };
  }
  const embedded = await startEmbeddedPostgres({
    dataFolder: config.dataFolder,
    tell,
    onLost: options.onLost,
  });
  const database = openDatabase({ url: embedded.url, ...connections });
  return {
    database,
    place: embedded.folder,
    async close() {
      await database.close();
      await embedded.stop();
    },
  };
}

/** Rests between two tries grow from the first to the longest, ms. */
const firstRestMs = 500;
const longestRestMs = 15_000;
export const longerRest = (restMs: number) => Math.min(longestRestMs, 2 * restMs);

/**
 * Waits without limit for a server that does not answer; the operator can stop us. A server that refuses us, or that we
 * cannot use, is reported at once.
 */
async function waitFor({ pool }: Database, address: string, options: StartDatabaseOptions): Promise<void> {
  for (let restMs = options.firstRestMs ?? firstRestMs; ; restMs = longerRest(restMs)) {
    try {
      const { rows } = await pool.query(
        "select current_setting('server_version_num')::int as version, current_setting('server_version') as name, current_setting('server_encoding') as encoding",
      );
      const { version, name, encoding } = rows[0];
      if (version < 150_000) throw new StartError('start.databaseTooOld', { address, found: name });
      if (encoding !== 'UTF8') throw new StartError('start.databaseEncoding', { address, found: encoding });
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      const reason = error instanceof Error ? error.message || String(error) : String(error);
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      // 28 authorization, 3D no such database: waiting changes nothing.
      if (/^(28|3D)/.test(code))
        throw new StartError('start.databaseRefuses', { address, reason }, { cause: error });
      options.tell('start.waiting', { address, reason, seconds: restMs / 1_000 });
      await sleep(restMs);
    }
  }
}

/** Tables that cannot be brought up to this version without losing data, in a sentence; other errors as they are. */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof MigrationRefused)) throw error;
  const list = error.refusals.map(({ sentence }) => `- ${sentence}`).join('\n');
  throw new StartError('start.migrationRefused', { list }, { cause: error });
}

function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
