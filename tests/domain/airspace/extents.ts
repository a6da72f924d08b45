import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';

export const agl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AGL' });
export const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
export const box = (
  west: number,
  south: number,
  east: number,
  north: number,
): Extract<Geometry, { type: 'Polygon' }> => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
