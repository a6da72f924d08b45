import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import { isObject } from '#domain/text/narrow.ts';
import { figureOf, flagOf, saysGround, unusable } from './json-values.ts';
import { callsignOf, type Report, times, unsaid, writtenAddress } from './report.ts';

export type AdsbRowError =
  | 'track.adsbJson.notRow'
  | 'track.adsbJson.timestamp'
  | 'track.adsbJson.position'
  | 'track.adsbJson.identity';

/** A report and when the recorder had it, which is what a replay keeps time by. */
export interface TimedReport {
  receivedAtMs: number;
  report: Report;
}

export type AdsbJsonRead =
  /** In order of reception. `rejected` counts from row 0 of the file. */
  | { ok: true; reports: TimedReport[]; rejected: { row: number; reason: AdsbRowError }[] }
  | { ok: false; reason: 'track.adsbJson.notJson' | 'track.adsbJson.notArray' };

export interface AdsbJsonReader {
  /** Takes the next piece of the text; false: what follows need not be read, `end` says why. */
  read(piece: string): boolean;
  /** Rows so far, the rejected ones too. */
  rows(): number;
  end(): AdsbJsonRead;
}

/** Characters of one row: what is longer is none. */
const mostRowCharacters = 64 * 1024;

/**
 * Recorded ADS-B as a JSON array of rows, in pieces as they come: `timestamp` (ms UTC), `icao24`, `callsign`,
 * `latitude`, `longitude` (degrees), `altitude` (ft, pressure), `geoaltitude` (ft), `groundspeed` (kt), `track`
 * (degrees), `vertical_rate` (ft/min), and where the recorder knew it `last_position` (ms UTC of the position, which
 * it repeats until the next: one that is older than a track lives is no position any more, and is refused where tracks
 * are made; a row in which it cannot be read is rejected), `onground`, `squawk`. A row without time, position or identity is rejected alone, as is one at exactly 0° 0°,
 * which stands for "not known"; any other value that cannot be read counts as not said.
 */
export function createAdsbJsonReader(): AdsbJsonReader {
  const reports: TimedReport[] = [];
  const rejected: { row: number; reason: AdsbRowError }[] = [];
  let error: 'track.adsbJson.notJson' | 'track.adsbJson.notArray' | null = null;
  let rows = 0;
  let depth = 0;
  let closed = false;
  let inString = false;
  let escaped = false;
  /** What has come of the row that is under way. */
  let waiting = '';

  function take(text: string): void {
    const row: unknown = JSON.parse(text);
    const read = readAdsbRow(row);
    if (typeof read === 'string') rejected.push({ row: rows, reason: read });
    else reports.push(read);
    rows += 1;
  }

  function readPiece(piece: string): void {
    let start = 0;
    for (let at = 0; at < piece.length; at++) {
      const letter = piece[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (letter === '\\') escaped = true;
        else if (letter === '"') inString = false;
      } else if (depth === 0) {
        start = at + 1;
        if (letter === '[' && !closed) depth = 1;
        else if (letter?.trim() !== '') throw new SyntaxError();
      } else if (letter === '"') inString = true;
      else if (letter === '[' || letter === '{') depth += 1;
      else if (letter === ',' && depth === 1) {
        take(waiting + piece.slice(start, at));
        waiting = '';
        start = at + 1;
      } else if (letter === ']' || letter === '}') {
        depth -= 1;
        if (depth > 0) continue;
        const last = waiting + piece.slice(start, at);
        if (letter === '}') throw new SyntaxError();
        if (rows > 0 || last.trim() !== '') take(last);
        waiting = '';
        start = at + 1;
        closed = true;
      }
    }
    if (depth > 0) waiting += piece.slice(start);
    if (waiting.length > mostRowCharacters) throw new SyntaxError();
  }

  return {
    rows: () => rows,
    read(piece) {
      if (error) return false;
      const first = depth === 0 && !closed ? piece.trimStart()[0] : undefined;
      if (first === '{') {
        error = 'track.adsbJson.notArray';
        return false;
      }
      try {
        readPiece(piece);
        return true;
      } catch {
        error = 'track.adsbJson.notJson';
        return false;
      }
    },
    end() {
      if (error) return { ok: false, reason: error };
      if (!closed) return { ok: false, reason: 'track.adsbJson.notJson' };
      reports.sort((a, b) => a.receivedAtMs - b.receivedAtMs);
      return { ok: true, reports, rejected };
    },
  };
}

/** One row, or why it is none. */
export function readAdsbRow(row: unknown): TimedReport | AdsbRowError {
  if (!isObject(row)) return 'track.adsbJson.notRow';
  const { timestamp } = row;
  if (!isMoment(timestamp, 8.64e15)) return 'track.adsbJson.timestamp';
  const lastPosition = heldSince(row.last_position, timestamp);
  if (lastPosition === unusable) return 'track.adsbJson.timestamp';
  const latitude = numberIn(row, 'latitude', -90, 90);
  const longitude = numberIn(row, 'longitude', -180, 180);
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) {
    return 'track.adsbJson.position';
  }
  const address = writtenAddress(textOf(row, 'icao24') ?? '');
  const icao24 = address?.addressType === 'icao' ? address.address : null;
  const trackNumber = address && icao24 === null ? `~${address.address}` : null;
  const callsign = callsignOf(textOf(row, 'callsign'));
  if (address === null && callsign === null) return 'track.adsbJson.identity';
  const trackDeg = numberIn(row, 'track', 0, 360);
  return {
    receivedAtMs: timestamp,
    report: {
      ...unsaid,
      icao24,
      callsign,
      mode3A: squawkOf(row.squawk),
      latitude,
      longitude,
      pressureAltitudeM: times(numberIn(row, 'altitude', -2_000, 200_000), metresPerFoot),
      geometricAltitudeM: times(numberIn(row, 'geoaltitude', -2_000, 200_000), metresPerFoot),
      groundSpeedMps: times(numberIn(row, 'groundspeed', 0, 4_000), mpsPerKnot),
      trackDeg: trackDeg === 360 ? 0 : trackDeg,
      verticalRateMps: times(numberIn(row, 'vertical_rate', -60_000, 60_000), mpsPerFootPerMinute),
      onGround: groundOf(row),
      at: lastPosition ?? timestamp,
      addressType: address?.addressType ?? null,
      trackNumber,
      timeResolutionS: lastPosition === null ? null : 0.001,
    },
  };
}

/** So much younger than its row a position may be: clocks and rounding. */
const mostYoungerMs = 2_000;

/**
 * Since when the recorder repeats the position, UTC ms; null: it does not say. One that cannot be read may be of any time:
 * the position would count as new with each row.
 */
function heldSince(value: unknown, timestamp: number): number | null | typeof unusable {
  const at = figureOf(value);
  if (at === null) return null;
  if (at === unusable || at < 0 || at - timestamp > mostYoungerMs) return unusable;
  return at > timestamp ? null : at;
}

function numberIn(row: Record<string, unknown>, name: string, low: number, high: number): number | null {
  const value = figureOf(row[name]);
  return typeof value === 'number' && value >= low && value <= high ? value : null;
}

const isMoment = (value: unknown, latest: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= latest;

function groundOf(row: Record<string, unknown>): boolean | null {
  const flag = flagOf(row.onground);
  if (typeof flag === 'boolean') return flag;
  return saysGround(row.altitude) || saysGround(row.geoaltitude) ? true : null;
}

function textOf(row: Record<string, unknown>, name: string): string | null {
  const value = row[name];
  return typeof value === 'string' ? value : null;
}

/** Four octal digits; recorders write the code as a number too, which drops leading zeros. */
function squawkOf(value: unknown): string | null {
  const text = (
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  ).padStart(4, '0');
  return text !== '0000' && /^[0-7]{4}$/.test(text) ? text : null;
}
