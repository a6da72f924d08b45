import type { FieldError } from '#domain/text/errors.ts';
import { own } from '#domain/text/own.ts';

/** The part of a JSON schema that says how large a value may be. */
interface SizedSchema {
  type?: string | readonly string[];
  items?: unknown;
  properties?: Record<string, unknown>;
  anyOf?: readonly unknown[];
  maxItems?: number;
  maxProperties?: number;
}

/**
 * The first list with too many items, or object with too many names; null: none. Asked before a schema judges anything
 * else: it would judge, and have something to say of, each of a hundred thousand. `mostItems`: of a list whose schema
 * names no number of its own.
 */
export function sizeError(
  schema: object,
  value: unknown,
  mostItems: number,
  path: readonly string[] = [],
): FieldError | null {
  if (typeof value !== 'object' || value === null) return null;
  const judging = isSchema(schema) ? branchFor(schema, Array.isArray(value) ? 'array' : 'object') : undefined;
  if (!judging) return null;
  const field = path.join('.');
  if (Array.isArray(value)) {
    const limit = judging.maxItems ?? mostItems;
    if (value.length > limit)
      return { field, text: { key: 'common.invalid.maxItems', values: { field, limit } } };
    const { items } = judging;
    return isSchema(items)
      ? firstError(value, (one, i) => sizeError(items, one, mostItems, [...path, String(i)]))
      : null;
  }
  const names = Object.keys(value);
  const limit = judging.maxProperties;
  if (limit !== undefined && names.length > limit)
    return { field, text: { key: 'common.invalid.maxProperties', values: { limit } } };
  return firstError(Object.entries(value), ([name, one]) => {
    const inner = own(judging.properties ?? {}, name);
    return isSchema(inner) ? sizeError(inner, one, mostItems, [...path, name]) : null;
  });
}

function firstError<T>(
  list: readonly T[],
  check: (one: T, index: number) => FieldError | null,
): FieldError | null {
  for (const [index, one] of list.entries()) {
    const error = check(one, index);
    if (error) return error;
  }
  return null;
}

/** Of several forms the one that such a value can have; where that may be more than one, none is judged by. */
function branchFor(schema: SizedSchema, type: 'array' | 'object'): SizedSchema | undefined {
  const open = (one: SizedSchema) => one.type === undefined || [one.type].flat().includes(type);
  if (!schema.anyOf) return open(schema) ? schema : undefined;
  const [branch, other] = schema.anyOf.filter(isSchema).filter(open);
  return branch && !other ? branchFor(branch, type) : undefined;
}

function isSchema(value: unknown): value is SizedSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
