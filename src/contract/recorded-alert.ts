import { type Static, Type } from '@sinclair/typebox';
import { alertFigures } from './alerts.ts';
import { nullable } from './nullable.ts';

/** An alert as playback shows it; times are UTC, ISO 8601. */
export const recordedAlert = Type.Object({
  /** Of the record `encounter`; below 0: of another installation, which has no record here. */
  id: Type.Integer(),
  kind: Type.String(),
  /** The highest level that it had. */
  level: Type.Union([Type.Literal('advisory'), Type.Literal('caution'), Type.Literal('warning')]),
  reason: alertFigures.properties.reason,
  /** When the seconds or minutes of `reason` were counted. Absent: an older record. */
  countedAt: Type.Optional(Type.String()),
  /** Ids of the tracks that it was about: the two closest first, then the other members of their groups. */
  tracks: Type.Array(Type.String()),
  raisedAt: Type.String(),
  acknowledgedAt: nullable(Type.String()),
  /** null: it is not over. */
  clearedAt: nullable(Type.String()),
});
export type RecordedAlert = Static<typeof recordedAlert>;
