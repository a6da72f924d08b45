import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordType } from './record-type.ts';
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

/** Gives a stored name in the reader's language. */
export type NameReader = <Name extends string | null | undefined>(name: Name) => Name | string;

/**
 * Records store who did something by the Chinese name of that time. For an English reader this finds the English names of
 * those people, companies and organization units. A name that has none, or several, stays as stored.
 */
export async function storedNamesIn(
  db: Sql,
  locale: Locale,
  stored: readonly (string | null | undefined)[],
): Promise<NameReader> {
  const names = [...new Set(stored)].filter((name) => typeof name === 'string' && name !== '');
  if (locale !== 'en' || names.length === 0) return (name) => name;
  const named = (table: string, name: string, english: string): RawBuilder<unknown> =>
    sql`select ${sql.ref(name)} as name, ${sql.ref(english)} as english from ${sql.table(table)}
      where ${sql.ref(name)} = any(${names}::text[]) and ${sql.ref(english)} <> ''`;
  const { rows } = await sql<{ name: string; english: string }>`
    select name, min(english) as english from (
      ${named('user', 'name', 'name_en')}
      union all ${named('company', 'name', 'name_en')}
      union all ${named('organization_unit', 'display_name', 'display_name_en')}
    ) as known group by name having count(distinct english) = 1`.execute(db);
  const known = new Map(rows.map(({ name, english }) => [name, english]));
  return (name) => (name ? (known.get(name) ?? name) : name);
}

/** The records with their `x-stored-name` fields in the reader's language. */
export async function withNamesIn(
  db: Sql,
  locale: Locale,
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
  );
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(textsOf(record).map(([field, name]) => [field, read(name)])),
  }));
}
