import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import { createLineSplitter } from '#domain/surveillance/track/lines.ts';
import { decoderOf, type ReadError, type SourceDecoder } from '#domain/surveillance/track/reading.ts';
import {
  type AddressType,
  addressOf,
  type Report,
  reportErrorOf,
  times,
  unsaid,
} from '#domain/surveillance/track/report.ts';

/**
 * Lines of the Open Glider Network (APRS-IS): `FLRDDE626>APRS,qAS,EGHL:/074548h5111.32N/00102.04W'086/007/A=000607
 * !W80! id0ADDE626 -019fpm …`. Altitude is GNSS height above mean sea level, which is neither pressure altitude nor
 * above the ellipsoid.
 */

const place =
  /^[^:]+:\/(\d{2})(\d{2})(\d{2})h(\d{2})(\d{2}\.\d{2})([NS])(.)(\d{3})(\d{2}\.\d{2})([EW])(.)(?:(\d{3})\/(\d{3}))?/;
const dayMs = 86_400_000;

/** Address types of `id`: the lowest two bits of its first octet. */
const addressTypes: readonly AddressType[] = ['nonIcao', 'icao', 'flarm', 'ogn'];

/** One line as a report; null: it is about a receiver, or a comment. `noTracking`: the pilot does not want it. */
export function readOgnLine(line: string, receivedAtMs: number): Report | null | ReadError {
  if (line.startsWith('#')) return null;
  const found = place.exec(line);
  if (found === null) return /:[>!=/@]/.test(line) ? null : 'track.read.syntax';
  const id = /\bid([0-9A-F]{2})([0-9A-F]{6})\b/.exec(line);
  // A position without an id is that of a receiver.
  if (id === null) return null;
  const flags = Number.parseInt(id[1] ?? '0', 16);
  // Bit 6 asks not to be tracked, bit 7 (stealth) not to be shown: both are a wish that binds.
  if ((flags & 0xc0) !== 0) return null;
  const addressType = addressTypes[flags & 3] ?? 'nonIcao';
  const address = id[2]?.toLowerCase() ?? '';
  const [, hours, minutes, seconds, latDeg, latMin, north, , lonDeg, lonMin, east, , course, speed] = found;
  const finer = /!W(\d)(\d)!/.exec(line);
  const degrees = (deg: string | undefined, min: string | undefined, third: string | undefined) =>
    Number(deg) + (Number(min) + Number(third ?? 0) / 1_000) / 60;
  const latitude = degrees(latDeg, latMin, finer?.[1]) * (north === 'S' ? -1 : 1);
  const longitude = degrees(lonDeg, lonMin, finer?.[2]) * (east === 'W' ? -1 : 1);
  const heightFt = numberAfter(/\/A=(-?\d{5,6})/, line);
  const icao24 = addressType === 'icao' ? addressOf(address) : null;
  const timeOfDayS = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  if (timeOfDayS >= 86_400) return 'track.range.time';
  const report: Report = {
    ...unsaid,
    icao24,
    addressType,
    trackNumber: icao24 === null ? `${addressType}:${address}` : null,
    latitude,
    longitude,
    amslAltitudeM: times(heightFt, metresPerFoot),
    // Course 0 is "not known", 360 is north.
    trackDeg: course === undefined || course === '000' ? null : Number(course) % 360,
    groundSpeedMps: speed === undefined ? null : Number(speed) * mpsPerKnot,
    verticalRateMps: times(numberAfter(/([+-]\d{3,4})fpm\b/, line), mpsPerFootPerMinute),
    at: nearest(timeOfDayS, receivedAtMs),
    timeOfDayS,
    timeResolutionS: 1,
    accuracy: accuracyOf(line),
  };
  return reportErrorOf(report) ?? report;
}

/** Accuracy of the receiver in metres, across and upwards: `gps3x5`. */
function accuracyOf(line: string): Report['accuracy'] {
  const found = /\bgps(\d+)x(\d+)/.exec(line);
  return found && { horizontalM: Number(found[1]), verticalM: Number(found[2]), nacp: null };
}

function numberAfter(pattern: RegExp, line: string): number | null {
  const found = pattern.exec(line)?.[1];
  return found === undefined ? null : Number(found);
}

/** The moment with this UTC time of day that is nearest to when it came in. */
function nearest(timeOfDayS: number, receivedAtMs: number): number {
  const today = Math.floor(receivedAtMs / dayMs) * dayMs + timeOfDayS * 1_000;
  return today + Math.round((receivedAtMs - today) / dayMs) * dayMs;
}

export function createOgnDecoder(isStream: boolean): SourceDecoder {
  const splitter = createLineSplitter('\n', isStream);
  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      for (const line of splitter.take(bytes, into)) {
        yield 1;
        if (line === '') continue;
        const report = readOgnLine(line, receivedAtMs);
        if (typeof report === 'string') into.errors.push(report);
        else into.records++;
        if (report !== null && typeof report === 'object') into.reports.push(report);
      }
    },
    { isStream },
  );
}
