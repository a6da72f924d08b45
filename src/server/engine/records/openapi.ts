import type { Resource } from '#domain/record/resource.ts';
import { beyondOperations } from './openapi-beyond.ts';
import {
  answers,
  both,
  idParameter,
  json,
  operationOn,
  type Paths,
  pathOf,
  queryParameter as query,
  ref,
  titleOf,
} from './openapi-parts.ts';
import { commonSchemas, inputSchema, patchSchema, recordSchema } from './openapi-schemas.ts';
import { mostRows } from './query-parser.ts';
import { operatorsOf } from './query-sql.ts';
import { type RecordField, type RecordType, recordTypes } from './record-type.ts';

/** A part of an OpenAPI 3.1 document: its schemas are JSON Schema, so ours go in as they are. */
export interface RecordsDocument {
  tags: { name: string; description: string }[];
  paths: Paths;
  schemas: Record<string, object>;
}

/** The operations of a type: a new set of routes under /api/records is a function and a place here. */
const operations: ((type: RecordType) => Paths)[] = [plainOperations, beyondOperations];

/** Every route of the records door, from the schemas alone. */
export function recordsDocument(resources: Resource[]): RecordsDocument {
  const document: RecordsDocument = { tags: [], paths: {}, schemas: commonSchemas() };
  for (const type of recordTypes(resources).values()) {
    const { resource } = type;
    const { name } = resource;
    document.tags.push({ name, description: titleOf(type) });
    document.schemas[name] = recordSchema(resource);
    document.schemas[`${name}Input`] = inputSchema(resource);
    if (!resource.readOnly) document.schemas[`${name}Patch`] = patchSchema(resource);
    for (const describe of operations) Object.assign(document.paths, describe(type));
  }
  return document;
}

/** Listing, reading, making, changing, the trash and back. */
function plainOperations(type: RecordType): Paths {
  const { name, permissions, readOnly } = type.resource;
  const path = pathOf(type);
  const title = titleOf(type);
  const one = { 200: { description: 'The record', content: json(ref(name)) } };
  const id = { parameters: [idParameter] };
  const list = operationOn(type, 'list', `List ${title}`, permissions.read, {
    parameters: listParameters([...type.queryable.values()]),
    responses: {
      200: {
        description: 'A page of records',
        headers: {
          'x-total-count': {
            description: 'Records that match, on all pages; absent with _count=none',
            schema: { type: 'integer' },
          },
          'x-total-estimated': { description: 'The count is an estimate', schema: { const: 'true' } },
        },
        content: json({ type: 'array', items: ref(name) }),
      },
      ...answers('400', '401', '403'),
    },
  });
  const get = operationOn(type, 'get', `Read ${title}`, permissions.read, {
    ...id,
    responses: { ...one, ...answers('401', '403', '404') },
  });
  if (readOnly) return { [path]: { get: list }, [`${path}/{id}`]: { get } };
  const post = operationOn(type, 'create', `Create ${title}`, permissions.create, {
    requestBody: { required: true, content: json(ref(`${name}Input`)) },
    responses: {
      201: { description: 'The record as stored', content: json(ref(name)) },
      ...answers('400', '401', '403', '409', '422'),
    },
  });
  const patch = operationOn(type, 'update', `Change ${title}`, permissions.update, {
    ...id,
    requestBody: { required: true, content: json(ref(`${name}Patch`)) },
    responses: { ...one, ...answers('400', '401', '403', '404', '409', '422') },
  });
  const trash = operationOn(type, 'trash', `Move ${title} to the trash`, permissions.delete, {
    parameters: [
      idParameter,
      query('version', { type: 'integer' }, 'Refused where the record is no longer of this version'),
    ],
    responses: { ...one, ...answers('400', '401', '403', '404', '409') },
  });
  const restore = operationOn(type, 'restore', `Take ${title} out of the trash`, permissions.delete, {
    ...id,
    responses: { ...one, ...answers('401', '403', '404', '409') },
  });
  return {
    [path]: { get: list, post },
    [`${path}/{id}`]: { get, patch, delete: trash },
    [`${path}/{id}/restore`]: { post: restore },
  };
}

function listParameters(fields: RecordField[]): object[] {
  return [
    query('_start', { type: 'integer', minimum: 0, default: 0 }, 'First row, from 0'),
    query(
      '_end',
      { type: 'integer' },
      `The row after the last, at most ${mostRows} after _start. Absent: all rows, refused where there are more than ${mostRows}, or than the ids that the query names`,
    ),
    query('_sort', { type: 'string' }, 'Fields, separated by commas'),
    query('_order', { type: 'string' }, 'asc or desc for each field of _sort'),
    query('q', { type: 'string' }, 'Words that are looked for in the search fields'),
    query(
      '_trash',
      { type: 'string', enum: ['without', 'only', 'with'], default: 'without' },
      'Records in the trash',
    ),
    query(
      '_count',
      { type: 'string', enum: ['exact', 'some', 'none'], default: 'exact' },
      'some: exact up to 10,000, above it an estimate; none: not counted',
    ),
    query('_fields', { type: 'string' }, 'Only these fields, separated by commas'),
    query(
      'filter',
      { type: 'string', contentMediaType: 'application/json' },
      '{"field", "operator", "value"}, or {"operator": "and" | "or", "value": […]}',
    ),
    ...fields.flatMap((field) =>
      operatorsOf(field).map((operator) =>
        query(
          operator === 'eq' ? field.name : `${field.name}_${operator}`,
          { type: 'string' },
          field.schema['x-label'] ? both(field.schema['x-label']) : field.name,
        ),
      ),
    ),
  ];
}
