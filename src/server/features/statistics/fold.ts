import { sql as raw } from 'kysely';
import type { Geometry } from '#domain/geo/geojson.ts';
import { cellsOf } from '#domain/statistics/heat-cells.ts';
import { planMeasures } from '#domain/statistics/measures.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { movementFacts, movementFields } from './movement-facts.ts';
import { type Basis, counts, planFacts, splitNames } from './plan-facts.ts';
import { workColumns, workFacts, workFields } from './work-facts.ts';

/** Marks that one transaction counts: what others wait for stays short. */
export const marksAtOnce = 2_000;

const lockName = 'clearway statistics';

/** A day on the service's wall and a company whose sums are counted again. */
interface Cell {
  day: string;
  company: number;
}

/**
 * Counts again what was marked since, at most `marksAtOnce` of it; how many marks are left. One server at a time: who comes
 * second finds it done. A change that is not committed yet keeps its mark.
 */
export async function foldMarks(database: Pick<Database, 'kysely'>, basis: Basis): Promise<number> {
  const sql = database.kysely;
  if (!(await hasMarks(sql)) && (await isOn(sql, basis))) return 0;
  await sql.transaction().execute(async (transaction) => {
    await lock(transaction);
    if (!(await isOn(transaction, basis))) await beginAnew(transaction, basis);
    const { rows } = await raw<Cell & { kind: string }>`
      with taken as (
        delete from statistics_mark where id in (select id from statistics_mark order by id limit ${marksAtOnce})
        returning kind, at, company)
      select distinct kind, to_char(at at time zone ${basis.timeZone}, 'YYYY-MM-DD') as day, company from taken`.execute(
      transaction,
    );
    await countPlans(
      transaction,
      rows.filter(({ kind }) => kind === 'plan'),
      basis,
    );
    await countWork(
      transaction,
      rows.filter(({ kind }) => kind === 'work'),
      basis,
    );
  });
  return marksLeft(sql);
}

export async function marksLeft(sql: Sql): Promise<number> {
  const { rows } = await raw<{ left: number }>`
    select count(*)::int as left from (select 1 from statistics_mark limit 100000) as m`.execute(sql);
  return rows[0]?.left ?? 0;
}

async function hasMarks(sql: Sql): Promise<boolean> {
  const { rows } = await raw<{ has: boolean }>`select exists (select 1 from statistics_mark) as has`.execute(
    sql,
  );
  return rows[0]?.has === true;
}

export async function lock(transaction: Sql): Promise<void> {
  await lockNames(transaction, [lockName]);
}

/** Whether the sums were counted by this zone and these figures. */
async function isOn(sql: Sql, basis: Basis): Promise<boolean> {
  const { rows } = await raw<{ same: boolean }>`
    select value = ${JSON.stringify(basis)}::jsonb as same from statistics_state where name = 'basis'`.execute(
    sql,
  );
  return rows[0]?.same === true;
}

/** Forgets every sum and marks all days that have something to count. */
async function beginAnew(sql: Sql, basis: Basis): Promise<void> {
  await raw`truncate plan_sum, plan_heat, movement_sum, work_sum, statistics_mark`.execute(sql);
  await raw`
    insert into statistics_mark (kind, at, company)
    select distinct 'plan', (p.start_time at time zone ${basis.timeZone})::date::timestamp at time zone ${basis.timeZone}, p.company
    from plan p where ${counts}
    union all
    select distinct 'work', (a.decided_at at time zone ${basis.timeZone})::date::timestamp at time zone ${basis.timeZone},
      coalesce(a.company, 0) from approval a where a.deleted_at is null`.execute(sql);
  await raw`
    insert into statistics_state (name, value) values ('basis', ${JSON.stringify(basis)}::jsonb)
    on conflict (name) do update set value = excluded.value, at = clock_timestamp()`.execute(sql);
}

const listOf = (cells: readonly Cell[]) => raw`
  unnest(${cells.map(({ day }) => day)}::date[], ${cells.map(({ company }) => company)}::bigint[]) as c(day, company)`;

/** The plans of these cells, as `p`. */
const plansOf = (cells: readonly Cell[], { timeZone }: Pick<Basis, 'timeZone'>) => raw`
  ${listOf(cells)} join plan as p on p.company = c.company
    and p.start_time >= (c.day::timestamp at time zone ${timeZone})
    and p.start_time < ((c.day + 1)::timestamp at time zone ${timeZone})`;

const columns = raw.join(planMeasures.map((name) => raw.ref(name)));
const sumsOf = raw.join(planMeasures.map((name) => raw`round(sum(${raw.ref(name)})::numeric, 3)::float8`));

async function countPlans(sql: Sql, cells: readonly Cell[], basis: Basis): Promise<void> {
  if (cells.length === 0) return;
  await raw`
    delete from plan_sum as s using ${listOf(cells)}
    where s.company = c.company and s.grain = 'd' and s.day = c.day`.execute(sql);
  await raw`
    insert into plan_sum (grain, day, company, coverage_ids, by, key, ${columns})
    select 'd', x.day, x.company, x.coverage_ids, x.by, x.key, ${columns}
    from (${planFacts(plansOf(cells, basis), raw`true`, splitNames, basis)}) as x`.execute(sql);
  await countHeat(sql, cells, basis);
  await raw`
    delete from movement_sum as s using ${listOf(cells)} where s.company = c.company and s.day = c.day`.execute(
    sql,
  );
  await raw`insert into movement_sum (${raw.raw(movementFields.join(', '))}) ${movementsOf(cells, basis)}`.execute(
    sql,
  );
  await rollUp(sql, cells, 'm', 'd', 'month');
  await rollUp(sql, cells, 'y', 'm', 'year');
}

/** Sums of months from those of their days, of years from those of their months. */
async function rollUp(
  sql: Sql,
  cells: readonly Cell[],
  grain: 'm' | 'y',
  of: 'd' | 'm',
  unit: 'month' | 'year',
): Promise<void> {
  const wider = raw`(select distinct date_trunc(${raw.lit(unit)}, c.day)::date as day, c.company from ${listOf(cells)}) as w`;
  const inside = raw`s.company = w.company and s.grain = ${raw.lit(of)} and s.day >= w.day
    and s.day < (w.day + ${raw.lit(`1 ${unit}`)}::interval)::date`;
  for (const table of ['plan_sum', 'plan_heat']) {
    await raw`
      delete from ${raw.table(table)} as s using ${wider}
      where s.company = w.company and s.grain = ${raw.lit(grain)} and s.day = w.day`.execute(sql);
  }
  await raw`
    insert into plan_sum (grain, day, company, coverage_ids, by, key, ${columns})
    select ${raw.lit(grain)}, w.day, s.company, s.coverage_ids, s.by, s.key, ${sumsOf}
    from ${wider} join plan_sum as s on ${inside}
    group by w.day, s.company, s.coverage_ids, s.by, s.key`.execute(sql);
  await raw`
    insert into plan_heat (grain, day, company, coverage_ids, cell, plans)
    select ${raw.lit(grain)}, w.day, s.company, s.coverage_ids, s.cell, sum(s.plans)
    from ${wider} join plan_heat as s on ${inside}
    group by w.day, s.company, s.coverage_ids, s.cell`.execute(sql);
}

/** A plan as the heat map sees it. */
export interface HeatRow {
  day: string;
  company: number;
  coverageIds: number[];
  geometries: Geometry[] | null;
}

/** Where the plans of `source` (named `p`) mean to fly: what is drawn, else the airspaces that they use. */
export function heatRows(
  source: ReturnType<typeof plansOf>,
  where: ReturnType<typeof raw<boolean>>,
  timeZone: string,
) {
  return raw<HeatRow>`
    select to_char(p.start_time at time zone ${timeZone}, 'YYYY-MM-DD') as day, p.company, p.coverage_ids, (
      select jsonb_agg(coalesce(j.geometry, a.geometry)) from job_task j
        left join airspace a on a.id = coalesce(j.airspace, p.airspace)
      where j.plan = p.id and j.deleted_at is null and coalesce(j.geometry, a.geometry) is not null) as geometries
    from ${source} where ${counts} and ${where}`;
}

const movementsOf = (cells: readonly Cell[], { timeZone }: Basis) =>
  movementFacts(plansOf(cells, { timeZone }), raw`true`, timeZone);

interface HeatSum {
  day: string;
  company: number;
  coverageIds: number[];
  cell: number;
  plans: number;
}

const heatKey = ({ day, company, coverageIds, cell }: Omit<HeatSum, 'plans'>) =>
  `${day} ${company} ${coverageIds.join()} ${cell}`;

async function heatSums(sql: Sql, cells: readonly Cell[], basis: Basis): Promise<Map<string, HeatSum>> {
  const { rows } = await heatRows(plansOf(cells, basis), raw<boolean>`true`, basis.timeZone).execute(sql);
  const sums = new Map<string, HeatSum>();
  for (const { day, company, coverageIds, geometries } of rows) {
    for (const cell of new Set((geometries ?? []).flatMap(cellsOf))) {
      const of = { day, company, coverageIds, cell };
      const sum = sums.get(heatKey(of));
      if (sum) sum.plans += 1;
      else sums.set(heatKey(of), { ...of, plans: 1 });
    }
  }
  return sums;
}

async function countHeat(sql: Sql, cells: readonly Cell[], basis: Basis): Promise<void> {
  await raw`
    delete from plan_heat as s using ${listOf(cells)}
    where s.company = c.company and s.grain = 'd' and s.day = c.day`.execute(sql);
  const sums = await heatSums(sql, cells, basis);
  if (sums.size === 0) return;
  await raw`
    insert into plan_heat (grain, day, company, coverage_ids, cell, plans)
    select 'd', (r ->> 'day')::date, (r ->> 'company')::bigint,
      array(select jsonb_array_elements_text(r -> 'coverageIds')::bigint), (r ->> 'cell')::int, (r ->> 'plans')::float8
    from jsonb_array_elements(${JSON.stringify([...sums.values()])}::jsonb) as r`.execute(sql);
}

async function countWork(sql: Sql, cells: readonly Cell[], basis: Basis): Promise<void> {
  if (cells.length === 0) return;
  await raw`
    delete from work_sum as s using ${listOf(cells)} where s.company = c.company and s.day = c.day`.execute(
    sql,
  );
  await raw`insert into work_sum (${workFields}) ${workOf(cells, basis)}`.execute(sql);
}

/** The decisions of these cells, summed. */
function workOf(cells: readonly Cell[], { timeZone }: Basis) {
  const source = raw`${listOf(cells)} join approval as a on coalesce(a.company, 0) = c.company
    and a.decided_at >= (c.day::timestamp at time zone ${timeZone})
    and a.decided_at < ((c.day + 1)::timestamp at time zone ${timeZone})`;
  return workFacts(source, raw`true`, timeZone);
}

type Difference = Cell & { rows: number };

/** The sums of one day, of plans, of where they mean to fly and of decisions, counted again; the rows that were wrong. */
export async function recountDay(sql: Sql, day: string, basis: Basis): Promise<Difference[]> {
  const { timeZone } = basis;
  const begins = raw`(${day}::date::timestamp at time zone ${timeZone})`;
  const ends = raw`((${day}::date + 1)::timestamp at time zone ${timeZone})`;
  const { rows: found } = await raw<{ company: number; plans: boolean }>`
    select distinct company, plans from (
      select company, true as plans from plan_sum where grain = 'd' and by = 'total' and day = ${day}::date
      union all select company, true from plan_heat where grain = 'd' and day = ${day}::date
      union all select p.company, true from plan p where ${counts} and p.start_time >= ${begins} and p.start_time < ${ends}
      union all select company, false from work_sum where day = ${day}::date
      union all select coalesce(a.company, 0), false from approval a
        where a.deleted_at is null and a.decided_at >= ${begins} and a.decided_at < ${ends}
    ) as found`.execute(sql);
  const cellsOfKind = (plans: boolean) =>
    found.flatMap((one) => (one.plans === plans ? [{ day, company: one.company }] : []));
  const [planCells, workCells] = [cellsOfKind(true), cellsOfKind(false)];
  const wrongPlans = [
    ...(await wrongPlanSums(sql, planCells, basis)),
    ...(await wrongHeat(sql, planCells, basis)),
    ...(await wrongMovements(sql, planCells, basis)),
  ];
  const wrongWork = await wrongWorkSums(sql, workCells, basis);
  await countPlans(sql, distinct(wrongPlans), basis);
  await countWork(sql, distinct(wrongWork), basis);
  return distinct([...wrongPlans, ...wrongWork]);
}

/** One for each day and company, with the rows of all of them. */
function distinct(differences: readonly Difference[]): Difference[] {
  const byCell = new Map<string, Difference>();
  for (const one of differences) {
    const key = `${one.day} ${one.company}`;
    byCell.set(key, { ...one, rows: one.rows + (byCell.get(key)?.rows ?? 0) });
  }
  return [...byCell.values()];
}

async function wrongPlanSums(sql: Sql, cells: readonly Cell[], basis: Basis): Promise<Difference[]> {
  if (cells.length === 0) return [];
  const fresh = planFacts(plansOf(cells, basis), raw`true`, splitNames, basis);
  const kept = raw`select s.day, s.company, s.coverage_ids, s.by, s.key, ${toATenth}
    from plan_sum s join ${listOf(cells)} on s.company = c.company and s.day = c.day and s.grain = 'd'`;
  const counted = raw`select x.day, x.company, x.coverage_ids, x.by, x.key, ${toATenth} from (${fresh}) as x`;
  return differing(sql, kept, counted);
}

async function wrongHeat(sql: Sql, cells: readonly Cell[], basis: Basis): Promise<Difference[]> {
  if (cells.length === 0) return [];
  const { rows: kept } = await raw<HeatSum>`
    select to_char(s.day, 'YYYY-MM-DD') as day, s.company, s.coverage_ids, s.cell, s.plans
    from plan_heat s join ${listOf(cells)} on s.company = c.company and s.day = c.day and s.grain = 'd'`.execute(
    sql,
  );
  const counted = await heatSums(sql, cells, basis);
  const known = new Map(kept.map((sum) => [heatKey(sum), sum]));
  const isWrong = (sum: HeatSum) => known.get(heatKey(sum))?.plans !== counted.get(heatKey(sum))?.plans;
  return [...new Map([...known, ...counted]).values()]
    .filter(isWrong)
    .map(({ day, company }) => ({ day, company, rows: 1 }));
}

async function wrongMovements(sql: Sql, cells: readonly Cell[], basis: Basis): Promise<Difference[]> {
  if (cells.length === 0) return [];
  const kept = raw`select ${raw.join(movementFields.map((name) => raw.ref(`s.${name}`)))}
    from movement_sum s join ${listOf(cells)} on s.company = c.company and s.day = c.day`;
  return differing(sql, kept, movementsOf(cells, basis));
}

async function wrongWorkSums(sql: Sql, cells: readonly Cell[], basis: Basis): Promise<Difference[]> {
  if (cells.length === 0) return [];
  const kept = raw`select ${raw.join(workColumns.map((name) => raw.ref(`s.${name}`)))}
    from work_sum s join ${listOf(cells)} on s.company = c.company and s.day = c.day`;
  return differing(sql, kept, workOf(cells, basis));
}

const toATenth = raw.join(planMeasures.map((name) => raw`round(${raw.ref(name)}::numeric, 1)`));

/** Of two selections that begin with a day and a company, the rows that only one of them has. */
async function differing(
  sql: Sql,
  kept: ReturnType<typeof planFacts>,
  counted: ReturnType<typeof planFacts>,
): Promise<Difference[]> {
  const { rows } = await raw<Difference>`
    with kept as materialized (${kept}), counted as materialized (${counted})
    select to_char(day, 'YYYY-MM-DD') as day, company, count(*)::int as rows from (
      (select * from kept except select * from counted) union all (select * from counted except select * from kept)
    ) as differing(day, company) group by 1, 2 order by 1, 2`.execute(sql);
  return rows;
}

/** The month and the year of a day, added up again from their days; the rows that were wrong. */
export async function recountMonth(sql: Sql, day: string): Promise<Difference[]> {
  const wrong: Difference[] = [];
  for (const [grain, of, unit] of [
    ['m', 'd', 'month'],
    ['y', 'm', 'year'],
  ] as const) {
    const first = raw`date_trunc(${raw.lit(unit)}, ${day}::date)::date`;
    const last = raw`(${first} + ${raw.lit(`1 ${unit}`)}::interval)::date`;
    const kept = raw`select day, company, coverage_ids, by, key, ${toATenth}
      from plan_sum where grain = ${raw.lit(grain)} and day = ${first}`;
    const summed = raw`select ${first}, s.company, s.coverage_ids, s.by, s.key, ${raw.join(
      planMeasures.map((name) => raw`round(round(sum(${raw.ref(`s.${name}`)})::numeric, 3), 1)`),
    )} from plan_sum as s where s.grain = ${raw.lit(of)} and s.day >= ${first} and s.day < ${last}
      group by s.company, s.coverage_ids, s.by, s.key`;
    const keptHeat = raw`select day, company, coverage_ids, cell, plans
      from plan_heat where grain = ${raw.lit(grain)} and day = ${first}`;
    const summedHeat = raw`select ${first}, s.company, s.coverage_ids, s.cell, sum(s.plans)
      from plan_heat as s where s.grain = ${raw.lit(of)} and s.day >= ${first} and s.day < ${last}
      group by s.company, s.coverage_ids, s.cell`;
    const found = distinct([
      ...(await differing(sql, kept, summed)),
      ...(await differing(sql, keptHeat, summedHeat)),
    ]);
    if (found.length > 0) await rollUp(sql, found, grain, of, unit);
    wrong.push(...found);
  }
  return wrong;
}
