import { type RawBuilder, sql } from 'kysely';
import { attachmentResource } from '#domain/record/files.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { visibleFields } from './fields.ts';
import type { RecordField, RecordType, RecordTypes } from './record-type.ts';
import type { LabelledRecord, RelationLabels } from './records.ts';
import { columnsOf, findRow, recordOf } from './rows.ts';
import { and, type Condition, ownFiles, scopeOf, scopeOrForbidden } from './scope.ts';
import type { StoredRecord } from './stored-record.ts';
import { titleText } from './titles.ts';

/** Titles of related records, in one statement, through the caller's own scope. */
export async function labelsOf(
  db: Sql,
  caller: Caller,
  types: RecordTypes,
  type: RecordType,
  records: readonly StoredRecord[],
  /** Only of these fields; undefined: of all. */
  fields?: string[],
): Promise<Map<number, RelationLabels>> {
  const relations = relationsOf(caller, type, fields);
  const wanted = new Map<string, Set<number>>();
  for (const field of relations) {
    const ids = wanted.get(field.relation ?? '') ?? new Set();
    for (const record of records) for (const id of idsOf(record[field.name])) ids.add(id);
    wanted.set(field.relation ?? '', ids);
  }
  const selects = [...wanted].flatMap(([name, ids]) => {
    const target = types.get(name);
    if (!target || ids.size === 0) return [];
    const own = ownFiles(
      caller,
      type,
      target,
      records.map(({ id }) => id),
    );
    return titlesOf(caller, target, sql`t.id = any(${[...ids]}::bigint[])`, own) ?? [];
  });
  const titles = selects.length === 0 ? [] : (await unionOf(selects).execute(db)).rows;
  return labelledBy(caller, relations, records, titles);
}

/** How the labels of a page come along with its rows, engine/records/page.ts. */
export interface PageLabels {
  /** Reads the titles of what the rows of the table `page` relate to; undefined: of nothing. */
  titles: RawBuilder<Title> | undefined;
  /** `titles`: the rows of `titles`. */
  of(records: readonly StoredRecord[], titles: readonly Title[]): Map<number, RelationLabels>;
}

/** Undefined: the records name files, which have a scope of their own, or lists that are no columns; see `labelsOf`. */
export function labelsOfPage(
  caller: Caller,
  types: RecordTypes,
  type: RecordType,
  /** Only of these fields; undefined: of all. */
  fields?: string[],
): PageLabels | undefined {
  const relations = relationsOf(caller, type, fields);
  if (!relations.every(comesAlong)) return undefined;
  const idsIn = new Map<string, RawBuilder<unknown>[]>();
  for (const { name, relation = '', linkTable } of relations) {
    const column = sql.ref(`page.${name}`);
    const ids = sql`select ${linkTable === undefined ? column : sql`unnest(${column})`} from page`;
    idsIn.set(relation, [...(idsIn.get(relation) ?? []), ids]);
  }
  const selects = [...idsIn].flatMap(([name, ids]) => {
    const target = types.get(name);
    return (
      (target && titlesOf(caller, target, sql`t.id in (${sql.join(ids, sql` union `)})`, undefined)) ?? []
    );
  });
  return {
    titles: selects.length === 0 ? undefined : unionOf(selects),
    of: (records, titles) => labelledBy(caller, relations, records, titles),
  };
}

const unionOf = (selects: RawBuilder<Title>[]) => sql<Title>`${sql.join(selects, sql` union all `)}`;

function labelledBy(
  caller: Caller,
  relations: readonly RecordField[],
  records: readonly StoredRecord[],
  titles: readonly Title[],
): Map<number, RelationLabels> {
  const known = new Map<string, Map<number, string>>();
  for (const { resource, id, title } of titles) {
    const ofResource = known.get(resource) ?? new Map<number, string>();
    if (title !== null) ofResource.set(id, title);
    known.set(resource, ofResource);
  }
  return new Map(
    records.map((record) => [
      record.id,
      labelled(caller, relations, record, ({ relation = '' }, id) => known.get(relation)?.get(id)),
    ]),
  );
}

/** The relations of the type that the caller sees. */
function relationsOf(caller: Caller, type: RecordType, fields?: string[]): RecordField[] {
  return [...visibleFields(caller, type).values()].filter(
    ({ name, relation }) => relation !== undefined && (fields?.includes(name) ?? true),
  );
}

/**
 * `titleAt`: the title of what this field relates to, by its id and its place in the field's list. The caller has their own
 * name also where they may not read users; what else they may not read has its number.
 */
function labelled(
  { actor, locale }: Pick<Caller, 'actor' | 'locale'>,
  relations: readonly RecordField[],
  record: StoredRecord,
  titleAt: (field: RecordField, id: number, place: number) => string | null | undefined,
): RelationLabels {
  const labels: RelationLabels = {};
  for (const field of relations) {
    const value = record[field.name];
    const own = (id: number) =>
      field.relation === 'user' && id === actor.userId ? nameIn(actor, locale) : null;
    const title = (id: number, place = 0) => titleAt(field, id, place) ?? own(id) ?? `#${id}`;
    if (typeof value === 'number') labels[field.name] = title(value);
    else if (Array.isArray(value)) labels[field.name] = idsOf(value).map(title);
  }
  return labels;
}

/** Relations of a record whose titles come along with its row: a function of PostgreSQL takes a hundred arguments. */
const mostAlong = 50;

/**
 * One of the records that the caller may read, with its labels: in one statement, unless it names files, which have a
 * scope of their own. Undefined: there is no such record.
 */
export async function findLabelled(
  db: Sql,
  caller: Caller,
  types: RecordTypes,
  type: RecordType,
  id: number,
): Promise<LabelledRecord | undefined> {
  const where = and([sql`t.id = ${id}`, scopeOrForbidden(caller, type, 'read', 't')]);
  const relations = relationsOf(caller, type);
  if (relations.length > mostAlong || !relations.every(comesAlong)) {
    const record = await findRow(db, type, where);
    return record && { record, labels: (await labelsOf(db, caller, types, type, [record])).get(id) ?? {} };
  }
  const titles = relations.map((field) => sql`${sql.lit(field.name)}, ${titleAlong(caller, types, field)}`);
  const { rows } = await sql<Record<string, unknown>>`
    select ${columnsOf(type)}, json_build_object(${sql.join(titles)}) as "#titles"
    from ${sql.table(type.table)} as t where ${where}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { '#titles': known, ...columns } = row;
  const titleAt = ({ name }: RecordField, _id: number, place: number) => {
    const title = isObject(known) ? known[name] : null;
    return stringOf(Array.isArray(title) ? title[place] : title);
  };
  const record = recordOf(type, columns);
  return { record, labels: labelled(caller, relations, record, titleAt) };
}

function comesAlong({ relation, kind }: RecordField): boolean {
  return relation !== attachmentResource && (kind === 'integer' || kind === 'links');
}

/** The title of what a relation of the record `t` names, or the titles in the order of its list. */
function titleAlong(caller: Caller, types: RecordTypes, field: RecordField): RawBuilder<unknown> {
  const target = types.get(field.relation ?? '');
  const scope = target && scopeOf(caller, target, 'read', 'r');
  if (!scope || !visibleFields(caller, target).has(target.resource.titleField)) return sql`null`;
  const titleOf = (id: RawBuilder<unknown>) => sql`(select ${titleText(caller, target, 'r')}
    from ${sql.table(target.table)} as r where r.id = ${id} and ${scope})`;
  if (field.linkTable === undefined) return titleOf(sql.ref(`t.${field.name}`));
  return sql`array(select ${titleOf(sql`l.target_id`)} from ${sql.table(field.linkTable)} as l
    where l.owner_id = t.id order by l.position)`;
}

export interface Title {
  resource: string;
  id: number;
  title: string | null;
}

/** What reads the titles of the records `t` of one type; undefined: the caller may read none. */
function titlesOf(
  caller: Caller,
  target: RecordType,
  among: Condition,
  /** Whoever reads a record reads the names of its own files. */
  own: Condition | undefined,
): RawBuilder<Title> | undefined {
  const scope = own ?? scopeOf(caller, target, 'read', 't');
  const { name, titleField } = target.resource;
  if (!scope || (!own && !visibleFields(caller, target).has(titleField))) return undefined;
  return sql<Title>`select ${name}::text as resource, t.id, ${titleText(caller, target, 't')} as title
    from ${sql.table(target.table)} as t where ${among} and ${scope}`;
}

function idsOf(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id): id is number => typeof id === 'number');
}
