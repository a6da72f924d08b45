import { type RawBuilder, sql } from 'kysely';
import { englishTitleOf } from '#domain/record/resource.ts';
import { type Locale, labelIn } from '#domain/text/label.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { visibleFields } from './fields.ts';
import type { RecordField, RecordType } from './record-type.ts';

/** The fields that name a record of this type and that the caller may read: its title, and in English its English name. */
export function titleFieldsOf(caller: Pick<Caller, 'ability' | 'locale'>, type: RecordType): RecordField[] {
  const visible = visibleFields(caller, type);
  const english = caller.locale === 'en' ? englishTitleOf(type.resource) : undefined;
  return [type.resource.titleField, english].flatMap(
    (name) => (name === undefined ? undefined : visible.get(name)) ?? [],
  );
}

/** The name of a row of this alias in a language, of a table that has `name` and `name_en` or such a pair. */
export function nameSql(
  alias: string,
  locale: Locale,
  column: 'name' | 'display_name' = 'name',
): RawBuilder<string> {
  const name = sql<string>`${sql.ref(`${alias}.${column}`)}`;
  const english = sql.ref(`${alias}.${column}_en`);
  return locale === 'en' ? sql<string>`coalesce(nullif(${english}, ''), ${name})` : name;
}

/** What the caller calls a record of this alias, as text: in English, where it has a name in it. */
export function titleText(
  caller: Pick<Caller, 'ability' | 'locale'>,
  type: RecordType,
  alias: string,
): RawBuilder<unknown> {
  const { titleField } = type.resource;
  const title = sql.ref(`${alias}.${titleField}`);
  const english = titleFieldsOf(caller, type).find(({ name }) => name !== titleField);
  if (type.fields.get(titleField)?.kind === 'time')
    return sql`to_char(${title} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const texts = Object.entries(type.fields.get(titleField)?.schema['x-enum'] ?? {});
  if (texts.length > 0) {
    const cases = texts.map(
      ([value, label]) => sql`when ${value}::text then ${labelIn(label, caller.locale)}::text`,
    );
    return sql`case ${title}::text ${sql.join(cases, sql` `)} else ${title}::text end`;
  }
  return english
    ? sql`coalesce(nullif(${sql.ref(`${alias}.${english.name}`)}, ''), ${title}::text)`
    : sql`${title}::text`;
}
