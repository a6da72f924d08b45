import { ascii, type Fields, flag, from, hex, little, s, spare, u } from '#domain/surveillance/bits/field.ts';
import { flagIn, layoutOf, numberIn, textIn } from '#domain/surveillance/bits/layout.ts';
import { decoderOf, type ReadError, type SourceDecoder } from '#domain/surveillance/track/reading.ts';
import { type Report, reportErrorOf, unsaid } from '#domain/surveillance/track/report.ts';
import { operationIdMark, readOperationId } from './operation-id.ts';
import { remoteAccuracy } from './remote-accuracy.ts';

/**
 * Remote identification of unmanned aircraft, ASTM F3411-22a: messages of 25 octets, numbers with the lowest octet
 * first, alone or up to nine in a message pack (type 0xF). A datagram holds one message or one pack, as a receiver of
 * Bluetooth or Wi-Fi beacons hands it on behind the radio's own frame. GB 42590-2023 appendix A carries the same pack as
 * version 1; a published beacon of a Chinese aircraft reads so. What begins with 0xFF is of its follower GB 46750, see
 * operation-id.ts.
 */

const messageOctets = 25;
const kind = [u('type', 4), u('version', 4)] as const;

const layouts = {
  basicId: layoutOf([...kind, u('idType', 4), u('aircraftType', 4), ascii('id', 20), hex('reserved', 3)]),
  location: layoutOf([
    ...kind,
    u('status', 4),
    spare(1),
    flag('aboveGround'),
    flag('west'),
    flag('fastScale'),
    u('direction', 8),
    u('speed', 8),
    s('verticalRateMps', 8, 0.5),
    little(s('latitudeDeg', 32, 1e-7)),
    little(s('longitudeDeg', 32, 1e-7)),
    little(from(-1_000, u('pressureAltitudeM', 16, 0.5))),
    little(from(-1_000, u('geodeticAltitudeM', 16, 0.5))),
    little(from(-1_000, u('heightM', 16, 0.5))),
    u('verticalAccuracy', 4),
    u('horizontalAccuracy', 4),
    u('barometricAccuracy', 4),
    u('speedAccuracy', 4),
    little(u('secondOfHour', 16, 0.1)),
    spare(4),
    u('timeAccuracyS', 4, 0.1),
    spare(8),
  ]),
  pack: layoutOf([...kind, u('size', 8), u('count', 8)]),
};
const basicIdType = 0;
const locationType = 1;
const packType = 15;
const mostMessages = 9;

const unknownAltitudeM = -1_000;
const unknownSpeed = 255;
const unknownRateMps = 63;
const unknownDirection = 361;
const hourS = 3_600;

/** What of a pack is asked for: who it is, and where. */
interface Gathered {
  id: string | null;
  location: Fields | null;
}

/** Octets of one message or pack, and what else must be known: the name of the sender where the pack has none. */
export function readRemoteId(bytes: Uint8Array, receivedAtMs: number): Report | null | ReadError {
  if (bytes[0] === operationIdMark) return readOperationId(bytes, receivedAtMs);
  const gathered = gather(bytes);
  if (typeof gathered === 'string') return gathered;
  const { id, location } = gathered;
  if (location === null || id === null) return null;
  // Nought and nought: not known.
  if (numberIn(location, 'latitudeDeg') === 0 && numberIn(location, 'longitudeDeg') === 0) return null;
  const report = reportOf(id, location, receivedAtMs);
  return reportErrorOf(report) ?? report;
}

function gather(bytes: Uint8Array): Gathered | ReadError {
  if (bytes.length < 3) return 'track.read.truncated';
  const gathered: Gathered = { id: null, location: null };
  const head = layouts.pack.read(bytes);
  if (numberIn(head, 'type') !== packType) {
    if (bytes.length !== messageOctets) return 'track.read.length';
    take(bytes, gathered);
    return gathered;
  }
  const count = numberIn(head, 'count');
  if (numberIn(head, 'size') !== messageOctets || count < 1 || count > mostMessages)
    return 'track.read.length';
  if (bytes.length < layouts.pack.octets + count * messageOctets) return 'track.read.truncated';
  for (let i = 0; i < count; i++) {
    const at = layouts.pack.octets + i * messageOctets;
    take(bytes.subarray(at, at + messageOctets), gathered);
  }
  return gathered;
}

function take(message: Uint8Array, into: Gathered): void {
  const type = (message[0] ?? 0) >> 4;
  if (type === basicIdType) {
    const id = textIn(layouts.basicId.read(message), 'id').trim();
    // A serial number before a registration: the first that comes.
    if (id !== '' && into.id === null) into.id = id;
  }
  if (type === locationType) into.location = layouts.location.read(message);
}

function reportOf(id: string, row: Fields, receivedAtMs: number): Report {
  const altitude = (name: string): number | null => {
    const metres = numberIn(row, name);
    return metres === unknownAltitudeM ? null : metres;
  };
  const speed = numberIn(row, 'speed');
  const direction = numberIn(row, 'direction') + (flagIn(row, 'west') ? 180 : 0);
  const rate = numberIn(row, 'verticalRateMps');
  const status = numberIn(row, 'status');
  return {
    ...unsaid,
    addressType: 'remoteId',
    trackNumber: id,
    latitude: numberIn(row, 'latitudeDeg'),
    longitude: numberIn(row, 'longitudeDeg'),
    pressureAltitudeM: altitude('pressureAltitudeM'),
    geometricAltitudeM: altitude('geodeticAltitudeM'),
    groundSpeedMps:
      speed === unknownSpeed ? null : flagIn(row, 'fastScale') ? 63.75 + speed * 0.75 : speed * 0.25,
    trackDeg: direction >= unknownDirection ? null : direction,
    verticalRateMps: rate === unknownRateMps ? null : rate,
    onGround: status === 1 ? true : status === 2 ? false : null,
    emergency: status === 3 ? 'general' : null,
    accuracy: remoteAccuracy(numberIn(row, 'horizontalAccuracy'), numberIn(row, 'verticalAccuracy')),
    ...timeOf(numberIn(row, 'secondOfHour'), receivedAtMs),
  };
}

/** Seconds behind the full hour (UTC): of the hours about when it came in the nearest. */
function timeOf(secondOfHour: number, receivedAtMs: number): Pick<Report, 'at' | 'timeResolutionS'> {
  if (secondOfHour >= hourS) return { at: receivedAtMs, timeResolutionS: null };
  const hour = Math.round((receivedAtMs / 1_000 - secondOfHour) / hourS) * hourS;
  return { at: Math.round((hour + secondOfHour) * 1_000), timeResolutionS: 0.1 };
}

export function createRemoteIdDecoder(): SourceDecoder {
  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      yield 1;
      const report = readRemoteId(bytes, receivedAtMs);
      if (typeof report === 'string') into.errors.push(report);
      else into.records++;
      if (report !== null && typeof report === 'object') into.reports.push(report);
    },
    { isStream: false },
  );
}

/** A pack of who and where; null where a value does not fit. */
export function writeRemoteId(id: string, location: Fields): Uint8Array | null {
  const version = 2;
  const head = layouts.pack.write({ type: packType, version, size: messageOctets, count: 2 });
  const who = layouts.basicId.write({ type: basicIdType, version, idType: 1, aircraftType: 2, id });
  const where = layouts.location.write({ type: locationType, version, ...location });
  return head && who && where && Uint8Array.from([...head, ...who, ...where]);
}
