import type { TSchema } from '@sinclair/typebox';
import { onceFor } from '#server/kernel/once-for.ts';

/** Parts of a schema that hold schemas by name, and those that hold a list of them. */
const byName = ['properties', 'patternProperties'];
const listed = ['anyOf', 'oneOf', 'allOf'];

/** Items of a list, where its schema names no number of its own. */
export const mostItems = 1_000;

/** Corners of a shape: items of no form of their own. */
const mostCorners = 10_000;

/** Names beside those that a schema knows: clients send back more of what they were given than is asked for. */
const mostOthers = 64;

/** Names of an object that is a table of its own. */
const mostNames = 1_000;

/**
 * The same schema with an end to everything that has none: lists, names of an object, and numbers as far as JSON tells
 * them apart (a text like `1e400` is otherwise taken for a whole number). One for each schema, so that it is compiled once.
 */
export const bounded = onceFor((schema: TSchema): TSchema => {
  const limits = limitsOf(schema);
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
});

function limitsOf({ type, items, properties = {} }: TSchema): Record<string, number> {
  switch (type) {
    case 'integer':
      return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    case 'number':
      return { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE };
    case 'array':
      return { maxItems: isSchema(items) && Object.keys(items).length > 0 ? mostItems : mostCorners };
    case 'object': {
      const known = Object.keys(properties).length;
      return { maxProperties: known === 0 ? mostNames : known + mostOthers };
    }
    default:
      return {};
  }
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
