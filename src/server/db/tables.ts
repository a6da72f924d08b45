import { sql } from 'kysely';
import type { Resource } from '#domain/record/resource.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { ensureChangeLog } from './change-log.ts';
import { inspectTables } from './inspect.ts';
import { planMigration } from './migration-plan.ts';
import type { Count, Refusal, Retained } from './migration-rules.ts';
import { type Migration, runMigrations } from './migrations/migration.ts';
import type { Sql } from './sql.ts';
import { ensureStatistics } from './statistics-tables.ts';
import { tableMark, tablesOf } from './table-model.ts';

/** Any number that all servers of one database share: two that start at once migrate one after the other. */
const migrationLock = 5_301_202_607;

/** The schemas and the database do not fit, and to make them fit would lose data. Nothing was changed. */
export class MigrationRefused extends Error {
  constructor(readonly refusals: Refusal[]) {
    super(
      [
        'The database was not changed, because the change would lose data:',
        ...refusals.map(({ sentence }) => `- ${sentence}`),
      ].join('\n'),
    );
    this.name = 'MigrationRefused';
  }
}

export interface MigrationWork {
  resources: Resource[];
  migrations: Migration[];
  log: Logger;
  /** What was withdrawn at run time, and stays. */
  retained?: Retained;
}

export interface MigrationDeps extends MigrationWork {
  sql: Sql;
}

/**
 * Brings the tables up to the schemas: adds what is missing, widens what grew, refuses what would lose data
 * (`MigrationRefused`, before anything is touched). All of it is one transaction.
 */
export async function migrateTables({ sql: db, ...work }: MigrationDeps): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockMigration(transaction);
    await migrateWithin(transaction, work);
  });
}

/** Held to the end of the transaction: who reads what the tables should be, and who changes them, comes one by one. */
export async function lockMigration(transaction: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
}

/** The same inside a transaction that holds the lock. */
export async function migrateWithin(transaction: Sql, work: MigrationWork): Promise<void> {
  const { resources, migrations, log, retained } = work;
  const trigrams = await ensureTrigrams(transaction);
  const before = await inspectTables(transaction);
  const fresh = ![...before.values()].some(({ mark }) => mark?.startsWith(`${tableMark} `));
  const hasMoved = await runMigrations(transaction, migrations, { fresh, log });
  const plan = await planMigration(
    tablesOf(resources, { trigrams }),
    hasMoved ? await inspectTables(transaction) : before,
    counterOf(transaction),
    retained,
  );
  if (plan.refusals.length > 0) throw new MigrationRefused(plan.refusals);
  for (const note of plan.notes) log.warn({}, note);
  for (const statement of plan.statements) await sql.raw(statement).execute(transaction);
  if (plan.statements.length > 0) {
    log.info({ statements: plan.statements.length }, 'the tables were brought up to the schemas');
  }
  await ensureChangeLog(transaction);
  await ensureStatistics(transaction);
}

/** What bringing the tables up to these schemas would be refused for. Changes nothing. */
export async function refusalsOf(db: Sql, resources: Resource[], retained: Retained): Promise<Refusal[]> {
  const plan = await planMigration(
    tablesOf(resources, { trigrams: false }),
    await inspectTables(db),
    counterOf(db),
    retained,
  );
  return plan.refusals;
}

function counterOf(db: Sql): Count {
  return async (select) => {
    const result = await sql<{ count: unknown }>`select (${sql.raw(select)}) as count`.execute(db);
    return Number(result.rows[0]?.count ?? 0);
  };
}

/** Whether trigram indexes can be had; where the extension is missing or forbidden, plain indexes do. */
async function ensureTrigrams(db: Sql): Promise<boolean> {
  const known = await sql<{ installed: string | null }>`
    select installed_version as installed from pg_available_extensions where name = 'pg_trgm'`.execute(db);
  const [extension] = known.rows;
  if (!extension) return false;
  if (extension.installed !== null) return true;
  await sql`savepoint trigrams`.execute(db);
  try {
    await sql`create extension pg_trgm`.execute(db);
    await sql`release savepoint trigrams`.execute(db);
    return true;
  } catch {
    // A server that forbids extensions to our role: search still works, only slower on large tables.
    await sql`rollback to savepoint trigrams`.execute(db);
    return false;
  }
}
