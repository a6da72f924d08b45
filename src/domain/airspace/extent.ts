import { inverse, type LonLat, normalLongitude } from '#domain/geo/geodesy.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { ringsOf } from '#domain/geo/polygons.ts';
import { geometryOfShape, type ShapeFields, shapeOfFields } from '#domain/geo/shapes.ts';

/** What of an airspace says where it is: its figures, and the geometry that follows from them. */
export type ExtentFields = Partial<ShapeFields> & { geometry?: unknown };

const areas = ['Polygon', 'MultiPolygon'] as const;

/**
 * The geometry that the figures make, to 1 cm; of a polygon its own corners. Null where the figures are not whole, or
 * make an outline that no polygon can have.
 */
export function extentOf(fields: ExtentFields): Extract<Geometry, { type: (typeof areas)[number] }> | null {
  const given = isGeometry(fields.geometry, areas) ? fields.geometry : null;
  const { shape } = fields;
  if (!shape || shape === 'polygon') return given;
  const drawn = shapeOfFields(fields, null);
  const made = drawn ? geometryOfShape(drawn) : null;
  return made && isGeometry(made, areas) ? made : null;
}

/**
 * Does the geometry contradict the figures? Every corner of each lies on the outline of the other to within half a
 * percent of its size and 10 m: so much do the same circle's outlines of different numbers of corners differ.
 */
export function extentDisagrees(fields: ExtentFields): boolean {
  const { geometry, shape } = fields;
  if (!shape || shape === 'polygon' || !isGeometry(geometry, areas)) return false;
  const made = extentOf(fields);
  if (!made) return false;
  const [given, wanted] = [ringsOf(geometry), ringsOf(made)];
  const toleranceM = 10 + 0.005 * sizeM(made);
  return !near(given, wanted, toleranceM) || !near(wanted, given, toleranceM);
}

/** The west, south, east and north ends of a geometry, degrees. */
export function boundsOf(geometry: Geometry): [number, number, number, number] {
  const positions =
    geometry.type === 'Point'
      ? [geometry.coordinates]
      : geometry.type === 'LineString'
        ? geometry.coordinates
        : ringsOf(geometry).flat();
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [longitude, latitude] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return [west, south, east, north];
}

/** From corner to corner of what surrounds it, metres. */
function sizeM(geometry: Geometry): number {
  const [west, south, east, north] = boundsOf(geometry);
  return inverse({ latitude: south, longitude: west }, { latitude: north, longitude: east }).distanceM;
}

function near(points: LonLat[][], outline: LonLat[][], toleranceM: number): boolean {
  return points.every((ring) =>
    ring.every((point) => outline.some((other) => distanceToRingM(point, other) <= toleranceM)),
  );
}

/** Metres from a point to the nearest side of a ring, on a plane at the point: exact enough for what is near. */
function distanceToRingM([lon, lat]: LonLat, ring: LonLat[]): number {
  const perLat = 111_320;
  const perLon = perLat * Math.cos((lat * Math.PI) / 180);
  // The short way round: the ring may lie over the date line.
  const plane = ring.map(([x, y]): LonLat => [normalLongitude(x - lon) * perLon, (y - lat) * perLat]);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < plane.length; i += 1) {
    const [a, b] = [plane[i - 1], plane[i]];
    if (!a || !b) continue;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length2 = dx * dx + dy * dy;
    const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(a[0] * dx + a[1] * dy) / length2));
    least = Math.min(least, Math.hypot(a[0] + along * dx, a[1] + along * dy));
  }
  return least;
}
