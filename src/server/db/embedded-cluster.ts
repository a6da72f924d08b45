import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError, type Tell } from '#server/kernel/start-error.ts';
import type { Binaries, Home, RunAs } from './embedded-home.ts';

export const superuser = 'clearway';

export function clusterIn(home: Home): string {
  return path.join(home.folder, 'cluster');
}

/** Environment for PostgreSQL's programs: ours, less the PG… variables, which would change what they do. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const remaining = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(remaining), LC_ALL: 'C' };
}

/**
 * Makes the database's folder on the first start; later checks that this PostgreSQL can read it.
 * Gives the password of its one user.
 */
export async function prepareCluster(home: Home, binaries: Binaries, tell: Tell): Promise<string> {
  const cluster = clusterIn(home);
  const passwordFile = path.join(home.folder, 'password');
  await sweep(home.folder, 'new');
  if (await isWhole(cluster, home.folder, binaries, tell)) {
    const password = await readFile(passwordFile, 'utf8').catch(() => '');
    if (password.trim() === '')
      throw new StartError('start.noPassword', { folder: cluster, file: passwordFile });
    return password.trim();
  }
  tell('start.creating', { folder: cluster });
  await create(home, binaries, passwordFile);
  return (await readFile(passwordFile, 'utf8')).trim();
}

/** Is a database there, complete and of our version? One whose creation was cut short is set aside, never deleted. */
async function isWhole(cluster: string, home: string, binaries: Binaries, tell: Tell): Promise<boolean> {
  const entries = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return false;
  const hasControl = await exists(path.join(cluster, 'global', 'pg_control'));
  const major = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (!hasControl) {
    // initdb writes its tables first and pg_control with them: rows of ours were never in a folder without it,
    // unless it was damaged; so it is kept.
    if (await holdsTables(cluster))
      throw new StartError('start.damaged', { folder: cluster, missing: 'global/pg_control' });
    const aside = path.join(home, `cluster.cut-short-${Date.now()}`);
    await rename(cluster, aside);
    tell('start.cutShort', { folder: cluster, aside });
    return false;
  }
  if (major === null) throw new StartError('start.damaged', { folder: cluster, missing: 'PG_VERSION' });
  if (Number(major) !== binaries.major) {
    throw new StartError('start.otherMajor', {
      folder: cluster,
      found: major.trim(),
      carried: binaries.major,
    });
  }
  return true;
}

/** Databases beside template1 (1) and the two that initdb copies from it show that a server once ran here. */
async function holdsTables(cluster: string): Promise<boolean> {
  const databases = await readdir(path.join(cluster, 'base')).catch(() => []);
  return databases.some((name) => Number(name) >= 16_384);
}

/**
 * initdb into a folder of another name, synced by initdb itself, then renamed: a folder called `cluster` is
 * whole, and of two first starts at once one wins.
 */
async function create(home: Home, binaries: Binaries, passwordFile: string): Promise<void> {
  const cluster = clusterIn(home);
  const fresh = unfinished(home.folder, 'cluster');
  const pwfile = `${fresh}.password`;
  try {
    await makePassword(passwordFile);
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(pwfile, await readFile(passwordFile), { mode: 0o600 });
    for (const own of [fresh, pwfile]) await giveTo(own, home.runAs);
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${fresh}`,
        `--username=${superuser}`,
        `--pwfile=${pwfile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Code point order and Unicode's cases from PostgreSQL itself: the same on every machine and after every
        // upgrade of its C library, and LIKE 'x%' uses a plain index. Pinyin order: COLLATE "zh-x-icu".
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
        '--set=timezone=UTC',
      ],
      { cwd: home.folder, env: cleanEnvironment(), ...home.runAs },
    );
    await rename(fresh, cluster).catch(async (error: unknown) => {
      if (!(await exists(path.join(cluster, 'global', 'pg_control')))) throw error;
    });
    await syncFolder(home.folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError('start.initdbFails', { folder: cluster, reason }, { cause: error });
  } finally {
    await rm(pwfile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

async function makePassword(file: string): Promise<void> {
  const password = `${randomBytes(24).toString('base64url')}\n`;
  await writeFile(file, password, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

export async function giveTo(file: string, runAs: RunAs | null): Promise<void> {
  if (runAs) await chown(file, runAs.uid, runAs.gid);
}

/** A name for what is being made, to be renamed when it is whole. */
export function unfinished(home: string, what: string): string {
  return path.join(home, `new-${process.pid}-${randomBytes(4).toString('hex')}.${what}`);
}

/**
 * Removes what processes that are gone left: creations that were cut short, and sockets, once no PostgreSQL runs that may
 * listen there. An initdb that outlived its process may still be writing: what cannot be removed now is removed by a later
 * start.
 */
export async function sweep(home: string, what: 'new' | 'sockets'): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = Number(new RegExp(`^${what}-(\\d+)-`).exec(name)?.[1]);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) {
      await rm(path.join(home, name), { recursive: true, force: true }).catch(() => {});
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Makes the rename itself durable. Windows cannot open a folder and does not need to. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
