import { Ajv, type ValidateFunction } from 'ajv';
import { coverageField } from '#domain/identity/access.ts';
import { sqlType } from '#domain/record/column-type.ts';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import {
  type FieldSchema,
  isLinkList,
  type Resource,
  relationOf,
  systemFields,
} from '#domain/record/resource.ts';
import { camelCase, snakeCase } from '#server/db/names.ts';
import { linkTableName, tableName } from '#server/db/table-model.ts';

/** How a field is compared, parsed from a query and written. */
export type FieldKind = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'time' | 'json' | 'links';

export interface RecordField {
  name: string;
  schema: FieldSchema;
  kind: FieldKind;
  /** `numeric`, which the driver hands over as text to lose nothing. */
  decimal: boolean;
  relation: string | undefined;
  /** Table of the links, where the field is a list of records. */
  linkTable: string | undefined;
  secret: boolean;
  /** Stored as `StoredText`. */
  worded: boolean;
}

/** All that the store needs to know of a resource, worked out once. */
export interface RecordType {
  resource: Resource;
  table: string;
  /** The fields of the schema, by name. */
  fields: Map<string, RecordField>;
  /** Schema and system fields that a query may name. */
  queryable: Map<string, RecordField>;
  /** Those of its fields that are worded for their reader. */
  worded: string[];
  /** Those that hold a copy of somebody's name. */
  storedNames: string[];
  /** Compiled when first asked for. */
  validator(): ValidateFunction;
  hasCoverage: boolean;
}

export type RecordTypes = Map<string, RecordType>;

const systemSchemas: Record<(typeof systemFields)[number], FieldSchema> = {
  id: { type: 'integer' },
  version: { type: 'integer' },
  createdAt: { type: 'string', format: 'date-time' },
  createdBy: { type: 'integer' },
  updatedAt: { type: 'string', format: 'date-time' },
  updatedBy: { type: 'integer' },
  deletedAt: { type: 'string', format: 'date-time' },
  deletedBy: { type: 'integer' },
};

export function recordTypes(resources: Resource[]): RecordTypes {
  let made: Ajv | undefined;
  const ajv = () => {
    made ??= newAjv();
    return made;
  };
  return new Map(
    resources.map((resource) => {
      const type = known.get(resource) ?? recordType(resource, ajv);
      known.set(resource, type);
      return [resource.name, type];
    }),
  );
}

/** A resource never changes, and the next catalogue has most of them again: each is compiled once in a process. */
const known = new WeakMap<Resource, RecordType>();

/** `ajv`: the validator of its catalogue, made when a first record is validated. */
function recordType(resource: Resource, ajv: () => Ajv): RecordType {
  let validate: ValidateFunction | undefined;
  const fields = new Map<string, RecordField>();
  for (const [name, schema] of Object.entries(resource.schema.properties)) {
    fields.set(name, recordField(resource.name, name, schema));
  }
  const queryable = new Map([...fields].filter(([, field]) => !field.secret));
  for (const name of systemFields) queryable.set(name, recordField(resource.name, name, systemSchemas[name]));
  return {
    resource,
    table: tableName(resource.name),
    fields,
    queryable,
    worded: [...fields.values()].filter(({ worded }) => worded).map(({ name }) => name),
    storedNames: [...fields.values()].filter(({ schema }) => schema['x-stored-name']).map(({ name }) => name),
    validator() {
      validate ??= ajv().compile(withoutId(resource));
      return validate;
    },
    hasCoverage: resource.scope?.coverage !== undefined,
  };
}

function newAjv(): Ajv {
  // strictRequired and strictTypes are off: an if/then rule names fields that its own branch does not declare.
  return prepareAjv(
    new Ajv({
      allErrors: true,
      strict: true,
      strictRequired: false,
      strictTypes: false,
      multipleOfPrecision: 9,
    }),
  );
}

/** The name of the resource is no URI that AJV could resolve, and two engines may share one process. */
function withoutId(resource: Resource): object {
  const { $id: _, ...schema } = resource.schema;
  return schema;
}

function recordField(resource: string, name: string, schema: FieldSchema): RecordField {
  if (camelCase(snakeCase(name)) !== name || name === coverageField) {
    throw new Error(
      `schemas: ${resource}.${name} cannot be a column name and come back. Write it ${camelCase(snakeCase(name))}.`,
    );
  }
  return {
    name,
    schema,
    kind: kindOf(schema),
    decimal: sqlType(schema) === 'numeric',
    relation: relationOf(schema)?.resource,
    linkTable: isLinkList(schema) ? linkTableName(resource, name) : undefined,
    secret: schema['x-secret'] === true,
    worded: schema['x-worded'] === true,
  };
}

function kindOf(schema: FieldSchema): FieldKind {
  if (isLinkList(schema)) return 'links';
  if (schema['x-worded']) return 'text';
  switch (sqlType(schema)) {
    case 'bigint':
      return 'integer';
    case 'numeric':
    case 'double precision':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'date':
      return 'date';
    case 'timestamp with time zone':
      return 'time';
    case 'jsonb':
    case 'bigint[]':
      return 'json';
    default:
      return 'text';
  }
}
