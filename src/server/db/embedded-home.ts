import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { closeDataFolder, closeFolder } from '#server/kernel/data-folder.ts';
import { StartError, type Tell } from '#server/kernel/start-error.ts';

/** The user that PostgreSQL runs as when we are root, which it refuses to be. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** Where the embedded database lives: `cluster` (PostgreSQL's own folder), `password`, `postgres.log`. */
export interface Home {
  folder: string;
  /** null: as ourselves. */
  runAs: RunAs | null;
}

/** "nobody" on every Linux; it needs no entry in /etc/passwd. */
const nobody: RunAs = { uid: 65_534, gid: 65_534 };

/** Names the folder that holds the database, where it could not be the data folder itself. */
const pointerFile = 'location';

export interface HomeOptions {
  dataFolder: string;
  tell: Tell;
  /** Where databases go whose data folder PostgreSQL's user cannot reach. */
  shelter?: string;
}

/**
 * Settles where the database lives and who runs it, and makes the folder. As root that is an unprivileged
 * user, and where they cannot reach the data folder (below a 0700 home) the database goes to
 * /var/lib/clearway; a file in the data folder remembers where, and the person is told.
 */
export async function prepareHome(options: HomeOptions): Promise<Home> {
  const home = await settleHome(options);
  const { dataFolder, tell } = options;
  const inside = home.folder.startsWith(`${await realpath(dataFolder)}${path.sep}`);
  if (!inside) await closeFolder(home.folder, home.runAs);
  await closeDataFolder(dataFolder, inside ? home.runAs : null, tell);
  return home;
}

async function settleHome({ dataFolder, tell, shelter = '/var/lib/clearway' }: HomeOptions): Promise<Home> {
  const wanted = path.join(dataFolder, 'postgres');
  const root = process.getuid?.() === 0;
  await makeFolder(wanted, root);
  const pointed = await pointedFrom(wanted);
  if (!root) {
    const folder = pointed ?? wanted;
    await checkOwner(folder);
    return { folder: await realpath(folder), runAs: null };
  }
  if (pointed !== null) {
    await makeFolder(pointed, true);
    tell('start.elsewhere', { folder: wanted, home: pointed });
    return settled(pointed, wanted);
  }
  if (await reaches(wanted, await ownerOf(wanted))) return settled(wanted, shelter);
  // A new name each time: a data folder that was deleted and made again begins with an empty database too.
  const folder = path.join(shelter, `${path.basename(dataFolder)}-${randomBytes(6).toString('hex')}`);
  await makeFolder(folder, true).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      'start.unreachableHome',
      { folder: wanted, instead: folder, reason },
      { cause: error },
    );
  });
  const home = await settled(folder, wanted);
  await writeFile(path.join(folder, 'belongs-to'), `${dataFolder}\n`);
  await writeFile(path.join(wanted, pointerFile), `${folder}\n`, { flush: true });
  tell('start.elsewhere', { folder: wanted, home: folder });
  return home;
}

/** Where a database that was made already lives; null: there is none. Makes and changes nothing. */
export async function existingHome(dataFolder: string): Promise<Home | null> {
  const wanted = path.join(dataFolder, 'postgres');
  const folder = (await pointedFrom(wanted)) ?? wanted;
  const found = await stat(path.join(folder, 'cluster', 'PG_VERSION')).catch(() => null);
  if (!found) return null;
  await checkOwner(folder);
  const root = process.getuid?.() === 0;
  return { folder: await realpath(folder), runAs: root ? await ownerOf(folder) : null };
}

/**
 * May this user (null: we ourselves) get at the file? Asked of the system itself, which knows of ACLs and
 * mounts.
 */
export async function reaches(file: string, runAs: RunAs | null): Promise<boolean> {
  if (runAs === null) return true;
  return promisify(execFile)('/bin/sh', ['-c', 'test -x "$1"', 'sh', file], { cwd: '/', ...runAs }).then(
    () => true,
    () => false,
  );
}

async function settled(folder: string, instead: string): Promise<Home> {
  const runAs = await ownerOf(folder);
  if (!(await reaches(folder, runAs))) {
    throw new StartError('start.unreachableHome', { folder, instead, reason: 'EACCES' });
  }
  return { folder: await realpath(folder), runAs };
}

async function makeFolder(folder: string, root: boolean): Promise<void> {
  try {
    if (root) makeFolderToPass(folder);
    else await mkdir(folder, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError('start.dataFolder', { folder, reason }, { cause: error });
  }
}

/**
 * What we make as root must let PostgreSQL's user pass from its first moment on, whatever our umask is:
 * another process that starts in the same moment looks whether it does. What was there is not ours to open.
 */
function makeFolderToPass(folder: string): void {
  const ours = process.umask(0o066);
  try {
    mkdirSync(folder, { recursive: true });
  } finally {
    process.umask(ours);
  }
}

async function pointedFrom(wanted: string): Promise<string | null> {
  const text = await readFile(path.join(wanted, pointerFile), 'utf8').catch(() => '');
  return text.trim() || null;
}

/** A database that an ordinary user made is run as them by root too; their folder opens to nobody else. */
async function ownerOf(folder: string): Promise<RunAs> {
  const found = await stat(path.join(folder, 'cluster')).catch(() => null);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : nobody;
}

async function checkOwner(folder: string): Promise<void> {
  const found = await stat(path.join(folder, 'cluster')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') return { uid: -1 };
    return null;
  });
  const own = process.getuid?.();
  if (found && own !== undefined && own !== 0 && found.uid !== own) {
    throw new StartError('start.otherOwner', { folder, uid: found.uid });
  }
}

/** PostgreSQL's programs, ready to be run by the user they are for. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
  /** e.g. 18.1 */
  version: string;
  /** 18 */
  major: number;
}
