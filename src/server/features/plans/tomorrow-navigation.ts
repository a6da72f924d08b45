import { dayAfter, daysBetween } from '#domain/plans/working-days.ts';
import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { dayOf, onDay } from '#domain/time/wall-clock.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { dayIn } from './given-times.ts';
import { saved } from './navigation-filing.ts';
import { unfinishedBy } from './plan-check.ts';
import type { PlanEditing } from './plan-editing.ts';
import type { PlanLife } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanPages, PlanQueries } from './plan-queries.ts';
import type { PlanRecord } from './plan-rows.ts';
import type { StandingPlans } from './standing-plans.ts';

/** Next-day plans: made from standing plans, reviewed, and submitted together. */
export function createTomorrowNavigationService(deps: {
  records: Records;
  editing: PlanEditing;
  life: PlanLife;
  pages: PlanPages;
  queries: PlanQueries;
  standing: StandingPlans;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): Service {
  const { records, editing, life, pages, queries, standing, clock } = deps;

  /** The beginning and the end of a day on the wall, UTC. */
  async function spanOf(date: string | undefined) {
    const { timeZone } = (await deps.readParameters()).deadlines;
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

  function presentError(error: AppError, caller: Caller) {
    return {
      message: textIn(error.text, caller.locale),
      details: error.extra.explanation ? textIn(error.extra.explanation, caller.locale) : null,
      fields: (error.extra.fields ?? []).map(({ field, text }) => ({
        field,
        message: textIn(text, caller.locale),
      })),
    };
  }

  return implement('TomorrowNavigation', {
    async Page({ date: wanted, ...input }, caller) {
      const { date, from, to } = await spanOf(wanted);
      const [page, candidates] = await Promise.all([
        pages.page(caller, {
          sorting: 'startTime asc, id asc',
          ...input,
          // A standing plan is flown by the plans of its days.
          kinds: ['nextDay', 'quick', 'sameDay'],
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
    async MakeFromStanding(input, caller) {
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
    async GetNotFinishNAircraft({ maxResultCount = 200 }, caller) {
      return pages.page(caller, {
        ...unfinishedBy(clock(), await deps.readParameters()),
        sorting: 'endTime asc',
        maxResultCount,
      });
    },
    async DelNAircraft(input, caller) {
      await editing.remove(caller, input.id);
      return true;
    },
    async DoSubmitApproveNAircraftTomorrow(input, caller) {
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
        refused: refused.map(({ id: plan, error }) => ({ id: plan, ...presentError(error, caller) })),
      };
    },
    GetJobTaskByTomorrowId: async (input, caller) => ({ items: await queries.tasks(caller, input.id) }),
  });
}
