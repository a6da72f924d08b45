import { sql } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import type { Logger } from '#server/kernel/logger.ts';

/**
 * A change that the schemas cannot express: data that must move before a column may change or go.
 * It runs once, before the tables are compared with the schemas, and never on a new database,
 * which has nothing to move.
 */
export interface Migration {
  /** Grows by one from file to file. */
  number: number;
  name: string;
  up(db: Sql): Promise<void>;
}

/** Runs what has not run yet, inside the caller's transaction, and records it; whether there was any. */
export async function runMigrations(
  db: Sql,
  migrations: Migration[],
  options: { fresh: boolean; log: Logger },
): Promise<boolean> {
  await sql`create table if not exists schema_migration (
    number bigint primary key, name text not null, at timestamptz not null default now())`.execute(db);
  const done = await sql<{ number: number | string }>`select number from schema_migration`.execute(db);
  const numbers = new Set(done.rows.map((row) => Number(row.number)));
  let last = 0;
  let hasRun = false;
  for (const migration of migrations) {
    if (migration.number <= last) {
      throw new Error(`src/server/db/migrations: ${migration.number} (${migration.name}) is out of order`);
    }
    last = migration.number;
    if (numbers.has(migration.number)) continue;
    if (!options.fresh) {
      await migration.up(db);
      hasRun = true;
      options.log.info({ number: migration.number, name: migration.name }, 'a migration of the data has run');
    }
    await sql`insert into schema_migration (number, name) values (${migration.number}, ${migration.name})`.execute(
      db,
    );
  }
  return hasRun;
}
