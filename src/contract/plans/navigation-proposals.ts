import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id } from '#contract/input.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { savedPlan } from './plan-output.ts';
import { proposalView } from './report-proposals.ts';

const create = ['Pages.Navigation.Create'];

/** Take-offs and landings that surveillance saw, for a person to accept (decisions.md §4). */
export const navigationProposals = {
  GetProposals: call({
    verb: 'GET',
    permission: planReaders,
    summary: "Reports that surveillance proposes for the caller's plans and that nobody has decided yet",
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(proposalView) }),
  }),
  AcceptProposal: call({
    verb: 'POST',
    permission: create,
    summary: 'Makes the report that was proposed, at the time that was seen or at another one',
    input: Type.Object({
      id,
      at: Type.Optional(Type.String({ description: 'UTC, ISO 8601' })),
      actualNum: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 9999 }), Type.Null()])),
    }),
    output: savedPlan,
  }),
  DismissProposal: call({
    verb: 'POST',
    permission: create,
    summary: 'Sets a proposed report aside: it was seen wrongly, or is not of this flight',
    input: Type.Object({ id, reason: Type.Optional(Type.String({ maxLength: 1000 })) }),
    output: Type.Boolean(),
  }),
};
