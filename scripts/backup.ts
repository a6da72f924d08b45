import { backupPlaces } from '#server/backup/places.ts';
import { takeBackup } from '#server/backup/take.ts';
import { readConfig } from '#server/kernel/config.ts';
import { StartError } from '#server/kernel/start-error.ts';
import { fromHere, productVersion, runAtTerminal, say } from './terminal.ts';

/** `npm run backup [-- folder]`: the embedded database, the files and the secret, whether the server runs or not. */
export async function main([folder]: string[]): Promise<void> {
  await runAtTerminal(async () => {
    const config = readConfig(process.env);
    if (config.databaseUrl !== null) throw new StartError('backup.external');
    const places = backupPlaces({
      ...config,
      ...(folder === undefined ? {} : { backupFolder: fromHere(folder) }),
    });
    const taken = await takeBackup(places, { version: productVersion(), clock: () => new Date(), tell: say });
    say('backup.taken', { folder: taken.folder });
    say('backup.holds', { rows: taken.rows, tables: taken.tables, files: taken.files });
    if (places.filesFolder === null) say('backup.elsewhere');
  });
}
