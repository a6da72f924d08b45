import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '#contract/nullable.ts';

const text = nullable(Type.String());
const integer = nullable(Type.Integer());

export const proposalView = Type.Object({
  id: Type.Integer(),
  plan: Type.Integer(),
  planNumber: Type.String(),
  planState: Type.Integer(),
  jobTask: integer,
  callsign: text,
  companyName: text,
  kind: Type.Union([Type.Literal('takeOff'), Type.Literal('landing')]),
  /** UTC, ISO 8601. */
  at: Type.String(),
  airport: integer,
  airportName: text,
  point: integer,
  pointName: text,
  icao24: text,
  /** May the caller accept or dismiss it. */
  mayDecide: Type.Boolean(),
});
export type ProposalView = Static<typeof proposalView>;
