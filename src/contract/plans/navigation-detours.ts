import { Type } from '@sinclair/typebox';
import { call, largeBody } from '#contract/call.ts';
import { id } from '#contract/input.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { detourChange, detourView } from './detours.ts';
import { savedPlan } from './plan-output.ts';

/** Another way in flight (specification §8: detour application and acceptance). */
export const navigationDetours = {
  ApplyDetour: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: ['Pages.Navigation.Create'],
    summary: 'Applies in flight for another route, other levels or another landing place of a task',
    input: Type.Composite([
      Type.Object({ id, task: id, reason: Type.String({ minLength: 1, maxLength: 1000 }) }),
      detourChange,
    ]),
    output: Type.Object({ id: Type.Integer() }),
  }),
  DecideDetour: call({
    verb: 'POST',
    permission: ['Pages.Navigation'],
    summary: 'Accepts a detour, which the plan then flies, or refuses it with a reason',
    input: Type.Object({
      id,
      detour: id,
      accept: Type.Boolean(),
      comment: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    output: savedPlan,
  }),
  GetDetours: call({
    verb: 'GET',
    permission: planReaders,
    summary:
      'The detours of a plan, newest first; without an id those of all flights that wait for an answer',
    input: Type.Object({ id: Type.Optional(id) }),
    output: Type.Object({ items: Type.Array(detourView) }),
  }),
};
