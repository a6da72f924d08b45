/** A live target. Positions WGS-84 in degrees; altitudes say their datum; times are UTC milliseconds. */
export interface Target {
  /** Stable while the track lives; the 24-bit address in lower-case hex where known. */
  id: string;
  icao24: string | null;
  callsign: string | null;
  latitude: number;
  longitude: number;
  /** Pressure altitude, STD (1013.25 hPa), metres. */
  pressureAltitudeM: number | null;
  /** Geometric height above the WGS-84 ellipsoid, metres. */
  geometricAltitudeM: number | null;
  groundSpeedMps: number | null;
  /** Degrees from true north. */
  trackDeg: number | null;
  verticalRateMps: number | null;
  onGround: boolean;
  /** Time of the last accepted position. */
  at: number;
  /** Surveillance source record. */
  sourceId: number;
  planId: number | null;
}
