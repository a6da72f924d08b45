import { ascii, type Fields, flag, from, hex, little, s, spare, u } from '#domain/surveillance/bits/field.ts';
import { flagIn, layoutOf, numberIn } from '#domain/surveillance/bits/layout.ts';
import {
  decoderOf,
  noteOther,
  noteUnusable,
  type ReadError,
  type Reading,
  type SourceDecoder,
} from '#domain/surveillance/track/reading.ts';
import { type Operator, type Report, unsaid } from '#domain/surveillance/track/report.ts';
import { utf8Of } from '#domain/surveillance/track/utf8.ts';
import { operationIdMark, readOperationId } from './operation-id.ts';
import { remoteAccuracy } from './remote-accuracy.ts';
import {
  createRemoteIdSenders,
  idTypes,
  preferred,
  type RemoteIdSenders,
  type UnmannedId,
} from './remote-id-senders.ts';

/**
 * Remote identification of unmanned aircraft, ASTM F3411-22a: messages of 25 octets, numbers with the lowest octet
 * first, alone or up to nine in a message pack (type 0xF). Alone, who an aircraft is and where it is come one after the
 * other: they belong together by their sender. A datagram holds one message or one pack, as a receiver of
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
  system: layoutOf([
    ...kind,
    u('flags', 8),
    little(s('latitudeDeg', 32, 1e-7)),
    little(s('longitudeDeg', 32, 1e-7)),
    little(u('areaCount', 16)),
    u('areaRadiusM', 8, 10),
    little(from(-1_000, u('areaCeilingM', 16, 0.5))),
    little(from(-1_000, u('areaFloorM', 16, 0.5))),
    u('class', 8),
    little(from(-1_000, u('altitudeM', 16, 0.5))),
    // Since the first moment of 2019, UTC.
    little(u('timestampS', 32)),
    spare(8),
  ]),
  pack: layoutOf([...kind, u('size', 8), u('count', 8)]),
};
const basicIdType = 0;
const locationType = 1;
const systemType = 4;
const packType = 15;
/** Kinds of messages as the catalogues name them. */
const kinds = [
  'identity',
  'location',
  'remoteAuthentication',
  'selfId',
  'remoteSystem',
  'operatorId',
] as const;
const firstSecondMs = Date.UTC(2019, 0, 1);
const mostMessages = 9;

const unknownAltitudeM = -1_000;
const unknownSpeed = 255;
const unknownRateMps = 63;
const unknownDirection = 361;
const hourS = 3_600;

/** What of a message or a pack counts: who it is, where, and where its pilot is. */
interface Gathered {
  /** The kinds of its messages. */
  kinds: string[];
  ids: UnmannedId[];
  /** What stands in an identity and is none. */
  unusableId: string | null;
  location: Fields | null;
  operator: Operator | null;
}

/** Reads one message or pack: its report, if it and what its sender said before make one, goes to `into`. */
function take(
  bytes: Uint8Array,
  receivedAtMs: number,
  from: { into: Reading; sender: string; senders: RemoteIdSenders },
): void {
  const { into, sender, senders } = from;
  const gathered = gather(bytes);
  if (typeof gathered === 'string') {
    into.errors.push(gathered);
    return;
  }
  into.records++;
  const { ids, unusableId, location, operator } = gathered;
  if (unusableId !== null) noteUnusable(into, 'trackNumber', unusableId);
  for (const id of ids) senders.identified(sender, id, receivedAtMs);
  if (operator) senders.operated(sender, operator, receivedAtMs);
  if (location === null) {
    noteOther(into, `track.other.${gathered.kinds[0] ?? 'unnamed'}`, ids[0]?.id ?? sender);
    return;
  }
  // Nought and nought: not known.
  const place = {
    latitude: numberIn(location, 'latitudeDeg'),
    longitude: numberIn(location, 'longitudeDeg'),
  };
  if (place.latitude === 0 && place.longitude === 0) {
    noteOther(into, 'track.other.zeroPosition', ids[0]?.id ?? sender);
    return;
  }
  const named = preferred(ids) ?? senders.nameOf(sender, place, receivedAtMs);
  if (named === 'nameless') {
    noteOther(into, 'track.other.nameless', sender);
    return;
  }
  // An aircraft of which no name is known is shown by its place.
  const id = typeof named === 'string' ? null : named.id;
  const report = reportOf(id, location, receivedAtMs);
  const pilot = operator ?? (named === 'several' ? null : senders.operatorOf(sender, receivedAtMs));
  into.reports.push(pilot ? { ...report, operator: pilot } : report);
}

function gather(bytes: Uint8Array): Gathered | ReadError {
  if (bytes.length < 3) return 'track.read.truncated';
  const gathered: Gathered = { kinds: [], ids: [], unusableId: null, location: null, operator: null };
  const head = layouts.pack.read(bytes);
  if (numberIn(head, 'type') !== packType) {
    if (bytes.length !== messageOctets) return 'track.read.length';
    addMessage(bytes, gathered);
    return gathered;
  }
  const count = numberIn(head, 'count');
  if (numberIn(head, 'size') !== messageOctets || count < 1 || count > mostMessages)
    return 'track.read.length';
  if (bytes.length < layouts.pack.octets + count * messageOctets) return 'track.read.truncated';
  for (let i = 0; i < count; i++) {
    const at = layouts.pack.octets + i * messageOctets;
    addMessage(bytes.subarray(at, at + messageOctets), gathered);
  }
  return gathered;
}

function addMessage(message: Uint8Array, into: Gathered): void {
  const type = (message[0] ?? 0) >> 4;
  into.kinds.push(kinds[type] ?? 'remoteOther');
  if (type === basicIdType) {
    const idType = numberIn(layouts.basicId.read(message), 'idType');
    const octets = message.subarray(2, 22);
    const id = idOf(idType, octets);
    const isKnown = into.ids.some((one) => one.type === idType && one.id === id);
    if (id !== null && !isKnown) into.ids.push({ type: idType, id });
    if (id === null && octets.some((octet) => octet !== 0)) into.unusableId = hexOf(octets);
  }
  if (type === locationType) into.location = layouts.location.read(message);
  if (type === systemType) into.operator = operatorOf(layouts.system.read(message));
}

/** The name that a Basic ID says: text of a serial number or a registration; digits of what is binary. null: none. */
function idOf(type: number, octets: Uint8Array): string | null {
  if (octets.every((octet) => octet === 0)) return null;
  if (type === idTypes.utm) {
    return hexOf(octets.subarray(0, 16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
  // The first octet says what session it is of; what is shorter is padded with zeros.
  if (type === idTypes.session) return hexOf(octets).replace(/(00)+$/, '');
  if (type !== idTypes.serialNumber && type !== idTypes.registration) return null;
  const text = utf8Of(octets).replace(/\0+$/, '').trim();
  return /^[!-~]([ -~]*[!-~])?$/.test(text) ? text : null;
}

const hexOf = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');

function operatorOf(row: Fields): Operator | null {
  const [latitude, longitude] = [numberIn(row, 'latitudeDeg'), numberIn(row, 'longitudeDeg')];
  if (latitude === 0 && longitude === 0) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const altitudeM = numberIn(row, 'altitudeM');
  const timestampS = numberIn(row, 'timestampS');
  return {
    latitude,
    longitude,
    geometricAltitudeM: altitudeM === unknownAltitudeM ? null : altitudeM,
    at: timestampS === 0 ? null : firstSecondMs + timestampS * 1_000,
  };
}

function reportOf(id: string | null, row: Fields, receivedAtMs: number): Report {
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
  const senders = createRemoteIdSenders();
  return decoderOf(
    function* (bytes, receivedAtMs, into, sender) {
      yield 1;
      if (bytes[0] === operationIdMark) readOperationId(bytes, receivedAtMs, into);
      else take(bytes, receivedAtMs, { into, sender, senders });
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
