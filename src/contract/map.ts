import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';

const mapSettings = Type.Object({
  /** WGS-84 degrees. */
  center: Type.Unsafe<[latitude: number, longitude: number]>(
    Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  ),
  zoom: Type.Number(),
  tileUrl: Type.Union([Type.String(), Type.Null()]),
  boundariesUrl: Type.Union([Type.String(), Type.Null()]),
});

export type MapSettings = Static<typeof mapSettings>;

/** Where the map opens and what lies under it. */
export const map = {
  GetSettings: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Centre, zoom, tile server and boundary layer of the map',
    input: Type.Object({}),
    output: mapSettings,
  }),
};
