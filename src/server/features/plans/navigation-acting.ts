import { Type } from '@sinclair/typebox';
import { nullable } from '#server/http/nullable.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { dayIn, momentIn } from './given-times.ts';
import { saved } from './navigation-filing.ts';
import type { PlanDecisions } from './plan-decisions.ts';
import type { PlanLife } from './plan-life.ts';
import type { PlanReports } from './plan-reports.ts';
import type { StandingPlans } from './standing-plans.ts';

const id = Type.Integer({ minimum: 1 });
const create = ['Pages.Navigation.Create'];
const readers = ['Pages.Navigation'];
const time = Type.String({ description: 'UTC, ISO 8601' });
const sorties = Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 9999 }), Type.Null()]));
/** The state that the action leads to, as clients of the specification send it; another one is refused. */
const state = (...states: number[]) => Type.Optional(Type.Union(states.map((one) => Type.Literal(one))));

const output = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  planNumber: Type.String(),
  state: Type.Integer(),
});

/** Where it landed, if not at its destination: an aerodrome or a point. */
const landing = {
  landedAirport: Type.Optional(Type.Union([id, Type.Null()])),
  landedPoint: Type.Optional(Type.Union([id, Type.Null()])),
};

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
}): ServiceMethod[] {
  const { life, decisions, reports, standing } = deps;
  return [
    method({
      verb: 'POST',
      name: 'TakeUp',
      permission: readers,
      summary: 'The approver takes the waiting step in hand (1 → 2, 5 → 6); as opening GetStepNaircraft does',
      input: Type.Object({ id }),
      output,
      handle: async (input, caller) => saved(await decisions.takeUp(caller, input.id)),
    }),
    method({
      verb: 'POST',
      name: 'DoFlyApprove',
      permission: readers,
      summary:
        'Decides the waiting step; stepIndex is that of GetStepNaircraft, so that none is decided twice',
      input: Type.Object({
        id,
        decision: Type.Union([
          Type.Literal('approve'),
          Type.Literal('reject'),
          Type.Literal('return'),
          Type.Literal('reassign'),
          Type.Literal('allow'),
          Type.Literal('allowRestricted'),
          Type.Literal('refuse'),
        ]),
        stepIndex: Type.Integer({ minimum: 0 }),
        comment: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
        restriction: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
        /** User ids, for reassign. */
        assignees: Type.Optional(Type.Array(id, { maxItems: 20 })),
      }),
      output,
      handle: async (input, caller) =>
        saved(
          await decisions.decide(caller, {
            ...input,
            comment: input.comment?.trim() || null,
            restriction: input.restriction?.trim() || null,
            assignees: input.assignees ?? [],
          }),
        ),
    }),
    method({
      verb: 'GET',
      name: 'GetCandidates',
      permission: readers,
      summary: 'To whom DoFlyApprove may reassign the waiting step, those whom it names first',
      input: Type.Object({ id }),
      output: Type.Object({
        items: Type.Array(
          Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            roleNames: Type.Array(Type.String()),
            unit: nullable(Type.String()),
            named: Type.Boolean(),
          }),
        ),
      }),
      handle: async (input, caller) => ({ items: await decisions.candidates(caller, input.id) }),
    }),
    method({
      verb: 'POST',
      name: 'ApplyOpenDynamic',
      permission: create,
      summary: 'Applies for release with the real departure time (4, 7 → 5)',
      input: Type.Object({ id, state: state(5), realEtd: time }),
      output,
      handle: async (input, caller) =>
        saved(await life.applyRelease(caller, input.id, momentIn(input.realEtd, 'realEtd'))),
    }),
    method({
      verb: 'POST',
      name: 'EditApplyOpenDynamic',
      permission: create,
      summary:
        'Changes the departure time of the release application (5 → 5), a later one is a delay request; of a release that was given (8 → 5) it ends, and the new time is decided on anew',
      input: Type.Object({ id, state: state(5), realEtd: time }),
      output,
      handle: async (input, caller) =>
        saved(await life.editRelease(caller, input.id, momentIn(input.realEtd, 'realEtd'))),
    }),
    method({
      verb: 'POST',
      name: 'BackApplyOpenDynamic',
      permission: create,
      summary: 'Withdraws the release application (5 → 4)',
      input: Type.Object({ id }),
      output,
      handle: async (input, caller) => saved(await life.withdrawRelease(caller, input.id)),
    }),
    method({
      verb: 'POST',
      name: 'UpdateStateAndRealEta',
      permission: create,
      summary:
        'Reports take-off (state 9) or landing (state 10); realEta is the actual time of the one reported',
      input: Type.Object({
        id,
        state: Type.Union([Type.Literal(9), Type.Literal(10)]),
        realEta: time,
        actualNum: sorties,
        ...landing,
      }),
      output,
      handle: async (input, caller) =>
        saved(
          await reports.report(
            caller,
            input.id,
            input.state,
            momentIn(input.realEta, 'realEta'),
            input.actualNum ?? null,
            landedAt(input),
          ),
        ),
    }),
    method({
      verb: 'POST',
      name: 'EditUpdateStateAndRealEta',
      permission: create,
      summary:
        'Corrects the report that stands: take-off in state 9, landing in state 10; another than state names is left',
      input: Type.Object({ id, state: state(9, 10), realEta: time, actualNum: sorties, ...landing }),
      output,
      handle: async (input, caller) =>
        saved(
          await reports.edit(caller, input.id, momentIn(input.realEta, 'realEta'), input.actualNum ?? null, {
            ...landedAt(input),
            state: input.state,
          }),
        ),
    }),
    method({
      verb: 'POST',
      name: 'BackUpdateStateAndRealEta',
      permission: create,
      summary:
        'Takes the report back (9 → 8, 10 → 9); state names the one that is meant, so that two who do it take back one',
      input: Type.Object({ id, state: state(9, 10), actualNum: sorties }),
      output,
      handle: async ({ id: plan, actualNum = null, state: meant }, caller) =>
        saved(await reports.revert(caller, plan, actualNum, { state: meant })),
    }),
    method({
      verb: 'POST',
      name: 'CancelNAircraft',
      permission: readers,
      summary: 'Cancels an approved plan before take-off (4 to 8 → 12), by its operator or an approver',
      input: Type.Object({ id, reason: Type.String({ maxLength: 1000 }) }),
      output,
      handle: async (input, caller) => saved(await life.cancel(caller, input.id, input.reason)),
    }),
    method({
      verb: 'POST',
      name: 'EndStanding',
      permission: [...readers, 'Pages.StandingNAircraft'],
      summary: 'Ends the term of an approved standing plan sooner; validTo is its new last day',
      input: Type.Object({
        id,
        validTo: Type.String({ maxLength: 10 }),
        reason: Type.String({ maxLength: 1000 }),
      }),
      output,
      handle: async (input, caller) =>
        saved(await standing.endTerm(caller, input.id, dayIn(input.validTo, 'validTo'), input.reason)),
    }),
    method({
      verb: 'POST',
      name: 'ExtendStanding',
      permission: ['Pages.StandingNAircraft.Create'],
      summary: 'Makes the draft of a further term that follows on an approved standing plan, to be submitted',
      input: Type.Object({ id, validTo: Type.String({ maxLength: 10 }) }),
      output,
      handle: async (input, caller) =>
        saved(await standing.extend(caller, input.id, dayIn(input.validTo, 'validTo'))),
    }),
    method({
      verb: 'GET',
      name: 'UpdateExceutingNum',
      permission: create,
      writes: true,
      summary: 'How many sorties are under way',
      input: Type.Object({ id, flightNum: Type.Integer({ minimum: 0, maximum: 9999 }) }),
      output,
      handle: async (input, caller) => saved(await reports.setFlightNum(caller, input.id, input.flightNum)),
    }),
  ];
}
