import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Whether the company is certified and has pilots and aircraft, and what somebody drew, is asked of their records. What
 * was kept of it on the user nobody wrote, and it was false.
 */
export const factsOfTheCurrentUser: Migration = {
  number: 2,
  name: 'the facts of the current user are asked of the records',
  async up(db) {
    await sql`alter table if exists "user" drop column if exists is_auth, drop column if exists is_pilot,
      drop column if exists is_aircraft, drop column if exists drawn_ids`.execute(db);
  },
};
