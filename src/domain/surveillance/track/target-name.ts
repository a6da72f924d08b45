import type { Target } from './target.ts';

/** A target that only its sensor's number tells apart has the source and its sensor before it (track/flight-names.ts). */
const sensorPrefix = /^t:\d+:[^:]*:/;
const callsignPrefix = /^c:/;

/**
 * By what an aircraft names itself: its 24-bit address, else the number of its device, its terminal or its track, behind `~`
 * where an address is not one of ICAO's; null: by its callsign alone.
 */
export function targetIdentity({ icao24, id }: Pick<Target, 'icao24' | 'id'>): string | null {
  if (icao24 !== null) return icao24.toUpperCase();
  return callsignPrefix.test(id) ? null : id.replace(sensorPrefix, '') || null;
}

/**
 * What a target is called where people read it: its callsign, else its 24-bit address, else what its sensor calls it
 * (serial number of an unmanned aircraft, number of a terminal, plot of a radar).
 */
export function targetName({ callsign, icao24, id }: Pick<Target, 'callsign' | 'icao24' | 'id'>): string {
  return (
    callsign?.trim() ||
    icao24?.toUpperCase() ||
    id.replace(sensorPrefix, '').replace(callsignPrefix, '') ||
    id
  );
}
