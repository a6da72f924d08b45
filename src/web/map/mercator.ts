/**
 * Web Mercator as fractions of the world: x 0 at 180° W to 1 at 180° E, y 0 at 85.05° N to 1 at 85.05° S.
 * Multiplied by the world's size in pixels at a zoom they are Leaflet's pixel coordinates.
 */
const maxLatitude = 85.0511287798;

export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

export function mercatorY(latitude: number): number {
  const clamped = Math.max(-maxLatitude, Math.min(maxLatitude, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Pixels around the world at a zoom: Leaflet's tiles are 256 pixels at zoom 0. */
export function worldPixels(zoom: number): number {
  return 256 * 2 ** zoom;
}

export function longitudeOf(x: number): number {
  return x * 360 - 180;
}

export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
