import { sql } from 'kysely';
import { sqlType } from '#domain/record/column-type.ts';
import { type Resource, relationOf } from '#domain/record/resource.ts';
import { labelAt } from '#domain/record/validation.ts';
import type { FieldError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { uniqueRules } from '#server/db/table-model.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type JsonColumn, jsonTable } from './json-table.ts';
import type { RecordField, RecordType, RecordTypes } from './record-type.ts';
import { isCallers, takesAnyRow } from './references.ts';
import { always, type Condition, scopeOf } from './scope.ts';

/** What references.ts and the unique indexes say of one record, asked for many with a few statements. */

interface Checked {
  record: Record<string, unknown>;
  /** What is known to be wrong with it: of broken fields no more is said. */
  errors: FieldError[];
}

/** For each record: relations that lead nowhere, and codes that no dictionary has. */
export async function referenceErrors(
  db: Sql,
  caller: Caller,
  types: RecordTypes,
  type: RecordType,
  candidates: Checked[],
  trusted: boolean,
): Promise<FieldError[][]> {
  const found: FieldError[][] = candidates.map(() => []);
  const broken = candidates.map(({ errors }) => new Set(errors.map(({ field }) => field.split('.')[0])));
  for (const field of type.fields.values()) {
    const label = labelAt(type.resource.schema, [field.name], caller.locale);
    const values = candidates.map(({ record }, index) =>
      broken[index]?.has(field.name) ? [] : listOf(record[field.name]),
    );
    if (values.every((list) => list.length === 0)) continue;
    const target = field.relation ? types.get(field.relation) : undefined;
    const anyRow = takesAnyRow(type, field.name, trusted);
    if (target && !(anyRow && relationOf(field.schema)?.past)) {
      const scope = anyRow ? always : scopeOf(caller, target, 'read', 't');
      const there = await targetsAmong(db, scope, target, values.flat().filter(isId));
      values.forEach((list, index) => {
        const ids = list.filter(isId);
        const isOwn = isCallers(type, caller, field.name, ids);
        const error =
          !isOwn && ids.some((id) => !there.has(id))
            ? 'missing'
            : ids.some((id) => there.get(id))
              ? 'trashed'
              : undefined;
        if (error) {
          found[index]?.push({
            field: field.name,
            text: { key: `validation.relation.${error}`, values: { label } },
          });
        }
      });
    }
    const dictionary = dictionaryOf(field);
    if (dictionary === undefined) continue;
    const codes = await codesOf(db, types, dictionary);
    if (!codes) continue;
    values.forEach((list, index) => {
      for (const code of list) {
        const active = codes.get(String(code));
        if (active === true) continue;
        const key = `validation.dictionary.${active === undefined ? 'missing' : 'inactive'}`;
        found[index]?.push({
          field: field.name,
          text: { key, values: { label, code: String(code) } },
        });
      }
    });
  }
  return found;
}

/** Of these ids those in the scope, with whether they are in the trash; held until the transaction ends. */
async function targetsAmong(
  db: Sql,
  scope: Condition | undefined,
  target: RecordType,
  ids: number[],
): Promise<Map<number, boolean>> {
  if (!scope || ids.length === 0) return new Map();
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const result = await sql<{ id: number; trashed: boolean }>`
    select t.id, t.deleted_at is not null as trashed from ${sql.table(target.table)} as t
    where t.id = any(${wanted}::bigint[]) and ${scope} order by t.id for key share of t`.execute(db);
  return new Map(result.rows.map(({ id, trashed }) => [id, trashed]));
}

/** The codes of a dictionary with whether they may be chosen; undefined where there are no dictionaries. */
async function codesOf(
  db: Sql,
  types: RecordTypes,
  dictionary: string,
): Promise<Map<string, boolean> | undefined> {
  const [owner, item] = [types.get('dictionary'), types.get('dictionaryItem')];
  if (!owner || !item) return undefined;
  const result = await sql<{ code: string; active: boolean | null }>`
    select i.code, i.is_active as active from ${sql.table(item.table)} as i
    join ${sql.table(owner.table)} as d on d.id = i.dictionary
    where d.code = ${dictionary} and i.deleted_at is null and d.deleted_at is null`.execute(db);
  return new Map(result.rows.map(({ code, active }) => [code, active !== false]));
}

const rulesOf = new WeakMap<Resource, string[][]>();

/** The rules of uniqueness, worked out once for each record type. */
function uniqueRulesOf({ resource }: RecordType): string[][] {
  const known = rulesOf.get(resource);
  if (known) return known;
  const rules = uniqueRules(resource);
  rulesOf.set(resource, rules);
  return rules;
}

/** What a record holds by each rule of uniqueness; a rule with an empty field binds nobody. */
export function uniqueKeys(
  type: RecordType,
  record: Record<string, unknown>,
): { key: string; fields: string[] }[] {
  return uniqueRulesOf(type).flatMap((fields) => {
    const values = fields.map((field) => record[field] ?? null);
    return values.includes(null) ? [] : [{ key: JSON.stringify([fields.join(), ...values]), fields }];
  });
}

/** For each record, with its id where it is stored, the fields of the first rule by which another live record is there. */
export async function takenUniques(
  db: Sql,
  type: RecordType,
  records: Record<string, unknown>[],
): Promise<string[][]> {
  const taken: string[][] = records.map(() => []);
  for (const fields of uniqueRulesOf(type)) {
    const rows = records.flatMap((record, n) =>
      fields.every((field) => record[field] !== null && record[field] !== undefined)
        ? [
            {
              rowInBatch: n,
              ownId: record.id ?? 0,
              ...Object.fromEntries(fields.map((field) => [field, record[field]])),
            },
          ]
        : [],
    );
    if (rows.length === 0) continue;
    const columns: JsonColumn[] = [
      { name: 'rowInBatch', type: 'integer' },
      { name: 'ownId', type: 'bigint' },
      ...fields.map((field) => ({ name: field, type: sqlType(type.fields.get(field)?.schema ?? {}) })),
    ];
    const same = fields.map((field) => sql`${sql.ref(`t.${field}`)} = ${sql.ref(`r.${field}`)}`);
    // Row by row by the unique index: as a join the planner would read the whole table for each batch.
    const result = await sql<{ n: number }>`
      select r.row_in_batch as n from ${jsonTable(rows, columns)} cross join lateral (
        select 1 from ${sql.table(type.table)} as t
        where t.deleted_at is null and t.id <> r.own_id and ${sql.join(same, sql` and `)} limit 1) as taken`.execute(
      db,
    );
    for (const { n } of result.rows) if (taken[n]?.length === 0) taken[n] = fields;
  }
  return taken;
}

function dictionaryOf({ schema }: RecordField): string | undefined {
  return schema['x-dictionary'] ?? schema.items?.['x-dictionary'];
}

function listOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function isId(value: unknown): value is number {
  return typeof value === 'number';
}
