import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordType, RecordTypes } from './record-type.ts';
import type { StoredRecord } from './stored-record.ts';

/** Names of users or companies by id, in the reader's language; also of those in the trash. */
export async function namesOf(
  db: Sql,
  resource: 'user' | 'company',
  ids: readonly (number | null | undefined)[],
  locale: Locale,
): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => typeof id === 'number');
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom(resource)
    .select(['id', 'name', 'nameEn'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, nameIn(row, locale)]));
}

interface NamingTable {
  type: string;
  /** The field of the type that has the English name. */
  field: string;
  table: string;
  name: string;
  english: string;
}

/** Where those are named whose names records store. */
const namingTables: readonly NamingTable[] = [
  { type: 'user', field: 'nameEn', table: 'user', name: 'name', english: 'name_en' },
  { type: 'company', field: 'nameEn', table: 'company', name: 'name', english: 'name_en' },
  {
    type: 'organizationUnit',
    field: 'displayNameEn',
    table: 'organization_unit',
    name: 'display_name',
    english: 'display_name_en',
  },
];

/** Of those the ones that these record types have. */
export const namingTablesOf = (types: RecordTypes) =>
  namingTables.filter(({ type, field }) => types.get(type)?.fields.has(field));

/** Gives a stored name in the reader's language. */
export type NameReader = <Name extends string | null | undefined>(name: Name) => Name | string;

/**
 * Records store who did something by the Chinese name of that time. For an English reader this finds the English names of
 * those people, companies and organization units. A name stays as stored unless all who have it have one English name: nobody
 * can choose how the name of another reads.
 */
export async function storedNamesIn(
  db: Sql,
  locale: Locale,
  stored: readonly (string | null | undefined)[],
  tables = namingTables,
): Promise<NameReader> {
  const names = [...new Set(stored)].filter((name) => typeof name === 'string' && name !== '');
  if (locale !== 'en' || names.length === 0 || tables.length === 0) return (name) => name;
  const named = ({ table, name, english }: NamingTable): RawBuilder<unknown> =>
    sql`select ${sql.ref(name)} as name, coalesce(${sql.ref(english)}, '') as english from ${sql.table(table)}
      where ${sql.ref(name)} = any(${names}::text[])`;
  const { rows } = await sql<{ name: string; english: string }>`
    select name, min(english) as english from (
      ${sql.join(tables.map(named), sql` union all `)}
    ) as known group by name having count(distinct english) = 1 and min(english) <> ''`.execute(db);
  const known = new Map(rows.map(({ name, english }) => [name, english]));
  return (name) => (name ? (known.get(name) ?? name) : name);
}

/** The records with their `x-stored-name` fields in the reader's language. */
export async function withNamesIn(
  db: Sql,
  locale: Locale,
  types: RecordTypes,
  { storedNames }: Pick<RecordType, 'storedNames'>,
  records: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  if (locale !== 'en' || storedNames.length === 0) return [...records];
  const textsOf = (record: StoredRecord) =>
    storedNames.flatMap((field): [string, string][] => {
      const value = record[field];
      return typeof value === 'string' ? [[field, value]] : [];
    });
  const read = await storedNamesIn(
    db,
    locale,
    records.flatMap(textsOf).map(([, name]) => name),
    namingTablesOf(types),
  );
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(textsOf(record).map(([field, name]) => [field, read(name)])),
  }));
}
