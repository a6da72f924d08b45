import { backupsIn } from '#server/backup/format.ts';
import { backupPlaces } from '#server/backup/places.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { readConfig } from '#server/kernel/config.ts';
import { StartError } from '#server/kernel/start-error.ts';
import { fromHere, runAtTerminal, say } from './terminal.ts';

/** `npm run restore -- <backup>`: into the data folder (CLEARWAY_DATA), which must be empty or not there. */
export async function main([backup]: string[]): Promise<void> {
  await runAtTerminal(async () => {
    const config = readConfig(process.env);
    if (config.databaseUrl !== null) throw new StartError('backup.external');
    if (backup === undefined) {
      const folder = config.backupFolder;
      const name = (await backupsIn(folder)).at(-1);
      throw name === undefined
        ? new StartError('backup.sayWhichNone', { folder })
        : new StartError('backup.sayWhich', { folder, name });
    }
    const { takenAt, version, rows, tables, filesElsewhere } = await restoreBackup(
      fromHere(backup),
      backupPlaces(config),
      say,
    );
    if (filesElsewhere) say('backup.elsewhere');
    say('backup.restored', { takenAt, version, rows, tables });
  });
}
