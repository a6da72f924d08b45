import { inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';

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
  if (area?.type === 'Polygon') return isInside(area.coordinates, position);
  if (area?.type === 'MultiPolygon') return area.coordinates.some((rings) => isInside(rings, position));
  return true;
}

/** Even and odd crossings in degrees; near enough for an outline of coverage, which is known to kilometres. */
function isInside(rings: readonly (readonly number[][])[], { longitude, latitude }: Position): boolean {
  let isIn = false;
  for (const ring of rings) {
    for (const [i, corner] of ring.entries()) {
      const [x1 = 0, y1 = 0] = corner;
      const [x2 = 0, y2 = 0] = ring[(i + 1) % ring.length] ?? corner;
      if (y1 > latitude === y2 > latitude) continue;
      if (longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
    }
  }
  return isIn;
}
