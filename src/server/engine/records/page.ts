import { type RawBuilder, sql } from 'kysely';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { type Counted, countIn, countWhere } from './counts.ts';
import type { Title } from './labels.ts';
import type { RecordType } from './record-type.ts';
import type { ListQuery } from './records.ts';
import { columnsOf, recordOf } from './rows.ts';
import type { Condition } from './scope.ts';
import type { StoredRecord } from './stored-record.ts';

export interface ReadPage {
  items: StoredRecord[];
  /** Undefined: nobody wants to know. */
  counted: Counted | undefined;
  titles: Title[];
}

/**
 * The rows of a page, how many there are on all pages, and `titles`, which is read from the table `page`: in one statement,
 * for each costs the server more than its answer.
 */
export async function readPage(
  db: Sql,
  type: RecordType,
  { start, end, count = 'exact' }: Pick<ListQuery, 'start' | 'end' | 'count'>,
  where: Condition,
  order: RawBuilder<unknown>,
  titles?: RawBuilder<Title>,
): Promise<ReadPage> {
  const page = sql`select ${columnsOf(type)} from ${sql.table(type.table)} as t where ${where}
    order by ${order} limit ${end - start} offset ${start}`;
  const total = count === 'none' ? sql`null` : sql`(${countIn(type, where, count)})`;
  const named = titles
    ? sql`(select json_agg(json_build_array(named.resource, named.id, named.title)) from (${titles}) as named)`
    : sql`null`;
  // What belongs to the whole page comes with its first row, in the last column.
  const whole = sql`with page as materialized (${page})
    select page.*, case when row_number() over () = 1
      then json_build_object('total', ${total}, 'titles', ${named}) end as "#whole"
    from page order by row_number() over ()`;
  const { rows } = await sql<Record<string, unknown>>`${titles || count !== 'none' ? whole : page}`.execute(
    db,
  );
  const [first] = rows;
  const told = isObject(first?.['#whole']) ? first['#whole'] : {};
  const counted = first ? told.total : start === 0 ? 0 : undefined;
  return {
    items: rows.map((row) => {
      const record = recordOf(type, row);
      // The last property goes fast; to copy all others without it would take longer than all else that is done here.
      delete record['#whole'];
      return record;
    }),
    counted: await countWhere(db, type, where, count, typeof counted === 'number' ? counted : undefined),
    titles: titlesFrom(told.titles),
  };
}

function titlesFrom(value: unknown): Title[] {
  const rows: unknown[] = Array.isArray(value) ? value : [];
  return rows.flatMap((row) => {
    const [resource, id, title]: unknown[] = Array.isArray(row) ? row : [];
    return typeof resource === 'string' && typeof id === 'number'
      ? [{ resource, id, title: stringOf(title) ?? null }]
      : [];
  });
}
