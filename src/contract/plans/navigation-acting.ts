import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id, idInput } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { savedPlan as output } from './plan-output.ts';

const create = ['Pages.Navigation.Create'];
const readers = ['Pages.Navigation'];
const time = Type.String({ description: 'UTC, ISO 8601' });
const sorties = Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 9999 }), Type.Null()]));
/** The state that the action leads to, as clients of the specification send it; another one is refused. */
const state = (...states: number[]) => Type.Optional(Type.Union(states.map((one) => Type.Literal(one))));

/** Why a take-off was not at the released time (Flight Basic Rules, art. 38). */
const reason = Type.Optional(Type.String({ maxLength: 1000 }));

/** Where it landed, if not at its destination: an aerodrome or a point. */
const landing = {
  landedAirport: Type.Optional(Type.Union([id, Type.Null()])),
  landedPoint: Type.Optional(Type.Union([id, Type.Null()])),
};

/** What happens to a plan from its submission to its landing. */
export const navigationActing = {
  TakeUp: call({
    verb: 'POST',
    permission: readers,
    summary: 'The approver takes the waiting step in hand (1 → 2, 5 → 6); as opening GetStepNaircraft does',
    input: idInput,
    output,
  }),
  DoFlyApprove: call({
    verb: 'POST',
    permission: readers,
    summary: 'Decides the waiting step; stepIndex is that of GetStepNaircraft, so that none is decided twice',
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
  }),
  GetCandidates: call({
    verb: 'GET',
    permission: readers,
    summary: 'To whom DoFlyApprove may reassign the waiting step, those whom it names first',
    input: idInput,
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
  }),
  ApplyOpenDynamic: call({
    verb: 'POST',
    permission: create,
    summary: 'Applies for release with the real departure time (4, 7 → 5)',
    input: Type.Object({ id, state: state(5), realEtd: time }),
    output,
  }),
  EditApplyOpenDynamic: call({
    verb: 'POST',
    permission: create,
    summary:
      'Changes the departure time of the release application (5 → 5), a later one is a delay request; of a release that was given (8 → 5) it ends, and the new time is decided on anew',
    input: Type.Object({ id, state: state(5), realEtd: time }),
    output,
  }),
  BackApplyOpenDynamic: call({
    verb: 'POST',
    permission: create,
    summary: 'Withdraws the release application (5 → 4)',
    input: idInput,
    output,
  }),
  UpdateStateAndRealEta: call({
    verb: 'POST',
    permission: create,
    summary:
      'Reports take-off (state 9) or landing (state 10); realEta is the actual time of the one reported',
    input: Type.Object({
      id,
      state: Type.Union([Type.Literal(9), Type.Literal(10)]),
      realEta: time,
      actualNum: sorties,
      reason,
      restrictionRead: Type.Optional(
        Type.Boolean({ description: 'The crew confirmed the restriction of the release' }),
      ),
      /** The same report has the same key however often it is sent: it is taken once. */
      reportKey: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{16,64}$' })),
      madeAt: Type.Optional(
        Type.String({
          maxLength: 40,
          description:
            'When the crew made the report, UTC, ISO 8601: before it arrived where there was no connection',
        }),
      ),
      ...landing,
    }),
    output,
  }),
  EditUpdateStateAndRealEta: call({
    verb: 'POST',
    permission: create,
    summary:
      'Corrects the report that stands: take-off in state 9, landing in state 10; another than state names is left',
    input: Type.Object({ id, state: state(9, 10), realEta: time, actualNum: sorties, reason, ...landing }),
    output,
  }),
  BackUpdateStateAndRealEta: call({
    verb: 'POST',
    permission: create,
    summary:
      'Takes the report back (9 → 8, 10 → 9); state names the one that is meant, so that two who do it take back one',
    input: Type.Object({ id, state: state(9, 10), actualNum: sorties }),
    output,
  }),
  CancelNAircraft: call({
    verb: 'POST',
    permission: readers,
    summary: 'Cancels an approved plan before take-off (4 to 8 → 12), by its operator or an approver',
    input: Type.Object({ id, reason: Type.String({ maxLength: 1000 }) }),
    output,
  }),
  EndStanding: call({
    verb: 'POST',
    permission: [...readers, 'Pages.StandingNAircraft'],
    summary: 'Ends the term of an approved standing plan sooner; validTo is its new last day',
    input: Type.Object({
      id,
      validTo: Type.String({ maxLength: 10 }),
      reason: Type.String({ maxLength: 1000 }),
    }),
    output,
  }),
  ExtendStanding: call({
    verb: 'POST',
    permission: ['Pages.StandingNAircraft.Create'],
    summary: 'Makes the draft of a further term that follows on an approved standing plan, to be submitted',
    input: Type.Object({ id, validTo: Type.String({ maxLength: 10 }) }),
    output,
  }),
  UpdateExceutingNum: call({
    verb: 'GET',
    permission: create,
    writes: true,
    summary: 'How many sorties are under way',
    input: Type.Object({ id, flightNum: Type.Integer({ minimum: 0, maximum: 9999 }) }),
    output,
  }),
};
