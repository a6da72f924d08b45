import { sql as raw } from 'kysely';
import type { AircraftPapers, Engagement, Paper, PilotPapers } from '../../domain/plan/papers.ts';
import { activeStates } from '../../domain/plan/states.ts';
import type { Row } from '../db/rows-by-id.ts';
import type { Sql } from '../db/sql.ts';

/** Of a task: what flies, and who. */
export interface Crewed {
  aircraft: number;
  pilots?: number[] | null;
}

/** The rows of the aircraft and pilots of some tasks, as `papersOf` reads them. */
export function papersWanted(tasks: readonly Crewed[]) {
  return {
    aircraft: {
      table: 'aircraft',
      ids: tasks.map((task) => task.aircraft),
      columns: [
        'registration',
        'company',
        'airworthinessExpiry',
        'radioLicenceExpiry',
        'insuranceExpiry',
        'auditState',
        'status',
      ],
      more: { designator: raw`(select y.designator from aircraft_type y where y.id = t.type)` },
    },
    pilots: {
      table: 'pilot',
      ids: tasks.flatMap((task) => task.pilots ?? []),
      columns: ['name', 'company', 'licenceExpiry', 'medicalExpiry', 'auditState', 'status'],
      more: {
        ratings: raw`array(select y.designator from pilot_type_ratings l
          join aircraft_type y on y.id = l.target_id where l.owner_id = t.id)`,
      },
    },
  };
}

/** Papers and ratings of aircraft and pilots, by id. */
export function papersOf(rows: Record<keyof ReturnType<typeof papersWanted>, Map<number, Row>>): {
  aircraft: Map<number, AircraftPapers>;
  pilots: Map<number, PilotPapers>;
} {
  return {
    aircraft: new Map([...rows.aircraft].map(([id, row]) => [id, aircraftPapers(id, row)])),
    pilots: new Map([...rows.pilots].map(([id, row]) => [id, pilotPapers(id, row)])),
  };
}

function aircraftPapers(id: number, row: Row): AircraftPapers {
  return {
    id,
    registration: String(row.registration),
    companyId: companyOf(row),
    typeDesignator: typeof row.designator === 'string' ? row.designator : null,
    papers: [
      paper('airworthiness', row.airworthinessExpiry),
      paper('radio', row.radioLicenceExpiry),
      paper('insurance', row.insuranceExpiry),
    ],
    accepted: row.auditState === 1,
    serviceable: row.status === 'active' || row.status === null,
  };
}

function pilotPapers(id: number, row: Row): PilotPapers {
  const { ratings } = row;
  return {
    id,
    name: String(row.name),
    companyId: companyOf(row),
    papers: [
      // A Chinese licence itself does not expire; only one that carries a date is held to it.
      ...(row.licenceExpiry ? [paper('licence', row.licenceExpiry)] : []),
      paper('medical', row.medicalExpiry),
    ],
    ratings: Array.isArray(ratings) ? ratings.filter((one) => typeof one === 'string') : [],
    accepted: row.auditState === 1,
    active: row.status === 'active' || row.status === null,
  };
}

function companyOf({ company }: Row): number | null {
  return typeof company === 'number' ? company : null;
}

function paper(name: string, validUntil: unknown): Paper {
  return { name, validUntil: typeof validUntil === 'string' ? validUntil : null };
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
  const iso = (at: number) => new Date(at).toISOString();
  const near = raw<boolean>`t.deleted_at is null
    and t.etd < ${iso(span.to + movedMs)}::timestamptz and t.eta > ${iso(span.from - movedMs)}::timestamptz`;
  const { rows } = await raw<{
    resource: 'aircraft' | 'pilot';
    id: number;
    plan: number;
    planNumber: string;
    etd: string;
    eta: string;
  }>`
    with near as materialized (
      select 'aircraft' as resource, t.aircraft as id, t.plan, t.etd, t.eta
      from job_task t
      where t.aircraft = any(${aircraftIds}::bigint[]) and ${near}
      union all
      select 'pilot', l.target_id, t.plan, t.etd, t.eta
      from job_task_pilots l join job_task t on t.id = l.owner_id
      where l.target_id = any(${pilotIds}::bigint[]) and ${near}
    )
    select near.resource, near.id, p.id as plan, p.plan_number as "planNumber", moved.etd, moved.eta
    from near
    -- By its key, one by one: how many plans are active the planner may know from another hour.
    cross join lateral (select * from plan where plan.id = near.plan limit 1) p
    cross join lateral (
      select near.etd + late.by as etd, near.eta + late.by as eta
      from (select coalesce(p.real_etd - p.start_time, interval '0') as by) late) moved
    where p.deleted_at is null and p.state = any(${[...activeStates]}::bigint[])
      and moved.etd < ${iso(span.to)}::timestamptz and moved.eta > ${iso(span.from)}::timestamptz
      and p.kind <> 'standing' and p.id is distinct from ${planId}::bigint`.execute(sql);
  return rows.map((row) => ({
    subject: { resource: row.resource, id: row.id },
    planId: row.plan,
    planNumber: row.planNumber,
    from: Date.parse(row.etd),
    to: Date.parse(row.eta),
  }));
}
