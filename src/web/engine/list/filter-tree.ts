import type { CrudFilter, LogicalFilter } from '@refinedev/core';
import type { Resource } from '#domain/record/resource.ts';
import { daysOf, parseSpan, timesOf } from '#domain/statistics/relative-dates.ts';
import { serviceZone } from '#web/client/clock.ts';
import { type FilterOperator, fieldOf, kindOf, operatorsOf } from '#web/engine/fields.ts';

export interface FieldFilter {
  field: string;
  operator: FilterOperator;
  /** As written in the address; empty for `null` and `nnull`. */
  values: string[];
}

export interface FilterGroup {
  operator: 'and' | 'or';
  value: FilterNode[];
}

/** One condition, or several of which all or any must hold. */
export type FilterNode = FieldFilter | FilterGroup;

/** Groups within groups; the list itself is the first, whose members must all hold. */
export const deepestGroup = 3;

export function isGroup(node: FilterNode): node is FilterGroup {
  return 'value' in node;
}

const listed = new Set<FilterOperator>(['in', 'nin', 'between']);

export function needsNoValue(operator: FilterOperator): boolean {
  return operator === 'null' || operator === 'nnull';
}

/** A condition as an address names it; undefined where the schema has no such field, operator or value. */
export function conditionOf(
  resource: Resource,
  field: string,
  wanted: string,
  values: string[],
): FieldFilter | undefined {
  const schema = fieldOf(resource, field);
  const operator = schema && operatorsOf(schema).find((known) => known === wanted);
  if (!schema || !operator) return undefined;
  if (needsNoValue(operator)) return { field, operator, values: [] };
  if (operator === 'relative' && (values.length !== 1 || !parseSpan(values[0] ?? ''))) return undefined;
  if (values.length === 0 || (!listed.has(operator) && values.length > 1)) return undefined;
  if (operator === 'between' && values.length > 2) return undefined;
  if (!values.every((value) => value === '' || fits(schema, value, operator))) return undefined;
  return { field, operator, values };
}

/** Whether the endpoint could read the value at all: what it cannot is said at once, not asked for. */
function fits(schema: Parameters<typeof kindOf>[0], value: string, operator: FilterOperator): boolean {
  if (operator === 'relative') return true;
  switch (kindOf(schema)) {
    case 'number':
      return Number.isFinite(Number(value)) && value.trim() !== '';
    case 'relation':
    case 'relations':
      return /^\d{1,15}$/.test(value);
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'dateTime':
      return !Number.isNaN(Date.parse(value));
    default:
      return true;
  }
}

/** The JSON of an address → the tree; undefined where any part of it is not known. */
export function treeOfJson(resource: Resource, text: string): FilterNode[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = (node: unknown, depth: number): FilterNode | undefined => {
    if (typeof node !== 'object' || node === null) return undefined;
    const { field, operator, value } = { field: '', operator: '', value: undefined, ...node };
    if (operator === 'and' || operator === 'or') {
      if (!Array.isArray(value) || depth > deepestGroup) return undefined;
      const members = [...value].map((part: unknown) => read(part, depth + 1));
      const known = members.filter((member) => member !== undefined);
      return known.length === members.length ? { operator, value: known } : undefined;
    }
    const given: unknown = value ?? true;
    const values = (Array.isArray(given) ? given : [given]).map(String);
    return conditionOf(resource, String(field), String(operator), values);
  };
  const root = read(parsed, 1);
  if (!root) return undefined;
  return isGroup(root) && root.operator === 'and' ? root.value : [root];
}

/** The tree as the records endpoint takes it, but for relative dates, which stay as they are. */
export function jsonOfTree(nodes: readonly FilterNode[]): unknown {
  const write = (node: FilterNode): unknown => {
    if (isGroup(node)) return { operator: node.operator, value: node.value.map(write) };
    const { field, operator, values } = node;
    return {
      field,
      operator,
      value: needsNoValue(operator) ? true : listed.has(operator) ? values : values[0],
    };
  };
  const [only] = nodes;
  return nodes.length === 1 && only ? write(only) : { operator: 'and', value: nodes.map(write) };
}

/** Drops groups that hold nothing: an empty "any of" would meet no record at all. */
export function withoutEmptyGroups(nodes: readonly FilterNode[]): FilterNode[] {
  return nodes.flatMap((node): FilterNode[] => {
    if (!isGroup(node)) return [node];
    const value = withoutEmptyGroups(node.value);
    return value.length === 0 ? [] : [{ ...node, value }];
  });
}

export function conditionsIn(nodes: readonly FilterNode[]): FieldFilter[] {
  return nodes.flatMap((node) => (isGroup(node) ? conditionsIn(node.value) : [node]));
}

/**
 * The tree as refine's filters for the data provider. An open end of a range becomes gte or lte; a relative
 * date becomes the days or times that it means now, in the service's zone.
 */
export function crudOf(resource: Resource, nodes: readonly FilterNode[], nowMs: number): CrudFilter[] {
  return nodes.map((node) =>
    isGroup(node)
      ? { operator: node.operator, value: crudOf(resource, node.value, nowMs) }
      : conditionNow(resource, node, nowMs),
  );
}

function conditionNow(resource: Resource, filter: FieldFilter, nowMs: number): LogicalFilter {
  const { field, operator, values } = filter;
  const [first = '', second = ''] = values;
  switch (operator) {
    case 'null':
    case 'nnull':
      return { field, operator, value: true };
    case 'in':
    case 'nin':
      return { field, operator, value: values };
    case 'between':
      if (second === '') return { field, operator: 'gte', value: first };
      if (first === '') return { field, operator: 'lte', value: second };
      return { field, operator, value: [first, second] };
    case 'relative': {
      const schema = fieldOf(resource, field);
      const timed = schema !== undefined && kindOf(schema) === 'dateTime';
      const span = (timed ? timesOf : daysOf)(first, nowMs, serviceZone());
      if (!span) throw new Error(`${field}: "${first}" is no span of days`);
      return { field, operator: 'between', value: span };
    }
    default:
      return { field, operator, value: first };
  }
}
