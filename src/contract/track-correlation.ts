import { type Static, Type } from '@sinclair/typebox';
import { airspaceWatch } from '#domain/plans/readers.ts';
import type { CorrelationReason } from '#domain/surveillance/correlation/correlate.ts';
import { call } from './call.ts';
import { id } from './input.ts';

/** Id of a live target, as the hub sends it. */
const track = Type.String({ minLength: 1, maxLength: 64 });

const candidate = Type.Object({
  plan: Type.Integer(),
  planNumber: Type.String(),
  callsign: Type.String(),
  score: Type.Number(),
  /** What speaks for it, and against. */
  reasons: Type.Array(Type.Unsafe<CorrelationReason>(Type.String())),
});
export type CorrelationCandidate = Static<typeof candidate>;

/** Which target flies which plan, said by hand. */
export const trackCorrelation = {
  GetCandidates: call({
    verb: 'GET',
    permission: airspaceWatch,
    summary: 'The released and flying plans that a target could fly, the likeliest first, with the reasons',
    input: Type.Object({ track }),
    output: Type.Array(candidate),
  }),
  Correlate: call({
    verb: 'POST',
    permission: airspaceWatch,
    summary: 'Correlates a target with a plan by hand, until it is cut or the flight ends',
    input: Type.Object({ track, plan: id }),
    output: Type.Null(),
  }),
  Cut: call({
    verb: 'POST',
    permission: airspaceWatch,
    summary: 'Cuts a target from the plan that it is correlated with, until the flight ends',
    input: Type.Object({ track }),
    output: Type.Null(),
  }),
};
