import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';

/** So many are there at most, and more are drawn when half of them are gone: a crowd raises a thousand alerts in one look. */
const most = 2_000;

/** Numbers of records that are not there yet: an alert is named at once, and its record gets that name. */
export function createAlertIds(sql: Sql) {
  const ids: number[] = [];
  let drawing: Promise<void> | null = null;

  async function draw(): Promise<void> {
    const { rows } = await raw<{ id: number }>`
      select nextval(pg_get_serial_sequence('encounter', 'id'))::bigint as id
      from generate_series(1, ${most - ids.length}::int)`.execute(sql);
    ids.push(...rows.map(({ id }) => id));
  }

  return {
    get left(): number {
      return ids.length;
    },
    /** Undefined: none is left until `fill` has drawn more. */
    next: (): number | undefined => ids.shift(),
    async fill(): Promise<void> {
      if (ids.length > most / 2) return;
      drawing ??= draw().finally(() => {
        drawing = null;
      });
      await drawing;
    },
  };
}
