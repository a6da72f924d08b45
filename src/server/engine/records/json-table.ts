import { type RawBuilder, sql } from 'kysely';
import type { SqlType } from '#domain/record/column-type.ts';
import { snakeCase } from '#server/db/names.ts';

/** One column of rows that go to the database as one JSON text. */
export interface JsonColumn {
  name: string;
  type: SqlType | 'integer' | 'text[]';
}

/** Rows as a table named `r` that a statement can join; their keys are the columns' names. */
export function jsonTable(
  rows: readonly Record<string, unknown>[],
  columns: readonly JsonColumn[],
): RawBuilder<unknown> {
  const keys = columns.map(({ name }): [string, string] => [name, snakeCase(name)]);
  const written = rows.map((row) => {
    const cells: Record<string, unknown> = {};
    for (const [name, key] of keys) {
      const value = row[name];
      // What is left out is null.
      if (value !== null && value !== undefined) cells[key] = value;
    }
    return cells;
  });
  const shape = columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`json_to_recordset(${JSON.stringify(written)}::json) as r (${sql.join(shape)})`;
}
