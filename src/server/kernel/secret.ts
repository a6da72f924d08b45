import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/**
 * The secret that tokens and tickets are signed with: CLEARWAY_SECRET, or the file `secret` of the data folder,
 * which the first start makes (0600). Several processes that start at once agree on one.
 */
export async function loadSecret(config: Pick<Config, 'secret' | 'dataFolder'>): Promise<string> {
  if (config.secret !== null) return config.secret;
  const file = fileOf(config);
  return (await secretIn(file)) ?? (await makeSecret(file));
}

/** The same where there is one; null: this data folder has none yet, and none is made. */
export async function knownSecret(config: Pick<Config, 'secret' | 'dataFolder'>): Promise<string | null> {
  return config.secret ?? (await secretIn(fileOf(config)));
}

const fileOf = ({ dataFolder }: Pick<Config, 'dataFolder'>) => path.join(dataFolder, 'secret');

async function secretIn(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError('start.secretUnreadable', { file }, { cause: error });
  });
  if (text === null) return null;
  if (text.trim().length < 32) throw new StartError('start.secretUnreadable', { file });
  return text.trim();
}

async function makeSecret(file: string): Promise<string> {
  const fresh = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    // A link is made whole or not at all, and never over the secret of another process.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      // Some file systems have no links; there a rename is the next best.
      if (error.code !== 'EEXIST') return rename(fresh, file);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError('start.dataFolder', { folder: path.dirname(file), reason }, { cause: error });
  } finally {
    await rm(fresh, { force: true });
  }
  const secret = await secretIn(file);
  if (secret === null) throw new StartError('start.secretUnreadable', { file });
  return secret;
}
