import { sql } from 'kysely';
import { addConstraint } from '#server/db/migration-rules.ts';
import { foreignKey, tableMark } from '#server/db/table-model.ts';
import type { Migration } from './migration.ts';

const columns = [
  ['false_at', 'classified_at'],
  ['false_by', 'classified_by'],
  ['false_reason', 'classification_reason'],
] as const;

/** With values in them, the tables are only taken over with the keys that the schemas ask for. */
const keys = [
  ['encounter', foreignKey('encounter', 'classified_by', 'user', 'restrict')],
  ['encounter_areas', foreignKey('encounter_areas', 'owner_id', 'encounter', 'cascade')],
  ['encounter_areas', foreignKey('encounter_areas', 'target_id', 'organization_unit', 'restrict')],
] as const;

/** Alerts that were marked as false are classified so, and existing alerts get the areas that they touch. */
export const alertsAreClassifiedAndPlaced: Migration = {
  number: 8,
  name: 'alerts are classified confirmed, nuisance or false, and name their areas',
  async up(db) {
    const { rows } = await sql<{ column: string }>`
      select attname as "column" from pg_attribute
      where attrelid = to_regclass('encounter') and attnum > 0 and not attisdropped`.execute(db);
    if (!rows.some(({ column }) => column === 'false_at')) return;
    // It runs before the tables are brought up to the schemas, and makes columns and table as they will have them.
    await sql`alter table encounter drop constraint if exists encounter_false_by_fk`.execute(db);
    for (const [before, after] of columns)
      await sql`alter table encounter rename column ${sql.ref(before)} to ${sql.ref(after)}`.execute(db);
    await sql`alter table encounter add column classification text`.execute(db);
    await sql`update encounter set classification = 'false' where classified_at is not null`.execute(db);
    await sql`create table encounter_areas (
      owner_id bigint not null, target_id bigint not null, position bigint not null,
      primary key (owner_id, position))`.execute(db);
    await sql`comment on table encounter_areas is ${sql.lit(`${tableMark} link encounter.areas`)}`.execute(
      db,
    );
    await sql`insert into encounter_areas (owner_id, target_id, position)
      select e.id, u.id, row_number() over (partition by e.id order by u.id) - 1
      from encounter e join organization_unit u on u.id = any(e.coverage_ids)`.execute(db);
    for (const [table, key] of keys)
      for (const statement of addConstraint(table, key, key.definition)) await sql.raw(statement).execute(db);
  },
};
