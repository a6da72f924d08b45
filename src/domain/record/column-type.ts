import type { FieldSchema } from './resource.ts';

/** As `format_type` spells them, so that what is wanted and what is there compare as text. */
export type SqlType =
  | 'text'
  | 'bigint'
  | 'double precision'
  | 'numeric'
  | 'boolean'
  | 'date'
  | 'timestamp with time zone'
  | 'jsonb'
  | 'bigint[]';

/** The type of the column that holds a field. Whole numbers are all bigint: widening a limit never rewrites a table. */
export function sqlType(schema: FieldSchema): SqlType {
  if (schema['x-geometry'] || schema['x-altitude'] || schema['x-worded']) return 'jsonb';
  switch (schema.type) {
    case 'integer':
      return 'bigint';
    case 'number':
      return schema.multipleOf !== undefined ? 'numeric' : 'double precision';
    case 'boolean':
      return 'boolean';
    case 'string':
      if (schema.format === 'date') return 'date';
      return schema.format === 'date-time' ? 'timestamp with time zone' : 'text';
    case 'object':
    case 'array':
      return 'jsonb';
    default:
      return typeof (schema.const ?? schema.enum?.[0]) === 'number' ? 'double precision' : 'text';
  }
}
