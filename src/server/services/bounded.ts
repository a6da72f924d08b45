import type { TSchema } from '@sinclair/typebox';

/** Parts of a schema that hold schemas by name, and those that hold a list of them. */
const byName = ['properties', 'patternProperties'];
const listed = ['anyOf', 'oneOf', 'allOf'];

/**
 * The same schema with an end to everything that has none: whole numbers as far as JSON tells them apart (a text like
 * `1e400` is otherwise taken for a whole number).
 */
export function bounded(schema: TSchema): TSchema {
  const limits =
    schema.type === 'integer'
      ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
      : schema.type === 'number'
        ? { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }
        : {};
  const parts = Object.entries(schema).map(([keyword, value]) => {
    if (isSchema(value) && byName.includes(keyword)) {
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bounded(one)]))];
    }
    if (Array.isArray(value) && (listed.includes(keyword) || keyword === 'items')) {
      return [keyword, value.map(bounded)];
    }
    return isSchema(value) && (keyword === 'items' || keyword === 'additionalProperties')
      ? [keyword, bounded(value)]
      : [keyword, value];
  });
  return { ...limits, ...Object.fromEntries(parts) };
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
