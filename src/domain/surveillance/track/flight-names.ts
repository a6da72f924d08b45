import { type Flight, sensorOf } from './flight.ts';
import type { Report } from './report.ts';

/** Which flight a name is of: the 24-bit address, the number that a sensor gives, the callsign. */
export interface FlightNames {
  /** Those that are this aircraft by its address or its number: several, where several fly under one address. */
  sure(report: Report, sourceId: number): readonly Flight[] | undefined;
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
    const address = addressKey(report);
    if (address !== null) {
      const doubled = doubles.get(address);
      if (doubled) return doubled;
      const one = index.get(address);
      if (one) return [one];
    }
    const number = numberKey(report, sourceId);
    const bySensor = number === null ? undefined : index.get(number);
    return bySensor !== undefined && mayBe(bySensor, report) ? [bySensor] : undefined;
  }

  function guessed(report: Report, sourceId: number): Flight | undefined {
    const key = callsignKey(report);
    if (report.icao24 !== null || key === null) return undefined;
    const flight = index.get(key);
    if (flight === undefined) return undefined;
    const isNumbered =
      report.trackNumber !== null && (sensorOf(flight, report, sourceId)?.trackNumber ?? null) !== null;
    return isNumbered ? undefined : flight;
  }

  function learn(flight: Flight, report: Report, sourceId: number): void {
    give(addressKey(report), flight);
    give(numberKey(report, sourceId), flight);
    const callsign = callsignKey(report);
    // A changed callsign names it once it is believed.
    if (callsign === null || report.callsign !== flight.track.callsign) return;
    // A callsign stays with the aircraft whose address is known.
    if (index.get(callsign)?.track.icao24 != null && flight.track.icao24 === null) return;
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
    // The address stays: it is the best name.
    const oldest = [...keys].find((one) => !one.startsWith('a:'));
    if (oldest === undefined) return;
    keys.delete(oldest);
    index.delete(oldest);
  }

  return {
    sure,
    guessed,
    idOf: (report, sourceId) => report.icao24 ?? numberKey(report, sourceId) ?? callsignKey(report),
    isNamed: ({ icao24, trackNumber, callsign }) =>
      icao24 !== null || trackNumber !== null || callsign !== null,
    learn,
    mayDouble: ({ track }) => (doubles.get(`a:${track.icao24}`)?.length ?? 1) < mostDoubles,
    double(first, second) {
      const key = `a:${first.track.icao24}`;
      doubles.set(key, [...(doubles.get(key) ?? [first]), second]);
    },
    forget(flight) {
      for (const key of keysOf.get(flight) ?? []) index.delete(key);
      keysOf.delete(flight);
      const address = `a:${flight.track.icao24}`;
      const left = doubles.get(address)?.filter((one) => one !== flight);
      if (left === undefined) return undefined;
      const [last] = left;
      if (left.length > 1 || last === undefined) {
        doubles.set(address, left);
        return undefined;
      }
      doubles.delete(address);
      give(address, last);
      return last;
    },
    byAddress: (icao24) => index.get(`a:${icao24}`) ?? doubles.get(`a:${icao24}`)?.[0],
  };
}

const addressKey = ({ icao24 }: Report): string | null => (icao24 === null ? null : `a:${icao24}`);

const numberKey = ({ sourceKey, trackNumber }: Report, sourceId: number): string | null =>
  trackNumber === null ? null : `t:${sourceId}:${sourceKey ?? ''}:${trackNumber}`;

const callsignKey = ({ callsign }: Report): string | null => (callsign === null ? null : `c:${callsign}`);

function mayBe({ track }: Flight, { icao24 }: Report): boolean {
  return icao24 === null || track.icao24 === null || track.icao24 === icao24;
}
