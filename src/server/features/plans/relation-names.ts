import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** What records are called by whoever may read them: `resource.field` is a relation to them. */
export async function relationNames(
  records: Pick<Records, 'untyped'>,
  caller: Caller,
  { resource, field }: { resource: string; field: string },
  ids: readonly number[],
  sql?: Sql,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await records.untyped.labels(
    caller,
    resource,
    [...new Set(ids)].map((id) => ({ id, version: 0, [field]: id })),
    sql,
  );
  return new Map(
    [...found].flatMap(([id, labels]) => {
      const label = labels[field];
      return typeof label === 'string' ? [[id, label] as const] : [];
    }),
  );
}
