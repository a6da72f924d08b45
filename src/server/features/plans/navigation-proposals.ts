import { Type } from '@sinclair/typebox';
import { planReaders } from '#domain/plans/readers.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { momentIn } from './given-times.ts';
import { saved, savedPlan } from './navigation-filing.ts';
import { proposalView, type ReportProposals } from './report-proposals.ts';

const id = Type.Integer({ minimum: 1 });
const create = ['Pages.Navigation.Create'];

/** Take-offs and landings that surveillance saw, for a person to accept (decisions.md §4). */
export function proposalMethods({ proposals }: { proposals: ReportProposals }): ServiceMethod[] {
  return [
    method({
      verb: 'GET',
      name: 'GetProposals',
      permission: planReaders,
      summary: "Reports that surveillance proposes for the caller's plans and that nobody has decided yet",
      input: Type.Object({}),
      output: Type.Object({ items: Type.Array(proposalView) }),
      handle: async (_input, caller) => ({ items: await proposals.open(caller) }),
    }),
    method({
      verb: 'POST',
      name: 'AcceptProposal',
      permission: create,
      summary: 'Makes the report that was proposed, at the time that was seen or at another one',
      input: Type.Object({
        id,
        at: Type.Optional(Type.String({ description: 'UTC, ISO 8601' })),
        actualNum: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 9999 }), Type.Null()])),
      }),
      output: savedPlan,
      handle: async (input, caller) =>
        saved(
          await proposals.accept(caller, input.id, {
            at: input.at === undefined ? null : momentIn(input.at, 'at'),
            actualNum: input.actualNum ?? null,
          }),
        ),
    }),
    method({
      verb: 'POST',
      name: 'DismissProposal',
      permission: create,
      summary: 'Sets a proposed report aside: it was seen wrongly, or is not of this flight',
      input: Type.Object({ id, reason: Type.Optional(Type.String({ maxLength: 1000 })) }),
      output: Type.Boolean(),
      async handle(input, caller) {
        await proposals.dismiss(caller, input.id, input.reason?.trim() || null);
        return true;
      },
    }),
  ];
}
