import { type FieldSchema, type Resource, systemFields } from '#domain/record/resource.ts';
import { mostInBulk } from './records.ts';
import { both } from './route-document.ts';

/**
 * The schemas of the document: what a record is as it is read, made and changed, and what the endpoint says
 * beside it.
 */

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

export function recordSchema(resource: Resource): object {
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

export function inputSchema(resource: Resource): object {
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

export function patchSchema(resource: Resource): object {
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

const change = {
  type: 'object',
  properties: { field: { type: 'string' }, before: {}, after: {} },
  required: ['field', 'before', 'after'],
};

const versionsSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: { type: 'integer' }, version: { type: 'integer' } },
    required: ['id', 'version'],
  },
  maxItems: mostInBulk,
};

/** Records, and what was measured over them; null: none of them has a value. */
const figure = { count: { type: 'integer' }, value: { type: ['number', 'null'] } };

export function commonSchemas(): Record<string, object> {
  return {
    Aggregate: {
      type: 'object',
      properties: {
        total: { type: 'object', properties: figure },
        groups: {
          type: 'array',
          description: 'The greatest first, or every bucket in the order of time',
          items: {
            type: 'object',
            properties: {
              key: { type: ['string', 'null'], description: 'The value; null: records without one' },
              label: { type: ['string', 'null'], description: 'The title of a related record' },
              ...figure,
            },
          },
        },
        others: {
          type: ['object', 'null'],
          description: 'What is beyond _most groups, and how many they are',
          properties: { groups: { type: 'integer' }, ...figure },
        },
        cells: {
          type: 'array',
          description: 'Longitude and latitude of the south-west corner (WGS-84), and the figure',
          items: { type: 'array', items: { type: 'number' } },
        },
        degrees: { type: ['number', 'null'], description: 'Width of a cell' },
        timeZone: { type: 'string' },
      },
    },
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
            'tooMany',
            'unavailable',
            'full',
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
        action: { type: 'string', enum: ['create', 'update', 'delete', 'restore', 'purge'] },
        at: { type: 'string', format: 'date-time' },
        by: { type: ['integer', 'null'] },
        byName: { type: ['string', 'null'] },
        source: { type: 'string' },
        changes: {
          type: 'array',
          items: change,
        },
      },
      required: ['id', 'recordId', 'version', 'action', 'at', 'source', 'changes'],
    },
    VersionPreview: {
      type: 'object',
      properties: {
        changes: { type: 'array', items: change },
        problems: {
          type: 'object',
          description: 'Why it would be refused, by field',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
      required: ['changes', 'problems'],
    },
    VersionRequest: {
      type: 'object',
      properties: {
        toVersion: { type: 'integer', minimum: 1, description: 'An earlier version' },
        version: { type: 'integer', description: 'The version now' },
        fields: {
          type: 'array',
          items: { type: 'string' },
          description: 'Only these; absent: all that may be set',
        },
        preview: { const: true, description: 'Answers what would change, and changes nothing' },
      },
      required: ['toVersion', 'version'],
    },
    RecordUse: {
      type: 'object',
      properties: {
        resource: { type: 'string' },
        field: { type: 'string' },
        count: { type: 'integer', minimum: 1 },
      },
      required: ['resource', 'field', 'count'],
    },
    BulkRequest: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['update', 'undo', 'delete', 'restore', 'purge'] },
        ids: { type: 'array', items: { type: 'integer' }, maxItems: mostInBulk },
        where: { type: 'string', description: "In place of ids: a list's query, e.g. `q=a&state=1`" },
        set: { type: 'object', description: 'Values by field' },
        clear: { type: 'array', items: { type: 'string' }, description: 'Fields to empty' },
        versions: {
          ...versionsSchema,
          description:
            'For undo, in place of ids: what the report called changed. Refused where it has changed since',
        },
        preview: { const: true, description: 'Answers how many match, and changes nothing' },
      },
      required: ['action'],
    },
    BulkReport: {
      type: 'object',
      properties: {
        matched: { type: 'integer', description: 'Records asked for that the caller sees' },
        done: { type: 'integer' },
        failed: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'integer' },
              title: { type: 'string' },
              message: { type: 'string' },
              code: { type: 'string' },
              errors: {
                type: 'object',
                description: 'Texts by field',
                additionalProperties: { type: 'array', items: { type: 'string' } },
              },
            },
            required: ['id', 'title', 'message', 'code', 'errors'],
          },
        },
        changed: {
          ...versionsSchema,
          description: 'Records that are another now, with the version that the change gave them',
        },
      },
      required: ['matched'],
    },
  };
}
