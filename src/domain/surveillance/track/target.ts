import type { CorrelationReason } from '#domain/surveillance/correlation/correlate.ts';
import type { AddressType, Emergency } from './report.ts';

/** A live target. Positions WGS-84 in degrees; altitudes say their datum; times are UTC milliseconds. */
export interface Target {
  /** Stable while the track lives; the 24-bit address in lower-case hex where known. */
  id: string;
  icao24: string | null;
  /** Of what kind the identity is by which the aircraft names itself; null: it names itself by none, or nobody knows. */
  addressType: AddressType | null;
  callsign: string | null;
  latitude: number;
  longitude: number;
  /** Pressure altitude, STD (1013.25 hPa), metres. */
  pressureAltitudeM: number | null;
  /** Geometric height above the WGS-84 ellipsoid, metres. */
  geometricAltitudeM: number | null;
  /** Altitude above mean sea level (AMSL), metres, where the source itself states one. */
  amslAltitudeM: number | null;
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
  /** Why it is that plan's; null: it has none. */
  correlation: TargetCorrelation | null;
  /** Mode A code, four octal digits. */
  mode3A: string | null;
  /** What the aircraft itself declares beside its code. */
  emergency: Emergency | null;
  /** Past its last position it is shown where it was going, for a short time only. */
  isCoasting: boolean;
  /** Why it may not be what it says that it is; null: nothing speaks against it. */
  warning: TargetWarning | null;
  /** How many sources have seen it lately. */
  sources: number;
  /** Metres within which the true position lies 95 times in 100; null: nobody says. */
  accuracyM: number | null;
}

export interface TargetCorrelation {
  /** A person said so. */
  byHand: boolean;
  score: number;
  /** What speaks for it, and against. */
  reasons: CorrelationReason[];
}

/** Another target flies under the same address, it left its place faster than any aircraft, or climbed so. */
export type TargetWarning = 'duplicateAddress' | 'leap' | 'impossibleClimb';

/** What is said of a target that one source sees and of which nothing more is known. */
export const plainTarget = {
  addressType: null,
  amslAltitudeM: null,
  correlation: null,
  mode3A: null,
  emergency: null,
  isCoasting: false,
  warning: null,
  sources: 1,
  accuracyM: null,
} as const satisfies Partial<Target>;
