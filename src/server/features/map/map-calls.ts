import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { Records } from '#server/engine/records/records.ts';
import { method, type Service } from '#server/http/service.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

/** Where the map opens and what lies under it; an administrator sets it in the parameters. */
export function createMapService(deps: {
  records: Records;
  parameters: Parameters;
  dataFolder: string;
}): Service {
  const { records, parameters, dataFolder } = deps;
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
          center: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
          zoom: Type.Number(),
          tileUrl: Type.Union([Type.String(), Type.Null()]),
          boundariesUrl: Type.Union([Type.String(), Type.Null()]),
        }),
        async handle(_input, { actor }) {
          const user = await records.get(systemCaller(), 'user', actor.userId);
          const hasOwn = typeof user.latitude === 'number' && typeof user.longitude === 'number';
          const [latitude, longitude, zoom, tileUrl] = await Promise.all([
            hasOwn ? Number(user.latitude) : parameters.number('map.centerLatitude'),
            hasOwn ? Number(user.longitude) : parameters.number('map.centerLongitude'),
            parameters.number(hasOwn ? 'map.ownZoom' : 'map.zoom'),
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
