import { sql as raw } from 'kysely';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { type FileStore, storageKeyOf } from './file-store.ts';

export interface ContentsDeps {
  database: Pick<Database, 'transaction'>;
  store: Pick<FileStore, 'remove'>;
}

/** Frees the bytes that no file has any more. */
export async function freeContents({ database, store }: ContentsDeps, contents: string[]): Promise<void> {
  for (const sha256 of new Set(contents)) {
    await database.transaction(async (transaction) => {
      await lockContent(transaction, sha256);
      const used = await raw`select 1 from attachment where sha256 = ${sha256} limit 1`.execute(transaction);
      if (used.rows.length === 0) await store.remove(storageKeyOf(sha256));
    });
  }
}

/** Held until the transaction ends. */
export async function lockContent(db: Sql, sha256: string): Promise<void> {
  await lockNames(db, [`file ${sha256}`]);
}
