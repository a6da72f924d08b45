import {
  CamelCasePlugin,
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { AppError } from '#domain/text/errors.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { startHeartbeat } from './heartbeat.ts';
import { holding, holds } from './held-connections.ts';
import { listenTo } from './listen.ts';
import {
  type FieldsOf,
  isConnectionError,
  isOutdatedPlan,
  isRetryable,
  translatePgError,
} from './pg-errors.ts';
import { pgTypes } from './pg-types.ts';
import { createPreparedNames, type PreparedNames } from './prepared.ts';
import type { Sql, Tables } from './sql.ts';

/**
 * The port to PostgreSQL, embedded or remote: one driver, one dialect. No code asks a pool for a connection while it
 * holds one of the same pool: as many of those as the pool is large would wait for each other. Within a transaction its
 * own handle is used. See `secondConnection`.
 */
export interface Database {
  /** camelCase names both ways; keys inside jsonb are left alone. Throws AppError or DatabaseFault only. */
  kysely: Sql;
  /**
   * The same over connections of its own: for reads that last as long as somebody takes to read a file, and for what an
   * import of all or nothing reads and tells beside its transaction.
   */
  reads: Sql;
  /** Connections on which an advisory lock is held for longer than a transaction. Throws AppError where there is none. */
  locks: LockConnections;
  /** For what a query builder does not do (COPY, LISTEN). Its errors are the driver's: translate them. */
  pool: pg.Pool;
  /** Runs `work` in a transaction; after a serialization failure or deadlock all of it runs again. */
  transaction<T>(work: (sql: Transaction<Tables>) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Hears what is notified on this channel, on a connection of its own that comes back when it breaks. `heard` is also
   * called after each connect, for notices were missed before it. The answer ends it.
   */
  listen(channel: string, heard: () => void): () => Promise<void>;
  /** Rejects as `unavailable` within 2 s where PostgreSQL does not answer, however busy the pool is. */
  ready(): Promise<void>;
  /** Ends the connections when their queries are done. */
  close(): Promise<void>;
}

export interface LockConnections {
  connect(): Promise<pg.PoolClient>;
  /** Does work that goes on while one of them is held. */
  holding<T>(work: () => Promise<T>): Promise<T>;
}

export interface TransactionOptions {
  /** Default: PostgreSQL's own, read committed. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** How often in all; default 5. */
  attempts?: number;
}

export interface DatabaseOptions {
  /** postgres://user:password@host:port/database */
  url: string;
  log: Logger;
  /** Connections at most; default 10. PostgreSQL's own limit (100) is shared by all processes. */
  poolSize?: number;
  /**
   * A statement that takes longer is cancelled and answered as unavailable. Default 30 s; 0: never. Where not even the
   * cancelling is answered, its connection is given up 5 s later; of a server that has stalled altogether, within 10 s.
   */
  statementTimeoutMs?: number;
  /** How long a query waits for a free connection. Default 10 s. */
  connectTimeoutMs?: number;
  /** Which fields a constraint is about, where its columns' names do not say it. */
  fieldsOf?: FieldsOf;
  /**
   * What happens to code that asks for a connection while it holds one of the same pool. Default: it is refused, which
   * makes the test fail that runs it. The product logs it as an error and serves it: there it does harm only while the
   * pool is exhausted, and a refusal would always.
   */
  secondConnection?: 'refuse' | 'log';
}

/** Long reads at once in one process. */
export const mostLongReads = 4;
/** Imports that read beside their transactions, engine/transfer/importer.ts. */
const besideReads = 3;
/** Locks held at once in one process, each on a connection: two leaderships, the imports, and the jobs of a minute. */
const mostLocks = 16;

/** Opens the pools; connects when first asked. See start-database.ts for a start that waits and checks. */
export function openDatabase(options: DatabaseOptions): Database {
  const { log, fieldsOf, poolSize = 10, secondConnection = 'refuse' } = options;
  const pool = openPool(options, poolSize);
  const readPool = openPool(options, mostLongReads + besideReads);
  const lockPool = openPool(options, mostLocks);
  const pools = [pool, readPool, lockPool].map((one) => ({ pool: one, inUse: inUseOf(one) }));
  const pulse = startHeartbeat({
    url: options.url,
    log,
    onStall: () => {
      for (const one of pools) giveUp(one.pool, one.inUse);
    },
  });
  const connect = async (from: pg.Pool) => {
    if (pulse.stalled()) throw new AppError('unavailable', { key: 'database.away' });
    return from.connect();
  };
  const refuseSecond = (of: object) => {
    if (!holds(of)) return;
    const error = new Error(
      'a second connection was asked for while one is held: use the handle of the transaction',
    );
    if (secondConnection === 'refuse') throw error;
    log.error({ error }, 'a second database connection was asked for while one is held');
  };
  const open = (from: pg.Pool) => {
    const source = { connect: () => connect(from), end: () => from.end() };
    return openKysely(translating(source, createPreparedNames(), fieldsOf), {
      asked: () => refuseSecond(from),
      during: (work) => holding(from, work),
    });
  };
  const [main, reads] = [open(pool), open(readPool)];
  const { kysely } = main;
  return {
    kysely,
    reads: reads.kysely,
    locks: {
      async connect() {
        refuseSecond(lockPool);
        return connect(lockPool).catch((error: unknown) => {
          throw translatePgError(error, fieldsOf);
        });
      },
      holding: (work) => holding(lockPool, work),
    },
    pool,
    transaction: (work, { isolation, attempts = 5 } = {}) =>
      retrying(attempts, () => {
        const builder = kysely.transaction();
        return (isolation ? builder.setIsolationLevel(isolation) : builder).execute(work);
      }),
    listen: (channel, heard) => listenTo({ url: options.url, channel, heard, log: options.log }),
    ready: pulse.ask,
    async close() {
      await pulse.close();
      // Kysely ends a pool only if it was used.
      await Promise.all([main.destroy(), reads.destroy()]);
      await Promise.all(pools.map(async (one) => one.pool.ended || one.pool.end()));
    },
  };
}

/**
 * Kysely on a pool. `asked` is called before a connection is taken, in the context of whoever asks; what is done with a
 * connection runs in `during`.
 */
function openKysely(
  pool: PostgresPool,
  { asked, during }: { asked(): void; during<T>(work: () => Promise<T>): Promise<T> },
): { kysely: Sql; destroy(): Promise<void> } {
  const dialect = new PostgresDialect({ pool });
  const config = { dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] };
  const plain = new Kysely<Tables>(config);
  const executor = plain.getExecutor();
  const kysely = new Kysely<Tables>({
    config,
    dialect,
    // It begins and ends transactions on connections that it is given, and takes none itself.
    driver: dialect.createDriver(),
    executor: executor.withConnectionProvider({
      async provideConnection(consumer) {
        asked();
        return executor.provideConnection((connection) => during(() => consumer(connection)));
      },
    }),
  });
  return { kysely, destroy: () => plain.destroy() };
}

function inUseOf(pool: pg.Pool): Set<pg.PoolClient> {
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  return inUse;
}

/** Whoever waits on one of these connections is told at once, and nobody gets one of them again. */
function giveUp(pool: pg.Pool, inUse: Iterable<pg.PoolClient>): void {
  // Without an answer `end` of a client that waits for one destroys its socket.
  for (const client of inUse) void endOf(client);
  for (let idle = pool.idleCount; idle > 0; idle--) {
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
  }
}

/** The pool's type does not say that its clients have one. */
function endOf(client: pg.PoolClient & { end?: () => Promise<void> }): Promise<void> | undefined {
  return client.end?.().catch(() => undefined);
}

function openPool(options: DatabaseOptions, max: number): pg.Pool {
  const { statementTimeoutMs = 30_000 } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + 5_000 }),
    // Otherwise a client that hangs would hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'clearway',
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=iso_8601',
    types: pgTypes,
  });
  // A connection that breaks while in use also tells its query; without a listener it would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ error: error.message }, 'a database connection broke'));
  });
  pool.on('error', () => {});
  return pool;
}

/** pg's pool as kysely wants it, with every error translated on its way out. */
function translating(
  pool: Pick<pg.Pool, 'connect' | 'end'>,
  names: PreparedNames,
  fieldsOf: FieldsOf | undefined,
): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw translatePgError(error, fieldsOf);
      });
      const known = wrapped.get(client);
      if (known) return known;
      const fresh = translatingClient(client, names, fieldsOf);
      wrapped.set(client, fresh);
      return fresh;
    },
    end: () => pool.end(),
  };
}

function translatingClient(
  client: pg.PoolClient,
  names: PreparedNames,
  fieldsOf: FieldsOf | undefined,
): PostgresPoolClient {
  let broken = false;
  let isTransaction = false;
  async function run(text: string, parameters: readonly unknown[]) {
    // PostgreSQL keeps a plan for all values only where it costs no more than one for these.
    const name = names.of(text);
    const isAlone = !isTransaction;
    isTransaction = text === 'begin' || (isTransaction && text !== 'commit' && text !== 'rollback');
    // A rollback after the connection has gone would wait for an answer that cannot come.
    if (broken) throw new AppError('unavailable', { key: 'database.away' });
    const ask = (named: string | undefined) =>
      client.query({ ...(named && { name: named }), text, values: [...parameters] });
    try {
      const result = await ask(name).catch((error: unknown) => {
        // A transaction has failed with it, and runs again as a whole.
        if (!isAlone || !isOutdatedPlan(error)) throw error;
        names.forget();
        return ask(undefined);
      });
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: a change would be lost in silence.
      if (text === 'commit' && result.command === 'ROLLBACK') {
        throw new Error('a transaction was committed after one of its statements had failed');
      }
      return result;
    } catch (error) {
      broken ||= isConnectionError(error);
      if (isOutdatedPlan(error)) names.forget();
      throw translatePgError(error, fieldsOf);
    }
  }
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('cursors are not configured: page by key instead');
    return run(sql, parameters);
  }
  // A server that goes says so before its connection ends: nobody else shall get it.
  return { query, release: () => client.release(broken) };
}

async function retrying<T>(attempts: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      // Apart from each other by chance, or the same two would meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}
