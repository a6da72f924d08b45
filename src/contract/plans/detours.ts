import { type Static, Type } from '@sinclair/typebox';
import { altitudeInput, geometryInput } from '#contract/geo.ts';
import { id } from '#contract/input.ts';
import { labels } from '#contract/labels.ts';
import { nullable } from '#contract/nullable.ts';

const text = nullable(Type.String());

export const detourView = Type.Object({
  id: Type.Integer(),
  plan: Type.Integer(),
  planNumber: Type.String(),
  callsign: text,
  jobTask: Type.Integer(),
  state: Type.Union([Type.Literal('open'), Type.Literal('accepted'), Type.Literal('refused')]),
  reason: Type.String(),
  /** Of a task: route, geometry, destination, destinationPoint, lower, upper; only what becomes another. */
  change: Type.Record(Type.String(), Type.Unknown()),
  /** The same fields as they were. */
  before: Type.Record(Type.String(), Type.Unknown()),
  /** Names of the places in them. */
  changeLabels: labels,
  beforeLabels: labels,
  /** UTC, ISO 8601. */
  appliedAt: Type.String(),
  appliedByName: text,
  decidedAt: text,
  decidedByName: text,
  comment: text,
  /** May the caller answer it. */
  mayDecide: Type.Boolean(),
});
export type DetourView = Static<typeof detourView>;

/** What of a task may become another in the air; what is left out stays. */
export const detourChange = Type.Object({
  route: Type.Optional(Type.String({ maxLength: 1000 })),
  geometry: Type.Optional(geometryInput),
  destination: Type.Optional(id),
  destinationPoint: Type.Optional(id),
  lower: Type.Optional(altitudeInput),
  upper: Type.Optional(altitudeInput),
});
export type DetourChange = Static<typeof detourChange>;
