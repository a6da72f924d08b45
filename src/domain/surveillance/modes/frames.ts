import {
  type Field,
  type Fields,
  flag,
  from,
  hex,
  s,
  sixBit,
  spare,
  u,
} from '#domain/surveillance/bits/field.ts';
import { type Layout, layoutOf, numberIn } from '#domain/surveillance/bits/layout.ts';
import { overlayOf, seal } from './parity.ts';

/** Downlink formats of Mode S, ICAO Annex 10 Vol IV 3.1.2: 7 or 14 octets, the last three of them parity. */

const format = u('format', 5);
const parity = hex('parity', 3);
const address = hex('address', 3);
const altitude = u('altitudeCode', 13);
const identity = u('identityCode', 13);
const status = [format, u('flightStatus', 3), u('downlinkRequest', 5), u('utility', 6)] as const;
const acas = [format, u('verticalStatus', 1)] as const;
const replyInfo = [u('sensitivity', 3), spare(2), u('replyInformation', 4), spare(2), altitude] as const;

const formats: Readonly<Record<number, Layout>> = {
  0: layoutOf([...acas, flag('crosslink'), spare(1), ...replyInfo, parity]),
  4: layoutOf([...status, altitude, parity]),
  5: layoutOf([...status, identity, parity]),
  11: layoutOf([format, u('capability', 3), address, parity]),
  16: layoutOf([...acas, spare(2), ...replyInfo, hex('message', 7), parity]),
  17: layoutOf([format, u('capability', 3), address, hex('message', 7), parity]),
  18: layoutOf([format, u('control', 3), address, hex('message', 7), parity]),
  20: layoutOf([...status, altitude, hex('message', 7), parity]),
  21: layoutOf([...status, identity, hex('message', 7), parity]),
};

/** Formats whose parity is not overlaid with the address, for the address is in them. */
const addressed = new Set([11, 17, 18]);
/** The lowest seven bits of DF11's overlay say which interrogator was answered. */
const interrogatorMask = 0x7f;

export interface ModeSFrame {
  format: number;
  /** Six hex digits; of formats whose parity it overlays only as sure as that it has been heard before. */
  address: string;
  /** Does the parity itself vouch for the address? */
  isSure: boolean;
  fields: Fields;
}

export type FrameError = 'track.read.length' | 'track.read.checksum' | 'track.read.unsupported';

/** One frame as it came from the receiver, 7 or 14 octets. */
export function readFrame(frame: Uint8Array): ModeSFrame | FrameError {
  // Formats 24 to 31 have two bits of format only; all of them are Comm-D, which we do not read.
  const number = (frame[0] ?? 0) >> 3;
  const layout = formats[number];
  if (layout === undefined) return 'track.read.unsupported';
  if (frame.length !== layout.octets) return 'track.read.length';
  const overlay = overlayOf(frame);
  const fields = layout.read(frame);
  if (!addressed.has(number)) {
    return { format: number, address: overlay.toString(16).padStart(6, '0'), isSure: false, fields };
  }
  const isSealed = number === 11 ? (overlay & ~interrogatorMask) === 0 : overlay === 0;
  if (!isSealed) return 'track.read.checksum';
  return { format: number, address: String(fields.address), isSure: true, fields };
}

/** The octets of a frame; parity is worked out, and overlaid with the address (six hex digits) where the format asks it. */
export function writeFrame(value: Fields, overlaid: string): Uint8Array | null {
  const number = numberIn(value, 'format');
  const frame = formats[number]?.write(value) ?? null;
  if (frame !== null) seal(frame, addressed.has(number) ? 0 : Number.parseInt(overlaid, 16));
  return frame;
}

/** Messages of an extended squitter (DF17, DF18), RTCA DO-260B appendix A. */
const type = u('type', 5);
const cpr = [flag('utcSynchronised'), flag('odd'), u('cprLatitude', 17), u('cprLongitude', 17)] as const;
const rates = [
  u('verticalSource', 1),
  flag('descending'),
  u('verticalRate', 9),
  spare(2),
  flag('geometricBelow'),
  u('geometricDifference', 7),
] as const;
const velocity = [type, u('subtype', 3), flag('intentChange'), flag('ifr'), u('nacv', 3)] as const;

const messages = {
  identification: [type, u('category', 3), sixBit('callsign')],
  surface: [type, u('movement', 7), flag('trackValid'), u('trackDeg', 7, 360 / 128), ...cpr],
  airborne: [type, u('surveillanceStatus', 2), u('nicB', 1), u('altitudeCode', 12), ...cpr],
  groundVelocity: [
    ...velocity,
    flag('west'),
    u('eastWest', 10),
    flag('south'),
    u('northSouth', 10),
    ...rates,
  ],
  airVelocity: [
    ...velocity,
    flag('headingValid'),
    u('headingDeg', 10, 360 / 1024),
    flag('trueAirspeed'),
    u('airspeed', 10),
    ...rates,
  ],
  emergency: [type, u('subtype', 3), u('emergency', 3), identity, spare(32)],
  operationalStatus: [
    type,
    u('subtype', 3),
    u('capabilities', 16),
    u('modes', 16),
    u('version', 3),
    u('nicA', 1),
    u('nacp', 4),
    u('gva', 2),
    u('sil', 2),
    u('nicBaro', 1),
    u('magneticNorth', 1),
    u('silPerSample', 1),
    spare(1),
  ],
} satisfies Record<string, readonly Field[]>;

/**
 * A coarse position with its velocity, which a ground station broadcasts of what it tracks (DF18, control field 3;
 * DO-260B 2.2.17.3.5): it has no type, and compact positions of 12 bits.
 */
const coarsePosition = layoutOf([
  flag('imf'),
  u('surveillanceStatus', 2),
  u('serviceVolume', 4),
  u('altitudeCode', 12),
  flag('trackValid'),
  u('trackDeg', 5, 360 / 32),
  u('speed', 6),
  flag('odd'),
  u('cprLatitude', 12),
  u('cprLongitude', 12),
]);

export const readCoarsePosition = (message: Uint8Array): Fields => coarsePosition.read(message);
export const writeCoarsePosition = (value: Fields): Uint8Array | null => coarsePosition.write(value);

export type SquitterKind = keyof typeof messages;

const squitters = new Map<string, Layout>(
  Object.entries(messages).map(([kind, fields]) => [kind, layoutOf(fields)]),
);

/** What an extended squitter is by its type code (first five bits) and its subtype; null: one that we do not read. */
export function squitterKind(typeCode: number, subtype: number): SquitterKind | null {
  if (typeCode >= 1 && typeCode <= 4) return 'identification';
  if (typeCode >= 5 && typeCode <= 8) return 'surface';
  if ((typeCode >= 9 && typeCode <= 18) || (typeCode >= 20 && typeCode <= 22)) return 'airborne';
  if (typeCode === 19) {
    if (subtype === 1 || subtype === 2) return 'groundVelocity';
    return subtype === 3 || subtype === 4 ? 'airVelocity' : null;
  }
  if (typeCode === 28) return subtype === 1 ? 'emergency' : null;
  return typeCode === 31 && subtype <= 1 ? 'operationalStatus' : null;
}

/** The seven octets of a message. */
export function readSquitter(message: Uint8Array): { kind: SquitterKind; fields: Fields } | null {
  const first = message[0] ?? 0;
  const kind = message.length === 7 ? squitterKind(first >> 3, first & 7) : null;
  const layout = kind === null ? undefined : squitters.get(kind);
  return kind === null || layout === undefined ? null : { kind, fields: layout.read(message) };
}

export const writeSquitter = (kind: SquitterKind, value: Fields): Uint8Array | null =>
  squitters.get(kind)?.write(value) ?? null;

/** Registers of Comm-B (ICAO Doc 9871) that are read, each value behind the flag that says whether it is there. */
export const registers = {
  '4,0': [
    flag('mcpAltitudeThere'),
    u('mcpAltitudeFt', 12, 16),
    flag('fmsAltitudeThere'),
    u('fmsAltitudeFt', 12, 16),
    flag('pressureThere'),
    from(800, u('pressureHpa', 12, 0.1)),
    u('reserved', 8),
    flag('modeThere'),
    u('mode', 3),
    u('alsoReserved', 2),
    flag('targetSourceThere'),
    u('targetSource', 2),
  ],
  '5,0': [
    flag('rollThere'),
    s('rollDeg', 10, 45 / 256),
    flag('trackThere'),
    s('trackDeg', 11, 90 / 512),
    flag('groundSpeedThere'),
    u('groundSpeedKt', 10, 2),
    flag('trackRateThere'),
    s('trackRateDegS', 10, 8 / 256),
    flag('trueAirspeedThere'),
    u('trueAirspeedKt', 10, 2),
  ],
  '6,0': [
    flag('headingThere'),
    s('headingDeg', 11, 90 / 512),
    flag('indicatedAirspeedThere'),
    u('indicatedAirspeedKt', 10),
    flag('machThere'),
    u('mach', 10, 2.048 / 512),
    flag('barometricRateThere'),
    s('barometricRateFtMin', 10, 32),
    flag('inertialRateThere'),
    s('inertialRateFtMin', 10, 32),
  ],
} satisfies Record<string, readonly Field[]>;
