import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '#domain/text/errors.ts';
import { quoteName, snakeCase } from '#server/db/names.ts';
import { wordsOf } from '#server/db/worded-column.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { visibleFields } from './fields.ts';
import { isNearnessField, nearnessOrder } from './nearness.ts';
import type { RecordField, RecordType, RecordTypes } from './record-type.ts';
import type { Filter, FilterOperator, ListQuery, RecordSelection } from './records.ts';
import { and, type Condition, or, scopeOf } from './scope.ts';
import { titleFieldsOf, titleText } from './titles.ts';

const textOnly: FilterOperator[] = ['contains', 'ncontains', 'startswith', 'endswith'];
const ordered: FilterOperator[] = ['lt', 'lte', 'gt', 'gte', 'between', 'nbetween'];
const equality: FilterOperator[] = ['eq', 'ne', 'in', 'nin'];
const presence: FilterOperator[] = ['null', 'nnull'];

/** Which operators a field can be asked by. */
export function operatorsOf(field: Pick<RecordField, 'kind' | 'relation'>): FilterOperator[] {
  switch (field.kind) {
    case 'json':
      return presence;
    case 'links':
    case 'boolean':
      return [...equality, ...presence];
    case 'text':
      return [...equality, ...ordered, ...textOnly, ...presence];
    default:
      return field.relation ? [...equality, ...presence] : [...equality, ...ordered, ...presence];
  }
}

export interface QuerySql {
  types: RecordTypes;
  caller: Caller;
  type: RecordType;
  alias: string;
}

/** Everything a list asks for except the caller's scope. */
export function whereOf(query: RecordSelection, context: QuerySql): Condition {
  const conditions: Condition[] = [];
  const deletedAt = sql.ref(`${context.alias}.deletedAt`);
  if (query.trash === 'without') conditions.push(sql`${deletedAt} is null`);
  if (query.trash === 'only') conditions.push(sql`${deletedAt} is not null`);
  if (query.filter) conditions.push(filterSql(query.filter, context));
  const words = query.search?.trim();
  if (words) conditions.push(searchSql(words, context));
  if (query.where) conditions.push(query.where(context.alias));
  return and(conditions);
}

function filterSql(filter: Filter, context: QuerySql): Condition {
  if (!('field' in filter)) {
    const parts = filter.value.map((part) => filterSql(part, context));
    if (parts.length === 0) return filter.operator === 'and' ? sql`true` : sql`false`;
    return filter.operator === 'and' ? and(parts) : or(parts);
  }
  const field = visibleFields(context.caller, context.type).get(filter.field);
  if (!field) {
    throw new AppError('validation', { key: 'records.query.unknown', values: { name: filter.field } });
  }
  if (!operatorsOf(field).includes(filter.operator)) {
    throw new AppError('validation', {
      key: 'records.query.operator',
      values: { operator: filter.operator, name: filter.field },
    });
  }
  return field.linkTable
    ? linkSql(field, field.linkTable, filter, context)
    : columnSql(field, filter, context.alias);
}

type FieldFilter = Extract<Filter, { field: string }>;

/** What a field is compared and sorted by. */
function comparedOf(
  { name, worded }: Pick<RecordField, 'name' | 'worded'>,
  alias: string,
): RawBuilder<unknown> {
  if (!worded) return sql`${sql.ref(`${alias}.${name}`)}`;
  return sql.raw(`(${wordsOf(`${quoteName(alias)}.${quoteName(snakeCase(name))}`)})`);
}

function columnSql(field: RecordField, filter: FieldFilter, alias: string): Condition {
  const column = comparedOf(field, alias);
  const { value } = filter;
  const list = Array.isArray(value) ? value : [value];
  switch (filter.operator) {
    case 'eq':
      return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
    case 'ne':
      return sql`${column} is distinct from ${value}`;
    case 'lt':
      return sql`${column} < ${value}`;
    case 'lte':
      return sql`${column} <= ${value}`;
    case 'gt':
      return sql`${column} > ${value}`;
    case 'gte':
      return sql`${column} >= ${value}`;
    case 'in':
      return list.length === 0 ? sql`false` : sql`${column} in (${sql.join(list)})`;
    case 'nin':
      // What has no value is none of them either.
      return list.length === 0 ? sql`true` : sql`(${column} is null or ${column} not in (${sql.join(list)}))`;
    case 'between':
      return sql`${column} between ${list[0]} and ${list[1]}`;
    case 'nbetween':
      return sql`(${column} is null or ${column} not between ${list[0]} and ${list[1]})`;
    case 'contains':
      return sql`${column} ilike ${`%${likeLiteral(value)}%`}`;
    case 'ncontains':
      return sql`(${column} is null or ${column} not ilike ${`%${likeLiteral(value)}%`})`;
    case 'startswith':
      return sql`${column} ilike ${`${likeLiteral(value)}%`}`;
    case 'endswith':
      return sql`${column} ilike ${`%${likeLiteral(value)}`}`;
    case 'null':
      return value === false ? sql`${column} is not null` : sql`${column} is null`;
    case 'nnull':
      return value === false ? sql`${column} is null` : sql`${column} is not null`;
  }
}

function linkSql(field: RecordField, linkTable: string, filter: FieldFilter, context: QuerySql): Condition {
  const some = (targets?: unknown[]): Condition => sql<SqlBool>`exists (
    select 1 from ${sql.table(linkTable)} as l where l.owner_id = ${sql.ref(`${context.alias}.id`)}
    ${targets ? sql`and l.target_id in (${sql.join(targets)})` : sql``})`;
  const { value } = filter;
  const list = Array.isArray(value) ? value : [value];
  switch (filter.operator) {
    case 'eq':
    case 'in':
      return list.length === 0 ? sql`false` : some(list);
    case 'ne':
    case 'nin':
      return list.length === 0 ? sql`true` : sql`not ${some(list)}`;
    case 'null':
      return value === false ? some() : sql`not ${some()}`;
    case 'nnull':
      return value === false ? sql`not ${some()}` : some();
    default:
      throw new AppError('validation', {
        key: 'records.query.operator',
        values: { operator: filter.operator, name: field.name },
      });
  }
}

/** % and _ are what the person typed, not patterns. */
function likeLiteral(value: unknown): string {
  return String(value).replace(/[\\%_]/g, (char) => `\\${char}`);
}

/** Every word is found in one of the search fields; a relation is searched by the title of its record. */
function searchSql(words: string, context: QuerySql): Condition {
  return and(
    words
      .split(/\s+/)
      .slice(0, 8)
      .map((word) => {
        const pattern = `%${likeLiteral(word)}%`;
        const hits = context.type.resource.search.flatMap((name) => searchField(name, pattern, context));
        return hits.length === 0 ? sql<SqlBool>`false` : or(hits);
      }),
  );
}

function searchField(name: string, pattern: string, { types, caller, type, alias }: QuerySql): Condition[] {
  const field = visibleFields(caller, type).get(name);
  if (!field) return [];
  if (field.kind === 'text') return [sql`${comparedOf(field, alias)} ilike ${pattern}`];
  const target = field.relation ? types.get(field.relation) : undefined;
  if (!target)
    return field.kind === 'integer' ? [sql`${sql.ref(`${alias}.${name}`)}::text ilike ${pattern}`] : [];
  // Only what the user may read can be found through.
  const scope = scopeOf(caller, target, 'read', 'r');
  const titles = titleFieldsOf(caller, target).filter(({ kind }) => kind === 'text');
  if (!scope || titles.length === 0) return [];
  const named = titles.map((title) => sql`${sql.ref(`r.${title.name}`)} ilike ${pattern}`);
  const found = sql`select r.id from ${sql.table(target.table)} as r
    where ${scope} and (${sql.join(named, sql` or `)})`;
  return field.linkTable
    ? [
        sql`exists (select 1 from ${sql.table(field.linkTable)} as l
          where l.owner_id = ${sql.ref(`${alias}.id`)} and l.target_id in (${found}))`,
      ]
    : [sql`${sql.ref(`${alias}.${name}`)} in (${found})`];
}

/**
 * `order by` with the id as its last word, so that pages never overlap. A relation is sorted by its title, a point by how
 * near it is to the caller.
 */
export function orderOf(query: Pick<ListQuery, 'sort'>, context: QuerySql) {
  const { types, caller, type, alias } = context;
  const visible = visibleFields(caller, type);
  const required = new Set([
    'id',
    'version',
    'createdAt',
    'updatedAt',
    ...(type.resource.schema.required ?? []),
  ]);
  const parts = query.sort.flatMap(({ field: name, order }) => {
    const field = visible.get(name);
    if (field && isNearnessField(field)) return nearnessOrder(name, order, context);
    if (!field || field.kind === 'json' || field.kind === 'links') {
      throw new AppError('validation', { key: 'records.query.sort', values: { name } });
    }
    const column = comparedOf(field, alias);
    const target = field.relation ? types.get(field.relation) : undefined;
    // Only titles that the user may read put their rows in order.
    const title = target && visibleFields(caller, target).get(target.resource.titleField);
    const scope = target && scopeOf(caller, target, 'read', 'o');
    const expression =
      target && scope && title && title.kind !== 'json' && title.kind !== 'links'
        ? sql`(select ${title.kind === 'text' ? titleText(caller, target, 'o') : sql.ref(`o.${title.name}`)}
            from ${sql.table(target.table)} as o where o.id = ${column} and ${scope})`
        : column;
    // "nulls last" is spelled only where there may be nulls: with it a plain index serves ascending order
    // alone.
    const nulls = required.has(name) ? sql`` : sql` nulls last`;
    return [sql`${expression} ${order === 'desc' ? sql`desc` : sql`asc`}${nulls}`];
  });
  const last = query.sort.at(-1);
  if (last?.field !== 'id')
    parts.push(sql`${sql.ref(`${alias}.id`)} ${last?.order === 'desc' ? sql`desc` : sql`asc`}`);
  return sql.join(parts, sql`, `);
}
