import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { isFull } from './breadth.ts';
import { makeDataFolder, memoryFolder } from './data-folder.ts';

/** A PostgreSQL server that tests may create databases in. */
export interface TestServer {
  name: 'embedded' | 'remote';
  /** Of a database to connect to for CREATE DATABASE. */
  url: string;
  /** Databases of this run begin with it; all are dropped at its end. */
  prefix: string;
  /** After CREATE DATABASE name TEMPLATE: which one, and how its texts are kept. */
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServers: TestServer[];
  }
}

/**
 * Starts one embedded PostgreSQL for the whole run, and takes the server of TEST_DATABASE_URL or DATABASE_URL, or in
 * the full run one that lets us in on 127.0.0.1:5432, beside it: the same tests run on both.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `clearway_test_${randomBytes(4).toString('hex')}`;
  const { folder, remove } = await makeDataFolder('test', await memoryFolder());
  const embedded = await startEmbeddedPostgres({ dataFolder: folder, tell: () => {} });
  await withClient(embedded.url, async (client) => {
    // Nothing here outlives the run, so nothing needs to reach the disk, and no table lives long enough to be tidied; with
    // so few rows, compiling a query or sharing it out takes longer than answering it. The tests of its life start their own.
    for (const setting of [
      'fsync = off',
      'full_page_writes = off',
      'synchronous_commit = off',
      'autovacuum = off',
      "checkpoint_timeout = '1h'",
      "max_wal_size = '8GB'",
      'jit = off',
      'max_parallel_workers_per_gather = 0',
    ]) {
      await client.query(`alter system set ${setting}`);
    }
    await client.query('select pg_reload_conf()');
    // Thousands of connections prove the same password: in one round instead of 4,096.
    await client.query('set scram_iterations = 1');
    await client.query(
      `alter role current_user password ${pg.escapeLiteral(new URL(embedded.url).password)}`,
    );
  });
  const servers: TestServer[] = [{ name: 'embedded', url: embedded.url, prefix, template: 'template1' }];
  const remote = await findRemote(prefix);
  if (remote) servers.push(remote);
  project.provide('testServers', servers);
  return async () => {
    if (remote) await dropAll(remote);
    await embedded.stop();
    await remove();
  };
}

async function findRemote(prefix: string): Promise<TestServer | null> {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  if (!given && !isFull) return null;
  const candidates = given
    ? [given]
    : [...new Set(['postgres', userInfo().username])].map(
        (user) => `postgres://${user}@127.0.0.1:5432/postgres`,
      );
  let reason = '';
  for (const url of candidates) {
    try {
      return { name: 'remote', url, prefix, template: await templateOf(url) };
    } catch (error) {
      reason = error instanceof Error ? error.message || String(error) : String(error);
    }
  }
  if (given)
    throw new Error(`tests: no database can be created at TEST_DATABASE_URL or DATABASE_URL: ${reason}`);
  console.log(`tests: skipped on a second PostgreSQL, none lets us in on 127.0.0.1:5432 (${reason})`);
  return null;
}

async function templateOf(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    if (rows[0]?.may !== true) throw new Error('the user may not create databases');
    const utf8 = await client.query(
      "select 1 from pg_collation where collname in ('C.utf8', 'C.UTF-8') limit 1",
    );
    const locale = utf8.rows.length > 0 ? 'C.UTF-8' : 'C';
    return `template0 encoding 'UTF8' lc_collate '${locale}' lc_ctype '${locale}'`;
  });
}

async function dropAll({ url, prefix }: TestServer): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
