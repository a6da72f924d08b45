import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** An alert is of every operator whose plan it is about: the one of before becomes the first of a list. */
export const alertsOfSeveralOperators: Migration = {
  number: 5,
  name: 'alerts are of several operators',
  async up(db) {
    const { rows } = await sql<{ column: string }>`
      select attname as "column" from pg_attribute
      where attrelid = to_regclass('encounter') and attnum > 0 and not attisdropped`.execute(db);
    if (!rows.some(({ column }) => column === 'company')) return;
    // It runs before the tables are brought up to the schemas, and makes the table as they will have it.
    await sql`create table if not exists encounter_companies (
      owner_id bigint not null, target_id bigint not null, position bigint not null,
      primary key (owner_id, position))`.execute(db);
    await sql`insert into encounter_companies (owner_id, target_id, position)
      select id, company, 0 from encounter where company is not null
      on conflict do nothing`.execute(db);
    await sql`alter table encounter drop column company`.execute(db);
  },
};
