import { Type } from '@sinclair/typebox';
import { planReaders } from '#domain/plans/readers.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { activePlans } from './active-plans.ts';
import type { PlanDecisions } from './plan-decisions.ts';
import { activePlan, planDetail, stepDetail, taskView } from './plan-output.ts';
import { countedPlanPage, type PlanPages, planPage, planPageInput } from './plan-pages.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanQueries } from './plan-queries.ts';
import { planSettings, settingsOf } from './plan-settings.ts';

const id = Type.Integer({ minimum: 1 });

/** How plans are read: lists, one plan, its steps, what the map shows. */
export function readingMethods(deps: {
  records: Records;
  sql: Sql;
  queries: PlanQueries;
  pages: PlanPages;
  figures: () => Promise<PlanParameters>;
  decisions: PlanDecisions;
  clock: () => Date;
}): ServiceMethod[] {
  const { records, sql, queries, pages, decisions, clock } = deps;
  return [
    method({
      verb: 'POST',
      name: 'GetNAircraft',
      permission: planReaders,
      writes: false,
      summary: "The caller's plans, paged",
      input: planPageInput,
      output: planPage,
      handle: (input, caller) => pages.page(caller, input),
    }),
    method({
      verb: 'POST',
      name: 'GetHistoryNAircraft',
      permission: planReaders,
      writes: false,
      summary: 'Query and history: plans of any time by every filter, and how many there are of each state',
      input: planPageInput,
      output: countedPlanPage,
      async handle(input, caller) {
        const [page, counts] = await Promise.all([pages.page(caller, input), pages.counts(caller, input)]);
        return { ...page, counts };
      },
    }),
    method({
      verb: 'GET',
      name: 'GetSettingValue',
      permission: 'signedIn',
      summary: 'The figures and clocks that a form of plans needs',
      input: Type.Object({}),
      output: planSettings,
      handle: () => settingsOf(deps),
    }),
    method({
      verb: 'GET',
      name: 'GetNAircraftById',
      permission: planReaders,
      summary: 'A plan with its tasks, its flows, and every action with whether it is possible and why not',
      input: Type.Object({ id }),
      output: planDetail,
      handle: (input, caller) => queries.detail(caller, input.id),
    }),
    method({
      verb: 'GET',
      name: 'GetJobTaskById',
      permission: planReaders,
      summary: 'The tasks of a plan',
      input: Type.Object({ id }),
      output: Type.Object({ items: Type.Array(taskView) }),
      handle: async (input, caller) => ({ items: await queries.tasks(caller, input.id) }),
    }),
    method({
      verb: 'GET',
      name: 'GetActiveNAircrafts',
      permission: planReaders,
      summary: 'Plans for the map: approved or later and near now, with where each task flies',
      input: Type.Object({}),
      output: Type.Object({ items: Type.Array(activePlan) }),
      handle: async (_input, caller) => ({ items: await activePlans(records, sql, caller, clock()) }),
    }),
    method({
      verb: 'GET',
      name: 'GetStepNaircraft',
      permission: planReaders,
      summary: "A plan's steps; opened by the waiting step's approver, it is taken up (decisions.md §4)",
      input: Type.Object({ nairid: id }),
      output: stepDetail,
      async handle(input, caller) {
        // Who only looks, as another role or by a token that reads, takes nothing in hand.
        if (!caller.viewAs && !caller.token?.readOnly) await decisions.open(caller, input.nairid);
        return queries.steps(caller, input.nairid);
      },
    }),
  ];
}
