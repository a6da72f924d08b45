import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { giveTo } from './embedded-cluster.ts';
import type { Home } from './embedded-home.ts';

/** Bytes of a socket's path at most, as every system takes them (`sun_path`). */
const longestPath = 103;

/**
 * A folder for the sockets of this process's own PostgreSQL: one costs about half of what the loopback does. Null where
 * there are none: on Windows, in a folder whose path is too long, and on file systems that take none.
 */
export async function makeSocketFolder({ folder, runAs }: Home): Promise<string | null> {
  const sockets = path.resolve(folder, `sockets-${process.pid}-${randomBytes(4).toString('hex')}`);
  const longest = path.join(sockets, '.s.PGSQL.65535');
  // A quotation mark would end PostgreSQL's own setting.
  if (process.platform === 'win32' || Buffer.byteLength(longest) > longestPath || sockets.includes('"')) {
    return null;
  }
  await mkdir(sockets, { mode: 0o700 });
  if (!(await takesSockets(sockets))) {
    await rm(sockets, { recursive: true, force: true });
    return null;
  }
  await giveTo(sockets, runAs);
  return sockets;
}

function takesSockets(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(path.join(folder, 'try'), () => server.close(() => resolve(true)));
  });
}

export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { force: true });
}
