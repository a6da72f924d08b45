import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { Parameters } from '../parameters.ts';
import { method, type Service } from './service.ts';

/** Where the map opens and what lies under it; an administrator sets it in the parameters. */
export function createMapService(deps: { parameters: Parameters; dataFolder: string }): Service {
  const { parameters, dataFolder } = deps;
  return {
    name: 'Map',
    methods: [
      method({
        verb: 'GET',
        name: 'GetSettings',
        permission: 'signedIn',
        summary: 'Centre, zoom, tile server and boundary layer of the map',
        input: Type.Object({}),
        output: Type.Object({
          /** WGS-84 degrees. */
          center: Type.Tuple([Type.Number(), Type.Number()]),
          zoom: Type.Number(),
          tileUrl: Type.Union([Type.String(), Type.Null()]),
          boundariesUrl: Type.Union([Type.String(), Type.Null()]),
        }),
        async handle() {
          const [latitude, longitude, zoom, tileUrl] = await Promise.all([
            parameters.number('map.centerLatitude'),
            parameters.number('map.centerLongitude'),
            parameters.number('map.zoom'),
            parameters.text('map.tileUrl'),
          ]);
          const boundaries = existsSync(join(dataFolder, 'boundaries.geojson'));
          return {
            center: [latitude, longitude] as [number, number],
            zoom,
            tileUrl: tileUrl || null,
            boundariesUrl: boundaries ? '/files/boundaries.geojson' : null,
          };
        },
      }),
    ],
  };
}
