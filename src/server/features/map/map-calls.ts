import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { implement, type Service } from '#server/http/service.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { type AirPictureDeps, airPictureOf } from './air-picture.ts';
import { basemapPath } from './basemap-routes.ts';

/** Where the map opens and what lies under it, as an administrator set it in the parameters; and the air around a document. */
export function createMapService(
  deps: AirPictureDeps & { parameters: Parameters; dataFolder: string; basemapFile: string | null },
): Service {
  const { records, parameters, dataFolder, basemapFile } = deps;
  return implement('Map', {
    async GetSettings(_input, { actor }) {
      const user = await records.get(systemCaller(), 'user', actor.userId);
      const hasOwn = typeof user.latitude === 'number' && typeof user.longitude === 'number';
      const [latitude, longitude, zoom, tileUrl] = await Promise.all([
        hasOwn ? Number(user.latitude) : parameters.number('map.centerLatitude'),
        hasOwn ? Number(user.longitude) : parameters.number('map.centerLongitude'),
        parameters.number(hasOwn ? 'map.ownZoom' : 'map.zoom'),
        parameters.text('map.tileUrl'),
      ]);
      const boundaries = existsSync(join(dataFolder, 'boundaries.geojson'));
      const center: [latitude: number, longitude: number] = [latitude, longitude];
      return {
        center,
        zoom,
        tileUrl: tileUrl || null,
        basemapUrl: basemapFile === null ? null : basemapPath,
        boundariesUrl: boundaries ? '/files/boundaries.geojson' : null,
      };
    },
    GetAirPicture: (input, caller) => airPictureOf(deps, caller, input),
  });
}
