import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Circuits are flown inside the aerodrome, and give way to what is flown outside it (Flight Basic Rules, art. 91). The
 * mission type CIRCUIT of before there was the field says so too; where somebody has answered, that stays.
 */
export const circuitsInsideTheAerodrome: Migration = {
  number: 1,
  name: 'circuits are inside the aerodrome',
  async up(db) {
    const { rows } = await sql<{ column: string }>`
      select attname as "column" from pg_attribute
      where attrelid = to_regclass('mission_type') and attnum > 0 and not attisdropped`.execute(db);
    const columns = rows.map(({ column }) => column);
    if (!columns.includes('code')) return;
    const isNew = !columns.includes('inside_aerodrome');
    // It runs before the tables are brought up to the schemas, and makes the column as they will have it.
    if (isNew)
      await sql`alter table mission_type add column inside_aerodrome boolean default false`.execute(db);
    await sql`update mission_type set inside_aerodrome = true
      where code = 'CIRCUIT' and (${isNew} or inside_aerodrome is null)`.execute(db);
  },
};
