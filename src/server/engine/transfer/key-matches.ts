import type { Sql } from '#server/db/sql.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import type { Filter, Records, RowsQuery } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** More matches than this of one batch mean that the key tells nothing apart. */
const mostMatches = 5_000;

/** The key of a row as a text that equals that of another row with the same key; undefined: a part of it is empty. */
export function keyText(key: string[], values: Record<string, unknown>): string | undefined {
  const parts = key.map((field) => values[field] ?? null);
  return parts.includes(null) ? undefined : JSON.stringify(parts);
}

/** For each row the live records that the caller may read and that its key names. `sql`: that of a transaction. */
export async function findByKey(
  records: Records,
  caller: Caller,
  type: RecordType,
  key: string[],
  rows: Record<string, unknown>[],
  sql?: Sql,
): Promise<StoredRecord[][]> {
  const keys = rows.map((values) => keyText(key, values));
  const meant = rows.filter((_, index) => keys[index] !== undefined);
  if (meant.length === 0) return rows.map(() => []);
  const filters: Filter[] = key.map((field) => ({
    field,
    operator: 'in',
    value: [...new Set(meant.map((values) => values[field]))],
  }));
  const [only] = filters;
  const filter: Filter = filters.length === 1 && only ? only : { operator: 'and', value: filters };
  const query: RowsQuery = { most: mostMatches, sort: [{ field: 'id', order: 'asc' }], filter };
  const items = await records.untyped.rows(caller, type.resource.name, query, sql);
  const found = new Map<string, StoredRecord[]>();
  for (const record of items) {
    const text = keyText(key, record);
    if (text !== undefined) found.set(text, [...(found.get(text) ?? []), record]);
  }
  return keys.map((text) => (text === undefined ? [] : (found.get(text) ?? [])));
}
