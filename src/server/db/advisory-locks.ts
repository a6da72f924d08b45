import { sql as raw } from 'kysely';
import type { Sql } from './sql.ts';

/** Waits until nobody else holds any of these names, until the transaction ends; in one order, so that no two wait for each other. */
export async function lockNames(sql: Sql, names: readonly string[]): Promise<void> {
  await raw`
    select pg_advisory_xact_lock(wanted.key)
    from (select distinct hashtext(name) as key from unnest(${[...names]}::text[]) as name order by key) as wanted`.execute(
    sql,
  );
}
