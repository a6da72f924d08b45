import { planDocumentFields } from '#domain/approvals/check-flow.ts';
import { type FieldSchema, type Resource, relationOf } from '#domain/record/resource.ts';
import { kindOf } from '#web/engine/fields.ts';

/** The resource whose records are documents of a kind; a release is decided on the plan. */
export function resourceOfDocument(kind: unknown): string | undefined {
  if (typeof kind !== 'string') return undefined;
  return kind === 'release' ? 'plan' : kind;
}

/** What a flow reads of a plan beside its own fields: figures of its sorties. */
const planNumbers: Record<string, FieldSchema> = {
  upperM: { type: 'number', 'x-unit': 'm', 'x-label': { 'zh-Hans': '最高高度', en: 'Highest level' } },
  taskCount: { type: 'integer', 'x-label': { 'zh-Hans': '架次数', en: 'Number of sorties' } },
  durationMinutes: { type: 'integer', 'x-unit': 'min', 'x-label': { 'zh-Hans': '时长', en: 'Duration' } },
};

const scalar = new Set(['relation', 'dictionary', 'enum', 'boolean', 'date', 'dateTime', 'number', 'text']);

/** The fields that a condition may ask about, by path. */
export function conditionFields(resource: Resource | undefined): Map<string, FieldSchema> {
  if (!resource) return new Map();
  const own = Object.entries(resource.schema.properties);
  if (resource.name === 'plan') {
    const few = own.filter(
      ([field, schema]) => planDocumentFields.includes(field) && scalar.has(kindOf(schema)),
    );
    return new Map([...few, ...Object.entries(planNumbers)]);
  }
  return new Map(
    own.flatMap(([field, schema]): [string, FieldSchema][] => {
      if (schema['x-secret']) return [];
      if (scalar.has(kindOf(schema))) return [[field, schema]];
      const height = kindOf(schema) === 'altitude' ? schema.properties?.value : undefined;
      if (!height || !schema['x-label']) return [];
      return [[`${field}.value`, { ...height, 'x-label': schema['x-label'] }]];
    }),
  );
}

/** Operators that make sense for a field, the usual one first. */
export function operatorsFor(schema: FieldSchema | undefined) {
  switch (schema && kindOf(schema)) {
    case 'number':
    case 'date':
    case 'dateTime':
      return ['$gte', '$gt', '$lte', '$lt', '$eq', '$ne', '$exists'] as const;
    case 'boolean':
      return ['$eq', '$exists'] as const;
    case 'relation':
    case 'dictionary':
    case 'enum':
      return ['$in', '$nin', '$eq', '$ne', '$exists'] as const;
    default:
      return ['$eq', '$ne', '$in', '$nin', '$exists'] as const;
  }
}

export function relatesTo(schema: FieldSchema | undefined): string | undefined {
  return schema && relationOf(schema)?.resource;
}
