import { type Static, Type } from '@sinclair/typebox';
import type { FindingShape } from '#domain/plans/findings.ts';
import { altitudeInput } from './geo.ts';
import { nullable } from './nullable.ts';

/** UTC, ISO 8601. */
const time = nullable(Type.String());
const altitude = nullable(altitudeInput);

/** One thing that a check found, in the caller's language. */
export const findingView = Type.Object({
  level: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  code: Type.String(),
  /** The rule in the caller's language. */
  rule: Type.String(),
  /** e.g. `tasks.0.aircraft`; empty: the plan as a whole. */
  field: Type.String(),
  message: Type.String(),
  with: nullable(Type.Object({ resource: Type.String(), id: Type.Integer(), label: Type.String() })),
  /** The air of what it is with, whoever holds it: it is to be flown around; null where that has no extent. */
  shape: nullable(
    Type.Object({
      geometry: Type.Unsafe<FindingShape['geometry']>(Type.Unknown()),
      /** Kept on each side of a line or around a point, metres. */
      marginM: Type.Number(),
      lower: altitude,
      upper: altitude,
      /** The time that both share, UTC; null: without limit. */
      from: time,
      to: time,
    }),
  ),
  /** False: the limits could not be brought to one datum and the whole column counts; null: none were compared. */
  altitudeCompared: nullable(Type.Boolean()),
  /** True: the plan as it is stored meets it already; false: it would be new; absent: no plan's conflict. */
  existing: Type.Optional(Type.Boolean()),
});
export type FindingView = Static<typeof findingView>;
