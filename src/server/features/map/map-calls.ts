import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import type { Records } from '#server/engine/records/records.ts';
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
        coverage3d: await areasOf(records, user.coverageId3s),
      };
    },
    GetAirPicture: (input, caller) => airPictureOf(deps, caller, input),
  });
}

/** The shapes of organization units; a unit without one bounds nothing. */
async function areasOf(records: Records, ids: unknown): Promise<Geometry[]> {
  const wanted = Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  const units = await Promise.all(wanted.map((id) => records.get(systemCaller(), 'organizationUnit', id)));
  return units.flatMap(({ area }) => (isGeometry(area, ['Polygon', 'MultiPolygon']) ? [area] : []));
}
