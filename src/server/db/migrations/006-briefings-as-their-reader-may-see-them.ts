import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * What a briefing showed stands in its history as a secret does: whoever made it may have been shown what the reader of the
 * history may not see.
 */
export const briefingsAsTheirReaderMaySeeThem: Migration = {
  number: 6,
  name: 'the history of a briefing does not hold what it showed',
  async up(db) {
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass('record_history') is not null as found`.execute(db);
    if (rows[0]?.found !== true) return;
    await sql`
      update record_history set changes = (
        select coalesce(jsonb_agg(case when change->>'field' = 'content' and change->>'after' is not null
          then change || '{"after": "•••"}' else change end order by place), '[]')
        from jsonb_array_elements(changes) with ordinality as of (change, place))
      where resource = 'briefing' and changes @> '[{"field": "content"}]'`.execute(db);
  },
};
