import { type RawBuilder, sql } from 'kysely';
import { isObject } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordType } from './record-type.ts';
import type { CountMode } from './records.ts';
import type { Condition } from './scope.ts';

/** Up to here a count is exact in every mode that counts. */
export const countedExactly = 10_000;

export interface Counted {
  total: number;
  estimated: boolean;
}

/** How many records match; undefined where nobody wants to know. */
export async function countWhere(
  db: Sql,
  type: RecordType,
  where: Condition,
  mode: CountMode,
): Promise<Counted | undefined> {
  if (mode === 'none') return undefined;
  const from = sql`${sql.table(type.table)} as t where ${where}`;
  if (mode === 'exact') return { total: await numberIn(db, from), estimated: false };
  const counted = await numberIn(
    db,
    sql`(select 1 from ${from} limit ${sql.lit(countedExactly + 1)}) as counted`,
  );
  if (counted <= countedExactly) return { total: counted, estimated: false };
  return { total: Math.max(counted, await planned(db, sql`select 1 from ${from}`)), estimated: true };
}

/** How many records that match have each value of a column. */
export async function countValues(
  db: Sql,
  type: RecordType,
  where: Condition,
  name: string,
): Promise<{ value: unknown; count: number }[]> {
  const column = sql.ref(`t.${name}`);
  const result = await sql<{ value: unknown; count: number }>`
    select ${column} as value, count(*) as count from ${sql.table(type.table)} as t where ${where}
    group by ${column} order by ${column}`.execute(db);
  return result.rows;
}

async function numberIn(db: Sql, from: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db);
  return result.rows[0]?.total ?? 0;
}

/** How many rows the planner expects of a query: read from its statistics, not from the table. */
async function planned(db: Sql, query: RawBuilder<unknown>): Promise<number> {
  const result = await sql<Record<string, unknown>>`explain (format json) ${query}`.execute(db);
  const [plans] = Object.values(result.rows[0] ?? {});
  const [first]: unknown[] = Array.isArray(plans) ? plans : [];
  const plan = isObject(first) ? first.Plan : undefined;
  const rows = isObject(plan) ? plan['Plan Rows'] : undefined;
  return typeof rows === 'number' ? rows : 0;
}
