import { sql as raw } from 'kysely';
import type { PlanFilter, PlanPageInput } from '#contract/plans/plan-filter.ts';
import type { PlanDetail, PlanItem, StepDetail, TaskItem, TaskView } from '#contract/plans/plan-output.ts';
import { mayReadField } from '#domain/identity/access.ts';
import { countedDeparture, deadlinesOf } from '#domain/plans/deadlines.ts';
import { isOrdered, lackingOf, listedFields, planParts, wholeOf } from '#domain/plans/filed-fields.ts';
import {
  delayMinutes,
  flightStatusLabel,
  flightStatusOf,
  type StatusNote,
} from '#domain/plans/flight-status.ts';
import { statesFor } from '#domain/plans/machine.ts';
import { planState, stateKey } from '#domain/plans/states.ts';
import { formError } from '#domain/text/errors.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { withoutHidden } from '#server/engine/records/fields.ts';
import { namesOf } from '#server/engine/records/names.ts';
import type { Records, RelationLabels } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { viewFlows } from '#server/features/approvals/flow-view.ts';
import { turnOf } from '#server/features/approvals/waiting-step.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';
import { expectedEndOf } from './expected-end.ts';
import { statusFactsOf, statusNotesOf } from './flight-status-notes.ts';
import { actionsFor } from './plan-actions.ts';
import { planSelection } from './plan-filter.ts';
import { contextOf } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanReports } from './plan-reports.ts';
import { isoOf, msOf, type PlanRecord, planRecord, type TaskRecord, taskRecord } from './plan-rows.ts';
import { getPlan, openDetourOf, orderInForce, tasksOf } from './plan-store.ts';
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
  readParameters: () => Promise<PlanParameters>;
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
      // A number that somebody tried must not tell them a stranger's aircraft.
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
      const parameters = await deps.readParameters();
      const now = clock();
      const [tasks, instances, labels, reportedAt, detour, order, notes] = await Promise.all([
        tasksOf(records, sql, asService(caller), id),
        flows.latest(sql, 'plan', id),
        records.labels(caller, 'plan', [plan]),
        reports.reportedAt(plan),
        openDetourOf(sql, id),
        orderInForce(sql, id),
        statusNotesOf(sql, [id]),
      ]);
      // Who may not read users still learns who filed the plan that they see.
      const by = plan.submittedBy ?? null;
      const name = by === null ? undefined : (await namesOf(sql, 'user', [by], caller.locale)).get(by);
      const submitter: RelationLabels = name === undefined ? {} : { submittedBy: name };
      return {
        plan: {
          ...viewPlan(
            caller,
            plan,
            { ...labels.get(id), ...submitter },
            notes.get(id),
            now.getTime(),
            parameters,
          ),
          createdAt: plan.createdAt,
          updatedAt: plan.updatedAt,
        },
        tasks: await viewTasks(caller, tasks),
        actions: actionsFor(
          caller,
          plan,
          instances,
          contextOf(now, parameters, plan, {
            taskCount: tasks.length,
            reportedAt,
            detourOpen: detour !== null,
            order: order?.state ?? null,
          }),
        ),
        flows: await viewFlows(sql, caller, instances),
        now: now.toISOString(),
        timeZone: parameters.deadlines.timeZone,
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
      row.id,
      {
        companyId: row.company,
        icao24: typeof row.icao24 === 'string' ? row.icao24.toLowerCase() : null,
        registration: row.registration,
        typeDesignator: row.designator,
      },
    ]),
  );
}

const emptyTaskView = lackingOf('jobTask');

const noAircraft: Pick<AircraftIdentity, 'icao24'> & { registration: string | null } = {
  icao24: null,
  registration: null,
};

export interface PlanPages {
  page(caller: Caller, input: PlanPageInput): Promise<{ totalCount: number; items: PlanItem[] }>;
  /** Of each state, how many match; the states asked for do not narrow it. */
  counts(caller: Caller, input: PlanFilter): Promise<{ state: number; count: number }[]>;
  /** Those of these plans that the caller may read, in this order. */
  byIds(caller: Caller, ids: number[]): Promise<PlanItem[]>;
  /** Plans as a list shows them. */
  view(caller: Caller, items: StoredRecord[], withTasks: boolean): Promise<PlanItem[]>;
}

const sortable = new Set<string>([
  ...listedFields.plan.filter((field) => isOrdered(planParts.plan.properties[field] ?? {})),
  'id',
  'planNumber',
  'state',
  'callsign',
  'departure',
  'destination',
  'startTime',
  'endTime',
  'decideBy',
  'submitBy',
  'submittedAt',
  'validFrom',
  'validTo',
  'createdAt',
  'updatedAt',
]);

/** Lists of plans, of every screen that has one: the same filter, the same rows. */
export function createPlanPages(deps: {
  records: Records;
  sql: Sql;
  flows: FlowStore;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): PlanPages {
  const { records, sql, flows, clock } = deps;

  async function tasksOfPage(caller: Caller, planIds: number[]): Promise<Map<number, TaskItem[]>> {
    if (planIds.length === 0) return new Map();
    const items = await records.rows(systemCaller(), 'jobTask', {
      most: 20 * planIds.length,
      sort: [
        { field: 'plan', order: 'asc' },
        { field: 'sequence', order: 'asc' },
      ],
      filter: { field: 'plan', operator: 'in', value: planIds },
    });
    const [labels, places, aircraft] = await Promise.all([
      records.labels(caller, 'jobTask', items),
      loadPlaces(sql, items.map(taskRecord)),
      aircraftOf(sql, [...new Set(items.map((item) => taskRecord(item).aircraft))]),
    ]);
    const seen = (field: string) => mayReadField(caller.ability, 'jobTask', field);
    const registrations = mayReadField(caller.ability, 'aircraft', 'registration');
    const grouped = new Map<number, TaskItem[]>();
    for (const task of items.map(taskRecord)) {
      const craft = aircraft.get(task.aircraft);
      const own = registrations && craft?.companyId === task.company ? craft : undefined;
      const view: TaskItem = {
        id: task.id,
        sequence: task.sequence,
        callsign: task.callsign,
        aircraft: task.aircraft,
        registration: own?.registration ?? null,
        etd: task.etd,
        eta: task.eta,
        geometry: seen('geometry') ? footprintOf(task, places) : null,
        corridorWidthM: task.corridorWidthM ?? null,
        lower: seen('lower') ? (task.lower ?? null) : null,
        upper: seen('upper') ? (task.upper ?? null) : null,
        departureName: placeName(labels.get(task.id), 'departurePoint', 'departure'),
        destinationName: placeName(labels.get(task.id), 'destinationPoint', 'destination'),
      };
      grouped.set(task.plan, [...(grouped.get(task.plan) ?? []), view]);
    }
    return grouped;
  }

  const selectionOf = async (caller: Caller, input: PlanFilter) =>
    planSelection({ sql, flows }, caller, input, clock(), await deps.readParameters());

  const pages: PlanPages = {
    async page(caller, input) {
      const selection = await selectionOf(caller, input);
      const sort = sortOf(input.sorting);
      if (!selection) return { totalCount: 0, items: [] };
      const start = input.skipCount ?? 0;
      const { items, total } = await records.list(caller, 'plan', {
        ...selection,
        start,
        end: start + (input.maxResultCount ?? 10),
        sort: sort.filter(({ field }) => mayReadField(caller.ability, 'plan', field)),
      });
      return { totalCount: total, items: await pages.view(caller, items, input.withTasks === true) };
    },

    async counts(caller, { states: _, ...input }) {
      const selection = await selectionOf(caller, input);
      if (!selection) return [];
      const counted = await records.countBy(caller, 'plan', 'state', selection);
      return counted.map(({ value, count }) => ({ state: Number(value), count }));
    },

    async byIds(caller, ids) {
      if (ids.length === 0) return [];
      const items = await records.rows(caller, 'plan', {
        most: ids.length,
        where: (alias) => raw`${raw.ref(`${alias}.id`)} = any(${ids}::bigint[])`,
      });
      const place = new Map(ids.map((id, index) => [id, index]));
      const plans = await pages.view(caller, items, false);
      return plans.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
    },

    async view(caller, items, withTasks) {
      const now = clock().getTime();
      const [labels, parameters, waitingFlows, notes, tasks] = await Promise.all([
        records.labels(caller, 'plan', items),
        deps.readParameters(),
        flows.waitingFor(sql, caller.actor, ['plan']),
        statusNotesOf(
          sql,
          items.map(({ id }) => id),
        ),
        withTasks
          ? tasksOfPage(
              caller,
              items.map(({ id }) => id),
            )
          : null,
      ]);
      const waiting = new Set(waitingFlows.map((one) => one.documentId));
      return items.map((item) => ({
        ...viewPlan(caller, planRecord(item), labels.get(item.id) ?? {}, notes.get(item.id), now, parameters),
        waiting: waiting.has(item.id),
        ...(tasks ? { tasks: tasks.get(item.id) ?? [] } : {}),
      }));
    },
  };
  return pages;
}

function placeName(
  labels: RelationLabels | undefined,
  ...fields: (keyof TaskRecord & string)[]
): string | null {
  for (const field of fields) {
    const label = labels?.[field];
    if (typeof label === 'string') return label;
  }
  return null;
}

/** ABP's `startTime desc, id`; the newest flight first where nothing is said. */
function sortOf(sorting: string | undefined): { field: string; order: 'asc' | 'desc' }[] {
  if (!sorting?.trim()) return [{ field: 'startTime', order: 'desc' }];
  return sorting.split(',').map((part) => {
    const [field = '', order = 'asc'] = part.trim().split(/\s+/);
    const direction = order.toLowerCase();
    if (!sortable.has(field) || (direction !== 'asc' && direction !== 'desc')) {
      throw formError('sorting', 'common.invalid.form', { field: 'sorting' });
    }
    return { field, order: direction };
  });
}

/** A plan as the caller may see it. */
function viewPlan(
  caller: Caller,
  plan: PlanRecord,
  labels: RelationLabels,
  notes: readonly StatusNote[] | undefined,
  now: number,
  parameters: PlanParameters,
) {
  return withoutHidden(
    caller,
    'plan',
    wholeView(caller, plan, labels, notes ?? [], now, parameters),
    emptyView,
  );
}

function wholeView(
  caller: Caller,
  plan: PlanRecord,
  labels: RelationLabels,
  notes: readonly StatusNote[],
  now: number,
  parameters: PlanParameters,
) {
  const say = (key: string) => textIn({ key }, caller.locale);
  const restricted = plan.restricted === true;
  const { code: status } = flightStatusOf(statusFactsOf(plan, notes, parameters), now);
  return {
    ...wholeOf('plan', plan),
    reason: wordedIn(plan.reason ?? null, caller.locale),
    id: plan.id,
    version: plan.version,
    planNumber: plan.planNumber ?? `#${plan.id}`,
    state: plan.state,
    stateText: say(stateKey(plan.state, { restricted })),
    todayStateText: say(stateKey(plan.state, { restricted, today: true })),
    ...clocksOf(plan, parameters),
    sFlt: status,
    // A plan for a term is no flight: only those of its days leave, and late.
    sFltText: plan.kind === 'standing' ? '' : flightStatusLabel(status),
    // Light aircraft leave from where they stand: no taxi time is taken off.
    delayMinutes:
      plan.kind === 'standing'
        ? null
        : delayMinutes({ status, sobt: msOf(plan.startTime), vtt: 0, atot: msOf(plan.takeoffAt) }, now),
    labels,
  };
}

/**
 * The moments that a screen counts down to, by the legal clocks. A plan that is not submitted shows those of
 * now.
 */
function clocksOf(plan: PlanRecord, parameters: PlanParameters) {
  const { deadlines } = parameters;
  const startAt = msOf(plan.startTime);
  const endAt = expectedEndOf(plan);
  const unsubmitted = plan.state === planState.new || plan.state === planState.rejected;
  const limits =
    unsubmitted && startAt !== null
      ? deadlinesOf(
          {
            urgency: plan.urgency,
            unmanned: plan.unmanned === true,
            startAt,
            withinTerm: plan.withinTerm === true,
          },
          deadlines,
        )
      : null;
  const lapses =
    plan.kind !== 'standing' && startAt !== null && statesFor('lapse').includes(plan.state)
      ? countedDeparture(startAt, msOf(plan.realEtd)) + deadlines.lapseMinutes * 60_000
      : null;
  return {
    submitBy: limits ? isoOf(limits.submitBy) : (plan.submitBy ?? null),
    decideBy: limits ? isoOf(limits.decideBy) : (plan.decideBy ?? null),
    lapsesAt: isoOf(lapses),
    overdueAt:
      plan.state === planState.inFlight && endAt !== null ? isoOf(endAt + parameters.overdueMs) : null,
  };
}

const { planNumber: _number, state: _state, ...lacking } = lackingOf('plan');

/** What a plan may lack; its number and its state are told whoever asks. */
const emptyView = { ...lacking, reason: null, lapsesAt: null, overdueAt: null };
