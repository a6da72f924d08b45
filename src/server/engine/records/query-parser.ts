import { AppError, fieldError } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { VisibleFields } from './fields.ts';
import { isNearnessField } from './nearness.ts';
import { operatorsOf } from './query-sql.ts';
import type { RecordField, RecordType } from './record-type.ts';
import type { CountMode, Filter, FilterOperator, ListQuery } from './records.ts';

/** Rows of one page at most, and of an answer without pages. */
export const mostRows = 1000;

/** Suffixes of the simple-rest dialect and ours; `_like` is simple-rest's name for contains. */
const suffixes: [string, FilterOperator][] = [
  ['_ncontains', 'ncontains'],
  ['_contains', 'contains'],
  ['_like', 'contains'],
  ['_startswith', 'startswith'],
  ['_endswith', 'endswith'],
  ['_nbetween', 'nbetween'],
  ['_between', 'between'],
  ['_nnull', 'nnull'],
  ['_null', 'null'],
  ['_nin', 'nin'],
  ['_in', 'in'],
  ['_ne', 'ne'],
  ['_lte', 'lte'],
  ['_lt', 'lt'],
  ['_gte', 'gte'],
  ['_gt', 'gt'],
];

const reserved = new Set([
  '_start',
  '_end',
  '_sort',
  '_order',
  '_trash',
  '_fields',
  '_count',
  'q',
  'filter',
  'culture',
]);

/** Filters in one query at most, and how deep they nest. */
const mostFilters = 100;
const deepest = 6;

export interface ParsedQuery extends ListQuery {
  /** Fields asked for; undefined: all. */
  fields: string[] | undefined;
  count: CountMode;
  /**
   * No end was asked for: all rows are wanted, and so many are answered. The range has one more, so that whoever
   * reads it sees where there are too many; null: a page was asked for.
   */
  unpaged: number | null;
}

type RawQuery = Record<string, unknown>;

/**
 * The query of a list in the simple-rest dialect. What it does not know is refused: a filter that is ignored widens
 * the answer. A field that the caller may not see (`visible`: visibleFields of fields.ts) it does not know.
 */
export function parseListQuery(type: RecordType, visible: VisibleFields, raw: RawQuery): ParsedQuery {
  const filters: Filter[] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (reserved.has(key)) continue;
    filters.push(keyFilter(visible, key, textsOf(key, value)));
  }
  const json = oneText(raw, 'filter');
  if (json !== undefined) filters.push(jsonFilter(visible, json));
  const trash = oneText(raw, '_trash') ?? 'without';
  if (trash !== 'without' && trash !== 'only' && trash !== 'with') throw badValue('_trash', trash);
  const count = oneText(raw, '_count') ?? 'exact';
  if (count !== 'exact' && count !== 'some' && count !== 'none') throw badValue('_count', count);
  return {
    ...rangeOf(raw, Math.max(mostRows, idsIn(filters))),
    sort: sortOf(type, visible, raw),
    filter: filters.length > 1 ? { operator: 'and', value: filters } : filters[0],
    search: oneText(raw, 'q'),
    trash,
    fields: fieldsOf(visible, raw),
    count,
  };
}

/** `mostUnpaged`: rows of an answer without pages at most. */
function rangeOf(raw: RawQuery, mostUnpaged: number): Pick<ParsedQuery, 'start' | 'end' | 'unpaged'> {
  const start = wholeNumber(oneText(raw, '_start') ?? '0');
  const requested = oneText(raw, '_end');
  if (start !== undefined && requested === undefined) {
    return { start, end: start + mostUnpaged + 1, unpaged: mostUnpaged };
  }
  const end = requested === undefined ? undefined : wholeNumber(requested);
  if (start === undefined || end === undefined || end <= start || end - start > mostRows) {
    throw new AppError('validation', { key: 'records.query.range', values: { most: mostRows } });
  }
  return { start, end, unpaged: null };
}

/** How many records the query names by their ids (simple-rest's getMany): it is answered with no more than those. */
function idsIn(filters: Filter[]): number {
  const [ids = 0] = filters.flatMap((filter) =>
    'field' in filter && filter.field === 'id' && filter.operator === 'in' && Array.isArray(filter.value)
      ? [filter.value.length]
      : [],
  );
  return ids;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function sortOf(type: RecordType, visible: VisibleFields, raw: RawQuery): ListQuery['sort'] {
  const names = oneText(raw, '_sort')?.split(',').filter(Boolean);
  const orders = oneText(raw, '_order')?.split(',') ?? [];
  if (!names?.length) {
    const { sort } = type.resource;
    return sort && visible.has(sort.field) ? [sort] : [{ field: 'id', order: 'desc' }];
  }
  return names.map((field, i) => {
    const order = (orders[i] || 'asc').toLowerCase();
    const known = visible.get(field);
    const isSortable = known && (isNearnessField(known) || (known.kind !== 'json' && known.kind !== 'links'));
    if (!isSortable) {
      throw new AppError('validation', { key: 'records.query.sort', values: { name: field } });
    }
    if (order !== 'asc' && order !== 'desc') throw badValue('_order', order);
    return { field, order };
  });
}

function fieldsOf(visible: VisibleFields, raw: RawQuery): string[] | undefined {
  const names = oneText(raw, '_fields')?.split(',').filter(Boolean);
  for (const name of names ?? []) if (!visible.has(name)) throw unknownKey(name);
  return names;
}

function keyFilter(visible: VisibleFields, key: string, values: string[]): Filter {
  const exact = visible.get(key);
  // `id=1&id=2` is simple-rest's way to ask for several.
  if (exact) return fieldFilter(exact, values.length > 1 ? 'in' : 'eq', values, key);
  for (const [suffix, operator] of suffixes) {
    const field = key.endsWith(suffix) ? visible.get(key.slice(0, -suffix.length)) : undefined;
    if (field) return fieldFilter(field, operator, values, key);
  }
  throw unknownKey(key);
}

function jsonFilter(visible: VisibleFields, json: string): Filter {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new AppError('validation', { key: 'records.query.filter' });
  }
  let count = 0;
  const read = (node: unknown, depth: number): Filter => {
    count += 1;
    if (depth > deepest || count > mostFilters)
      throw new AppError('validation', { key: 'records.query.filter' });
    if (Array.isArray(node)) return { operator: 'and', value: node.map((part) => read(part, depth + 1)) };
    if (!isObject(node)) throw new AppError('validation', { key: 'records.query.filter' });
    const { operator, value } = node;
    if (operator === 'and' || operator === 'or') {
      if (!Array.isArray(value)) throw new AppError('validation', { key: 'records.query.filter' });
      return { operator, value: value.map((part) => read(part, depth + 1)) };
    }
    const name = String(node.field);
    const field = visible.get(name);
    if (!field) throw unknownKey(name);
    const known =
      suffixes.find(([, each]) => each === operator)?.[1] ?? (operator === 'eq' ? 'eq' : undefined);
    if (!known) throw badOperator(String(operator), name);
    return fieldFilter(field, known, Array.isArray(value) ? value : [value], name);
  };
  return read(parsed, 1);
}

/** Values as the column's type, or a refusal that names the field. */
function fieldFilter(field: RecordField, operator: FilterOperator, given: unknown[], key: string): Filter {
  if (!operatorsOf(field).includes(operator)) throw badOperator(operator, field.name);
  if (operator === 'null' || operator === 'nnull') {
    const value = given.length === 1 ? booleanOf(given[0] ?? true) : undefined;
    if (value === undefined) throw badValue(key, given[0]);
    return { field: field.name, operator, value };
  }
  const many = ['in', 'nin', 'between', 'nbetween'].includes(operator);
  const values = (many ? split(field, given) : given).map((value) => {
    const parsed = parsedValue(field, value);
    if (parsed === undefined) throw badValue(key, value);
    return parsed;
  });
  if (operator === 'between' || operator === 'nbetween') {
    if (values.length !== 2) throw badValue(key, given.join(','));
    return { field: field.name, operator, value: values };
  }
  if (many) return { field: field.name, operator, value: values };
  if (values.length !== 1) throw badValue(key, given.join(','));
  return { field: field.name, operator, value: values[0] };
}

/** `1,2` is two numbers; a text may hold a comma of its own and is repeated instead. */
function split(field: RecordField, given: unknown[]): unknown[] {
  const [only] = given;
  if (given.length !== 1 || typeof only !== 'string' || field.kind === 'text') return given;
  return only.split(',');
}

function parsedValue(field: RecordField, value: unknown): unknown {
  switch (field.kind) {
    case 'integer':
    case 'links': {
      const number = numberOf(value);
      return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
    }
    case 'number':
      return numberOf(value);
    case 'boolean':
      return booleanOf(value);
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : undefined;
    case 'time':
      return typeof value === 'string' ? timeOf(value) : undefined;
    default:
      // PostgreSQL's texts hold every character but this one.
      return typeof value === 'string' && !value.includes('\0') ? inCase(field, value) : undefined;
  }
}

/** A value is asked for as it is kept. */
function inCase({ schema }: RecordField, value: string): string {
  if (schema['x-case'] === 'upper') return value.toUpperCase();
  return schema['x-case'] === 'lower' ? value.toLowerCase() : value;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** A time with its zone, or a day in UTC. */
function timeOf(text: string): string | undefined {
  if (isDate(text)) return `${text}T00:00:00.000Z`;
  if (!isDate(text.slice(0, 10))) return undefined;
  if (!/^.{10}T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isFinite(time) ? new Date(time).toISOString() : undefined;
}

function textsOf(key: string, value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((each) => {
    if (typeof each !== 'string') throw badValue(key, each);
    return each;
  });
}

function oneText(raw: RawQuery, key: string): string | undefined {
  if (raw[key] === undefined) return undefined;
  const [text, second] = textsOf(key, raw[key]);
  if (second !== undefined) throw badValue(key, second);
  return text;
}

function unknownKey(name: string): AppError {
  return fieldError(name, 'records.query.unknown', { name });
}

function badOperator(operator: string, name: string): AppError {
  return fieldError(name, 'records.query.operator', { operator, name });
}

function badValue(name: string, value: unknown): AppError {
  return fieldError(name, 'records.query.value', { name, value: String(value) });
}
