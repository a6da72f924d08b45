import { type Fields, flag, hex, s, spare, u } from '#domain/surveillance/bits/field.ts';
import { flagIn, layoutOf, numberIn, textIn } from '#domain/surveillance/bits/layout.ts';
import {
  decoderOf,
  type ReadError,
  type Reading,
  type SourceDecoder,
} from '#domain/surveillance/track/reading.ts';
import { type Report, reportErrorOf, unsaid } from '#domain/surveillance/track/report.ts';
import {
  createMarkedFramer,
  type Jt808Message,
  marked,
  readMessage,
  terminalOf,
  writeMessage,
} from './jt808-message.ts';

/**
 * Position reports of BeiDou terminals, JT/T 808 (2011, 2013 and 2019): message 0x0200, and 0x0704 with several that a
 * terminal kept while it had no network. The additional items behind a position (an octet of identity, one of length,
 * then their octets) are of vehicles and of the terminal: 0x01 mileage (four octets, 0.1 km), 0x03 speed of the recorder
 * (two, 0.1 km/h), 0x30 signal of the network (one), 0x31 satellites (one). A report has no place for them, and makers
 * put much else there, so that a list that does not add up costs no position.
 */
export const positionMessage = 0x0200;
export const batchMessage = 0x0704;

/** Alarms and states are 32 bits each, the highest first; additional items behind them are stepped over. */
export const positionBody = layoutOf([
  spare(23),
  flag('powerLost'),
  spare(3),
  flag('gnssFault'),
  spare(1),
  flag('fatigue'),
  flag('overspeed'),
  flag('emergency'),
  spare(28),
  flag('west'),
  flag('south'),
  flag('positioned'),
  flag('accOn'),
  u('latitudeDeg', 32, 1e-6),
  u('longitudeDeg', 32, 1e-6),
  s('heightM', 16),
  u('speedKmh', 16, 0.1),
  u('directionDeg', 16),
  hex('time', 6),
]);
const batchHead = layoutOf([u('count', 16), u('kind', 8)]);

/** Terminals say Beijing time. */
const zoneMs = 8 * 3_600_000;
/** Parts of a long message that are kept until the others come, and messages of which that is so. */
const mostParts = 64;
const mostSplit = 16;

/** The bodies of the positions of a message, whole; a list that does not add up is cut where it stops to. */
export function positionsIn({ message, body }: Jt808Message): {
  bodies: Uint8Array[];
  error: ReadError | null;
} {
  if (message === positionMessage) return { bodies: [body], error: null };
  if (message !== batchMessage) return { bodies: [], error: null };
  if (body.length < batchHead.octets) return { bodies: [], error: 'track.read.truncated' };
  const count = numberIn(batchHead.read(body), 'count');
  const bodies: Uint8Array[] = [];
  let at = batchHead.octets;
  while (bodies.length < count) {
    const length = ((body[at] ?? 0) << 8) | (body[at + 1] ?? 0);
    if (at + 2 + length > body.length) return { bodies, error: 'track.read.truncated' };
    bodies.push(body.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return { bodies, error: at === body.length ? null : 'track.read.length' };
}

function reportOf(phone: string, body: Uint8Array): Report | null | ReadError {
  if (body.length < positionBody.octets) return 'track.read.truncated';
  const row = positionBody.read(body);
  if (!flagIn(row, 'positioned')) return null;
  const at = momentOf(textIn(row, 'time'));
  if (at === null) return 'track.range.time';
  const report: Report = {
    ...unsaid,
    addressType: 'terminal',
    trackNumber: terminalOf(phone),
    latitude: numberIn(row, 'latitudeDeg') * (flagIn(row, 'south') ? -1 : 1),
    longitude: numberIn(row, 'longitudeDeg') * (flagIn(row, 'west') ? -1 : 1),
    amslAltitudeM: numberIn(row, 'heightM'),
    groundSpeedMps: numberIn(row, 'speedKmh') / 3.6,
    trackDeg: numberIn(row, 'directionDeg'),
    emergency: flagIn(row, 'emergency') ? 'general' : null,
    at,
    timeResolutionS: 1,
  };
  return reportErrorOf(report) ?? report;
}

/** UTC ms of `YYMMDDhhmmss` in BCD, Beijing time; null: it is no time. */
export function momentOf(bcd: string): number | null {
  const found = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(bcd);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second) - zoneMs;
}

/** Puts messages together that came in parts. */
function createJoiner(): (message: Jt808Message) => Jt808Message | null {
  const split = new Map<string, (Uint8Array | undefined)[]>();
  return (message) => {
    const { part } = message;
    if (part === null) return message;
    if (part.total < 1 || part.total > mostParts || part.number < 1 || part.number > part.total) return null;
    // Parts have consecutive serial numbers.
    const first = (message.serial - part.number + 1) & 0xffff;
    const key = `${message.phone} ${message.message} ${first} ${part.total}`;
    const parts = split.get(key) ?? Array.from<Uint8Array | undefined>({ length: part.total });
    parts[part.number - 1] = message.body.slice();
    const whole = parts.every((one) => one !== undefined) ? parts.flatMap((one) => [...(one ?? [])]) : null;
    split.delete(key);
    if (whole !== null) return { ...message, part: null, body: Uint8Array.from(whole) };
    split.set(key, parts);
    const [oldest] = split.keys();
    if (split.size > mostSplit && oldest !== undefined) split.delete(oldest);
    return null;
  };
}

/** `heard` is given each message as it came, with its marks. */
export function createJt808Decoder(isStream: boolean, heard?: (message: Uint8Array) => void): SourceDecoder {
  const framer = createMarkedFramer(isStream);
  const join = createJoiner();

  function* take(frame: Uint8Array, into: Reading): Generator<number, void> {
    const message = readMessage(frame);
    if (typeof message === 'string') {
      into.errors.push(message);
      return;
    }
    into.records++;
    const joined = join(message);
    if (joined === null) return;
    const { bodies, error } = positionsIn(joined);
    if (error !== null) into.errors.push(error);
    for (const body of bodies) {
      yield 1;
      const report = reportOf(joined.phone, body);
      if (typeof report === 'string') into.errors.push(report);
      else if (report !== null) into.reports.push(report);
    }
  }

  return decoderOf(
    function* (bytes, _receivedAtMs, into) {
      for (const frame of framer.take(bytes)) {
        yield 1;
        if (typeof frame === 'string') {
          into.errors.push(frame);
          continue;
        }
        heard?.(marked(frame));
        yield* take(frame, into);
      }
    },
    { isStream },
  );
}

/** A position report as a terminal of 2013 sends it; null where a value does not fit. */
export function writeJt808(phone: string, position: Fields): Uint8Array | null {
  const body = positionBody.write(position);
  return body && writeMessage({ message: positionMessage, phone, body });
}

/** Several positions that a terminal kept, as one message; null where a value does not fit. */
export function writeJt808Batch(phone: string, positions: readonly Fields[]): Uint8Array | null {
  const head = batchHead.write({ count: positions.length, kind: 1 });
  const bodies = positions.map((position) => positionBody.write(position));
  if (!head || bodies.some((body) => body === null)) return null;
  const items = bodies.flatMap((body) => (body ? [body.length >> 8, body.length & 255, ...body] : []));
  return writeMessage({ message: batchMessage, phone, body: Uint8Array.from([...head, ...items]) });
}
