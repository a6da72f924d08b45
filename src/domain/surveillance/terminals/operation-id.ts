import { ascii, type Field, type Fields, flag, from, little, s, u } from '#domain/surveillance/bits/field.ts';
import { type Layout, layoutOf, numberIn, textIn } from '#domain/surveillance/bits/layout.ts';
import { noteOther, type ReadError, type Reading } from '#domain/surveillance/track/reading.ts';
import { type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { remoteAccuracy } from './remote-accuracy.ts';

/**
 * Operation identification of unmanned aircraft, GB 46750-2025 table 2 and 3: 0xFF, a version, the octets of what
 * follows the presence bits, presence bits with the lowest as their extension, and the items that they announce;
 * numbers have their lowest octet first. The order, lengths and units are those on which public encoders and decoders
 * of the standard agree; its own text was not at hand. Most of them put the longitude before the latitude, and so do
 * published beacons; one puts it behind, and what is sent so in China is refused as no position. Coordinates are of
 * WGS-84 (0) or CGCS2000 (1), which are one within decimetres.
 */

export const operationIdMark = 0xff;
const readableVersion = 1;

const place = [little(s('longitudeDeg', 32, 1e-7)), little(s('latitudeDeg', 32, 1e-7))];
const level = (name: string): Field => little(from(-1_000, u(name, 16, 0.5)));

/** The items of each octet of presence bits, highest bit first. */
const items: readonly (readonly Layout[])[] = [
  [
    layoutOf([ascii('id', 20)]),
    layoutOf([ascii('registration', 8)]),
    layoutOf([u('operationCategory', 8)]),
    layoutOf([u('aircraftClass', 8)]),
    layoutOf([u('stationPositionType', 8)]),
    layoutOf([little(s('stationLongitudeDeg', 32, 1e-7)), little(s('stationLatitudeDeg', 32, 1e-7))]),
    layoutOf([level('stationAltitudeM')]),
  ],
  [
    layoutOf(place),
    layoutOf([little(u('trackDeg', 16, 0.1))]),
    layoutOf([little(u('groundSpeedMps', 16, 0.1))]),
    layoutOf([little(from(-9_000, u('heightM', 16, 0.5)))]),
    layoutOf([flag('descending'), u('verticalRateMps', 7, 0.5)]),
    layoutOf([level('geodeticAltitudeM')]),
    layoutOf([level('pressureAltitudeM')]),
  ],
  [
    // 1 on ground, 2 in the air, 3 emergency; 4 and 5: the identification fails, with 5 in an emergency.
    layoutOf([u('status', 8)]),
    layoutOf([u('coordinates', 8)]),
    layoutOf([u('horizontalAccuracy', 8)]),
    layoutOf([u('verticalAccuracy', 8)]),
    layoutOf([u('speedAccuracy', 8)]),
    // Milliseconds since 1970, UTC.
    layoutOf([little(u('timeLow', 32)), little(u('timeHigh', 16))]),
    layoutOf([u('timeAccuracy', 8)]),
  ],
];

const unknownLevelsM = [-1_000, 31_767.5];
/** 0xFFFF of tenths: direction and speed that are not known. */
const unknownTenths = 6_553.5;
const unknownRateMps = 63.5;

/** One message: its report goes to `into`, or it is counted where it says not who or not where it is. */
export function readOperationId(bytes: Uint8Array, receivedAtMs: number, into: Reading): void {
  const row = itemsOf(bytes);
  if (typeof row === 'string') {
    into.errors.push(row);
    return;
  }
  into.records++;
  const read = reportOf(row, receivedAtMs);
  if (typeof read === 'string') into.errors.push(read);
  else if ('other' in read) noteOther(into, read.other, textIn(row, 'id').trim());
  else into.reports.push(read);
}

function reportOf(row: Fields, receivedAtMs: number): Report | { other: string } | ReadError {
  const id = textIn(row, 'id').trim();
  const latitude = row.latitudeDeg;
  const longitude = row.longitudeDeg;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return { other: 'track.other.identity' };
  // All bits set, or nought and nought: not known.
  if (latitude === longitude && (latitude === 0 || latitude === -1e-7))
    return { other: 'track.other.zeroPosition' };
  if (id === '') return { other: 'track.other.nameless' };
  return {
    ...unsaid,
    addressType: 'remoteId',
    trackNumber: id,
    latitude,
    longitude,
    pressureAltitudeM: known(row, 'pressureAltitudeM', ...unknownLevelsM),
    geometricAltitudeM: known(row, 'geodeticAltitudeM', ...unknownLevelsM),
    groundSpeedMps: known(row, 'groundSpeedMps', unknownTenths),
    trackDeg: known(row, 'trackDeg', unknownTenths),
    verticalRateMps: verticalRateOf(row),
    onGround: row.status === 1 ? true : row.status === 2 ? false : null,
    emergency: row.status === 3 || row.status === 5 ? 'general' : null,
    accuracy: remoteAccuracy(numberIn(row, 'horizontalAccuracy'), numberIn(row, 'verticalAccuracy')),
    ...timeOf(row, receivedAtMs),
    ...stationOf(row),
  };
}

function itemsOf(bytes: Uint8Array): Fields | ReadError {
  const [, version = 0, length = 0] = bytes;
  if (bytes.length < 4) return 'track.read.truncated';
  if (version >> 5 !== readableVersion) return 'track.read.unsupported';
  let at = 3;
  while (((bytes[at] ?? 0) & 1) === 1) at++;
  const presence = bytes.subarray(3, at + 1);
  const contents = bytes.subarray(at + 1, at + 1 + length);
  if (contents.length < length) return 'track.read.truncated';
  let row: Fields = {};
  let offset = 0;
  // What a later edition adds stands behind what is known.
  for (const [octet, layouts] of items.entries()) {
    for (const [bit, layout] of layouts.entries()) {
      if (((presence[octet] ?? 0) & (0x80 >> bit)) === 0) continue;
      if (offset + layout.octets > length) return 'track.read.length';
      row = { ...row, ...layout.read(contents, offset) };
      offset += layout.octets;
    }
  }
  return row;
}

function known(row: Fields, name: string, ...unknown: number[]): number | null {
  const value = row[name];
  return typeof value !== 'number' || unknown.some((one) => Math.abs(value - one) < 0.01) ? null : value;
}

function verticalRateOf(row: Fields): number | null {
  const rate = row.verticalRateMps;
  if (typeof rate !== 'number' || rate === unknownRateMps) return null;
  return row.descending === true ? -rate : rate;
}

/** Where the control station is. */
function stationOf(row: Fields): Pick<Report, 'operator'> {
  const { stationLatitudeDeg: latitude, stationLongitudeDeg: longitude } = row;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return {};
  if (latitude === longitude && (latitude === 0 || latitude === -1e-7)) return {};
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return {};
  const geometricAltitudeM = known(row, 'stationAltitudeM', ...unknownLevelsM);
  return { operator: { latitude, longitude, geometricAltitudeM, at: null } };
}

/** All bits of the time. */
const unknownTimeMs = 2 ** 48 - 1;

/** When it was in milliseconds; nought, all bits or none: when it came in. */
function timeOf(row: Fields, receivedAtMs: number): Pick<Report, 'at' | 'timeResolutionS'> {
  const at = numberIn(row, 'timeHigh') * 2 ** 32 + numberIn(row, 'timeLow');
  return at === 0 || at === unknownTimeMs
    ? { at: receivedAtMs, timeResolutionS: null }
    : { at, timeResolutionS: 0.001 };
}
