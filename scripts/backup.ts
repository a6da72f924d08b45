import { readConfig } from '../src/server/config.ts';
import { backupPlaces } from '../src/server/db/backup/places.ts';
import { takeBackup } from '../src/server/db/backup/take.ts';
import { StartError } from '../src/server/start-error.ts';
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
