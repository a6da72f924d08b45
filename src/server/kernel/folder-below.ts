import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * A folder that a person wrote down, as an absolute path; null where it, or one of its parts, is not below the data folder
 * or is led out of it by a link.
 */
export async function folderBelow(
  dataFolder: string,
  address: string,
  parts: readonly string[],
): Promise<string | null> {
  const folder = path.resolve(dataFolder, address);
  if (address.includes('\0') || !isBelow(path.resolve(dataFolder), folder)) return null;
  const real = await realPlace(path.resolve(dataFolder));
  for (const part of ['', ...parts]) {
    if (!isBelow(real, await realPlace(path.join(folder, part)))) return null;
  }
  return folder;
}

function isBelow(folder: string, place: string): boolean {
  return place.startsWith(folder + path.sep);
}

/** Where links lead, for the part of the path that is there already. */
async function realPlace(place: string): Promise<string> {
  try {
    return await realpath(place);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // A link to nothing leads somewhere as soon as there is something: nobody knows where to.
    if (!isMissing || path.dirname(place) === place || (await isLink(place))) return '';
    return path.join(await realPlace(path.dirname(place)), path.basename(place));
  }
}

async function isLink(place: string): Promise<boolean> {
  return lstat(place).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

/**
 * What a regular file holds; null: it is none, or larger than `mostBytes`, or gone. A link is not followed and a pipe not
 * waited for.
 */
export async function readRegular(file: string, mostBytes: number): Promise<Buffer | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => null);
  if (!handle) return null;
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > mostBytes) return null;
    const bytes = Buffer.alloc(Math.min(mostBytes, found.size) + 1);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
      filled += bytesRead;
      if (bytesRead === 0 || filled === bytes.length) break;
    }
    // It grew while it was read.
    return filled > found.size ? null : bytes.subarray(0, filled);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
