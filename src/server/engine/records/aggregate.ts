import { type RawBuilder, sql } from 'kysely';
import {
  type Aggregate,
  type Figure,
  type Measure,
  mostCells,
  type TimeBucket,
} from '#domain/record/aggregates.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordField, RecordType } from './record-type.ts';
import type { Condition } from './scope.ts';

/** How the records that match are divided. */
export type Division =
  | { kind: 'whole' }
  | { kind: 'group'; field: RecordField; most: number }
  | { kind: 'time'; field: RecordField; bucket: TimeBucket; last: number }
  | { kind: 'map'; field: RecordField; degrees: number };

export interface Aggregation {
  measure: Measure;
  /** The field that is summed; undefined: records are counted. */
  of: RecordField | undefined;
  by: Division;
}

/** As the database tells it: groups without the titles of what they stand for. */
export type AggregateAnswer = Omit<Aggregate, 'groups' | 'degrees'> & {
  groups: (Figure & { key: string | null })[];
};

/** Everything from which a measure follows, so that parts can be put together. */
interface Parts {
  records: number;
  known: number;
  total: number | null;
  least: number | null;
  greatest: number | null;
}

/** A count over ten million records may take its time, and no longer. */
const patience = '10s';

const nothing: Parts = { records: 0, known: 0, total: null, least: null, greatest: null };

/** Sums over the records of a condition, over a connection in a transaction of its own. `zone`: whose midnights part the days. */
export async function aggregateWhere(
  db: Sql,
  type: RecordType,
  where: Condition,
  { measure, of, by }: Aggregation,
  { zone, now }: { zone: string; now: Date },
): Promise<AggregateAnswer> {
  await sql`set local statement_timeout = ${sql.lit(patience)}`.execute(db);
  const from = sql`${sql.table(type.table)} as t where ${where}`;
  const figures = partsOf(of && sql.ref(`t.${of.name}`));
  const figure = (parts: Parts): Figure => ({ count: parts.records, value: measured(parts, measure) });
  const none = { groups: [], others: null, cells: [] };
  switch (by.kind) {
    case 'whole': {
      const { rows } = await sql<Parts>`select ${figures} from ${from}`.execute(db);
      return { ...none, total: figure(rows[0] ?? nothing) };
    }
    case 'group': {
      const rows = await groupsOf(db, from, figures, by, measure);
      const rest = rows.find(({ place }) => place > by.most);
      // One that is left has its name in the line that it would have as the rest.
      const isOne = Number(rest?.groups) === 1;
      const shown = rows.filter(({ place }) => place <= by.most || isOne);
      return {
        ...none,
        total: figure(together(rows)),
        groups: shown.map((row) => ({ key: row.key, ...figure(row) })),
        others: rest && !isOne ? { groups: rest.groups, ...figure(rest) } : null,
      };
    }
    case 'time': {
      const rows = await timeLine(db, from, figures, by, { zone, now });
      return {
        ...none,
        total: figure(together(rows)),
        groups: rows.map((row) => ({ key: row.key, ...figure(row) })),
      };
    }
    case 'map': {
      const rows = await cellsOf(db, from, of, by, measure);
      const { rows: all } = await sql<Parts>`select ${figures} from ${from}`.execute(db);
      return {
        ...none,
        total: figure(all[0] ?? nothing),
        cells: rows.flatMap((row) => {
          const value = measured(row, measure);
          return value === null ? [] : [[row.x, row.y, value] as [number, number, number]];
        }),
      };
    }
  }
}

/** Of this column; undefined: of the records alone. */
function partsOf(column: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  if (!column) {
    return sql`count(*) as records, 0::bigint as known, null::float8 as total, null::float8 as least,
      null::float8 as greatest`;
  }
  return sql`count(*) as records, count(${column}) as known, sum(${column})::float8 as total,
    min(${column})::float8 as least, max(${column})::float8 as greatest`;
}

/** What the greatest come first by, over the columns of `partsOf`. */
const orders: Record<Measure, RawBuilder<unknown>> = {
  count: sql`records`,
  sum: sql`total`,
  avg: sql`total / nullif(known, 0)`,
  min: sql`least`,
  max: sql`greatest`,
};

async function groupsOf(
  db: Sql,
  from: RawBuilder<unknown>,
  figures: RawBuilder<unknown>,
  { field, most }: Extract<Division, { kind: 'group' }>,
  measure: Measure,
): Promise<(Parts & { key: string | null; place: number; groups: number })[]> {
  const { rows } = await sql<Parts & { key: string | null; place: number; groups: number }>`
    with grouped as (select ${sql.ref(`t.${field.name}`)}::text as key, ${figures} from ${from} group by 1),
      placed as (select *, row_number() over (order by ${orders[measure]} desc nulls last, key) as place from grouped)
    select least(place, ${most + 1}::int) as place, min(key) as key, sum(records)::bigint as records,
      sum(known)::bigint as known, sum(total) as total, min(least) as least, max(greatest) as greatest,
      count(*) as groups
    from placed group by 1 order by 1`.execute(db);
  return rows;
}

/** How a bucket is written, so that it sorts and a person can read it. */
const written: Record<TimeBucket, string> = {
  hour: 'YYYY-MM-DD"T"HH24',
  day: 'YYYY-MM-DD',
  month: 'YYYY-MM',
};

/** The last buckets up to the one in which the clock stands, each of them, also where nothing is. */
async function timeLine(
  db: Sql,
  from: RawBuilder<unknown>,
  figures: RawBuilder<unknown>,
  { field, bucket, last }: Extract<Division, { kind: 'time' }>,
  { zone, now }: { zone: string; now: Date },
): Promise<(Parts & { key: string })[]> {
  const wall = sql`${zone}::text`;
  const column = sql.ref(`t.${field.name}`);
  const unit = sql.lit(bucket);
  const step = sql`${sql.lit(`1 ${bucket}`)}::interval`;
  const end = sql`date_trunc(${unit}, ${now.toISOString()}::timestamptz at time zone ${wall})`;
  const start = sql`(${end} - ${last - 1}::int * ${step})`;
  // A day is on the service's wall as it stands; a time comes there first. Bounds are of the column itself: an index serves.
  const isDay = field.kind === 'date';
  const local = isDay ? sql`${column}::timestamp` : sql`${column} at time zone ${wall}`;
  const bound = (at: RawBuilder<unknown>) => (isDay ? sql`(${at})::date` : sql`(${at}) at time zone ${wall}`);
  const { rows } = await sql<Parts & { key: string }>`
    with counted as (select date_trunc(${unit}, ${local}) as at, ${figures} from ${from}
        and ${column} >= ${bound(start)} and ${column} < ${bound(sql`${end} + ${step}`)} group by 1)
    select to_char(line.at, ${sql.lit(written[bucket])}) as key, coalesce(records, 0)::bigint as records,
      coalesce(known, 0)::bigint as known, total, least, greatest
    from generate_series(${start}, ${end}, ${step}) as line(at) left join counted on counted.at = line.at
    order by line.at`.execute(db);
  return rows;
}

/** Where the middles of the shapes lie, on a grid; the cells with the most. */
async function cellsOf(
  db: Sql,
  from: RawBuilder<unknown>,
  of: RecordField | undefined,
  { field, degrees }: Extract<Division, { kind: 'map' }>,
  measure: Measure,
): Promise<(Parts & { x: number; y: number })[]> {
  const column = sql.ref(`t.${field.name}`);
  const corner = (axis: 'x' | 'y') =>
    sql`round((floor(${sql.ref(axis)} / ${degrees}::float8) * ${degrees}::float8)::numeric, 6)::float8`;
  const { rows } = await sql<Parts & { x: number; y: number }>`
    with placed as (select ${of ? sql.ref(`t.${of.name}`) : sql`1`} as figure, (
        select array[(min(x) + max(x)) / 2, (min(y) + max(y)) / 2] from (
          select (p->>0)::float8 as x, (p->>1)::float8 as y
          from jsonb_path_query(${column}, 'strict $.coordinates.**') as p
          where jsonb_typeof(p) = 'array' and jsonb_typeof(p->0) = 'number') as corners) as middle
      from ${from} and ${column} is not null),
      places as (select figure, middle[1] as x, middle[2] as y from placed where middle[1] is not null)
    select ${corner('x')} as x, ${corner('y')} as y, ${partsOf(of && sql`figure`)}
    from places group by 1, 2 order by ${orders[measure]} desc nulls last, 1, 2 limit ${sql.lit(mostCells)}`.execute(
    db,
  );
  return rows;
}

function together(rows: readonly Parts[]): Parts {
  const values = (name: 'total' | 'least' | 'greatest') => rows.flatMap((row) => row[name] ?? []);
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  const totals = values('total');
  return {
    records: sum(rows.map(({ records }) => records)),
    known: sum(rows.map(({ known }) => known)),
    total: totals.length > 0 ? sum(totals) : null,
    least: values('least').reduce<number | null>((a, b) => (a === null || b < a ? b : a), null),
    greatest: values('greatest').reduce<number | null>((a, b) => (a === null || b > a ? b : a), null),
  };
}

function measured({ records, known, total, least, greatest }: Parts, measure: Measure): number | null {
  switch (measure) {
    case 'count':
      return records;
    case 'sum':
      return total ?? 0;
    case 'avg':
      return total === null || known === 0 ? null : total / known;
    case 'min':
      return least;
    case 'max':
      return greatest;
  }
}
