import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The server as its own process, as `npm start` runs it once everything is built. */
export interface ServerProcess {
  child: ChildProcess;
  /** All that it has printed so far, both streams. */
  printed(): string;
  address: string;
  /** Ends it; answers its exit code, null where the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

export interface FailedStart {
  code: number | null;
  printed: string;
}

const alive = new Set<ChildProcess>();

/** For afterAll: nothing outlives a test that failed half-way. */
export function killServers(): void {
  for (const child of alive) child.kill('SIGKILL');
}

/** Started and listening, or ended before that. */
export async function startProcess(
  settings: Record<string, string>,
  /** The repository, or a copy of it. */
  folder = root,
): Promise<({ started: true } & ServerProcess) | ({ started: false } & FailedStart)> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(CLEARWAY_|DATABASE_URL|NATS_URL|FILES_URL|WEBHOOK_|PORT$|HOST$|LC_|LANG)/.test(name),
  );
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), LC_ALL: 'C', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  let printed = '';
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      alive.delete(child);
      resolve(code);
    });
  });
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        printed += text;
        const address = /http:\/\/[\w.:[\]-]+:\d+/.exec(printed)?.[0];
        // The whole line, so that what follows it has a moment to come too.
        if (address && printed.includes('\n', printed.indexOf(address))) resolve(address);
      });
    }
  });
  const first = await Promise.race([listening, exited]);
  if (typeof first !== 'string') return { started: false, code: first, printed };
  return {
    started: true,
    child,
    printed: () => printed,
    address: first,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** The embedded database's first process by its own file; null: there is none. */
export async function postmasterOf(dataFolder: string): Promise<number | null> {
  const files = await readdir(dataFolder, { recursive: true }).catch(() => []);
  const file = files.find((name) => path.basename(name) === 'postmaster.pid');
  if (file === undefined) return null;
  return Number((await readFile(path.join(dataFolder, file), 'utf8')).split('\n')[0]);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
