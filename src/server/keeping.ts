import { createBackupSchedule } from './backup/backup-schedule.ts';
import { backupPlaces } from './backup/places.ts';
import type { Database } from './db/database.ts';
import type { FileSweep } from './engine/files/sweep.ts';
import { createRetention } from './jobs/retention.ts';
import type { Config } from './kernel/config.ts';
import type { Logger } from './kernel/logger.ts';
import type { Parameters } from './kernel/parameters.ts';

/** The rounds that look after what is kept: bytes without a file, what was kept long enough, backups. */
export function startKeeping(deps: {
  config: Config;
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Parameters;
  sweep: FileSweep;
  version: string;
  clock: () => Date;
  log: Logger;
}): { close(): Promise<void> } {
  const { config } = deps;
  const rounds = [deps.sweep.start(), createRetention(deps).start()];
  if (config.databaseUrl === null) {
    rounds.push(createBackupSchedule({ ...deps, places: backupPlaces(config) }).start());
  }
  return {
    async close() {
      for (const { close } of rounds) await close();
    },
  };
}
