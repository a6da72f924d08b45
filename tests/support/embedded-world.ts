import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';

const program = fileURLToPath(new URL('embedded-program.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

export const isRoot = process.getuid?.() === 0;

/** embedded-program.ts in a process of its own, with a database that it started. */
export interface Spawned {
  child: ChildProcess;
  url: string;
  postmaster: number;
  messages: string[];
  acknowledged: number[];
  /** Kills it as the kernel would when memory ends, and waits until all it said is read. */
  kill(): Promise<void>;
}

/** Databases of their own in a folder of their own, all ended by `endAll`. */
export interface EmbeddedWorld {
  folder: string;
  running: EmbeddedPostgres[];
  processes: ChildProcess[];
  /** In this process; by default in the folder `data`. */
  start(
    options?: Partial<Parameters<typeof startEmbeddedPostgres>[0]>,
  ): Promise<EmbeddedPostgres & { messages: string[] }>;
  spawnProgram(mode: 'hold' | 'write' | 'exit', dataFolder?: string): Promise<Spawned>;
  /** Ends what runs; the folder stays. */
  endAll(): Promise<void>;
  remove(): Promise<void>;
}

export async function makeEmbeddedWorld(): Promise<EmbeddedWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-life-'));
  await chmod(folder, 0o755);
  const running: EmbeddedPostgres[] = [];
  const processes: ChildProcess[] = [];

  async function spawnProgram(
    mode: 'hold' | 'write' | 'exit',
    dataFolder = path.join(folder, 'data'),
  ): Promise<Spawned> {
    const child = spawn(process.execPath, ['--import', 'tsx', program, dataFolder, mode], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    processes.push(child);
    const messages: string[] = [];
    const acknowledged: number[] = [];
    const lines = createInterface(child.stdout);
    const closed = once(lines, 'close');
    const ready = await new Promise<{ url: string; postmaster: number }>((resolve, reject) => {
      lines.on('line', (line) => {
        const fact = JSON.parse(line);
        if (fact.told) messages.push(fact.told);
        if (fact.acknowledged) acknowledged.push(fact.acknowledged);
        if (fact.ready) resolve(fact.ready);
        if (fact.failed) reject(new Error(fact.failed));
      });
      lines.once('close', () => reject(new Error('it ended before it was ready')));
    });
    return {
      child,
      ...ready,
      messages,
      acknowledged,
      async kill() {
        child.kill('SIGKILL');
        await closed;
      },
    };
  }

  return {
    folder,
    running,
    processes,
    async start(options = {}) {
      const messages: string[] = [];
      const embedded = await startEmbeddedPostgres({
        dataFolder: path.join(folder, 'data'),
        tell: (key) => messages.push(key),
        ...options,
      });
      running.push(embedded);
      return { ...embedded, messages };
    },
    spawnProgram,
    async endAll() {
      for (const child of processes.splice(0)) child.kill('SIGKILL');
      for (const embedded of running.splice(0)) await embedded.stop();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export async function until(condition: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const end = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (await condition()) return;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
  }
}
