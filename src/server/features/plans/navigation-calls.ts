import { planState } from '#domain/plans/states.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createFlowStore, type FlowStore } from '#server/features/approvals/flow-store.ts';
import { createStepClock } from '#server/features/approvals/step-clock.ts';
import type { AirGuard } from '#server/features/conflicts/air-guard.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createDetourViews } from './detour-views.ts';
import { createDetours } from './detours.ts';
import { createFlightOrders, type FlightOrders, type OrderRooms } from './flight-orders.ts';
import { createFlightStatusNotes, type FlightStatusNotes } from './flight-status-notes.ts';
import { actingMethods } from './navigation-acting.ts';
import { boardMethods } from './navigation-board.ts';
import { detourMethods } from './navigation-detours.ts';
import { filingMethods } from './navigation-filing.ts';
import { orderMethods } from './navigation-orders.ts';
import { proposalMethods } from './navigation-proposals.ts';
import { readingMethods } from './navigation-reading.ts';
import { reportMethods } from './navigation-report.ts';
import { routeMethods } from './navigation-route.ts';
import { statusMethods } from './navigation-status.ts';
import { createOperateRecordService } from './operate-record-calls.ts';
import { planApproval } from './plan-approval.ts';
import { createPlanClock, type PlanClock } from './plan-clock.ts';
import { createPlanDecisions, type PlanDecisions } from './plan-decisions.ts';
import { createPlanEditing, type PlanEditing } from './plan-editing.ts';
import type { Journal } from './plan-journal.ts';
import { createPlanLife, type PlanLife } from './plan-life.ts';
import { readPlanParameters, readVolumeParameters } from './plan-parameters.ts';
import { createPlanPages, createPlanQueries } from './plan-queries.ts';
import { createPlanReports, type PlanReports } from './plan-reports.ts';
import { createReportProposals, type ReportProposals } from './report-proposals.ts';
import { createStandingPlans, type StandingPlans } from './standing-plans.ts';
import { createTomorrowNavigationService } from './tomorrow-navigation.ts';

export interface NavigationDeps {
  records: Records;
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
  /** Notes what was done to a plan, and sends what must be sent of it. */
  journal: Journal;
  conflicts: Conflicts;
  guard: AirGuard;
  /** Called after everything is put together. */
  orderRooms: () => OrderRooms;
}

/** The parts that a plan's life is made of: services, clock and demo share them. */
export interface Navigation {
  flows: FlowStore;
  editing: PlanEditing;
  life: PlanLife;
  decisions: PlanDecisions;
  reports: PlanReports;
  standing: StandingPlans;
  proposals: ReportProposals;
  orders: FlightOrders;
  statusNotes: FlightStatusNotes;
  services: Service[];
  /** Keeps the index of what is in the air near the present, until the answer is called. */
  followConflicts(log: Logger): () => Promise<void>;
  planClock(deps: { changes: ChangeFeed; log: Logger }): PlanClock;
}

export function createNavigation(deps: NavigationDeps): Navigation {
  const { records, database, parameters, clock, conflicts, guard, orderRooms } = deps;
  const journal = endingOrders(deps.journal, orderRooms);
  const sql = database.kysely;
  const flows = createFlowStore(records);
  const readParameters = () => readPlanParameters(parameters);
  const parts = { records, flows, journal, clock, readParameters, sql, conflicts, guard };
  const editing = createPlanEditing(parts);
  const life = createPlanLife(parts);
  const decisions = createPlanDecisions(parts);
  const reports = createPlanReports(parts);
  const queries = createPlanQueries({ ...parts, reports });
  const detours = createDetours(parts);
  const proposals = createReportProposals({ ...parts, reports });
  const statusNotes = createFlightStatusNotes(parts);
  const pages = createPlanPages(parts);
  const standing = createStandingPlans({ ...parts, editing });
  const orders = createFlightOrders({ ...parts, orderRooms });
  return {
    flows,
    editing,
    life,
    decisions,
    reports,
    standing,
    proposals,
    orders,
    statusNotes,
    services: [
      implement('Navigation', {
        ...filingMethods({ ...parts, editing, life }),
        ...readingMethods({ ...parts, queries, pages, decisions }),
        ...proposalMethods({ proposals }),
        ...orderMethods(orders),
        ...statusMethods(statusNotes),
        ...detourMethods({ detours, detourViews: createDetourViews(parts) }),
        ...actingMethods({ life, decisions, reports, standing }),
        ...routeMethods(parts),
        ...reportMethods(parts),
        ...boardMethods({ ...parts, pages }),
      }),
      createTomorrowNavigationService({ ...parts, editing, life, pages, queries, standing }),
      createOperateRecordService({ records, sql }),
    ],
    followConflicts: (log) =>
      conflicts.follow({
        sql,
        log,
        readParameters: () => readVolumeParameters(parameters),
      }),
    planClock({ changes, log }) {
      const documents = () => [planApproval(decisions)];
      const steps = createStepClock({ sql, records, documents, changes, log });
      return createPlanClock({ ...parts, database, life, steps, standing, log });
    },
  };
}

/** An order to a flight is no longer asked for once it is not in the air. */
const endingOrders =
  (journal: Journal, orderRooms: () => OrderRooms): Journal =>
  async (transaction, caller, plan, event) => {
    await journal(transaction, caller, plan, event);
    if (event.from === planState.inFlight && event.to !== null && event.to !== planState.inFlight)
      await orderRooms().ended(plan.id, transaction);
  };
