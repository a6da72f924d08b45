import { precedenceOf } from '#domain/conflicts/precedence.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { altitudeM } from '#domain/geo/altitude.ts';
import { checkContent, type TaskContent } from '#domain/plans/content.ts';
import { checkSubmission, isUrgent, type Urgency } from '#domain/plans/deadlines.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { type AircraftPapers, checkBookings, checkPapers, type Engagement } from '#domain/plans/papers.ts';
import { standingTasks } from '#domain/plans/standing.ts';
import { type PlanState, planState } from '#domain/plans/states.ts';
import { rowsById } from '#server/db/rows-by-id.ts';
import type { Sql } from '#server/db/sql.ts';
import { type AirPlan, checkAir } from '#server/features/conflicts/air-check.ts';
import type { Crew } from '#server/features/conflicts/air-guard.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { aerodromeFindings, type FieldUse } from '#server/features/notam/aerodrome-findings.ts';
import { airspaceLimitFindings } from './airspace-limits.ts';
import { type Crewed, crewOf, crewsWanted, engagementsOf, papersOf } from './plan-crew.ts';
import { fieldFindings } from './plan-flight-rules.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { placesOf, placesWanted, type TaskShape, volumesOf } from './plan-volumes.ts';

/** A plan as it is checked: stored, or as a form would send it. */
export interface CheckedPlan {
  /** Null: not stored yet. */
  id: number | null;
  /** Absent: as a form would send it. */
  state?: PlanState;
  label: string;
  company: number;
  missionType: number;
  urgency: Urgency;
  unmanned: boolean;
  /** A day within the term of a standing plan (Order 371, art. 17), and which one: it does not stand in its own way. */
  withinTerm?: boolean | null;
  standingPlan?: number | null;
  /** `standing`: it takes its air on every day of its term. */
  kind?: string | null;
  validFrom?: string | null;
  validTo?: string | null;
  weekdays?: number[] | null;
  mission?: string | null;
  contact?: string | null;
  phone?: string | null;
  weatherMinima?: string | null;
  communications?: string | null;
  missionApproval?: string | null;
  tasks: (TaskShape & Crewed & { callsign: string; rules?: string | null })[];
}

export interface PlanCheck {
  findings: Finding[];
  /** Urgent categories that are still open where the submission is late. */
  offered: Urgency[];
  /** The air that it takes, and as whose. */
  own: Volume4d[];
  inAir: AirPlan;
  /** When its aircraft and pilots fly in other plans. */
  engagements: Engagement[];
  /** Whom it engages when, and who of them flies elsewhere at its times by what is known when it is asked. */
  crew: Crew;
  /** Plans of others that have to give way to it. */
  yielding: { id: number; label: string }[];
}

/** Everything that stands against a submission at `now`, found at once. */
export async function checkPlan(
  sql: Sql,
  plan: CheckedPlan,
  now: Date,
  parameters: PlanParameters,
  conflicts: Conflicts,
): Promise<PlanCheck> {
  const timeZone = parameters.deadlines.timeZone;
  const rows = await rowsById(sql, {
    ...placesWanted(plan.tasks),
    ...crewsWanted([plan], plan.tasks),
    missions: {
      table: 'missionType',
      ids: [plan.missionType],
      columns: ['priority', 'isTraining', 'insideAerodrome', 'isUrgent', 'needsMissionApproval', 'needsArea'],
    },
  });
  const mission = rows.missions.get(plan.missionType);
  const places = placesOf(rows);
  const owner = { resource: 'plan', id: plan.id ?? 0, label: plan.label };
  const volumes =
    plan.kind === 'standing'
      ? standingTasks(plan, plan.tasks, timeZone).flatMap(({ index, task }) =>
          volumesOf(owner, [task], places, parameters).map((volume) => ({ ...volume, part: index })),
        )
      : volumesOf(owner, plan.tasks, places, parameters);

  const papers = papersOf(rows);
  const { operator, flown } = crewOf(plan, plan.tasks, rows.companies, papers, places);
  const findings: Finding[] = checkContent({
    mission: plan.mission ?? null,
    contact: plan.contact ?? null,
    phone: plan.phone ?? null,
    weatherMinima: plan.weatherMinima ?? null,
    communications: plan.communications ?? null,
    missionApproval: plan.missionApproval ?? null,
    approvalNeeded: mission?.needsMissionApproval === true,
    areaNeeded: mission?.needsArea === true,
    longestTaskMs: parameters.longestTaskMs,
    tasks: plan.tasks.map((task, index) => ({
      callsign: task.callsign,
      etd: Date.parse(task.etd),
      eta: Date.parse(task.eta),
      hasDeparture: Boolean(task.departure ?? task.departurePoint),
      hasDestination: Boolean(task.destination ?? task.destinationPoint),
      hasFootprint: volumes.some((volume) => volume.part === index),
      hasArea: Boolean(task.airspace) || (Boolean(task.geometry) && task.geometry?.type !== 'LineString'),
      aircraft: enduranceOf(flown[index]?.aircraft, plan.company),
      hasUpperLimit: Boolean(task.upper),
      lowerM: task.lower && task.lower.reference === task.upper?.reference ? altitudeM(task.lower) : null,
      upperM: task.upper ? altitudeM(task.upper) : null,
    })),
  });

  const starts = plan.tasks.map((task) => Date.parse(task.etd));
  let offered: Urgency[] = [];
  if (starts.length > 0) {
    const startAt = Math.min(...starts);
    const submission = checkSubmission(
      { ...plan, withinTerm: plan.withinTerm === true, startAt },
      now.getTime(),
      parameters.deadlines,
    );
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
    findings.push(...checkHorizonAndUrgency(plan, mission?.isUrgent === true, startAt, now, parameters));
  }

  const volumeNumbers = { ...parameters, timeZone };
  await conflicts.refresh(sql, volumeNumbers);
  const own = await conflicts.overGround(volumes);
  findings.push(...airspaceLimitFindings(plan.tasks, own, rows.airspaces));
  const engaged = engagementsOf({ id: plan.id ?? 0, label: plan.label }, plan.tasks, places);
  const elsewhere = () =>
    conflicts.engaged(engaged.map(({ subject }) => subject)).filter(({ planId }) => planId !== plan.id);
  const engagements = elsewhere();
  findings.push(...checkPapers(operator, flown, engagements, { ...parameters, timeZone }));
  const crew: Crew = {
    engaged,
    booked: (ignored, more) => {
      const now = [...elsewhere().filter(({ planId }) => !ignored.has(planId)), ...more];
      return now.length === 0
        ? []
        : flown.flatMap((_, index) => checkBookings(operator, flown, index, now, parameters));
    },
  };

  const ofFields = [
    ...(await fieldFindings(sql, rows, plan.tasks, timeZone)),
    ...(await aerodromeFindings(sql, fieldUses(rows.airports, plan.tasks), timeZone)),
  ];
  findings.push(...ofFields.map(warningAtAlternate));

  const inAir: AirPlan = {
    id: plan.id,
    company: plan.company,
    precedence: precedenceOf(mission, plan.tasks),
    airspaces: plan.tasks.flatMap((task) => task.airspace ?? []),
    rules: plan.tasks.map((task) => task.rules ?? null),
    active: plan.state === planState.releaseAllowed || plan.state === planState.inFlight,
  };
  if (own.length === 0) return { findings, offered, own, inAir, engagements, crew, yielding: [] };
  const air = checkAir(conflicts, inAir, own, volumeNumbers);
  return {
    findings: [...findings, ...air.findings],
    offered,
    own,
    inAir,
    engagements,
    crew,
    yielding: air.yielding,
  };
}

/** When its tasks take off from, and land at, which aerodromes; at the alternate when they would land. */
function fieldUses(airports: ReadonlyMap<number, FieldUse['row']>, tasks: CheckedPlan['tasks']): FieldUse[] {
  return tasks.flatMap((task, index) => {
    const use = (id: number | null | undefined, time: string, field: string): FieldUse[] => {
      const row = airports.get(id ?? 0);
      const rules = task.rules ?? null;
      return row ? [{ row, at: Date.parse(time), field: `tasks.${index}.${field}`, rules }] : [];
    };
    return [
      ...use(task.departure, task.etd, 'departure'),
      ...use(task.destination, task.eta, 'destination'),
      ...use(task.alternate, task.eta, 'alternate'),
    ];
  });
}

/** One can fly without it: what is wrong at an alternate warns. */
const warningAtAlternate = (finding: Finding): Finding =>
  finding.field.endsWith('.alternate') ? { ...finding, level: 'warning' } : finding;

/** How long an aircraft stays up; null where that is not recorded, or not the operator's to know. */
function enduranceOf(aircraft: AircraftPapers | null | undefined, company: number): TaskContent['aircraft'] {
  if (!aircraft?.enduranceMin || aircraft.companyId !== company) return null;
  return { registration: aircraft.registration, enduranceMs: aircraft.enduranceMin * 60_000 };
}

/** Plans reach only so far ahead, and an urgent category is for urgent missions. */
function checkHorizonAndUrgency(
  plan: CheckedPlan,
  urgentMission: boolean,
  startAt: number,
  now: Date,
  parameters: PlanParameters,
): Finding[] {
  const findings: Finding[] = [];
  const add = (level: Finding['level'], code: string, field: string, rule: string, values = {}) =>
    findings.push({ level, code, rule, field, message: { key: `plan.check.${code}`, values }, with: null });
  const { horizonDays } = parameters;
  if (startAt > now.getTime() + horizonDays * 86_400_000) {
    add('error', 'horizon', 'tasks.0.etd', 'plan.rule.horizon', { days: horizonDays });
  }
  if (isUrgent(plan.urgency) && !urgentMission) {
    add('warning', 'urgency', 'urgency', 'plan.rule.order371-16-urgent');
  }
  return findings;
}

/** What holds up the next submission (decisions.md §4, NotFinish): released or in flight, and ended before this. */
export function unfinishedBy(now: Date, { notFinishGraceMs }: Pick<PlanParameters, 'notFinishGraceMs'>) {
  return {
    states: [planState.releaseAllowed, planState.inFlight],
    endsTo: new Date(now.getTime() - notFinishGraceMs).toISOString(),
  };
}

/** Such plans of a company. */
export async function unfinishedPlans(
  sql: Sql,
  companyId: number,
  now: Date,
  parameters: Pick<PlanParameters, 'notFinishGraceMs'>,
): Promise<{ id: number; planNumber: string }[]> {
  const { states, endsTo } = unfinishedBy(now, parameters);
  const rows = await sql
    .selectFrom('plan')
    .select(['id', 'planNumber'])
    .where('company', '=', companyId)
    .where('state', 'in', states)
    .where('deletedAt', 'is', null)
    .where('endTime', '<', endsTo)
    .execute();
  return rows.map((row) => ({ id: row.id, planNumber: String(row.planNumber) }));
}
