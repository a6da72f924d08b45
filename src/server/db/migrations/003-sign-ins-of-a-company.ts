import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Sessions, sign-in attempts and errors belong to the company of their user: whoever keeps the users of one company
 * sees no other's. Those of before are given to the company that the user has now.
 */
export const signInsOfACompany: Migration = {
  number: 3,
  name: 'sessions, sign-in attempts and errors have the company of their user',
  async up(db) {
    for (const table of ['session', 'login_attempt', 'error_log']) {
      const { rows } = await sql<{ column: string }>`
        select attname as "column" from pg_attribute
        where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(db);
      const columns = rows.map(({ column }) => column);
      if (!columns.includes('user') || columns.includes('company')) continue;
      // It runs before the tables are brought up to the schemas, and makes the column as they will have it.
      await sql`alter table ${sql.table(table)} add column company bigint`.execute(db);
      await sql`update ${sql.table(table)} as t set company = u.company
        from "user" as u where u.id = t."user"`.execute(db);
    }
  },
};
