import { inverse, type Position } from '#domain/geo/geodesy.ts';
import { isInvented } from '#domain/surveillance/track/identity.ts';
import { sharedCodes } from '#domain/surveillance/track/known-codes.ts';
import type { AddressType } from '#domain/surveillance/track/report.ts';

/** A sortie of a released or flying plan, as tracks are compared with it. Times are UTC ms. */
export interface PlannedFlight {
  planId: number;
  taskId: number;
  callsign: string;
  /** Six hex digits, lower case; null: the aircraft has no address on record. */
  icao24: string | null;
  /** The code that it was given, four octal digits. */
  code: string | null;
  /** Where it departs, lands and turns. */
  places: readonly Position[];
  from: number;
  to: number;
}

/** What of a track tells which flight it is. */
export interface TrackIdentity {
  icao24: string | null;
  /** Of what kind it is: only what ICAO gave is compared with the address of a plan. */
  addressType?: AddressType | null;
  callsign: string | null;
  mode3A: string | null;
  latitude: number;
  longitude: number;
  /** UTC ms. */
  at: number;
}

export type CorrelationReason =
  | 'address'
  | 'otherAddress'
  | 'callsign'
  | 'otherCallsign'
  | 'code'
  | 'place'
  | 'farAway'
  | 'time'
  | 'otherTime';

export interface Correlation {
  planId: number;
  taskId: number;
  score: number;
  /** What speaks for it, and against. */
  reasons: CorrelationReason[];
}

/** What each reason weighs: an address or a callsign alone is enough, a code is with a place or a time, those alone are not. */
export const weights: Record<CorrelationReason, number> = {
  address: 60,
  otherAddress: -10,
  callsign: 45,
  otherCallsign: -15,
  code: 20,
  place: 10,
  farAway: -30,
  time: 10,
  otherTime: -5,
};
export const leastScore = 30;
/** Of two plans that are as likely neither is taken. */
const leastLead = 5;

const nearM = 30_000;
const farM = 200_000;
/** Before the departure and after the landing in which a flight may be seen. */
const earlyMs = 60 * 60_000;
const lateMs = 2 * 60 * 60_000;
const wrongMs = 12 * 60 * 60_000;

type Addressed = Pick<TrackIdentity, 'icao24' | 'addressType'>;

/** The address that ICAO gave; null: there is none, also where another number has the same digits. */
const addressOf = ({ icao24, addressType }: Addressed): string | null =>
  isInvented(addressType) ? null : (icao24?.toLowerCase() ?? null);

/** How likely a track is this flight, and why. */
export function scoreOf(track: TrackIdentity, flight: PlannedFlight): Correlation {
  const reasons: CorrelationReason[] = [];
  const address = addressOf(track);
  if (address !== null && flight.icao24 !== null)
    reasons.push(address === flight.icao24 ? 'address' : 'otherAddress');
  if (track.callsign !== null)
    reasons.push(
      track.callsign.toUpperCase() === flight.callsign.toUpperCase() ? 'callsign' : 'otherCallsign',
    );
  if (track.mode3A !== null && track.mode3A === flight.code && !sharedCodes.has(track.mode3A))
    reasons.push('code');
  const distanceM = Math.min(...flight.places.map((place) => inverse(place, track).distanceM));
  // Without a place (Infinity) nothing is said of it.
  if (distanceM <= nearM) reasons.push('place');
  else if (Number.isFinite(distanceM) && distanceM > farM) reasons.push('farAway');
  if (track.at >= flight.from - earlyMs && track.at <= flight.to + lateMs) reasons.push('time');
  else if (track.at < flight.from - wrongMs || track.at > flight.to + wrongMs) reasons.push('otherTime');
  const score = reasons.reduce((sum, reason) => sum + weights[reason], 0);
  return { planId: flight.planId, taskId: flight.taskId, score, reasons };
}

/** Which of these flights the track is; null: none, or two that are as likely. */
export function correlate(track: TrackIdentity, flights: readonly PlannedFlight[]): Correlation | null {
  let best: Correlation | null = null;
  let rival = Number.NEGATIVE_INFINITY;
  for (const flight of flights) {
    const one = scoreOf(track, flight);
    if (best === null || one.score > best.score) {
      if (best !== null && best.planId !== one.planId) rival = Math.max(rival, best.score);
      best = one;
    } else if (one.planId !== best.planId) rival = Math.max(rival, one.score);
  }
  if (best === null || best.score < leastScore || best.score - rival < leastLead) return null;
  return best;
}

/** Finds the flights that a track may be without comparing it with all: by address, callsign and code. */
export interface FlightIndex {
  candidates(track: Addressed & Pick<TrackIdentity, 'callsign' | 'mode3A'>): PlannedFlight[];
}

export function createFlightIndex(flights: readonly PlannedFlight[]): FlightIndex {
  const byName = new Map<string, PlannedFlight[]>();
  const put = (kind: string, name: string | null | undefined, flight: PlannedFlight) => {
    if (!name) return;
    const key = `${kind}${name.toUpperCase()}`;
    byName.set(key, [...(byName.get(key) ?? []), flight]);
  };
  for (const flight of flights) {
    put('a', flight.icao24, flight);
    put('c', flight.callsign, flight);
    put('s', flight.code, flight);
  }
  const of = (kind: string, name: string | null) =>
    name === null ? [] : (byName.get(`${kind}${name.toUpperCase()}`) ?? []);
  return {
    candidates: ({ callsign, mode3A, ...addressed }) => [
      ...new Set([...of('a', addressOf(addressed)), ...of('c', callsign), ...of('s', mode3A)]),
    ],
  };
}
