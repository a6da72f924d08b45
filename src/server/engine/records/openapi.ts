import type { Resource } from '#domain/record/resource.ts';
import type { DocumentPart } from '#server/http/openapi.ts';
import { commonSchemas, inputSchema, patchSchema, recordSchema } from './openapi-schemas.ts';
import { mostRows } from './query-parser.ts';
import { operatorsOf } from './query-sql.ts';
import type { RecordField } from './record-type.ts';
import { both, queryParameter as query } from './route-document.ts';

/** The record types of the document, and their schemas; what is done with them, each route says itself. */
export function recordsDocument(resources: Resource[]): DocumentPart {
  const document = {
    tags: resources.map(({ name, schema }) => ({ name, description: both(schema['x-label']) })),
    schemas: commonSchemas(),
  };
  for (const resource of resources) {
    const { name } = resource;
    document.schemas[name] = recordSchema(resource);
    if (resource.readOnly) continue;
    document.schemas[`${name}Input`] = inputSchema(resource);
    document.schemas[`${name}Patch`] = patchSchema(resource);
  }
  return document;
}

/** The query of a list. */
export function listParameters(fields: RecordField[]): object[] {
  return [
    query('_start', { type: 'integer', minimum: 0, default: 0 }, 'First row, from 0'),
    query(
      '_end',
      { type: 'integer' },
      `The row after the last, at most ${mostRows} after _start. Absent: all rows, refused where there are more than ${mostRows}, or than the ids that the query names`,
    ),
    query(
      '_sort',
      { type: 'string' },
      'Fields, separated by commas; a point sorts by how near it is to the user',
    ),
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
