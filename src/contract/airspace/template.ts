import { Type } from '@sinclair/typebox';
import { call, largeBody } from '#contract/call.ts';
import { altitudeInput, geometryInput } from '#contract/geo.ts';
import { id, idInput, version } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';

const makers = ['Pages.AirspaceApproval.Create', 'Pages.Navigation.Create', 'Pages.StandingNAircraft.Create'];
const readers = ['Pages.AirspaceApproval', 'Pages.Navigation', 'Pages.StandingNAircraft'];
const maybe = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));

/** What a person keeps of an airspace that they use again; its figures are judged by the record's schema. */
const templateFields = {
  name: Type.String({ minLength: 1, maxLength: 64 }),
  company: maybe(id),
  kind: Type.Optional(Type.String({ maxLength: 20 })),
  shape: Type.Union(
    (['circle', 'polygon', 'sector', 'corridor', 'point'] as const).map((one) => Type.Literal(one)),
  ),
  geometry: geometryInput,
  center: maybe(geometryInput),
  radiusM: maybe(Type.Number()),
  startBearing: maybe(Type.Number()),
  endBearing: maybe(Type.Number()),
  centerline: maybe(geometryInput),
  widthM: maybe(Type.Number()),
  lower: altitudeInput,
  upper: altitudeInput,
  entryExit: maybe(Type.String({ maxLength: 500 })),
  remark: maybe(Type.String({ maxLength: 500 })),
};

const templateInput = Type.Object({
  ...templateFields,
  id: Type.Optional(id),
  version: Type.Optional(version),
});

const templateView = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  name: Type.String(),
  company: nullable(Type.Integer()),
  companyName: nullable(Type.String()),
  owner: nullable(Type.Integer()),
  kind: nullable(Type.String()),
  shape: Type.String(),
  /** GeoJSON, WGS-84. */
  geometry: Type.Unknown(),
  center: Type.Unknown(),
  radiusM: nullable(Type.Number()),
  startBearing: nullable(Type.Number()),
  endBearing: nullable(Type.Number()),
  centerline: Type.Unknown(),
  widthM: nullable(Type.Number()),
  lower: nullable(altitudeInput),
  upper: nullable(altitudeInput),
  entryExit: nullable(Type.String()),
  remark: nullable(Type.String()),
});

/** Airspace templates: an extent with limits that a user keeps. */
export const template = {
  EditTemplate: call({
    verb: 'POST',
    bodyLimit: largeBody,
    permission: makers,
    summary: 'Makes an airspace template, or changes the one whose id and version it names',
    input: templateInput,
    output: Type.Object({ id: Type.Integer(), version: Type.Integer() }),
  }),
  GetTemplate: call({
    verb: 'GET',
    permission: readers,
    summary: 'An airspace template',
    input: idInput,
    output: templateView,
  }),
};
