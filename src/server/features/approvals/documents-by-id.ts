import { mayEver } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** A record that is or was decided on. */
export interface AboutDocument {
  resource: string;
  document: number;
}

/**
 * These documents, as far as the caller may read them now; undefined: they may not, or it is in the trash (`trash` `with`: or
 * it is purged). `sql`: over this connection.
 */
export async function documentsById(
  records: Pick<Records, 'untyped'>,
  caller: Caller,
  documents: readonly AboutDocument[],
  { trash = 'without', sql }: { trash?: 'with' | 'without'; sql?: Sql } = {},
): Promise<(one: AboutDocument) => StoredRecord | undefined> {
  const found = new Map<string, StoredRecord>();
  for (const resource of new Set(documents.map((one) => one.resource))) {
    if (!mayEver(caller.ability, 'read', resource)) continue;
    const ids = [...new Set(documents.flatMap((one) => (one.resource === resource ? [one.document] : [])))];
    const query = { filter: { field: 'id', operator: 'in' as const, value: ids }, most: ids.length, trash };
    for (const record of await records.untyped.rows(caller, resource, query, sql))
      found.set(`${resource} ${record.id}`, record);
  }
  return ({ resource, document }) => found.get(`${resource} ${document}`);
}
