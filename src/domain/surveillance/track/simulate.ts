import geodesic from 'geographiclib-geodesic';

/** What a simulated aircraft does at one instant. WGS-84; the altitude is pressure altitude (STD), metres. */
export interface SimulatedState {
  latitude: number;
  longitude: number;
  altitudeM: number;
  groundSpeedMps: number;
  trackDeg: number;
  verticalRateMps: number;
  onGround: boolean;
}

export interface SimulatedFlight {
  /** Points flown in order, [longitude, latitude] in degrees; at least one. */
  path: readonly (readonly [number, number])[];
  groundSpeedMps: number;
  cruiseAltitudeM: number;
  fieldElevationM: number;
}

/** Seconds on the ground before the take-off run. */
export const taxiS = 20;
const climbMps = 3;
const descentMps = 2.5;
const taxiSpeedMps = 6;

/**
 * Where the flight is `elapsedS` seconds after release: it taxies, climbs, flies the path, descends to its end
 * and stays there. A path of one point is a hover over it.
 */
export function simulate(flight: SimulatedFlight, elapsedS: number): SimulatedState {
  const legs = legsOf(flight.path);
  const lengthM = lengthOf(flight.path);
  const airborneS = Math.max(0, elapsedS - taxiS);
  const durationS = lengthM / flight.groundSpeedMps;
  const point = pointAt(flight.path, legs, Math.min(lengthM, airborneS * flight.groundSpeedMps));
  const hovers = lengthM === 0;
  const landed = !hovers && airborneS >= durationS;
  const heightM = flight.cruiseAltitudeM - flight.fieldElevationM;
  const climbed = Math.min(heightM, airborneS * climbMps);
  const toDescend = hovers ? heightM : Math.max(0, (durationS - airborneS) * descentMps);
  const height = landed ? 0 : Math.min(climbed, toDescend);
  const onGround = airborneS === 0 || landed;
  return {
    latitude: point.latitude,
    longitude: point.longitude,
    altitudeM: flight.fieldElevationM + height,
    groundSpeedMps: landed || hovers ? 0 : airborneS === 0 ? taxiSpeedMps : flight.groundSpeedMps,
    trackDeg: point.trackDeg,
    verticalRateMps: onGround ? 0 : rateOf(climbed, toDescend, heightM),
    onGround,
  };
}

function rateOf(climbed: number, toDescend: number, heightM: number): number {
  if (climbed < heightM && climbed <= toDescend) return climbMps;
  return toDescend < heightM ? -descentMps : 0;
}

interface Leg {
  lengthM: number;
  trackDeg: number;
}

/** Metres along a path. */
export const lengthOf = (path: SimulatedFlight['path']): number =>
  legsOf(path).reduce((sum, leg) => sum + leg.lengthM, 0);

const measured = new WeakMap<SimulatedFlight['path'], Leg[]>();

/** Of each path once: it is asked where a flight is every second. */
function legsOf(path: SimulatedFlight['path']): Leg[] {
  const known = measured.get(path);
  if (known) return known;
  const legs: Leg[] = [];
  measured.set(path, legs);
  for (let i = 1; i < path.length; i++) {
    const from = path[i - 1];
    const to = path[i];
    if (!from || !to) continue;
    const { s12 = 0, azi1 = 0 } = geodesic.Geodesic.WGS84.Inverse(from[1], from[0], to[1], to[0]);
    legs.push({ lengthM: s12, trackDeg: (azi1 + 360) % 360 });
  }
  return legs;
}

function pointAt(path: SimulatedFlight['path'], legs: Leg[], distanceM: number) {
  let left = distanceM;
  for (const [i, leg] of legs.entries()) {
    const from = path[i];
    if (!from) break;
    if (left <= leg.lengthM || i === legs.length - 1) {
      const at = geodesic.Geodesic.WGS84.Direct(from[1], from[0], leg.trackDeg, Math.min(left, leg.lengthM));
      return { latitude: at.lat2 ?? from[1], longitude: at.lon2 ?? from[0], trackDeg: leg.trackDeg };
    }
    left -= leg.lengthM;
  }
  const only = path[0] ?? [0, 0];
  return { latitude: only[1], longitude: only[0], trackDeg: 0 };
}
