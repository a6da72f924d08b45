import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Entry } from './format.ts';

/** Counts and hashes what passes. */
function measure(): Transform & { entry(): Entry } {
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(part: Buffer, _encoding, done: TransformCallback) {
      size += part.length;
      hash.update(part);
      done(null, part);
    },
  });
  return Object.assign(meter, { entry: () => ({ size, sha256: hash.digest('hex') }) });
}

const fresh = { flags: 'wx', mode: 0o600, flush: true } as const;

/** Copies a file as it is; gives what was read. */
export async function copyFile(from: string, to: string): Promise<Entry> {
  const meter = measure();
  await pipeline(createReadStream(from), meter, createWriteStream(to, fresh));
  return meter.entry();
}

export async function packFile(from: string, to: string): Promise<Entry> {
  const meter = measure();
  // Pages of a database shrink to a tenth at the fastest level already.
  await pipeline(createReadStream(from), meter, createGzip({ level: 1 }), createWriteStream(to, fresh));
  return meter.entry();
}

export async function unpackFile(from: string, to: string): Promise<Entry> {
  const meter = measure();
  await pipeline(createReadStream(from), createGunzip(), meter, createWriteStream(to, fresh));
  return meter.entry();
}

/** Reads a file of a backup to its end. */
export async function measureFile(file: string, packed: boolean): Promise<Entry> {
  const meter = measure();
  meter.resume();
  if (packed) await pipeline(createReadStream(file), createGunzip(), meter);
  else await pipeline(createReadStream(file), meter);
  return meter.entry();
}

/** The same file of an earlier backup once more, which takes no room; false where that cannot be. */
export async function linkFile(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

/** Every file below a folder, by its path in it with `/`; what is neither file nor folder is left out. */
export async function* filesBelow(
  folder: string,
  leaveOut: (name: string) => boolean,
): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(absentIs([]))) {
    if (leaveOut(entry.name)) continue;
    if (entry.isDirectory()) {
      for await (const name of filesBelow(path.join(folder, entry.name), (below) =>
        leaveOut(`${entry.name}/${below}`),
      )) {
        yield `${entry.name}/${name}`;
      }
    } else if ((await stat(path.join(folder, entry.name)).catch(absentIs(null)))?.isFile()) yield entry.name;
  }
}

export async function makeFolderOf(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
}

/** What vanished while a living server is copied was removed by it. */
export function absentIs<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
