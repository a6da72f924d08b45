import { type Static, Type } from '@sinclair/typebox';
import { actionFields } from '#contract/action-view.ts';
import { flowView } from '#contract/approvals/flow-view.ts';
import { findingView } from '#contract/finding-view.ts';
import { altitudeInput, geometryOutput as geometry } from '#contract/geo.ts';
import { labels } from '#contract/labels.ts';
import { nullable } from '#contract/nullable.ts';
import { textEncoding } from '#contract/text-encoding.ts';
import type { AirspaceAction, AirspaceState } from '#domain/airspace/machine.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import type { AirspaceFields } from './airspace-input.ts';

const text = nullable(Type.String());
const integer = nullable(Type.Integer());
const number = nullable(Type.Number());
/** UTC, ISO 8601. */
const time = nullable(Type.String());
const altitude = nullable(altitudeInput);
const openState = Type.Unsafe<'open' | 'closed' | null>(text);

/** What says where and when an airspace is. */
const extent = {
  name: text,
  nameEn: text,
  kind: text,
  airspaceClass: text,
  company: integer,
  companyName: text,
  shape: Type.Unsafe<ShapeFields['shape'] | null>(text),
  geometry,
  center: Type.Unsafe<ShapeFields['center']>(Type.Unknown()),
  radiusM: number,
  startBearing: number,
  endBearing: number,
  centerline: Type.Unsafe<ShapeFields['centerline']>(Type.Unknown()),
  widthM: number,
  lower: altitude,
  upper: altitude,
  validFrom: time,
  validTo: time,
  schedule: nullable(
    Type.Array(
      Type.Object({ days: Type.Array(Type.Integer()), startTime: Type.String(), endTime: Type.String() }),
    ),
  ),
  sharing: text,
};

export const airspaceItem = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  ...extent,
  designator: text,
  missionType: integer,
  activityNature: text,
  entryExit: text,
  controlUnit: integer,
  frequencyMhz: number,
  source: text,
  sourceEn: text,
  remark: text,
  /** Specification §4: 0, 1, 2, and its text. */
  state: Type.Unsafe<AirspaceState>(Type.Integer()),
  stateText: Type.String(),
  /** Where its approval stands (0 to 5, as every audited record), and its text. */
  auditState: Type.Integer(),
  auditStateText: Type.String(),
  auditOpinion: text,
  /** The acceptance filter of the specification, as it is for the caller; null: never submitted, or withdrawn. */
  acceptState: text,
  acceptText: text,
  /** A step of its approval waits for the caller. */
  waiting: Type.Boolean(),
  openState,
  openChangedAt: time,
  openReason: text,
  /** Openings and closings of the last month and ahead, as recorded: of those that hold a moment the last decides. */
  openEvents: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: Type.Union([Type.Literal('open'), Type.Literal('close')]),
      /** UTC, ISO 8601; null: until further notice. */
      from: Type.String(),
      to: time,
    }),
  ),
  proposedLevel: text,
  submittedAt: time,
  decideBy: time,
  decidedAt: time,
  reason: text,
  createdAt: text,
  updatedAt: text,
  labels,
});
export type AirspaceItem = Static<typeof airspaceItem>;

export const eventView = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  kindText: Type.String(),
  from: Type.String(),
  to: time,
  reason: text,
  byName: text,
  at: Type.String(),
  /** Of an opening or closing: whether it holds now, is still to come, or is over. */
  standing: Type.Union([Type.Literal('now'), Type.Literal('ahead'), Type.Literal('over')]),
  /** Of a request for an extension: what became of it, and its answer. */
  state: text,
  stateText: text,
  answer: text,
  answeredByName: text,
  answeredAt: time,
});
export type AirspaceEventView = Static<typeof eventView>;

/** A request for an extension that waits for its answer. */
export const extensionAsk = Type.Object({
  /** Of its event. */
  id: Type.Integer(),
  /** The end that is asked for. */
  validTo: Type.String(),
  reason: text,
  byName: text,
  at: Type.String(),
});
export type ExtensionAskView = Static<typeof extensionAsk>;

export const extensionAskItem = Type.Object({
  ...extensionAsk.properties,
  airspace: Type.Object({
    id: Type.Integer(),
    name: text,
    nameEn: text,
    designator: text,
    companyName: text,
    /** The present end. */
    validTo: time,
  }),
});
export type ExtensionAskItem = Static<typeof extensionAskItem>;

export const versionView = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  effectiveFrom: Type.String(),
  effectiveTo: time,
  ...extent,
  reason: text,
  authorName: text,
  /** The version that is in force now. */
  current: Type.Boolean(),
  /** The fields that differ from the version before. */
  changed: Type.Array(Type.String()),
});
export type AirspaceVersionView = Static<typeof versionView>;

export const airspaceDetail = Type.Object({
  airspace: airspaceItem,
  events: Type.Array(eventView),
  versions: Type.Array(versionView),
  /** What the caller may do, and otherwise why not and by which rule. */
  actions: Type.Array(
    Type.Object({
      action: Type.Unsafe<AirspaceAction>(Type.String()),
      ...actionFields,
      party: Type.Union([
        Type.Literal('operator'),
        Type.Literal('approver'),
        Type.Literal('keeper'),
        Type.Literal('watch'),
      ]),
    }),
  ),
  /** The holder asks for a later end; null: no request waits. */
  extensionAsk: nullable(extensionAsk),
  flows: Type.Array(flowView),
  /** The waiting step from 0, as a decision names it; null: nothing waits. */
  stepIndex: integer,
  /** The next times of use, UTC, at most 14 days ahead. */
  activations: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  /** The server's clock, UTC, and the zone in which times of use are meant. */
  now: Type.String(),
  timeZone: Type.String(),
});
export type AirspaceDetail = Static<typeof airspaceDetail>;

/** An airspace as it is at one moment. */
export const airspaceAt = Type.Object({
  id: Type.Integer(),
  /** Number of the version that is in force. */
  number: integer,
  ...extent,
  designator: text,
  kindText: Type.String(),
  openState,
  openReason: text,
  /** In use by its weekly pattern. */
  active: Type.Boolean(),
});

export const checkOutput = Type.Object({
  ok: Type.Boolean(),
  findings: Type.Array(findingView),
  /** Art 8 of Order 371; null: the records do not tell. */
  proposedLevel: text,
  levelText: Type.String(),
  /** The airspace within which the extent lies and from which the level follows. */
  authority: nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
  /** By when it is applied for and decided, UTC; null without a beginning. */
  submitBy: time,
  decideBy: time,
  rule: Type.String(),
  /** The geometry as the figures make it. */
  geometry,
});
export type AirspaceCheckView = Static<typeof checkOutput>;

export const savedAirspace = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  state: Type.Integer(),
  auditState: Type.Integer(),
});
export type SavedAirspace = Static<typeof savedAirspace>;

const noteView = Type.Object({ path: Type.String(), line: nullable(Type.Integer()), message: Type.String() });

const position = Type.Unsafe<[number, number]>(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }));

const importedFeature = Type.Object({
  index: Type.Integer(),
  name: text,
  /** The airspace it would become; null where it is none. */
  draft: nullable(Type.Unsafe<AirspaceFields>(Type.Record(Type.String(), Type.Unknown()))),
  errors: Type.Array(noteView),
  warnings: Type.Array(noteView),
  /** Where its outline met itself and was changed; absent: nowhere. */
  repairs: Type.Optional(
    Type.Array(
      Type.Object({
        kind: Type.Union([
          Type.Literal('spike'),
          Type.Literal('sliver'),
          Type.Literal('touch'),
          Type.Literal('hole'),
        ]),
        /** Longitude and latitude, degrees. */
        at: position,
        /** The corners that were left out or divided off, closed. */
        piece: Type.Array(position),
        widthM: Type.Number(),
      }),
    ),
  ),
});
export type ImportedFeature = Static<typeof importedFeature>;

export const importCheck = Type.Object({
  format: Type.String(),
  /** What is wrong with the file as a whole. */
  errors: Type.Array(noteView),
  features: Type.Array(importedFeature),
  /** Of a packed file, how its texts were read; absent where they name their encoding. */
  encoding: Type.Optional(
    Type.Object({
      encoding: textEncoding,
      /** False: another encoding is as likely. */
      isCertain: Type.Boolean(),
    }),
  ),
});
export type ImportCheckView = Static<typeof importCheck>;

export const importProgress = Type.Object({
  /** `none`: no check with this key is running, e.g. while the file is still being uploaded. */
  state: Type.Union([Type.Literal('none'), Type.Literal('reading'), Type.Literal('checking')]),
  /** Features checked so far, and features in the file. */
  done: Type.Integer(),
  of: Type.Integer(),
});
export type ImportProgress = Static<typeof importProgress>;

export const importReport = Type.Object({
  items: Type.Array(Type.Object({ index: Type.Integer(), id: Type.Integer(), name: Type.String() })),
  refused: Type.Array(
    Type.Object({
      /** Its place among the drafts that were sent, from 0. */
      index: Type.Integer(),
      name: Type.String(),
      message: Type.String(),
      fields: Type.Record(Type.String(), Type.Array(Type.String())),
    }),
  ),
});
export type ImportReport = Static<typeof importReport>;

const closingPlan = Type.Object({
  id: Type.Integer(),
  planNumber: Type.String(),
  callsign: nullable(Type.String()),
  state: Type.Integer(),
  stateText: Type.String(),
  companyName: nullable(Type.String()),
  /** UTC, ISO 8601. */
  startTime: nullable(Type.String()),
  endTime: nullable(Type.String()),
});
export type ClosingPlan = Static<typeof closingPlan>;

/** What the closing of an airspace in a time would affect, of what the caller may read, and who would be told. */
export const closingEffects = Type.Object({
  inFlight: Type.Array(closingPlan),
  plans: Type.Array(closingPlan),
  /** Plans for a term that fly there on a day of that time. */
  standing: Type.Array(closingPlan),
  /** Affected as well, and not the caller's to read. */
  others: Type.Integer(),
  /** Companies whose people get a message and a reminder. */
  notified: Type.Array(Type.Object({ company: Type.String(), people: Type.Integer() })),
});
export type ClosingEffects = Static<typeof closingEffects>;
