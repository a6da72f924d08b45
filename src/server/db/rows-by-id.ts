import { type RawBuilder, sql as raw } from 'kysely';
import { quoteLiteral, quoteName, snakeCase } from './names.ts';
import type { Sql } from './sql.ts';

export type Row = Record<string, unknown>;

export interface RowsWanted {
  table: string;
  ids: readonly number[];
  columns: readonly string[];
  /** What else is told of the row `t`, by name. */
  more?: Record<string, RawBuilder<unknown>>;
}

/**
 * Rows of several tables by their ids, in one statement: what a check or a picture hangs together from. They come as
 * JSON: numbers are numbers, a date is 'YYYY-MM-DD'; a time would come as PostgreSQL writes it, so none is asked for.
 */
export async function rowsById<Name extends string>(
  sql: Sql,
  wanted: Record<Name, RowsWanted>,
): Promise<Record<Name, Map<number, Row>>> {
  const found = new Map<string, Map<number, Row>>();
  const parts: RawBuilder<unknown>[] = [];
  for (const [name, of] of Object.entries<RowsWanted>(wanted)) {
    found.set(name, new Map());
    if (of.ids.length > 0) parts.push(partOf(name, of));
  }
  if (parts.length > 0) {
    const { rows } = await raw<{ name: string; id: number; row: Row }>`
      ${raw.join(parts, raw` union all `)}`.execute(sql);
    for (const { name, id, row } of rows) found.get(name)?.set(id, row);
  }
  return Object.fromEntries(found) as Record<Name, Map<number, Row>>;
}

function partOf(name: string, { table, ids, columns, more = {} }: RowsWanted): RawBuilder<unknown> {
  const own = columns.map((column) => `${quoteLiteral(column)}, t.${quoteName(snakeCase(column))}`);
  const conditions = [
    ...(own.length > 0 ? [raw.raw(own.join(', '))] : []),
    ...Object.entries(more).map(([key, value]) => raw`${raw.lit(key)}, ${value}`),
  ];
  return raw`select ${raw.lit(name)} as name, t.id, json_build_object(${raw.join(conditions)}) as row
    from ${raw.table(table)} as t where t.id = ${anyOf([...new Set(ids)])}`;
}

/**
 * One of these. Behind a `select` the planner does not count them: a prepared statement, where it would else weigh every
 * time whether few are worth a plan of their own, is planned once for all.
 */
export function anyOf(ids: readonly number[]): RawBuilder<unknown> {
  return raw`any((select ${[...ids]}::bigint[])::bigint[])`;
}
