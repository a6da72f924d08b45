import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { timeInName } from '#domain/surveillance/rain/png-head.ts';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import { folderBelow, readRegular } from '#server/kernel/folder-below.ts';
import type { LineDeps, OpenLine, SourceLine } from './source-line.ts';

/** Files larger than this are no bulletins. */
const mostOctets = 8 * 1024 * 1024;
/** A file that has not changed for so long, by this machine's own clock, is whole. */
const restMs = 1_000;
/** What was read is kept so long. */
const keptMs = 30 * 86_400_000;
/** Files of one look at most: the rest waits for the next. */
const mostFiles = 1_000;

/** Where files go that were read, and those that are no files of reports. */
export const directoryParts = ['done', 'failed'];

/**
 * Reads each file of a folder once and moves it to `done/`, or to `failed/` where it is no file or too large. One that is
 * still being written, by its size, its time or its name, waits; one that could not be stored is read again.
 */
export function openDirectory(line: SourceLine, { dataFolder }: LineDeps): OpenLine {
  const intervalMs = (numberOf(line.record.intervalS) ?? 60) * 1_000;
  /** What a file was at the last look, and since when (ms of `performance.now`). */
  let seen = new Map<string, { mark: string; sinceMs: number }>();
  let looking: Promise<void> | null = null;
  let sweptAt = 0;

  async function lookOnce(): Promise<void> {
    const folder = await folderBelow(dataFolder, textOf(line.record.directory) ?? '', directoryParts);
    if (!folder) return line.failed({ key: 'information.line.folder' });
    for (const part of directoryParts) await mkdir(path.join(folder, part), { recursive: true });
    const names = (await readdir(folder))
      .filter((name) => !/^\.|\.(?:part|tmp|filepart)$|~$/i.test(name))
      .sort();
    const now: typeof seen = new Map();
    for (const name of names.slice(0, mostFiles + directoryParts.length)) {
      const file = path.join(folder, name);
      const found = await lstat(file).catch(() => null);
      if (!found || found.isDirectory()) continue;
      const mark = `${found.size} ${found.mtimeMs}`;
      const known = seen.get(name);
      const sinceMs = known?.mark === mark ? known.sinceMs : performance.now();
      if (performance.now() - sinceMs < restMs) {
        now.set(name, { mark, sinceMs });
        continue;
      }
      const bytes = await readRegular(file, mostOctets);
      // Stored first: what is read twice is recognised, what was moved away before it was stored would be lost.
      if (bytes) await line.take(bytes, timeInName(name) ?? found.mtimeMs);
      await rename(file, path.join(folder, bytes ? 'done' : 'failed', `${Date.now()}-${name}`)).catch(
        () => {},
      );
    }
    seen = now;
    line.working();
    if (Date.now() - sweptAt > 3_600_000) {
      sweptAt = Date.now();
      await sweep(path.join(folder, 'done'), sweptAt - keptMs);
    }
  }

  function look(): Promise<void> {
    looking ??= lookOnce()
      .catch((error: unknown) => {
        const reason = error instanceof Error && 'code' in error ? String(error.code) : 'error';
        line.failed({ key: 'information.line.file', values: { reason } });
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  const timer = setInterval(() => void look(), intervalMs);
  void look();
  return {
    look,
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

async function sweep(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const at = (await lstat(file).catch(() => null))?.mtimeMs;
    if (at !== undefined && at < before) await rm(file, { force: true });
  }
}
