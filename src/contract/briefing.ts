import { type Static, Type } from '@sinclair/typebox';
import { type Change, type InformationKind, informationKinds } from '#domain/briefing/item.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { call } from './call.ts';
import { altitudeInput, geometryInput, geometryOutput } from './geo.ts';
import { id, orNull } from './input.ts';
import { nullable } from './nullable.ts';

const time = nullable(Type.String());
const kind = Type.Unsafe<InformationKind>(Type.Union(informationKinds.map((one) => Type.Literal(one))));

const item = Type.Object({
  /** The same from one version to the next. */
  key: Type.String(),
  kind,
  resource: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  /** In English; absent: it has none. */
  titleEn: Type.Optional(Type.String()),
  /** As it came; null: it is no message. */
  raw: nullable(Type.String()),
  zh: Type.String(),
  en: Type.String(),
  /** UTC, ISO 8601; null: without limit. */
  from: time,
  to: time,
  lower: nullable(altitudeInput),
  upper: nullable(altitudeInput),
  geometry: geometryOutput,
  /** It closes or takes the air, or shuts the aerodrome. */
  grave: Type.Boolean(),
});

const comparedItem = Type.Object({
  item,
  /** Since it was shown; null: as it was. */
  change: nullable(Type.Unsafe<Change>(Type.String())),
  before: nullable(item),
});
export type BriefedItem = Static<typeof comparedItem>;

/** Where and when: a plan with its times, an aerodrome, a route as one writes it, or a shape. */
const place = {
  plan: Type.Optional(id),
  airport: Type.Optional(id),
  /** As field 15 has it, e.g. `ZUUU W29 ZUGH`. */
  route: Type.Optional(Type.String({ maxLength: 2000 })),
  geometry: Type.Optional(geometryInput),
  /** UTC, ISO 8601; of a plan: its own. Absent: now and the next 24 hours. */
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
  lower: Type.Optional(orNull(altitudeInput)),
  upper: Type.Optional(orNull(altitudeInput)),
  /** So far around it, metres; absent: as the parameter says. */
  withinM: Type.Optional(Type.Number({ minimum: 0, maximum: 200_000 })),
};

/** What was asked, as it was understood. */
const asked = {
  geometry: geometryOutput,
  from: Type.String(),
  to: Type.String(),
  withinM: Type.Number(),
};

const information = Type.Object({
  ...asked,
  items: Type.Array(item),
  /** There is more than an answer holds. */
  more: Type.Boolean(),
});
export type Information = Static<typeof information>;

const briefingHead = Type.Object({
  /** Of the record `briefing`. */
  id,
  plan: nullable(Type.Integer()),
  title: Type.String(),
  madeAt: Type.String(),
  madeByName: Type.String(),
  from: Type.String(),
  to: Type.String(),
  /** Items that were shown. */
  count: Type.Integer(),
});
export type BriefingHead = Static<typeof briefingHead>;

const briefing = Type.Object({
  ...briefingHead.properties,
  ...asked,
  /** What else it was asked by. */
  airport: nullable(Type.Integer()),
  lower: nullable(altitudeInput),
  upper: nullable(altitudeInput),
  items: Type.Array(comparedItem),
  /** Items that are new, changed or gone since. */
  changes: Type.Integer(),
  /** It is over: nothing is compared any more. */
  isOver: Type.Boolean(),
});
export type Briefing = Static<typeof briefing>;

/** All that is information in one query, and as a document that is stored as it was shown. */
export const briefings = {
  Query: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary:
      'Weather, notices, aerodromes, airspace, airways, points, obstacles, plans and documents by place or route, time and level, among the rows of the caller',
    input: Type.Object({
      ...place,
      kinds: Type.Optional(Type.Array(kind, { maxItems: informationKinds.length })),
      /** Only what contains all of these words; documents are searched for them. */
      words: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: information,
  }),
  Make: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Make the briefing of a plan or an area and store it as what was shown, by whom and when',
    input: Type.Object({ ...place, title: Type.Optional(Type.String({ maxLength: 128 })) }),
    output: briefing,
  }),
  Get: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'A stored briefing as it was shown, with what is new, changed or gone since',
    input: Type.Object({ id }),
    output: briefing,
  }),
  GetList: call({
    verb: 'GET',
    permission: planReaders,
    summary:
      'Briefings of a plan, newest first, how much changed since the newest, and whether one is asked for',
    input: Type.Object({ plan: id }),
    output: Type.Object({
      items: Type.Array(briefingHead),
      /** Since the newest; null: there is none. */
      changes: nullable(Type.Integer()),
      /** The parameter asks for one before take-off. */
      required: Type.Boolean(),
    }),
  }),
};
