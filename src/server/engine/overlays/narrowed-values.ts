import { sql } from 'kysely';
import { type NarrowedRule, narrowedRules } from '#domain/overlays/narrowing.ts';
import type { OverlayDefinition, OverlayField } from '#domain/overlays/overlay.ts';
import { sqlType } from '#domain/record/column-type.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { FieldError } from '#domain/text/errors.ts';
import { inspectTables } from '#server/db/inspect.ts';
import { snakeCase } from '#server/db/names.ts';
import type { Sql } from '#server/db/sql.ts';
import { tableName } from '#server/db/table-model.ts';
import { recordTypes } from '#server/engine/records/record-type.ts';
import type { OverlayRow } from './rows.ts';

/** Rows that are read at once: a shape or a list may be long. */
const batchOf = (type: string) => (type === 'jsonb' ? 100 : 1_000);

/** Where the refusal is shown, and its text. */
const places: Record<NarrowedRule, { property: string; key: string }> = {
  format: { property: 'format', key: 'schema.refused.format' },
  geometry: { property: 'geometry', key: 'schema.refused.geometry' },
  dictionary: { property: 'dictionary', key: 'schema.refused.dictionary' },
  entries: { property: 'kind', key: 'schema.refused.check' },
};

/**
 * Stored values that break a narrower rule of the definition that no constraint of their column checks: each is read and
 * checked as a saved record would be. Records in the trash count, as they do for constraints.
 */
export async function narrowedValues(
  db: Sql,
  { known }: OverlayRow,
  { fields }: OverlayDefinition,
  /** The record type with this definition, and without it. */
  { wanted, base }: { wanted: Resource; base: Resource | undefined },
): Promise<FieldError[]> {
  const narrowed = fields.flatMap((field, index) => {
    const was = known.find(({ name }) => name === field.name);
    // A field that is shipped since has the rules of schemas/.
    if (!was || base?.schema.properties[field.name]) return [];
    return narrowedRules(was, field).map((rule) => ({ field, index, rule }));
  });
  if (narrowed.length === 0) return [];
  const columns = (await inspectTables(db)).get(tableName(wanted.name))?.columns;
  const refusals: FieldError[] = [];
  for (const { field, index, rule } of narrowed) {
    if (!columns?.has(snakeCase(field.name))) continue;
    const fits =
      rule === 'dictionary' ? await inDictionary(db, field.dictionary ?? '') : validOf(wanted, field);
    const rows = await countMisfits(db, wanted, field, fits);
    if (rows === 0) continue;
    const { property, key } = places[rule];
    refusals.push({ field: `fields.${index}.${property}`, text: { key, values: { rows } } });
  }
  return refusals;
}

type Fits = (value: unknown) => boolean;

async function countMisfits(db: Sql, { name, schema }: Resource, field: OverlayField, fits: Fits) {
  const type = sqlType(schema.properties[field.name] ?? {});
  const [table, column] = [sql.table(tableName(name)), sql.ref(snakeCase(field.name))];
  const batch = batchOf(type);
  let misfits = 0;
  for (let last = 0; ; ) {
    // As it will be once the column has changed its type.
    const { rows } = await sql<{ id: number; value: unknown }>`
      select id, ${column}::${sql.raw(type)} as value from ${table}
      where id > ${last} and ${column} is not null order by id limit ${sql.lit(batch)}`.execute(db);
    for (const { value } of rows) if (!fits(type === 'numeric' ? Number(value) : value)) misfits += 1;
    const end = rows.at(-1);
    if (!end || rows.length < batch) return misfits;
    last = end.id;
  }
}

/** Keywords that SQL checks where the value is no list or shape. */
const ofColumn = new Set(['minLength', 'maxLength', 'minimum', 'maximum']);

/** The validator of the record type, without what it finds at other fields. */
function validOf(wanted: Resource, { name, kind }: OverlayField): Fits {
  const validate = recordTypes([wanted]).get(wanted.name)?.validator();
  if (!validate) throw new Error(`no record type "${wanted.name}"`);
  const isScalar = kind === 'text' || kind === 'number';
  return (value) => {
    validate({ [name]: value });
    return !validate.errors?.some(
      ({ instancePath, keyword }) =>
        (instancePath === `/${name}` || instancePath.startsWith(`/${name}/`)) &&
        !(isScalar && ofColumn.has(keyword)),
    );
  };
}

async function inDictionary(db: Sql, dictionary: string): Promise<Fits> {
  const items = await db
    .selectFrom('dictionaryItem as i')
    .innerJoin('dictionary as d', 'd.id', 'i.dictionary')
    .select('i.code')
    .where('d.code', '=', dictionary)
    .where('d.deletedAt', 'is', null)
    .where('i.deletedAt', 'is', null)
    .execute();
  const codes = new Set<unknown>(items.map(({ code }) => code));
  return (value) => (Array.isArray(value) ? value : [value]).every((code) => codes.has(code));
}
