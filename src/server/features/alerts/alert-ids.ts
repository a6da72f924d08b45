import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';

/** Drawn at a time: as many as a crowd raises in one look. */
const most = 1_000;

/** Numbers of records that are not there yet: an alert is named at once, and its record gets that name. */
export function createAlertIds(sql: Sql) {
  let ids: number[] = [];
  return {
    /** Undefined: none is left until `fill` has drawn more. */
    next: (): number | undefined => ids.shift(),
    async fill(): Promise<void> {
      if (ids.length > most / 2) return;
      const { rows } = await raw<{ id: number }>`
        select nextval(pg_get_serial_sequence('encounter', 'id'))::bigint as id
        from generate_series(1, ${most}::int)`.execute(sql);
      ids = [...ids, ...rows.map(({ id }) => id)];
    },
  };
}
