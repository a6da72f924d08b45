import type { Position } from './geodesy.ts';

/** Where a GeoJSON point is; null: it is none. */
export function positionIn(value: unknown): Position | null {
  if (typeof value !== 'object' || value === null || !('coordinates' in value)) return null;
  const { coordinates } = value;
  if (!Array.isArray(coordinates)) return null;
  const [longitude, latitude]: unknown[] = coordinates;
  return typeof longitude === 'number' && typeof latitude === 'number' ? { latitude, longitude } : null;
}
