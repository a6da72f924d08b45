import { Type } from '@sinclair/typebox';
import { planReaders } from '#domain/plans/readers.ts';
import { dayAfter, daysBetween } from '#domain/plans/working-days.ts';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { dayOf, onDay } from '#domain/time/wall-clock.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { dayIn } from './given-times.ts';
import { saved, savedPlan } from './navigation-filing.ts';
import { unfinishedBy } from './plan-check.ts';
import type { PlanEditing } from './plan-editing.ts';
import type { PlanLife } from './plan-life.ts';
import { planItem, taskView } from './plan-output.ts';
import type { PlanPages } from './plan-pages.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanQueries } from './plan-queries.ts';
import type { PlanRecord } from './plan-rows.ts';
import { planMakers } from './plan-store.ts';
import type { StandingPlans } from './standing-plans.ts';

const id = Type.Integer({ minimum: 1 });
const ids = Type.Optional(Type.Array(id, { maxItems: 200 }));
const day = Type.String({ description: 'YYYY-MM-DD on the wall of the service', maxLength: 10 });

const candidate = Type.Object({
  standingPlan: Type.Integer(),
  planNumber: Type.String(),
  companyName: nullable(Type.String()),
  callsigns: Type.Array(Type.String()),
  /** The plan of that day; null: not made yet. */
  made: nullable(Type.Integer()),
  /** Why none can be made now, in the caller's language; null: nothing stands in the way. */
  blocked: nullable(Type.String()),
});

const refusal = {
  message: Type.String(),
  /** The rule, where one refuses it. */
  details: nullable(Type.String()),
  fields: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
};

/** Next-day plans: made from standing plans, reviewed, and submitted together. */
export function createTomorrowNavigationService(deps: {
  records: Records;
  editing: PlanEditing;
  life: PlanLife;
  pages: PlanPages;
  queries: PlanQueries;
  standing: StandingPlans;
  clock: () => Date;
  figures: () => Promise<PlanParameters>;
}): Service {
  const { records, editing, life, pages, queries, standing, clock } = deps;

  /** The beginning and the end of a day on the wall, UTC. */
  async function spanOf(date: string | undefined) {
    const { timeZone } = (await deps.figures()).deadlines;
    const now = clock().getTime();
    const today = dayOf(now, timeZone);
    const wanted = date === undefined ? dayAfter(today, 1) : dayIn(date, 'date');
    const offset = daysBetween(today, wanted);
    return {
      date: wanted,
      from: onDay(now, offset, '00:00', timeZone),
      to: onDay(now, offset + 1, '00:00', timeZone),
    };
  }

  async function companyNames(caller: Caller, companies: number[]): Promise<Map<number, string>> {
    const rows = companies.map((company, index) => ({ id: index, version: 1, company }));
    const labels = await records.labels(caller, 'plan', rows);
    return new Map(
      rows.flatMap(({ id: row, company }) => {
        const name = labels.get(row)?.company;
        return typeof name === 'string' ? [[company, name] as const] : [];
      }),
    );
  }

  function told(error: AppError, caller: Caller) {
    return {
      message: textIn(error.text, caller.locale),
      details: error.extra.explanation ? textIn(error.extra.explanation, caller.locale) : null,
      fields: (error.extra.fields ?? []).map(({ field, text }) => ({
        field,
        message: textIn(text, caller.locale),
      })),
    };
  }

  return {
    name: 'TomorrowNavigation',
    methods: [
      method({
        verb: 'POST',
        name: 'Page',
        permission: planReaders,
        writes: false,
        summary:
          'The next-day plans of a date, and the standing plans that fly then with what was made of them',
        input: Type.Object({
          date: Type.Optional(day),
          filter: Type.Optional(Type.String({ maxLength: 100 })),
          states: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 12 }), { maxItems: 13 })),
          companies: ids,
          withTasks: Type.Optional(Type.Boolean()),
          skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
          maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
          sorting: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        output: Type.Object({
          date: Type.String(),
          totalCount: Type.Integer(),
          items: Type.Array(planItem),
          candidates: Type.Array(candidate),
        }),
        async handle({ date: wanted, ...input }, caller) {
          const { date, from, to } = await spanOf(wanted);
          const [page, candidates] = await Promise.all([
            pages.page(caller, {
              sorting: 'startTime asc, id asc',
              ...input,
              kinds: ['nextDay'],
              startsFrom: new Date(from).toISOString(),
              startsTo: new Date(to).toISOString(),
            }),
            standing.candidates(caller, date),
          ]);
          const names = await companyNames(caller, [...new Set(candidates.map(({ company }) => company))]);
          return {
            date,
            ...page,
            candidates: candidates.map(({ company, blocked, ...one }) => ({
              ...one,
              companyName: names.get(company) ?? null,
              blocked: blocked && textIn(blocked, caller.locale),
            })),
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'MakeFromStanding',
        permission: planMakers,
        summary: 'Makes the drafts of a day from standing plans; what is made already is not made again',
        input: Type.Object({ date: Type.Optional(day), standingPlans: ids }),
        output: Type.Object({
          items: Type.Array(savedPlan),
          refused: Type.Array(Type.Object({ standingPlan: Type.Integer(), message: Type.String() })),
        }),
        async handle(input, caller) {
          const { date } = await spanOf(input.date);
          const made = await standing.make(caller, date, input.standingPlans ?? null);
          return {
            items: made.items.map(saved),
            refused: made.refused.map(({ standingPlan, reason }) => ({
              standingPlan,
              message: textIn(reason, caller.locale),
            })),
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'GetNotFinishNAircraft',
        permission: planReaders,
        writes: false,
        summary: 'Plans past their end that are not finished: they hold up the next submission (NotFinish)',
        input: Type.Object({ maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }),
        output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(planItem) }),
        async handle({ maxResultCount = 200 }, caller) {
          return pages.page(caller, {
            ...unfinishedBy(clock(), await deps.figures()),
            sorting: 'endTime asc',
            maxResultCount,
          });
        },
      }),
      method({
        verb: 'POST',
        name: 'DelNAircraft',
        permission: planMakers,
        summary: 'A new or rejected next-day plan goes into the trash; the clock does not make it again',
        input: Type.Object({ id }),
        output: Type.Boolean(),
        async handle(input, caller) {
          await editing.remove(caller, input.id);
          return true;
        },
      }),
      method({
        verb: 'POST',
        name: 'DoSubmitApproveNAircraftTomorrow',
        permission: planMakers,
        summary:
          'Submits these plans, each by itself: a refused one does not hold up the others and is told why',
        input: Type.Object({ ids: Type.Array(id, { minItems: 1, maxItems: 200, uniqueItems: true }) }),
        output: Type.Object({
          items: Type.Array(savedPlan),
          refused: Type.Array(Type.Object({ id: Type.Integer(), ...refusal })),
        }),
        async handle(input, caller) {
          const items: PlanRecord[] = [];
          const refused: { id: number; error: AppError }[] = [];
          for (const one of input.ids) {
            try {
              items.push(await life.submit(caller, one));
            } catch (error) {
              if (!(error instanceof AppError)) throw error;
              refused.push({ id: one, error });
            }
          }
          // Where unfinished flights hold up all of them, the answer is the one that leads to their list.
          const unfinished = refused.find(({ error }) => error.text.key === 'plan.notFinish');
          if (items.length === 0 && unfinished) throw unfinished.error;
          return {
            items: items.map(saved),
            refused: refused.map(({ id: plan, error }) => ({ id: plan, ...told(error, caller) })),
          };
        },
      }),
      method({
        verb: 'GET',
        name: 'GetJobTaskByTomorrowId',
        permission: planReaders,
        summary: 'The tasks of a next-day plan',
        input: Type.Object({ id }),
        output: Type.Object({ items: Type.Array(taskView) }),
        handle: async (input, caller) => ({ items: await queries.tasks(caller, input.id) }),
      }),
    ],
  };
}
