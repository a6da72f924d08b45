import type { ChangeFeed } from '../changes.ts';
import { createAirGuard } from '../conflicts/air-guard.ts';
import { createConflicts } from '../conflicts/conflicts.ts';
import type { Database } from '../db/database.ts';
import { createFlowStore, type FlowStore } from '../flows/flow-store.ts';
import type { Logger } from '../logger.ts';
import { createInbound, type Inbound } from '../messages/inbound.ts';
import { createMessageOutbox } from '../messages/outbox.ts';
import type { Parameters } from '../parameters.ts';
import { createDetourViews } from '../plans/detour-views.ts';
import { createDetours } from '../plans/detours.ts';
import { createPlanClock, type PlanClock } from '../plans/plan-clock.ts';
import { createPlanDecisions, type PlanDecisions } from '../plans/plan-decisions.ts';
import { createPlanEditing, type PlanEditing } from '../plans/plan-editing.ts';
import { createJournal } from '../plans/plan-journal.ts';
import { createPlanLife, type PlanLife } from '../plans/plan-life.ts';
import { createPlanPages } from '../plans/plan-pages.ts';
import { readPlanParameters } from '../plans/plan-parameters.ts';
import { createPlanQueries } from '../plans/plan-queries.ts';
import { createPlanReports, type PlanReports } from '../plans/plan-reports.ts';
import { createReportProposals, type ReportProposals } from '../plans/report-proposals.ts';
import { createStandingPlans, type StandingPlans } from '../plans/standing-plans.ts';
import type { Records } from '../records/records.ts';
import { createFlowConfigService } from './flow-config.ts';
import { createMessageQueryService } from './message-query.ts';
import { actingMethods } from './navigation-acting.ts';
import { boardMethods } from './navigation-board.ts';
import { detourMethods } from './navigation-detours.ts';
import { filingMethods } from './navigation-filing.ts';
import { proposalMethods } from './navigation-proposals.ts';
import { readingMethods } from './navigation-reading.ts';
import { reportMethods } from './navigation-report.ts';
import { routeMethods } from './navigation-route.ts';
import { createOperateRecordService } from './operate-record.ts';
import type { Service } from './service.ts';
import { createTemplateService } from './template.ts';
import { createTomorrowNavigationService } from './tomorrow-navigation.ts';

export interface NavigationDeps {
  records: Records;
  database: Pick<Database, 'kysely'>;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
}

/** The parts that a plan's life is made of, put together once: services, clock and demo share them. */
export interface Navigation {
  flows: FlowStore;
  editing: PlanEditing;
  life: PlanLife;
  decisions: PlanDecisions;
  reports: PlanReports;
  standing: StandingPlans;
  proposals: ReportProposals;
  /** What other units tell of our flights. */
  inbound: Inbound;
  services: Service[];
  /** Keeps the index of what is in the air near the present, until the answer is called. */
  followConflicts(log: Logger): () => Promise<void>;
  planClock(deps: { changes: ChangeFeed; log: Logger }): PlanClock;
}

export function createNavigation({ records, database, parameters, clock }: NavigationDeps): Navigation {
  const sql = database.kysely;
  const flows = createFlowStore(records);
  const outbox = createMessageOutbox({ records, parameters, clock });
  const journal = outbox.wrap(createJournal({ records, clock }));
  const figures = () => readPlanParameters(parameters);
  const conflicts = createConflicts();
  const guard = createAirGuard({ records, conflicts });
  const parts = { records, flows, journal, clock, figures, sql, conflicts, guard };
  const editing = createPlanEditing(parts);
  const life = createPlanLife(parts);
  const decisions = createPlanDecisions(parts);
  const reports = createPlanReports(parts);
  const inbound = createInbound({ records, sql, outbox, life, reports, clock });
  const queries = createPlanQueries({ ...parts, reports });
  const detours = createDetours(parts);
  const proposals = createReportProposals({ ...parts, reports });
  const pages = createPlanPages(parts);
  const standing = createStandingPlans({ ...parts, editing });
  return {
    flows,
    editing,
    life,
    decisions,
    reports,
    standing,
    proposals,
    inbound,
    services: [
      {
        name: 'Navigation',
        methods: [
          ...filingMethods({ ...parts, editing, life }),
          ...readingMethods({ ...parts, queries, pages, decisions }),
          ...proposalMethods({ proposals }),
          ...detourMethods({ detours, detourViews: createDetourViews(parts) }),
          ...actingMethods({ life, decisions, reports, standing }),
          ...routeMethods(parts),
          ...reportMethods(parts),
          ...boardMethods({ ...parts, pages }),
        ],
      },
      createTomorrowNavigationService({ ...parts, editing, life, pages, queries, standing }),
      createTemplateService({ records }),
      createMessageQueryService({ records, sql, outbox, inbound, clock }),
      createOperateRecordService({ records, sql }),
      createFlowConfigService({ records, flows, sql, clock }),
    ],
    followConflicts: (log) =>
      conflicts.follow({
        sql,
        log,
        figures: async () => {
          const { corridorWidthM, pointRadiusM, deadlines } = await figures();
          return { corridorWidthM, pointRadiusM, timeZone: deadlines.timeZone };
        },
      }),
    planClock: ({ changes, log }) =>
      createPlanClock({ ...parts, database, life, decisions, standing, changes, log }),
  };
}
