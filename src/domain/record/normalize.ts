import { showsNothing } from '#domain/text/clean.ts';
import { own } from '#domain/text/own.ts';
import { halfWidth } from '#domain/text/width.ts';
import type { FieldSchema } from './resource.ts';

/**
 * What a person typed, as it is kept: without blanks around it, in the case that the field asks for
 * (`x-case`) and its ordinary width, and a text of which nothing can be seen as null. Done before validation, so that `b-10ab` is no error.
 */
export function normalizeValue(schema: FieldSchema, value: unknown): unknown {
  if (typeof value === 'string') {
    if (schema['x-secret']) return value;
    if (showsNothing(value)) return null;
    const trimmed = value.trim();
    // Of marks and codes; in a sentence the width of a sign is its writer's.
    if (schema['x-case'] === 'upper') return halfWidth(trimmed).toUpperCase();
    if (schema['x-case'] === 'lower') return halfWidth(trimmed).toLowerCase();
    return trimmed;
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => normalizeValue(items, item)) : value;
  }
  if (schema.properties && typeof value === 'object' && value !== null) {
    return normalizeRecord(schema.properties, { ...value });
  }
  return value;
}

/** The same for every field that is there; absent fields stay absent. */
export function normalizeRecord(
  properties: Record<string, FieldSchema>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const schema = own(properties, field);
      return [field, schema ? normalizeValue(schema, value) : value];
    }),
  );
}
