import type { ActivePlan } from '#contract/plans/plan-output.ts';
import { altitudeM } from '#domain/geo/altitude.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { mayReadField } from '#domain/identity/access.ts';
import { type PlanState, planState, stateKey } from '#domain/plans/states.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { asOf } from '#server/engine/records/as-of.ts';
import { withAllFields, withoutHidden } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { aircraftOf } from './plan-queries.ts';
import { type PlanRecord, planRecord, type TaskRecord, taskRecord } from './plan-rows.ts';
import { departurePlace, destinationPlace, footprintOf, loadPlaces, type Places } from './plan-volumes.ts';

/** States that a map of what flies now shows: approved up to landed. */
const shown: PlanState[] = [4, 5, 6, 7, 8, 9];
/** How far around now the map looks; what is in flight shows however long it is out. */
const aroundMs = 24 * 3_600_000;

/** Plans for the map: approved or later and near now, those in flight always, with where each task flies. */
export async function activePlans(
  records: Records,
  sql: Sql,
  caller: Caller,
  now: Date,
): Promise<ActivePlan[]> {
  const near = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const { items } = await records.list(withAllFields(caller), 'plan', {
    start: 0,
    end: 2_000,
    sort: [{ field: 'startTime', order: 'asc' }],
    search: undefined,
    trash: 'without',
    filter: {
      operator: 'or',
      value: [
        { field: 'state', operator: 'eq', value: planState.inFlight },
        {
          operator: 'and',
          value: [
            { field: 'state', operator: 'in', value: shown },
            // A standing plan is not flown: the plans of its days are.
            { field: 'kind', operator: 'ne', value: 'standing' },
            { field: 'startTime', operator: 'lt', value: near(aroundMs) },
            { field: 'endTime', operator: 'gt', value: near(-aroundMs / 4) },
          ],
        },
      ],
    },
  });
  const plans = items.map(planRecord);
  return viewsOf(records, sql, caller, plans, await tasksOfPlans(records, plans));
}

/** The same as it was at a moment of the past: plans in the states and their tasks in the places that they had then. */
export async function plansAsOf(
  records: Records,
  sql: Sql,
  caller: Caller,
  moment: Date,
): Promise<ActivePlan[]> {
  const near = (ms: number) => new Date(moment.getTime() + ms).toISOString();
  const items = await records.rows(withAllFields(caller), 'plan', {
    most: 2_000,
    sort: [{ field: 'startTime', order: 'asc' }],
    trash: 'with',
    filter: {
      operator: 'and',
      value: [
        { field: 'kind', operator: 'ne', value: 'standing' },
        { field: 'startTime', operator: 'lt', value: near(aroundMs) },
        { field: 'endTime', operator: 'gt', value: near(-aroundMs / 4) },
      ],
    },
  });
  const at = moment.toISOString();
  const then = await asOf(sql, 'plan', items, at);
  const plans = then.map(planRecord).filter(({ state }) => shown.includes(state));
  const tasks = await asOf(sql, 'jobTask', await tasksOfPlans(records, plans, 'with'), at);
  return viewsOf(records, sql, caller, plans, tasks);
}

/** One plan as a map shows it, whatever its state; the caller may read it. */
export async function planOnMap(
  records: Records,
  sql: Sql,
  caller: Caller,
  plan: PlanRecord,
): Promise<ActivePlan | null> {
  const [view = null] = await viewsOf(records, sql, caller, [plan], await tasksOfPlans(records, [plan]));
  return view;
}

async function viewsOf(
  records: Records,
  sql: Sql,
  caller: Caller,
  plans: PlanRecord[],
  tasks: TaskRecord[],
): Promise<ActivePlan[]> {
  const places = await loadPlaces(sql, tasks);
  const aircraft = await aircraftOf(sql, [...new Set(tasks.map((task) => task.aircraft))]);
  const labels = await records.untyped.labels(caller, 'plan', plans);
  const addresses = mayReadField(caller.ability, 'aircraft', 'icao24');
  const addressOf = (task: TaskRecord) => (addresses ? (aircraft.get(task.aircraft)?.icao24 ?? null) : null);
  return plans.map((plan) => {
    const own = tasks.filter((task) => task.plan === plan.id);
    const company = labels.get(plan.id)?.company;
    const view: ActivePlan = {
      id: plan.id,
      planNumber: plan.planNumber ?? `#${plan.id}`,
      state: plan.state,
      stateText: textIn(
        { key: stateKey(plan.state, { restricted: plan.restricted === true }) },
        caller.locale,
      ),
      restricted: plan.restricted === true,
      callsign: plan.callsign ?? null,
      callsigns: [...new Set(own.map((task) => task.callsign))],
      icao24s: [...new Set(own.flatMap((task) => addressOf(task) ?? []))],
      company: plan.company,
      companyName: stringOf(company),
      startTime: plan.startTime ?? null,
      endTime: plan.endTime ?? null,
      features: own.map((task) => ({
        featureId: `plan-${plan.id}-task-${task.id}`,
        task: task.id,
        callsign: task.callsign,
        icao24: addressOf(task),
        geometry: footprintOf(task, places),
        corridorWidthM: task.corridorWidthM ?? null,
        lower: task.lower ?? null,
        upper: task.upper ?? null,
        etd: task.etd,
        eta: task.eta,
      })),
    };
    return withoutHidden(caller, 'plan', view, { callsign: null, startTime: null, endTime: null });
  });
}

/** The caller may read the plans, so they may read their tasks. */
async function tasksOfPlans(
  records: Records,
  plans: PlanRecord[],
  trash: 'with' | 'without' = 'without',
): Promise<TaskRecord[]> {
  if (plans.length === 0) return [];
  const { items } = await records.list(systemCaller(), 'jobTask', {
    start: 0,
    end: 20 * plans.length,
    sort: [{ field: 'sequence', order: 'asc' }],
    search: undefined,
    trash,
    filter: { field: 'plan', operator: 'in', value: plans.map(({ id }) => id) },
  });
  return items.map(taskRecord);
}

/**
 * A task that may be flown now: released or airborne. Times UTC ms, altitude in metres above its own datum.
 */
export interface FlyablePlan {
  planId: number;
  state: PlanState;
  callsign: string;
  /** Six hex digits, lower case. */
  icao24: string;
  /** From departure through what was drawn to the destination. */
  path: Coordinates[];
  etd: number;
  eta: number;
  altitudeM: number;
  releasedAt: number | null;
  /** Departure applied for at release, UTC ms. */
  realEtd: number | null;
  takeoffAt: number | null;
}

/**
 * Every task with a known 24-bit address of plans that are released (8) or in flight (9) and not long over.
 */
export async function flyablePlans(records: Records, sql: Sql, now: Date): Promise<FlyablePlan[]> {
  const { items } = await records.list(systemCaller(), 'plan', {
    start: 0,
    end: 500,
    sort: [{ field: 'startTime', order: 'asc' }],
    search: undefined,
    trash: 'without',
    filter: {
      operator: 'and',
      value: [
        { field: 'state', operator: 'in', value: [planState.releaseAllowed, planState.inFlight] },
        { field: 'endTime', operator: 'gt', value: new Date(now.getTime() - aroundMs / 4).toISOString() },
      ],
    },
  });
  const plans = items.map(planRecord);
  const tasks = await tasksOfPlans(records, plans);
  const places = await loadPlaces(sql, tasks);
  const aircraft = await aircraftOf(sql, [...new Set(tasks.map((task) => task.aircraft))]);
  return plans.flatMap((plan) =>
    tasks.flatMap((task): FlyablePlan[] => {
      const icao24 = aircraft.get(task.aircraft)?.icao24;
      if (task.plan !== plan.id || !icao24) return [];
      const path = pathOf(task, places);
      if (path.length === 0) return [];
      return [
        {
          planId: plan.id,
          state: plan.state,
          callsign: task.callsign,
          icao24,
          path,
          etd: Date.parse(task.etd),
          eta: Date.parse(task.eta),
          altitudeM: cruiseM(task),
          releasedAt: plan.releaseDecidedAt ? Date.parse(plan.releaseDecidedAt) : null,
          realEtd: plan.realEtd ? Date.parse(plan.realEtd) : null,
          takeoffAt: plan.takeoffAt ? Date.parse(plan.takeoffAt) : null,
        },
      ];
    }),
  );
}

/** Two thirds of the way up between the limits; 300 m where they are not known. */
function cruiseM(task: TaskRecord): number {
  const top = task.upper ? altitudeM(task.upper) : null;
  if (top === null) return 300;
  const bottom = task.lower && task.lower.reference === task.upper?.reference ? altitudeM(task.lower) : 0;
  return Math.round(bottom + (top - bottom) * (2 / 3));
}

function pathOf(task: TaskRecord, places: Places): Coordinates[] {
  const from = departurePlace(task, places);
  const to = destinationPlace(task, places);
  const drawn = footprintOf(task, places);
  const path = [
    ...(from?.type === 'Point' ? [from.coordinates] : []),
    ...(drawn ? trackOf(drawn) : []),
    ...(to?.type === 'Point' ? [to.coordinates] : []),
  ];
  return path.filter((point, index) => {
    const before = path[index - 1];
    return !before || before[0] !== point[0] || before[1] !== point[1];
  });
}

/**
 * A line is flown along, an area round its edge drawn a third of the way in, so that the flight stays inside.
 */
function trackOf(drawn: Geometry): Coordinates[] {
  switch (drawn.type) {
    case 'Point':
      return [];
    case 'LineString':
      return drawn.coordinates;
    case 'Polygon':
      return inward(drawn.coordinates[0] ?? []);
    case 'MultiPolygon':
      return drawn.coordinates.flatMap(([outer]) => inward(outer ?? []));
  }
}

function inward(ring: Coordinates[]): Coordinates[] {
  const corners = ring.slice(0, -1);
  if (corners.length === 0) return [];
  const middle = [0, 1].map(
    (axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / corners.length,
  );
  const [lon = 0, lat = 0] = middle;
  return ring.map(([x, y]): Coordinates => [x + (lon - x) / 3, y + (lat - y) / 3]);
}
