import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Handlers } from '#server/http/service.ts';
import { onlyLooks } from '#server/kernel/caller.ts';
import { activePlans } from './active-plans.ts';
import type { PlanDecisions } from './plan-decisions.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanPages, PlanQueries } from './plan-queries.ts';
import { settingsOf } from './plan-settings.ts';

/** How plans are read: lists, one plan, its steps, what the map shows. */
export function readingMethods(deps: {
  records: Records;
  sql: Sql;
  queries: PlanQueries;
  pages: PlanPages;
  readParameters: () => Promise<PlanParameters>;
  decisions: PlanDecisions;
  clock: () => Date;
}): Pick<
  Handlers<'Navigation'>,
  | 'GetNAircraft'
  | 'GetHistoryNAircraft'
  | 'GetSettingValue'
  | 'GetNAircraftById'
  | 'GetJobTaskById'
  | 'GetActiveNAircrafts'
  | 'GetStepNaircraft'
> {
  const { records, sql, queries, pages, decisions, clock } = deps;
  return {
    GetNAircraft: (input, caller) => pages.page(caller, input),
    async GetHistoryNAircraft(input, caller) {
      const [page, counts] = await Promise.all([pages.page(caller, input), pages.counts(caller, input)]);
      return { ...page, counts };
    },
    GetSettingValue: () => settingsOf(deps),
    GetNAircraftById: (input, caller) => queries.detail(caller, input.id),
    GetJobTaskById: async (input, caller) => ({ items: await queries.tasks(caller, input.id) }),
    GetActiveNAircrafts: async (_input, caller) => ({
      items: await activePlans(records, sql, caller, clock()),
    }),
    async GetStepNaircraft(input, caller) {
      // Who only looks takes nothing in hand.
      if (!onlyLooks(caller)) await decisions.open(caller, input.nairid);
      return queries.steps(caller, input.nairid);
    },
  };
}
