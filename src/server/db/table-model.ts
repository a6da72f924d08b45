import { coverageField } from '#domain/identity/access.ts';
import { longestIndexed } from '#domain/overlays/field-schema.ts';
import { type SqlType, sqlType } from '#domain/record/column-type.ts';
import { type FieldSchema, isLinkList, type Resource, relationOf } from '#domain/record/resource.ts';
import { accountTables } from './account-tables.ts';
import { chatTables } from './chat-tables.ts';
import { documentTables } from './document-tables.ts';
import { meetingTables } from './meeting-tables.ts';
import { objectName, quoteLiteral, quoteName, snakeCase } from './names.ts';
import type { CheckModel, ColumnModel, ForeignKeyModel, IndexModel, TableModel } from './table-parts.ts';
import { wordsOf } from './worded-column.ts';

export interface TableOptions {
  /** Whether the extension pg_trgm is there, which makes `contains` fast. */
  trigrams: boolean;
}

/** The mark of every table that follows from a schema. */
export const tableMark = 'clearway';

export const historyTable = 'recordHistory';

export function tableName(resource: string): string {
  return objectName(resource);
}

/** The link table of a field that lists records: owner_id, target_id, position. */
export function linkTableName(resource: string, field: string): string {
  return objectName(resource, field);
}

/** Name of the unique index over these fields; a violation of it is told at the field. */
function uniqueIndexName(resource: string, fields: string[]): string {
  return objectName(resource, ...fields, 'unique');
}

/** The fields of each uniqueness rule of a resource. */
export function uniqueRules(resource: Resource): string[][] {
  const single = Object.entries(resource.schema.properties)
    .filter(([, schema]) => schema['x-unique'])
    .map(([field]) => [field]);
  return [...single, ...(resource.schema['x-uniques'] ?? [])];
}

/** What the schemas ask of the database: every table, in an order in which they can be made. */
export function tablesOf(resources: Resource[], options: TableOptions): TableModel[] {
  return [
    historyModel(),
    ...resources.map((resource) => resourceModel(resource, options)),
    ...resources.flatMap(linkModels),
    ...(resources.some(({ name }) => name === 'user') ? accountTables(tableMark) : []),
    ...(resources.some(({ name }) => name === 'watchPosition') ? chatTables(tableMark) : []),
    ...(resources.some(({ name }) => name === 'documentArticle') ? documentTables(tableMark) : []),
    ...(resources.some(({ name }) => name === 'meeting') ? meetingTables(tableMark) : []),
  ];
}

function resourceModel(resource: Resource, options: TableOptions): TableModel {
  const table = tableName(resource.name);
  const required = new Set(resource.schema.required ?? []);
  const fields = Object.entries(resource.schema.properties).filter(([, schema]) => !isLinkList(schema));
  const columns: ColumnModel[] = [
    { name: 'id', type: 'bigint', notNull: true, default: null, identity: true },
    { name: 'version', type: 'bigint', notNull: true, default: '1' },
    { name: 'created_at', type: 'timestamp with time zone', notNull: true, default: 'now()' },
    { name: 'created_by', type: 'bigint', notNull: false, default: null },
    { name: 'updated_at', type: 'timestamp with time zone', notNull: true, default: 'now()' },
    { name: 'updated_by', type: 'bigint', notNull: false, default: null },
    { name: 'deleted_at', type: 'timestamp with time zone', notNull: false, default: null },
    { name: 'deleted_by', type: 'bigint', notNull: false, default: null },
    ...fields.map(([field, schema]) => ({
      name: snakeCase(field),
      type: sqlType(schema),
      notNull: required.has(field),
      default: defaultOf(schema),
    })),
  ];
  if (resource.scope?.coverage) {
    columns.push({ name: snakeCase(coverageField), type: 'bigint[]', notNull: true, default: "'{}'" });
  }
  return {
    name: table,
    mark: `${tableMark} resource ${resource.name}`,
    columns,
    primaryKey: ['id'],
    checks: fields.flatMap(([field, schema]) => checkOf(table, field, schema)),
    foreignKeys: fields.flatMap(([field, schema]) => {
      const relation = relationOf(schema);
      return relation ? [foreignKey(table, snakeCase(field), tableName(relation.resource), 'restrict')] : [];
    }),
    indexes: indexesOf(resource, options),
  };
}

function defaultOf(schema: FieldSchema): string | null {
  const value = schema.default;
  if (value === undefined || value === null) return null;
  if (sqlType(schema) === 'jsonb') return `${quoteLiteral(JSON.stringify(value))}::jsonb`;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? quoteLiteral(value)
    : null;
}

function checkOf(table: string, field: string, schema: FieldSchema): CheckModel[] {
  const column = snakeCase(field);
  const quoted = quoteName(column);
  const rules: string[] = [];
  if (schema.enum) {
    const type = sqlType(schema);
    if (type !== 'jsonb')
      rules.push(`${quoted} in (${schema.enum.map((value) => quoteLiteral(value)).join(', ')})`);
  }
  if (schema['x-worded'] || sqlType(schema) === 'text') {
    const text = schema['x-worded'] ? wordsOf(quoted) : quoted;
    if (schema.maxLength !== undefined) rules.push(`char_length(${text}) <= ${schema.maxLength}`);
    if (schema.minLength !== undefined) rules.push(`char_length(${text}) >= ${schema.minLength}`);
  }
  if (schema.minimum !== undefined) rules.push(`${quoted} >= ${schema.minimum}`);
  if (schema.maximum !== undefined) rules.push(`${quoted} <= ${schema.maximum}`);
  if (schema.exclusiveMinimum !== undefined) rules.push(`${quoted} > ${schema.exclusiveMinimum}`);
  if (rules.length === 0) return [];
  return [{ name: objectName(table, field, 'check'), column, definition: rules.join(' and ') }];
}

export function foreignKey(
  table: string,
  column: string,
  target: string,
  onDelete: 'restrict' | 'cascade',
): ForeignKeyModel {
  return {
    name: objectName(table, column, 'fk'),
    column,
    target,
    definition: `foreign key (${quoteName(column)}) references ${quoteName(target)} (id) on delete ${onDelete}`,
  };
}

function indexesOf(resource: Resource, options: TableOptions): IndexModel[] {
  const table = tableName(resource.name);
  const on = quoteName(table);
  const properties = resource.schema.properties;
  const indexes = new Map<string, IndexModel>();
  const add = (name: string, definition: string, unique: string[] = []) =>
    indexes.set(name, { name, definition, unique });

  for (const fields of uniqueRules(resource)) {
    const columns = fields.map(snakeCase);
    add(
      uniqueIndexName(resource.name, fields),
      `unique index on ${on} (${columns.map(quoteName).join(', ')}) where deleted_at is null`,
      columns,
    );
  }
  const sort = resource.sort?.field;
  const sorted = sort && sort !== 'id' && !isLinkList(properties[sort] ?? {}) ? [[sort, 'id']] : [];
  const compound = [...(resource.schema['x-indexes'] ?? []), ...sorted];
  const plain = Object.entries(properties)
    .filter(([, schema]) => (schema['x-relation'] && !isLinkList(schema)) || schema['x-index'])
    // One of several columns serves its first alone as well, and each index costs every write.
    .filter(([field]) => !compound.some(([first]) => first === field))
    .map(([field]) => [field]);
  for (const fields of [...plain, ...compound]) {
    add(
      objectName(table, ...fields, 'index'),
      `index on ${on} (${fields.map((field) => indexColumn(resource, field, fields)).join(', ')})`,
    );
  }
  for (const field of resource.search) {
    const schema = properties[field];
    if (!schema || !(schema['x-worded'] || sqlType(schema) === 'text')) continue;
    const name = quoteName(snakeCase(field));
    const column = schema['x-worded'] ? `(${wordsOf(name)})` : name;
    // A plain index refuses long values; their search reads the table instead.
    if (!options.trigrams && (schema.maxLength ?? 0) > longestIndexed) continue;
    add(
      objectName(table, field, 'search'),
      options.trigrams
        ? `index on ${on} using gin (${column} gin_trgm_ops)`
        : `index on ${on} (${column} text_pattern_ops)`,
    );
  }
  if (resource.scope?.coverage) {
    add(objectName(table, coverageField, 'index'), `index on ${on} using gin (${snakeCase(coverageField)})`);
  }
  // Counts of a whole list read this index and not the table.
  add(objectName(table, 'live'), `index on ${on} (id) where deleted_at is null`);
  add(objectName(table, 'trash'), `index on ${on} (deleted_at) where deleted_at is not null`);
  return [...indexes.values()];
}

/**
 * Lists put empty values last in either direction; an index serves "descending, nulls last" only if it is made so.
 * The direction is that of the resource's own sort, in which its lists are first seen.
 */
function indexColumn(resource: Resource, field: string, fields: string[]): string {
  const column = quoteName(snakeCase(field));
  const { sort } = resource;
  if (sort?.order !== 'desc' || resource.schema.required?.includes(sort.field)) return column;
  if (field === sort.field) return `${column} desc nulls last`;
  return field === 'id' && fields.includes(sort.field) ? `${column} desc` : column;
}

function linkModels(resource: Resource): TableModel[] {
  return Object.entries(resource.schema.properties).flatMap(([field, schema]) => {
    const relation = isLinkList(schema) ? relationOf(schema) : undefined;
    if (!relation) return [];
    const table = linkTableName(resource.name, field);
    return [
      {
        name: table,
        mark: `${tableMark} link ${resource.name}.${field}`,
        columns: [
          { name: 'owner_id', type: 'bigint', notNull: true, default: null },
          { name: 'target_id', type: 'bigint', notNull: true, default: null },
          { name: 'position', type: 'bigint', notNull: true, default: null },
        ],
        primaryKey: ['owner_id', 'position'],
        checks: [],
        foreignKeys: [
          foreignKey(table, 'owner_id', tableName(resource.name), 'cascade'),
          foreignKey(table, 'target_id', tableName(relation.resource), 'restrict'),
        ],
        indexes: [
          {
            name: objectName(table, 'target_index'),
            definition: `index on ${quoteName(table)} (target_id)`,
            unique: [],
          },
        ],
      } satisfies TableModel,
    ];
  });
}

/** Who changed what and when, of every record. */
function historyModel(): TableModel {
  const name = snakeCase(historyTable);
  const column = (columnName: string, type: SqlType, notNull = true): ColumnModel => ({
    name: columnName,
    type,
    notNull,
    default: null,
  });
  return {
    name,
    mark: `${tableMark} history`,
    columns: [
      { name: 'id', type: 'bigint', notNull: true, default: null, identity: true },
      column('resource', 'text'),
      column('record_id', 'bigint'),
      column('version', 'bigint'),
      column('action', 'text'),
      column('at', 'timestamp with time zone'),
      column('by', 'bigint', false),
      column('by_name', 'text', false),
      column('source', 'text'),
      column('changes', 'jsonb'),
    ],
    primaryKey: ['id'],
    checks: [],
    foreignKeys: [],
    indexes: [
      {
        name: `${name}_record_index`,
        definition: `index on ${quoteName(name)} (resource, record_id, version)`,
        unique: [],
      },
    ],
  };
}
