import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id, idInput, pageOf, window } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { planMakers, planReaders } from '#domain/plans/readers.ts';
import { planItem, savedPlan, taskView } from './plan-output.ts';

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
export const tomorrowNavigation = {
  Page: call({
    verb: 'POST',
    permission: planReaders,
    writes: false,
    summary:
      'Every plan that departs on a date, and the standing plans that fly then with what was made of them',
    input: Type.Object({
      date: Type.Optional(day),
      filter: Type.Optional(Type.String({ maxLength: 100 })),
      states: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 12 }), { maxItems: 13 })),
      companies: ids,
      withTasks: Type.Optional(Type.Boolean()),
      ...window,
      sorting: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({
      date: Type.String(),
      totalCount: Type.Integer(),
      items: Type.Array(planItem),
      candidates: Type.Array(candidate),
    }),
  }),
  MakeFromStanding: call({
    verb: 'POST',
    permission: planMakers,
    summary: 'Makes the drafts of a day from standing plans; what is made already is not made again',
    input: Type.Object({ date: Type.Optional(day), standingPlans: ids }),
    output: Type.Object({
      items: Type.Array(savedPlan),
      refused: Type.Array(Type.Object({ standingPlan: Type.Integer(), message: Type.String() })),
    }),
  }),
  GetNotFinishNAircraft: call({
    verb: 'POST',
    permission: planReaders,
    writes: false,
    summary: 'Plans past their end that are not finished: they hold up the next submission (NotFinish)',
    input: Type.Object({ maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }),
    output: pageOf(planItem),
  }),
  DelNAircraft: call({
    verb: 'POST',
    permission: planMakers,
    summary: 'A new or rejected next-day plan goes into the trash; the clock does not make it again',
    input: idInput,
    output: Type.Boolean(),
  }),
  DoSubmitApproveNAircraftTomorrow: call({
    verb: 'POST',
    permission: planMakers,
    summary: 'Submits these plans, each by itself: a refused one does not hold up the others and is told why',
    input: Type.Object({ ids: Type.Array(id, { minItems: 1, maxItems: 200, uniqueItems: true }) }),
    output: Type.Object({
      items: Type.Array(savedPlan),
      refused: Type.Array(Type.Object({ id: Type.Integer(), ...refusal })),
    }),
  }),
  GetJobTaskByTomorrowId: call({
    verb: 'GET',
    permission: planReaders,
    summary: 'The tasks of a next-day plan',
    input: idInput,
    output: Type.Object({ items: Type.Array(taskView) }),
  }),
};
