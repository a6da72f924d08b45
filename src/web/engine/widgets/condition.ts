import { isObject } from '#domain/text/narrow.ts';

/** What a row of the builder can ask, by the operator of the stored condition. */
const conditionOperators = ['$eq', '$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$exists'] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

export interface ConditionRow {
  /** Path with dots, e.g. `upper.value`. */
  field: string;
  operator: ConditionOperator;
  value: unknown;
}

export interface ConditionGroup {
  join: 'and' | 'or';
  parts: (ConditionRow | ConditionGroup)[];
}

export function isGroup(part: ConditionRow | ConditionGroup): part is ConditionGroup {
  return 'join' in part;
}

/**
 * A stored condition (MongoDB's way of writing, as CASL reads it) as rows and groups. Null where it says something
 * that rows cannot: it is then shown and changed as it is written.
 */
export function readCondition(value: unknown): ConditionGroup | null {
  if (value === undefined || value === null) return { join: 'and', parts: [] };
  if (!isObject(value)) return null;
  const parts: (ConditionRow | ConditionGroup)[] = [];
  for (const [key, own] of Object.entries(value)) {
    if (key === '$and' || key === '$or') {
      const group = readList(key === '$and' ? 'and' : 'or', own);
      if (!group) return null;
      parts.push(group);
    } else if (key.startsWith('$')) {
      return null;
    } else {
      const rows = readField(key, own);
      if (!rows) return null;
      parts.push(...rows);
    }
  }
  const [only] = parts;
  return parts.length === 1 && only && isGroup(only) ? only : { join: 'and', parts };
}

function readList(join: 'and' | 'or', value: unknown): ConditionGroup | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const parts: (ConditionRow | ConditionGroup)[] = [];
  for (const item of value) {
    const group = isObject(item) ? readCondition(item) : null;
    if (!group || group.parts.length === 0) return null;
    const [only] = group.parts;
    parts.push(group.parts.length === 1 && only ? only : group);
  }
  return { join, parts };
}

function readField(field: string, value: unknown): ConditionRow[] | null {
  if (!isObject(value)) return Array.isArray(value) ? null : [{ field, operator: '$eq', value }];
  const rows: ConditionRow[] = [];
  for (const [operator, limit] of Object.entries(value)) {
    const known = conditionOperators.find((one) => one === operator);
    if (!known) return null;
    if ((known === '$in' || known === '$nin') && !Array.isArray(limit)) return null;
    rows.push({ field, operator: known, value: limit });
  }
  return rows.length === 0 ? null : rows;
}

/** Rows and groups as the condition that is stored; undefined: none, which always holds. Rows without a field or a value are left out. */
export function writeCondition(group: ConditionGroup): Record<string, unknown> | undefined {
  const parts = group.parts.flatMap((part) => {
    const own = isGroup(part) ? writeCondition(part) : writeRow(part);
    return own === undefined ? [] : [own];
  });
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1) return first;
  if (group.join === 'or') return { $or: parts };
  return merged(parts) ?? { $and: parts };
}

function writeRow({ field, operator, value }: ConditionRow): Record<string, unknown> | undefined {
  const empty =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (field === '' || empty) return undefined;
  return { [field]: operator === '$eq' ? value : { [operator]: value } };
}

/** Conditions on different fields, or different operators of one, stand side by side; null where they would overwrite each other. */
function merged(parts: Record<string, unknown>[]): Record<string, unknown> | null {
  const all: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [key, own] of Object.entries(part)) {
      const before = all[key];
      if (before === undefined) all[key] = own;
      else if (key.startsWith('$') || !isObject(before) || !isObject(own)) return null;
      else if (Object.keys(own).some((operator) => operator in before)) return null;
      else all[key] = { ...before, ...own };
    }
  }
  return all;
}
