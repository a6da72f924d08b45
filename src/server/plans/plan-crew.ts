import { sql as raw } from 'kysely';
import type { AircraftPapers, Engagement, Paper, PilotPapers } from '../../domain/plan/papers.ts';
import { activeStates } from '../../domain/plan/states.ts';
import type { Sql } from '../db/sql.ts';

/** Of a task: what flies, and who. */
export interface Crewed {
  aircraft: number;
  pilots?: number[] | null;
}

/** Papers and ratings of the aircraft and pilots of some tasks, by id. */
export async function loadPapers(
  sql: Sql,
  tasks: readonly Crewed[],
): Promise<{ aircraft: Map<number, AircraftPapers>; pilots: Map<number, PilotPapers> }> {
  const aircraftIds = [...new Set(tasks.map((task) => task.aircraft))];
  const pilotIds = [...new Set(tasks.flatMap((task) => task.pilots ?? []))];
  const paper = (name: string, validUntil: unknown): Paper => ({
    name,
    validUntil: typeof validUntil === 'string' ? validUntil : null,
  });
  const aircraft = new Map<number, AircraftPapers>();
  const pilots = new Map<number, PilotPapers>();
  if (aircraftIds.length > 0) {
    const rows = await sql
      .selectFrom('aircraft as a')
      .leftJoin('aircraftType as t', 't.id', 'a.type')
      .selectAll('a')
      .select('t.designator')
      .where('a.id', 'in', aircraftIds)
      .execute();
    for (const row of rows) {
      aircraft.set(Number(row.id), {
        id: Number(row.id),
        registration: String(row.registration),
        companyId: typeof row.company === 'number' ? row.company : null,
        typeDesignator: typeof row.designator === 'string' ? row.designator : null,
        papers: [
          paper('airworthiness', row.airworthinessExpiry),
          paper('radio', row.radioLicenceExpiry),
          paper('insurance', row.insuranceExpiry),
        ],
        accepted: row.auditState === 1,
        serviceable: row.status === 'active' || row.status === null,
      });
    }
  }
  if (pilotIds.length > 0) {
    const rows = await sql.selectFrom('pilot').selectAll().where('id', 'in', pilotIds).execute();
    const ratings = await raw<{ pilot: number; designator: string }>`
      select l.owner_id as pilot, t.designator from pilot_type_ratings l
      join aircraft_type t on t.id = l.target_id where l.owner_id = any(${pilotIds}::bigint[])`.execute(sql);
    for (const row of rows) {
      pilots.set(Number(row.id), {
        id: Number(row.id),
        name: String(row.name),
        companyId: typeof row.company === 'number' ? row.company : null,
        papers: [
          // A Chinese licence itself does not expire; only one that carries a date is held to it.
          ...(row.licenceExpiry ? [paper('licence', row.licenceExpiry)] : []),
          paper('medical', row.medicalExpiry),
        ],
        ratings: ratings.rows.filter((one) => one.pilot === row.id).map((one) => one.designator),
        accepted: row.auditState === 1,
        active: row.status === 'active' || row.status === null,
      });
    }
  }
  return { aircraft, pilots };
}

/** No release moves a flight further than this: only so wide is looked for, which an index helps with. */
const movedMs = 2 * 86_400_000;

/**
 * When the aircraft and pilots of some tasks fly in other plans than `planId`, between two moments (UTC ms): at the time
 * for which release was asked where that is another.
 */
export async function loadEngagements(
  sql: Sql,
  planId: number | null,
  tasks: readonly Crewed[],
  span: { from: number; to: number },
): Promise<Engagement[]> {
  const aircraftIds = tasks.map((task) => task.aircraft);
  const pilotIds = tasks.flatMap((task) => task.pilots ?? []);
  const { rows } = await raw<{
    resource: 'aircraft' | 'pilot';
    id: number;
    plan: number;
    planNumber: string;
    etd: string;
    eta: string;
  }>`
    select s.resource, s.id, p.id as plan, p.plan_number as "planNumber", moved.etd, moved.eta
    from job_task t join plan p on p.id = t.plan
    cross join lateral (
      select t.etd + late.by as etd, t.eta + late.by as eta
      from (select coalesce(p.real_etd - p.start_time, interval '0') as by) late) moved
    cross join lateral (
      select 'aircraft' as resource, t.aircraft as id where t.aircraft = any(${aircraftIds}::bigint[])
      union all
      select 'pilot', l.target_id from job_task_pilots l
      where l.owner_id = t.id and l.target_id = any(${pilotIds}::bigint[])) s
    where t.deleted_at is null and p.deleted_at is null
      and p.state = any(${[...activeStates]}::bigint[])
      and t.etd < ${new Date(span.to + movedMs).toISOString()}::timestamptz
      and t.eta > ${new Date(span.from - movedMs).toISOString()}::timestamptz
      and moved.etd < ${new Date(span.to).toISOString()}::timestamptz
      and moved.eta > ${new Date(span.from).toISOString()}::timestamptz
      and p.kind <> 'standing' and p.id is distinct from ${planId}::bigint`.execute(sql);
  return rows.map((row) => ({
    subject: { resource: row.resource, id: row.id },
    planId: row.plan,
    planNumber: row.planNumber,
    from: Date.parse(row.etd),
    to: Date.parse(row.eta),
  }));
}
