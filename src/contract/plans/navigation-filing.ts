import { Type } from '@sinclair/typebox';
import { call, largeBody } from '#contract/call.ts';
import { id, idInput } from '#contract/input.ts';
import { planMakers, planReaders } from '#domain/plans/readers.ts';
import { planInput, planSave, planUpdate } from './plan-input.ts';
import { checkView, savedPlan } from './plan-output.ts';

const create = planMakers;

/** What an operator does before a plan is decided: make, change, check, submit, split, withdraw, delete. */
export const navigationFiling = {
  AddNAircraft: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: create,
    summary: 'Makes a plan (state 0)',
    input: planInput,
    output: savedPlan,
  }),
  UpdateNAircraftById: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: create,
    summary: 'Changes a new or rejected plan; what is left out is emptied',
    input: planUpdate,
    output: savedPlan,
  }),
  SaveNAircrafts: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: create,
    summary: 'Makes or changes plans and, with submit, submits them and those named by id: all or none',
    input: Type.Object({
      plans: Type.Optional(Type.Array(planSave, { maxItems: 50 })),
      ids: Type.Optional(Type.Array(id, { maxItems: 50 })),
      submit: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ items: Type.Array(savedPlan) }),
  }),
  CheckErrors: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: create,
    writes: false,
    summary: 'Everything that stands against submitting the plan now, found at once; nothing is stored',
    input: planSave,
    output: checkView,
  }),
  GetFindingsById: call({
    verb: 'GET',
    permission: planReaders,
    summary:
      'What CheckErrors says of a stored plan: of a submitted one, as things stood when it was submitted',
    input: idInput,
    output: checkView,
  }),
  SplitNAircraftById: call({
    verb: 'POST',
    permission: create,
    summary: 'One plan of n tasks becomes n plans in the same state',
    input: idInput,
    output: Type.Object({ items: Type.Array(savedPlan) }),
  }),
  NAircraftToUserAirspace: call({
    verb: 'POST',
    permission: ['Pages.AirspaceApproval.Create', ...create],
    summary: 'Keeps where a plan flies, with its limits, as airspace templates of the caller',
    input: Type.Object({ id, name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })) }),
    output: Type.Object({
      /** The first of them. */
      id: Type.Integer(),
      ids: Type.Array(Type.Integer()),
    }),
  }),
  DelNAircraft: call({
    verb: 'POST',
    permission: create,
    summary: 'A new or rejected plan goes into the trash',
    input: idInput,
    output: Type.Boolean(),
  }),
  BackNAircraft: call({
    verb: 'POST',
    permission: create,
    summary: 'Withdraws a plan that is not decided yet (1, 2 → 11)',
    input: Type.Object({ id, reason: Type.Optional(Type.String({ maxLength: 1000 })) }),
    output: savedPlan,
  }),
};
