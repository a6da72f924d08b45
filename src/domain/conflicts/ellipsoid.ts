/** WGS-84: the ellipsoid on which every footprint lies; Cartesian, earth-fixed, metres. */
const equatorM = 6_378_137;
const flattening = 1 / 298.257223563;
const e2 = flattening * (2 - flattening);
const radians = Math.PI / 180;

/** A point of space: earth-fixed, metres. */
export type Vector = readonly [x: number, y: number, z: number];

/** A point of a chart: metres east and north of its origin. */
export type Xy = readonly [x: number, y: number];

/** The point of the ellipsoid at a geodetic position in degrees. */
export function toVector(longitude: number, latitude: number): Vector {
  const lon = longitude * radians;
  const lat = latitude * radians;
  const sin = Math.sin(lat);
  const normal = equatorM / Math.sqrt(1 - e2 * sin * sin);
  const across = normal * Math.cos(lat);
  return [across * Math.cos(lon), across * Math.sin(lon), normal * (1 - e2) * sin];
}

/** Degrees of a point of the ellipsoid: exact there, for its normal is known. */
export function toLonLat([x, y, z]: Vector): { longitude: number; latitude: number } {
  return {
    longitude: Math.atan2(y, x) / radians,
    latitude: Math.atan2(z / (1 - e2), Math.hypot(x, y)) / radians,
  };
}

/**
 * A chart around a point of the ellipsoid: seen from the centre of its mean curvature onto the plane that touches it
 * there. Geodesics are straight in it to 0.1 mm over 20 km near the middle, and lengths are true to (r/R)², r being how
 * far out they lie: at 10 km 2.5 millionths.
 */
export interface Chart {
  origin: Vector;
  up: Vector;
  east: Vector;
  north: Vector;
  radiusM: number;
}

export function chartAt(origin: Vector): Chart {
  const [x, y, z] = origin;
  const up = unit([x, y, z / (1 - e2)]);
  const level = Math.hypot(up[0], up[1]);
  // At a pole every direction is as good as another.
  const east: Vector = level < 1e-12 ? [0, 1, 0] : [-up[1] / level, up[0] / level, 0];
  const north = cross(up, east);
  const s2 = up[2] * up[2];
  const radiusM = (equatorM * Math.sqrt(1 - e2)) / (1 - e2 * s2);
  return { origin, up, east, north, radiusM };
}

/** Where a point lies in a chart: it has to be on the near half of the earth. */
export function project({ origin, up, east, north, radiusM }: Chart, x: number, y: number, z: number): Xy {
  const dx = x - origin[0];
  const dy = y - origin[1];
  const dz = z - origin[2];
  const depth = radiusM + dx * up[0] + dy * up[1] + dz * up[2];
  // Beyond the horizon: far out in its direction.
  const scale = radiusM / Math.max(depth, 1);
  return [
    scale * (dx * east[0] + dy * east[1] + dz * east[2]),
    scale * (dx * north[0] + dy * north[1] + dz * north[2]),
  ];
}

/** The point of the ellipsoid that a chart shows at (x, y). */
export function unproject({ origin, up, east, north, radiusM }: Chart, [x, y]: Xy): Vector {
  const along = (i: 0 | 1 | 2) => radiusM * up[i] + x * east[i] + y * north[i];
  const eye = (i: 0 | 1 | 2) => origin[i] - radiusM * up[i];
  const [dx, dy, dz] = [along(0), along(1), along(2)];
  const [ox, oy, oz] = [eye(0), eye(1), eye(2)];
  // The ray from the eye meets x² + y² + z²/(1 − e²) = a² once in front of it.
  const q = 1 - e2;
  const a = dx * dx + dy * dy + (dz * dz) / q;
  const b = ox * dx + oy * dy + (oz * dz) / q;
  const c = ox * ox + oy * oy + (oz * oz) / q - equatorM * equatorM;
  const t = (-b + Math.sqrt(Math.max(0, b * b - a * c))) / a;
  return [ox + t * dx, oy + t * dy, oz + t * dz];
}

/** How far the surface rises at most above a chord of this length, metres: half a chord's square over its radius. */
export function riseM(chordM: number): number {
  const half = chordM / 2;
  // The smallest radius of curvature that a section of the ellipsoid has.
  const least = 6_335_000;
  return half >= least ? least : least - Math.sqrt(least * least - half * half);
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
