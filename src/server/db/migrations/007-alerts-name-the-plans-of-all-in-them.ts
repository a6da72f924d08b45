import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The plan numbers inside the stored JSON, found by their text: PostgreSQL 15 cannot test whether a text is JSON. */
const planIds = '"planIds":(\\[(?:\\d{1,15}(?:,\\d{1,15})*)?\\])';

/** Alerts name the plans of all flights in them; existing alerts get theirs from their stored figures. */
export const alertsNameThePlansOfAllInThem: Migration = {
  number: 7,
  name: 'alerts name the plans of all flights in them',
  async up(db) {
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass('encounter') is not null as found`.execute(db);
    if (rows[0]?.found !== true) return;
    // It runs before the tables are brought up to the schemas, and makes the table as they will have it.
    await sql`create table if not exists encounter_plans (
      owner_id bigint not null, target_id bigint not null, position bigint not null,
      primary key (owner_id, position))`.execute(db);
    await sql`insert into encounter_plans (owner_id, target_id, position)
      select e.id, p.plan, row_number() over (partition by e.id order by min(p.place)) - 1
      from encounter e cross join lateral (
        select e.plan_one as plan, 0 as place where e.plan_one is not null
        union all select e.plan_two, 1 where e.plan_two is not null
        union all select of.plan::bigint, 1 + of.place
          from jsonb_array_elements_text(coalesce(substring(e.details from ${planIds})::jsonb, '[]'))
            with ordinality as of (plan, place)
      ) p group by e.id, p.plan
      on conflict do nothing`.execute(db);
  },
};
