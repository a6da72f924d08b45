/**
 * What one sensor said of one aircraft at one time, whatever the sensor speaks. WGS-84 degrees, metres,
 * metres per second, true degrees. null: the sensor did not say.
 */
export interface Report {
  /** 24-bit address, six lower-case hex digits; null where the sensor does not vouch for it. */
  icao24: string | null;
  callsign: string | null;
  /** Four octal digits. */
  mode3A: string | null;
  latitude: number;
  longitude: number;
  /** Above 1013.25 hPa (STD). */
  pressureAltitudeM: number | null;
  /** Above the WGS-84 ellipsoid. */
  geometricAltitudeM: number | null;
  groundSpeedMps: number | null;
  trackDeg: number | null;
  verticalRateMps: number | null;
  onGround: boolean | null;
  /** When the position was true, UTC milliseconds. */
  at: number;
  /** Seconds since UTC midnight as the sensor sent it. */
  timeOfDayS: number | null;
  /** The sensor's own name of this track, unique within `sourceKey`. */
  trackNumber: string | null;
  /** Sensor within a feed: `sac/sic`. */
  sourceKey: string | null;
}

export const metresPerFoot = 0.3048;
export const metresPerNauticalMile = 1852;
export const mpsPerKnot = metresPerNauticalMile / 3600;
export const mpsPerFootPerMinute = metresPerFoot / 60;

const addressPattern = /^[0-9a-f]{6}$/;
const callsignPattern = /^[A-Z0-9-]{1,8}$/;

/** A usable 24-bit address in lower case; null for none, for all zeros and for all ones. */
export function addressOf(text: string | null): string | null {
  const address = text?.trim().toLowerCase() ?? '';
  return addressPattern.test(address) && address !== '000000' && address !== 'ffffff' ? address : null;
}

/** A usable callsign, without the padding; null where a character of it was lost. */
export function callsignOf(text: string | null): string | null {
  const callsign = text?.trim().toUpperCase() ?? '';
  return callsignPattern.test(callsign) ? callsign : null;
}
