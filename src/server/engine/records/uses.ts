import { sql } from 'kysely';
import { relationOf } from '#domain/record/resource.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { countWhere } from './counts.ts';
import { visibleFields } from './fields.ts';
import type { RecordField, RecordType, RecordTypes } from './record-type.ts';
import type { RecordUse } from './records.ts';
import { codeOfDictionary, dictionaryOf, holdsCode, itemResource, linksTo } from './references.ts';
import { and, type Condition, scopeOf } from './scope.ts';
import type { StoredRecord } from './stored-record.ts';

/** Where a record is named: by live records, in rows and fields that the caller may read. */
export async function usesOf(
  db: Sql,
  caller: Caller,
  types: RecordTypes,
  type: RecordType,
  record: StoredRecord,
): Promise<RecordUse[]> {
  const uses: RecordUse[] = [];
  const isItem = type.resource.name === itemResource;
  const dictionary = isItem ? await codeOfDictionary(db, types, record) : undefined;
  for (const user of types.values()) {
    const scope = scopeOf(caller, user, 'read', 't');
    if (!scope) continue;
    for (const field of visibleFields(caller, user).values()) {
      const names = naming(field, type, record, dictionary);
      if (!names) continue;
      const where = and([sql`t.deleted_at is null`, scope, names]);
      const counted = await countWhere(db, user, where, 'exact');
      const count = counted?.total ?? 0;
      if (count > 0) uses.push({ resource: user.resource.name, field: field.name, count });
    }
  }
  return uses;
}

function naming(
  field: RecordField,
  { resource }: RecordType,
  record: StoredRecord,
  dictionary: string | undefined,
): Condition | undefined {
  if (relationOf(field.schema)?.resource === resource.name) return linksTo(field, record.id);
  return dictionary !== undefined && dictionaryOf(field.schema) === dictionary
    ? holdsCode(field, record.code)
    : undefined;
}
