import { type Fields, flag, hex, s, spare, u } from '#domain/surveillance/bits/field.ts';
import { flagIn, layoutOf, numberIn, textIn } from '#domain/surveillance/bits/layout.ts';
import {
  decoderOf,
  noteError,
  noteOther,
  noteUnusable,
  type ReadError,
  type Reading,
  type SourceDecoder,
} from '#domain/surveillance/track/reading.ts';
import { type Report, times, unsaid } from '#domain/surveillance/track/report.ts';
import {
  createMarkedFramer,
  exampleOf,
  type Jt808Message,
  marked,
  readMessage,
  terminalOf,
  writeMessage,
} from './jt808-message.ts';

/**
 * Position reports of BeiDou terminals, JT/T 808 (2011, 2013 and 2019): message 0x0200, 0x0704 with several that a
 * terminal kept while it had no network, and the answers to a query and to a control of the vehicle, 0x0201 and 0x0500,
 * with one behind the serial number that they answer. The additional items behind a position (an octet of identity, one of length,
 * then their octets) are of vehicles and of the terminal: 0x01 mileage (four octets, 0.1 km), 0x03 speed of the recorder
 * (two, 0.1 km/h), 0x30 signal of the network (one), 0x31 satellites (one). A report has no place for them, and makers
 * put much else there, so that a list that does not add up costs no position.
 */
export const positionMessage = 0x0200;
export const batchMessage = 0x0704;
/** Answers that hold a position behind two octets. */
const positionAnswers: ReadonlySet<number> = new Set([0x0201, 0x0500]);
const answeredOctets = 2;

/** Kinds of the messages without a position, as the catalogues name them. */
const otherKinds: Readonly<Record<number, string>> = {
  1: 'terminalAnswer',
  2: 'heartbeat',
  3: 'terminalSignOff',
  4: 'terminalTime',
  256: 'registration',
  258: 'authentication',
  260: 'terminalParameters',
  263: 'terminalParameters',
  264: 'terminalUpgrade',
  769: 'terminalDialogue',
  770: 'terminalDialogue',
  771: 'terminalDialogue',
  1792: 'terminalRecord',
  1793: 'terminalRecord',
  1794: 'terminalDriver',
  1797: 'terminalRecord',
  2048: 'terminalMedia',
  2049: 'terminalMedia',
  2050: 'terminalMedia',
  2053: 'terminalMedia',
  2304: 'terminalData',
  2305: 'terminalData',
  2560: 'terminalKey',
};
const registrationMessage = 0x0100;
const authenticationMessage = 0x0102;

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
/**
 * Parts of a long message that are stored until the others come, messages of which that is so, their octets together, and
 * how long they wait. After an outage all terminals behind a forwarding platform send theirs at once.
 */
const mostParts = 64;
const mostSplit = 1_000;
const mostSplitOctets = 1_048_576;
const longestPartsMs = 10 * 60_000;
/** Why parts are not used. */
const tooManyParts = 'track.terminal.tooManyParts';
const missingParts = 'track.terminal.missingParts';
/** Terminals that wait for an answer which are told apart; one that asks no more has given up. */
const mostWaiting = 100;
const longestWaitMs = 10 * 60_000;

/** The bodies of the positions of a message, whole; a list that does not add up is cut where it stops to. */
export function positionsIn({ message, body }: Jt808Message): {
  bodies: Uint8Array[];
  error: ReadError | null;
} {
  if (message === positionMessage) return { bodies: [body], error: null };
  if (positionAnswers.has(message)) return { bodies: [body.subarray(answeredOctets)], error: null };
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

const givesPositions = ({ message }: Jt808Message): boolean =>
  message === positionMessage || message === batchMessage || positionAnswers.has(message);

/** Numbers of 16 bits with all of them set are not known: the height is signed, the speed in tenths. */
const unknown = { heightM: -1, speedKmh: 6_553.5, directionDeg: 65_535 } as const;

function known(row: Fields, name: keyof typeof unknown): number | null {
  const value = numberIn(row, name);
  return Math.abs(value - unknown[name]) < 0.01 ? null : value;
}

const isNoPhone = (phone: string): boolean => /^0*$/.test(phone);

/** A report, or the kind of a position that is none. */
function reportOf(phone: string, body: Uint8Array): Report | { other: string } | ReadError {
  if (body.length < positionBody.octets) return 'track.read.truncated';
  const row = positionBody.read(body);
  if (!flagIn(row, 'positioned')) return { other: 'noFix' };
  // Nought and nought: a terminal that has not found its place yet.
  if (numberIn(row, 'latitudeDeg') === 0 && numberIn(row, 'longitudeDeg') === 0)
    return { other: 'zeroPosition' };
  const at = momentOf(textIn(row, 'time'));
  if (at === null) return 'track.range.time';
  return {
    ...unsaid,
    addressType: 'terminal',
    // Terminals without a number would be one aircraft.
    trackNumber: isNoPhone(phone) ? null : terminalOf(phone),
    latitude: numberIn(row, 'latitudeDeg') * (flagIn(row, 'south') ? -1 : 1),
    longitude: numberIn(row, 'longitudeDeg') * (flagIn(row, 'west') ? -1 : 1),
    amslAltitudeM: known(row, 'heightM'),
    groundSpeedMps: times(known(row, 'speedKmh'), 1 / 3.6),
    trackDeg: known(row, 'directionDeg'),
    emergency: flagIn(row, 'emergency') ? 'general' : null,
    at,
    timeResolutionS: 1,
  };
}

/** UTC ms of `YYMMDDhhmmss` in BCD, Beijing time; null: it is no time. */
export function momentOf(bcd: string): number | null {
  const found = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(bcd);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const local = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  // 31 February would be a day of March.
  const isDay = new Date(local).getUTCMonth() === month - 1 && new Date(local).getUTCDate() === day;
  return isDay ? local - zoneMs : null;
}

/** A long message of which parts have come: the last of them, at which time (UTC ms), and their bodies by number. */
interface SplitMessage {
  last: Jt808Message;
  at: number;
  octets: number;
  parts: (Uint8Array | undefined)[];
}

/** Puts messages together that came in parts. */
interface Joiner {
  /** The whole message; null: other parts are awaited. */
  join(message: Jt808Message, atMs: number): Jt808Message | null | ReadError;
  /** Messages that are given up: their other parts have not come in time, or there is no room for so many. */
  givenUp(atMs: number): Generator<SplitMessage>;
}

function createJoiner(): Joiner {
  /** The one that had no part for the longest time first. */
  const split = new Map<string, SplitMessage>();
  let octets = 0;
  function forget(key: string): void {
    octets -= split.get(key)?.octets ?? 0;
    split.delete(key);
  }
  return {
    join(message, atMs) {
      const { part } = message;
      if (part === null) return message;
      if (part.number < 1 || part.number > part.total) return 'track.read.length';
      if (part.total > mostParts) return tooManyParts;
      // Parts have consecutive serial numbers.
      const first = (message.serial - part.number + 1) & 0xffff;
      const key = `${message.phone} ${message.message} ${first} ${part.total}`;
      const parts = split.get(key)?.parts ?? Array.from<Uint8Array | undefined>({ length: part.total });
      parts[part.number - 1] = message.body.slice();
      const whole = parts.every((one) => one !== undefined) ? parts.flatMap((one) => [...(one ?? [])]) : null;
      forget(key);
      if (whole !== null) return { ...message, part: null, body: Uint8Array.from(whole) };
      const own = parts.reduce((sum, one) => sum + (one?.length ?? 0), 0);
      octets += own;
      split.set(key, { last: message, at: atMs, octets: own, parts });
      return null;
    },
    *givenUp(atMs) {
      for (const [key, message] of split) {
        const hasRoom = split.size <= mostSplit && octets <= mostSplitOctets;
        if (hasRoom && atMs - message.at <= longestPartsMs) return;
        forget(key);
        yield message;
      }
    },
  };
}

/** `0x0200 13900000017`: kind and terminal of a message. */
const nameOf = ({ message, phone }: Jt808Message): string =>
  `0x${message.toString(16).padStart(4, '0')} ${terminalOf(phone)}`;

/** What a message is that gives no position: its kind and its number, of which terminal. */
function noteKind(into: Reading, message: Jt808Message, kind: string): void {
  noteOther(into, `track.other.${kind}`, nameOf(message));
}

/**
 * `heard` is given each message as it came, with its marks. A stream is a connection on which terminals are answered
 * (jt808-platform.ts); what comes in datagrams is not, and a terminal that registers there waits in vain.
 */
export function createJt808Decoder(isStream: boolean, heard?: (message: Uint8Array) => void): SourceDecoder {
  const framer = createMarkedFramer(isStream);
  const joiner = createJoiner();
  /** Terminals that asked for an answer and have sent no position since; when they did, UTC ms. */
  const waiting = new Map<string, number>();

  function* take(frame: Uint8Array, receivedAtMs: number, into: Reading): Generator<number, void> {
    const message = readMessage(frame);
    if (typeof message === 'string') {
      noteError(into, message, exampleOf(frame));
      return;
    }
    into.records++;
    if (message.part !== null && !givesPositions(message)) {
      noteMessage(into, message, receivedAtMs);
      return;
    }
    // Those that are too old first: a terminal that begins to count again does not complete them.
    noteGivenUp(into, receivedAtMs);
    const joined = joiner.join(message, receivedAtMs);
    noteGivenUp(into, receivedAtMs);
    if (typeof joined === 'string') {
      const { number, total } = message.part ?? {};
      noteError(into, joined, `${nameOf(message)}: ${number}/${total}`);
      return;
    }
    if (joined === null) {
      noteKind(into, message, 'terminalPart');
      return;
    }
    const { bodies, error } = positionsIn(joined);
    if (error !== null) noteError(into, error, nameOf(joined));
    for (const [phone, at] of waiting) if (receivedAtMs - at > longestWaitMs) waiting.delete(phone);
    if (bodies.length === 0 && error === null) noteMessage(into, joined, receivedAtMs);
    let isUsed = false;
    for (const body of bodies) {
      yield 1;
      const report = reportOf(joined.phone, body);
      if (typeof report === 'string') noteError(into, report, nameOf(joined));
      else if ('other' in report) noteKind(into, joined, report.other);
      else {
        into.reports.push(report);
        if (report.trackNumber === null) noteUnusable(into, 'trackNumber', joined.phone);
        isUsed = true;
      }
    }
    if (isUsed) waiting.delete(joined.phone);
  }

  function noteGivenUp(into: Reading, atMs: number): void {
    for (const { last, parts } of joiner.givenUp(atMs)) {
      const come = parts.filter((one) => one !== undefined).length;
      noteError(into, missingParts, `${nameOf(last)}: ${come}/${parts.length}`);
    }
  }

  function noteMessage(into: Reading, message: Jt808Message, receivedAtMs: number): void {
    const kind = otherKinds[message.message] ?? 'terminalMessage';
    const asks = message.message === registrationMessage || message.message === authenticationMessage;
    if (!isStream && asks && waiting.size < mostWaiting) waiting.set(message.phone, receivedAtMs);
    noteKind(into, message, !isStream && asks ? `${kind}Unanswered` : kind);
  }

  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      for (const frame of framer.take(bytes)) {
        yield 1;
        if ('error' in frame) {
          noteError(into, frame.error, frame.example);
          continue;
        }
        heard?.(marked(frame));
        yield* take(frame, receivedAtMs, into);
      }
    },
    {
      isStream,
      doubt() {
        const [phone] = waiting.keys();
        if (phone === undefined) return null;
        return { key: 'track.terminal.unanswered', values: { terminal: terminalOf(phone) } };
      },
    },
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
