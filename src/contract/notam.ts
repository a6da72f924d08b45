import { type Static, Type } from '@sinclair/typebox';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { notamMakers } from '#domain/notam/makers.ts';
import type { NoticeKind } from '#domain/notam/q-codes.ts';
import { scopes } from '#domain/notam/scopes.ts';
import { longestWords } from '#domain/notam/write.ts';
import { call } from './call.ts';
import { altitudeInput, geometryInput, geometryOutput } from './geo.ts';
import { id, idInput, optionalBoolean, orNull } from './input.ts';
import { nullable } from './nullable.ts';

const altitude = nullable(Type.Unsafe<Altitude>(altitudeInput));
const words = Type.Object({ 'zh-Hans': Type.String(), en: Type.String() });
/** UTC milliseconds. */
const interval = Type.Object({ from: Type.Number(), to: Type.Number() });

/** `active`: it holds today by B) and C); `coming`: it begins later; `over`: it has ended, or was replaced or cancelled. */
const phase = Type.Union([Type.Literal('active'), Type.Literal('coming'), Type.Literal('over')]);

const view = {
  id: Type.Integer(),
  number: nullable(Type.String()),
  /** `N`, `R`, `C`. */
  type: Type.String(),
  refers: nullable(Type.String()),
  /** `notam`, `snowtam`, `ashtam`. */
  kind: Type.String(),
  fir: Type.String(),
  locations: Type.Array(Type.String()),
  qCode: nullable(Type.String()),
  /** What the code says, and the group by which it is chosen. */
  words,
  group: Type.Unsafe<NoticeKind>(Type.String()),
  /** UTC, ISO 8601; null: permanent, or until it is replaced. */
  validFrom: Type.String(),
  validTo: nullable(Type.String()),
  isEstimated: Type.Boolean(),
  isPermanent: Type.Boolean(),
  schedule: nullable(Type.String()),
  phase,
  /** Whether D) has it active at this moment. */
  isActiveNow: Type.Boolean(),
  text: Type.String(),
  textZh: nullable(Type.String()),
  lower: altitude,
  upper: altitude,
  area: geometryOutput,
  /** `text`, `qLine`, `hand`, `none`. */
  areaFrom: Type.String(),
  /** What it does to a plan that meets it: `hold`, `warn`, `none`. */
  effect: Type.String(),
  isChecklist: Type.Boolean(),
  /** Parts of it have not come: the text is not all. */
  isIncomplete: Type.Boolean(),
  state: Type.String(),
  issuedAt: nullable(Type.String()),
  receivedAt: nullable(Type.String()),
  isDemo: Type.Boolean(),
  /** When the caller took note of it. */
  acknowledgedAt: nullable(Type.String()),
};
const notamView = Type.Object(view);
export type NotamView = Static<typeof notamView>;

const link = Type.Object({ id: Type.Integer(), number: nullable(Type.String()), type: Type.String() });

const notamDetail = Type.Object({
  ...view,
  originator: nullable(Type.String()),
  raw: Type.String(),
  /** Remarks of the reader, in words. */
  problems: Type.Array(Type.String()),
  /** What it replaced or cancelled, and what did so to it. */
  before: Type.Array(link),
  after: nullable(link),
  /** When it is active in the next seven days. */
  times: Type.Array(interval),
  acknowledged: Type.Array(
    Type.Object({ name: Type.String(), company: nullable(Type.String()), at: Type.String() }),
  ),
  /** May the caller replace or cancel it? */
  mayChange: Type.Boolean(),
});
export type NotamDetail = Static<typeof notamDetail>;

const drawn = Type.Object({
  id: Type.Integer(),
  number: nullable(Type.String()),
  words,
  group: Type.Unsafe<NoticeKind>(Type.String()),
  effect: Type.String(),
  area: Type.Unsafe<Geometry>(Type.Unknown()),
  areaFrom: Type.String(),
  lower: altitude,
  upper: altitude,
  /** When it is active within the time asked. */
  times: Type.Array(interval),
  text: Type.String(),
  textZh: nullable(Type.String()),
  validFrom: Type.String(),
  validTo: nullable(Type.String()),
  isEstimated: Type.Boolean(),
});
export type NotamArea = Static<typeof drawn>;

const optionalText = (most: number) => Type.Optional(orNull(Type.String({ maxLength: most })));

const fields = Type.Object({
  /** `L` of `L0012/26`; the number follows. */
  series: Type.String({ pattern: '^[A-Z]$' }),
  /** The one that it replaces. */
  replaces: Type.Optional(orNull(id)),
  fir: Type.String({ maxLength: 8 }),
  qCode: Type.String({ maxLength: 8 }),
  traffic: Type.Union([Type.Literal('I'), Type.Literal('V'), Type.Literal('IV')]),
  purpose: Type.Union([Type.Literal('NBO'), Type.Literal('BO'), Type.Literal('B'), Type.Literal('M')]),
  scope: Type.Union(scopes.map((one) => Type.Literal(one))),
  locations: Type.Array(Type.String({ maxLength: 8 }), { maxItems: 7 }),
  /** UTC, ISO 8601. */
  validFrom: Type.String({ format: 'date-time' }),
  validTo: Type.Optional(orNull(Type.String({ format: 'date-time' }))),
  isEstimated: Type.Boolean(),
  isPermanent: Type.Boolean(),
  schedule: optionalText(200),
  text: Type.String({ maxLength: longestWords }),
  textZh: optionalText(longestWords),
  lower: Type.Optional(orNull(Type.Unsafe<Altitude>(altitudeInput))),
  upper: Type.Optional(orNull(Type.Unsafe<Altitude>(altitudeInput))),
  /** Is written into the text by its corners, unless that describes the same area; absent: where the text says. */
  area: Type.Optional(orNull(Type.Unsafe<Geometry>(geometryInput))),
});
export type NotamInput = Static<typeof fields>;

const preview = Type.Object({
  /** The messages as which it would be sent, several where AFTN does not carry it in one; their length as AFTN counts. */
  messages: Type.Array(Type.Object({ text: Type.String(), length: Type.Integer() })),
  /** Does the filled in text describe an area itself? */
  hasOwnArea: Type.Boolean(),
  /** What the reader makes of it. */
  words,
  area: geometryOutput,
  areaFrom: Type.String(),
  lower: altitude,
  upper: altitude,
  /** When it is active in the week from its beginning. */
  times: Type.Array(interval),
  problems: Type.Array(Type.String()),
  /** What forbids to save it, by field, in words. */
  errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
});
export type NotamPreview = Static<typeof preview>;

/** Aeronautical notices. Shapes are decided here: the specification shows none. */
export const notam = {
  GetList: call({
    verb: 'POST',
    writes: false,
    permission: { read: 'notam' },
    summary:
      'NOTAMs by phase, FIR, aerodrome, kind, level and words; checklists only where they are asked for',
    input: Type.Object({
      phase: Type.Optional(phase),
      fir: optionalText(8),
      aerodrome: optionalText(8),
      group: optionalText(16),
      qCode: optionalText(8),
      /** Only what reaches below this, metres above mean sea level, as far as can be known. */
      belowM: Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 30_000 }))),
      search: optionalText(100),
      checklists: optionalBoolean,
      unread: optionalBoolean,
      skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
      maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(notamView) }),
  }),
  Get: call({
    verb: 'GET',
    permission: { read: 'notam' },
    summary: 'A NOTAM with its words, times, what came before and after it, and who took note of it',
    input: idInput,
    output: notamDetail,
  }),
  GetAreas: call({
    verb: 'GET',
    permission: { read: 'notam' },
    summary: 'Areas of the NOTAMs that hold within a time, each with the hours at which it is active',
    input: Type.Object({
      /** UTC ISO 8601; default: now, and a day. */
      from: Type.Optional(Type.String({ format: 'date-time' })),
      to: Type.Optional(Type.String({ format: 'date-time' })),
    }),
    output: Type.Object({ items: Type.Array(drawn) }),
  }),
  Acknowledge: call({
    verb: 'POST',
    permission: { read: 'notam' },
    summary: 'The caller has taken note of a NOTAM; a second time changes nothing',
    input: idInput,
    output: Type.Object({ acknowledgedAt: Type.String() }),
  }),
  GetQCodes: call({
    verb: 'GET',
    permission: { read: 'notam' },
    summary:
      'Subjects and conditions of the NOTAM code in both languages, and the FIRs and aerodromes that are known',
    input: Type.Object({}),
    output: Type.Object({
      subjects: Type.Array(Type.Object({ code: Type.String(), words })),
      conditions: Type.Array(Type.Object({ code: Type.String(), words })),
      firs: Type.Array(Type.String()),
    }),
  }),
  Preview: call({
    verb: 'POST',
    writes: false,
    permission: notamMakers,
    summary: 'The text that these fields make, and what is read of it again',
    input: fields,
    output: preview,
  }),
  Save: call({
    verb: 'POST',
    permission: notamMakers,
    summary: 'Issues a NOTAM made by hand, new or in place of another, under the next number of its series',
    input: fields,
    output: Type.Object({ id: Type.Integer(), number: Type.String() }),
  }),
  Cancel: call({
    verb: 'POST',
    permission: notamMakers,
    summary: 'Cancels a NOTAM by one that says so',
    input: Type.Object({ id, text: Type.String({ minLength: 1, maxLength: 1_800 }) }),
    output: Type.Object({ id: Type.Integer(), number: Type.String() }),
  }),
};
