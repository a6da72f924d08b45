import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { quoteName } from '#server/db/names.ts';
import { storageKeyOf } from '#server/engine/files/file-store.ts';
import { StartError } from '#server/kernel/start-error.ts';
import type { Manifest } from './format.ts';

/** What was read of a database, all of it. */
export interface Counted {
  tables: number;
  rows: number;
}

/** Starts the database in a data folder, reads every page of its tables (their checksums are compared) and stops it. */
export async function readAll(dataFolder: string, manifest: Manifest): Promise<Counted> {
  const embedded = await startEmbeddedPostgres({ dataFolder, tell: () => undefined });
  const client = new pg.Client({ connectionString: embedded.url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
      await client.query(`set enable_${way} = off`);
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    let rows = 0;
    for (const { name } of tables.rows) {
      const counted = await client.query(`select count(*) as count from ${quoteName(name)}`);
      rows += Number(counted.rows[0]?.count);
    }
    if (!manifest.filesElsewhere && tables.rows.some(({ name }) => name === 'attachment')) {
      const attached = await client.query<{ sha256: string }>('select distinct sha256 from attachment');
      const missing = attached.rows.filter(({ sha256 }) => !manifest.files[`files/${storageKeyOf(sha256)}`]);
      if (missing.length > 0) throw new StartError('backup.filesMissing', { count: missing.length });
    }
    return { tables: tables.rows.length, rows };
  } finally {
    await client.end().catch(() => undefined);
    await embedded.stop();
  }
}
