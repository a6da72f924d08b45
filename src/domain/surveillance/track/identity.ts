import type { AddressType, Report } from './report.ts';

/**
 * Devices that are carried aboard, beside a transponder or each other: their numbers are of one device, whoever hears it; those of
 * other kinds only of the sensor that gives them.
 */
export const carriedDevices: ReadonlySet<AddressType> = new Set([
  'flarm',
  'ogn',
  'naviter',
  'fanet',
  'tracker',
  'remoteId',
  'terminal',
]);

/**
 * By which identity of its own an aircraft names itself: its address, or the number of its FLARM, tracker, remote
 * identification or terminal. null: by none; a radar's number and a callsign are given by others. Two different ones are
 * two aircraft.
 */
export function identityOf(
  { icao24, addressType, trackNumber, sourceKey }: Report,
  sourceId: number,
): string | null {
  if (icao24 !== null) return `a:${icao24}`;
  if (trackNumber === null || addressType === null || addressType === 'icao') return null;
  return carriedDevices.has(addressType)
    ? `o:${addressType}:${trackNumber}`
    : `s:${sourceId}:${sourceKey ?? ''}:${trackNumber}`;
}

/** Is it from such a device? Its receiver hears no transponders, so an aircraft beside it is another one. */
export const isOfDevice = ({ addressType }: { addressType: AddressType | null }): boolean =>
  addressType !== null && carriedDevices.has(addressType);

/** Is it an identity of which the digits may be anybody's address, because it is none that ICAO gave? */
export const isInvented = (addressType: AddressType | null | undefined): boolean =>
  addressType != null && addressType !== 'icao' && addressType !== 'surfaceVehicle';

/** The report without an address that is none: its digits are a number of their own kind. */
export function withoutInvented(report: Report): Report {
  const { icao24, addressType, trackNumber } = report;
  if (icao24 === null || !isInvented(addressType)) return report;
  return { ...report, icao24: null, trackNumber: trackNumber ?? `~${icao24}` };
}

/** Is it an address? Only such an aircraft is seen by secondary radars as a rule. */
export const isAddress = (identity: string): boolean => identity.startsWith('a:');

/** Of what kind a report's own identity is, also where its device has not said its name; null: it has none. */
export function kindOf(report: Report): AddressType | null {
  const { icao24, addressType, trackNumber } = report;
  if (icao24 !== null) return addressType ?? 'icao';
  return addressType === 'icao' || (trackNumber === null && !isOfDevice(report)) ? null : addressType;
}
