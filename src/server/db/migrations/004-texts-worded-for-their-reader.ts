import { sql } from 'kysely';
import { quoteName } from '#server/db/names.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Migration } from './migration.ts';

/** The columns that became `StoredText`. */
const worded: [table: string, column: string][] = [
  ['plan', 'reason'],
  ['operate_record', 'reason'],
  ['approval', 'comment'],
  ['reminder', 'opinion'],
  ['aircraft', 'audit_opinion'],
  ['airspace', 'audit_opinion'],
  ['pilot', 'audit_opinion'],
  ['takeoff_landing_point', 'audit_opinion'],
  ['temporary_route', 'audit_opinion'],
  ['company', 'examine_opinion'],
  ['surveillance_source', 'status'],
  ['webhook_delivery', 'error'],
];

/**
 * What the server wrote into a record stood in a text with control characters around its parts: U+001E, `{key, values}`
 * as JSON, U+001D, Chinese, U+001D, English, U+001F. Now it is a value of its own, `{key, values, words}`; what a person
 * wrote is a JSON string. The history, snapshots and queued deliveries hold copies; in any other text the words stay.
 */
export const textsWordedForTheirReader: Migration = {
  number: 4,
  name: 'texts of the server are values, worded for their reader',
  async up(db) {
    await makeFunctions(db);
    for (const [table, column] of worded) await becomeValue(db, table, column);
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0
        and not a.attisdropped and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
        and obj_description(c.oid, 'pg_class') like 'clearway %'`.execute(db);
    for (const { table, column, type } of rows) {
      const name = sql.raw(quoteName(column));
      const [value, old] =
        type === 'text'
          ? [sql`old_stored_words(${name})`, sql`${name} like '%' || chr(30) || '%'`]
          : [sql`old_stored_value(${name})`, sql`${name}::text like '%\\u001e%'`];
      await sql`update ${sql.table(table)} set ${name} = ${value} where ${old}`.execute(db);
    }
    await sql`drop function old_stored_value(jsonb), old_stored_text(text), old_stored_words(text)`.execute(
      db,
    );
  },
};

async function becomeValue(db: Sql, table: string, column: string): Promise<void> {
  const { rows } = await sql<{ number: number; type: string }>`
    select attnum as number, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass(${quoteName(table)}) and attname = ${column} and not attisdropped`.execute(
    db,
  );
  const [found] = rows;
  if (found?.type !== 'text') return;
  // They are of the text; those of the value are made with the schemas.
  const { rows: rules } = await sql<{ statement: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
    where conrelid = to_regclass(${quoteName(table)}) and contype = 'c' and ${found.number}::int2 = any(conkey)
    union all
    select format('drop index %s', indexrelid::regclass) from pg_index
    where indrelid = to_regclass(${quoteName(table)}) and ${found.number}::int2 = any(indkey)`.execute(db);
  for (const { statement } of rules) await sql.raw(statement).execute(db);
  const name = sql.raw(quoteName(column));
  await sql`alter table ${sql.table(table)} alter column ${name} type jsonb using old_stored_text(${name})`.execute(
    db,
  );
}

async function makeFunctions(db: Sql): Promise<void> {
  // Somebody else may have written the marks: what is no JSON then is text.
  await sql
    .raw(
      `create function old_stored_text(text) returns jsonb language plpgsql as $body$
      declare
        part text[];
        code jsonb;
      begin
        part := regexp_match($1, E'^\\x1E([^\\x1D\\x1E\\x1F]*)\\x1D([^\\x1D\\x1E\\x1F]*)\\x1D([^\\x1D\\x1E\\x1F]*)\\x1F$');
        if part is not null then
          begin
            code := part[1]::jsonb;
          exception when others then
            code := null;
          end;
        end if;
        if jsonb_typeof(code -> 'key') = 'string' then
          return jsonb_build_object('key', code -> 'key',
            'values', case jsonb_typeof(code -> 'values') when 'object' then code -> 'values' else '{}'::jsonb end,
            'words', jsonb_build_object('zh-Hans', part[2], 'en', part[3]));
        end if;
        return to_jsonb(old_stored_words($1));
      end $body$`,
    )
    .execute(db);
  await sql
    .raw(
      `create function old_stored_words(text) returns text language sql as $body$
      select regexp_replace($1,
        E'\\x1E[^\\x1D\\x1E\\x1F]*\\x1D([^\\x1D\\x1E\\x1F]*)\\x1D[^\\x1D\\x1E\\x1F]*\\x1F', E'\\\\1', 'g') $body$`,
    )
    .execute(db);
  await sql
    .raw(
      `create function old_stored_value(jsonb) returns jsonb language plpgsql as $body$
      begin
        case jsonb_typeof($1)
          when 'string' then return old_stored_text($1 #>> '{}');
          when 'array' then return coalesce((select jsonb_agg(old_stored_value(value) order by place)
            from jsonb_array_elements($1) with ordinality as item (value, place)), '[]'::jsonb);
          when 'object' then return coalesce((select jsonb_object_agg(key, old_stored_value(value))
            from jsonb_each($1)), '{}'::jsonb);
          else return $1;
        end case;
      end $body$`,
    )
    .execute(db);
}
