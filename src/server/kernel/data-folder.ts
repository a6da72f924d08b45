import { chmod, chown, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Tell } from './start-error.ts';

/** Another user who must pass through a folder to what is their own below it. */
export interface Passer {
  uid: number;
  gid: number;
}

/**
 * Closes the data folder to every other user, also one that was there with more: 0700, its files 0600. Below
 * it the same, so that no copy with its modes is open either. As root, PostgreSQL's user passes (0710, by its
 * group) to its own folder, which holds nothing else that it could read.
 */
export async function closeDataFolder(dataFolder: string, passer: Passer | null, tell: Tell): Promise<void> {
  if (process.platform === 'win32') return;
  const entries = await readdir(dataFolder, { withFileTypes: true }).catch(() => []);
  try {
    if (await stat(dataFolder).catch(() => null)) await closeFolder(dataFolder, passer);
    for (const entry of entries) {
      const place = path.join(dataFolder, entry.name);
      if (entry.isDirectory()) await closeFolder(place, entry.name === 'postgres' ? passer : null);
      else if (entry.isFile()) await chmod(place, (await stat(place)).mode & 0o700);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell('start.folderOpen', { folder: dataFolder, reason });
  }
}

export async function closeFolder(folder: string, passer: Passer | null): Promise<void> {
  if (process.platform === 'win32') return;
  const { uid } = await stat(folder);
  const passes = passer !== null && passer.uid !== uid;
  if (passes) await chown(folder, uid, passer.gid);
  await chmod(folder, passes ? 0o710 : 0o700);
}
