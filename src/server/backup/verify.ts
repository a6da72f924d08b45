import { rm } from 'node:fs/promises';
import path from 'node:path';
import { unfinished } from '#server/db/embedded-cluster.ts';
import { StartError } from '#server/kernel/start-error.ts';
import { measureFile } from './copying.ts';
import { isPacked, readManifest } from './format.ts';
import { type Counted, readAll } from './read-all.ts';
import { restoreCluster } from './restore.ts';

/** What a backup was found to hold. */
export interface Verified extends Counted {
  /** Attached files and others, beside the database. */
  files: number;
  /** Of all, before packing. */
  bytes: number;
}

/**
 * Reads every file of a backup and compares it with the manifest, then starts the database from a copy in `scratch` (a
 * folder that PostgreSQL's user reaches), reads every row, and looks for the content of each attached file.
 */
export async function verifyBackup(backup: string, scratch: string): Promise<Verified> {
  const manifest = await readManifest(backup);
  let bytes = 0;
  for (const [name, { size, sha256 }] of Object.entries(manifest.files)) {
    const found = await measureFile(path.join(backup, name), isPacked(name)).catch(() => null);
    if (found?.size !== size || found.sha256 !== sha256)
      throw new StartError('backup.damaged', { backup, name });
    bytes += size;
  }
  const dataFolder = unfinished(scratch, 'verify');
  try {
    await restoreCluster(backup, manifest, dataFolder);
    const counted = await readAll(dataFolder, manifest);
    const beside = Object.keys(manifest.files).filter((name) => /^(files|data)\//.test(name));
    return { ...counted, files: beside.length, bytes };
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}
