import { sql as raw } from 'kysely';
import { findConflicts, type StrategicConflict } from '../../domain/conflict/strategic.ts';
import { altitudeM } from '../../domain/geo/altitude.ts';
import { checkContent } from '../../domain/plan/content.ts';
import { checkSubmission, isUrgent, type Urgency } from '../../domain/plan/deadlines.ts';
import type { Finding } from '../../domain/plan/findings.ts';
import {
  type AircraftPapers,
  checkPapers,
  type Engagement,
  type Paper,
  type PilotPapers,
} from '../../domain/plan/papers.ts';
import { activeStates, planState } from '../../domain/plan/states.ts';
import { formatWall } from '../../domain/plan/wall-clock.ts';
import type { Sql } from '../db/sql.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { airspaceVolumes, loadPlaces, otherPlanVolumes, type TaskShape, volumesOf } from './plan-volumes.ts';

/** A plan as it is checked: stored, or as a form would send it. */
export interface CheckedPlan {
  /** Null: not stored yet. */
  id: number | null;
  label: string;
  company: number;
  missionType: number;
  urgency: Urgency;
  unmanned: boolean;
  mission?: string | null;
  contact?: string | null;
  phone?: string | null;
  weatherMinima?: string | null;
  communications?: string | null;
  missionApproval?: string | null;
  tasks: (TaskShape & { callsign: string; aircraft: number; pilots?: number[] | null })[];
}

export interface PlanCheck {
  findings: Finding[];
  /** Urgent categories that are still open where the submission is late. */
  offered: Urgency[];
}

/** Everything that stands against a submission at `now`, found at once. */
export async function checkPlan(
  sql: Sql,
  plan: CheckedPlan,
  now: Date,
  figures: PlanParameters,
): Promise<PlanCheck> {
  const timeZone = figures.deadlines.timeZone;
  const [company, mission] = await Promise.all([
    sql.selectFrom('company').selectAll().where('id', '=', plan.company).executeTakeFirst(),
    sql.selectFrom('missionType').selectAll().where('id', '=', plan.missionType).executeTakeFirst(),
  ]);
  const places = await loadPlaces(sql, plan.tasks);
  const own = volumesOf(
    { resource: 'plan', id: plan.id ?? 0, label: plan.label },
    plan.tasks,
    places,
    figures,
  );

  const findings: Finding[] = checkContent({
    mission: plan.mission ?? null,
    contact: plan.contact ?? null,
    phone: plan.phone ?? null,
    weatherMinima: plan.weatherMinima ?? null,
    communications: plan.communications ?? null,
    missionApproval: plan.missionApproval ?? null,
    approvalNeeded: mission?.needsMissionApproval === true,
    tasks: plan.tasks.map((task, index) => ({
      callsign: task.callsign,
      etd: Date.parse(task.etd),
      eta: Date.parse(task.eta),
      hasDeparture: Boolean(task.departure ?? task.departurePoint),
      hasDestination: Boolean(task.destination ?? task.destinationPoint),
      hasArea: own.some((volume) => volume.part === index),
      hasUpperLimit: Boolean(task.upper),
      lowerM: task.lower && task.lower.reference === task.upper?.reference ? altitudeM(task.lower) : null,
      upperM: task.upper ? altitudeM(task.upper) : null,
    })),
  });

  const starts = plan.tasks.map((task) => Date.parse(task.etd));
  const ends = plan.tasks.map((task) => Date.parse(task.eta));
  let offered: Urgency[] = [];
  if (starts.length > 0) {
    const startAt = Math.min(...starts);
    const submission = checkSubmission({ ...plan, startAt }, now.getTime(), figures.deadlines);
    if (!submission.ok) {
      offered = submission.offered;
      findings.push({
        level: 'error',
        code: 'deadline',
        rule: submission.rule,
        field: 'urgency',
        message: { key: submission.code, values: submission.values },
        with: null,
      });
    }
    findings.push(...checkHorizonAndUrgency(plan, mission?.isUrgent === true, startAt, now, figures));
  }

  const papers = await loadPapers(sql, plan);
  findings.push(
    ...checkPapers(
      {
        companyId: plan.company,
        companyCertified: company?.examineState === 1,
        companyName: String(company?.name ?? `#${plan.company}`),
        unmanned: plan.unmanned,
      },
      plan.tasks.map((task) => ({
        etd: Date.parse(task.etd),
        eta: Date.parse(task.eta),
        aircraft: papers.aircraft.get(task.aircraft) ?? null,
        pilots: (task.pilots ?? []).flatMap((id) => papers.pilots.get(id) ?? []),
      })),
      starts.length > 0 ? await loadEngagements(sql, plan, Math.min(...starts), Math.max(...ends)) : [],
      timeZone,
    ),
  );

  if (own.length > 0) {
    const window = { from: Math.min(...starts), to: Math.max(...ends) };
    findings.push(
      ...(await conflictsWithPlans(sql, plan, own, window, figures, Number(mission?.priority ?? 5))),
      ...(await conflictsWithAirspace(sql, plan, own, window, figures)),
    );
  }
  return { findings, offered };
}

/** Plans reach only so far ahead, and an urgent category is for urgent missions. */
function checkHorizonAndUrgency(
  plan: CheckedPlan,
  urgentMission: boolean,
  startAt: number,
  now: Date,
  figures: PlanParameters,
): Finding[] {
  const findings: Finding[] = [];
  const add = (level: Finding['level'], code: string, field: string, rule: string, values = {}) =>
    findings.push({ level, code, rule, field, message: { key: `plan.check.${code}`, values }, with: null });
  const { horizonDays } = figures;
  if (startAt > now.getTime() + horizonDays * 86_400_000) {
    add('error', 'horizon', 'tasks.0.etd', 'plan.rule.horizon', { days: horizonDays });
  }
  if (isUrgent(plan.urgency) && !urgentMission) {
    add('warning', 'urgency', 'urgency', 'plan.rule.order371-16-urgent');
  }
  return findings;
}

type Window = { from: number; to: number };
type Own = ReturnType<typeof volumesOf>;

async function conflictsWithPlans(
  sql: Sql,
  plan: CheckedPlan,
  own: Own,
  window: Window,
  figures: PlanParameters,
  priority: number,
): Promise<Finding[]> {
  const others = await otherPlanVolumes(sql, plan.id, window.from, window.to, figures);
  return findConflicts(own, others, figures.buffers).map((conflict) => {
    const other = others.find((one) => one === conflict.other);
    // A lower one gives way, and an operator spaces his own flights himself.
    const yields = other !== undefined && (other.priority > priority || other.companyId === plan.company);
    return conflictFinding(conflict, 'plan', yields ? 'warning' : 'error', 'plan.rule.firstCome', figures);
  });
}

async function conflictsWithAirspace(
  sql: Sql,
  plan: CheckedPlan,
  own: Own,
  window: Window,
  figures: PlanParameters,
): Promise<Finding[]> {
  const airspaces = await airspaceVolumes(sql, window.from, window.to);
  const chosen = new Set(plan.tasks.map((task) => task.airspace));
  return findConflicts(own, airspaces, figures.buffers).flatMap((conflict): Finding[] => {
    const airspace = airspaces.find((one) => one === conflict.other);
    if (!airspace) return [];
    const level = levelOf(airspace, plan.company, chosen.has(airspace.owner.id));
    return level ? [conflictFinding(conflict, 'airspace', level, 'plan.rule.airspace', figures)] : [];
  });
}

function levelOf(
  airspace: Awaited<ReturnType<typeof airspaceVolumes>>[number],
  companyId: number,
  chosen: boolean,
): Finding['level'] | null {
  if (airspace.openState === 'closed' || airspace.kind === 'prohibited') return 'error';
  if (airspace.kind === 'restricted' || airspace.kind === 'tempRestricted') {
    return airspace.openState === 'open' ? 'warning' : 'error';
  }
  if (airspace.kind === 'danger') return 'warning';
  // Somebody else's: order 371, art. 11 asks for the holder's approval, unless it is shared.
  if (airspace.companyId === companyId || airspace.sharing === 'shared') return null;
  return airspace.sharing === 'exclusive' || chosen ? 'error' : 'warning';
}

function conflictFinding(
  conflict: StrategicConflict,
  kind: 'plan' | 'airspace',
  level: Finding['level'],
  rule: string,
  figures: PlanParameters,
): Finding {
  const at = (time: number | null) =>
    time === null ? '…' : formatWall(time, figures.deadlines.timeZone).slice(5);
  const name = kind === 'plan' ? 'conflictPlan' : 'conflictAirspace';
  return {
    level,
    code: `conflict.${kind}`,
    rule,
    field: `tasks.${conflict.own.part}.geometry`,
    message: {
      key: `plan.check.${name}${conflict.altitudeCompared ? '' : 'Column'}`,
      values: { other: conflict.other.owner.label, from: at(conflict.from), to: at(conflict.to) },
    },
    with: conflict.other.owner,
  };
}

async function loadPapers(
  sql: Sql,
  plan: CheckedPlan,
): Promise<{ aircraft: Map<number, AircraftPapers>; pilots: Map<number, PilotPapers> }> {
  const aircraftIds = [...new Set(plan.tasks.map((task) => task.aircraft))];
  const pilotIds = [...new Set(plan.tasks.flatMap((task) => task.pilots ?? []))];
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

/** When the aircraft and pilots of a plan fly in other plans. */
async function loadEngagements(sql: Sql, plan: CheckedPlan, from: number, to: number): Promise<Engagement[]> {
  const aircraftIds = plan.tasks.map((task) => task.aircraft);
  const pilotIds = plan.tasks.flatMap((task) => task.pilots ?? []);
  const { rows } = await raw<{
    resource: 'aircraft' | 'pilot';
    id: number;
    plan: number;
    planNumber: string;
    etd: string;
    eta: string;
  }>`
    select s.resource, s.id, p.id as plan, p.plan_number as "planNumber", t.etd, t.eta
    from job_task t join plan p on p.id = t.plan
    cross join lateral (
      select 'aircraft' as resource, t.aircraft as id where t.aircraft = any(${aircraftIds}::bigint[])
      union all
      select 'pilot', l.target_id from job_task_pilots l
      where l.owner_id = t.id and l.target_id = any(${pilotIds}::bigint[])) s
    where t.deleted_at is null and p.deleted_at is null
      and p.state = any(${[...activeStates]}::bigint[])
      and t.etd < ${new Date(to).toISOString()}::timestamptz and t.eta > ${new Date(from).toISOString()}::timestamptz
      and p.id is distinct from ${plan.id}::bigint`.execute(sql);
  return rows.map((row) => ({
    subject: { resource: row.resource, id: row.id },
    planId: row.plan,
    planNumber: row.planNumber,
    from: Date.parse(row.etd),
    to: Date.parse(row.eta),
  }));
}

/** Plans of a company that should have ended by now (decisions.md §4, NotFinish). */
export async function unfinishedPlans(
  sql: Sql,
  companyId: number,
  now: Date,
  graceMs: number,
): Promise<{ id: number; planNumber: string }[]> {
  const rows = await sql
    .selectFrom('plan')
    .select(['id', 'planNumber'])
    .where('company', '=', companyId)
    .where('state', 'in', [planState.releaseAllowed, planState.inFlight])
    .where('deletedAt', 'is', null)
    .where('endTime', '<', new Date(now.getTime() - graceMs).toISOString())
    .execute();
  return rows.map((row) => ({ id: Number(row.id), planNumber: String(row.planNumber) }));
}
