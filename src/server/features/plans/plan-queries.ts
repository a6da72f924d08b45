import type { PlanDetail, StepDetail, TaskView } from '#contract/plans/plan-output.ts';
import { mayReadField } from '#domain/identity/access.ts';
import { lackingOf, wholeOf } from '#domain/plans/filed-fields.ts';
import { stateKey } from '#domain/plans/states.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { withoutHidden } from '#server/engine/records/fields.ts';
import type { Records, RelationLabels } from '#server/engine/records/records.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { viewFlows } from '#server/features/approvals/flow-view.ts';
import { turnOf } from '#server/features/approvals/waiting-step.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { actionsFor } from './plan-actions.ts';
import { contextOf } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanReports } from './plan-reports.ts';
import type { TaskRecord } from './plan-rows.ts';
import { getPlan, openDetourOf, tasksOf } from './plan-store.ts';
import { viewPlan } from './plan-views.ts';
import { footprintOf, loadPlaces } from './plan-volumes.ts';

export interface PlanQueries {
  detail(caller: Caller, id: number): Promise<PlanDetail>;
  steps(caller: Caller, id: number): Promise<StepDetail>;
  tasks(caller: Caller, id: number): Promise<TaskView[]>;
}

export function createPlanQueries(deps: {
  records: Records;
  sql: Sql;
  flows: FlowStore;
  reports: Pick<PlanReports, 'reportedAt'>;
  clock: () => Date;
  figures: () => Promise<PlanParameters>;
}): PlanQueries {
  const { records, sql, flows, reports, clock } = deps;

  async function viewTasks(caller: Caller, tasks: TaskRecord[]): Promise<TaskView[]> {
    const labels = await records.labels(
      caller,
      'jobTask',
      tasks.map((task) => ({ ...task })),
    );
    const places = await loadPlaces(sql, tasks);
    const aircraft = await aircraftOf(
      sql,
      tasks.map((task) => task.aircraft),
    );
    const drawn = mayReadField(caller.ability, 'jobTask', 'geometry');
    return tasks.map((task) => {
      const found = aircraft.get(task.aircraft);
      // A number that somebody tried must not tell him a stranger's aircraft.
      const craft = found?.companyId === task.company ? found : undefined;
      const shown = withoutHidden(caller, 'aircraft', craft ?? noAircraft, noAircraft);
      const view: TaskView = {
        ...wholeOf('jobTask', task),
        id: task.id,
        version: task.version,
        icao24: shown.icao24,
        registration: shown.registration,
        typeDesignator: craft?.typeDesignator ?? null,
        footprint: drawn ? footprintOf(task, places) : null,
        labels: labels.get(task.id) ?? {},
      };
      return withoutHidden(caller, 'jobTask', view, emptyTaskView);
    });
  }

  return {
    async detail(caller, id) {
      const plan = await getPlan(records, caller, id);
      const figures = await deps.figures();
      const now = clock();
      const [tasks, instances, labels, reportedAt, detour] = await Promise.all([
        tasksOf(records, sql, asService(caller), id),
        flows.latest(sql, 'plan', id),
        records.labels(caller, 'plan', [plan]),
        reports.reportedAt(plan),
        openDetourOf(sql, id),
      ]);
      // Who may not read users still learns who filed the plan that he sees.
      const by = plan.submittedBy ?? null;
      const name = by === null ? undefined : (await userNames(sql, [by])).get(by);
      const submitter: RelationLabels = name === undefined ? {} : { submittedBy: name };
      return {
        plan: {
          ...viewPlan(caller, plan, { ...labels.get(id), ...submitter }, now.getTime(), figures),
          createdAt: plan.createdAt,
          updatedAt: plan.updatedAt,
        },
        tasks: await viewTasks(caller, tasks),
        actions: actionsFor(
          caller,
          plan,
          instances,
          contextOf(now, figures, plan, {
            taskCount: tasks.length,
            reportedAt,
            detourOpen: detour !== null,
          }),
        ),
        flows: await viewFlows(sql, caller, instances),
        now: now.toISOString(),
        timeZone: figures.deadlines.timeZone,
      };
    },

    async steps(caller, id) {
      const plan = await getPlan(records, caller, id);
      const instances = await flows.latest(sql, 'plan', id);
      const { running, step, mine: decides, refusal } = turnOf(instances, caller.actor);
      const mayReturn = decides && step?.mayReturn === true;
      const mayReassign = decides && step?.mayReassign === true;
      const release = running?.kind === 'release';
      const basic = release ? ['allow', 'allowRestricted', 'refuse'] : ['approve', 'reject'];
      return {
        planId: plan.id,
        planNumber: plan.planNumber ?? `#${plan.id}`,
        state: plan.state,
        stateText: textIn(
          { key: stateKey(plan.state, { restricted: plan.restricted === true }) },
          caller.locale,
        ),
        version: plan.version,
        stage: running ? (release ? 'release' : 'plan') : null,
        stepIndex: running?.stepIndex ?? null,
        mayDecide: decides,
        whyNot: refusal === null ? null : textIn({ key: refusal }, caller.locale),
        mayReturn,
        mayReassign,
        decisions: decides
          ? [...basic, ...(mayReturn ? ['return'] : []), ...(mayReassign ? ['reassign'] : [])]
          : [],
        flows: await viewFlows(sql, caller, instances),
      };
    },

    async tasks(caller, id) {
      await getPlan(records, caller, id);
      return viewTasks(caller, await tasksOf(records, sql, asService(caller), id));
    },
  };
}

export interface AircraftIdentity {
  companyId: number | null;
  icao24: string | null;
  registration: string;
  typeDesignator: string | null;
}

export async function aircraftOf(sql: Sql, ids: number[]): Promise<Map<number, AircraftIdentity>> {
  if (ids.length === 0) return new Map();
  const rows = await sql
    .selectFrom('aircraft as a')
    .leftJoin('aircraftType as t', 't.id', 'a.type')
    .select(['a.id', 'a.company', 'a.icao24', 'a.registration', 't.designator'])
    .where('a.id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        companyId: typeof row.company === 'number' ? row.company : null,
        icao24: typeof row.icao24 === 'string' ? row.icao24.toLowerCase() : null,
        registration: String(row.registration),
        typeDesignator: typeof row.designator === 'string' ? row.designator : null,
      },
    ]),
  );
}

export async function userNames(sql: Sql, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [Number(row.id), String(row.name)]));
}

const emptyTaskView = lackingOf('jobTask');

const noAircraft: Pick<AircraftIdentity, 'icao24'> & { registration: string | null } = {
  icao24: null,
  registration: null,
};
