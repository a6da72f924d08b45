import { sql as raw } from 'kysely';
import { type FieldSchema, relationOf } from '#domain/record/resource.ts';
import { folded } from '#domain/record/transfer/cell-choice.ts';
import type { ImportCause } from '#domain/record/transfer/job.ts';
import { nearNames } from '#domain/text/near-names.ts';
import { own } from '#domain/text/own.ts';
import type { Sql } from '#server/db/sql.ts';
import { visibleFields } from '#server/engine/records/fields.ts';
import type { RecordType, RecordTypes } from '#server/engine/records/record-type.ts';
import { scopeOf } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { dictionaryItems, dictionaryOf, namingFields } from './names.ts';

/** Records among which a name is looked for: lists of types and places have hundreds. */
const mostCompared = 5_000;
/** Fields by which a person tells two records of one name apart. */
const mostTold = 4;

interface Asked {
  sql: Sql;
  caller: Caller;
  types: RecordTypes;
  /** What is imported. */
  type: RecordType;
}

/** The causes with what may be meant by each, of what the caller may see. */
export async function withOptions(causes: ImportCause[], asked: Asked): Promise<ImportCause[]> {
  const told: ImportCause[] = [];
  for (const cause of causes) {
    const schema = own(asked.type.resource.schema.properties, cause.field);
    told.push(schema ? { ...cause, options: await optionsOf(cause, schema, asked) } : cause);
  }
  return told;
}

async function optionsOf(
  { text, code }: ImportCause,
  schema: FieldSchema,
  { sql, caller, types }: Asked,
): Promise<ImportCause['options']> {
  const dictionary = dictionaryOf(schema);
  if (dictionary) {
    const items = await dictionaryItems(sql, types, dictionary, caller.locale);
    return nearNames(text, items, ({ label }) => label);
  }
  const target = types.get(relationOf(schema)?.resource ?? '');
  const scope = target && scopeOf(caller, target, 'read', 't');
  if (!target || !scope) return [];
  const { uniques, titles } = namingFields(caller, target);
  const visible = visibleFields(caller, target);
  const fields = [
    ...new Set([...[...titles, ...uniques].map(({ name }) => name), ...target.resource.columns]),
  ]
    .flatMap((name) => visible.get(name) ?? [])
    .filter(({ kind }) => kind === 'text')
    .slice(0, mostTold);
  if (fields.length === 0) return [];
  const { rows } = await raw<{ id: number; texts: (string | null)[] }>`
    select t.id, array[${raw.join(fields.map(({ name }) => raw`${raw.ref(`t.${name}`)}::text`))}] as texts
    from ${raw.table(target.table)} as t where t.deleted_at is null and ${scope}
    order by t.id limit ${mostCompared}`.execute(sql);
  const meant =
    code === 'transfer.cell.ambiguous'
      ? rows.filter(({ texts }) => texts.some((one) => one !== null && folded(one) === folded(text)))
      : nearest(text, rows);
  return meant.map(({ id, texts }) => ({
    value: id,
    label: [...new Set(texts.filter((one) => one !== null && one !== ''))].join(' · '),
  }));
}

/** By whichever of its names a record is nearest. */
function nearest<T extends { id: number; texts: (string | null)[] }>(text: string, rows: T[]): T[] {
  const names = rows.flatMap((row) => row.texts.flatMap((name) => (name === null ? [] : [{ row, name }])));
  return [...new Set(nearNames(text, names, ({ name }) => name).map(({ row }) => row))];
}
