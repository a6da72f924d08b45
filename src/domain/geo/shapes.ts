import {
  circleRing,
  corridor,
  direct,
  inverse,
  type LonLat,
  normalLongitude,
  type Position,
  sectorRing,
} from './geodesy.ts';
import type { Geometry } from './geojson.ts';

/** What a person draws or types; its GeoJSON follows from it exactly. Lengths in metres, true bearings in degrees. */
export type Shape =
  | { kind: 'circle' | 'pointRadius'; centre: Position; radiusM: number }
  | {
      kind: 'sector';
      centre: Position;
      innerRadiusM: number;
      outerRadiusM: number;
      fromDeg: number;
      toDeg: number;
    }
  | { kind: 'polygon' | 'line'; points: Position[] }
  | { kind: 'corridor'; points: Position[]; widthM: number }
  | { kind: 'point'; position: Position }
  /** A geometry that came as it is: from a file, or another record. */
  | { kind: 'free'; geometry: Geometry };

export type ShapeKind = Shape['kind'];

/** The fields in which the records `airspace` and `airspaceTemplate` keep what their geometry was made from. */
export interface ShapeFields {
  shape: 'circle' | 'polygon' | 'sector' | 'corridor' | 'point';
  center: { type: 'Point'; coordinates: LonLat } | null;
  radiusM: number | null;
  startBearing: number | null;
  endBearing: number | null;
  centerline: { type: 'LineString'; coordinates: LonLat[] } | null;
  widthM: number | null;
}

/** The fields of an extent in these records: what is drawn, and the figures that it was drawn from. */
export const extentFields = [
  'shape',
  'geometry',
  'center',
  'radiusM',
  'startBearing',
  'endBearing',
  'centerline',
  'widthM',
] as const;

/** The GeoJSON of a shape, to 1 cm; null while it is not whole (two corners, no width). */
export function geometryOfShape(shape: Shape): Geometry | null {
  switch (shape.kind) {
    case 'circle':
    case 'pointRadius':
      return shape.radiusM > 0 ? polygon(circleRing(shape.centre, shape.radiusM)) : null;
    case 'sector':
      return shape.outerRadiusM > shape.innerRadiusM && shape.innerRadiusM >= 0
        ? polygon(sectorRing(shape))
        : null;
    case 'polygon': {
      const ring = shape.points.map(lonLat);
      const [first] = ring;
      return first && ring.length >= 3
        ? polygon([...counterClockwise(ring), ...counterClockwise(ring).slice(0, 1)])
        : null;
    }
    case 'line':
      return shape.points.length >= 2
        ? { type: 'LineString', coordinates: shape.points.map((point) => rounded(lonLat(point))) }
        : null;
    case 'corridor': {
      const made = corridor(shape.points, shape.widthM);
      if (!made) return null;
      return made.type === 'Polygon'
        ? { type: 'Polygon', coordinates: made.coordinates.map((ring) => ring.map(rounded)) }
        : {
            type: 'MultiPolygon',
            coordinates: made.coordinates.map((part) => part.map((ring) => ring.map(rounded))),
          };
    }
    case 'point':
      return { type: 'Point', coordinates: rounded(lonLat(shape.position)) };
    case 'free':
      return shape.geometry;
  }
}

/** A geometry as a shape that can be edited: corners of a polygon without holes, a line, a point; anything else as it is. */
export function shapeOfGeometry(geometry: Geometry): Shape {
  if (geometry.type === 'Point') return { kind: 'point', position: position(geometry.coordinates) };
  if (geometry.type === 'LineString') return { kind: 'line', points: geometry.coordinates.map(position) };
  const [ring, ...holes] = geometry.type === 'Polygon' ? geometry.coordinates : [];
  // More corners than a person would type: a circle or a corridor whose figures are not known.
  if (!ring || holes.length > 0 || ring.length > 41) return { kind: 'free', geometry };
  return { kind: 'polygon', points: ring.slice(0, -1).map(position) };
}

/** The fields of a record that keep a shape's figures; null for a line or a point, which are their own geometry. */
export function fieldsOfShape(shape: Shape): ShapeFields | null {
  const none: Omit<ShapeFields, 'shape'> = {
    center: null,
    radiusM: null,
    startBearing: null,
    endBearing: null,
    centerline: null,
    widthM: null,
  };
  const pointAt = (where: Position) => ({ type: 'Point' as const, coordinates: rounded(lonLat(where)) });
  switch (shape.kind) {
    case 'circle':
      return { ...none, shape: 'circle', center: pointAt(shape.centre), radiusM: shape.radiusM };
    case 'pointRadius':
      return { ...none, shape: 'point', center: pointAt(shape.centre), radiusM: shape.radiusM };
    case 'sector':
      // A record keeps one radius: a sector with a hole in its middle is kept as a polygon.
      if (shape.innerRadiusM > 0) return { ...none, shape: 'polygon' };
      return {
        ...none,
        shape: 'sector',
        center: pointAt(shape.centre),
        radiusM: shape.outerRadiusM,
        startBearing: shape.fromDeg,
        endBearing: shape.toDeg,
      };
    case 'corridor':
      return {
        ...none,
        shape: 'corridor',
        centerline: { type: 'LineString', coordinates: shape.points.map((point) => rounded(lonLat(point))) },
        widthM: shape.widthM,
      };
    case 'polygon':
      return { ...none, shape: 'polygon' };
    case 'free':
      return shape.geometry.type === 'Polygon' || shape.geometry.type === 'MultiPolygon'
        ? { ...none, shape: 'polygon' }
        : null;
    default:
      return null;
  }
}

/** The shape that a record's fields describe; falls back on its geometry. */
export function shapeOfFields(fields: Partial<ShapeFields>, geometry: Geometry | null): Shape | null {
  const { shape, center, radiusM, startBearing, endBearing, centerline, widthM } = fields;
  if ((shape === 'circle' || shape === 'point') && center && radiusM) {
    return {
      kind: shape === 'point' ? 'pointRadius' : 'circle',
      centre: position(center.coordinates),
      radiusM,
    };
  }
  if (shape === 'sector' && center && radiusM && startBearing != null && endBearing != null) {
    return {
      kind: 'sector',
      centre: position(center.coordinates),
      innerRadiusM: 0,
      outerRadiusM: radiusM,
      fromDeg: startBearing,
      toDeg: endBearing,
    };
  }
  if (shape === 'corridor' && centerline && widthM) {
    return { kind: 'corridor', points: centerline.coordinates.map(position), widthM };
  }
  return geometry ? shapeOfGeometry(geometry) : null;
}

/** A circle as a drawing tool leaves it, a ring of points around a centre, by its figures. */
export function circleOfRing(ring: LonLat[]): { centre: Position; radiusM: number } | null {
  const points = ring.slice(0, -1).map(position);
  const [first] = points;
  if (!first || points.length < 8) return null;
  // The mean of the points as directions from the middle of the earth is the circle's centre.
  let [x, y, z] = [0, 0, 0];
  for (const { latitude, longitude } of points) {
    const lat = (latitude * Math.PI) / 180;
    const lon = (longitude * Math.PI) / 180;
    x += Math.cos(lat) * Math.cos(lon);
    y += Math.cos(lat) * Math.sin(lon);
    z += Math.sin(lat);
  }
  const centre = {
    latitude: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI,
    longitude: (Math.atan2(y, x) * 180) / Math.PI,
  };
  const total = points.reduce((sum, point) => sum + inverse(centre, point).distanceM, 0);
  return { centre, radiusM: Math.max(1, Math.round(total / points.length)) };
}

/** A sector as a drawing tool leaves it, a ring that begins at the centre, by its figures. */
export function sectorOfRing(ring: LonLat[]): Extract<Shape, { kind: 'sector' }> | null {
  const [centre, first] = ring.map(position);
  const last = ring.at(-2);
  const middle = ring[Math.floor(ring.length / 2)];
  if (!centre || !first || !last || !middle || ring.length < 5) return null;
  const from = inverse(centre, first);
  const to = inverse(centre, position(last));
  const between = inverse(centre, position(middle)).initialBearingDeg;
  const turn = (a: number, b: number) => (((b - a) % 360) + 360) % 360;
  // Clockwise if the middle of the arc comes before its end.
  const clockwise =
    turn(from.initialBearingDeg, between) <= turn(from.initialBearingDeg, to.initialBearingDeg);
  const [start, end] = clockwise ? [from, to] : [to, from];
  return {
    kind: 'sector',
    centre,
    innerRadiusM: 0,
    outerRadiusM: Math.max(1, Math.round(from.distanceM)),
    fromDeg: Math.round(start.initialBearingDeg) % 360,
    toDeg: Math.round(end.initialBearingDeg) % 360,
  };
}

/** The midpoint of a leg along its geodesic. */
export function midpoint(from: Position, to: Position): Position {
  const { distanceM, initialBearingDeg } = inverse(from, to);
  return direct(from, initialBearingDeg, distanceM / 2);
}

function polygon(ring: LonLat[]): Geometry {
  return { type: 'Polygon', coordinates: [ring.map(rounded)] };
}

/** RFC 7946: outer rings turn counter-clockwise. */
function counterClockwise(ring: LonLat[]): LonLat[] {
  let doubleArea = 0;
  ring.forEach(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y];
    doubleArea += x * nextY - nextX * y;
  });
  return doubleArea < 0 ? [...ring].reverse() : ring;
}

function lonLat({ longitude, latitude }: Position): LonLat {
  return [longitude, latitude];
}

function position([longitude, latitude]: LonLat): Position {
  return { latitude, longitude };
}

/** Seven decimals are about a centimetre. What reaches over the date line goes on on its other side. */
function rounded([longitude, latitude]: LonLat): LonLat {
  const on = Math.abs(longitude) > 180 ? normalLongitude(longitude) : longitude;
  return [Math.round(on * 1e7) / 1e7, Math.round(latitude * 1e7) / 1e7];
}
