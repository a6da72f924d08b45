import { type RawBuilder, sql as raw } from 'kysely';
import type { InputOf, OutputOf } from '#contract/services.ts';
import { startOfDay } from '#domain/plans/report-period.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { and, type Condition } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { expectedEnd } from './expected-end.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanPages } from './plan-queries.ts';
import { planScope, refuseHidden } from './plan-statistics.ts';

type Board = OutputOf<'Navigation', 'GetBoard'>;
type BoardGroup = Board['companies'][number];
/**
 * Whose day the wall shows beside all that the caller sees: a company's, or an organization unit's that
 * stands for an area.
 */
type BoardUnit = InputOf<'Navigation', 'GetBoard'>;

/** Rows that a wall can show of each list. */
const most = { flying: 40, next: 20, waiting: 20, overdue: 20 };
const mostGroups = 12;

/** The day as a wall in a room shows it: sums of the database, and the flights that matter now. */
export function createBoard(deps: {
  records: Records;
  sql: Sql;
  pages: Pick<PlanPages, 'byIds'>;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): (caller: Caller, unit: BoardUnit) => Promise<Board> {
  const { records, sql, pages, clock } = deps;

  async function unitNameOf(caller: Caller, { company, area }: BoardUnit): Promise<string | null> {
    const nameOf = async (resource: 'company' | 'organizationUnit', id: number) =>
      titleIn(caller, records.untyped.resource(resource), await records.get(caller, resource, id));
    // A unit that the user may not see is none: 404 as everywhere.
    if (company !== undefined) return nameOf('company', company);
    if (area !== undefined) return nameOf('organizationUnit', area);
    return null;
  }

  async function listOf(
    caller: Caller,
    where: Condition,
    order: RawBuilder<unknown>,
    limit: number,
  ): Promise<Board['flying']> {
    const { rows } = await raw<{ id: number; total: number }>`
      select p.id, count(*) over () as total from plan as p where ${where} order by ${order}, p.id limit ${limit}`.execute(
      sql,
    );
    if (rows.length === 0) return { total: 0, items: [] };
    const ids = rows.map(({ id }) => id);
    return { total: rows[0]?.total ?? 0, items: await pages.byIds(caller, ids) };
  }

  async function groupsOf(
    caller: Caller,
    where: Condition,
    field: 'company' | 'missionType',
  ): Promise<BoardGroup[]> {
    const column = raw.ref(`p.${field}`);
    const { rows } = await raw<Omit<BoardGroup, 'name'>>`
      select ${column} as id, count(*) as count, count(*) filter (where p.state = 9) as flying,
        count(*) filter (where p.state = 10) as flown
      from plan as p where ${where} and ${column} is not null
      group by 1 order by 2 desc, 1 limit ${mostGroups}`.execute(sql);
    const labels = await records.labels(
      caller,
      'plan',
      rows.map(({ id }) => ({ id, version: 0, [field]: id })),
    );
    return rows.map((row) => {
      const name = labels.get(row.id)?.[field];
      return { ...row, name: typeof name === 'string' ? name : `#${row.id}` };
    });
  }

  return async (caller, input) => {
    refuseHidden(caller, []);
    const unitName = await unitNameOf(caller, input);
    const parameters = await deps.readParameters();
    const { timeZone } = parameters.deadlines;
    const now = clock();
    const day = dayOf(now.getTime(), timeZone);
    const [from, to] = [day, dayAfter(day, 1)].map((one) =>
      new Date(startOfDay(one, timeZone)).toISOString(),
    );
    const mine = and([
      planScope(records, caller),
      raw`p.deleted_at is null and p.kind <> 'standing'`,
      ...(input.company === undefined ? [] : [raw<never>`p.company = ${input.company}`]),
      ...(input.area === undefined ? [] : [raw<never>`p.coverage_ids && ${[input.area]}::bigint[]`]),
    ]);
    const starts = raw`p.start_time >= ${from}::timestamptz and p.start_time < ${to}::timestamptz`;
    // What still flies from yesterday is a flight of today as well.
    const today = and([mine, raw`p.state <> 0`, raw`(${starts} or p.state = 9)`]);
    const overdueBefore = new Date(now.getTime() - parameters.overdueMs).toISOString();
    const departure = raw`greatest(p.start_time, coalesce(p.real_etd, p.start_time))`;
    const overdue = raw<never>`((p.state = 9 and ${expectedEnd('p')} < ${overdueBefore}::timestamptz)
      or (p.state = 8 and ${departure} < ${overdueBefore}::timestamptz))`;
    // Whole minutes past the planned departure: by now before it leaves, by the take-off after it.
    const delayed = raw<never>`((p.state = 9 and p.takeoff_at >= p.start_time + interval '1 minute')
      or (p.state between 4 and 8 and ${now.toISOString()}::timestamptz >= p.start_time + interval '1 minute'))`;
    const soon = new Date(now.getTime() + 6 * 3_600_000).toISOString();
    const recent = new Date(now.getTime() - 6 * 3_600_000).toISOString();
    const ahead = raw<never>`(p.state between 4 and 8 and p.start_time < ${soon}::timestamptz
      and p.end_time > ${recent}::timestamptz)`;

    const [states, hours, totals, flying, late, next, waiting, unfinished, companies, missionTypes] =
      await Promise.all([
        raw<Board['states'][number]>`
          select p.state, count(*) as count from plan as p where ${today} group by 1 order by 1`.execute(sql),
        raw<{ kind: 'planned' | 'departed' | 'landed'; hour: number; count: number }>`
          select v.kind, extract(hour from v.moment at time zone ${timeZone})::int as hour, count(*) as count
          from plan as p cross join lateral (values
            ('planned', case when p.state between 4 and 10 then p.start_time end),
            ('departed', case when p.state in (9, 10) then p.takeoff_at end),
            ('landed', case when p.state = 10 then p.real_eta end)) as v(kind, moment)
          where ${mine} and v.moment >= ${from}::timestamptz and v.moment < ${to}::timestamptz
          group by 1, 2`.execute(sql),
        raw<{ plans: number; sorties: number; minutes: number }>`
          select count(*) as plans,
            coalesce(sum(coalesce(p.actual_num, t.tasks)) filter (where p.state in (9, 10)), 0)::int as sorties,
            coalesce(sum(extract(epoch from p.real_eta - p.takeoff_at) / 60) filter (where p.state = 10), 0)::float8
              as minutes
          from plan as p cross join lateral (
            select greatest(count(*), 1)::int as tasks from job_task j where j.plan = p.id and j.deleted_at is null) as t
          where ${today}`.execute(sql),
        listOf(caller, and([mine, raw`p.state = 9`]), expectedEnd('p'), most.flying),
        raw<{ count: number }>`
          select count(*) as count from plan as p
          where ${and([mine, raw`(p.state = 9 or ${ahead})`, delayed])}`.execute(sql),
        listOf(caller, and([mine, ahead]), departure, most.next),
        listOf(
          caller,
          and([mine, raw`p.state in (1, 2, 5, 6)`]),
          raw`case when p.state in (5, 6) then coalesce(p.real_etd, p.start_time) else p.decide_by end nulls last`,
          most.waiting,
        ),
        listOf(caller, and([mine, overdue]), expectedEnd('p'), most.overdue),
        groupsOf(caller, today, 'company'),
        groupsOf(caller, today, 'missionType'),
      ]);
    const [sums] = totals.rows;
    return {
      at: now.toISOString(),
      timeZone,
      day,
      unitName,
      states: states.rows,
      hours: Array.from({ length: 24 }, (_, hour) => {
        const of = (kind: string) =>
          hours.rows.find((row) => row.kind === kind && row.hour === hour)?.count ?? 0;
        return { hour, planned: of('planned'), departed: of('departed'), landed: of('landed') };
      }),
      totals: {
        plans: sums?.plans ?? 0,
        sorties: sums?.sorties ?? 0,
        minutes: Math.round(sums?.minutes ?? 0),
        delayed: late.rows[0]?.count ?? 0,
      },
      flying,
      next,
      waiting,
      overdue: unfinished,
      companies,
      missionTypes,
    };
  };
}
