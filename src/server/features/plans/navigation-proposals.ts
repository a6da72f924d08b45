import type { Handlers } from '#server/http/service.ts';
import { momentIn } from './given-times.ts';
import { saved } from './navigation-filing.ts';
import type { ReportProposals } from './report-proposals.ts';

/** Take-offs and landings that surveillance saw, for a person to accept (decisions.md §4). */
export function proposalMethods({
  proposals,
}: {
  proposals: ReportProposals;
}): Pick<Handlers<'Navigation'>, 'GetProposals' | 'AcceptProposal' | 'DismissProposal'> {
  return {
    GetProposals: async (_input, caller) => ({ items: await proposals.open(caller) }),
    AcceptProposal: async (input, caller) =>
      saved(
        await proposals.accept(caller, input.id, {
          at: input.at === undefined ? null : momentIn(input.at, 'at'),
          actualNum: input.actualNum ?? null,
        }),
      ),
    async DismissProposal(input, caller) {
      await proposals.dismiss(caller, input.id, input.reason?.trim() || null);
      return true;
    },
  };
}
