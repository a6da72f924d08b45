import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface DataFolder {
  /** For CLEARWAY_DATA. */
  folder: string;
  remove(): Promise<void>;
}

/** A data folder for one test run, open enough that PostgreSQL, which root runs as another user, stays inside it. */
export async function makeDataFolder(name = 'test'): Promise<DataFolder> {
  const parent = await mkdtemp(path.join(tmpdir(), `clearway-${name}-`));
  await chmod(parent, 0o755);
  return {
    folder: path.join(parent, 'data'),
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 3 }),
  };
}
