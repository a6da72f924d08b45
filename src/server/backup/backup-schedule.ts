import { rm } from 'node:fs/promises';
import path from 'node:path';
import { schedule } from '#server/jobs/schedule.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { backupsIn, timeOf } from './format.ts';
import type { BackupPlaces } from './places.ts';
import { takeBackup } from './take.ts';

export interface BackupSchedule {
  /** Takes a backup if one is due, and removes those beyond the number that is kept; the folder of the new one. */
  round(): Promise<string | null>;
  /** Every ten minutes until closed. */
  start(): { close(): Promise<void> };
}

/** Scheduled backups of the embedded database, by the parameters `backup.everyHours` (0: none) and `backup.keep`. */
export function createBackupSchedule(deps: {
  places: BackupPlaces;
  parameters: Parameters;
  version: string;
  clock: () => Date;
  log: Logger;
}): BackupSchedule {
  const { places, parameters, version, clock, log } = deps;
  const { backupFolder } = places;

  /** Only when a newer one has been taken and verified: a server that fails to take any keeps what it has. */
  async function removeOld(keep: number): Promise<void> {
    const old = (await backupsIn(backupFolder)).slice(0, -Math.max(1, keep));
    for (const name of old) await rm(path.join(backupFolder, name), { recursive: true, force: true });
  }

  const rounds: BackupSchedule = {
    async round() {
      const hours = await parameters.number('backup.everyHours');
      if (hours <= 0) return null;
      const last = (await backupsIn(backupFolder)).at(-1);
      const dueAt = last === undefined ? 0 : timeOf(last).getTime() + hours * 3_600_000;
      if (clock().getTime() < dueAt) return null;
      const taken = await takeBackup(places, { version, clock, tell: () => undefined });
      log.info({ ...taken }, 'a backup was taken and verified');
      await removeOld(await parameters.number('backup.keep'));
      return taken.folder;
    },

    start() {
      let closed = false;
      const turns = schedule('backup', '0 */10 * * * *', rounds.round, (error) => {
        if (!closed) log.error({ error }, 'the scheduled backup failed');
      });
      return {
        // One under way is given up: it would hold up the end for a minute, and the next start takes it anew.
        async close() {
          closed = true;
          void turns.close();
        },
      };
    },
  };
  return rounds;
}
