import path from 'node:path';
import type { Config } from '#server/kernel/config.ts';

/** What a backup holds, and where backups are. */
export interface BackupPlaces {
  dataFolder: string;
  /** The folder store of attached files; null: they are in an S3-compatible store. */
  filesFolder: string | null;
  /** Where backups go, each in a folder of its own. */
  backupFolder: string;
}

export function backupPlaces({
  dataFolder,
  filesPlace,
  backupFolder,
}: Pick<Config, 'dataFolder' | 'filesPlace' | 'backupFolder'>): BackupPlaces {
  const inFolder = filesPlace?.kind === 'folder' ? filesPlace.folder : path.join(dataFolder, 'files');
  return { dataFolder, filesFolder: filesPlace?.kind === 's3' ? null : inFolder, backupFolder };
}
