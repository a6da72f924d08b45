import { sql as raw } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { tableName } from '#server/db/table-model.ts';
import type { Hypothesis } from './hypothesis.ts';

/**
 * Runs reads on a connection whose changed tables are covered by temporary tables of the same names, which hold the rows as they
 * would be: unqualified SQL sees the installation as changed, and no table of it is touched or locked. A changed airspace
 * has no versions there, so that it holds for the past too.
 */
export async function withShadow<T>(
  database: Pick<Database, 'reads'>,
  rows: Hypothesis['rows'],
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return database.reads.connection().execute(async (sql) => {
    try {
      for (const resource of new Set(rows.map((one) => one.resource))) {
        const changed = rows.filter((one) => one.resource === resource).map(({ row }) => row);
        const ids = changed.map(({ id }) => Number(id));
        await cover(sql, tableName(resource), ids, 'id', changed);
        if (resource === 'airspace') await cover(sql, tableName('airspaceVersion'), ids, 'airspace', []);
      }
      // Statements prepared on this connection before still read the tables that are covered now.
      await raw`discard plans`.execute(sql);
      return await work(sql);
    } finally {
      await raw`discard temp`.execute(sql);
      await raw`discard plans`.execute(sql);
    }
  });
}

/** A temporary table with the rows of `table` whose `key` is not among `ids`, and with `rows`. */
async function cover(
  sql: Sql,
  table: string,
  ids: number[],
  key: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  await raw`
    create temporary table ${raw.id('pg_temp', table)} as
      select * from ${raw.table(table)} where ${raw.ref(key)} <> all(${raw.lit(`{${ids.join(',')}}`)}::bigint[])
      union all select * from jsonb_populate_recordset(null::${raw.table(table)}, ${raw.lit(JSON.stringify(rows))}::jsonb)`.execute(
    sql,
  );
  await raw`create index on ${raw.id('pg_temp', table)} (${raw.ref(key)})`.execute(sql);
  await raw`analyze ${raw.id('pg_temp', table)}`.execute(sql);
}
