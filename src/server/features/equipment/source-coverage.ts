import { sql as raw } from 'kysely';
import { type CellSum, type CoveragePicture, coveragePicture } from '#domain/equipment/coverage-picture.ts';
import { declaredCells } from '#domain/equipment/declared-cells.ts';
import type { HeardCellSum, JointSource } from '#domain/equipment/joint-coverage.ts';
import type { Coverage } from '#domain/surveillance/formats/coverage.ts';
import type { Sql } from '#server/db/sql.ts';

/** Days of UTC, YYYY-MM-DD, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Days of coverage, where nothing else is asked for. */
export const month = 31;

/** The last so many days up to a moment, that of the moment included. */
export function daysBefore(nowMs: number, days: number): Days {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: day(nowMs - (days - 1) * 86_400_000), to: day(nowMs) };
}

/** In such an hour a source may have been silent for so long, and others still tell where it has gaps. */
const mostDownS = 60;

export interface SourceCoverage {
  /** Null: none is declared. */
  declared: ReadonlySet<number> | null;
  own: CellSum[];
  others: CellSum[];
  /** Hours in which it worked throughout. */
  hours: number;
  leastReports: number;
  picture(band: number | 'all'): CoveragePicture;
}

/** What one source was seen to hear in these days, and what others heard while it worked. */
export async function readCoverage(
  sql: Sql,
  source: { id: number; coverage: Coverage },
  days: Days,
  leastReports: number,
): Promise<SourceCoverage> {
  const declared = declaredCells(source.coverage);
  const { rows: own } = await raw<CellSum>`
    select cell, band, sum(reports)::float8 as reports, max(extract(epoch from last_at))::float8 * 1000 as "lastAt"
    from coverage_cell where source_id = ${source.id} and day between ${days.from}::date and ${days.to}::date
    group by cell, band`.execute(sql);
  const worked = await hoursOfWork(sql, source.id, days);
  const others =
    declared === null || worked.length === 0 ? [] : await witnesses(sql, source.id, worked, declared);
  return {
    declared,
    own,
    others,
    hours: worked.reduce((sum, { hours }) => sum + bits(hours), 0),
    leastReports,
    picture: (band) => coveragePicture({ declared, own, others, leastReports }, band),
  };
}

/** By day of UTC a bit for each hour in which a source worked throughout. */
async function hoursOfWork(sql: Sql, sourceId: number, { from, to }: Days) {
  const { rows } = await raw<{ day: string; hours: number }>`
    select to_char(hour, 'YYYY-MM-DD') as day, bit_or(1 << extract(hour from hour)::int) as hours
    from (
      select date_trunc('hour', at at time zone 'UTC') as hour, sum(up_s) as up, sum(down_s) as down
      from equipment_slot
      where source_id = ${sourceId} and at >= ${`${from}T00:00:00Z`}::timestamptz
        and at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'
      group by 1
    ) as each where up > 0 and down <= ${mostDownS}::float8
    group by 1`.execute(sql);
  return rows;
}

async function witnesses(
  sql: Sql,
  sourceId: number,
  worked: readonly { day: string; hours: number }[],
  declared: ReadonlySet<number>,
): Promise<CellSum[]> {
  const { rows } = await raw<CellSum>`
    select c.cell, c.band, sum(c.reports)::float8 as reports, max(extract(epoch from c.last_at))::float8 * 1000 as "lastAt"
    from unnest(${worked.map(({ day }) => day)}::date[], ${worked.map(({ hours }) => hours)}::int[]) as w(day, hours)
      join coverage_cell c on c.day = w.day and c.source_id <> ${sourceId} and c.hours & w.hours <> 0
    where c.cell = any(${`{${[...declared].join(',')}}`}::int[])
    group by c.cell, c.band`.execute(sql);
  return rows;
}

/** What all of these sources were seen to hear in these days, and when each of them worked. */
export async function readJointCoverage(
  sql: Sql,
  sources: readonly { id: number; coverage: Coverage }[],
  days: Days,
): Promise<{ sources: JointSource[]; heard: HeardCellSum[] }> {
  const { rows: heard } = await raw<HeardCellSum>`
    select source_id::float8 as "sourceId", cell, band, sum(reports)::float8 as reports,
      max(extract(epoch from last_at))::float8 * 1000 as "lastAt"
    from coverage_cell
    where source_id = any(${sources.map(({ id }) => id)}::bigint[]) and day between ${days.from}::date and ${days.to}::date
    group by source_id, cell, band`.execute(sql);
  const read: JointSource[] = [];
  for (const { id, coverage } of sources)
    read.push({
      id,
      declared: declaredCells(coverage),
      worked: new Set((await hoursOfWork(sql, id, days)).flatMap(hoursIn)),
    });
  return { sources: read, heard };
}

/** Hours since 1970-01-01 UTC of the bits of a day. */
function hoursIn({ day, hours }: { day: string; hours: number }): number[] {
  const first = Date.parse(`${day}T00:00:00Z`) / 3_600_000;
  return Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) =>
    hours & (1 << hour) ? [first + hour] : [],
  );
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) count += 1;
  return count;
}
