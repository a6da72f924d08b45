import { sql } from 'kysely';
import { codeBelow, isRightBelow, nextNumber } from '#domain/identity/organization-code.ts';
import { tableName } from '#server/db/table-model.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { lockTree } from './unit-rules.ts';

const resource = 'organizationUnit';
const table = tableName(resource);

interface Row {
  id: number;
  parent: number | null;
  code: string | null;
}

/**
 * Keeps the codes of organization units: whoever makes, moves or brings back one, by whichever endpoint, has
 * it and all below it numbered anew in the same transaction. A code follows from the tree, so it is no change
 * of the record: no version and no history of its own.
 */
export const unitCodes: RecordRule = {
  phase: 'follow',
  name: 'codes of organization units',
  types: [resource],
  async close({ transaction, changes: of, records }) {
    if (!records.resource(resource).schema.properties.code) return;
    for (const { id } of of.filter(({ action }) => action === 'delete')) {
      // Its number may be given to another meanwhile; brought back, it gets one where it then stands.
      await sql`update ${sql.table(table)} set code = null where id = ${id}`.execute(transaction.sql);
    }
    const touched = of.filter(({ action }) => action !== 'delete' && action !== 'purge');
    if (touched.length === 0) return;
    const changed = await wrongCodes(transaction, new Set(touched.map(({ id }) => id)));
    for (const change of touched) {
      const code = changed.get(change.id);
      if (code) change.record.code = code;
    }
    const [first] = touched;
    for (const [id, code] of changed) {
      if (!first || touched.some((change) => change.id === id)) continue;
      const record = await records.get(systemCaller(), resource, id, transaction.sql);
      transaction.announce({
        resource,
        id,
        action: 'update',
        record: { ...record, code },
        by: first.by,
        at: first.at,
      });
    }
  },
};

/** Numbers what is out of its place, from the top down; the new codes by id. */
async function wrongCodes(
  transaction: Transaction,
  touched: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const wrong = await sql<Row>`
    select t.id, t.parent, t.code from ${sql.table(table)} as t where t.id = any(${[...touched]}::bigint[])`.execute(
    transaction.sql,
  );
  const codes = await sql<{ id: number; code: string | null }>`
    select id, code from ${sql.table(table)} where id = any(${wrong.rows.map(({ parent }) => parent)}::bigint[])`.execute(
    transaction.sql,
  );
  const codeOf = new Map(codes.rows.map(({ id, code }) => [id, code]));
  const misplaced = wrong.rows.some(
    ({ parent, code }) => !isRightBelow(code, parent === null ? null : (codeOf.get(parent) ?? null)),
  );
  if (!misplaced) return new Map();
  await lockTree(transaction.sql);
  const { rows } = await sql<Row>`
    select id, parent, code from ${sql.table(table)} where deleted_at is null order by code nulls last, id`.execute(
    transaction.sql,
  );
  const changed = numbered(rows);
  if (changed.size === 0) return changed;
  // Away first: on its way a unit may need the code of one that has not moved yet.
  await sql`update ${sql.table(table)} set code = null where id = any(${[...changed.keys()]}::bigint[])`.execute(
    transaction.sql,
  );
  for (const [id, code] of changed) {
    await sql`update ${sql.table(table)} set code = ${code} where id = ${id}`.execute(transaction.sql);
  }
  return changed;
}

/**
 * The units whose code does not say where they stand, with the code that does. Those in their place keep
 * theirs.
 */
export function numbered(rows: readonly Row[]): Map<number, string> {
  const changed = new Map<number, string>();
  const known = new Set(rows.map(({ id }) => id));
  const children = new Map<number | null, Row[]>();
  for (const row of rows) {
    const parent = row.parent !== null && known.has(row.parent) ? row.parent : null;
    children.set(parent, [...(children.get(parent) ?? []), row]);
  }
  const walk = (parent: number | null, above: string | null): void => {
    const siblings = children.get(parent) ?? [];
    const held = new Set<string>();
    const stays = new Set<number>();
    for (const { id, code } of siblings) {
      if (code === null || held.has(code) || !isRightBelow(code, above)) continue;
      held.add(code);
      stays.add(id);
    }
    let next = nextNumber([...held]);
    for (const { id, code } of siblings) {
      let own = code ?? '';
      if (!stays.has(id)) {
        own = codeBelow(above, next);
        next += 1;
        changed.set(id, own);
      }
      walk(id, own);
    }
  };
  walk(null, null);
  return changed;
}
