import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import { createLineSplitter } from '#domain/surveillance/track/lines.ts';
import {
  decoderOf,
  noteOther,
  noteUnusable,
  type ReadError,
  type SourceDecoder,
} from '#domain/surveillance/track/reading.ts';
import { addressOf, callsignOf, type Report, times, unsaid } from '#domain/surveillance/track/report.ts';
import { utf8Of } from '#domain/surveillance/track/utf8.ts';
import { identityOf, isRefusal } from './ogn-identity.ts';

/**
 * Lines of the Open Glider Network (APRS-IS): `FLRDDE626>APRS,qAS,EGHL:/074548h5111.32N/00102.04W'086/007/A=000607
 * !W80! id0ADDE626 -019fpm …`. Altitude is GNSS height above mean sea level, which is neither pressure altitude nor
 * above the ellipsoid.
 */

/** The sender, the TO-call without its version, the path, and the message. */
const lineParts = /^([^>\s]{1,16})>([A-Z0-9]{1,9})(?:-\d+)?(,[^:]*)?:(.*)$/;
/** `/` and `@` with a time: UTC, day and minutes of UTC, or day and minutes of a zone that is not said; `!` and `=` without. */
const place =
  /^(?:[/@](\d{2})(\d{2})(\d{2})([hz/])|[!=])(\d{2})(\d{2}\.\d{2})([NS])(.)(\d{3})(\d{2}\.\d{2})([EW])(.)(.*)$/;
const dayMs = 86_400_000;

/** Senders with these TO-calls are receivers. */
const receiverCalls = new Set(['OGNSDR', 'OGNSXR', 'OGNEMO']);
/** Services that pass the beacons of others on, later or from another network: a line that names no device is their own. */
const relayCalls = new Set(['OGNDELAY', 'OGNDVS', 'OGNTTN', 'OGMSHT', 'OGNHEL', 'OGNDSX', 'OGAVZ']);
const [gatewayTable, gatewaySymbol, weatherSymbol] = ['I', '&', '_'];

/** A line without a report: its kind, a key of the catalogues, and what of it may be shown. */
export interface OtherLine {
  other: string;
  example: string;
}

/** One line: a report, a line that is none, or why it cannot be read. */
export function readOgnLine(line: string, receivedAtMs: number): Report | OtherLine | ReadError {
  const other = (kind: string): OtherLine => ({ other: `track.other.${kind}`, example: line });
  if (line.startsWith('#')) return other('server');
  const parts = lineParts.exec(line);
  if (parts === null)
    return isRefusal('', '', line) ? { ...other('noTracking'), example: '' } : 'track.read.syntax';
  const [, sender = '', toCall = '', path = '', message = ''] = parts;
  // The request of a pilot binds before anything else is read; nothing of the line is kept.
  if (isRefusal(sender, toCall, message)) return { ...other('noTracking'), example: '' };
  if (message.startsWith('>')) return other('status');
  if (!/^[/@!=]/.test(message)) return other('aprs');
  const found = place.exec(message);
  if (found === null) return other('position');
  const [table, symbol, comment = ''] = [found[8], found[12], found[13]];
  if (symbol === weatherSymbol) return other('weather');
  const identity = identityOf(sender, toCall, comment);
  const isGateway = table === gatewayTable && symbol === gatewaySymbol;
  const isRelay = relayCalls.has(toCall) && identity?.address === sender;
  if (isGateway || isRelay || receiverCalls.has(toCall)) return other('receiver');
  if (identity === null) return other(path.includes('TCPIP*') ? 'receiver' : 'aprsStation');
  const time = timeOf(found, receivedAtMs);
  if (time === null) return 'track.range.time';
  const finer = /!W(\d)(\d)!/.exec(comment);
  const { addressType, address, system } = identity;
  const icao24 = addressType === 'icao' ? addressOf(address) : null;
  return {
    ...unsaid,
    icao24,
    // Two devices without an address would be one aircraft.
    addressType: addressType === 'icao' && icao24 === null ? null : addressType,
    trackNumber: icao24 !== null || isNoAddress(address) ? null : `${system}:${address}`,
    callsign: callsignOf(/\bfn(?:[A-F]\d:)?([A-Z0-9]{2,8})\b/.exec(comment)?.[1] ?? null),
    latitude: degrees(found[5], found[6], finer?.[1]) * (found[7] === 'S' ? -1 : 1),
    longitude: degrees(found[9], found[10], finer?.[2]) * (found[11] === 'W' ? -1 : 1),
    amslAltitudeM: times(numberAfter(/\/A=(-?\d{5,6})/, comment), metresPerFoot),
    ...motionOf(comment),
    verticalRateMps: times(numberAfter(/([+-]\d{1,5})fpm\b/, comment), mpsPerFootPerMinute),
    // FANET: a person on the ground, in one of several states.
    onGround: /\bFNT7[0-9A-F]?\b/.test(comment) ? true : null,
    ...time,
    accuracy: accuracyOf(comment),
  };
}

/** All zeros or all ones: how devices write that they have none. */
const isNoAddress = (address: string): boolean => /^(0{6}|f{6})$/.test(address);

/** NaN: there are no such minutes. */
function degrees(whole: string | undefined, minutes: string | undefined, third: string | undefined): number {
  if (Number(minutes) >= 60) return Number.NaN;
  return Number(whole) + (Number(minutes) + Number(third ?? 0) / 1_000) / 60;
}

/** `086/007`, in degrees and knots. `000/000` says that both are unknown, a course of 0 that it is; 360 is north. */
function motionOf(comment: string): Pick<Report, 'trackDeg' | 'groundSpeedMps'> {
  const [, course, speed] = /^(\d{1,3})\/(\d{1,3})/.exec(comment) ?? [];
  if (course === undefined || speed === undefined) return { trackDeg: null, groundSpeedMps: null };
  const [trackDeg, knots] = [Number(course), Number(speed)];
  if (trackDeg === 0) return { trackDeg: null, groundSpeedMps: knots === 0 ? null : knots * mpsPerKnot };
  return { trackDeg: trackDeg === 360 ? 0 : trackDeg, groundSpeedMps: knots * mpsPerKnot };
}

/** Accuracy of the receiver in metres, across and upwards: `gps3x5`; `gps16` across alone. */
function accuracyOf(comment: string): Report['accuracy'] {
  const found = /\bgps(\d+)(?:x(\d+))?\b/.exec(comment);
  if (found === null) return null;
  const verticalM = found[2] === undefined ? null : Number(found[2]);
  return { horizontalM: Number(found[1]), verticalM, nacp: null };
}

function numberAfter(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** When a position was; null: the line says an impossible time. */
function timeOf(
  [, first, second, third, notation]: RegExpExecArray,
  receivedAtMs: number,
): Pick<Report, 'at' | 'timeOfDayS' | 'timeResolutionS'> | null {
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (notation === 'h') {
    if (a > 23 || b > 59 || c > 59) return null;
    const timeOfDayS = a * 3_600 + b * 60 + c;
    return { at: nearestDay(timeOfDayS, receivedAtMs), timeOfDayS, timeResolutionS: 1 };
  }
  if (notation === 'z') {
    const at = b > 23 || c > 59 ? null : nearestMonth({ day: a, hour: b, minute: c }, receivedAtMs);
    return at === null ? null : { at, timeOfDayS: b * 3_600 + c * 60, timeResolutionS: 60 };
  }
  return { at: receivedAtMs, timeOfDayS: null, timeResolutionS: null };
}

/** The moment with this UTC time of day that is nearest to when it came in. */
function nearestDay(timeOfDayS: number, receivedAtMs: number): number {
  const today = Math.floor(receivedAtMs / dayMs) * dayMs + timeOfDayS * 1_000;
  return today + Math.round((receivedAtMs - today) / dayMs) * dayMs;
}

/**
 * The moment within this minute of this day of a month that is nearest to when it came in; null: no month about that
 * time has such a day.
 */
function nearestMonth(
  { day, hour, minute }: { day: number; hour: number; minute: number },
  receivedAtMs: number,
): number | null {
  const received = new Date(receivedAtMs);
  const moments = [-1, 0, 1].flatMap((months) => {
    const month = received.getUTCMonth() + months;
    const began = Date.UTC(received.getUTCFullYear(), month, day, hour, minute);
    if (new Date(began).getUTCDate() !== day) return [];
    return [Math.min(Math.max(receivedAtMs, began), began + 59_999)];
  });
  const distance = (moment: number) => Math.abs(moment - receivedAtMs);
  return moments.toSorted((x, y) => distance(x) - distance(y))[0] ?? null;
}

/**
 * The lines of whole octets without those of pilots who do not want to be tracked or shown: what may be recorded and
 * shown as it came. Line by line, so that others have their turn in between.
 */
export function* withoutRefusals(bytes: Uint8Array): Generator<void, Uint8Array> {
  const kept: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, from);
    const to = end < 0 ? bytes.length : end + 1;
    const line = bytes.subarray(from, to);
    if (!isRefusedLine(utf8Of(line).trim())) kept.push(line);
    from = to;
    yield;
  }
  const all = new Uint8Array(kept.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const line of kept) {
    all.set(line, at);
    at += line.length;
  }
  return all;
}

const lineEnd = 0x0a;

function isRefusedLine(line: string): boolean {
  const [, sender = '', toCall = '', , message = line] = lineParts.exec(line) ?? [];
  return isRefusal(sender, toCall, message);
}

/** Reads whole lines. */
export function createOgnDecoder(): SourceDecoder {
  const splitter = createLineSplitter('\n', false);
  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      for (const line of splitter.take(bytes, into)) {
        yield 1;
        if (line === '') continue;
        const read = readOgnLine(line, receivedAtMs);
        if (typeof read === 'string') {
          into.errors.push(read);
          continue;
        }
        into.records++;
        if ('other' in read) noteOther(into, read.other, read.example);
        else {
          into.reports.push(read);
          if (read.icao24 === null && read.trackNumber === null) noteUnusable(into, 'trackNumber', line);
        }
      }
    },
    { isStream: false },
  );
}
