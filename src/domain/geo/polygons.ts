/** One polygon, or several: rings of corners, each longitude and latitude in degrees, the outer ring first. */
export type Area<Corner> =
  | { type: 'Polygon'; coordinates: Corner[][] }
  | { type: 'MultiPolygon'; coordinates: Corner[][][] };

/** These polygons as one area; null: there is none. */
export function joined<Corner>(polygons: Corner[][][]): Area<Corner> | null {
  const [only] = polygons;
  if (!only) return null;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** The polygons of a geometry; a point and a line have none. */
export function polygonsOf<Corner>(
  geometry: Area<Corner> | { type: 'Point' } | { type: 'LineString' },
): Corner[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** Every ring of a geometry, outer ones and holes. */
export const ringsOf = <Corner>(geometry: Parameters<typeof polygonsOf<Corner>>[0]): Corner[][] =>
  polygonsOf(geometry).flat();
