import { sensorOf } from './flight.ts';
import type { Flight } from './flight-state.ts';
import { identityOf } from './identity.ts';
import type { Report } from './report.ts';

/** Which flight a name is of: its own identity, the number that a sensor gives, the callsign. */
export interface FlightNames {
  /** Those that are this aircraft by its address or its number: several, where several fly under one address. */
  sure(report: Report, sourceId: number): readonly Flight[] | undefined;
  /** The one that this sensor calls by this number, whatever it is named otherwise. */
  numbered(report: Report, sourceId: number): Flight | undefined;
  /** One that may be it by its callsign, which names an aircraft only for a sensor that has no better name. */
  guessed(report: Report, sourceId: number): Flight | undefined;
  /** Id of a track that a first report of this aircraft makes; null: nothing says which aircraft it is. */
  idOf(report: Report, sourceId: number): string | null;
  isNamed(report: Report): boolean;
  learn(flight: Flight, report: Report, sourceId: number): void;
  /** Is there place for another flight under the address of this one? */
  mayDouble(flight: Flight): boolean;
  /** Two that fly under one address. */
  double(first: Flight, second: Flight): void;
  /** Forgets all names of a flight; the one that has its address for itself again. */
  forget(flight: Flight): Flight | undefined;
  byAddress(icao24: string): Flight | undefined;
}

/** Names of one flight: a sensor that gives it another number with each report does not fill the memory. */
const mostNames = 50;
/** Flights under one address: each report of it is held against all of them. */
const mostDoubles = 8;

export function createFlightNames(): FlightNames {
  const index = new Map<string, Flight>();
  const keysOf = new Map<Flight, Set<string>>();
  const doubles = new Map<string, Flight[]>();

  function sure(report: Report, sourceId: number): readonly Flight[] | undefined {
    const identity = identityOf(report, sourceId);
    if (identity !== null) {
      const doubled = doubles.get(identity);
      if (doubled) return doubled;
      const one = index.get(identity);
      if (one) return [one];
    }
    const bySensor = numbered(report, sourceId);
    return bySensor !== undefined && mayBe(bySensor, identity) ? [bySensor] : undefined;
  }

  function numbered(report: Report, sourceId: number): Flight | undefined {
    const number = numberKey(report, sourceId);
    return number === null ? undefined : index.get(number);
  }

  function guessed(report: Report, sourceId: number): Flight | undefined {
    const key = callsignKey(report);
    if (identityOf(report, sourceId) !== null || key === null) return undefined;
    const flight = index.get(key);
    if (flight === undefined) return undefined;
    const isNumbered =
      report.trackNumber !== null && (sensorOf(flight, report, sourceId)?.trackNumber ?? null) !== null;
    return isNumbered ? undefined : flight;
  }

  function learn(flight: Flight, report: Report, sourceId: number): void {
    give(flight.identity, flight);
    give(numberKey(report, sourceId), flight);
    const callsign = callsignKey(report);
    // A changed callsign names it once it is believed.
    if (callsign === null || report.callsign !== flight.track.callsign) return;
    // A callsign stays with the aircraft that names itself.
    if (index.get(callsign)?.identity != null && flight.identity === null) return;
    give(callsign, flight);
  }

  function give(key: string | null, flight: Flight): void {
    if (key === null) return;
    const holder = index.get(key);
    if (holder === flight || doubles.has(key)) return;
    if (holder) keysOf.get(holder)?.delete(key);
    index.set(key, flight);
    const keys = keysOf.get(flight) ?? new Set();
    keysOf.set(flight, keys);
    keys.add(key);
    if (keys.size <= mostNames) return;
    // Its own identity stays: it is the best name.
    const oldest = [...keys].find((one) => one !== flight.identity);
    if (oldest === undefined) return;
    keys.delete(oldest);
    index.delete(oldest);
  }

  return {
    sure,
    numbered,
    guessed,
    idOf: (report, sourceId) => report.icao24 ?? numberKey(report, sourceId) ?? callsignKey(report),
    isNamed: ({ icao24, trackNumber, callsign }) =>
      icao24 !== null || trackNumber !== null || callsign !== null,
    learn,
    mayDouble: ({ identity }) => (doubles.get(identity ?? '')?.length ?? 1) < mostDoubles,
    double(first, second) {
      const key = first.identity;
      if (key === null) return;
      doubles.set(key, [...(doubles.get(key) ?? [first]), second]);
    },
    forget(flight) {
      for (const key of keysOf.get(flight) ?? []) index.delete(key);
      keysOf.delete(flight);
      const { identity } = flight;
      if (identity === null) return undefined;
      const left = doubles.get(identity)?.filter((one) => one !== flight);
      if (left === undefined) return undefined;
      const [last] = left;
      if (left.length > 1 || last === undefined) {
        doubles.set(identity, left);
        return undefined;
      }
      doubles.delete(identity);
      give(identity, last);
      return last;
    },
    byAddress: (icao24) => index.get(`a:${icao24}`) ?? doubles.get(`a:${icao24}`)?.[0],
  };
}

const numberKey = ({ sourceKey, trackNumber }: Report, sourceId: number): string | null =>
  trackNumber === null ? null : `t:${sourceId}:${sourceKey ?? ''}:${trackNumber}`;

const callsignKey = ({ callsign }: Report): string | null => (callsign === null ? null : `c:${callsign}`);

const mayBe = (flight: Flight, identity: string | null): boolean =>
  identity === null || flight.identity === null || flight.identity === identity;
