import { resources } from '#resources';
import type { Database } from '#server/db/database.ts';
import { migrateTables } from '#server/db/tables.ts';
import { log, withOwnDatabase } from './own-postgres.ts';

export const plans = 1_000_000;
const companies = 50;

/** An embedded database of its own with a million plans in it, gone when the work is done. */
export async function withMillionPlans<T>(work: (database: Database, url: string) => Promise<T>): Promise<T> {
  return withOwnDatabase(async (database, { url }) => {
    await fill(database);
    return work(database, url);
  });
}

async function fill(database: Database): Promise<void> {
  const migrate = () => migrateTables({ sql: database.kysely, resources, migrations: [], log });
  await migrate();
  const { pool } = database;
  await pool.query(`insert into company (name, uscc, legal_representative, contact, phone)
    select 'Company ' || n, lpad(n::text, 18, '0'), 'x', 'x', '028-85700000' from generate_series(1, ${companies}) n`);
  await pool.query(`insert into mission_type (code, name, name_en) values ('SURVEY', '测绘', 'Survey')`);
  // Indexes are faster made over the rows than row by row; migration makes again what is missing.
  const { rows } = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'plan' and indexname <> 'plan_pkey'`,
  );
  for (const { name } of rows) await pool.query(`drop index "${name}"`);
  await pool.query(`insert into plan (plan_number, kind, urgency, company, mission_type, mission, state, callsign,
      pic_name, start_time, end_time)
    select 'P' || lpad(n::text, 8, '0'), 'quick', 'normal', 1 + n % ${companies}, 1, 'survey of area ' || n % 977, n % 13,
      'CW' || n % 9973, 'Pilot ' || n % 499,
      timestamptz '2024-01-01Z' + n * interval '100 seconds', timestamptz '2024-01-01 02:00Z' + n * interval '100 seconds'
    from generate_series(1, ${plans}) n`);
  await migrate();
  await pool.query('vacuum analyze');
}
