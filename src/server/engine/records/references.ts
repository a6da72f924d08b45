import { sql } from 'kysely';
import { type FieldSchema, relationOf } from '#domain/record/resource.ts';
import { labelAt } from '#domain/record/validation.ts';
import { AppError, type FieldError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { titleFor } from './fields.ts';
import type { RecordField, RecordType, RecordTypes } from './record-type.ts';
import { type Condition, ownFiles, scopeOf } from './scope.ts';
import type { StoredRecord } from './stored-record.ts';

/** The two resources that `x-dictionary` speaks of; an engine without them has no dictionaries. */
const dictionaryResource = 'dictionary';
export const itemResource = 'dictionaryItem';

export interface References {
  /** Relations that lead nowhere, and codes that no dictionary has, among the fields named. */
  check(
    db: Sql,
    caller: Caller,
    type: RecordType,
    record: Record<string, unknown>,
    fields: Iterable<string>,
    trusted: boolean,
  ): Promise<FieldError[]>;
  /** Refuses a new code for what live records or schemas know by its code. */
  refuseIfRenamed(
    db: Sql,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
    changed: Record<string, unknown>,
  ): Promise<void>;
  /** Refuses where live records still need this one. */
  refuseIfUsed(db: Sql, caller: Caller, type: RecordType, record: StoredRecord): Promise<void>;
  /** Refuses where any record names this one: from the trash, or as something that once was. */
  refuseIfNamed(db: Sql, caller: Caller, type: RecordType, record: StoredRecord): Promise<void>;
}

export function createReferences(types: RecordTypes): References {
  return {
    async check(db, caller, type, record, fields, trusted) {
      const errors: FieldError[] = [];
      const named = [...fields].flatMap((name) => {
        const field = type.fields.get(name);
        const value = record[name];
        return !field || value === null || value === undefined ? [] : [{ name, field, value }];
      });
      const problems = await relationErrors(
        db,
        named.flatMap(({ name, field, value }) => {
          const target = field.relation ? types.get(field.relation) : undefined;
          if (!target) return [];
          const anyRow = isCallers(type, caller, name, idsIn(value)) || takesAnyRow(type, name, trusted);
          // Who did it once, they were.
          if (anyRow && relationOf(field.schema)?.past) return [];
          // A record that the user may not read is, to them, not there.
          const scope =
            ownFiles(caller, type, target, [record.id]) ??
            (anyRow ? sql<boolean>`true` : (scopeOf(caller, target, 'read', 't') ?? sql<boolean>`false`));
          return [{ name, target, ids: idsIn(value), scope }];
        }),
      );
      for (const { name, field, value } of named) {
        const label = labelAt(type.resource.schema, [name], caller.locale);
        const error = problems.get(name);
        if (error)
          errors.push({ field: name, text: { key: `validation.relation.${error}`, values: { label } } });
        const dictionary = dictionaryOf(field.schema);
        if (dictionary !== undefined) {
          for (const code of Array.isArray(value) ? value : [value]) {
            const problem = await codeError(db, dictionary, code);
            if (problem) {
              const values = { label, code: String(code) };
              errors.push({ field: name, text: { key: `validation.dictionary.${problem}`, values } });
            }
          }
        }
      }
      return errors;
    },

    async refuseIfRenamed(db, caller, type, before, changed) {
      if (type.resource.name === itemResource && ('code' in changed || 'dictionary' in changed)) {
        refuseUses(caller, type, before, await usesOf(db, caller, type, before));
      }
      if (type.resource.name === dictionaryResource && 'code' in changed) {
        const named = [...types.values()].filter(({ fields }) =>
          [...fields.values()].some(({ schema }) => dictionaryOf(schema) === before.code),
        );
        const uses = named.map(({ resource }) => labelIn(resource.schema['x-label'], caller.locale));
        refuseUses(caller, type, before, uses);
      }
    },

    async refuseIfUsed(db, caller, type, record) {
      refuseUses(caller, type, record, await usesOf(db, caller, type, record));
    },

    async refuseIfNamed(db, caller, type, record) {
      refuseUses(caller, type, record, await usesOf(db, caller, type, record, true));
    },
  };

  async function usesOf(
    db: Sql,
    caller: Caller,
    type: RecordType,
    record: StoredRecord,
    /** Also from the trash, and as something that once was. */
    ever = false,
  ): Promise<string[]> {
    const uses: string[] = [];
    for (const user of types.values()) {
      let count = 0;
      for (const field of user.fields.values()) {
        const relation = relationOf(field.schema);
        if (relation?.resource !== type.resource.name || (relation.past && !ever)) continue;
        count += await countWhere(db, user, linksTo(field, record.id), ever);
      }
      if (type.resource.name === itemResource) count += await countCodes(db, user, record, ever);
      if (count === 0) continue;
      const resource = labelIn(user.resource.schema['x-label'], caller.locale);
      uses.push(textIn({ key: 'records.referencedBy', values: { resource, count } }, caller.locale));
    }
    return uses;
  }

  async function codeError(
    db: Sql,
    dictionary: string,
    code: unknown,
  ): Promise<'missing' | 'inactive' | undefined> {
    const [owner, item] = [types.get(dictionaryResource), types.get(itemResource)];
    if (!owner || !item) return undefined;
    const found = await sql<{ active: boolean | null }>`
      select i.is_active as active from ${sql.table(item.table)} as i
      join ${sql.table(owner.table)} as d on d.id = i.dictionary
      where d.code = ${dictionary} and i.code = ${code} and i.deleted_at is null and d.deleted_at is null`.execute(
      db,
    );
    const [row] = found.rows;
    if (!row) return 'missing';
    return row.active === false ? 'inactive' : undefined;
  }

  /** Records that hold the code of this dictionary item. */
  async function countCodes(db: Sql, user: RecordType, item: StoredRecord, ever: boolean): Promise<number> {
    const fields = [...user.fields.values()].filter((field) => dictionaryOf(field.schema) !== undefined);
    if (fields.length === 0) return 0;
    const dictionary = await codeOfDictionary(db, types, item);
    let count = 0;
    for (const field of fields) {
      if (dictionary === undefined || dictionaryOf(field.schema) !== dictionary) continue;
      count += await countWhere(db, user, holdsCode(field, item.code), ever);
    }
    return count;
  }
}

/** Whose record it is was set for the caller, who need not read companies or users. */
export function isCallers(
  { resource }: RecordType,
  { actor }: Caller,
  field: string,
  ids: readonly number[],
): boolean {
  const { company, people } = resource.scope ?? {};
  const own = field === company ? actor.companyId : field === people ? actor.userId : null;
  return own !== null && ids.every((id) => id === own);
}

/** What a service sets by itself need not be readable by the user it acts for. */
export const takesAnyRow = ({ resource }: RecordType, field: string, trusted: boolean): boolean =>
  trusted && (resource.serviceOnly?.includes(field) === true || resource.readOnly === true);

function refuseUses(caller: Caller, type: RecordType, record: StoredRecord, uses: string[]): void {
  if (uses.length === 0) return;
  throw new AppError('conflict', {
    key: 'records.referenced',
    values: {
      name: titleFor(caller, type, record),
      list: listText(uses, caller.locale),
    },
  });
}

/** The dictionary whose codes a field holds. */
export function dictionaryOf(schema: FieldSchema): string | undefined {
  return schema['x-dictionary'] ?? schema.items?.['x-dictionary'];
}

function idsIn(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id): id is number => typeof id === 'number');
}

interface RequestedRelation {
  name: string;
  target: RecordType;
  ids: number[];
  scope: Condition;
}

/**
 * Which relations lead nowhere, or to the trash, asked in one statement; what is there stays until the
 * transaction ends.
 */
async function relationErrors(
  db: Sql,
  relations: readonly RequestedRelation[],
): Promise<Map<string, 'missing' | 'trashed'>> {
  const errors = new Map<string, 'missing' | 'trashed'>();
  const requested = relations.filter(({ ids }) => ids.length > 0);
  if (requested.length === 0) return errors;
  const parts = requested.map(
    ({ target, ids, scope }, place) => sql`${sql.id(`asked_${place}`)} as (
      select ${place}::int as place, t.id, t.deleted_at is not null as trashed
      from ${sql.table(target.table)} as t
      where t.id = any(${ids}::bigint[]) and ${scope} for key share of t)`,
  );
  const all = requested.map((_, place) => sql`select * from ${sql.id(`asked_${place}`)}`);
  const { rows } = await sql<{ place: number; id: number; trashed: boolean }>`
    with ${sql.join(parts)} ${sql.join(all, sql` union all `)}`.execute(db);
  for (const [place, { name, ids }] of requested.entries()) {
    const found = new Map(rows.filter((row) => row.place === place).map(({ id, trashed }) => [id, trashed]));
    if (ids.some((id) => !found.has(id))) errors.set(name, 'missing');
    else if (ids.some((id) => found.get(id))) errors.set(name, 'trashed');
  }
  return errors;
}

/** The code of the dictionary that an item belongs to. */
export async function codeOfDictionary(
  db: Sql,
  types: RecordTypes,
  item: StoredRecord,
): Promise<string | undefined> {
  const owner = types.get(dictionaryResource);
  if (!owner) return undefined;
  const found = await sql<{ code: string }>`
    select code from ${sql.table(owner.table)} where id = ${item.dictionary}`.execute(db);
  return found.rows[0]?.code;
}

/** The record `t` names this one in this field. */
export function linksTo(field: RecordField, id: number): Condition {
  return field.linkTable === undefined
    ? sql`${sql.ref(`t.${field.name}`)} = ${id}`
    : sql`exists (select 1 from ${sql.table(field.linkTable)} as l where l.owner_id = t.id and l.target_id = ${id})`;
}

/** The record `t` holds this code of a dictionary in this field. */
export function holdsCode(field: RecordField, code: unknown): Condition {
  const column = sql.ref(`t.${field.name}`);
  return field.kind === 'json'
    ? sql`${column} @> ${JSON.stringify([code])}::jsonb`
    : sql`${column} = ${code}`;
}

async function countWhere(db: Sql, user: RecordType, where: Condition, ever: boolean): Promise<number> {
  const live = ever ? sql`` : sql`t.deleted_at is null and`;
  const result = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(user.table)} as t where ${live} ${where}`.execute(db);
  return result.rows[0]?.count ?? 0;
}
