/**
 * Writes what follows from schemas/: schemas/all.gen.ts, the list by which resources.config.ts finds them,
 * src/domain/record/records.gen.ts, the record types in TypeScript, and src/server/db/tables.gen.ts, the tables as the
 * query builder sees them.
 * With --check it writes nothing and fails where the files are not what the schemas say.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import {
  type FieldSchema,
  isLinkList,
  type RecordSchema,
  type Resource,
  systemFields,
} from '#domain/record/resource.ts';
import { camelCase } from '#server/db/names.ts';
import { tableName, tablesOf } from '#server/db/table-model.ts';
import type { ColumnModel } from '#server/db/table-parts.ts';

const folder = new URL('../schemas/', import.meta.url);
const listFile = new URL('all.gen.ts', folder);
const typesFile = new URL('../src/domain/record/records.gen.ts', import.meta.url);
const tablesFile = new URL('../src/server/db/tables.gen.ts', import.meta.url);

type Compilable = Parameters<typeof compile>[0];

/** Text of the generated file for these schemas. */
export async function generateTypes(all: Record<string, RecordSchema>): Promise<string> {
  const sorted = Object.values(all).sort((a, b) => (a.$id < b.$id ? -1 : 1));
  const parts: string[] = [];
  for (const schema of sorted) {
    parts.push(
      await compile(objectType(schema), typeName(schema), {
        bannerComment: '',
        additionalProperties: false,
        ignoreMinAndMaxItems: true,
        unknownAny: true,
        style: { singleQuote: true, printWidth: 110 },
      }),
      storedType(schema),
    );
  }
  const map = (suffix: string) =>
    sorted.map((schema) => `  ${schema.$id}: ${typeName(schema)}${suffix};`).join('\n');
  return [
    '// Generated from schemas/ by `npx tsx scripts/generate-types.ts`. Do not edit.',
    "import type { Altitude } from '#domain/geo/altitude.ts';",
    "import type { Geometry } from '#domain/geo/geojson.ts';",
    "import type { StoredText } from '#domain/text/locales/stored-text.ts';",
    "import type { SystemFields } from './resource.ts';",
    '',
    ...parts,
    '/** The own fields of each record type, by the name of its resource: what is given to make one. */',
    `export interface RecordFields {\n${map('')}\n}\n`,
    '/** The stored records, by the name of their resource. */',
    `export interface StoredRecords {\n${map('Record')}\n}\n`,
  ].join('\n');
}

/** A stored record has every field, null where it is empty; secrets never leave the store. */
function storedType(schema: RecordSchema): string {
  const name = typeName(schema);
  const secrets = Object.entries(schema.properties).filter(([, field]) => field['x-secret']);
  const open =
    secrets.length > 0 ? `Omit<${name}, ${secrets.map(([field]) => `'${field}'`).join(' | ')}>` : name;
  return `export type ${name}Record = Required<${open}> & SystemFields;\n`;
}

/** Text of the generated file of the tables of these resources: names and values as the query builder gives them. */
export function generateTables(all: readonly Resource[]): string {
  const byTable = new Map(all.map((resource) => [tableName(resource.name), resource]));
  const tables = tablesOf([...all], { trigrams: false })
    .map(({ name, columns }) => {
      const schema = byTable.get(name)?.schema;
      const fields = columns
        .map((column) => ({ column, field: camelCase(column.name) }))
        .filter(({ field }) => !schema || !systemFields.some((system) => system === field));
      const lines = fields.map(({ column, field }) => `  ${field}: ${columnType(column, schema, field)};`);
      return { name: camelCase(name), base: schema ? ' extends SystemColumns' : '', lines };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const interfaceName = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Table`;
  const bodies = tables.map(
    ({ name, base, lines }) => `export interface ${interfaceName(name)}${base} {\n${lines.join('\n')}\n}\n`,
  );
  const used = all
    .map(({ schema }) => typeName(schema))
    .filter((name) => bodies.some((body) => body.includes(`<${name}['`)))
    .sort();
  const helpers = ['Decimal', 'Json', 'SystemColumns'].filter((name) =>
    bodies.some((body) => body.includes(name)),
  );
  return [
    '// Generated from schemas/ by `npx tsx scripts/generate-types.ts`. Do not edit.',
    "import type { Generated } from 'kysely';",
    `import type {\n${used.map((name) => `  ${name},`).join('\n')}\n} from '#domain/record/records.gen.ts';`,
    `import type { ${helpers.join(', ')} } from './column-types.ts';`,
    '',
    ...bodies,
    '/** Every table that follows from the schemas, and those of accounts and the history. */',
    `export interface RecordTables {\n${tables.map(({ name }) => `  ${name}: ${interfaceName(name)};`).join('\n')}\n}\n`,
  ].join('\n');
}

function columnType(column: ColumnModel, schema: RecordSchema | undefined, field: string): string {
  const value = valueType(column, schema, field);
  const full = column.notNull ? value : `${value} | null`;
  return column.identity || (column.notNull && column.default !== null) ? `Generated<${full}>` : full;
}

function valueType({ type }: ColumnModel, schema: RecordSchema | undefined, field: string): string {
  const own = schema?.properties[field];
  switch (type) {
    case 'jsonb':
      return schema && own ? `Json<NonNullable<${typeName(schema)}['${field}']>>` : 'Json<unknown>';
    case 'numeric':
      return 'Decimal';
    case 'bigint[]':
      return 'number[]';
    case 'boolean':
      return 'boolean';
    default: {
      const values = own?.enum ?? (own?.const === undefined ? undefined : [own.const]);
      if (values) return values.map(literal).join(' | ');
      return type === 'bigint' || type === 'double precision' ? 'number' : 'string';
    }
  }
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function typeName(schema: RecordSchema): string {
  return schema.$id.charAt(0).toUpperCase() + schema.$id.slice(1);
}

/** Rules that a type cannot say (patterns, if/then) are left to the validator. At the top, a field that is not required may be null. */
function objectType(schema: FieldSchema, inside = false): Compilable {
  const comment = schema['x-label']?.en;
  const required = schema.required ?? [];
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const type = fieldType(field);
    const description = comments(field);
    const full =
      inside || required.includes(name) || isLinkList(field)
        ? { ...type, ...(description ? { description } : {}) }
        : { anyOf: [type, { type: 'null' as const }], ...(description ? { description } : {}) };
    return [name, full];
  });
  return {
    type: 'object',
    ...(comment ? { description: comment } : {}),
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}

function fieldType(field: FieldSchema): Compilable {
  if (field['x-altitude']) return { tsType: 'Altitude' };
  if (field['x-worded']) return { tsType: 'StoredText' };
  const kinds = field['x-geometry'];
  if (kinds)
    return { tsType: `Extract<Geometry, { type: ${kinds.map((kind) => `'${kind}'`).join(' | ')} }>` };
  if (field.enum) return { enum: field.enum };
  if (field.const !== undefined) return { enum: [field.const] };
  if (field.type === 'array') return { type: 'array', items: field.items ? fieldType(field.items) : {} };
  if (field.type === 'object') {
    return field.properties ? objectType(field, true) : { tsType: 'Record<string, unknown>' };
  }
  return field.type ? { type: field.type } : {};
}

function comments(field: FieldSchema): string | undefined {
  const relation = field['x-relation'] ?? field.items?.['x-relation'];
  const dictionary = field['x-dictionary'] ?? field.items?.['x-dictionary'];
  const parts = [
    field['x-label']?.en,
    field['x-unit'],
    relation ? `id of ${relation.resource}` : undefined,
    dictionary ? `code of dictionary ${dictionary}` : undefined,
    field.format === 'date-time' ? 'UTC' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(', ') || undefined;
}

/** Text of the list of all files of schemas/, by their `$id`. */
async function schemaList(): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const found: { id: string; name: string }[] = [];
  for (const name of names) {
    const { $id }: { $id?: unknown } = JSON.parse(await readFile(new URL(name, folder), 'utf8'));
    if (typeof $id === 'string') found.push({ id: $id, name });
  }
  return [
    '// Generated from the files of this folder by `npx tsx scripts/generate-types.ts`. Do not edit.',
    "import { recordSchema } from '#domain/record/record-schema.ts';",
    ...found.map(({ id, name }) => `import ${id} from './${name}' with { type: 'json' };`),
    '',
    '/** Every file of schemas/, by its `$id`. */',
    'export const schemas = {',
    ...found.map(({ id }) => `  ${id}: recordSchema(${id}),`),
    '};',
    '',
  ].join('\n');
}

/** Writes the file, or with --check says that it is not what it should be. */
async function settle(file: URL, wanted: string): Promise<void> {
  const path = fileURLToPath(file);
  if ((await readFile(path, 'utf8').catch(() => '')) === wanted) return;
  if (!process.argv.includes('--check')) {
    await writeFile(path, wanted);
    return;
  }
  const name = path.slice(fileURLToPath(new URL('..', import.meta.url)).length);
  console.error(`${name} is not what schemas/ say. Run: npx tsx scripts/generate-types.ts, and commit it.`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  await settle(listFile, await schemaList());
  if (process.exitCode === 1) return;
  // Only now: the entries find their schemas in that list.
  const { resources } = await import('#resources');
  await settle(
    typesFile,
    await generateTypes(Object.fromEntries(resources.map(({ name, schema }) => [name, schema]))),
  );
  await settle(tablesFile, generateTables(resources));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
