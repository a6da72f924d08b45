import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError, type Tell } from '#server/kernel/start-error.ts';
import { findBinaries } from './embedded-binaries.ts';
import { cleanEnvironment, clusterIn, exists, prepareCluster, superuser, sweep } from './embedded-cluster.ts';
import { type Home, prepareHome } from './embedded-home.ts';
import {
  type Address,
  clearTheWay,
  commandOf,
  connectTo,
  databaseName,
  type Life,
  type PidFile,
  type Postmaster,
  type Running,
  readPidFile,
  startedPostmaster,
  stopCluster,
  takeLock,
} from './embedded-postmaster.ts';
import { emptyFolder, makeSocketFolder } from './embedded-sockets.ts';

/** A real PostgreSQL in a process of its own, for this server process alone. */
export interface EmbeddedPostgres {
  /**
   * For openDatabase: by a socket in the folder, where the system has them, else by 127.0.0.1; with a generated
   * password. Stays the same when it is started again.
   */
  url: string;
  port: number;
  /** Where it keeps its data and its log. */
  folder: string;
  /** The postmaster's process id, for those who watch it. */
  pid(): number | undefined;
  /** Stops it cleanly. Close the pools first: their open transactions would be rolled back. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** CLEARWAY_DATA: the database is in its folder `postgres`, if PostgreSQL's user can reach it. */
  dataFolder: string;
  tell: Tell;
  /** A port to try first; one that is taken is passed over. Without it: any free one. */
  port?: number;
  /** See embedded-home.ts. */
  shelter?: string;
  /** It died and could not be started again: nothing can be served any more. */
  onLost?: (error: Error) => void;
}

/** Deaths within a minute after which we stop starting it again. */
const deathsAMinute = 5;

/**
 * The life of the embedded database. Start: the folder and its user (embedded-home), the programs
 * (embedded-binaries), the cluster on the first start (embedded-cluster), then the lock and a postmaster: the one that an
 * earlier run left behind where it runs as ours would (embedded-postmaster), else a new one. If it dies it is started again
 * at the same port: WAL recovery brings back everything that was committed. It is stopped by `stop`, and when this process exits.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { tell } = options;
  const home = await prepareHome(options);
  const binaries = await findBinaries(home.folder, home.runAs, tell);
  const password = await prepareCluster(home, binaries, tell);
  const life: Life = { home, binaries, password, tell };

  let running = await runFirst(life, options.port);
  let stopping = false;
  let restarting = Promise.resolve();
  const { port, sockets } = running;
  await makeDatabase(running.lock);

  const deaths: number[] = [];
  const watch = (current: Running) => {
    void current.postmaster.ended.then(() => {
      if (!stopping) restarting = restart();
    });
    keepLock(current, life, () => stopping);
  };
  const restart = async () => {
    tell('start.recovering');
    const now = Date.now();
    deaths.push(now);
    await running.lock.end().catch(() => {});
    try {
      if (deaths.filter((at) => at > now - 60_000).length > deathsAMinute)
        throw new Error(await logEnd(home, 0));
      running = await run(life, { port, sockets }, true);
      watch(running);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      options.onLost?.(new StartError('start.lost', { reason }, { cause: error }));
    }
  };
  watch(running);

  // Also where somebody calls process.exit: a signal is all that can still be sent then.
  const atExit = () => running.postmaster.signal('SIGINT');
  process.once('exit', atExit);

  const bySocket = sockets ? `?host=${encodeURIComponent(sockets)}` : '';
  return {
    url: `postgres://${superuser}:${password}@127.0.0.1:${port}/${databaseName}${bySocket}`,
    port,
    folder: home.folder,
    pid: () => running.postmaster.pid,
    async stop() {
      stopping = true;
      await restarting;
      process.removeListener('exit', atExit);
      await end(running, life);
      if (sockets) await rm(sockets, { recursive: true, force: true });
    },
  };
}

/** At our start: the postmaster that an earlier run left behind, where we would have started it so, else a new one. */
async function runFirst(life: Life, wantedPort?: number): Promise<Running> {
  const left = await clearTheWay(life, (found, client) => runsAsOurs(life, found, client));
  if (left) return left;
  await sweep(life.home.folder, 'sockets');
  const port = wantedPort !== undefined && (await isFree(wantedPort)) ? wantedPort : await freePort();
  return run(life, { port, sockets: await makeSocketFolder(life.home) });
}

/** The same program with the same settings. */
async function runsAsOurs(life: Life, found: PidFile, client: pg.Client): Promise<boolean> {
  const { home, binaries } = life;
  const { rows } = await client.query("select current_setting('server_version') as version");
  if (String(rows[0]?.version).split(' ')[0] !== binaries.version) return false;
  const words = argumentsOf(home, found).map((word) => `"${word}"`);
  return (await commandOf(clusterIn(home))) === [await realpath(binaries.postgres), ...words].join(' ');
}

/** Starts a postmaster and takes the lock. `fixed`: at this port or not at all. */
async function run(life: Life, address: Address, fixed = false): Promise<Running> {
  const { home } = life;
  const { sockets } = address;
  const cluster = clusterIn(home);
  const logFile = path.join(home.folder, 'postgres.log');
  let { port } = address;
  // Children of a postmaster that was killed may take a while to notice, as long as their statements last.
  const end = Date.now() + 40_000;
  for (;;) {
    await clearTheWay(life);
    const { postmaster, logStart } = await spawnPostmaster(life, { port, sockets }, logFile);
    if (await becomesReady(postmaster, cluster)) {
      const lock = await connectTo(cluster, port, life.password);
      if (lock && (await takeLock(lock).catch(() => false))) return { postmaster, port, sockets, lock };
      // Another process that started in the same moment took it first, or stopped ours.
      await lock?.end().catch(() => {});
      if (Date.now() > end) throw new StartError('start.secondInstance', { folder: home.folder });
      await stopPostmaster(postmaster, life);
      continue;
    }
    const log = await logEnd(home, logStart);
    const portTaken = /could not (bind|create any TCP)/.test(log);
    const inUse = /pre-existing shared memory block|lock file .* already exists/.test(log);
    if ((!portTaken && !inUse) || Date.now() > end) {
      throw new StartError('start.postgresFails', { file: logFile, reason: log });
    }
    if (portTaken && !fixed) port = await freePort();
    else await sleep(200);
  }
}

/**
 * When one of PostgreSQL's own processes is killed it ends every connection, that of the lock too, and goes on:
 * the lock is taken again, or another process would think this folder's owner dead.
 */
function keepLock(running: Running, life: Life, stopping: () => boolean): void {
  running.lock.once('end', async () => {
    while (!stopping() && !running.postmaster.hasEnded()) {
      const lock = await connectTo(clusterIn(life.home), running.port, life.password);
      if (lock && (await takeLock(lock).catch(() => false))) {
        running.lock = lock;
        keepLock(running, life, stopping);
        return;
      }
      await lock?.end().catch(() => {});
      await sleep(50);
    }
  });
}

async function spawnPostmaster(life: Life, address: Address, logFile: string) {
  const { home, binaries } = life;
  await turnLog(logFile);
  // What a postmaster that was killed left there would be taken for another one that runs.
  if (address.sockets !== null) await emptyFolder(address.sockets);
  const log = openSync(logFile, 'a', 0o600);
  try {
    const logStart = fstatSync(log).size;
    const child = spawn(binaries.postgres, argumentsOf(home, address), {
      cwd: home.folder,
      env: cleanEnvironment(),
      stdio: ['ignore', log, log],
      // Ctrl-C goes to every process of the terminal's group: we stop first, then it.
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...home.runAs,
    });
    return { postmaster: startedPostmaster(child), logStart };
  } finally {
    closeSync(log);
  }
}

function argumentsOf(home: Home, { port, sockets }: Address): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: sockets === null ? '' : `"${sockets}"`,
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statement errors are returned to the caller; the log keeps PostgreSQL's own messages.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // Compiling costs more than our short queries take.
    jit: 'off',
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', clusterIn(home), ...words];
}

/** true when it takes connections; false when it ended first. */
async function becomesReady(postmaster: Postmaster, cluster: string): Promise<boolean> {
  while (!postmaster.hasEnded()) {
    const found = await readPidFile(cluster);
    if (found !== null && found.pid === postmaster.pid && found.ready) return true;
    await sleep(10);
  }
  return false;
}

async function end({ postmaster, lock }: Running, life: Life): Promise<void> {
  await lock.end().catch(() => {});
  await stopPostmaster(postmaster, life);
}

async function stopPostmaster(postmaster: Postmaster, { home, binaries }: Life): Promise<void> {
  if (postmaster.hasEnded()) return;
  // SIGINT is PostgreSQL's fast shutdown. Windows has no signals; pg_ctl knows its way there.
  if (process.platform === 'win32') await stopCluster(home, binaries);
  else postmaster.signal('SIGINT');
  const late = AbortSignal.timeout(30_000);
  late.addEventListener('abort', () => {
    // Immediate shutdown: the next start recovers from the WAL.
    if (!postmaster.hasEnded()) postmaster.signal('SIGQUIT');
  });
  await postmaster.ended;
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rows.length === 0) await client.query(`create database ${databaseName}`);
}

async function isFree(port: number): Promise<boolean> {
  return (await listening(port)) !== null;
}

async function freePort(): Promise<number> {
  const port = await listening(0);
  if (port === null)
    throw new StartError('start.postgresFails', { file: '127.0.0.1', reason: 'no free port' });
  return port;
}

/** Listens for a moment; the port it got, or null where that was refused. */
function listening(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? null) : null));
    });
  });
}

/** Keeps the log small: beyond 5 MB it is turned over at the next start. */
async function turnLog(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && found.size > 5_000_000) await rename(file, `${file}.1`);
}

/** The last lines that PostgreSQL wrote since `from`, without their times. */
async function logEnd(home: Home, from: number): Promise<string> {
  const file = path.join(home.folder, 'postgres.log');
  if (!(await exists(file))) return '';
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(from, size - 4_000);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').trim().split('\n').slice(-12);
    return lines.map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, '')).join('\n');
  } finally {
    await handle.close();
  }
}
