import { type Fields, flag, hex, s, spare, u } from '#domain/surveillance/bits/field.ts';
import { flagIn, layoutOf, numberIn, textIn } from '#domain/surveillance/bits/layout.ts';
import {
  nothingRead,
  type ReadError,
  type Reading,
  type SourceDecoder,
} from '#domain/surveillance/track/reading.ts';
import { type Report, reportErrorOf, unsaid } from '#domain/surveillance/track/report.ts';

/**
 * Position reports of BeiDou terminals, JT/T 808 (2011, 2013 and 2019): message 0x0200 between two 0x7e. The additional
 * items behind the position (an octet of identity, one of length, then their octets) are of vehicles and of the
 * terminal: 0x01 mileage (four octets, 0.1 km), 0x03 speed of the recorder (two, 0.1 km/h), 0x30 signal of the network
 * (one), 0x31 satellites (one). A report has no place for them, and makers put much else there, so that a list that
 * does not add up costs no position.
 */

const mark = 0x7e;
const escapeOctet = 0x7d;
const positionMessage = 0x0200;
/** Octets that a message may have before it is none: 1,023 of body, each doubled, and its head. */
const mostOctets = 4_096;

const begin = [
  u('message', 16),
  spare(1),
  flag('versioned'),
  flag('split'),
  u('encryption', 3),
  u('length', 10),
] as const;
const head2013 = layoutOf([...begin, hex('phone', 6), u('serial', 16)]);
/** 2019: a version, and a phone of ten octets. */
const head2019 = layoutOf([...begin, u('version', 8), hex('phone', 10), u('serial', 16)]);

/** Alarms and states are 32 bits each, the highest first; additional items behind them are stepped over. */
const body = layoutOf([
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

/** Terminals say Beijing time. */
const zoneMs = 8 * 3_600_000;

/** One message without its marks, unescaped and checked; or why it is none. */
function unescaped(octets: Uint8Array): Uint8Array | ReadError {
  const out = new Uint8Array(octets.length);
  let length = 0;
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] ?? 0;
    if (octet !== escapeOctet) out[length++] = octet;
    else {
      const next = octets[++i];
      if (next !== 1 && next !== 2) return 'track.read.syntax';
      out[length++] = next === 1 ? escapeOctet : mark;
    }
  }
  const checked = out.subarray(0, length);
  if (checked.reduce((sum, octet) => sum ^ octet, 0) !== 0) return 'track.read.checksum';
  return checked.subarray(0, length - 1);
}

/** A message without its marks as a report; null: a message of another kind, or a terminal without a fix. */
export function readJt808(octets: Uint8Array): Report | null | ReadError {
  const message = unescaped(octets);
  if (typeof message === 'string') return message;
  if (message.length < head2013.octets) return 'track.read.truncated';
  const layout = flagIn(head2013.read(message), 'versioned') ? head2019 : head2013;
  if (message.length < layout.octets) return 'track.read.truncated';
  const head = layout.read(message);
  if (numberIn(head, 'message') !== positionMessage) return null;
  if (numberIn(head, 'encryption') !== 0 || flagIn(head, 'split')) return 'track.read.unsupported';
  if (numberIn(head, 'length') !== message.length - layout.octets) return 'track.read.length';
  if (numberIn(head, 'length') < body.octets) return 'track.read.truncated';
  const row = body.read(message, layout.octets);
  return flagIn(row, 'positioned') ? reportOf(head, row) : null;
}

function reportOf(head: Fields, row: Fields): Report | ReadError {
  const at = momentOf(textIn(row, 'time'));
  if (at === null) return 'track.range.time';
  const report: Report = {
    ...unsaid,
    addressType: 'terminal',
    trackNumber: textIn(head, 'phone').replace(/^0+(?=\d{11})/, ''),
    latitude: numberIn(row, 'latitudeDeg') * (flagIn(row, 'south') ? -1 : 1),
    longitude: numberIn(row, 'longitudeDeg') * (flagIn(row, 'west') ? -1 : 1),
    // Of the receiver, above mean sea level: geometric, off by the undulation of the geoid.
    geometricAltitudeM: numberIn(row, 'heightM'),
    groundSpeedMps: numberIn(row, 'speedKmh') / 3.6,
    trackDeg: numberIn(row, 'directionDeg'),
    emergency: flagIn(row, 'emergency') ? 'general' : null,
    at,
    timeResolutionS: 1,
  };
  return reportErrorOf(report) ?? report;
}

/** `YYMMDDhhmmss` in BCD, Beijing time. */
function momentOf(bcd: string): number | null {
  const found = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(bcd);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second) - zoneMs;
}

/** Messages between marks; what lies outside of them is noise. */
export function createJt808Decoder(isStream: boolean): SourceDecoder {
  let waiting: number[] | null = null;
  function take(octets: Uint8Array, into: Reading): void {
    const report = readJt808(octets);
    if (typeof report === 'string') into.errors.push(report);
    else into.records++;
    if (report !== null && typeof report === 'object') into.reports.push(report);
  }
  return {
    doubt: () => null,
    read(bytes) {
      const reading = nothingRead();
      for (const octet of bytes) {
        if (octet !== mark) {
          if (waiting === null) waiting = [];
          waiting.push(octet);
          if (waiting.length > mostOctets) {
            reading.errors.push('track.read.length');
            waiting = null;
          }
          continue;
        }
        // A mark ends a message and begins the next; two in a row have nothing between them.
        if (waiting !== null && waiting.length > 0) take(Uint8Array.from(waiting), reading);
        waiting = [];
      }
      if (!isStream) {
        if (waiting !== null && waiting.length > 0) reading.errors.push('track.read.truncated');
        waiting = null;
      }
      return reading;
    },
  };
}

/** A position report as a terminal of 2013 sends it; null where a value does not fit. */
export function writeJt808(phone: string, position: Fields): Uint8Array | null {
  const written = body.write(position);
  const head = head2013.write({
    message: positionMessage,
    length: body.octets,
    phone: phone.padStart(12, '0'),
  });
  if (!written || !head) return null;
  const plain = [...head, ...written];
  const sum = plain.reduce((all, octet) => all ^ octet, 0);
  const escaped = [...plain, sum].flatMap((octet) =>
    octet === mark ? [escapeOctet, 2] : octet === escapeOctet ? [escapeOctet, 1] : [octet],
  );
  return Uint8Array.from([mark, ...escaped, mark]);
}
