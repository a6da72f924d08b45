import {
  type FieldSchema,
  type Label,
  type PermissionRule,
  type Resource,
  systemFields,
} from '../../domain/resource.ts';
import { permissionNote } from '../permission-note.ts';
import { mostRows } from './query-parser.ts';
import { operatorsOf } from './query-sql.ts';
import { type RecordField, recordTypes } from './record-type.ts';

/** A part of an OpenAPI 3.1 document: its schemas are JSON Schema, so ours go in as they are. */
export interface RecordsDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, object>>;
  schemas: Record<string, object>;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const both = (label: Label) => `${label['zh-Hans']} · ${label.en}`;

const errors: Record<string, { description: string; content: object }> = Object.fromEntries(
  [
    ['400', 'The input breaks a rule; `errors` says where'],
    ['401', 'No session'],
    ['403', 'The caller may not do this'],
    ['404', 'There is no such record among the rows that the caller sees'],
    [
      '409',
      'Stale version (`current` is the record now), a value that must be unique, or a record still in use',
    ],
    ['422', 'A rule of the job says no; `rule` cites it'],
  ].map(([status, description]) => [status, { description, content: json(ref('RecordError')) }]),
);

const answers = (...statuses: string[]) =>
  Object.fromEntries(statuses.map((status) => [status, errors[status]]));

/** Every route of the records door, from the schemas alone. */
export function recordsDocument(resources: Resource[]): RecordsDocument {
  const document: RecordsDocument = { tags: [], paths: {}, schemas: commonSchemas() };
  for (const type of recordTypes(resources).values()) {
    const { resource } = type;
    const { name } = resource;
    document.tags.push({ name, description: both(resource.schema['x-label']) });
    document.schemas[name] = recordSchema(resource);
    document.schemas[`${name}Input`] = inputSchema(resource);
    const path = `/api/records/${name}`;
    const one = { 200: { description: 'The record', content: json(ref(name)) } };
    const operation = (verb: string, summary: string, rule: PermissionRule, rest: object) => ({
      tags: [name],
      operationId: `${name}.${verb}`,
      summary,
      ...permissionNote(rule),
      ...rest,
    });
    const title = both(resource.schema['x-label']);
    const { permissions } = resource;
    const body = { required: true, content: json(ref(`${name}Input`)) };
    const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] };
    document.paths[path] = {
      get: operation('list', `List ${title}`, permissions.read, {
        parameters: listParameters([...type.queryable.values()]),
        responses: {
          200: {
            description: 'A page of records',
            headers: {
              'x-total-count': {
                description: 'Records that match, on all pages',
                schema: { type: 'integer' },
              },
            },
            content: json({ type: 'array', items: ref(name) }),
          },
          ...answers('400', '401', '403'),
        },
      }),
      ...(resource.readOnly
        ? {}
        : {
            post: operation('create', `Create ${title}`, permissions.create, {
              requestBody: body,
              responses: {
                201: { description: 'The record as stored', content: json(ref(name)) },
                ...answers('400', '401', '403', '409'),
              },
            }),
          }),
    };
    document.paths[`${path}/{id}`] = {
      get: operation('get', `Read ${title}`, permissions.read, {
        ...id,
        responses: { ...one, ...answers('401', '403', '404') },
      }),
      ...(resource.readOnly
        ? {}
        : {
            patch: operation('update', `Change ${title}`, permissions.update, {
              ...id,
              requestBody: { required: true, content: json(ref(`${name}Patch`)) },
              responses: { ...one, ...answers('400', '401', '403', '404', '409', '422') },
            }),
            delete: operation('trash', `Move ${title} to the trash`, permissions.delete, {
              ...id,
              responses: { ...one, ...answers('401', '403', '404', '409') },
            }),
          }),
    };
    document.paths[`${path}/{id}/history`] = {
      get: operation('history', `Who changed ${title}, when and what`, permissions.read, {
        ...id,
        responses: {
          200: { description: 'Newest first', content: json({ type: 'array', items: ref('HistoryEntry') }) },
          ...answers('401', '403', '404'),
        },
      }),
    };
    if (resource.readOnly) continue;
    document.schemas[`${name}Patch`] = patchSchema(resource);
    document.paths[`${path}/{id}/restore`] = {
      post: operation('restore', `Take ${title} out of the trash`, permissions.delete, {
        ...id,
        responses: { ...one, ...answers('401', '403', '404', '409') },
      }),
    };
  }
  return document;
}

function listParameters(fields: RecordField[]): object[] {
  const query = (name: string, schema: object, description: string) => ({
    name,
    in: 'query',
    schema,
    description,
  });
  return [
    query('_start', { type: 'integer', minimum: 0, default: 0 }, 'First row, from 0'),
    query('_end', { type: 'integer' }, `The row after the last; at most ${mostRows} after _start`),
    query('_sort', { type: 'string' }, 'Fields, separated by commas'),
    query('_order', { type: 'string' }, 'asc or desc for each field of _sort'),
    query('q', { type: 'string' }, 'Words that are looked for in the search fields'),
    query(
      '_trash',
      { type: 'string', enum: ['without', 'only', 'with'], default: 'without' },
      'Records in the trash',
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

const systemSchema: Record<(typeof systemFields)[number], object> = {
  id: { type: 'integer' },
  version: { type: 'integer', description: 'Grows by one at each change' },
  createdAt: { type: 'string', format: 'date-time' },
  createdBy: { type: ['integer', 'null'] },
  updatedAt: { type: 'string', format: 'date-time' },
  updatedBy: { type: ['integer', 'null'] },
  deletedAt: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Set while the record is in the trash',
  },
  deletedBy: { type: ['integer', 'null'] },
};

function recordSchema(resource: Resource): object {
  const required = new Set(resource.schema.required ?? []);
  const fields = openFields(resource).map(([name, schema]) => [
    name,
    required.has(name) ? schema : nullable(schema),
  ]);
  return {
    type: 'object',
    title: resource.schema.title,
    description: both(resource.schema['x-label']),
    properties: {
      ...systemSchema,
      ...Object.fromEntries(fields),
      _labels: {
        type: 'object',
        description: 'Titles of the related records, by field',
        additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
      },
    },
    required: [...systemFields, ...required].filter(
      (name) => !resource.schema.properties[name]?.['x-secret'],
    ),
  };
}

function inputSchema(resource: Resource): object {
  const { required, if: when, then, else: otherwise, allOf } = resource.schema;
  const properties = writableFields(resource);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: (required ?? []).filter((name) => properties.some(([field]) => field === name)),
    additionalProperties: false,
    ...(when === undefined ? {} : { if: when }),
    ...(then === undefined ? {} : { then }),
    ...(otherwise === undefined ? {} : { else: otherwise }),
    ...(allOf === undefined ? {} : { allOf }),
  };
}

function patchSchema(resource: Resource): object {
  return {
    type: 'object',
    properties: {
      version: { type: 'integer', description: 'Version of the record that the change was made from' },
      ...Object.fromEntries(writableFields(resource).map(([name, schema]) => [name, nullable(schema)])),
    },
    required: ['version'],
    additionalProperties: false,
  };
}

function openFields(resource: Resource): [string, FieldSchema][] {
  return Object.entries(resource.schema.properties).filter(([, schema]) => !schema['x-secret']);
}

function writableFields(resource: Resource): [string, FieldSchema][] {
  return openFields(resource).filter(
    ([name, schema]) => !schema.readOnly && !resource.serviceOnly?.includes(name),
  );
}

/** Optional fields come out as null where they are empty. */
function nullable({ enum: choices, type, ...schema }: FieldSchema): object {
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(choices === undefined ? {} : { enum: [...choices, null] }),
  };
}

function commonSchemas(): Record<string, object> {
  return {
    RecordError: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        code: {
          type: 'string',
          enum: [
            'validation',
            'unauthenticated',
            'forbidden',
            'notFound',
            'conflict',
            'refused',
            'unavailable',
            'internal',
          ],
        },
        errors: {
          type: 'object',
          description: 'Texts by field',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        rule: { type: 'string' },
        current: { type: 'object', description: 'On a stale save: the record now' },
        requestId: { type: 'string' },
      },
      required: ['message', 'code', 'errors', 'requestId'],
    },
    HistoryEntry: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        recordId: { type: 'integer' },
        version: { type: 'integer' },
        action: { type: 'string', enum: ['create', 'update', 'delete', 'restore'] },
        at: { type: 'string', format: 'date-time' },
        by: { type: ['integer', 'null'] },
        byName: { type: ['string', 'null'] },
        source: { type: 'string' },
        changes: {
          type: 'array',
          items: {
            type: 'object',
            properties: { field: { type: 'string' }, before: {}, after: {} },
            required: ['field', 'before', 'after'],
          },
        },
      },
      required: ['id', 'recordId', 'version', 'action', 'at', 'source', 'changes'],
    },
  };
}
