import { filesField } from '#domain/record/files.ts';
import { type FieldSchema, isLinkList, type Resource } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';

/** What a field is to a screen, read from its schema once and for all screens alike. */
export type FieldKind =
  | 'relation'
  | 'relations'
  | 'dictionary'
  | 'dictionaries'
  | 'enum'
  | 'enums'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'altitude'
  | 'geometry'
  | 'number'
  | 'text'
  | 'texts'
  | 'list'
  | 'object';

export function kindOf(schema: FieldSchema): FieldKind {
  if (schema['x-relation']) return 'relation';
  if (isLinkList(schema)) return 'relations';
  if (schema['x-altitude']) return 'altitude';
  if (schema['x-geometry']) return 'geometry';
  if (schema['x-dictionary']) return 'dictionary';
  if (schema.enum) return 'enum';
  if (schema.type === 'array') {
    if (schema.items?.['x-dictionary']) return 'dictionaries';
    if (schema.items?.enum) return 'enums';
    return schema.items?.type === 'string' ? 'texts' : 'list';
  }
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'object') return 'object';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'dateTime';
  return 'text';
}

/** Columns that every record has, as far as screens name them. */
const systemSchemas: Record<string, FieldSchema> = {
  id: { type: 'integer', 'x-label': { 'zh-Hans': '编号', en: 'Id' } },
  version: { type: 'integer', 'x-label': { 'zh-Hans': '版本', en: 'Version' } },
  createdAt: { type: 'string', format: 'date-time', 'x-label': { 'zh-Hans': '建立时间', en: 'Created' } },
  createdBy: {
    type: 'integer',
    'x-relation': { resource: 'user' },
    'x-label': { 'zh-Hans': '建立人', en: 'Created by' },
  },
  updatedAt: { type: 'string', format: 'date-time', 'x-label': { 'zh-Hans': '更新时间', en: 'Updated' } },
  updatedBy: {
    type: 'integer',
    'x-relation': { resource: 'user' },
    'x-label': { 'zh-Hans': '更新人', en: 'Updated by' },
  },
  deletedAt: { type: 'string', format: 'date-time', 'x-label': { 'zh-Hans': '删除时间', en: 'Deleted' } },
  deletedBy: {
    type: 'integer',
    'x-relation': { resource: 'user' },
    'x-label': { 'zh-Hans': '删除人', en: 'Deleted by' },
  },
  // No field of a record: its history speaks of its files by this name.
  [filesField]: { type: 'string', 'x-label': { 'zh-Hans': '附件', en: 'Files' } },
};

export function fieldOf(resource: Resource, field: string): FieldSchema | undefined {
  return resource.schema.properties[field] ?? systemSchemas[field];
}

const sortable = new Set<FieldKind>([
  'relation',
  'dictionary',
  'enum',
  'boolean',
  'date',
  'dateTime',
  'number',
  'text',
]);

export function isSortable(schema: FieldSchema): boolean {
  // A point sorts by how near it is to the user.
  const isPoint = schema['x-geometry']?.length === 1 && schema['x-geometry'][0] === 'Point';
  return isPoint || sortable.has(kindOf(schema));
}

export type FilterOperator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'nin'
  | 'contains'
  | 'ncontains'
  | 'startswith'
  | 'endswith'
  | 'relative'
  | 'gte'
  | 'lte'
  | 'between'
  | 'null'
  | 'nnull';

const choiceOperators: FilterOperator[] = ['in', 'nin', 'null', 'nnull'];
const dayOperators: FilterOperator[] = ['between', 'relative', 'gte', 'lte', 'null', 'nnull'];
const presenceOperators: FilterOperator[] = ['null', 'nnull'];

/** What a field can be filtered by, the usual one first. */
export function operatorsOf(schema: FieldSchema): FilterOperator[] {
  switch (kindOf(schema)) {
    case 'text':
      return ['contains', 'ncontains', 'eq', 'ne', 'startswith', 'endswith', 'null', 'nnull'];
    case 'number':
      return ['between', 'eq', 'ne', 'gte', 'lte', 'null', 'nnull'];
    case 'date':
    case 'dateTime':
      return dayOperators;
    case 'enum':
    case 'dictionary':
    case 'relation':
    case 'relations':
      return choiceOperators;
    case 'boolean':
      return ['eq', 'null', 'nnull'];
    default:
      // Shapes, altitudes and lists: the endpoint says of them whether there is one.
      return presenceOperators;
  }
}

/** Fields in the groups of the entry; what no group names follows in a group without a title. */
export function groupsOf(resource: Resource): { label?: Label; tab?: Label; fields: string[] }[] {
  const hidden = new Set(resource.form?.hidden ?? []);
  const visible = Object.entries(resource.schema.properties)
    .filter(([field, schema]) => !schema['x-secret'] && !hidden.has(field))
    .map(([field]) => field);
  const groups = (resource.form?.groups ?? []).map(({ fields, ...group }) => ({
    ...group,
    fields: fields.filter((field) => visible.includes(field)),
  }));
  const named = new Set(groups.flatMap(({ fields }) => fields));
  const rest = visible.filter((field) => !named.has(field));
  return rest.length > 0 ? [...groups, { fields: rest }] : groups;
}
