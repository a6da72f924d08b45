import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { contentOfKey, type FileStore } from './file-store.ts';

/**
 * Files in a folder. A file comes in under a temporary name, is synced, and gets its own name by one rename; then the
 * folder is synced too. So what was acknowledged survives `kill -9` and a power cut, and no half file has a name.
 */
export function createFolderStore(folder: string): FileStore {
  const placeOf = (key: string) => {
    if (!/^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(key)) throw new Error('a storage key that we did not make');
    return path.join(folder, key);
  };

  return {
    async keep(key, source) {
      const place = placeOf(key);
      const parent = path.dirname(place);
      const isNew = await mkdir(parent, { recursive: true });
      try {
        await syncFile(source);
        await rename(source, place);
      } catch (error) {
        // A transaction that runs again finds its file moved already.
        if (codeOf(error) !== 'ENOENT') throw error;
        await access(place);
      }
      await syncFolder(parent);
      if (isNew !== undefined) await syncFolder(folder);
    },

    async open(key, range) {
      const place = placeOf(key);
      const found = await stat(place).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
      return found && createReadStream(place, range);
    },

    async remove(key) {
      await rm(placeOf(key), { force: true });
    },

    async *list() {
      for (const first of await readdir(folder).catch(() => [])) {
        if (!/^[0-9a-f]{2}$/.test(first)) continue;
        for (const name of await readdir(path.join(folder, first)).catch(() => [])) {
          const sha256 = contentOfKey(`${first}/${name}`);
          const found = await stat(path.join(folder, first, name)).catch(() => null);
          // Renamed into its place last of all: the time of that, not of the file's own bytes.
          if (sha256 !== null && found?.isFile()) yield { sha256, storedAt: found.ctime };
        }
      }
    },

    async check() {
      await mkdir(folder, { recursive: true });
    },
  };
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name is safe once its folder is; systems that cannot sync a folder keep names safe by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  try {
    await handle?.sync();
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
