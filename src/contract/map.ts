import { type Static, Type } from '@sinclair/typebox';
import type { Geometry } from '#domain/geo/geojson.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { readPermission } from './airspace/airspace-permissions.ts';
import { call } from './call.ts';
import { altitudeInput } from './geo.ts';
import { id } from './input.ts';
import { nullable } from './nullable.ts';

const mapSettings = Type.Object({
  /** WGS-84 degrees. */
  center: Type.Unsafe<[latitude: number, longitude: number]>(
    Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  ),
  zoom: Type.Number(),
  tileUrl: Type.Union([Type.String(), Type.Null()]),
  /** A PMTiles file of vector tiles that this server has; read in ranges, as whoever is signed in. */
  basemapUrl: Type.Union([Type.String(), Type.Null()]),
  boundariesUrl: Type.Union([Type.String(), Type.Null()]),
  /** Areas that the user's globe is bounded by (coverageId3s); none: it is not bounded. */
  coverage3d: Type.Array(Type.Unsafe<Geometry>(Type.Unknown())),
});

export type MapSettings = Static<typeof mapSettings>;

/** UTC, ISO 8601. */
const span = Type.Object({ from: Type.String(), to: Type.String() });

const room = {
  label: Type.String(),
  geometry: Type.Unsafe<Geometry>(Type.Unknown()),
  /** Kept on each side of a line or around a point, metres. */
  marginM: Type.Number(),
  /** Null: from the ground; without limit. */
  lower: nullable(altitudeInput),
  upper: nullable(altitudeInput),
  /** When it counts, within the hours of the picture. */
  times: Type.Array(span),
};

const ownRoom = Type.Object({
  ...room,
  /** The sortie's place in the plan, from 0. */
  part: Type.Integer(),
  /** Of a route, metres along it; null: an area or a place. */
  lengthM: nullable(Type.Number()),
});

const otherRoom = Type.Object({
  ...room,
  resource: Type.Union([
    Type.Literal('airspace'),
    Type.Literal('plan'),
    Type.Literal('notice'),
    Type.Literal('notam'),
  ]),
  id: Type.Integer(),
  /** Of an airspace or a notice; of a NOTAM what it does to a plan: `hold`, `warn`. */
  kind: nullable(Type.String()),
  /** Of an airspace or a plan. */
  state: nullable(Type.Integer()),
  /** Of an airspace, in these hours: closed at any of them, open; null: neither was ever said. */
  openState: nullable(Type.Union([Type.Literal('open'), Type.Literal('closed')])),
  /** It takes or closes its air; false: an airspace that bounds or allows. */
  inTheWay: Type.Boolean(),
  /** Which parts it meets in plan view and time, whatever their heights. */
  meets: Type.Array(
    Type.Object({
      part: Type.Integer(),
      ...span.properties,
      /** Where along the route, metres; null: the part is no route. */
      along: nullable(Type.Array(Type.Object({ fromM: Type.Number(), toM: Type.Number() }))),
      /** `unknown`: the limits could not be brought to one datum, and within their bounds they may overlap. */
      height: Type.Union([Type.Literal('shared'), Type.Literal('apart'), Type.Literal('unknown')]),
      /** Values of the text `plan.heights.<why>`: between what heights each may be; null: their heights compare. */
      bounds: nullable(
        Type.Object({
          why: Type.Union([
            Type.Literal('ground'),
            Type.Literal('qnh'),
            Type.Literal('groundAndQnh'),
            Type.Literal('datum'),
          ]),
          ownHeights: Type.String(),
          otherHeights: Type.String(),
          ground: Type.String(),
          qnh: Type.String(),
        }),
      ),
    }),
  ),
});

const airPicture = Type.Object({
  /** Null: it says no times or no place, and there is nothing around it to show. */
  hours: nullable(span),
  own: Type.Array(ownRoom),
  others: Type.Array(otherRoom),
});

export type AirPicture = Static<typeof airPicture>;
export type OwnRoom = AirPicture['own'][number];
export type OtherRoom = AirPicture['others'][number];
export type MeetingRoom = OtherRoom['meets'][number];

/** Where the map opens, what lies under it, and what is in the air around a document. */
export const map = {
  GetSettings: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Centre, zoom, tile server and boundary layer of the map',
    input: Type.Object({}),
    output: mapSettings,
  }),
  GetAirPicture: call({
    verb: 'GET',
    permission: [...new Set([...planReaders, ...readPermission])],
    summary:
      'What is in the air around a plan or an airspace in its hours: airspaces open and closed, other plans, notices, NOTAMs; each where along the route and at what height it meets it',
    input: Type.Object({ resource: Type.Union([Type.Literal('plan'), Type.Literal('airspace')]), id }),
    output: airPicture,
  }),
};
