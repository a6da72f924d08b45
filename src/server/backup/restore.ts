import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from '#server/db/embedded-binaries.ts';
import { clusterIn, exists, giveTo, unfinished } from '#server/db/embedded-cluster.ts';
import { prepareHome } from '#server/db/embedded-home.ts';
import { StartError, type Tell } from '#server/kernel/start-error.ts';
import { copyFile, makeFolderOf, unpackFile } from './copying.ts';
import { isPacked, type Manifest, readManifest } from './format.ts';
import type { BackupPlaces } from './places.ts';
import { type Counted, readAll } from './read-all.ts';

export interface Restored extends Counted {
  takenAt: string;
  version: string;
  filesElsewhere: boolean;
}

/**
 * Restores a backup into a data folder that is empty or not there, and starts the database once, which mends it from its
 * log. Each file is compared with the manifest on its way. Throws a StartError that says what to do.
 */
export async function restoreBackup(
  backup: string,
  { dataFolder, filesFolder }: Pick<BackupPlaces, 'dataFolder' | 'filesFolder'>,
  tell: Tell,
): Promise<Restored> {
  const manifest = await readManifest(backup);
  const targets = [dataFolder, filesFolder ?? dataFolder];
  for (const folder of targets) {
    const names = await readdir(folder).catch(() => []);
    if (names.length > 0) throw new StartError('backup.notEmpty', { folder });
  }
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  tell('backup.restoring', { backup, folder: dataFolder });
  try {
    await restoreCluster(backup, manifest, dataFolder, tell);
    for (const name of Object.keys(manifest.files)) {
      const below = /^(data|files)\/(.+)$/.exec(name);
      if (!below?.[2]) continue;
      const parent = below[1] === 'data' ? dataFolder : (filesFolder ?? path.join(dataFolder, 'files'));
      await restoreFile(backup, manifest, name, path.join(parent, below[2]));
    }
    const { takenAt, version, filesElsewhere } = manifest;
    return { ...(await readAll(dataFolder, manifest)), takenAt, version, filesElsewhere };
  } catch (error) {
    // They were empty: half a restore is none.
    for (const folder of targets) {
      for (const name of await readdir(folder).catch(() => []))
        await rm(path.join(folder, name), { recursive: true, force: true });
    }
    throw error;
  }
}

/** The database of a backup, ready to be started from this data folder. */
export async function restoreCluster(
  backup: string,
  manifest: Manifest,
  dataFolder: string,
  tell: Tell = () => undefined,
): Promise<void> {
  const home = await prepareHome({ dataFolder, tell });
  const { major } = await findBinaries(home.folder, home.runAs, tell);
  if (manifest.postgres !== major) {
    throw new StartError('backup.otherMajor', {
      found: manifest.postgres,
      carried: major,
      version: manifest.version,
    });
  }
  const cluster = clusterIn(home);
  if (await exists(cluster)) throw new StartError('backup.notEmpty', { folder: cluster });
  await restoreFile(backup, manifest, 'password', path.join(home.folder, 'password'));
  // A folder called `cluster` is whole.
  const fresh = unfinished(home.folder, 'cluster');
  for (const folder of manifest.folders) {
    const place = path.join(fresh, folder);
    await mkdir(place, { recursive: true, mode: 0o700 });
    await giveTo(place, home.runAs);
  }
  for (const name of Object.keys(manifest.files)) {
    if (!name.startsWith('cluster/')) continue;
    const place = path.join(fresh, name.slice('cluster/'.length).replace(/\.gz$/, ''));
    await restoreFile(backup, manifest, name, place);
    await giveTo(place, home.runAs);
  }
  await rename(fresh, cluster);
}

async function restoreFile(backup: string, manifest: Manifest, name: string, to: string): Promise<void> {
  const from = path.join(backup, name);
  await makeFolderOf(to);
  const written = await (isPacked(name) ? unpackFile(from, to) : copyFile(from, to)).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError('backup.notRestored', { file: to, reason }, { cause: error });
    },
  );
  const wanted = manifest.files[name];
  if (written.size !== wanted?.size || written.sha256 !== wanted.sha256)
    throw new StartError('backup.damaged', { backup, name });
}
