import { type ChildProcess, execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartError, type Tell } from '#server/kernel/start-error.ts';
import { cleanEnvironment, clusterIn, isAlive, superuser } from './embedded-cluster.ts';
import type { Binaries, Home } from './embedded-home.ts';

/** What PostgreSQL writes into postmaster.pid about itself. */
export interface PidFile extends Address {
  pid: number;
  ready: boolean;
}

/** What a start has settled. */
export interface Life {
  home: Home;
  binaries: Binaries;
  password: string;
  tell: Tell;
}

/** The process that is our database's PostgreSQL: one that we started, or one that an earlier run left behind. */
export interface Postmaster {
  pid: number | undefined;
  hasEnded(): boolean;
  ended: Promise<void>;
  signal(name: NodeJS.Signals): void;
}

export interface Address {
  port: number;
  /** The folder of its sockets; null: it listens on 127.0.0.1 only. */
  sockets: string | null;
}

export interface Running extends Address {
  postmaster: Postmaster;
  /** Its connection holds the data folder's lock. */
  lock: pg.Client;
}

/** The database of ours in the cluster. */
export const databaseName = 'clearway';

/**
 * The lock on a data folder: an advisory lock in its own database, held by a connection of the living server
 * process. The kernel ends the connection with the process, however it dies, so no lock is ever stale.
 */
const lockKey = [0x636c_6561, 0x7277_6179];

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(pidFileIn(cluster), 'utf8').catch(() => null);
  if (text === null) return null;
  const [pid, , , port, sockets, , , status] = text.split('\n');
  return {
    pid: Number(pid),
    port: Number(port),
    sockets: sockets || null,
    ready: status?.trim() === 'ready',
  };
}

/** Connects to the postmaster that serves this very cluster; null where none answers at the port. */
export async function connectTo(cluster: string, port: number, password: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
    application_name: 'clearway lock',
  });
  // The connection may end at any time with its server; whoever waits for it is told by its query.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('data_directory') as folder");
    if (path.resolve(String(rows[0]?.folder)) === (await realpath(cluster))) return client;
  } catch {
    // Refused, not yet ready, another server with other users: not ours, or not now.
  }
  await client.end().catch(() => {});
  return null;
}

/** Takes the data folder's lock for as long as the connection lives. */
export async function takeLock(client: pg.Client, patienceMs = 1_000): Promise<boolean> {
  // A process killed this instant still holds it until its connection's end is seen.
  for (const end = Date.now() + patienceMs; ; await sleep(50)) {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', lockKey);
    if (rows[0]?.taken === true) return true;
    if (Date.now() > end) return false;
  }
}

/**
 * Gives the postmaster that an earlier run left behind, with the data folder's lock, where `mayTake` agrees; null: none
 * serves the cluster. Refuses where a living Clearway owns it, stops one that is not taken, waits for one that is ending, and
 * removes a pid file whose number now belongs to some other program (after a reboot), which PostgreSQL itself would take for
 * a second server.
 */
export async function clearTheWay(
  { home, binaries, password, tell }: Life,
  mayTake: (found: PidFile, client: pg.Client) => Promise<boolean> = async () => false,
  patienceMs = 60_000,
): Promise<Running | null> {
  const cluster = clusterIn(home);
  for (const end = Date.now() + patienceMs; ; await sleep(100)) {
    const found = await readPidFile(cluster);
    // Of a dead process PostgreSQL sees for itself, and whether its children still use the files.
    if (found === null || !isAlive(found.pid)) return null;
    const client = await connectTo(cluster, found.port, password);
    if (client) {
      const ours = await takeLock(client).catch(() => null);
      if (ours === false) {
        await client.end().catch(() => {});
        throw new StartError('start.secondInstance', { folder: path.dirname(cluster) });
      }
      if (ours && (await mayTake(found, client).catch(() => false)) && (await endSessions(client))) {
        tell('start.takenOver', { pid: found.pid });
        const { pid, port, sockets } = found;
        return { postmaster: leftPostmaster(pid, cluster), port, sockets, lock: client };
      }
      tell('start.orphan', { pid: found.pid });
      await stopCluster(home, binaries);
      await client.end().catch(() => {});
      continue;
    }
    if (!(await isPostmasterOf(found.pid, cluster))) {
      await rm(pidFileIn(cluster), { force: true });
      tell('start.stalePid', { file: pidFileIn(cluster) });
      return null;
    }
    if (Date.now() > end) throw new StartError('start.postmasterStuck', { pid: found.pid, folder: cluster });
  }
}

/**
 * Ends what the killed process still asks of the database: a long statement goes on until it has something to send, and
 * keeps its locks. False where some of it does not end in time.
 */
async function endSessions(client: pg.Client, patienceMs = 5_000): Promise<boolean> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(20)) {
    const { rows } = await client
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [databaseName])
      .catch(() => ({ rows: null }));
    if (rows === null) return false;
    if (rows.length === 0) return true;
  }
  return false;
}

/** The command line of the postmaster that serves the cluster, or served it last, as it wrote it down. */
export async function commandOf(cluster: string): Promise<string | null> {
  const text = await readFile(path.join(cluster, 'postmaster.opts'), 'utf8').catch(() => null);
  return text === null ? null : text.trimEnd();
}

export function startedPostmaster(child: ChildProcess): Postmaster {
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid,
    hasEnded,
    ended: new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => {
        if (hasEnded()) resolve();
      });
    }),
    signal: (name) => child.kill(name),
  };
}

/** One that is not our child: the system does not tell us of its end. */
function leftPostmaster(pid: number, cluster: string): Postmaster {
  let hasEnded = false;
  const runs = process.platform === 'linux' ? () => isPostmasterOf(pid, cluster) : async () => isAlive(pid);
  async function watch(): Promise<void> {
    while (await runs()) await sleep(100);
    hasEnded = true;
  }
  return {
    pid,
    hasEnded: () => hasEnded,
    ended: watch(),
    signal(name) {
      if (!hasEnded && isAlive(pid)) process.kill(pid, name);
    },
  };
}

/** Fast shutdown: running transactions are rolled back, everything committed is on disk. Waits for the end. */
export async function stopCluster(home: Home, binaries: Binaries, mode = 'fast'): Promise<void> {
  await promisify(execFile)(binaries.pgCtl, ['stop', '-D', clusterIn(home), '-m', mode, '-w', '-t', '60'], {
    cwd: home.folder,
    env: cleanEnvironment(),
    ...home.runAs,
  }).catch(() => {
    // It was gone already; the caller looks again.
  });
}

/** Is the process with this number a PostgreSQL on this cluster, and not a later program with the same number? */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('postgres')) return false;
    // PostgreSQL works inside its data folder.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    return folder === null || folder === (await realpath(cluster));
  }
  if (process.platform === 'win32') {
    const { stdout } = await promisify(execFile)('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh']);
    return /postgres\.exe/i.test(stdout);
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.includes('postgres') && stdout.includes(cluster);
}

function pidFileIn(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
