import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { beforeTests } from './clock/test-clock.ts';
import type { TestServer } from './global-database.ts';

export interface TestDatabase {
  url: string;
  database: Database;
  /** Closes the connections and drops it. What is forgotten goes at the end of the run. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions extends Partial<Omit<DatabaseOptions, 'url'>> {
  /**
   * Begin with a copy of this instead of empty: `build` fills it once in a run (tables, seed), every later
   * database with the same name is a file copy (some 30 ms).
   */
  template?: { name: string; build: (database: Database, url: string) => Promise<void> };
}

/** The present moment by the tests' clock as an expression of SQL: PostgreSQL's now() has the machine's clock. */
export const sqlNow = (): string => `timestamptz '${new Date().toISOString()}'`;

/** For a test that has tables of its own, or names those of the product at run time. */
export function anyTables(sql: Sql): Kysely<Record<string, Record<string, unknown>>> {
  return sql as unknown as Kysely<Record<string, Record<string, unknown>>>;
}

export const silentLog: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The servers of this run, for `describe.each(databases())`: the embedded one, and a remote one where there is one. */
export function databases(): TestServer[] {
  return inject('testServers');
}

/** A third of the time that PostgreSQL takes to write the same into its log, where nothing waits for the disk. */
const byFiles = 'strategy file_copy';

/** A fresh database on one of `databases()`; default: the embedded one. */
export async function createTestDatabase(
  which: TestServer | undefined = databases()[0],
  options: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  if (!which) throw new Error('no test server: is the project "server" of vite.config.ts running this?');
  const { template, ...databaseOptions } = options;
  const open = (url: string) => openDatabase({ log: silentLog, poolSize: 4, ...databaseOptions, url });
  const name = `${which.prefix}_${randomBytes(5).toString('hex')}`;
  const url = urlOf(which, name);
  await withAdmin(which, async (admin) => {
    const source = template ? await templateDatabase(admin, which, template, open) : which.template;
    await admin.query(`create database ${name} template ${source} ${byFiles}`);
  });
  const database = open(url);
  return {
    url,
    database,
    async drop() {
      await database.close();
      await withAdmin(which, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Made by the first that asks; the others, in other processes too, wait at the lock. */
async function templateDatabase(
  admin: pg.Client,
  which: TestServer,
  { name, build }: { name: string; build: (database: Database, url: string) => Promise<void> },
  open: (url: string) => Database,
): Promise<string> {
  const finished = `${which.prefix}_template_${name.replace(/\W/g, '_').toLowerCase()}`;
  await admin.query('select pg_advisory_lock(hashtext($1))', [finished]);
  try {
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [finished]);
    if (rows.length > 0) return finished;
    const fresh = `${which.prefix}_${randomBytes(5).toString('hex')}`;
    await admin.query(`create database ${fresh} template ${which.template} ${byFiles}`);
    const freshUrl = urlOf(which, fresh);
    const database = open(freshUrl);
    try {
      await beforeTests(() => build(database, freshUrl));
    } finally {
      await database.close();
    }
    await admin.query(`alter database ${fresh} rename to ${finished}`);
    return finished;
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [finished]);
  }
}

function urlOf(which: TestServer, name: string): string {
  const url = new URL(which.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function withAdmin<T>(which: TestServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: which.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
