import { Type } from '@sinclair/typebox';
import { planReaders } from '#domain/plans/readers.ts';
import { largeBody } from '#server/http/body-limits.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { type DetourViews, detourView } from './detour-views.ts';
import { type Detours, detourChange } from './detours.ts';
import { saved, savedPlan } from './navigation-filing.ts';

const id = Type.Integer({ minimum: 1 });

/** Another way in flight (specification §8: detour application and acceptance). */
export function detourMethods({
  detours,
  detourViews,
}: {
  detours: Detours;
  detourViews: DetourViews;
}): ServiceMethod[] {
  return [
    method({
      verb: 'POST',
      name: 'ApplyDetour',
      bodyLimit: largeBody,
      permission: ['Pages.Navigation.Create'],
      summary: 'Applies in flight for another route, other levels or another landing place of a task',
      input: Type.Composite([
        Type.Object({ id, task: id, reason: Type.String({ minLength: 1, maxLength: 1000 }) }),
        detourChange,
      ]),
      output: Type.Object({ id: Type.Integer() }),
      async handle({ id: plan, task, reason, ...change }, caller) {
        return { id: await detours.apply(caller, plan, task, change, reason) };
      },
    }),
    method({
      verb: 'POST',
      name: 'DecideDetour',
      permission: ['Pages.Navigation'],
      summary: 'Accepts a detour, which the plan then flies, or refuses it with a reason',
      input: Type.Object({
        id,
        detour: id,
        accept: Type.Boolean(),
        comment: Type.Optional(Type.String({ maxLength: 1000 })),
      }),
      output: savedPlan,
      handle: async (input, caller) =>
        saved(
          await detours.decide(caller, input.id, input.detour, input.accept, input.comment?.trim() || null),
        ),
    }),
    method({
      verb: 'GET',
      name: 'GetDetours',
      permission: planReaders,
      summary:
        'The detours of a plan, newest first; without an id those of all flights that wait for an answer',
      input: Type.Object({ id: Type.Optional(id) }),
      output: Type.Object({ items: Type.Array(detourView) }),
      handle: async (input, caller) => ({
        items: await (input.id === undefined
          ? detourViews.open(caller)
          : detourViews.ofPlan(caller, input.id)),
      }),
    }),
  ];
}
