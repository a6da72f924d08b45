import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { clusterIn, isAlive, unfinished } from '#server/db/embedded-cluster.ts';
import { existingHome, type Home } from '#server/db/embedded-home.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { connectTo, readPidFile } from '#server/db/embedded-postmaster.ts';
import { StartError, type Tell } from '#server/kernel/start-error.ts';
import { copyCluster } from './cluster.ts';
import { copyFile, filesBelow, linkFile, makeFolderOf, measureFile } from './copying.ts';
import { backupName, backupsIn, type Entry, type Manifest, readManifest } from './format.ts';
import type { BackupPlaces } from './places.ts';
import { type Verified, verifyBackup } from './verify.ts';

export interface TakenBackup extends Verified {
  folder: string;
}

/**
 * Backs the embedded database up with the attached files and the secret, whether a server runs on it or not, and
 * verifies what was written by starting it once. Nothing is left of a backup that fails. Throws a StartError that says
 * what to do.
 */
export async function takeBackup(
  places: BackupPlaces,
  options: { version: string; clock: () => Date; tell: Tell },
): Promise<TakenBackup> {
  const { dataFolder, backupFolder } = places;
  const home = await existingHome(dataFolder);
  if (!home) throw new StartError('backup.noDatabase', { folder: dataFolder });
  await mkdir(backupFolder, { recursive: true, mode: 0o700 });
  await sweep(backupFolder);
  const fresh = unfinished(backupFolder, 'backup');
  const { client, end } = await connectOrStart(home, dataFolder);
  try {
    const verified = await write(client, home, fresh, places, options);
    const folder = path.join(backupFolder, backupName(new Date(verified.takenAt)));
    await rename(fresh, folder);
    return { ...verified, folder };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError('backup.failed', { folder: backupFolder, reason }, { cause: error });
  } finally {
    await end();
    await rm(fresh, { recursive: true, force: true });
  }
}

async function write(
  client: pg.Client,
  home: Home,
  fresh: string,
  { dataFolder, filesFolder, backupFolder }: BackupPlaces,
  { version, clock, tell }: { version: string; clock: () => Date; tell: Tell },
): Promise<Verified & { takenAt: string }> {
  const before = (await backupsIn(backupFolder)).at(-1);
  const previous = before === undefined ? null : path.join(backupFolder, before);
  const known = previous ? await readManifest(previous).catch(() => null) : null;
  const files: Record<string, Entry> = {};

  async function keep(from: string, name: string): Promise<void> {
    if (files[name]) return;
    const place = path.join(fresh, name);
    await makeFolderOf(place);
    const last = known?.files[name];
    if (
      previous &&
      last &&
      (await isSame(from, name, last)) &&
      (await linkFile(path.join(previous, name), place))
    )
      files[name] = last;
    else files[name] = await copyFile(from, place);
  }
  async function keepAttached(): Promise<void> {
    if (filesFolder === null) return;
    for await (const name of filesBelow(filesFolder, (below) => below.startsWith('incoming'))) {
      await keep(path.join(filesFolder, name), `files/${name}`);
    }
  }

  await mkdir(fresh, { mode: 0o700 });
  tell('backup.begun', { folder: backupFolder });
  // Before the database, for what is removed after it, and after it, for what was added before: a file never changes.
  await keepAttached();
  const takenAt = clock().toISOString();
  const cluster = await copyCluster(client, clusterIn(home), path.join(fresh, 'cluster'));
  Object.assign(files, cluster.files);
  await keepAttached();
  await keep(path.join(home.folder, 'password'), 'password');
  const own = [
    path.join(dataFolder, 'postgres'),
    backupFolder,
    filesFolder ?? path.join(dataFolder, 'files'),
  ];
  const isOwn = (name: string) => own.includes(path.join(dataFolder, name));
  for await (const name of filesBelow(dataFolder, isOwn))
    await keep(path.join(dataFolder, name), `data/${name}`);
  const manifest: Manifest = {
    format: 1,
    takenAt,
    version,
    postgres: Number(await readFile(path.join(clusterIn(home), 'PG_VERSION'), 'utf8')),
    filesElsewhere: filesFolder === null,
    folders: cluster.folders,
    files,
  };
  await writeFile(path.join(fresh, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`, {
    mode: 0o600,
    flush: true,
  });
  tell('backup.verifying');
  return { ...(await verifyBackup(fresh, home.folder)), takenAt };
}

/** An attached file is named by its content; of others the bytes decide. */
async function isSame(from: string, name: string, last: Entry): Promise<boolean> {
  if (/^files\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name)) return true;
  return (await measureFile(from, false)).sha256 === last.sha256;
}

/** The connection of a superuser to the database: of the server that runs, or of one started for this. */
async function connectOrStart(
  home: Home,
  dataFolder: string,
): Promise<{ client: pg.Client; end(): Promise<void> }> {
  const cluster = clusterIn(home);
  const password = (await readFile(path.join(home.folder, 'password'), 'utf8').catch(() => '')).trim();
  const found = await readPidFile(cluster);
  if (found && isAlive(found.pid)) {
    const client = await connectTo(cluster, found.port, password);
    if (client) return { client, end: () => client.end().catch(() => undefined) };
  }
  const embedded = await startEmbeddedPostgres({ dataFolder, tell: () => undefined });
  const client = await connectTo(cluster, embedded.port, password);
  if (!client) {
    await embedded.stop();
    throw new StartError('backup.failed', { folder: dataFolder, reason: 'the database does not answer' });
  }
  return {
    client,
    async end() {
      await client.end().catch(() => undefined);
      await embedded.stop();
    },
  };
}

/** Removes what backups that were cut short left, once the process that made them is gone. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^new-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
