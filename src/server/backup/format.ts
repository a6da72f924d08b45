import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '#server/kernel/start-error.ts';

/**
 * A backup is a folder `clearway-YYYYMMDD-HHMMSS` (UTC): `manifest.json` beside `cluster` (the database's folder with the
 * log that makes it consistent, each file gzipped), `password` (of the database), `data` (what else the data folder
 * holds, the secret among it) and `files` (attached files, as the store keeps them).
 */
export interface Manifest {
  format: 1;
  /** UTC ISO 8601: the moment of which the database is. */
  takenAt: string;
  /** Of Clearway. */
  version: string;
  /** PostgreSQL's major version. */
  postgres: number;
  /** Attached files are in an S3-compatible store, which is backed up there. */
  filesElsewhere: boolean;
  /** Folders of the cluster; empty ones count, too. */
  folders: string[];
  /** What the folder holds, by its path in it. */
  files: Record<string, Entry>;
}

/** Of the bytes before they were gzipped. */
export interface Entry {
  size: number;
  sha256: string;
}

const namePattern = /^clearway-\d{8}-\d{6}$/;

export function backupName(at: Date): string {
  const digits = at.toISOString().replace(/\D/g, '');
  return `clearway-${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
}

/** The whole backups in a folder, oldest first; one that was cut short has another name. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => namePattern.test(name)).sort();
}

/** When a backup of this name was begun. */
export function timeOf(name: string): Date {
  const [, date = '', time = ''] = name.split('-');
  const part = (text: string, from: number) => text.slice(from, from + 2);
  return new Date(
    `${date.slice(0, 4)}-${part(date, 4)}-${part(date, 6)}T${part(time, 0)}:${part(time, 2)}:${part(time, 4)}Z`,
  );
}

export async function readManifest(backup: string): Promise<Manifest> {
  const file = path.join(backup, 'manifest.json');
  try {
    const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'));
    if (manifest.format === 1) return manifest;
  } catch (error) {
    throw new StartError('backup.none', { folder: backup }, { cause: error });
  }
  throw new StartError('backup.otherFormat', { folder: backup });
}

export function isPacked(name: string): boolean {
  return name.startsWith('cluster/') && name.endsWith('.gz');
}
