import { normalLongitude, type Position } from '#domain/geo/geodesy.ts';

/** A plane that touches the ellipsoid at a place: x east and y north of it, metres. Good to 0.1 % within 10 km. */
export interface Plane extends Position {
  metresPerDegreeLatitude: number;
  metresPerDegreeLongitude: number;
}

/** WGS-84. */
const semiMajorM = 6_378_137;
const eccentricitySquared = 0.006_694_379_990_14;
const radians = Math.PI / 180;

export function planeAt({ latitude, longitude }: Position): Plane {
  const sine = Math.sin(latitude * radians);
  const w = 1 - eccentricitySquared * sine * sine;
  const normalM = semiMajorM / Math.sqrt(w);
  return {
    latitude,
    longitude,
    metresPerDegreeLatitude: ((normalM * (1 - eccentricitySquared)) / w) * radians,
    // At a pole no metre east is a degree: a place near it stands for it.
    metresPerDegreeLongitude: normalM * Math.max(1e-6, Math.cos(latitude * radians)) * radians,
  };
}

export const eastOf = (plane: Plane, longitude: number): number =>
  normalLongitude(longitude - plane.longitude) * plane.metresPerDegreeLongitude;

export const northOf = (plane: Plane, latitude: number): number =>
  (latitude - plane.latitude) * plane.metresPerDegreeLatitude;

export const longitudeOf = (plane: Plane, eastM: number): number =>
  normalLongitude(plane.longitude + eastM / plane.metresPerDegreeLongitude);

export const latitudeOf = (plane: Plane, northM: number): number =>
  Math.min(90, Math.max(-90, plane.latitude + northM / plane.metresPerDegreeLatitude));

/** Metres between two places, within 0.6 % of the geodesic: a great circle of the mean radius. */
export function roughDistanceM(from: Position, to: Position): number {
  const latitude = Math.sin(((to.latitude - from.latitude) * radians) / 2);
  const longitude = Math.sin(((to.longitude - from.longitude) * radians) / 2);
  const h =
    latitude * latitude +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * longitude * longitude;
  return 2 * 6_371_009 * Math.asin(Math.min(1, Math.sqrt(h)));
}
