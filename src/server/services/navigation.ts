import type { ChangeFeed } from '../changes.ts';
import type { Database } from '../db/database.ts';
import { createFlowStore, type FlowStore } from '../flows/flow-store.ts';
import type { Logger } from '../logger.ts';
import type { Parameters } from '../parameters.ts';
import { createPlanClock, type PlanClock } from '../plans/plan-clock.ts';
import { createPlanDecisions, type PlanDecisions } from '../plans/plan-decisions.ts';
import { createPlanEditing, type PlanEditing } from '../plans/plan-editing.ts';
import { createJournal } from '../plans/plan-journal.ts';
import { createPlanLife, type PlanLife } from '../plans/plan-life.ts';
import { readPlanParameters } from '../plans/plan-parameters.ts';
import { createPlanQueries } from '../plans/plan-queries.ts';
import { createPlanReports, type PlanReports } from '../plans/plan-reports.ts';
import type { Records } from '../records/records.ts';
import { createFlowConfigService } from './flow-config.ts';
import { actingMethods } from './navigation-acting.ts';
import { filingMethods } from './navigation-filing.ts';
import { readingMethods } from './navigation-reading.ts';
import { createOperateRecordService } from './operate-record.ts';
import type { Service } from './service.ts';

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
  services: Service[];
  planClock(deps: { changes: ChangeFeed; log: Logger }): PlanClock;
}

export function createNavigation({ records, database, parameters, clock }: NavigationDeps): Navigation {
  const sql = database.kysely;
  const flows = createFlowStore(records);
  const journal = createJournal({ records, clock });
  const figures = () => readPlanParameters(parameters);
  const parts = { records, flows, journal, clock, figures, sql };
  const editing = createPlanEditing(parts);
  const life = createPlanLife(parts);
  const decisions = createPlanDecisions(parts);
  const reports = createPlanReports(parts);
  const queries = createPlanQueries({ ...parts, reports });
  return {
    flows,
    editing,
    life,
    decisions,
    reports,
    services: [
      {
        name: 'Navigation',
        methods: [
          ...filingMethods({ ...parts, editing, life }),
          ...readingMethods({ ...parts, queries, decisions }),
          ...actingMethods({ life, decisions, reports }),
        ],
      },
      createOperateRecordService({ records, sql }),
      createFlowConfigService({ records, flows, sql, clock }),
    ],
    planClock: ({ changes, log }) =>
      createPlanClock({ database, life, decisions, changes, figures, clock, log }),
  };
}
