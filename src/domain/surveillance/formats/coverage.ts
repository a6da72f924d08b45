import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';

/** Where a source can have seen anything at all. */
export interface Coverage {
  /** Where it stands, for what says no sensor with a site of its own; null: not known, and no range is asked. */
  site: Position | null;
  rangeM: number | null;
  /** Polygon or MultiPolygon in degrees; null: everywhere within range. */
  area: Geometry | null;
}

/** Is a position within range of the sensor (null: the source's site), and inside the area? */
export function covers(coverage: Coverage, position: Position, sensor: Position | null = null): boolean {
  const { rangeM, area } = coverage;
  const site = sensor ?? coverage.site;
  if (site && rangeM !== null && inverse(site, position).distanceM > rangeM) return false;
  if (area?.type === 'Polygon') return isWithinRings(area.coordinates, position);
  if (area?.type === 'MultiPolygon') return area.coordinates.some((rings) => isWithinRings(rings, position));
  return true;
}
