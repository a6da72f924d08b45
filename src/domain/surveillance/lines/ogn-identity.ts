import type { AddressType } from '#domain/surveillance/track/report.ts';

/**
 * Who a beacon of the Open Glider Network is of. The comment says it in `id`, in one of two forms of bits: the usual one
 * of 8 hexadecimal digits and that of Naviter with 10. Some services have a number of their own behind `id`, or no `id`:
 * of those the callsign of the sender tells it, three letters of the system and six digits of the address.
 */
export interface OgnIdentity {
  addressType: AddressType;
  /** Six hexadecimal digits in lower case, or a name. */
  address: string;
  /** What the address is unique within. */
  system: string;
}

/** The bits of an `id`. */
interface OgnId {
  /** Does the pilot not want to be tracked, or not to be shown (stealth)? */
  isRefused: boolean;
  /** null: a number that this list does not have. */
  addressType: AddressType | null;
  address: string;
}

/** By the number of the address type: the usual form has the first four, Naviter (1.0.2) the others too. */
const addressTypes: readonly AddressType[] = ['nonIcao', 'icao', 'flarm', 'ogn', 'naviter', 'fanet'];

/** Systems of callsigns whose addresses are the same as in an `id`. */
const systems: Readonly<Record<string, AddressType>> = {
  ICA: 'icao',
  FLR: 'flarm',
  OGN: 'ogn',
  MYC: 'ogn',
  NAV: 'naviter',
  FNT: 'fanet',
};

/** TO-calls of services with numbers of their own behind `id`: Spidertracks, SPOT, LiveTrack24, Skylines, Airmate. */
const ownNumbers = new Set(['OGSPID', 'OGSPOT', 'OGLT24', 'OGSKYL', 'OGAIRM']);

const usualId = /\bid([0-9A-F]{2})([0-9A-F]{6})\b/i;
const naviterId = /\bid([0-9A-F]{4})([0-9A-F]{6})\b/i;
/** Of another form: Wingman has a name behind the two digits. */
const otherId = /\bid([0-9A-F]{2})[0-9A-Z]{6,}\b/;
const deviceCallsign = /^([A-Z]{3})([0-9A-F]{6})$/i;
/** TO-calls of trackers begin so. */
const trackerCall = /^(?:OG|FXC)/;

const refusals = 0b11;

function idOf(callsign: string, toCall: string, comment: string): OgnId | null {
  const usual = usualId.exec(comment);
  if (usual) {
    const [, head = '', address = ''] = usual;
    if (ownNumbers.has(toCall) && !callsign.toLowerCase().endsWith(address.toLowerCase())) return null;
    const bits = Number.parseInt(head, 16);
    // Stealth, no tracking, four bits of the kind of aircraft, two of the address type.
    return idIn(bits >> 6, bits & 3, address);
  }
  if (ownNumbers.has(toCall)) return null;
  const naviter = naviterId.exec(comment);
  if (!naviter) return null;
  const [, head = '', address = ''] = naviter;
  const bits = Number.parseInt(head, 16);
  // Stealth, no tracking, four bits of the kind of aircraft, six of the address type, four in reserve.
  return idIn(bits >> 14, (bits >> 4) & 63, address);
}

const idIn = (flags: number, type: number, address: string): OgnId => ({
  isRefused: (flags & refusals) !== 0,
  addressType: addressTypes[type] ?? null,
  address: address.toLowerCase(),
});

/** Does the pilot not want to be tracked or shown? `comment`: what follows the position. */
export function isRefusal(callsign: string, toCall: string, comment: string): boolean {
  const id = idOf(callsign, toCall, comment);
  if (id) return id.isRefused;
  const other = ownNumbers.has(toCall) ? null : otherId.exec(comment)?.[1];
  return other != null && ((Number.parseInt(other, 16) >> 6) & refusals) !== 0;
}

/** Who a position is of; null: neither an `id` nor the callsign says it. */
export function identityOf(callsign: string, toCall: string, comment: string): OgnIdentity | null {
  const device = deviceCallsign.exec(callsign);
  const system = device?.[1]?.toUpperCase() ?? null;
  const id = idOf(callsign, toCall, comment);
  if (id) {
    // The two bits of the usual form have no number of FANET: its beacons say FLARM there.
    const addressType = id.addressType === 'flarm' && system === 'FNT' ? 'fanet' : id.addressType;
    if (addressType !== null && addressType !== 'nonIcao') {
      return { addressType, address: id.address, system: addressType };
    }
    // An address without a type is that of the callsign, where it names its system; else unique within it.
    const named = system === null ? undefined : systems[system];
    if (named && named !== 'icao' && callsign.toLowerCase().endsWith(id.address)) {
      return { addressType: named, address: id.address, system: named };
    }
    const known = addressType ?? 'tracker';
    return { addressType: known, address: id.address, system: (system ?? known).toLowerCase() };
  }
  if (device && system !== null) {
    const addressType = systems[system] ?? 'tracker';
    const address = (device[2] ?? '').toLowerCase();
    return { addressType, address, system: addressType === 'tracker' ? system.toLowerCase() : addressType };
  }
  return trackerCall.test(toCall)
    ? { addressType: 'tracker', address: callsign, system: toCall.toLowerCase() }
    : null;
}
