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

/** Counts the records that match, one more than `countedExactly` at most where not every one of them matters. */
export function countIn(type: RecordType, where: Condition, mode: CountMode): RawBuilder<unknown> {
  const from = sql`${sql.table(type.table)} as t where ${where}`;
  return mode === 'exact'
    ? sql`select count(*) as total from ${from}`
    : sql`select count(*) as total from (select 1 from ${from} limit ${sql.lit(countedExactly + 1)}) as counted`;
}

/** How many records match; undefined where nobody wants to know. */
export async function countWhere(
  db: Sql,
  type: RecordType,
  where: Condition,
  mode: CountMode,
  /** What `countIn` has counted; undefined: it is asked. */
  known?: number,
): Promise<Counted | undefined> {
  if (mode === 'none') return undefined;
  const counted = known ?? (await numberIn(db, countIn(type, where, mode)));
  if (mode === 'exact' || counted <= countedExactly) return { total: counted, estimated: false };
  const estimate = await planned(db, sql`select 1 from ${sql.table(type.table)} as t where ${where}`);
  return { total: Math.max(counted, estimate), estimated: true };
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

async function numberIn(db: Sql, count: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{ total: number }>`${count}`.execute(db);
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
