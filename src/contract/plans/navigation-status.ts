import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id } from '#contract/input.ts';
import { airspaceWatch } from '#domain/plans/readers.ts';

const reason = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' });

/** s_FLT set by hand: what neither plan, report nor surveillance says of a flight. */
export const navigationStatus = {
  SetFlightStatus: call({
    verb: 'POST',
    permission: airspaceWatch,
    summary:
      'Sets the s_FLT of a flight by hand, with the reason; it ends when it is withdrawn or the plan goes on',
    input: Type.Object({
      /** Of the plan. */
      id,
      /** One of those that only a person can set in the state of the plan. */
      code: Type.Integer(),
      reason,
    }),
    output: Type.Null(),
  }),
  WithdrawFlightStatus: call({
    verb: 'POST',
    permission: airspaceWatch,
    summary: 'Withdraws the s_FLT that was set by hand, with the reason',
    input: Type.Object({ id, reason }),
    output: Type.Null(),
  }),
};
