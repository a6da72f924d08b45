import { type Static, type TObject, Type } from '@sinclair/typebox';
import { altitudeInput, geometryInput } from '#contract/geo.ts';
import { id, version, window } from '#contract/input.ts';

const optional = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const time = Type.String({ description: 'UTC, ISO 8601' });
const text = Type.String();

/** The fields of an airspace that a person sets; the record's schema judges each. */
export const airspaceFields = {
  name: Type.Optional(text),
  nameEn: optional(text),
  designator: optional(text),
  kind: Type.Optional(text),
  airspaceClass: optional(text),
  company: optional(id),
  missionType: optional(id),
  shape: Type.Optional(text),
  geometry: optional(geometryInput),
  center: optional(geometryInput),
  radiusM: optional(Type.Number()),
  startBearing: optional(Type.Number()),
  endBearing: optional(Type.Number()),
  centerline: optional(geometryInput),
  widthM: optional(Type.Number()),
  lower: optional(altitudeInput),
  upper: optional(altitudeInput),
  validFrom: optional(time),
  validTo: optional(time),
  schedule: optional(
    Type.Array(
      Type.Object({ days: Type.Array(Type.Integer()), startTime: Type.String(), endTime: Type.String() }),
      { maxItems: 14 },
    ),
  ),
  activityNature: optional(text),
  entryExit: optional(text),
  controlUnit: optional(id),
  frequencyMhz: optional(Type.Number()),
  sharing: optional(text),
  source: optional(text),
  sourceEn: optional(text),
  remark: optional(text),
};

export type AirspaceFields = Static<TObject<typeof airspaceFields>>;

/** A draft as a form holds it: what is not there yet is left out. */
export const draftInput = Type.Object({ id: Type.Optional(id), ...airspaceFields });

export const saveInput = Type.Object({
  ...airspaceFields,
  id: Type.Optional(id),
  /** Of the record that the change was made from; needed with `id`. */
  version: Type.Optional(version),
  /** Of a change to an approved airspace: when it comes into force, UTC; absent: at once. */
  effectiveFrom: Type.Optional(time),
  /** Why an approved airspace is changed. */
  reason: Type.Optional(Type.String({ maxLength: 500 })),
});
export type SaveInput = Static<typeof saveInput>;

export const pageInput = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 100 })),
  /** Specification §4: 0 not submitted, 1 approved, 2 expired. */
  states: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 2 }))),
  /** The acceptance filter: -1 accepted, 0 pending, 1 passed, 2 rejected, 3 view only. */
  acceptStates: Type.Optional(Type.Array(Type.String())),
  /** `none`: nothing was recorded. */
  openStates: Type.Optional(
    Type.Array(Type.Union([Type.Literal('open'), Type.Literal('closed'), Type.Literal('none')])),
  ),
  kinds: Type.Optional(Type.Array(Type.String())),
  classes: Type.Optional(Type.Array(Type.String())),
  companies: Type.Optional(Type.Array(id)),
  /** Valid at this moment, UTC. */
  at: Type.Optional(time),
  /** Valid at some moment of these, UTC. */
  from: Type.Optional(time),
  to: Type.Optional(time),
  /** Touching this area. */
  within: Type.Optional(geometryInput),
  /** Only the approval library: what is approved or was. */
  library: Type.Optional(Type.Boolean()),
  /** Only what the caller's company holds or applied for. */
  mine: Type.Optional(Type.Boolean()),
  ...window,
  /** e.g. `validTo desc`. */
  sorting: Type.Optional(Type.String({ maxLength: 64 })),
});
export type PageInput = Static<typeof pageInput>;
