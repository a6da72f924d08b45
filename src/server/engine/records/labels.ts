import { sql } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { visibleFields } from './fields.ts';
import type { RecordType, RecordTypes } from './record-type.ts';
import type { RelationLabels } from './records.ts';
import { type Condition, ownFiles, scopeOf } from './scope.ts';
import type { StoredRecord } from './stored-record.ts';

/** Titles of related records, one query for each resource related to, through the caller's own scope. */
export async function labelsOf(
  db: Sql,
  caller: Caller,
  types: RecordTypes,
  type: RecordType,
  records: readonly StoredRecord[],
  /** Only of these fields; undefined: of all. */
  fields?: string[],
): Promise<Map<number, RelationLabels>> {
  const relations = [...visibleFields(caller, type).values()].filter(
    ({ name, relation }) => relation !== undefined && (fields?.includes(name) ?? true),
  );
  const wanted = new Map<string, Set<number>>();
  for (const field of relations) {
    const ids = wanted.get(field.relation ?? '') ?? new Set();
    for (const record of records) for (const id of idsOf(record[field.name])) ids.add(id);
    wanted.set(field.relation ?? '', ids);
  }
  const titles = new Map<string, Map<number, string>>();
  await Promise.all(
    [...wanted].map(async ([name, ids]) => {
      const target = types.get(name);
      if (target && ids.size > 0) {
        const own = ownFiles(
          caller,
          type,
          target,
          records.map(({ id }) => id),
        );
        titles.set(name, await titlesOf(db, caller, target, [...ids], own));
      }
    }),
  );
  return new Map(
    records.map((record) => {
      const labels: RelationLabels = {};
      for (const field of relations) {
        const value = record[field.name];
        const title = (id: number) => titles.get(field.relation ?? '')?.get(id) ?? `#${id}`;
        if (typeof value === 'number') labels[field.name] = title(value);
        else if (Array.isArray(value)) labels[field.name] = idsOf(value).map(title);
      }
      return [record.id, labels];
    }),
  );
}

async function titlesOf(
  db: Sql,
  caller: Caller,
  target: RecordType,
  ids: number[],
  /** Whoever reads a record reads the names of its own files. */
  own: Condition | undefined,
): Promise<Map<number, string>> {
  const scope = own ?? scopeOf(caller, target, 'read', 't');
  if (!scope || (!own && !visibleFields(caller, target).has(target.resource.titleField))) return new Map();
  const rows = await sql<{ id: number; title: string | number | null }>`
    select t.id, ${sql.ref(`t.${target.resource.titleField}`)} as title from ${sql.table(target.table)} as t
    where t.id = any(${ids}::bigint[]) and ${scope}`.execute(db);
  return new Map(rows.rows.flatMap(({ id, title }) => (title === null ? [] : [[id, String(title)]])));
}

function idsOf(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id): id is number => typeof id === 'number');
}
