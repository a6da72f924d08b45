import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface DataFolder {
  /** For CLEARWAY_DATA. */
  folder: string;
  remove(): Promise<void>;
}

/** A data folder for one test run, open enough that PostgreSQL, which root runs as another user, stays inside it. */
export async function makeDataFolder(name = 'test', place = tmpdir()): Promise<DataFolder> {
  const parent = await mkdtemp(path.join(place, `clearway-${name}-`));
  await chmod(parent, 0o755);
  return {
    folder: path.join(parent, 'data'),
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Databases of a run that exist at once need less. */
const roomOctets = 4 * 1024 ** 3;

/**
 * A folder in memory where this machine has one with room, else the usual one for temporary files. Each database of a test
 * is 1,800 files that are made and deleted within seconds; on ext4, which is slow to use such inodes again, that took more
 * than a third of a run.
 */
export async function memoryFolder(): Promise<string> {
  const shared = '/dev/shm';
  const { bavail, bsize } = await statfs(shared).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= roomOctets ? shared : tmpdir();
}
