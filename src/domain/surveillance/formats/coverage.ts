import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';

/** Where a source can have seen anything at all. */
export interface Coverage {
  /** Where it stands; null: not known, and no range is asked. */
  site: Position | null;
  rangeM: number | null;
  /** Polygon or MultiPolygon in degrees; null: everywhere within range. */
  area: Geometry | null;
}

/** Is a position within range and inside the area? */
export function covers({ site, rangeM, area }: Coverage, position: Position): boolean {
  if (site && rangeM !== null && inverse(site, position).distanceM > rangeM) return false;
  if (area?.type === 'Polygon') return isWithinRings(area.coordinates, position);
  if (area?.type === 'MultiPolygon') return area.coordinates.some((rings) => isWithinRings(rings, position));
  return true;
}
