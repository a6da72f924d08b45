import type { AltitudeChannel } from './altitude-channel.ts';
import type { FlightWords } from './flight-words.ts';
import type { Imm } from './imm.ts';
import type { Plane } from './plane.ts';
import type { Track } from './track.ts';
import type { VelocityCheck } from './velocity-check.ts';

/** A position that was not believed, and how many of different times agreed with it, it among them. */
export interface Suspect {
  latitude: number;
  longitude: number;
  at: number;
  count: number;
  /** One that was believed has come between: the aircraft is in both places. */
  isBesides: boolean;
}

/** A sensor that has seen this aircraft. */
export interface Sensor {
  sourceId: number;
  sourceKey: string | null;
  /** Its own name of the aircraft; null: it has none. */
  trackNumber: string | null;
  /** Time of its last position, and where that was. */
  at: number;
  latitude: number;
  longitude: number;
  /** Of the velocities that it reports. */
  velocityCheck: VelocityCheck;
}

/** One aircraft under surveillance: what is shown of it, and what it takes to judge the next report. */
export interface Flight {
  track: Track;
  /** By which it names itself; null: by nothing, and then it may be an aircraft that is named elsewhere. */
  identity: string | null;
  /** Another identity that was said once under the number that a sensor gives it. */
  otherIdentity: { identity: string; at: number } | null;
  /** Another flight that it looks like, since when, and when it did so last. */
  alike: { other: Flight; sinceMs: number; lastMs: number } | null;
  plane: Plane;
  imm: Imm;
  pressure: AltitudeChannel;
  geometric: AltitudeChannel;
  amsl: AltitudeChannel;
  sensors: Sensor[];
  /** A place out of reach, and one within reach where it is hardly. */
  suspect: Suspect | null;
  outlier: Suspect | null;
  /** What it says of itself, each change asked for twice. */
  words: FlightWords;
  velocityAt: number | null;
  rateAt: number | null;
  /** Mean time between its reports, ms. */
  intervalMs: number;
  leaptAt: number | null;
  climbedAt: number | null;
  /** Has any sensor said how good its positions are? */
  isAccuracyStated: boolean;
  /** Another aircraft flies under its address. */
  isDoubled: boolean;
  /** Plots without a name make a target only once several agree. */
  isTentative: boolean;
}
