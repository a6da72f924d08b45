import type { Config } from './config.ts';
import { backupPlaces } from './db/backup/places.ts';
import { createBackupRounds } from './db/backup/rounds.ts';
import type { Database } from './db/database.ts';
import type { FileSweep } from './files/sweep.ts';
import type { Logger } from './logger.ts';
import type { Parameters } from './parameters.ts';
import { createRetention } from './retention.ts';

/** The rounds that look after what is kept: bytes without a file, what was kept long enough, backups. */
export function startKeeping(deps: {
  config: Config;
  database: Pick<Database, 'kysely'>;
  parameters: Parameters;
  sweep: FileSweep;
  version: string;
  clock: () => Date;
  log: Logger;
}): { close(): Promise<void> } {
  const { config } = deps;
  const rounds = [deps.sweep.start(), createRetention(deps).start()];
  if (config.databaseUrl === null) {
    rounds.push(createBackupRounds({ ...deps, places: backupPlaces(config) }).start());
  }
  return {
    async close() {
      for (const { close } of rounds) await close();
    },
  };
}
