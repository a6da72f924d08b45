import type { Handlers } from '#server/http/service.ts';
import { dayIn, momentIn } from './given-times.ts';
import { saved } from './navigation-filing.ts';
import type { PlanDecisions } from './plan-decisions.ts';
import type { PlanLife } from './plan-life.ts';
import type { PlanReports } from './plan-reports.ts';
import type { StandingPlans } from './standing-plans.ts';

function landedAt(input: { landedAirport?: number | null; landedPoint?: number | null }) {
  const { landedAirport, landedPoint } = input;
  if (landedAirport === undefined && landedPoint === undefined) return {};
  return { landedAt: { airport: landedAirport ?? null, point: landedPoint ?? null } };
}

/** What happens to a plan from its submission to its landing. */
export function actingMethods(deps: {
  life: PlanLife;
  decisions: PlanDecisions;
  reports: PlanReports;
  standing: StandingPlans;
}): Pick<
  Handlers<'Navigation'>,
  | 'TakeUp'
  | 'DoFlyApprove'
  | 'GetCandidates'
  | 'ApplyOpenDynamic'
  | 'EditApplyOpenDynamic'
  | 'BackApplyOpenDynamic'
  | 'UpdateStateAndRealEta'
  | 'EditUpdateStateAndRealEta'
  | 'BackUpdateStateAndRealEta'
  | 'CancelNAircraft'
  | 'EndStanding'
  | 'ExtendStanding'
  | 'UpdateExceutingNum'
> {
  const { life, decisions, reports, standing } = deps;
  return {
    TakeUp: async (input, caller) => saved(await decisions.takeUp(caller, input.id)),
    DoFlyApprove: async (input, caller) =>
      saved(
        await decisions.decide(caller, {
          ...input,
          comment: input.comment?.trim() || null,
          restriction: input.restriction?.trim() || null,
          assignees: input.assignees ?? [],
        }),
      ),
    GetCandidates: async (input, caller) => ({ items: await decisions.candidates(caller, input.id) }),
    ApplyOpenDynamic: async (input, caller) =>
      saved(await life.applyRelease(caller, input.id, momentIn(input.realEtd, 'realEtd'))),
    EditApplyOpenDynamic: async (input, caller) =>
      saved(await life.editRelease(caller, input.id, momentIn(input.realEtd, 'realEtd'))),
    BackApplyOpenDynamic: async (input, caller) => saved(await life.withdrawRelease(caller, input.id)),
    UpdateStateAndRealEta: async (input, caller) =>
      saved(
        await reports.report(
          caller,
          input.id,
          input.state,
          momentIn(input.realEta, 'realEta'),
          input.actualNum ?? null,
          {
            ...landedAt(input),
            reason: input.reason?.trim() || null,
            key: input.reportKey ?? null,
            ...(input.madeAt ? { madeAt: momentIn(input.madeAt, 'madeAt') } : {}),
            detail: input.restrictionRead ? { restrictionRead: true } : {},
          },
        ),
      ),
    EditUpdateStateAndRealEta: async (input, caller) =>
      saved(
        await reports.edit(caller, input.id, momentIn(input.realEta, 'realEta'), input.actualNum ?? null, {
          ...landedAt(input),
          reason: input.reason?.trim() || null,
          state: input.state,
        }),
      ),
    BackUpdateStateAndRealEta: async ({ id: plan, actualNum = null, state: meant }, caller) =>
      saved(await reports.revert(caller, plan, actualNum, { state: meant })),
    CancelNAircraft: async (input, caller) => saved(await life.cancel(caller, input.id, input.reason)),
    EndStanding: async (input, caller) =>
      saved(await standing.endTerm(caller, input.id, dayIn(input.validTo, 'validTo'), input.reason)),
    ExtendStanding: async (input, caller) =>
      saved(await standing.extend(caller, input.id, dayIn(input.validTo, 'validTo'))),
    UpdateExceutingNum: async (input, caller) =>
      saved(await reports.setFlightNum(caller, input.id, input.flightNum)),
  };
}
