import { isObject } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * Records as they were at a moment (UTC ISO 8601), by their history: what changed since is undone, newest first. What was
 * made later is left out, and so is what was in the trash then.
 */
export async function asOf<Of extends StoredRecord>(
  sql: Sql,
  resource: string,
  records: readonly Of[],
  at: string,
): Promise<Of[]> {
  const there = records.filter(({ createdAt }) => Date.parse(String(createdAt)) <= Date.parse(at));
  if (there.length === 0) return [];
  const entries = await sql
    .selectFrom('recordHistory')
    .select(['recordId', 'action', 'changes'])
    .where('resource', '=', resource)
    .where(
      'recordId',
      'in',
      there.map(({ id }) => id),
    )
    .where('at', '>', at)
    .orderBy('id', 'desc')
    .execute();
  const undone = new Map<number, { values: Record<string, unknown>; inTrash: boolean }>();
  for (const record of there) undone.set(record.id, { values: {}, inTrash: record.deletedAt !== null });
  for (const { recordId, action, changes } of entries) {
    const one = undone.get(Number(recordId));
    if (!one) continue;
    if (action === 'delete') one.inTrash = false;
    if (action === 'restore') one.inTrash = true;
    for (const change of Array.isArray(changes) ? changes : []) {
      if (isObject(change) && typeof change.field === 'string')
        one.values[change.field] = change.before ?? null;
    }
  }
  return there.flatMap((record) => {
    const one = undone.get(record.id);
    return one && !one.inTrash ? [{ ...record, ...one.values, deletedAt: null }] : [];
  });
}
