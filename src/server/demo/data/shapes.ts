import { circleRing, corridor, type LonLat, type Position, sectorRing } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Airspace } from '#domain/record/records.gen.ts';

/** The fields of an airspace that say its extent: the geometry, and the parameters that it was made from. */
type Shape = Pick<
  Airspace,
  'shape' | 'geometry' | 'center' | 'radiusM' | 'startBearing' | 'endBearing' | 'centerline' | 'widthM'
>;

type Area = Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>;

const at = ([longitude, latitude]: LonLat): Position => ({ latitude, longitude });
export const point = (coordinates: LonLat): Extract<Geometry, { type: 'Point' }> => ({
  type: 'Point',
  coordinates,
});

export function circle(center: LonLat, radiusM: number): Shape {
  const geometry: Area = { type: 'Polygon', coordinates: [circleRing(at(center), radiusM)] };
  return { shape: 'circle', geometry, center: point(center), radiusM };
}

export function polygon(corners: LonLat[]): Shape {
  return { shape: 'polygon', geometry: polygonOf(corners) };
}

export function polygonOf(corners: LonLat[]): Area {
  const [first] = corners;
  return { type: 'Polygon', coordinates: [first ? [...corners, first] : corners] };
}

export function sector(center: LonLat, radiusM: number, startBearing: number, endBearing: number): Shape {
  const ring = sectorRing({
    centre: at(center),
    innerRadiusM: 0,
    outerRadiusM: radiusM,
    fromDeg: startBearing,
    toDeg: endBearing,
  });
  const geometry: Area = { type: 'Polygon', coordinates: [ring] };
  return { shape: 'sector', geometry, center: point(center), radiusM, startBearing, endBearing };
}

export function corridorAlong(line: LonLat[], widthM: number): Shape {
  const geometry = corridor(line.map(at), widthM);
  if (!geometry) throw new Error('seed: a corridor needs two points');
  return { shape: 'corridor', geometry, centerline: { type: 'LineString', coordinates: line }, widthM };
}

export const agl = (value: number) => ({ value, unit: 'm', reference: 'AGL' }) as const;
export const amsl = (value: number) => ({ value, unit: 'm', reference: 'AMSL' }) as const;
