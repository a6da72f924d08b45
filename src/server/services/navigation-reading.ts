import { Type } from '@sinclair/typebox';
import { AppError } from '../../domain/errors.ts';
import { planReaders } from '../../domain/plan/readers.ts';
import type { Sql } from '../db/sql.ts';
import type { FlowStore } from '../flows/flow-store.ts';
import { activePlans } from '../plans/active-plans.ts';
import type { PlanDecisions } from '../plans/plan-decisions.ts';
import { activePlan, planDetail, planItem, stepDetail, taskView } from '../plans/plan-output.ts';
import type { PlanQueries } from '../plans/plan-queries.ts';
import type { Filter, Records } from '../records/records.ts';
import { method, type ServiceMethod } from './service.ts';

const id = Type.Integer({ minimum: 1 });

const sortable = new Set([
  'id',
  'planNumber',
  'state',
  'callsign',
  'startTime',
  'endTime',
  'decideBy',
  'submittedAt',
  'urgency',
  'kind',
  'createdAt',
  'updatedAt',
]);

const listInput = Type.Object({
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  states: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 12 }))),
  company: Type.Optional(id),
  missionType: Type.Optional(id),
  kind: Type.Optional(Type.String()),
  urgency: Type.Optional(Type.String()),
  /** Plans whose time meets this span; UTC. */
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  /** Only what waits for the caller's decision. */
  waiting: Type.Optional(Type.Boolean()),
  /** `startTime desc, id asc` */
  sorting: Type.Optional(Type.String({ maxLength: 200 })),
  skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
  maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});

/** How plans are read: lists, one plan, its steps, what the map shows. */
export function readingMethods(deps: {
  records: Records;
  sql: Sql;
  flows: FlowStore;
  queries: PlanQueries;
  decisions: PlanDecisions;
  clock: () => Date;
}): ServiceMethod[] {
  const { records, sql, flows, queries, decisions, clock } = deps;
  return [
    method({
      verb: 'POST',
      name: 'GetNAircraft',
      permission: planReaders,
      writes: false,
      summary: "The caller's plans, paged",
      input: listInput,
      output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(planItem) }),
      async handle(input, caller) {
        const filters: Filter[] = [];
        const equal = (field: string, value: unknown) => {
          if (value !== undefined) filters.push({ field, operator: 'eq', value });
        };
        equal('company', input.company);
        equal('missionType', input.missionType);
        equal('kind', input.kind);
        equal('urgency', input.urgency);
        if (input.states?.length) filters.push({ field: 'state', operator: 'in', value: input.states });
        if (input.to) filters.push({ field: 'startTime', operator: 'lt', value: input.to });
        if (input.from) filters.push({ field: 'endTime', operator: 'gt', value: input.from });
        if (input.waiting) {
          const ids = (await flows.waitingFor(sql, caller.actor))
            .filter((one) => one.documentResource === 'plan')
            .map((one) => one.documentId);
          if (ids.length === 0) return { totalCount: 0, items: [] };
          filters.push({ field: 'id', operator: 'in', value: ids });
        }
        const start = input.skipCount ?? 0;
        return queries.page(caller, {
          filter: filters.length > 0 ? { operator: 'and', value: filters } : undefined,
          keyword: input.keyword?.trim() || undefined,
          sort: sortOf(input.sorting),
          start,
          end: start + (input.maxResultCount ?? 10),
        });
      },
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
        await decisions.takeUp(caller, input.nairid);
        return queries.steps(caller, input.nairid);
      },
    }),
  ];
}

/** ABP's `startTime desc, id`; the newest flight first where nothing is said. */
function sortOf(sorting: string | undefined): { field: string; order: 'asc' | 'desc' }[] {
  if (!sorting?.trim()) return [{ field: 'startTime', order: 'desc' }];
  return sorting.split(',').map((part) => {
    const [field = '', order = 'asc'] = part.trim().split(/\s+/);
    const direction = order.toLowerCase();
    if (!sortable.has(field) || (direction !== 'asc' && direction !== 'desc')) {
      throw new AppError(
        'validation',
        { key: 'common.validation' },
        {
          fields: [{ field: 'sorting', text: { key: 'common.invalid.form', values: { field: 'sorting' } } }],
        },
      );
    }
    return { field, order: direction };
  });
}
