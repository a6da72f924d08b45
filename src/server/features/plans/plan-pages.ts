import { sql as raw } from 'kysely';
import type { PlanFilter, PlanPageInput } from '#contract/plans/plan-filter.ts';
import type { PlanItem, TaskItem } from '#contract/plans/plan-output.ts';
import { mayReadField } from '#domain/identity/access.ts';
import { isOrdered, listedFields, planParts } from '#domain/plans/filed-fields.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records, RelationLabels } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { planSelection } from './plan-filter.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { aircraftOf } from './plan-queries.ts';
import { planRecord, type TaskRecord, taskRecord } from './plan-rows.ts';
import { viewPlan } from './plan-views.ts';
import { footprintOf, loadPlaces } from './plan-volumes.ts';

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
  figures: () => Promise<PlanParameters>;
}): PlanPages {
  const { records, sql, flows, clock } = deps;

  async function tasksOfPage(caller: Caller, planIds: number[]): Promise<Map<number, TaskItem[]>> {
    if (planIds.length === 0) return new Map();
    const { items } = await records.list(systemCaller(), 'jobTask', {
      start: 0,
      end: 20 * planIds.length,
      sort: [
        { field: 'plan', order: 'asc' },
        { field: 'sequence', order: 'asc' },
      ],
      search: undefined,
      trash: 'without',
      count: 'none',
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

  const pages: PlanPages = {
    async page(caller, input) {
      const selection = await planSelection({ sql, flows }, caller, input, clock(), await deps.figures());
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
      const selection = await planSelection({ sql, flows }, caller, input, clock(), await deps.figures());
      if (!selection) return [];
      const counted = await records.countBy(caller, 'plan', 'state', selection);
      return counted.map(({ value, count }) => ({ state: Number(value), count }));
    },

    async byIds(caller, ids) {
      if (ids.length === 0) return [];
      const { items } = await records.list(caller, 'plan', {
        start: 0,
        end: ids.length,
        sort: [],
        filter: undefined,
        search: undefined,
        trash: 'without',
        count: 'none',
        where: (alias) => raw`${raw.ref(`${alias}.id`)} = any(${ids}::bigint[])`,
      });
      const place = new Map(ids.map((id, index) => [id, index]));
      const plans = await pages.view(caller, items, false);
      return plans.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
    },

    async view(caller, items, withTasks) {
      const now = clock().getTime();
      const [labels, figures, waitingFlows, tasks] = await Promise.all([
        records.labels(caller, 'plan', items),
        deps.figures(),
        flows.waitingFor(sql, caller.actor, ['plan']),
        withTasks
          ? tasksOfPage(
              caller,
              items.map(({ id }) => id),
            )
          : null,
      ]);
      const waiting = new Set(waitingFlows.map((one) => one.documentId));
      return items.map((item) => ({
        ...viewPlan(caller, planRecord(item), labels.get(item.id) ?? {}, now, figures),
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
export function sortOf(sorting: string | undefined): { field: string; order: 'asc' | 'desc' }[] {
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
